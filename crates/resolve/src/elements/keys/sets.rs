//! Defines sets of the keys of elements. A key that decides what an element draws is called a kind.
//! There is one type for sets of kinds, and one for sets of all other keys.
//!
//! - In: an element, and the table of kinds and keys in `hexpress-language`.
//! - Out: the kinds and keys that the element has, and the keys that each kind supports.

use std::ops::{BitAnd, BitOr, Range, Sub};

use hexpress_language::tables::element::{Element, Figure, element_keys};
use hexpress_language::values::choice::Guilloche;
use hexpress_language::values::spanned::{NamedEntries, Spanned};

/// A set of kinds. A kind is a key that decides what an element draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindSet(u64);

/// A set of keys that are not kinds. A single key is a set with one member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySet(u64);

macro_rules! set_operations {
    ($($set:ident)+) => {$(
        impl $set {
            pub const EMPTY: Self = Self(0);

            pub fn is_empty(self) -> bool {
                self == Self::EMPTY
            }

            pub fn intersects(self, other: Self) -> bool {
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

/// A key that may be missing in a table.
trait OptionalKey {
    /// Returns the byte range of the value in the file. For a table, returns the byte range of its
    /// first key. Returns `None` if the table lacks the key.
    fn span(&self) -> Option<Range<usize>>;

    fn is_given(&self) -> bool;
}

impl<T> OptionalKey for Option<Spanned<T>> {
    fn span(&self) -> Option<Range<usize>> {
        self.as_ref().map(|at| at.span.clone())
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T> OptionalKey for Option<Box<Spanned<T>>> {
    fn span(&self) -> Option<Range<usize>> {
        self.as_ref().map(|at| at.span.clone())
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T> OptionalKey for NamedEntries<T> {
    fn span(&self) -> Option<Range<usize>> {
        self.0.first().map(|(key, _)| key.span.clone())
    }

    fn is_given(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Defines a constant for each kind and for each other key of an element. Also lists the kinds in
/// `KINDS` and the other keys in `KEYS`.
macro_rules! key_sets {
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

        /// A bit for each key. The table in `hexpress-language` combines these bits with `|` into the
        /// set of keys that a kind supports.
        mod bits {
            $(pub const $key: u64 = 1 << super::number::Key::$key as u64;)+
            pub const PLACED: u64 =
                IN | AT | ON | INSET | SHIFT | TURN | FOR | WHEN | OPACITY | ALT | REPEAT | BY | STEP | KNOCK_OUT;
            const FIGURE: u64 = PLACED | FILL | LINE | COLOUR | SHADOW | HALO;
            /// The keys that each kind supports, in the order of the kinds.
            pub const TAKEN: &[u64] = &[$($takes),+];
        }

        impl KindSet {
            $(pub const $kind: Self = Self(1 << number::Kind::$kind as u64);)+
            /// The kinds that draw a figure: a simple shape such as `disc` or `star`.
            pub const FIGURES: Self = Self(0 $($(| bit_of(Figure::$figure, Self::$kind))?)+);

            /// Returns all kinds that an element has. A correct element has exactly one.
            pub fn of(e: &Element) -> Self {
                let end = if e.to.is_some() { Self::FROM } else { Self::EMPTY };
                end $(| if e.$field.is_given() { Self::$kind } else { Self::EMPTY })+
            }
        }

        impl KeySet {
            $(pub const $key: Self = Self(bits::$key);)+
            /// The keys that are supported by every element with a place.
            pub const PLACED: Self = Self(bits::PLACED);

            /// Returns the keys of an element that are not kinds.
            pub fn of(e: &Element) -> Self {
                Self::EMPTY $(| if e.$key_field.is_given() { Self::$key } else { Self::EMPTY })+
            }

            /// Returns the byte range of the key's value in the file. Returns `None` if the element
            /// does not have the key, or if this set is not a single key.
            pub fn span_in(self, e: &Element) -> Option<Range<usize>> {
                match self {
                    $(Self::$key => e.$key_field.span(),)+
                    _ => None,
                }
            }
        }

        const KINDS: &[DrawnKeys] = &[$(DrawnKeys {
            kind: KindSet::$kind,
            guilloche: None,
            name: $name,
            keys: KeySet(bits::TAKEN[number::Kind::$kind as usize]),
        }),+];
        const KEYS: &[(KeySet, &str)] = &[$((KeySet::$key, $key_name)),+];
    };
}

/// Returns the bit of a kind. The first parameter is unused, but the macro needs it: to make this call
/// only for kinds with a figure, it must write the figure into the call.
const fn bit_of(_: Figure, kind: KindSet) -> u64 {
    kind.0
}

element_keys! { key_sets! }

impl KindSet {
    pub const ALL: Self = Self(u64::MAX);

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the names of the kinds.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        KINDS.iter().filter(move |drawing| drawing.kind.intersects(self)).map(|drawing| drawing.name)
    }

    /// Returns all keys that at least one of these kinds supports.
    pub fn keys(self) -> KeySet {
        let drawings = DrawnKeys::all().filter(|drawing| drawing.kind.intersects(self));
        drawings.fold(KeySet::EMPTY, |keys, drawing| keys | drawing.keys)
    }
}

impl KeySet {
    /// Returns each key with its name, in the order of the table.
    pub fn each(self) -> impl Iterator<Item = (Self, &'static str)> {
        KEYS.iter().copied().filter(move |(key, _)| key.intersects(self))
    }
}

/// What an element draws, and the keys that this drawing supports.
#[derive(Debug, Clone, Copy)]
pub struct DrawnKeys {
    /// The kind. An empty set if the element is only a fill.
    pub kind: KindSet,
    /// The pattern of a guilloche. It is stored because different patterns support different keys.
    /// `None` for all other kinds.
    pub guilloche: Option<Guilloche>,
    /// The name of the kind in messages.
    pub name: &'static str,
    pub keys: KeySet,
}

impl DrawnKeys {
    /// Returns everything that an element can draw. Each pattern of guilloche has its own entry.
    /// The last entry is for an element that is only a fill.
    pub fn all() -> impl Iterator<Item = Self> {
        let drawings = KINDS.iter().flat_map(|drawing| {
            let is_guilloche = drawing.kind == KindSet::GUILLOCHE;
            let guilloches = is_guilloche.then(|| drawing.guilloches());
            let other = (!is_guilloche).then_some(*drawing);
            other.into_iter().chain(guilloches.into_iter().flatten())
        });
        drawings.chain([Self::only_fill()])
    }

    /// Returns what an element of these kinds draws. Returns `None` if there are several kinds.
    pub fn new(e: &Element, kinds: KindSet) -> Option<Self> {
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

    /// Returns a copy of this entry for one pattern of guilloche. `without` contains the keys that this
    /// pattern does not support.
    fn woven(self, guilloche: Guilloche, name: &'static str, without: KeySet) -> Self {
        Self { guilloche: Some(guilloche), name, keys: self.keys - without, ..self }
    }
}
