//! Numbers of an element: fixed, or worked out for each piece.

use crate::base::units::Mm;
use crate::diag::Result;
use crate::model::worked::{Slot, Worked, length};
use crate::resolve::context::Compiler;
use crate::spec::values::place::{At, TextOr};
use crate::spec::values::value::{Pair, Templated, is_template};

/// A number of an element as it is typed, which may be a template.
pub(super) trait Number {
    /// The number itself.
    type Read;

    /// Its template, if it is one.
    fn template(&self) -> Option<&str>;

    /// The number, if it is none.
    fn fixed(&self) -> Option<Self::Read>;
}

impl<T: Clone> Number for Templated<T> {
    type Read = T;

    fn template(&self) -> Option<&str> {
        match self {
            Self::Fixed(_) => None,
            Self::Template(source) => Some(source),
        }
    }

    fn fixed(&self) -> Option<T> {
        match self {
            Self::Fixed(value) => Some(value.clone()),
            Self::Template(_) => None,
        }
    }
}

/// Text is a template, or is read as what a template gives is.
impl<T: Clone> Number for TextOr<T> {
    type Read = TextOr<T>;

    fn template(&self) -> Option<&str> {
        match self {
            Self::Text(text) if is_template(text) => Some(text),
            _ => None,
        }
    }

    fn fixed(&self) -> Option<TextOr<T>> {
        self.template().is_none().then(|| self.clone())
    }
}

impl Compiler<'_> {
    /// A number that is fixed; none where it is not given, is wrong, or is worked out for each piece, which `worked` is
    /// told.
    pub(super) fn number<N: Number, T>(
        &mut self,
        given: Option<&At<N>>,
        slot: Slot,
        worked: &mut Vec<Worked>,
        read: impl FnOnce(N::Read) -> Result<T>,
    ) -> Option<T> {
        let at = given?;
        if let Some(source) = at.value.template() {
            let template = self.template(source, self.place(at))?;
            worked.push(Worked { slot, template });
            return None;
        }
        at.value.fixed().and_then(|fixed| self.found(read(fixed), at))
    }

    /// Two lengths across and down, or none of them.
    pub(super) fn pair(
        &mut self,
        given: Option<&At<Templated<Pair>>>,
        slot: Slot,
        worked: &mut Vec<Worked>,
    ) -> Option<Pair> {
        self.number(given, slot, worked, Ok)
    }

    /// A length above 0, in mm; `name` is what it is called.
    pub(super) fn length(
        &mut self,
        given: Option<&At<Templated<Mm>>>,
        slot: Slot,
        worked: &mut Vec<Worked>,
        name: &str,
    ) -> Option<f64> {
        self.number(given, slot, worked, |mm| length(mm, name))
    }
}
