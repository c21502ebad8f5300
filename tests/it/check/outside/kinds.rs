//! Kinds of changes that can be made to any drawing. Each line of `kinds.txt` names the base, the
//! drawings and the kinds.
//!
//! | kind | effect |
//! |---|---|
//! | `remove`, `move`, `nudge`, `turn`, `half`, `mirror`, `scale`, `copy`, `twice` | edits of [`super::edit`], with fixed numbers |
//! | `swap` | swaps the drawing with the next one on the line |
//! | `cover` | covers the centre of the drawing with a white box |
//! | `recolour`, `drop`, `first` | in a PDF: changes the colour of a fill, or removes the last or the first shape |
//! | `again`, `fade`, `thick`, `garble` | in a PDF: draws the first area again on top, makes all half transparent, doubles the widths of lines, or reverses the letters |
//! | `pale`, `hidden`, `magenta` | in an SVG: makes the drawing half transparent, hides it, or changes its colour |
//!
//! No line says what must be reported: the pixels decide. See [`super::pixels`].

use super::base;
use super::edit::{Pdf, number};

/// A change of one kind: its description, and its edits.
pub struct Change {
    pub what: String,
    pub base: &'static str,
    /// The drawings that are changed.
    pub pieces: Vec<&'static str>,
    /// True if the change also covers or uncovers the surroundings of the drawings.
    pub spills: bool,
    pub edits: Vec<Vec<String>>,
}

/// Returns all changes of `kinds.txt`.
pub fn changes() -> Vec<Change> {
    let text: &'static str = base::read("kinds.txt").leak();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.flat_map(line).collect()
}

fn line(line: &'static str) -> Vec<Change> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [base, pieces, kinds] = parts[..] else { panic!("three parts in {line}") };
    let pieces: Vec<&str> = pieces.split_whitespace().collect();
    let mut all = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces[(at + 1) % pieces.len()];
        for kind in kinds.split_whitespace() {
            if kind == "swap" && (pieces.len() < 2 || at == 1 && pieces.len() == 2) {
                continue;
            }
            let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
            let edit = match kind {
                "move" => words(&["move", piece, "3", "1"]),
                "nudge" => words(&["move", piece, "0.4", "-0.3"]),
                "turn" => words(&["turn", piece, "60"]),
                "half" => words(&["turn", piece, "180"]),
                "scale" => words(&["scale", piece, "1.06"]),
                "copy" => words(&["copy", piece, "4", "3"]),
                "twice" => words(&["copy", piece, "0", "0"]),
                "swap" => words(&["swap", piece, next]),
                "cover" => words(&["cover", piece, "white", "last", "box=0.3,0.3,0.7,0.7"]),
                "pale" => words(&["attr", piece, "opacity", ".4"]),
                "hidden" => words(&["attr", piece, "display", "none"]),
                kind => words(&[kind, piece]),
            };
            let pieces = if kind == "swap" { vec![*piece, next] } else { vec![*piece] };
            let spills =
                matches!(kind, "move" | "nudge" | "scale" | "copy" | "turn" | "mirror" | "half" | "swap");
            let what = format!("kind: {kind} {piece} of {base}");
            all.push(Change { what, base, pieces, spills, edits: vec![edit] });
        }
    }
    all
}

/// Applies a change of this module. Returns false if `words` is not one of these changes.
pub fn apply_edit(pdf: &mut Pdf<'_>, words: &[&str]) -> bool {
    match *words {
        ["recolour", piece] => pdf.edit_drawing(piece, |text| lines(text, recoloured, 1)),
        ["drop", piece] => pdf.edit_drawing(piece, |text| {
            let count = text.lines().filter(|line| is_painted(line)).count();
            let mut left = count;
            lines(
                text,
                |line| {
                    left -= usize::from(is_painted(line));
                    (is_painted(line) && left == 0).then(|| "n".to_owned())
                },
                1,
            )
        }),
        ["first", piece] => {
            pdf.edit_drawing(piece, |text| lines(text, |line| is_painted(line).then(|| "n".to_owned()), 1));
        }
        ["thick", piece] => pdf.edit_drawing(piece, |text| lines(text, thicker, usize::MAX)),
        ["garble", piece] => pdf.edit_drawing(piece, |text| lines(text, garbled, 1)),
        ["again", piece] => pdf.edit_drawing(&format!("{piece}#0"), again),
        ["fade", piece] => {
            let page = pdf.base.spot(piece).0.to_string();
            super::file::apply_edit(pdf, &["resource", &page, "ExtGState", "More", "<< /ca .5 /CA .5 >>"])
                .unwrap();
            pdf.edit_drawing(piece, |text| {
                let (head, rest) = text.split_once('\n').unwrap();
                let (body, end) = rest.rsplit_once("EMC").unwrap();
                format!("{head}\nq /More gs\n{body}Q\nEMC{end}")
            });
        }
        _ => return false,
    }
    true
}

/// Changes the first `most` lines for which `change` returns a new text.
fn lines(text: &str, mut change: impl FnMut(&str) -> Option<String>, most: usize) -> String {
    let mut left = most;
    let changed = text.lines().map(|line| match (left, change(line)) {
        (1.., Some(new)) => {
            left -= 1;
            new
        }
        _ => line.to_owned(),
    });
    changed.map(|line| line + "\n").collect()
}

fn is_painted(line: &str) -> bool {
    matches!(line, "f" | "S" | "B" | "f*" | "B*")
}

/// Returns a line that sets a fill colour, with the colour changed to magenta.
fn recoloured(line: &str) -> Option<String> {
    let (head, tail) = match line.split_once(" rg") {
        Some((numbers, tail)) => (numbers, tail),
        None => line.split_once(" g").filter(|(gray, _)| gray.parse::<f64>().is_ok())?,
    };
    let all = head.split(' ').all(|word| word.parse::<f64>().is_ok());
    all.then(|| format!("1 0 1 rg{tail}"))
}

fn thicker(line: &str) -> Option<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = words.iter().position(|word| word == "w").filter(|at| *at > 0)?;
    words[at - 1] = format!("{:.4}", 2.0 * number(&words[at - 1]));
    Some(words.join(" "))
}

/// Returns a line that shows text, with its letters reversed.
fn garbled(line: &str) -> Option<String> {
    let (head, rest) = line.split_once("[<")?;
    let (hex, tail) = rest.split_once(">")?;
    let glyphs: Vec<&str> = (0..hex.len() / 4).rev().map(|at| &hex[at * 4..at * 4 + 4]).collect();
    let new = glyphs.concat();
    (new != hex).then(|| format!("{head}[<{new}>{tail}"))
}

/// Returns a drawing with its first area drawn once more, on top.
fn again(text: &str) -> String {
    let all: Vec<&str> = text.lines().collect();
    let end = all.iter().position(|line| *line == "f").unwrap_or_else(|| panic!("no surface in {text}"));
    let start = (0..end).rev().find(|at| all[*at].ends_with(" m")).unwrap();
    let is_colour = |line: &&&str| line.contains(" rg") || line.ends_with(" g");
    let colour = all[..start].iter().rev().find(is_colour).unwrap();
    let at = text.rfind("Q\n").unwrap();
    format!("{}q {colour}\n{}\nQ\n{}", &text[..at], all[start..=end].join("\n"), &text[at..])
}
