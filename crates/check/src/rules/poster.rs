//! Posters: the parts of a board or a piece join, and all of it is seen.

use crate::base::map::Map;
use std::sync::Arc;

use kurbo::{PathEl, Point, Rect};

use crate::base::geometry::corners;
use crate::base::identity::{Feature, Identity};
use crate::check::facts::poster::{Difference, OpenSeam, PosterText};
use crate::check::facts::{Facts, FoundSheet};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "the parts of a poster join",
        why: "Lines and cells that go on from one sheet to the next are drawn on both. Where the two drawings differ, \
              the board has a step in it however well it is cut and glued.",
        right: "a cell at a seam, in the same place beside the seam on both sheets",
        wrong: "a sheet whose picture lies 0.2 mm beside its seams",
        ..Rule::error(codes::PARTS_APART, Run::All(join))
    },
    Rule {
        title: "every part of a poster is there",
        why: "A board with a sheet less cannot be played on, nor can a card.",
        right: "a poster of three sheets, and three pages that meet at their seams",
        wrong: "a seam that only one page has",
        ..Rule::error(codes::PART_MISSING, Run::All(all_parts))
    },
    Rule {
        title: "no words lie on a seam",
        why: "A word that is cut in two and glued together again is hard to read, and looks it.",
        right: "a seam along the edges of cells, and words in the cells",
        wrong: "a seam through the middle of a name",
        ..Rule::error(codes::WORDS_ON_SEAM, Run::All(words))
    },
    Rule {
        title: "every point of a poster is seen on one of its sheets",
        why: "What lies beyond a seam on both sheets, or where the printer does not reach, is on none.",
        right: "sheets that each show a little more than their part",
        wrong: "a strip between two sheets that neither of them shows",
        ..Rule::error(codes::PART_HIDDEN, Run::All(seen))
    },
];

fn join(facts: &Facts<'_>, out: &mut Findings) {
    for poster in &facts.posters {
        // One fault a sheet: what is off there is off all along the seam.
        let mut worst: Map<usize, (Rect, &Arc<Identity>, f64, usize)> = Map::new();
        for Difference { sheet: index, rect, id: what, distance: by } in &poster.apart {
            if out.measured(if by.is_finite() { *by } else { 0.0 }, facts.tolerance) || by.is_infinite() {
                let entry = worst.entry(*index).or_insert((*rect, what, *by, 0));
                entry.3 += 1;
                if *by > entry.2 {
                    (entry.0, entry.1, entry.2) = (*rect, what, *by);
                }
            }
        }
        for (index, (rect, id, by, count)) in worst {
            let what = match &**id {
                Identity::Of(_, Feature::Seam(_, name)) => format!("the seam {name}"),
                id => id.to_string(),
            };
            let sheet = &facts.sheets[index];
            let more =
                if count > 1 { format!("; so do {} other drawings", count - 1) } else { String::new() };
            let (how, by) = match by.is_finite() {
                true => (format!("lies {} elsewhere", mm(by)), by),
                false => ("is drawn otherwise".to_owned(), 1.0),
            };
            let message = format!("{what} {how} than on the sheet it joins{more}");
            facts.fault(out, sheet, (Some(rect), Some(id)), message).by(by);
        }
    }
}

fn all_parts(facts: &Facts<'_>, out: &mut Findings) {
    for poster in &facts.posters {
        if poster.whole {
            continue;
        }
        if poster.alone {
            out.not_judged("a board of which some sheets are in other files");
            continue;
        }
        for OpenSeam { sheet: index, name, count } in &poster.open {
            let sheet = &facts.sheets[*index];
            let piece = sheet.part.as_ref().and_then(|part| part.piece.as_ref());
            let whose = piece.map_or_else(|| "the board".to_owned(), ToString::to_string);
            let message = match count {
                1 => format!("no other page has the seam {name}: a part of {whose} is missing"),
                _ => format!("{count} pages have the seam {name}, and two meet at it: a page is there twice"),
            };
            facts.page_fault(out, sheet, message).hint("build the file again from its layout");
        }
    }
}

/// The seams of a sheet that cross a box on it.
fn crossed(sheet: &FoundSheet, rect: Rect) -> impl Iterator<Item = &str> {
    let seams = sheet.part.iter().flat_map(|part| &part.seams);
    seams.filter_map(move |(name, seam)| {
        let crosses = seam.corners.windows(2).any(|pair| {
            let line = kurbo::Line::new(pair[0], pair[1]);
            let bounds = Rect::from_points(pair[0], pair[1]);
            let apart =
                bounds.x1 <= rect.x0 || bounds.x0 >= rect.x1 || bounds.y1 <= rect.y0 || bounds.y0 >= rect.y1;
            let side = |corner: Point| (line.p1 - line.p0).cross(corner - line.p0) > 0.0;
            let sides = corners(rect).map(side);
            !apart && sides.contains(&true) && sides.contains(&false)
        });
        crosses.then_some(&**name)
    })
}

fn words(facts: &Facts<'_>, out: &mut Findings) {
    for poster in &facts.posters {
        for PosterText { sheet: index, id, string: said, rect, is_whole: seen } in &poster.words {
            let sheet = &facts.sheets[*index];
            let seam = crossed(sheet, *rect).next();
            let message = match seam {
                Some(name) => format!("\"{said}\" lies on the seam {name}"),
                None if !*seen => format!("\"{said}\" is cut off"),
                None => continue,
            };
            facts.fault(out, sheet, (Some(*rect), id.as_ref()), message);
        }
    }
}

fn seen(facts: &Facts<'_>, out: &mut Findings) {
    let margin = facts.expected.map(|said| said.options.margin).unwrap_or_default();
    for poster in facts.posters.iter().filter(|poster| poster.whole) {
        let Some(first) = poster.first().and_then(|index| facts.sheets.get(index)) else { continue };
        let windows: Vec<Rect> = poster
            .sheets
            .iter()
            .filter_map(|(index, shift)| {
                let sheet = facts.sheets.get(*index)?;
                let reached = margin.inside(sheet.size);
                let seen = sheet.part.as_ref()?.window.intersect(reached);
                Some(seen.inflate(facts.tolerance, facts.tolerance) + (*shift)?)
            })
            .collect();
        let cells = first.board.iter().flat_map(|board| &board.cells).map(|cell| {
            let hex = cell.meant();
            let corners = &cell.outline.corners;
            (format!("the cell {hex}"), &cell.id, sides(corners, cell.outline.centre))
        });
        let pieces = first.pieces.iter().filter_map(|piece| {
            let cut = piece.cut.as_ref()?;
            let outline = cut.path();
            let corners: Vec<Point> = outline.elements().iter().filter_map(PathEl::end_point).collect();
            Some((piece.name().to_owned(), &piece.id, sides(&corners, cut.centre())))
        });
        for (what, id, points) in cells.chain(pieces) {
            let hidden = points.into_iter().find(|p| !windows.iter().any(|w| w.contains(*p)));
            let Some((point, (index, shift))) =
                hidden.and_then(|p| Some((p, poster.home(&facts.sheets, p)?)))
            else {
                continue;
            };
            let sheet = &facts.sheets[index];
            let at = Rect::from_center_size(point - shift, (1.0, 1.0));
            let message = format!("a part of {what} is on no sheet");
            facts.fault(out, sheet, (Some(at), id.as_ref()), message);
        }
    }
}

/// Points of an outline that must be seen: its corners, the middles of its sides, its own middle.
fn sides(corners: &[Point], middle: Point) -> Vec<Point> {
    let next = corners.iter().cycle().skip(1);
    let middles = corners.iter().zip(next).map(|(a, b)| a.midpoint(*b));
    corners.iter().copied().chain(middles).chain([middle]).collect()
}
