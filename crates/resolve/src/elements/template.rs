//! Compiles the templates in texts of the layout. Also finds the place in the file of a part of a text.

use std::ops::Range;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, Reported, SourceSpan, codes};
use hexpress_game::Located;
use hexpress_language::values::spanned::Spanned;
use hexpress_template::Template;
use hexpress_template::mistakes::{nested, shortened, unclosed};

impl Resolver<'_> {
    pub fn template(&mut self, source: &str, place: SourceSpan) -> Option<Template> {
        match self.engine.compile(source) {
            Ok(template) => Some(template),
            Err(diagnostic) => self.report_template(source, place, diagnostic).none(),
        }
    }

    /// Reports a template that cannot be compiled. `diagnostic` is the error of the template engine. For
    /// common mistakes, reports a clearer message instead.
    fn report_template(&mut self, source: &str, place: SourceSpan, diagnostic: Diagnostic) -> Reported {
        if let Some((start, close)) = unclosed(source) {
            return self.report_unclosed(source, place, start, close);
        }
        if source.contains("{% if") && !source.contains("{% endif") {
            let hint =
                "add {% endif %} after the text of the condition, as in {% if cost > 3 %}dear{% endif %}";
            let message = "`{% if … %}` has no `{% endif %}`";
            return self.error_with_hint(codes::BAD_TEMPLATE, place, message, hint);
        }
        if let Some(start) = nested(source) {
            let braces = self.part_place(place, source, start..start + 2);
            let hint = "use only one pair of braces, as in {{ cost + 2 }}";
            let message = "`{{` is inside another pair of braces";
            return self.error_with_hint(codes::BAD_TEMPLATE, braces, message, hint);
        }
        self.add_error(diagnostic, place)
    }

    /// Reports opening braces, at byte `start` of the template, that have no closing braces.
    /// `close` contains the missing closing braces.
    fn report_unclosed(&mut self, source: &str, place: SourceSpan, start: usize, close: &str) -> Reported {
        let open = source.get(start..).unwrap_or(source).trim_end();
        let shown = shortened(open);
        // The text may already contain one of the two closing braces. So the hint shows the text only up
        // to this brace, and then both braces.
        let inside = shown.split('}').next().unwrap_or(&shown).trim_end();
        let hint = format!("add the closing braces: {inside} {close}");
        let message = format!("`{shown}` has no closing braces");
        let part = self.part_place(place, source, start..start + open.len());
        self.error_with_hint(codes::BAD_TEMPLATE, part, message, hint)
    }

    /// Compiles a template and stores its place. Returns `None` after an error.
    pub fn located_template(&mut self, source: &Spanned<String>) -> Option<Located<Template>> {
        let place = self.place(source);
        self.template(&source.value, place).map(|what| Located { value: what, place })
    }

    /// Returns the place of a part of a quoted text. If the text has escapes, returns the place of
    /// the whole text.
    fn part_place(&self, place: SourceSpan, source: &str, part: Range<usize>) -> SourceSpan {
        let span = place.start as usize..place.end as usize;
        match self.text.get(span.clone()).and_then(|raw| raw.find(source)) {
            Some(offset) => {
                let start = span.start + offset;
                SourceSpan::new(place.file, start + part.start..start + part.end)
            }
            None => place,
        }
    }

    /// Returns the place of a key. `value` is the byte range of the key's value.
    pub fn key_place(&self, value: &Range<usize>) -> SourceSpan {
        SourceSpan::new(self.file, self.layout.keys.key_of(value.start).unwrap_or_else(|| value.clone()))
    }
}
