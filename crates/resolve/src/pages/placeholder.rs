//! Reads the placeholders of a text, such as `{board:map 60mm}`.
//!
//! - In: a paragraph that consists of braces and the text between them.
//! - Out: the block that replaces the paragraph.
//! - Not here: looking up boards and components.

use std::ops::RangeInclusive;

use hexpress_base::diag::{Diagnostic, Result, codes, near};
use hexpress_base::units::Mm;
use hexpress_game::pages::{BlockKind, Figure, FigureSubject, FigureWidth};

const KINDS: [&str; 4] = ["board", "piece", "components", "contents"];

/// The smallest and the largest width of a figure, in mm.
const ALLOWED_WIDTHS_MM: [f64; 2] = [5.0, 2000.0];
/// The smallest and the largest width of a figure, in percent of the column's width.
const ALLOWED_PERCENTAGES: RangeInclusive<f64> = 1.0..=100.0;

/// Returns the text between the braces of a placeholder. Returns `None` if a paragraph is not a
/// placeholder.
pub fn inside(paragraph: &str) -> Option<&str> {
    let inside = paragraph.trim().strip_prefix('{')?.strip_suffix('}')?;
    (!inside.contains(['{', '}', '\n'])).then_some(inside.trim())
}

/// Returns the first placeholder among the words of a paragraph, with its braces. A backslash or a backtick
/// in front of the brace makes it a part of the text.
pub fn among_words(paragraph: &str) -> Option<&str> {
    paragraph.match_indices('{').find_map(|(start, _)| {
        let (before, behind) = paragraph.split_at(start);
        let length = behind.find('}')? + 1;
        let kind = behind[1..length - 1].split([':', ' ']).next()?;
        (KINDS.contains(&kind) && !before.ends_with(['\\', '`'])).then_some(&behind[..length])
    })
}

/// Reads the text between the braces of a placeholder.
///
/// # Errors
/// The kind is unknown, or a value is missing or wrong.
pub fn read(inside: &str) -> Result<BlockKind> {
    let (subject, width) = match inside.split_once(char::is_whitespace) {
        Some((subject, width)) => (subject, Some(self::width(width.trim())?)),
        None => (inside, None),
    };
    let mut parts = subject.split(':');
    let kind = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    match (kind, rest.as_slice()) {
        ("components", []) => Ok(BlockKind::Components),
        ("contents", []) => Ok(BlockKind::Contents),
        ("board", [name]) if !name.is_empty() => {
            let shows = FigureSubject::Board((*name).to_owned());
            Ok(BlockKind::Figure(Figure { shows, width, alt: (*name).into() }))
        }
        ("piece", [component, number]) => {
            let shows = FigureSubject::Piece { component: (*component).to_owned(), index: index(number)? };
            Ok(BlockKind::Figure(Figure { shows, width, alt: format!("{component} {number}").into() }))
        }
        _ => Err(wrong(kind)),
    }
}

/// Returns the error for a placeholder that is not written correctly, for example without a name.
fn wrong(kind: &str) -> Diagnostic {
    let form = match kind {
        "board" => "write the name of a board: {board:NAME}",
        "piece" => "write the name of a component and the number of a piece: {piece:NAME:1}",
        "components" | "contents" => {
            let message = format!("the placeholder `{kind}` takes no name and no number");
            return codes::BAD_VALUE.error(message).hint(format!("write only {{{kind}}}"));
        }
        _ => {
            let hint = near::among(kind, &KINDS, "choose one of:");
            return codes::UNKNOWN_NAME.error(format!("unknown placeholder `{kind}`")).hint(hint);
        }
    };
    codes::BAD_VALUE.error(format!("the placeholder `{kind}` is not complete")).hint(form)
}

/// Reads the number of a piece, counted from 1. Returns the index of the piece.
fn index(number: &str) -> Result<usize> {
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    index.ok_or_else(|| {
        let message = format!("`{number}` is not the number of a piece");
        codes::BAD_VALUE.error(message).hint("write a whole number from 1: {piece:NAME:1}")
    })
}

/// Reads a width: a length, or a percentage of the column's width such as `80%`.
fn width(text: &str) -> Result<FigureWidth> {
    if let Some(percent) = text.strip_suffix('%') {
        let share =
            percent.trim().parse::<f64>().ok().filter(|percent| ALLOWED_PERCENTAGES.contains(percent));
        return share.map(|percent| FigureWidth::Share(percent / 100.0)).ok_or_else(|| {
            let message = format!(
                "the width of a figure must be from {} to {} %",
                ALLOWED_PERCENTAGES.start(),
                ALLOWED_PERCENTAGES.end()
            );
            codes::BAD_SIZE.error(message)
        });
    }
    let Mm(width) = text.parse::<Mm>()?;
    let [least, most] = ALLOWED_WIDTHS_MM;
    if (least..=most).contains(&width) {
        return Ok(FigureWidth::Mm(width));
    }
    let message = format!("the width of a figure must be from {least} to {most} mm");
    Err(codes::BAD_SIZE.error(message))
}
