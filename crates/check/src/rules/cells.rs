//! Cells: regular, equal, edge to edge, and those that the layout asks for.

use crate::base::map::Map;

use kurbo::{Point, Rect};

use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::base::tiling::Tiling;
use crate::base::units::Trimmed;
use crate::check::facts::PageContext;
use crate::check::facts::against::Way;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::fault::{Findings, mm};
use crate::check::foreign::drawn::stretch_allowed;
use crate::check::foreign::hints::{Double, doubles, towards, wide};
use crate::check::foreign::line_widths;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::adjacency;
use crate::model::cells::{adjacencies, unique_edges, vertices};
use crate::model::{CellSize, cell_called};
use crate::read::ItemKind;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "cells are regular",
        why: "Only regular cells lie edge to edge however they are turned. A tile or a counter laid on a crooked \
              cell stands over its edge, and the next cell is crooked too.",
        right: "a hexagon whose six sides measure 20 mm and whose corners all lie on one circle",
        wrong: "a hexagon one corner of which was drawn 0.2 mm too far out",
        ..Rule::error(codes::CELL_IRREGULAR, Run::EachBoard(super::crooked::regular))
    },
    Rule {
        title: "the cells of a board are equally large",
        why: "A larger cell covers a part of its neighbours, a smaller one leaves a gap, and one of them looks as if \
              it meant something.",
        right: "37 hexagons with sides of 26.42 mm",
        wrong: "37 hexagons, one of which has sides of 26.7 mm",
        ..Rule::error(codes::CELL_UNEQUAL, Run::EachBoard(equal))
    },
    Rule {
        title: "all cells stand one way, the way the layout says",
        why: "The six ways across a board are those of its cells: on cells that are turned, \"up\" is no way at all.",
        right: "cells = \"flat-top\", and a side at the top of every hexagon",
        wrong: "cells = \"flat-top\", and hexagons with a corner at the top",
        ..Rule::error(codes::CELL_TURNED, Run::EachBoard(one_orientation))
    },
    Rule {
        title: "cells lie on their lattice",
        why: "A cell that lies beside its place overlaps one neighbour and leaves a gap at the other.",
        right: "every cell within 0.05 mm of where the others say that it should lie",
        wrong: "one cell moved to the right by 0.2 mm",
        ..Rule::error(codes::CELL_OFF_PLACE, Run::EachBoard(in_place))
    },
    Rule {
        title: "neighbours share their edges",
        why: "Between cells that do not meet, bare paper shows; where they overlap, lines are \
              doubled. Tiles cut along such lines do not fit together.",
        right: "two hexagons that have two corners in common",
        wrong: "hexagons with sides of 20 mm whose centres are 35 mm apart, where 34.64 mm would be right",
        ..Rule::error(codes::CELL_GAP, Run::EachBoard(edge_to_edge))
    },
    Rule {
        title: "a board is not stretched one way",
        why: "Printers and drawing programs may scale a page more across than down. Every cell is then wrong by a \
              little, and ten in a row by ten times as much.",
        right: "a board that is printed at 100 % both ways",
        wrong: "a board that was made 1 % lower, to fit the page",
        ..Rule::error(codes::BOARD_STRETCHED, Run::EachBoard(unstretched))
    },
    Rule {
        title: "every cell of the layout is on the page",
        why: "A board with a hole where none is meant cannot be played on.",
        right: "a map of 37 signs, and 37 hexagons",
        wrong: "a map of 37 signs, and 36 hexagons",
        ..Rule::error(codes::CELL_MISSING, Run::Whole(all_there))
    },
    Rule {
        title: "every cell on the page is in the layout, once",
        why: "A cell too many is a place to move to that the game does not have. Drawn twice, it hides what is below.",
        right: "a map of 37 signs, and 37 hexagons",
        wrong: "the hexagon of one cell drawn again beside the board",
        ..Rule::error(codes::CELL_EXTRA, Run::EachBoard(none_extra))
    },
    Rule {
        title: "adjacencies, edges and corners agree with the layout",
        why: "They say how the board hangs together: a game that counts on 90 pairs of neighbours is another game \
              with 89.",
        right: "hexhex 4: 37 cells, 90 pairs of neighbours, 132 edges, 96 corners",
        wrong: "a row pushed along by one cell: as many cells, but other neighbours",
        ..Rule::error(codes::CELL_COUNTS, Run::Whole(counts))
    },
    Rule {
        title: "every cell lies where its drawing says that it does",
        why: "The drawing of a cell bears its address. Where two drawings changed places, each is looked for where \
              the other is.",
        right: "the drawing board/cell:0,3 lies three cells below board/cell:0,0",
        wrong: "the drawings of two cells changed places",
        ..Rule::error(codes::CELL_ELSEWHERE, Run::Whole(at_home))
    },
    Rule {
        title: "cells are as large as the layout says",
        why: "Counters and tiles are made for a size of cells. At 97 % a tile of 40 mm is 1.2 mm too large.",
        right: "across = \"20mm\", and hexagons that measure 20 mm from flat to flat",
        wrong: "across = \"20mm\", and hexagons that measure 19.4 mm",
        ..Rule::error(codes::CELL_SIZE, Run::Whole(size))
    },
];

fn is_regular(cell: &FoundCell, tolerance: f64) -> bool {
    cell.outline.irregularity() <= tolerance
}

fn is_equal(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    (cell.outline.side() - board.lattice.side).abs() <= tolerance
}

/// By how many degrees a cell is turned against the way that most stand, from -30 up to 30.
fn turned(board: &FoundBoard, cell: &FoundCell) -> f64 {
    cell.outline.turned_from(board.lattice.tiling.degrees(cell.hex) + board.lattice.turned)
}

/// How far the corners of a cell are from where they should be because it is turned, in mm.
fn twist(board: &FoundBoard, cell: &FoundCell) -> f64 {
    turned(board, cell).abs().to_radians() * cell.outline.side()
}

/// Whether nothing is wrong with a cell by itself.
fn is_fine(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    is_regular(cell, tolerance)
        && is_equal(board, cell, tolerance)
        && twist(board, cell) <= tolerance
        && board.off(cell) <= tolerance
}

fn equal(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let tolerance = context.tolerance + line_widths::doubt(context, board);
    for cell in &board.cells {
        let by = cell.outline.side() - board.lattice.side;
        if out.measured(by.abs(), tolerance) && is_regular(cell, context.tolerance) {
            let message = format!(
                "has sides of {:.2} mm, and the other cells have sides of {:.2} mm",
                cell.outline.side(),
                board.lattice.side
            );
            let right = board.lattice.side;
            let fault = context.cell(out, cell, &message).by(by.abs());
            context.mend(fault, || {
                let tiling = board.lattice.tiling;
                let flats = match tiling.edges(cell.hex) {
                    3 => String::new(),
                    _ if board.lattice.grid().size(right).is_some() => {
                        format!(", which is {} mm", board.lattice.grid().measure(right))
                    }
                    _ => format!(
                        ", which is {:.2} mm from flat to flat",
                        2.0 * tiling.apothem(cell.hex) * right
                    ),
                };
                format!("give it sides of {right:.2} mm{flats}, or draw it anew as a copy of another")
            });
        }
    }
}

fn one_orientation(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let lattice = &board.lattice;
    if let Some(asked) = context.board().map(|b| b.tiling) {
        let twist = lattice.turned.abs().to_radians() * lattice.side;
        if asked != lattice.tiling || twist > context.tolerance {
            let found = match lattice.turned.abs() {
                turned if turned < 0.05 => lattice.tiling.word().to_owned(),
                turned => format!("{}, turned by {turned:.1}°", lattice.tiling.word()),
            };
            let message = format!("the cells are {found}, and the layout says {}", asked.word());
            context.fault_of(out, board.bounds(), None, message).by(twist);
            return;
        }
    }
    for cell in &board.cells {
        let twist = twist(board, cell);
        if out.measured(twist, context.tolerance) && is_regular(cell, context.tolerance) {
            let turned = turned(board, cell);
            let message = format!("is turned by {turned:.2}° against the others");
            let fault = context.cell(out, cell, &message).by(twist);
            let back = if turned > 0.0 { "anticlockwise" } else { "clockwise" };
            context.mend(fault, || format!("turn it {back} by {:.2}° about its middle", turned.abs()));
        }
    }
}

fn in_place(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let twice = if context.sheet.foreign.is_some() { doubles(board) } else { Vec::new() };
    let tolerance = context.tolerance + line_widths::doubt(context, board);
    for cell in &board.cells {
        let off = board.off(cell);
        // A cell that is crooked has its middle elsewhere too; that is reported once. So is one that is drawn twice.
        let told =
            !is_regular(cell, context.tolerance) || twice.iter().any(|other| std::ptr::eq(other.cell, cell));
        if out.measured(off, tolerance) && !told {
            let message = format!("lies {} from its place among the others", mm(off));
            let way = board.place(cell) - cell.outline.centre;
            let fault = context.cell(out, cell, &message).by(off);
            // The corner where it leaves a gap is not covered by what is drawn later.
            let along = |corner: &&Point| corner.to_vec2().dot(way);
            let last = cell.outline.corners.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
            if let Some(corner) = last {
                fault.shifted(*corner, *corner + way);
            }
            context.mend(fault, || format!("move it {}", towards(way)));
        }
    }
}

fn edge_to_edge(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let fine: Vec<&FoundCell> =
        board.cells.iter().filter(|cell| is_fine(board, cell, context.tolerance)).collect();
    // Of a drawing by another program, room that is the same between all cells is a property.
    let free = context.sheet.foreign.is_some() && context.board().is_none();
    let room = Some(board.lattice.gap()).filter(|gap| free && *gap > context.tolerance).unwrap_or(0.0);
    let mut apart = 0_usize;
    let mut worst = (0.0, None);
    for pair in adjacency(fine.iter().map(|cell| &cell.outline), board.lattice.shortest() * 0.25) {
        if out.measured((pair.gap - room).abs(), context.tolerance) {
            apart += 1;
            // Of pairs that are as far apart, the first.
            let first = |(a, b): (usize, usize)| (pair.a, pair.b) < (a, b);
            if pair.gap > worst.0 || pair.gap == worst.0 && worst.1.is_some_and(first) {
                worst = (pair.gap, Some((pair.a, pair.b)));
            }
        }
    }
    let (gap, Some((a, b))) = worst else { return };
    let (a, b) = (fine[a], fine[b]);
    let grid = board.lattice.grid();
    let usual = grid.middle(a.hex).distance(grid.middle(b.hex)) * board.lattice.side;
    let distance = a.outline.centre.distance(b.outline.centre) - usual;
    let how = if distance > 0.0 { "do not meet" } else { "overlap" };
    let many = match apart {
        1 => String::new(),
        n => format!("; {n} pairs of neighbours are like this"),
    };
    let message = format!(
        "{} and {} {how}: their corners are {} apart{many}",
        context.name_of(a),
        context.name_of(b),
        mm(gap)
    );
    let fault = context.fault_of(out, a.bounds().union(b.bounds()), a.id.as_ref(), message).by(gap);
    // Under a line that is as wide nothing is seen of it.
    let widths = [a, b].map(|cell| cell.line.map_or(0.0, |(_, width)| width));
    if free && gap <= widths[0].min(widths[1]) {
        fault.note();
    }
}

fn unstretched(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let lattice = &board.lattice;
    if out.measured(lattice.stretch, stretch_allowed(context, board)) {
        let message = format!(
            "the board is stretched or sheared: its outermost cells lie {} from where regular cells would",
            mm(lattice.stretch)
        );
        let fault = context.fault_of(out, board.bounds(), None, message).by(lattice.stretch);
        // What is sheared or crooked is mended by no scale.
        let scaled =
            |wide: &f64| 2.0 * (wide - 1.0).abs() * board.bounds().size().max_side() >= lattice.stretch;
        if let Some(wide) = wide(lattice).filter(scaled) {
            let how = if wide > 1.0 { "wide" } else { "narrow" };
            context.mend(fault, || {
                format!(
                    "it is {:.2} % too {how} for its height: scale its width alone to {:.2} %",
                    (wide - 1.0).abs() * 100.0,
                    100.0 / wide
                )
            });
        }
    }
}

/// Whether the layout has a cell; none where there is no layout.
fn asked(context: &PageContext<'_>, hex: Hex) -> Option<bool> {
    Some(context.board()?.cell_at(hex).is_some())
}

fn all_there(context: &PageContext<'_>, out: &mut Findings) {
    let Some(layout) = context.board() else { return };
    let drawn = layout.cells.iter().filter(|cell| layout.is_drawn(cell));
    let mut asked: Vec<Hex> = drawn.map(|cell| cell.hex).collect();
    if let Some(points) = &layout.points {
        asked.extend(points.links.iter().flatten().filter_map(|point| Some(layout.cells.get(*point)?.hex)));
    }
    asked.sort_unstable();
    asked.dedup();
    if asked.len() < layout.cells.len() {
        out.not_judged("where cells lie that have neither a colour nor a line");
    }
    if asked.is_empty() {
        return;
    }
    let Some(board) = context.found else {
        let message = format!("none of the {} cells is on the page", asked.len());
        let rect = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
        context.fault_of(out, rect, None, message);
        return;
    };
    let found = board.places();
    for missing in asked.iter().filter(|hex| !found.contains(**hex)) {
        let centre = board.lattice.centre(*missing);
        let index = layout.cell_at(*missing);
        let place = index.map(|i| layout.cells[i].place);
        let name = index.and_then(|i| layout.cell_name(i));
        let name = name.unwrap_or_else(|| cell_called(None, None, *missing));
        let side = 2.0 * board.lattice.side;
        let rect = Rect::from_center_size(centre, (side, side));
        context.fault(out, rect, format!("{name} is missing")).line(place).by(side);
    }
}

fn none_extra(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    if context.sheet.foreign.is_some() && context.board().is_none() {
        for Double { cell, at_home } in doubles(board) {
            let way = at_home.outline.centre - cell.outline.centre;
            if is_part_of(context, cell, at_home) {
                let message = format!("is filled and outlined at two places, {} apart", mm(way.hypot()));
                let fault = context.cell(out, cell, &message).by(way.hypot());
                context.mend(fault, || format!("move this part of it {}", towards(way)));
                continue;
            }
            let fault = context.cell(out, cell, "is drawn twice").by(board.lattice.side);
            context.mend(fault, || "take this one away; the other lies at its place".to_owned());
        }
        crate::check::foreign::hints::again(context, board, out);
        return;
    }
    let first = board.places();
    for (number, cell) in board.cells.iter().enumerate() {
        if first.get(cell.hex) != Some(number) {
            context.cell(out, cell, "is drawn twice").by(board.lattice.side);
        } else if asked(context, cell.hex) == Some(false) {
            let message = format!("a cell at {} is not in the layout", cell.hex);
            context.fault_of(out, cell.bounds(), cell.id.as_ref(), message).by(board.lattice.side);
        }
    }
}

/// Returns whether one of two drawings is only filled, and the other one only outlined.
fn is_part_of(context: &PageContext<'_>, one: &FoundCell, other: &FoundCell) -> bool {
    let look = |cell: &FoundCell| match &context.page.items.get(cell.outline.item)?.kind {
        ItemKind::Path { fill, stroke, .. } => Some([fill.is_some(), stroke.is_some()]),
        _ => None,
    };
    matches!((look(one), look(other)), (Some([a, b]), Some([c, d])) if a != b && c != d && a != c)
}

/// Pairs of neighbours, edges and corners of a set of cells.
fn tally(tiling: Tiling, cells: &[Hex]) -> (usize, usize, usize) {
    let adjacent = adjacencies(tiling, cells);
    (adjacent, unique_edges(tiling, cells, adjacent), vertices(tiling, cells))
}

/// Pairs of neighbours, edges and corners as they are drawn: what coincides is one.
fn drawn(board: &FoundBoard, reach: f64) -> (usize, usize, usize) {
    let outlines = || board.cells.iter().map(|cell| &cell.outline);
    let adjacent = adjacency(outlines(), reach).count();
    let mut corners: Vec<Point> = outlines().flat_map(|o| o.corners.iter().copied()).collect();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x));
    let (mut index, mut distinct) = (PointIndex::new(2.0 * reach), 0);
    for corner in corners {
        if index.within(corner, reach).next().is_none() {
            index.insert([corner.x, corner.y], distinct);
            distinct += 1;
        }
    }
    let edges = outlines().map(|outline| outline.corners.len()).sum::<usize>();
    (adjacent, edges - adjacent, distinct)
}

fn counts(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let mut found: Vec<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
    found.sort_unstable();
    found.dedup();
    // Missing cells, cells too many and cells that lie wrong have been reported.
    let fine = board.cells.iter().all(|cell| is_fine(board, cell, context.tolerance));
    let is_there = |hex: &Hex| layout.cell_at(*hex).is_some();
    let counts = [found.len(), board.cells.len()];
    if counts != [layout.cells.len(); 2] || !found.iter().all(is_there) || !fine {
        return;
    }
    let should = tally(board.lattice.tiling, &found);
    let is = drawn(board, board.lattice.shortest() * 0.25);
    if should != is {
        let words =
            |(a, e, v): (usize, usize, usize)| format!("{a} pairs of neighbours, {e} edges and {v} corners");
        let message = format!("the page shows {}, and the layout has {}", words(is), words(should));
        context.fault_of(out, board.bounds(), None, message);
    }
}

fn at_home(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    // What the layout does not have at all has been reported.
    let known = |cell: &&FoundCell| asked(context, cell.hex) != Some(false);
    if let Some(way) = moved_as_one(board) {
        let wrong = board.cells.iter().filter(|cell| cell.told.is_some_and(|told| told != cell.hex)).count();
        let message = format!("the board is {way}: {wrong} cells lie where its drawings say that others do");
        context.fault_of(out, board.bounds(), None, message).by(board.lattice.side);
        return;
    }
    for cell in board.cells.iter().filter(known) {
        if let Some(told) = cell.told.filter(|told| *told != cell.hex) {
            let message = format!("lies at {}, and its drawing says {told}", cell.hex);
            context.cell(out, cell, &message).by(board.lattice.side);
        }
    }
}

/// How a board lies of which nearly all cells lie elsewhere, each where one way leads it; none for other boards.
fn moved_as_one(board: &FoundBoard) -> Option<&'static str> {
    const FEWEST: usize = 4;
    let told: Vec<(Hex, Hex)> = board.cells.iter().filter_map(|cell| Some((cell.hex, cell.told?))).collect();
    if told.iter().filter(|(hex, told)| hex != told).count() < FEWEST {
        return None;
    }
    let tiling = board.lattice.tiling;
    for motion in 1..tiling.motions().len() {
        let is_mirrored = tiling.motions()[motion].mirrored;
        let way = Way { tiling, motion, shift: Hex::new(0, 0) };
        let there = |hex: Hex| way.there(hex);
        let mut shifts: Map<Hex, usize> = Map::new();
        told.iter().for_each(|(hex, told)| *shifts.entry(*told - there(*hex)).or_default() += 1);
        if shifts.values().any(|count| *count >= FEWEST && count * 10 >= told.len() * 9) {
            return Some(if is_mirrored { "mirrored" } else { "turned" });
        }
    }
    None
}

fn size(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let CellSize::Across(asked) = layout.size else { return };
    let found = board.lattice.tiling.across_from_side(board.lattice.side);
    if out.measured((found - asked).abs(), context.tolerance) {
        let message = format!(
            "the cells measure {found:.2} mm from flat to flat, and the layout says {} mm",
            Trimmed(asked)
        );
        context.fault_of(out, board.bounds(), None, message).by((found - asked).abs());
    }
}
