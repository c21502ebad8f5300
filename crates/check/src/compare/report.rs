//! Reports the differences between two pages.
//!
//! - In: pairs of items that differ, and groups of pixels.
//! - Out: a fault for each drawing, or for several drawings with the same cause.
//! - Not here: finding what differs; `pairs` and `unexplained` do that.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::Rect;

use super::drawing_map::{DrawingMotion, find_moved_drawings};
use super::how_drawn;
use super::motion::{direction, drawing_motion};
use super::on_page::{OnPage, size_text};
use super::page_report::side_distance;
use super::painted_items::{PaintedForm, PaintedItem, PaintedKind};
use super::pairs::{Difference, DifferenceKind, PageDifferences};
use super::same_items::is_same_mark;
use super::unexplained::{BothItems, PixelGroup};
use crate::fault::{Findings, Shift, counted, format_mm};
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;

/// The largest number of changes of one drawing that a message lists.
const MAX_LISTED_CHANGES: usize = 3;
/// If at least this many drawings differ for the same reason, they are reported as one fault.
const MIN_MERGED_DRAWINGS: usize = 4;
/// If a page has more differences than this, the report does not look for moved drawings. It also does
/// not look for the drawing under an item without a name.
const MAX_EXPLAINED_DIFFERENCES: usize = 500;
/// The smallest difference between sizes that is reported, in mm.
const SAME_SIZE: f64 = 0.01;

/// The fault of one or several drawings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum DrawingFault {
    /// A text about a drawing as a whole, such as `is missing`. It follows the name of the drawing.
    Whole(String),
    /// A sentence about all of the drawings together.
    Together(String),
    /// A text for each changed part of a drawing.
    Parts(Vec<String>),
}

/// The differences, grouped by drawing. The key `None` has the differences of items that belong to no
/// drawing.
type Drawings<'m> = SortedMap<Option<&'m Arc<Identity>>, Vec<&'m Difference<'m>>>;

pub fn report_page_differences(
    page_differences: &PageDifferences<'_>,
    items: BothItems<'_>,
    place: &OnPage<'_>,
    findings: &mut Findings,
) {
    let drawings = by_drawing(page_differences, items.made);
    let mut counts: HashMap<&Identity, usize> = HashMap::new();
    for id in items.made.iter().filter_map(|item| item.id.as_deref()) {
        *counts.entry(id).or_default() += 1;
    }
    let ids: Vec<_> = drawings.keys().copied().flatten().collect();
    let moves = if page_differences.differences.len() <= MAX_EXPLAINED_DIFFERENCES {
        find_moved_drawings(items, &ids)
    } else {
        HashMap::new()
    };
    let mut causes: SortedMap<DrawingFault, Vec<Option<&Arc<Identity>>>> = SortedMap::new();
    for (id, differences) in &drawings {
        let missing = differences.iter().filter(|difference| difference.found.is_none()).count();
        let cause = match (id, id.and_then(|id| moves.get(id))) {
            (Some(_), Some(DrawingMotion::Map { map, centre })) => {
                DrawingFault::Whole(drawing_motion(*map, *centre))
            }
            (Some(id), Some(DrawingMotion::Swapped(other))) => {
                let names = [*id.min(other), *id.max(other)].map(|id| place.full_name(id));
                DrawingFault::Together(format!("{} have swapped places", names.join(" and ")))
            }
            (Some(id), None) if counts.get(&***id) == Some(&missing) => {
                DrawingFault::Whole("is missing".to_owned())
            }
            _ => DrawingFault::Parts(changes(differences, place, items.made)),
        };
        causes.entry(cause).or_default().push(*id);
    }
    for (cause, ids) in causes {
        if ids.len() >= MIN_MERGED_DRAWINGS || matches!(cause, DrawingFault::Together(_)) {
            place.report_cause(&cause, &ids, &drawings, findings);
        } else {
            ids.iter().for_each(|id| place.report_cause(&cause, &[*id], &drawings, findings));
        }
    }
}

/// Groups differences by drawing. An item without a name counts as a part of the drawing that it covers
/// the most.
fn by_drawing<'m>(page_differences: &'m PageDifferences<'m>, wanted: &'m [PaintedItem]) -> Drawings<'m> {
    let mut drawings: Drawings<'_> = SortedMap::new();
    for difference in &page_differences.differences {
        let unnamed = difference.found.filter(|_| {
            difference.id().is_none() && page_differences.differences.len() <= MAX_EXPLAINED_DIFFERENCES
        });
        let below = unnamed.and_then(|found| drawings_below(found, wanted).first().copied());
        drawings.entry(difference.id().or(below)).or_default().push(difference);
    }
    drawings
}

impl OnPage<'_> {
    /// Reports one fault for all drawings in `ids`, because their differences have the same cause.
    fn report_cause(
        &self,
        cause: &DrawingFault,
        ids: &[Option<&Arc<Identity>>],
        drawings: &Drawings<'_>,
        findings: &mut Findings,
    ) {
        let differences: Vec<_> = ids.iter().filter_map(|id| drawings.get(id)).flatten().collect();
        let rect = differences.iter().flat_map(|difference| difference.places()).reduce(|a, b| a.union(b));
        let far = differences.iter().map(|difference| difference.deviation()).fold(0.0, f64::max);
        let id = ids.first().copied().flatten();
        let text = match (cause, id) {
            (DrawingFault::Whole(text), Some(id)) => format!("{} {text}", self.full_name(id)),
            (DrawingFault::Whole(text) | DrawingFault::Together(text), _) => text.clone(),
            (DrawingFault::Parts(changes), Some(id)) => {
                format!("{}: {}", self.drawing_name(id), changes.join("; "))
            }
            (DrawingFault::Parts(changes), None) => changes.join("; "),
        };
        let more = match (ids.len(), cause) {
            (0 | 1, _) | (_, DrawingFault::Together(_)) => String::new(),
            (2, _) => " (1 more drawing has the same difference)".to_owned(),
            (count, _) => format!(" ({} more drawings have the same difference)", count - 1),
        };
        let fault = findings.fault(format!("{text}{more}"));
        fault.at(self.file, self.page, rect).about(id).in_layout(self.layout_place_of(id)).deviation(far);
        fault.shift = differences.iter().find_map(|difference| difference.shift());
    }
}

/// Reports a place where a page looks different, although the items there are the same.
pub fn report_pixels(group: &PixelGroup<'_>, place: &OnPage<'_>, findings: &mut Findings) {
    let [found_id, made_id] = [group.found, group.made].map(|item| item.and_then(|item| item.id.as_ref()));
    let id = found_id.or(made_id);
    let name = id.map_or_else(|| "the page".to_owned(), |id| place.drawing_name(id));
    let text = match (group.found, group.made) {
        (Some(found), Some(made)) if !group.is_same() => {
            let other = made_id.filter(|_| found_id != made_id);
            let owner = other.map_or_else(String::new, |id| format!(" of {}", place.drawing_name(id)));
            let [found, made] = [found, made].map(|item| place.mark_name(item));
            format!("{found} covers {made}{owner}, which should be visible here")
        }
        (None, Some(made)) => format!("{} is not visible here", place.mark_name(made)),
        (Some(item), _) => format!("the visible part of {} differs from the layout", place.mark_name(item)),
        (None, None) => "the page looks different from the layout here".to_owned(),
    };
    findings
        .fault(format!("{name}: {text}"))
        .at(place.file, place.page, Some(group.rect))
        .about(id)
        .in_layout(place.layout_place_of(id));
}

/// Describes the changes of one drawing. Equal changes are described once.
fn changes(differences: &[&Difference<'_>], place: &OnPage<'_>, wanted: &[PaintedItem]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for text in differences.iter().map(|difference| difference.text(place, wanted)) {
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => counts.push((text, 1)),
        }
    }
    let more = counts.len().saturating_sub(MAX_LISTED_CHANGES);
    let listed = counts.into_iter().take(MAX_LISTED_CHANGES).map(|(text, count)| match count {
        1 => text,
        n => format!("{text} ({n} times)"),
    });
    listed.chain((more > 0).then(|| counted(more, "more change", "more changes"))).collect()
}

/// Returns the drawings that an item covers. The drawing with the largest covered area comes first.
fn drawings_below<'m>(item: &PaintedItem, wanted: &'m [PaintedItem]) -> Vec<&'m Arc<Identity>> {
    let rect = item.rect.inflate(0.01, 0.01);
    let (least_width, least_height) = (least_overlap(rect.width()), least_overlap(rect.height()));
    let mut areas: SortedMap<&Arc<Identity>, f64> = SortedMap::new();
    for other in wanted {
        let Some(id) = &other.id else { continue };
        let both = other.rect.inflate(0.01, 0.01).intersect(rect);
        if both.width() > least_width && both.height() > least_height {
            // A line covers only the area of its stroke, and not the whole box around the stroke.
            *areas.entry(id).or_default() += both.area() * other.share();
        }
    }
    let mut all: Vec<_> = areas.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|(id, _)| id).collect()
}

/// An item covers a drawing only if their boxes overlap by more than the returned length, in mm.
/// `length` is the width or the height of the item's box. Neighbours that only touch overlap less.
fn least_overlap(length: f64) -> f64 {
    0.5_f64.min(length / 2.0)
}

/// `copy` may be a surface that is drawn a second time. If so, it hides items that are drawn on top of
/// the first surface. Returns one of these items, if it belongs to the same drawing.
fn hidden_by_copy<'m>(copy: &PaintedItem, wanted: &'m [PaintedItem]) -> Option<&'m PaintedItem> {
    if !copy.is_opaque() || copy.kind() != PaintedKind::Surface {
        return None;
    }
    let first = wanted.iter().position(|item| item.id == copy.id && is_same_mark(item, copy))?;
    wanted.iter().skip(first + 1).find(|item| item.id == copy.id && item.rect.overlaps(copy.rect))
}

impl Difference<'_> {
    /// Returns the boxes of the items on both pages, in mm. The box of a line does not include its
    /// ends. If the form of a line differs, the box is therefore extended by the ends.
    fn places(&self) -> impl Iterator<Item = Rect> {
        self.found.into_iter().chain(self.made).map(|item| match (&item.form, self.kind) {
            (PaintedForm::Line(_, stroke), DifferenceKind::Form) => {
                item.rect.inflate(stroke.width / 2.0, stroke.width / 2.0)
            }
            _ => item.rect,
        })
    }

    fn text(&self, place: &OnPage<'_>, wanted: &[PaintedItem]) -> String {
        match (self.found, self.made) {
            (Some(found), Some(made)) => self.change_text(found, made, place),
            (None, Some(made)) => format!("{} is missing", place.mark_name(made)),
            (Some(found), None)
                if self.is_rewritten && wanted.iter().any(|candidate| is_same_mark(candidate, found)) =>
            {
                let hidden = hidden_by_copy(found, wanted)
                    .map(|below| format!(", and covers {}", place.mark_name(below)));
                format!("{} is drawn a second time{}", place.mark_name(found), hidden.unwrap_or_default())
            }
            (Some(found), None) => {
                let over = match drawings_below(found, wanted).as_slice() {
                    [_, second, rest @ ..] if found.id.is_none() => match rest.len() {
                        0 => format!(", also over {}", place.drawing_name(second)),
                        n => format!(", also over {} and {n} more", place.drawing_name(second)),
                    },
                    _ => String::new(),
                };
                format!("{} is drawn{over}, but is not in the layout", place.mark_name(found))
            }
            (None, None) => String::new(),
        }
    }

    fn change_text(&self, found: &PaintedItem, made: &PaintedItem, place: &OnPage<'_>) -> String {
        let name = place.mark_name(made);
        match self.kind {
            DifferenceKind::Words => format!("{} is printed instead of {name}", place.mark_name(found)),
            DifferenceKind::Colour { expected, .. } if found.is_patterned => {
                format!("{name} is filled with a pattern, not {}", place.colour_name(expected))
            }
            DifferenceKind::Colour { actual, expected } => {
                format!("{name} is {}, not {}", place.colour_name(actual), place.colour_name(expected))
            }
            DifferenceKind::Width { actual, expected } => {
                format!("{name} is {} wide, not {}", format_mm(actual), format_mm(expected))
            }
            DifferenceKind::Moved(by) => format!("{name} is shifted by {}", direction(by)),
            DifferenceKind::Unpaired | DifferenceKind::Form => {
                let (a, b) = (found.rect.size(), made.rect.size());
                let is_other_size = (a.width - b.width).abs().max((a.height - b.height).abs()) > SAME_SIZE;
                match how_drawn::letter_count_difference(found, made).filter(|_| is_other_size) {
                    Some(count) => format!("{name} {count}"),
                    None if is_other_size => format!("{name} is {}", size_text(found)),
                    None => format!("{name} {}", how_drawn::difference(found, made)),
                }
            }
        }
    }

    /// Returns the actual and the expected place of an item that was only moved. Returns `None` for other
    /// differences.
    fn shift(&self) -> Option<Shift> {
        let (DifferenceKind::Moved(by), Some(found)) = (self.kind, self.found) else { return None };
        let actual = found.first_point()?;
        Some(Shift { actual, expected: actual - by })
    }

    /// Returns the size of the difference, in mm. Returns 0 if it cannot be measured.
    fn deviation(&self) -> f64 {
        match self.kind {
            DifferenceKind::Moved(by) => by.hypot(),
            DifferenceKind::Width { actual, expected } => (actual - expected).abs(),
            DifferenceKind::Form => self
                .found
                .zip(self.made)
                .map_or(0.0, |(actual, expected)| side_distance(actual.rect, expected.rect)),
            _ => 0.0,
        }
    }
}
