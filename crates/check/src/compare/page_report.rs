//! Reports the differences that concern a whole file or a whole page: layers, the record, page
//! boxes, and unusual features.
//!
//! - In: files and pages.
//! - Out: faults or their messages.
//! - Not here: differences of single drawings; `report` reports these.

use kurbo::Rect;

use super::on_page::OnPage;
use crate::fault::{Fault, Findings};
use hexpress_base::diag::{Severity, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{Page, UnknownFeature};

/// If more pieces than this have the same unusual feature, the message names only this number of them,
/// and counts the others.
const MAX_NAMED_PIECES: usize = 4;
/// Two page boxes count as equal if their sides differ by at most this, in mm.
const SAME_BOX: f64 = 0.1;

/// Describes a page: its number, and the component that it shows.
pub fn page_name(number: usize, page: Option<&Page>) -> String {
    let component = page.and_then(|page| page.items.iter().find_map(|item| item.id.as_deref()?.component()));
    component.map_or_else(|| format!("page {number}"), |name| format!("page {number} ({name})"))
}

pub fn report_layers(off: &[String]) -> Vec<Fault> {
    let mut findings = Findings::new(codes::DIFFERS, Severity::Error);
    for layer in off {
        let message = format!("layer {layer} is off: its drawings are neither shown nor printed");
        findings.fault(message).hint("turn the layer on, or build the file again from its layout");
    }
    findings.faults
}

/// Reports a file whose pages are unchanged, but differ from the pages that the layout in its record
/// makes. The record then contains the wrong layout.
pub fn report_other_record(file: usize) -> Vec<Fault> {
    let mut findings = Findings::new(codes::DIFFERS, Severity::Error);
    let message = "no page was changed, but the pages do not match the record: the record was changed, or \
        another version of hexpress wrote the file";
    findings.fault(message).at(file, 1, None).hint("build the file again from its layout");
    findings.faults
}

/// Returns the message about a PDF feature that the comparison does not evaluate.
pub fn ignored_feature_text(feature: &str) -> String {
    format!("the file contains {feature}, so the checker cannot tell what the sheet looks like")
}

/// Reports features that the comparison does not evaluate, at each piece with such a feature. Leaves
/// out pieces that have another fault.
///
/// If many pieces have the same feature, only the first few are named, and the message states how many
/// more there are.
pub fn report_strange(all: &[&UnknownFeature], faults: &[Fault], place: &OnPage<'_>) -> Vec<Fault> {
    let mut by_feature: SortedMap<&str, Vec<&UnknownFeature>> = SortedMap::new();
    for strange in all {
        let pieces = by_feature.entry(&strange.what).or_default();
        if strange.piece.is_none() || faults.iter().all(|fault| fault.id != strange.piece) {
            pieces.push(strange);
        }
    }
    let mut findings = Findings::new(codes::DIFFERS, Severity::Error);
    for (feature, pieces) in by_feature {
        let message = match pieces.len().saturating_sub(MAX_NAMED_PIECES) {
            0 => ignored_feature_text(feature),
            1 => format!("{} (1 more piece has this fault)", ignored_feature_text(feature)),
            more => format!("{} ({more} more pieces have this fault)", ignored_feature_text(feature)),
        };
        for strange in pieces.into_iter().take(MAX_NAMED_PIECES) {
            let id = strange.piece.as_ref();
            let fault = findings.fault(message.as_str()).at(place.file, place.page, None).about(id);
            fault.in_layout(place.layout_place_of(id));
        }
    }
    findings.faults
}

/// Returns the largest distance between a side of one box and the same side of the other box.
pub fn side_distance(a: Rect, b: Rect) -> f64 {
    (a.x0 - b.x0).abs().max((a.y0 - b.y0).abs()).max((a.x1 - b.x1).abs()).max((a.y1 - b.y1).abs())
}

/// Returns the part of a page that viewers show.
pub fn shown_part(page: &Page) -> Rect {
    page.crop.unwrap_or(page.media)
}

/// Returns whether two pages have the same size, and whether viewers show the same part of both.
pub fn has_same_boxes(found: &Page, made: &Page) -> bool {
    side_distance(found.media, made.media) <= SAME_BOX
        && side_distance(shown_part(found), shown_part(made)) <= SAME_BOX
}

/// Returns the message about the first page box that differs. Returns `None` if no box differs.
pub fn box_difference(found: &Page, made: &Page) -> Option<String> {
    let (is, should) = (found.media.size(), made.media.size());
    if side_distance(found.media, made.media) > SAME_BOX {
        return Some(format!(
            "the page is {:.1} x {:.1} mm, not {:.1} x {:.1} mm",
            is.width, is.height, should.width, should.height
        ));
    }
    if side_distance(shown_part(found), shown_part(made)) > SAME_BOX {
        let size = shown_part(found).size();
        return Some(format!(
            "the crop box shows only {:.1} x {:.1} mm of the page",
            size.width, size.height
        ));
    }
    let name = if is_other_box(found.trim, made.trim) {
        "trim"
    } else if is_other_box(found.bleed, made.bleed) {
        "bleed"
    } else {
        return None;
    };
    Some(format!("the {name} box of the page was changed"))
}

fn is_other_box(found: Option<Rect>, made: Option<Rect>) -> bool {
    found.zip(made).is_some_and(|(found, made)| side_distance(found, made) > SAME_BOX)
}
