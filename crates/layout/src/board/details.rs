//! What stands on the edges and corners of cells: lines along edges, drawings, words on small plates.

use std::collections::HashMap;

use kurbo::{Affine, Point, Rect, Size};

use super::cells::fixed_words;
use super::fit::BoardFit;
use super::names;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::base::round;
use crate::base::tiling::{Exact, Tiling};
use crate::layout::draw::frame::Frame;
use crate::layout::draw::painter::{Context, Painter};
use crate::layout::draw::share::bounds;
use crate::layout::page::{Page, open_line};
use crate::model::template::NoRow;
use crate::model::{Board, Detail, DetailSpot, Element, NameStyle, PerRow};
use crate::scene::{Draw, Ink, Stroke};
use crate::spec::values::value::Where;

/// More than any sheet measures, in mm.
const LARGE: f64 = 10_000.0;

/// Draws them: lines first, so that no line crosses words.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let tiling = board.tiling;
    let mut lines = 0;
    for group in board.details.chunk_by(|a, b| a.place == b.place) {
        let Some(line) = group.iter().find_map(|detail| detail.line.as_ref()) else { continue };
        // Dashes go round corners; other lines end in half discs, so that they meet whatever comes there.
        let stroke = match line.dash.is_empty() {
            true => Stroke { round: true, ..line.clone() },
            false => line.with_dashes_for(fit.side),
        };
        for chain in chains(tiling, group) {
            let spots: Vec<Point> = chain.iter().map(|(hex, k)| fit.corner(*hex, *k)).collect();
            let closed = chain.len() > 2 && key(tiling, chain[0]) == key(tiling, chain[chain.len() - 1]);
            let (spots, stroke) = if closed { ring(spots, &stroke) } else { (spots, stroke.clone()) };
            lines += 1;
            let path = open_line(&spots);
            let drawn = vec![Draw::Path { path, fill: None, stroke: Some(stroke) }];
            page.push(Feature::EdgeLine(lines), Affine::IDENTITY, drawn);
        }
    }
    for (number, detail) in (1..).zip(&board.details) {
        let spot = match detail.spot {
            DetailSpot::Edge(k) => fit.corner(detail.hex, k).midpoint(fit.corner(detail.hex, k + 1)),
            DetailSpot::Corner(k) => fit.corner(detail.hex, k),
        };
        let painter = &mut page.painter;
        let who = painter.identity(Feature::Detail(number)).to_string();
        let frame = Frame::cell(board.grid(), detail.hex, fit.side);
        let context = Context { frame: &frame, row: &NoRow, who: &who, edge: None };
        let mut drawn: Vec<_> = detail.draws.iter().flat_map(|e| painter.element(e, context)).collect();
        drawn.extend(plate(detail, board.name_style, painter));
        if !drawn.is_empty() {
            page.push(Feature::Detail(number), Affine::translate(spot.to_vec2()), drawn);
        }
    }
}

/// The label of an edge or a corner, on a small white plate.
fn plate(detail: &Detail, style: NameStyle, painter: &mut Painter<'_, '_>) -> Vec<Draw> {
    if detail.label.is_empty() {
        return Vec::new();
    }
    let element = Element {
        shape: fixed_words(&detail.label, style.font, style.size, style.size),
        places: vec![PerRow::Fixed(Where::CENTRE)],
        colour: Some(PerRow::Fixed(names::ink())),
        ..Element::nothing(detail.place)
    };
    // It belongs to no cell, so that it may be larger than one.
    let frame = Frame::rectangle(Size::new(LARGE, LARGE));
    let draws = painter.element(&element, Context { frame: &frame, row: &NoRow, who: "", edge: None });
    let cap = painter.shaper.cap_height(style.font);
    let Some(covered) = letters(&draws, cap) else { return draws };
    let path = round::rectangle(covered.inflate(0.9, 0.8), 0.8);
    let plate = Draw::Path { path, fill: Some(Ink::new("white", [0xFF; 3])), stroke: None };
    [vec![plate], draws].concat()
}

/// What words cover, each from its baseline up to the height of capitals, and the icons among them.
fn letters(draws: &[Draw], cap: f64) -> Option<Rect> {
    let boxes = draws.iter().filter_map(|draw| match draw {
        Draw::Text(text) => {
            let whole = bounds(std::slice::from_ref(draw))?;
            Some(Rect::new(whole.x0, text.origin.y - cap * text.size, whole.x1, text.origin.y))
        }
        Draw::Group(group) => {
            letters(&group.draws, cap).map(|covered| group.transform.transform_rect_bbox(covered))
        }
        other => bounds(std::slice::from_ref(other)),
    });
    boxes.reduce(|a, b| a.union(b))
}

/// A closed run that begins and ends in the middle of a gap, where no corner is left without its join; a solid
/// one has round ends.
fn ring(mut spots: Vec<Point>, stroke: &Stroke) -> (Vec<Point>, Stroke) {
    let [dash, gap] = stroke.dash[..] else { return (spots, stroke.clone()) };
    if let [first, second, ..] = spots[..] {
        let begin = first + (second - first) / first.distance(second) * ((dash + gap) / 2.0);
        spots[0] = begin;
        spots.push(begin);
    }
    (spots, Stroke { phase: dash + gap / 2.0, ..stroke.clone() })
}

/// A corner as a cell sees it.
type Corner = (Hex, usize);

/// The same for all cells that meet there.
fn key(tiling: Tiling, (hex, corner): Corner) -> Exact {
    tiling.corner(hex, corner)
}

/// The edges with a line, put together to runs that are as long as can be, each from corner to corner. A closed
/// run ends where it begins.
fn chains(tiling: Tiling, group: &[Detail]) -> Vec<Vec<Corner>> {
    let edges: Vec<[Corner; 2]> = group
        .iter()
        .filter(|detail| detail.line.is_some())
        .filter_map(|detail| match detail.spot {
            DetailSpot::Edge(k) => Some([(detail.hex, k), (detail.hex, k + 1)]),
            DetailSpot::Corner(_) => None,
        })
        .collect();
    let mut at: HashMap<Exact, Vec<usize>> = HashMap::new();
    for (index, ends) in edges.iter().enumerate() {
        for end in ends {
            at.entry(key(tiling, *end)).or_default().push(index);
        }
    }
    let ends_here = |index: usize| edges[index].iter().any(|end| at[&key(tiling, *end)].len() != 2);
    // Runs begin at an end where there is one; what is left are rings.
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&index| !ends_here(index));
    let mut used = vec![false; edges.len()];
    let mut chains = Vec::new();
    for first in order {
        if std::mem::replace(&mut used[first], true) {
            continue;
        }
        let [a, b] = edges[first];
        let mut chain = if at[&key(tiling, a)].len() != 2 { vec![a, b] } else { vec![b, a] };
        while let Some(next) = at[&key(tiling, chain[chain.len() - 1])].iter().copied().find(|&i| !used[i]) {
            used[next] = true;
            let [a, b] = edges[next];
            chain.push(if key(tiling, a) == key(tiling, chain[chain.len() - 1]) { b } else { a });
        }
        chains.push(chain);
    }
    chains
}
