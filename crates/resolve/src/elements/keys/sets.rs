//! Sets of what an element draws, and of its other keys.
//!
//! - In: an element, and the table of kinds and keys in `hexpress-language`.
//! - Out: the kinds that it draws, the keys that it has, and the keys that each kind takes.

use std::ops::{BitAnd, BitOr, Range, Sub};

use hexpress_language::tables::element::{Element, Figure, element_keys};
use hexpress_language::values::choice::Guilloche;
use hexpress_language::values::place::{At, Named};

/// A set of kinds of drawings: the keys that say what an element draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindSet(u64);

/// A set of the other keys of an element. One key is a set of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySet(u64);

macro_rules! set_operations {
    ($($set:ident)+) => {$(
        impl $set {
            pub const EMPTY: Self = Self(0);

            pub fn is_empty(self) -> bool {
                self == Self::EMPTY
            }

            /// Returns whether the sets have a member in common.
            pub fn meets(self, other: Self) -> bool {
                !(self & other).is_empty()
            }
        }

        impl BitOr for $set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitAnd for $set {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl Sub for $set {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
    )+};
}

set_operations! { KindSet KeySet }

/// A key that may be given.
trait OptionalKey {
    /// Returns the bytes in the file of the value, or of the first key of a table.
    fn span(&self) -> Option<Range<usize>>;

    fn is_given(&self) -> bool;
}

impl<T> OptionalKey for Option<At<T>> {
    fn span(&self) -> Option<Range<usize>> {
        self.as_ref().map(|at| at.span.clone())
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T> OptionalKey for Option<Box<At<T>>> {
    fn span(&self) -> Option<Range<usize>> {
        self.as_ref().map(|at| at.span.clone())
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T> OptionalKey for Named<T> {
    fn span(&self) -> Option<Range<usize>> {
        self.0.first().map(|(key, _)| key.span.clone())
    }

    fn is_given(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Defines a constant for every kind and every other key of an element, and the tables of them.
macro_rules! tables {
    (
        kinds { $($(#[$doc:meta])* $kind:ident $name:literal $field:ident: $type:ty, $takes:expr $(, $figure:ident)?;)+ }
        keys { $($(#[$key_doc:meta])* $key:ident $key_name:literal $key_field:ident: $key_type:ty;)+ }
    ) => {
        mod number {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            pub enum Kind { $($kind),+ }
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            pub enum Key { $($key),+ }
        }

        /// The keys as numbers, with which the table of `hexpress-language` computes the keys of
        /// each kind.
        mod bits {
            $(pub const $key: u64 = 1 << super::number::Key::$key as u64;)+
            pub const PLACED: u64 =
                IN | AT | ON | INSET | SHIFT | TURN | FOR | WHEN | OPACITY | ALT | REPEAT | BY | STEP | KNOCK_OUT;
            const FIGURE: u64 = PLACED | FILL | LINE | COLOUR | SHADOW | HALO;
            /// The keys that each kind takes, in the order of the kinds.
            pub const TAKEN: &[u64] = &[$($takes),+];
        }

        impl KindSet {
            $(pub const $kind: Self = Self(1 << number::Kind::$kind as u64);)+
            /// The plain figures.
            pub const FIGURES: Self = Self(0 $($(| bit_of(Figure::$figure, Self::$kind))?)+);

            /// Returns everything that an element draws, which should be one thing.
            pub fn of(e: &Element) -> Self {
                let end = if e.to.is_some() { Self::FROM } else { Self::EMPTY };
                end $(| if e.$field.is_given() { Self::$kind } else { Self::EMPTY })+
            }
        }

        impl KeySet {
            $(pub const $key: Self = Self(bits::$key);)+
            /// The keys of all elements that have a place.
            pub const PLACED: Self = Self(bits::PLACED);

            /// Returns the other keys of an element.
            pub fn of(e: &Element) -> Self {
                Self::EMPTY $(| if e.$key_field.is_given() { Self::$key } else { Self::EMPTY })+
            }

            /// Returns the bytes in the file of the value of one key.
            pub fn span_in(self, e: &Element) -> Option<Range<usize>> {
                match self {
                    $(Self::$key => e.$key_field.span(),)+
                    _ => None,
                }
            }
        }

        const KINDS: &[Drawing] = &[$(Drawing {
            kind: KindSet::$kind,
            guilloche: None,
            name: $name,
            keys: KeySet(bits::TAKEN[number::Kind::$kind as usize]),
        }),+];
        const KEYS: &[(KeySet, &str)] = &[$((KeySet::$key, $key_name)),+];
    };
}

/// Returns the bit of a kind. Lets the table of keys name the figure that it is for.
const fn bit_of(_: Figure, kind: KindSet) -> u64 {
    kind.0
}

element_keys! { tables! }

impl KindSet {
    pub const ALL: Self = Self(u64::MAX);

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the keys that name the kinds.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        KINDS.iter().filter(move |drawing| drawing.kind.meets(self)).map(|drawing| drawing.name)
    }

    /// Returns all keys that elements of these kinds take.
    pub fn keys(self) -> KeySet {
        let drawings = Drawing::all().filter(|drawing| drawing.kind.meets(self));
        drawings.fold(KeySet::EMPTY, |keys, drawing| keys | drawing.keys)
    }
}

impl KeySet {
    /// Returns the keys one by one, in the order of the table, with their names.
    pub fn each(self) -> impl Iterator<Item = (Self, &'static str)> {
        KEYS.iter().copied().filter(move |(key, _)| key.meets(self))
    }
}

/// What an element draws, and the keys that it takes.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    /// The kind; empty for an element that is only a fill.
    pub kind: KindSet,
    /// The lines of a guilloche, on which its keys depend.
    pub guilloche: Option<Guilloche>,
    /// The key that decides what the element draws, as messages write it.
    pub name: &'static str,
    pub keys: KeySet,
}

impl Drawing {
    /// Returns everything that can be drawn. Each guilloche is one entry; the last entry is an
    /// element that is only a fill.
    pub fn all() -> impl Iterator<Item = Self> {
        let drawings = KINDS.iter().flat_map(|drawing| {
            let is_guilloche = drawing.kind == KindSet::GUILLOCHE;
            let guilloches = is_guilloche.then(|| drawing.guilloches());
            let other = (!is_guilloche).then_some(*drawing);
            other.into_iter().chain(guilloches.into_iter().flatten())
        });
        drawings.chain([Self::only_fill()])
    }

    /// Returns what an element of these kinds draws; `None` for several kinds.
    pub fn of(e: &Element, kinds: KindSet) -> Option<Self> {
        let guilloche = e.guilloche.as_deref().copied();
        Self::all().find(|drawing| drawing.kind == kinds && drawing.guilloche == guilloche)
    }

    fn only_fill() -> Self {
        let keys = KeySet::WHEN | KeySet::FILL | KeySet::LINE | KeySet::ALT;
        Self { kind: KindSet::EMPTY, guilloche: None, name: "fill", keys }
    }

    fn guilloches(self) -> [Self; 3] {
        let of_rosettes = KeySet::PETALS | KeySet::EYE;
        let of_others = KeySet::DEPTH | KeySet::WAVES;
        [
            self.woven(
                Guilloche::Border,
                "guilloche = \"border\"",
                of_rosettes | KeySet::FILL | KeySet::ROUND,
            ),
            self.woven(Guilloche::Ground, "guilloche = \"ground\"", KeySet::DEPTH | of_rosettes),
            self.woven(Guilloche::Rosette, "guilloche = \"rosette\"", of_others | KeySet::ROUND),
        ]
    }

    /// Returns the entry of a guilloche that does not take some of the keys.
    fn woven(self, guilloche: Guilloche, name: &'static str, without: KeySet) -> Self {
        Self { guilloche: Some(guilloche), name, keys: self.keys - without, ..self }
    }
}
