//! Changes the source texts of values that are computed from a row.
//!
//! - In: a value of an element.
//! - Out: the value with other sources.
//! - Not here: compiling or computing the sources.

use super::element::Compass;
use crate::values::choice::{Along, FrameStyle, Guilloche, InlineIcons};
use crate::values::per_row::PerRow;
use crate::values::place::{At, Named, OneOrMany};
use crate::values::style::{Cover, Letters, Tracking};
use crate::values::value::{Align, Font, For, Length};

/// A value that may have source texts.
pub(super) trait Sources {
    /// Calls `change` with each source and the key of the value. Stops and returns false if
    /// `change` returns false.
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool;
}

impl Sources for String {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        change(key, self)
    }
}

impl<T> Sources for PerRow<T> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        match self {
            Self::Fixed(_) => true,
            Self::Each(source) => change(key, source),
        }
    }
}

impl<T: Sources> Sources for OneOrMany<T> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.0.iter_mut().all(|one| one.change(key, change))
    }
}

impl<T: Sources> Sources for Option<At<T>> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.as_mut().is_none_or(|at| at.value.change(key, change))
    }
}

/// Implements [`Sources`] for values that are the same for all rows.
macro_rules! fixed {
    ($($type:ty),+) => {
        $(
            impl Sources for $type {
                fn change(&mut self, _: &str, _: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
                    true
                }
            }
        )+
    };
}

fixed!(
    bool,
    Align,
    Along,
    Compass,
    Cover,
    Font,
    For,
    FrameStyle,
    Guilloche,
    InlineIcons,
    Length,
    Letters,
    Named<At<String>>,
    Tracking,
    u32
);
