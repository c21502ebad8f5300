//! Values that are fixed, or that a template computes from each row.

use hexpress_language::values::per_row;
use hexpress_template::Template;

/// A value of an element. It is fixed, or a template computes it from each row.
pub type PerRow<T> = per_row::PerRow<T, Template>;

/// Returns the names of the fields that a value uses.
pub fn needs_of<T>(value: &PerRow<T>) -> impl Iterator<Item = &str> {
    value.template().into_iter().flat_map(Template::needs)
}
