//! Reads paths from edge to edge of a piece, and positions along such paths.
//!
//! - In: the number of edges of the piece, and the text of a row: `"1-4 red, 2-3 blue"` for paths,
//!   `"1-4 40%"` for places.
//! - Out: paths or places, or an error that names the wrong part of the text.
//! - Not here: the colours of paths, and drawing.

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_language::values::usual_spelling::plain;

/// A path from one edge of a piece to another, or to the middle of the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgePath {
    /// The index of the first edge, starting at 0.
    pub from: usize,
    /// The index of the last edge, starting at 0. `None` if the path ends in the middle of the
    /// piece.
    pub to: Option<usize>,
}

/// A place along a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathStop {
    pub path: EdgePath,
    /// The distance from the edge `from`, as a fraction of the path's length.
    pub share: f64,
}

/// The default position of a place along a path.
const HALFWAY: f64 = 0.5;

/// A path from edge to edge as the user typed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedPath<'t> {
    pub path: EdgePath,
    /// The text after the edges: a colour, or a position along the path. `None` if no text follows.
    pub rest: Option<&'t str>,
    /// The whole text of the path.
    pub typed: &'t str,
}

/// Reads a list of paths such as `"1-4 red, 2-3 blue"` for a piece with this number of edges.
///
/// # Errors
/// A part of the list is not a path, or contains an edge that the piece does not have. The error is about
/// the first wrong part.
pub(super) fn read(list: &str, edges: usize) -> Result<Vec<TypedPath<'_>>> {
    let items: Vec<&str> = list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    let paths = items.iter().enumerate().map(|(index, &typed)| {
        let next = items.get(index + 1).copied();
        read_one(typed, next, edges).map_err(|diagnostic| diagnostic.within(list, typed))
    });
    paths.collect()
}

/// Reads one path. `next` is the text after the next comma, for hints.
fn read_one<'t>(typed: &'t str, next: Option<&str>, edges: usize) -> Result<TypedPath<'t>> {
    let (ends, rest) = typed.split_once(' ').map_or((typed, None), |(ends, rest)| (ends, Some(rest.trim())));
    let (from, to) = parse_ends(ends).ok_or_else(|| not_a_path(typed, next))?;
    if edges == 0 {
        let message = format!("`{typed}`: this piece has no edges");
        return Err(codes::BAD_VALUE
            .error(message)
            .hint("delete this path: a disc has no edges; tiles and cards have edges"));
    }
    if let Some(other) = [from, to].into_iter().find(|n| *n > edges) {
        let message = format!("`{typed}`: there is no edge {other}, because the piece has {edges}");
        return Err(codes::BAD_VALUE.error(message).hint(NUMBERS));
    }
    if from == to {
        let place = if from == 0 { "in the middle" } else { "at the same edge" };
        let message = format!("`{typed}` begins and ends {place}");
        // The hint shows a correct path: the one to the opposite edge.
        let opposite = if from == 0 { 1 } else { (from - 1 + edges / 2) % edges + 1 };
        let right = typed.replacen(ends, &format!("{from}-{opposite}"), 1);
        return Err(codes::BAD_VALUE
            .error(message)
            .hint(format!("write two different ends, such as \"{right}\"")));
    }
    let path = match from.min(to) {
        0 => EdgePath { from: from.max(to) - 1, to: None },
        _ => EdgePath { from: from - 1, to: Some(to - 1) },
    };
    Ok(TypedPath { path, rest, typed })
}

/// A hint that says how edges are numbered.
const NUMBERS: &str = "number the edges clockwise from the top, with 0 for the middle: \"1-3 red, 2-0 blue\"";

/// Parses the two edges of a path, such as `1-4`. Returns `None` for other texts.
fn parse_ends(ends: &str) -> Option<(usize, usize)> {
    let (from, to) = ends.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// Returns the error for a text that is not a path. `next` is the text after the next comma.
///
/// Instead of a hyphen between the two numbers, the user may have typed an arrow, a dash, `to`, a space
/// or a comma. The hint then shows the path with a hyphen.
fn not_a_path(typed: &str, next: Option<&str>) -> Diagnostic {
    let diagnostic = codes::BAD_VALUE.error(format!("expected a path from edge to edge, found `{typed}`"));
    let right = plain(typed).replace("->", "-").replace(" to ", "-").replace(" - ", "-");
    let ends = right.split(' ').next().unwrap_or_default();
    let is_number = |text: &str| text.split(' ').next().is_some_and(|word| word.parse::<usize>().is_ok());
    if right != typed && ends.contains('-') {
        return diagnostic.hint(format!("write \"{right}\", with the hyphen of the keyboard"));
    }
    match (typed.split_once(' '), next) {
        (Some((from, rest)), _) if is_number(from) && is_number(rest) => {
            diagnostic.hint(format!("write \"{from}-{rest}\", with a hyphen between the edges"))
        }
        (None, Some(next)) if is_number(typed) && is_number(next) => diagnostic
            .hint(format!("write \"{typed}-{next}\", with a hyphen, because a comma separates two paths")),
        _ => diagnostic.hint(NUMBERS),
    }
}

/// Reads a list of places along paths, such as `"1-4 40%, 2-5"`.
///
/// # Errors
/// A part of the list is not a path, or its position is not between 0 % and 100 %. The error is about
/// the first wrong part.
pub(super) fn stops(list: &str, edges: usize) -> Result<Vec<PathStop>> {
    let paths = read(list, edges)?;
    paths
        .into_iter()
        .map(|typed| stop(typed).map_err(|diagnostic| diagnostic.within(list, typed.typed)))
        .collect()
}

fn stop(TypedPath { path, rest, typed }: TypedPath<'_>) -> Result<PathStop> {
    let Some(rest) = rest else { return Ok(PathStop { path, share: HALFWAY }) };
    let number = rest.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let percent = number.filter(|percent| (0.0..=100.0).contains(percent)).ok_or_else(|| no_share(typed))?;
    let share = percent / 100.0;
    // A path to the middle always starts at its edge. If the user typed the middle first, the
    // position is counted from the middle and must be reversed.
    let is_reversed = path.to.is_none() && typed.starts_with('0');
    Ok(PathStop { path, share: if is_reversed { 1.0 - share } else { share } })
}

fn no_share(typed: &str) -> Diagnostic {
    let message = format!("expected a path and a percentage from 0% to 100%, found `{typed}`");
    codes::BAD_VALUE
        .error(message)
        .hint("for example, write on = \"1-4 40%\": 40% of the way from edge 1 to edge 4")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_with_the_text_after_them() {
        let paths = read("1-4 red, 5-0", 6).unwrap();
        let path = |from, to| EdgePath { from, to };
        assert_eq!(paths[0], TypedPath { path: path(0, Some(3)), rest: Some("red"), typed: "1-4 red" });
        assert_eq!(paths[1], TypedPath { path: path(4, None), rest: None, typed: "5-0" });
    }

    #[test]
    fn shares_are_counted_from_the_end_that_is_typed_first() {
        let shares = |list| stops(list, 6).unwrap().iter().map(|stop| stop.share).collect::<Vec<_>>();
        assert_eq!(shares("1-4 40%, 2-5, 3-0 25%, 0-3 25%"), [0.4, 0.5, 0.25, 0.75]);
        assert_eq!(shares("1-4 100%"), [1.0]);
        assert!(stops("1-4 101%", 6).is_err());
    }

    #[test]
    fn a_hint_shows_the_path_that_is_meant() {
        let hint = |list| read(list, 6).unwrap_err().hint.unwrap_or_default();
        assert_eq!(hint("1 4 red"), "write \"1-4 red\", with a hyphen between the edges");
        assert_eq!(hint("1, 4 red"), "write \"1-4 red\", with a hyphen, because a comma separates two paths");
        assert_eq!([hint("1 far red"), hint("far 1")], [NUMBERS; 2]);
        assert_eq!([hint("1, far red"), hint("far, 1")], [NUMBERS; 2]);
        assert_eq!(hint("0-0 red"), "write two different ends, such as \"0-1 red\"");
        assert_eq!(hint("1-2, 5-5"), "write two different ends, such as \"5-2\"");
    }

    #[test]
    fn a_mistake_knows_its_part_of_the_list() {
        let part = |list| read(list, 6).unwrap_err().part();
        assert_eq!(part("1-4 red, 2-7 blue"), Some(9..17));
        assert_eq!(part("3-3"), Some(0..3));
        assert_eq!(stops("1-4 10%, 2-5 far", 6).unwrap_err().part(), Some(9..16));
        assert!(read("6-1", 6).is_ok());
    }
}
