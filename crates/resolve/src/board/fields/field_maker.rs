//! Computes the fields of cells, edges and corners. Also computes their labels, fills and lines if
//! these depend on fields.
//!
//! - In: fields from a data file, from `set`, and from a cell, edge or corner itself.
//! - Out: all fields of the cell, edge or corner, and its label, fill and line.
//! - Not here: finding which cells, edges and corners have a kind (`cell_fields.rs`).

use std::sync::Arc;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, MistakeLimit, Result, SourceSpan, codes};
use hexpress_game::board::{CellField, DEFAULT_KIND_NAME, SetValue};
use hexpress_game::cell_lines::CellLine;
use hexpress_game::{CellFields, CellKind, Located, Names, Resolve};
use hexpress_language::values::scalar::Scalar;
use hexpress_scene::Ink;
use hexpress_template::Template;

/// Returns the error for a template in `set` that uses its own field, or a field that is defined later.
fn later_field(name: &str, need: &str) -> Diagnostic {
    let message = match name == need {
        true => format!("`{name}` uses itself"),
        false => format!("`{name}` uses `{need}`, which is defined after it"),
    };
    let diagnostic = codes::BAD_TEMPLATE.error(message);
    diagnostic.hint("use only fields of the cell, and fields that come earlier in `set`")
}

pub fn named_field(name: &str) -> CellField {
    field("name", Scalar::Text(name.into()))
}

pub fn kind_field(kind: &str) -> CellField {
    field("kind", Scalar::Text(kind.into()))
}

/// Returns a field that the program sets. It has no place in a file.
pub fn field(name: &str, value: Scalar) -> CellField {
    CellField { name: name.into(), value, place: None }
}

/// Computes the fields and the look of kinds.
pub struct FieldMaker<'m, 'c> {
    pub resolver: &'m mut Resolver<'c>,
    /// Limits the number of reports. Without a limit, a mistake in a kind would be reported for every
    /// cell of the kind.
    pub limit: MistakeLimit,
}

impl FieldMaker<'_, '_> {
    /// Computes the fields, the label, the fill and the line of a kind. If only one cell has this
    /// kind, `own_fields` contains the fields of this cell.
    pub fn kind(&mut self, mut kind: CellKind, mut own_fields: Vec<CellField>) -> CellKind {
        let look = std::mem::take(&mut kind.computed);
        let name = if *kind.name == *DEFAULT_KIND_NAME { "" } else { &*kind.name };
        own_fields.push(kind_field(name));
        let mut fields = self.fields(kind.fields.as_deref(), &look.set, own_fields);
        if let Some(label) = &look.label {
            kind.label = self.text(label, &fields).unwrap_or_default().into();
        }
        fields.fields.push(field("label", Scalar::Text(Arc::clone(&kind.label))));
        if let Some(fill) = &look.fill {
            kind.fill = self.value::<Option<Ink>>(fill, &fields).flatten();
        }
        if let Some(line) = &look.line {
            kind.line = self.value::<CellLine>(line, &fields);
        }
        CellKind { fields: Some(Arc::new(fields)), ..kind }
    }

    /// Combines the fields from a file, the fields from `set`, and the fields of the cell, edge or
    /// corner itself. If several fields have the same name, the first one in this order is used. A
    /// template in `set` can use all of these fields except its own field and later fields of
    /// `set`.
    pub fn fields(
        &mut self,
        file: Option<&CellFields>,
        set: &[SetValue],
        own_fields: Vec<CellField>,
    ) -> CellFields {
        let mut fields = file.cloned().unwrap_or_default();
        let first_own = fields.fields.len();
        fields.fields.extend(own_fields);
        for (index, SetValue { field, template }) in set.iter().enumerate() {
            let value = template.as_ref().zip(field.place).and_then(|(template, place)| {
                let is_later = |need: &str| {
                    fields.field(need).is_none()
                        && set[index..].iter().any(|later| *later.field.name == *need)
                };
                let computed = match template.needs().find(|need| is_later(need)) {
                    Some(need) => Err(later_field(&field.name, need)),
                    None => self.resolver.engine.field(template, &fields),
                };
                self.reported(computed, place)
            });
            let value = value.unwrap_or_else(|| field.value.clone());
            fields.fields.insert(first_own + index, CellField { value, ..field.clone() });
        }
        fields
    }

    /// Evaluates a template and returns the text. If there is an error, reports it and returns
    /// `None`.
    pub fn text(&mut self, stated: &Located<Template>, fields: &CellFields) -> Option<String> {
        let text = self.resolver.engine.render(&stated.value, fields);
        self.reported(text, stated.place)
    }

    /// Evaluates a template, and reads the text as a value. If there is an error, reports it and
    /// returns `None`.
    pub fn value<T: Resolve>(&mut self, stated: &Located<Template>, fields: &CellFields) -> Option<T> {
        let text = self.text(stated, fields)?;
        let names: &Names = &self.resolver.names;
        let value = T::resolve(&text, names).map_err(|diagnostic| {
            let field = stated.value.source_field(&text, diagnostic.part(), fields);
            let cell = field.and_then(|field| fields.field(field)?.place);
            match cell {
                Some(cell) => diagnostic.related_place(cell, "the value is from here"),
                None => diagnostic,
            }
        });
        self.reported(value, stated.place)
    }

    /// Returns the value in `found`. If `found` is an error, reports it and returns `None`.
    fn reported<T>(&mut self, found: Result<T>, place: SourceSpan) -> Option<T> {
        match found {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                if self.limit.count() {
                    self.resolver.add_error(diagnostic, place);
                }
                None
            }
        }
    }
}
