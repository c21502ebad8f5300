//! Describes the values that a sign (an entry of `[board.key]` or `[board.at]`) sets for cells. The
//! values are fixed, or they are computed from the fields of each cell.

use std::sync::Arc;

use crate::context::Resolver;
use hexpress_game::cell_lines::CellLine;
use hexpress_game::constraints::Located;
use hexpress_language::values::per_row::PerRow;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Line;
use hexpress_template::Template;

/// The template from which the label, fill or line of a cell is computed. `None` if the value is
/// fixed.
pub type LookTemplate = Option<Arc<Located<Template>>>;

/// How a sign sets a label, fill or line.
pub enum Setting<T> {
    /// The sign does not have this key, so cells keep the value that they have.
    Unchanged,
    /// The layout sets a fixed value. `None` means that the value is `none` or invalid.
    Changed(Option<T>),
    /// The layout sets a template. It is evaluated with the fields of each cell.
    Computed(Arc<Located<Template>>),
}

impl<T: Clone> Setting<T> {
    /// Returns the setting for a key. `read` compiles a fixed value.
    pub fn new<V: Clone>(
        typed: Option<&Spanned<PerRow<V>>>,
        read: impl FnOnce(&Spanned<V>, &mut Resolver<'_>) -> Option<T>,
        resolver: &mut Resolver<'_>,
    ) -> Self {
        match typed.map(|at| (at, &at.value)) {
            None => Self::Unchanged,
            Some((at, PerRow::Fixed(value))) => Self::Changed(read(&at.with(value.clone()), resolver)),
            Some((at, PerRow::Percentages(percentages))) => {
                Self::Changed(read(&at.with(percentages.nominal.clone()), resolver))
            }
            Some((at, PerRow::Template(source))) => {
                let stated = resolver.located_template(&at.with(source.clone()));
                stated.map_or(Self::Changed(None), |stated| Self::Computed(Arc::new(stated)))
            }
        }
    }

    /// Applies the setting to a cell. `base` is the earlier value of the cell. If `base` is computed
    /// from a template, `from` is this template. Returns the new value and its template.
    pub fn apply(&self, base: &Option<T>, from: &LookTemplate) -> (Option<T>, LookTemplate) {
        match self {
            Self::Unchanged => (base.clone(), from.clone()),
            Self::Changed(value) => (value.clone(), None),
            Self::Computed(template) => (None, Some(Arc::clone(template))),
        }
    }
}

impl Setting<CellLine> {
    /// Returns the setting for the line of a sign. The width of this line may be a percentage of the
    /// cell size.
    pub fn of_line(value: Option<&Spanned<PerRow<Line>>>, resolver: &mut Resolver<'_>) -> Self {
        let Some(Spanned { value: PerRow::Percentages(percentages), span }) = value else {
            return Self::new(value, |line, resolver| resolver.stroke(line).map(CellLine::from), resolver);
        };
        let at = Spanned { value: (), span: span.clone() };
        let line = resolver.ok_or_report(percentages.template.parse::<OfWhole<Line>>(), &at);
        Self::Changed(line.and_then(|line| resolver.cell_line(&at.with(line))))
    }
}

impl Setting<Arc<str>> {
    /// Returns the setting for the label of a sign.
    pub fn of_label(label: &Spanned<String>, resolver: &mut Resolver<'_>) -> Self {
        if !label.value.contains('{') {
            return Self::Changed(Some(label.value.as_str().into()));
        }
        let stated = resolver.located_template(label);
        stated.map_or(Self::Changed(None), |stated| Self::Computed(Arc::new(stated)))
    }
}
