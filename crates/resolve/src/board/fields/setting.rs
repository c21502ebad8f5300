//! The values that a sign gives to cells: fixed, or computed from the fields of each cell.

use std::sync::Arc;

use crate::context::Compiler;
use hexpress_game::cell_lines::CellLine;
use hexpress_game::constraints::Stated;
use hexpress_language::values::per_row::PerRow;
use hexpress_language::values::place::At;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::value::Line;
use hexpress_template::Template;

/// A template of the look of a cell.
pub type LookTemplate = Option<Arc<Stated<Template>>>;

/// The label, the fill or the line that a sign gives to a cell.
pub enum Setting<T> {
    /// The sign has no such key, so the cell keeps its value.
    Unchanged,
    /// The layout gives a value. `None` means that it gives `none`, or that its value has an error.
    Changed(Option<T>),
    /// A template, which is evaluated for the fields of each cell.
    Computed(Arc<Stated<Template>>),
}

impl<T: Clone> Setting<T> {
    /// Returns the setting of a key. `read` returns the value that all cells have.
    pub fn new<V: Clone>(
        given: Option<&At<PerRow<V>>>,
        read: impl FnOnce(&At<V>, &mut Compiler<'_>) -> Option<T>,
        compiler: &mut Compiler<'_>,
    ) -> Self {
        match given.map(|at| (at, &at.value)) {
            None => Self::Unchanged,
            Some((at, PerRow::Fixed(value))) => Self::Changed(read(&at.with(value.clone()), compiler)),
            Some((at, PerRow::Share(share))) => {
                Self::Changed(read(&at.with(share.nominal.clone()), compiler))
            }
            Some((at, PerRow::Each(source))) => {
                let stated = compiler.stated_template(&at.with(source.clone()));
                stated.map_or(Self::Changed(None), |stated| Self::Computed(Arc::new(stated)))
            }
        }
    }

    /// Returns the value of a cell that had the value `base` before, and its template.
    pub fn apply(&self, base: &Option<T>, from: &LookTemplate) -> (Option<T>, LookTemplate) {
        match self {
            Self::Unchanged => (base.clone(), from.clone()),
            Self::Changed(value) => (value.clone(), None),
            Self::Computed(template) => (None, Some(Arc::clone(template))),
        }
    }
}

impl Setting<CellLine> {
    /// Returns the line of a sign, whose width may be a share of a cell.
    pub fn of_line(given: Option<&At<PerRow<Line>>>, compiler: &mut Compiler<'_>) -> Self {
        let Some(At { value: PerRow::Share(share), span }) = given else {
            return Self::new(given, |line, compiler| compiler.stroke(line).map(CellLine::from), compiler);
        };
        let at = At { value: (), span: span.clone() };
        let line = compiler.ok_or_report(share.formula.parse::<OfWhole<Line>>(), &at);
        Self::Changed(line.and_then(|line| compiler.cell_line(&at.with(line))))
    }
}

impl Setting<Arc<str>> {
    /// Returns the label of a sign.
    pub fn of_label(label: &At<String>, compiler: &mut Compiler<'_>) -> Self {
        if !label.value.contains('{') {
            return Self::Changed(Some(label.value.as_str().into()));
        }
        let stated = compiler.stated_template(label);
        stated.map_or(Self::Changed(None), |stated| Self::Computed(Arc::new(stated)))
    }
}
