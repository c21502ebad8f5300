//! Declares enums in which each value has a word, such as `flat-top` for `FlatTop`.

/// Declares an enum with a word for each value.
#[macro_export]
macro_rules! word_enum {
    ($(#[$about:meta])* $name:ident: $($(#[$of:meta])* $variant:ident = $word:literal,)+) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the word of this value.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Returns the value with this word. Returns `None` if no value has this word.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

pub use word_enum;
