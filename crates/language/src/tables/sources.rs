//! Changes those texts of an element that may be templates, such as `{{ name }}`. Each row gives a
//! template another value.
//!
//! - In: a value of an element.
//! - Out: the value with the changed texts.
//! - Not here: compiling or evaluating the texts.

use super::element::{Compass, Element};
use super::repeat::{Repeat, Step};
use crate::values::choice::{Along, Correction, FrameStyle, Guilloche, InlineIcons};
use crate::values::per_row::PerRow;
use crate::values::scalar::Scalar;
use crate::values::spanned::{NamedEntries, OneOrMany, Spanned};
use crate::values::style::Opacity;
use crate::values::value::{DrawnFor, Length};

/// A value that may contain templates, such as `{{ name }}`.
pub(super) trait Templates {
    /// Calls `change` with the key and with each text of this value that may be a template. `change`
    /// may replace the text. If it returns false, stops and returns false.
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool;
}

impl Templates for String {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        change(key, self)
    }
}

impl<T> Templates for PerRow<T> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        match self {
            Self::Fixed(_) | Self::Percentages(_) => true,
            Self::Template(source) => change(key, source),
        }
    }
}

impl<T: Templates> Templates for OneOrMany<T> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.0.iter_mut().all(|one| one.change(key, change))
    }
}

impl<T: Templates> Templates for Option<Spanned<T>> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.as_mut().is_none_or(|at| at.value.change(key, change))
    }
}

impl Templates for Vec<Spanned<Element>> {
    fn change(&mut self, _: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.iter_mut().all(|part| part.value.change_sources(change))
    }
}

impl Templates for NamedEntries<Spanned<Scalar>> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.0.iter_mut().all(|(_, value)| match &mut value.value {
            Scalar::Text(text) => {
                let mut source = text.to_string();
                let goes_on = change(key, &mut source);
                *text = source.into();
                goes_on
            }
            _ => true,
        })
    }
}

impl Templates for Repeat {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        match self {
            Self::Count(count) => change(key, &mut count.0),
            Self::Table(table) => {
                table.count.as_mut().is_none_or(|count| change("count", &mut count.value.0))
                    && table.over.change("over", change)
                    && table.along.change("along", change)
                    && table.by.change("by", change)
                    && table.turn.change("turn", change)
            }
        }
    }
}

impl Templates for Step {
    fn change(&mut self, _: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.by.change("by", change) && self.turn.change("turn", change)
    }
}

/// The values of rarely used keys are boxed, so that an element needs less memory.
impl<T: Templates> Templates for Option<Box<Spanned<T>>> {
    fn change(&mut self, key: &str, change: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
        self.as_mut().is_none_or(|at| at.value.change(key, change))
    }
}

/// Implements [`Templates`] for values that never contain templates.
macro_rules! fixed {
    ($($type:ty),+) => {
        $(
            impl Templates for $type {
                fn change(&mut self, _: &str, _: &mut dyn FnMut(&str, &mut String) -> bool) -> bool {
                    true
                }
            }
        )+
    };
}

fixed!(
    bool,
    u32,
    Along,
    Compass,
    Correction,
    Opacity,
    DrawnFor,
    FrameStyle,
    Guilloche,
    InlineIcons,
    Length,
    NamedEntries<Spanned<String>>
);
