//! HX456: parts of a box that do not fit together into the whole box.

use kurbo::{Affine, BezPath, Line, PathEl, Point, Vec2};

use super::net_place::net_place;
use crate::facts::cut::Cut;
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::Component;
use hexpress_game::pieces::{Net, NetPart};

pub const RULE: Rule = Rule {
    title: "the parts of a box make up the whole box, with each panel once",
    why: "A box that is larger than a sheet is cut out in parts. It closes only if the parts have each panel \
        once, and if each strip for glue is covered.",
    right: "part A with five panels and part B with the other four, whose strip is below part A",
    wrong: "part A with five panels, and part B without the lid",
    ..Rule::error(codes::BOX_PARTS_DIFFER, RuleFunction::All(box_parts))
};

/// Each end of a fold may be at most this far from the end of the same fold on the whole box, in mm.
/// Folds at strips for glue are slightly shorter. A strip may also extend by this length beyond the part
/// that is glued onto it.
const MAX_FOLD_DIFFERENCE_MM: f64 = 0.3;

/// A part of a box that is drawn on a sheet.
struct DrawnPart<'f> {
    part: &'f NetPart,
    net: &'f Net,
    sheet: &'f FoundSheet,
    cut: &'f Cut,
    /// The transform from the whole flat box to the sheet.
    to_sheet: Affine,
}

impl DrawnPart<'_> {
    /// Returns how deep a point of the whole box is inside the drawn part, in mm. The result is
    /// negative outside.
    fn depth(&self, point: Point) -> f64 {
        self.cut.depth(self.to_sheet * point)
    }

    /// Returns lines of the part, in the coordinates of the whole box. `of` chooses which ones: the
    /// folds or the slits.
    fn lines<'l>(&'l self, of: fn(&Net) -> &[Line]) -> impl Iterator<Item = Line> + 'l {
        of(self.net).iter().map(|line| *line + self.part.at)
    }
}

fn box_parts(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    let printed = expected.game.components.iter().enumerate();
    let printed = printed.filter(|(_, component)| expected.prints(component));
    let parts: Vec<(usize, &Component, &NetPart)> =
        printed.filter_map(|(index, component)| Some((index, component, component.box_part()?))).collect();
    for (_, first, part) in parts.iter().filter(|(.., part)| part.index == 0) {
        let own = parts.iter().filter(|(.., other)| other.of == part.of);
        let drawn: Vec<DrawnPart<'_>> =
            own.filter_map(|(index, component, part)| drawn_part(facts, *index, component, part)).collect();
        // If a part is missing, another rule reports it, and the box is not judged.
        if drawn.len() == part.count {
            judge(facts, &drawn, first, findings);
        }
    }
}

/// Returns the first drawing of a part on the pages. Returns `None` if no page shows the cut of the
/// part.
fn drawn_part<'f>(
    facts: &'f Facts<'_>,
    index: usize,
    component: &'f Component,
    part: &'f NetPart,
) -> Option<DrawnPart<'f>> {
    let deck = component.deck()?;
    let found =
        facts.sheets_of(index).flat_map(|sheet| sheet.pieces().iter().map(move |piece| (sheet, piece)));
    let (sheet, cut) = found
        .filter(|(_, piece)| !piece.side.is_back())
        .find_map(|(sheet, piece)| Some((sheet, piece.cut.as_ref()?)))?;
    let to_sheet = net_place(cut, deck) * Affine::translate(-part.at);
    Some(DrawnPart { part, net: deck.net.as_deref()?, sheet, cut, to_sheet })
}

fn judge(facts: &Facts<'_>, drawn: &[DrawnPart<'_>], first: &Component, findings: &mut Findings) {
    let Some(whole) = drawn.first().map(|part| &part.part.whole) else { return };
    let name = first.box_part().map_or(&first.name, |part| &part.of);
    let mut report = |part: &DrawnPart<'_>, message: String| {
        let hint = "build the file again from its layout";
        facts.page_fault(findings, part.sheet, message).hint(hint);
    };
    for centre in &whole.net.panels {
        let holders: Vec<&DrawnPart<'_>> = drawn.iter().filter(|part| part.depth(*centre) > 0.0).collect();
        match holders.as_slice() {
            [_] => {}
            [] => report(&drawn[0], format!("a panel of `{name}` is on none of its {} parts", drawn.len())),
            [one, other, ..] => {
                let [a, b] = [one, other].map(|part| NetPart::letter(part.part.index));
                report(other, format!("a panel of `{name}` is on part {a} and on part {b}"));
            }
        }
    }
    let kinds: [(&str, fn(&Net) -> &[Line]); 2] = [("fold", |net| &net.folds), ("slit", |net| &net.slits)];
    for (called, lines) in kinds {
        for line in lines(&whole.net) {
            let count =
                drawn.iter().flat_map(|part| part.lines(lines)).filter(|own_line| is_along(*own_line, *line));
            match count.count() {
                1 => {}
                0 => report(&drawn[0], format!("a {called} of `{name}` is on none of its parts")),
                _ => report(&drawn[0], format!("a {called} of `{name}` is on two of its parts")),
            }
        }
    }
    for part in drawn {
        for joint in &part.part.joints {
            let other = drawn.iter().find(|other| other.part.index == joint.other);
            let (Some(strip), Some(other)) = (&joint.strip, other) else { continue };
            let deepest = corners(strip, part.part.at).map(|point| -other.depth(point)).fold(0.0, f64::max);
            if deepest > MAX_FOLD_DIFFERENCE_MM {
                let [own, over] = [part, other].map(|part| NetPart::letter(part.part.index));
                report(
                    part,
                    format!(
                        "the strip for glue of part {own} of `{name}` is wider than part {over} above it"
                    ),
                );
            }
        }
    }
}

/// Returns the corners of an area of a part. `at` is the position of the part in the whole box, and is
/// added to the corners.
fn corners(area: &BezPath, at: Vec2) -> impl Iterator<Item = Point> + '_ {
    area.elements().iter().filter_map(PathEl::end_point).map(move |point| point + at)
}

/// Returns whether two lines have the same ends, although one of them may be slightly shorter.
fn is_along(a: Line, b: Line) -> bool {
    let max_end_distance = |b: Line| a.p0.distance(b.p0).max(a.p1.distance(b.p1));
    max_end_distance(b).min(max_end_distance(Line::new(b.p1, b.p0))) <= MAX_FOLD_DIFFERENCE_MM
}
