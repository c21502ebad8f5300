//! What the checker has to report for a row of `rows/*.txt`.

use super::base::{Base, Fault, Reported};
use super::pixel_check::PixelResult;

#[derive(Debug, Default)]
pub struct Expectation {
    nothing: bool,
    at: Vec<String>,
    near: Option<(usize, f64, f64)>,
    page: Option<usize>,
    says: Vec<String>,
    codes: Vec<String>,
    file: bool,
    most: Option<usize>,
    status: Option<i32>,
    cells: Option<u64>,
    worst: Option<f64>,
    also: Vec<String>,
    warns: Vec<String>,
}

const KEYS: [&str; 13] = [
    "nothing", "at", "near", "page", "says", "code", "file", "most", "status", "cells", "worst", "also",
    "warns",
];
/// The largest width and height of a reported place, in mm. A larger place would not show which drawing
/// is wrong.
const PLACE: f64 = 80.0;
/// The digest rule. It reports that a page was changed, but not where.
pub const DIGEST: &str = "HX464";

impl Expectation {
    pub fn read(words: &[String]) -> Self {
        let mut all = Self::default();
        let mut words = words.iter().peekable();
        while let Some(key) = words.next() {
            let mut values: Vec<&str> = Vec::new();
            while let Some(value) = words.next_if(|word| !KEYS.contains(&word.as_str())) {
                values.push(value);
            }
            let owned = || values.iter().map(|value| (*value).to_owned());
            let number = |at: usize| values[at].parse::<f64>().unwrap();
            match key.as_str() {
                "nothing" => all.nothing = true,
                "at" => all.at.extend(owned()),
                "near" => all.near = Some((values[0].parse().unwrap(), number(1), number(2))),
                "page" => all.page = Some(values[0].parse().unwrap()),
                "says" => all.says.extend(owned()),
                "code" => all.codes.extend(owned()),
                "file" => all.file = true,
                "most" => all.most = Some(values[0].parse().unwrap()),
                "status" => all.status = Some(values[0].parse().unwrap()),
                "cells" => all.cells = Some(values[0].parse().unwrap()),
                "worst" => all.worst = Some(number(0)),
                "also" => all.also.extend(owned()),
                "warns" => all.warns.extend(owned()),
                key => panic!("what is {key}?"),
            }
        }
        all
    }

    /// Returns what is wrong with the reports, or `None` if they are as expected.
    pub fn fails(&self, reported: &Reported, base: &Base) -> Option<String> {
        let errors: Vec<&Fault> = reported.faults.iter().filter(|fault| fault.error).collect();
        if let Some(cells) = self.cells.filter(|cells| *cells != reported.cells) {
            return Some(format!("{cells} cells should be found, not {}", reported.cells));
        }
        if let Some(worst) = self.worst.filter(|worst| (worst - reported.worst).abs() > 0.005) {
            return Some(format!("the worst deviation should be {worst} mm, not {} mm", reported.worst));
        }
        for code in &self.warns {
            if !reported.faults.iter().any(|fault| !fault.error && fault.code == *code) {
                return Some(format!("{code} should warn"));
            }
        }
        if self.nothing {
            let clean = errors.is_empty() && reported.status == 0;
            return (!clean).then(|| "nothing should be told".to_owned());
        }
        let status = self.status.unwrap_or(1);
        if reported.status != status {
            return Some(format!("the status should be {status}"));
        }
        for piece in &self.at {
            if !errors.iter().any(|fault| is_at(fault, piece, base)) {
                return Some(format!("{piece} should be told"));
            }
        }
        if let Some((page, x, y)) = self.near {
            let holds = |fault: &&Fault| {
                fault.page == Some(page)
                    && fault.rect.is_some_and(|rect| {
                        rect.width().max(rect.height()) <= PLACE
                            && rect.inflate(3.0, 3.0).contains(kurbo::Point::new(x, y))
                    })
            };
            if !errors.iter().any(holds) {
                return Some(format!("a place near {x} {y} of page {page} should be told"));
            }
        }
        if let Some(page) = self.page
            && !errors.iter().any(|fault| fault.page == Some(page) && fault.code != DIGEST)
        {
            return Some(format!("page {page} should be told, by more than its digest"));
        }
        if self.file && !errors.iter().any(|fault| fault.page.is_none()) {
            return Some("the file should be told".to_owned());
        }
        for words in &self.says {
            if !errors.iter().any(|fault| fault.message.contains(words.as_str())) {
                return Some(format!("`{words}` should be said"));
            }
        }
        for code in &self.codes {
            if !errors.iter().any(|fault| fault.code == *code) {
                return Some(format!("{code} should be told"));
            }
        }
        if let Some(most) = self.most.filter(|most| errors.len() > *most) {
            return Some(format!("{} errors, where {most} say it", errors.len()));
        }
        let unfounded = |fault: &&Fault| {
            let is_unfounded =
                |piece: &String| !self.at.iter().chain(&self.also).any(|known| is_of(piece, known));
            fault.piece.as_ref().filter(|piece| is_unfounded(piece)).cloned()
        };
        errors.iter().find_map(unfounded).map(|piece| format!("{piece} is blamed, and is innocent"))
    }
}

/// Returns why the pixels contradict the reports, or `None` if they do not.
pub fn fails_pixels(pixels: &PixelResult) -> Option<String> {
    let unreported = pixels.unreported.as_ref().map(|place| format!("seen and not reported:{place}"));
    unreported.or_else(|| {
        pixels.false_report.as_ref().map(|what| format!("reported, and no pixel differs: {what}"))
    })
}

/// Returns why the reports about changed pieces do not match the visible changes, or `None` if they
/// match.
pub fn fails_pieces(
    reported: &Reported,
    base: &Base,
    pixels: &PixelResult,
    pieces: &[&str],
    spills: bool,
) -> Option<String> {
    let errors: Vec<&Fault> = reported.faults.iter().filter(|fault| fault.error).collect();
    if let Some(why) = fails_pixels(pixels) {
        return Some(why);
    }
    if !pixels.differs {
        return (!errors.is_empty()).then(|| "no pixel differs".to_owned());
    }
    if !pixels.visibly_differs {
        return None;
    }
    for piece in pieces {
        if !errors.iter().any(|fault| is_at(fault, piece, base)) {
            return Some(format!("{piece} should be told"));
        }
    }
    let others = errors.iter().filter_map(|fault| fault.piece.as_ref());
    let mut others = others.filter(|id| !pieces.iter().any(|piece| is_of(id, piece)));
    others.next().filter(|_| !spills).map(|piece| format!("{piece} is blamed, and is innocent"))
}

/// Returns true if a drawing belongs to `piece`.
fn is_of(id: &str, piece: &str) -> bool {
    let piece = piece.split_once('@').map_or(piece, |(name, _)| name);
    piece == "*" || id == piece || id.strip_prefix(piece).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns true if a message says that two drawings have swapped places, and `piece` is one of
/// them.
fn names(message: &str, piece: &str) -> bool {
    let Some(both) = message.strip_suffix(" have swapped places") else { return false };
    let spoken = piece.split_once('/').map(|(deck, number)| format!("piece {number} of {deck}"));
    both.split(" and ").any(|one| one == piece || spoken.as_deref() == Some(one))
        || piece.contains(":") && both.contains("cell")
}

/// Returns true if a fault names `piece`, or a place that is not much larger than `piece`.
fn is_at(fault: &Fault, piece: &str, base: &Base) -> bool {
    if fault.piece.as_deref().is_some_and(|id| is_of(id, piece)) || names(&fault.message, piece) {
        return true;
    }
    let (page, own_rect) = base.spot(piece);
    let Some(rect) = fault.rect.filter(|_| fault.page == Some(page)) else { return false };
    let small =
        rect.width() <= 1.3 * own_rect.width() + 6.0 && rect.height() <= 1.3 * own_rect.height() + 6.0;
    small && own_rect.inflate(1.0, 1.0).contains(rect.center())
}
