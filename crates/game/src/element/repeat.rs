//! The repetition of an element.
//!
//! - In: the number of copies, and the distance from a copy to the next one.
//! - Out: types with all names resolved, and parsers for numbers of copies.
//! - Not here: the copies for a row (`hexpress-settle`).

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::BezPath;

use crate::per_row::{PerRow, needs_of};
use hexpress_base::diag::{Result, codes};
use hexpress_language::values::value::{Grid, Pair};
use hexpress_template::Template;

/// The largest number of copies of an element.
pub const MAX_COPIES: usize = 1000;

#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// The name by which rules refer to the copies. `None` if no rule refers to them.
    pub name: Option<Arc<str>>,
    pub copies: Copies,
    /// The offset from each copy to the next one, in mm.
    pub by: PerRow<Pair>,
    /// The rotation of each copy relative to the previous copy, in degrees clockwise. Copies are rotated
    /// around the centre of the frame.
    pub turn: PerRow<f64>,
    /// The numbers of the copies that are left out, counted from 1.
    pub skip: Vec<u32>,
}

/// The arrangement of the copies, which also sets their number.
#[derive(Debug, Clone, PartialEq)]
pub enum Copies {
    /// A number of copies such as `6`, or the numbers of the first and the last copy, such as
    /// `1..20`.
    Numbered(Template),
    /// One copy in each column of each row of a grid.
    Grid(Grid),
    /// One copy for each item of a text.
    Items(Template),
    /// Copies along a path. The coordinates of the path are in mm from the place of the element.
    Along {
        path: PerRow<BezPath>,
        count: Template,
        /// Whether each copy is rotated so that it follows the direction of the path.
        turned: bool,
    },
}

impl Repeat {
    /// Returns the names of the fields that the copies use.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let (template, path) = match &self.copies {
            Copies::Numbered(template) | Copies::Items(template) => (Some(template), None),
            Copies::Along { path, count, .. } => (Some(count), Some(path)),
            Copies::Grid(_) => (None, None),
        };
        let copies =
            template.into_iter().flat_map(Template::needs).chain(path.into_iter().flat_map(needs_of));
        copies.chain(needs_of(&self.by)).chain(needs_of(&self.turn))
    }

    /// Returns the names of the fields that the copies have in addition to the fields of the row.
    pub fn fields(&self) -> &'static [&'static str] {
        match self.copies {
            Copies::Numbered(_) | Copies::Along { .. } => &["n"],
            Copies::Grid(_) => &["n", "column", "row"],
            Copies::Items(_) => &["n", "item"],
        }
    }
}

/// Parses a number of copies such as `6`, or the numbers of the first and the last copy, such as
/// `1..20`.
///
/// # Errors
/// The text has another form, or there are too many copies.
pub fn copy_numbers(text: &str) -> Result<RangeInclusive<i64>> {
    let typed = text.trim();
    let numbers = match typed.split_once("..") {
        Some((first, last)) => whole(first).zip(whole(last.trim_start_matches('='))),
        None => whole(typed).map(|count| (1, count)),
    };
    let Some((first, last)) = numbers else {
        let message = match typed {
            "" => "expected a number of copies, found nothing".to_owned(),
            _ => format!("expected a number of copies, found `{text}`"),
        };
        let hint = match typed {
            "" => "write a number, or 0 for no copies",
            _ => "write a number, such as repeat = 6, or a range, such as repeat = \"1..20\"",
        };
        return Err(codes::BAD_VALUE.error(message).hint(hint));
    };
    let count = last.saturating_sub(first).saturating_add(1);
    if count < 0 {
        let (message, hint) = match typed.contains("..") {
            true => (format!("`{typed}` counts backwards"), format!("write \"{last}..{first}\"")),
            false => {
                (format!("`repeat` is {last}, but it must not be negative"), format!("write {}", last.abs()))
            }
        };
        return Err(codes::BAD_COUNT.error(message).hint(hint));
    }
    check_count(count.unsigned_abs())?;
    Ok(first..=last)
}

fn whole(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

/// Checks a number of copies.
///
/// # Errors
/// There are more than [`MAX_COPIES`].
pub fn check_count(count: u64) -> Result<()> {
    if count <= MAX_COPIES as u64 {
        return Ok(());
    }
    let message = format!("an element has at most {MAX_COPIES} copies, but this one has {count}");
    let hint = "use fewer copies, or divide them among several elements";
    Err(codes::BAD_COUNT.error(message).hint(hint))
}

/// Splits a text into items. The element is copied once for each item.
///
/// If the text contains a comma, items are separated by commas. Otherwise, they are separated by
/// spaces.
pub fn items(text: &str) -> impl Iterator<Item = &str> {
    let has_commas = text.contains(',');
    let is_between = move |c: char| if has_commas { c == ',' } else { c.is_whitespace() };
    text.split(is_between).map(str::trim).filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_at_most_a_thousand_copies() {
        assert_eq!(copy_numbers("1000").unwrap(), 1..=1000);
        assert_eq!(copy_numbers("0..20").unwrap(), 0..=20);
        assert_eq!(copy_numbers("0").unwrap().count(), 0);
        for wrong in ["1001", "0..1000", "-2", "20..1", "six", ""] {
            assert!(copy_numbers(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn items_are_separated_by_commas_or_spaces() {
        assert_eq!(items("sun  moon star").collect::<Vec<_>>(), ["sun", "moon", "star"]);
        assert_eq!(items("New York, Rome,").collect::<Vec<_>>(), ["New York", "Rome"]);
        assert_eq!(items("  ").count(), 0);
    }
}
