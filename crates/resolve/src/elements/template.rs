//! Templates in texts of the layout, and the places of parts of these texts.

use crate::model::Stated;
use crate::model::template::Template;
use std::ops::Range;

use crate::diag::{Place, codes};
use crate::model::template::mistakes::{nested, shortened, unclosed};
use crate::resolve::context::Compiler;
use crate::spec::values::place::At;

impl Compiler<'_> {
    /// Compiles a template.
    pub fn template(&mut self, source: &str, place: Place) -> Option<Template> {
        let wrong = match self.engine.compile(source) {
            Ok(template) => return Some(template),
            Err(wrong) => wrong,
        };
        let wrong = match unclosed(source) {
            Some((at, close)) => {
                let open = source.get(at..).unwrap_or(source).trim_end();
                let (short, open) = (shortened(open), open.len());
                // Half an end may be there.
                let half = short.split('}').next().unwrap_or(&short).trim_end();
                let hint = format!("close it: {half} {close}");
                let message = format!("`{short}` has no end");
                let inside = self.inside(place, source, at..at + open);
                return self.hinted(codes::BAD_TEMPLATE, inside, message, hint).none();
            }
            None if source.contains("{% if") && !source.contains("{% endif") => {
                let message = "an `{% if … %}` has no end";
                codes::BAD_TEMPLATE.error(message).hint("{% if cost > 3 %}dear{% endif %}")
            }
            None => match nested(source) {
                Some(at) => {
                    let message = "`{{` stands within the braces of another one";
                    let hint = "one pair of braces is enough: {{ cost + 2 }}";
                    let inside = self.inside(place, source, at..at + 2);
                    return self.hinted(codes::BAD_TEMPLATE, inside, message, hint).none();
                }
                None => wrong,
            },
        };
        self.wrong(wrong, place).none()
    }

    /// Compiles a template and keeps its place.
    pub fn stated_template(&mut self, source: &At<String>) -> Option<Stated<Template>> {
        let place = self.place(source);
        self.template(&source.value, place).map(|what| Stated { what, place })
    }

    /// Returns the place of a part of a quoted text, or of the whole text if it has escapes.
    fn inside(&self, place: Place, source: &str, part: Range<usize>) -> Place {
        let whole = place.start as usize..place.end as usize;
        match self.text.get(whole.clone()).and_then(|raw| raw.find(source)) {
            Some(offset) => {
                let start = whole.start + offset;
                Place::new(place.file, start + part.start..start + part.end)
            }
            None => place,
        }
    }

    /// Returns the place of the key of a value.
    pub fn key_place(&self, value: &Range<usize>) -> Place {
        Place::new(self.file, self.layout.keys.key_of(value.start).unwrap_or_else(|| value.clone()))
    }
}
