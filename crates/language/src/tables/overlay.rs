//! Combines the table of a component with a table of the same type from a theme, key by key.
//!
//! - In: two tables.
//! - Out: one table. It has the keys of the first table, and those keys of the second table that the
//!   first one lacks.
//! - Not here: deciding which keys exclude each other.

use super::element::Sign;
use super::layout::{Board, GameBox, GivenNames, Head, Labels, Names, Page, Pieces, Plate, Sides};
use crate::values::spanned::{NameOr, Spanned};

/// A table that can be combined with another table of the same type.
pub trait Overlay {
    /// Returns this table, completed by the keys of `base` that this table lacks.
    fn over(self, base: Self) -> Self;
}

/// Combines the values that two tables have for the same key. Returns `None` if neither table has the
/// key.
fn key_over<T: Overlay>(own: Option<Spanned<T>>, base: Option<Spanned<T>>) -> Option<Spanned<T>> {
    match (own, base) {
        (Some(own), Some(base)) => Some(Spanned { value: own.value.over(base.value), span: own.span }),
        (own, base) => own.or(base),
    }
}

impl<T: Overlay> Overlay for NameOr<T> {
    fn over(self, base: Self) -> Self {
        match (self, base) {
            (Self::Full(own), Self::Full(base)) => Self::Full(own.over(base)),
            (own, _) => own,
        }
    }
}

impl Overlay for GivenNames {
    fn over(self, base: Self) -> Self {
        match (self, base) {
            (Self::Scheme(own), Self::Scheme(base)) => Self::Scheme(Box::new(own.over(*base))),
            (own, _) => own,
        }
    }
}

/// Implements [`Overlay`] for tables. For a key before the semicolon, the table's own value replaces the
/// value of `base`. For a key after the semicolon, both values are tables, which are combined key by
/// key.
macro_rules! overlay {
    ($($table:ident { $($value:ident)+ ; $($inner:ident)* })+) => {
        $(
            impl Overlay for $table {
                fn over(self, base: Self) -> Self {
                    Self {
                        $($value: self.$value.or(base.$value),)+
                        $($inner: key_over(self.$inner, base.$inner),)*
                    }
                }
            }
        )+
    };
}

overlay! {
    Board {
        name like sheet stock trim bleed safe print cells fit size across corner_to_corner side play_on lines diagonals links arrows points along count map data
        shape lean offset add without at three_colours two_colours show_names names_font names_colour names_halo names_at
        names_for key line rim round draw under bottom_line alt must;
        cell names sides head labels plate
    }
    Page {
        name like text size booklet thickness fold margins columns gutter font title_font head_font colour title_colour line fill draw
        justify direction title stock copies print for_;
    }
    GameBox {
        name like sheet stock print kind inside holds sleeved thickness play bleed ground front back left right top
        bottom alt;
    }
    Head { height draw; }
    Plate { around margin fill line frame round draw; }
    Names { like from as_ digits column row skip; }
    Sides { colours width outline; }
    Labels { at inset font shrink colour halo clear_of for_; }
    Pieces {
        name like sheet stock print share size across shape outline holes fold cells round bleed back_bleed safe grid pack
        marks cut cut_around each rows data deck where_ set copies ground face back alt key version_mark must;
    }
}

impl Overlay for Sign {
    fn over(self, base: Self) -> Self {
        self.keys_over(base)
    }
}
