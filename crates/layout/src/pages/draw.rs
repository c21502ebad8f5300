//! Draws a page of text.
//!
//! - In: a text on its pages.
//! - Out: the drawings of one page: its ground, lines, figures and number.

use std::sync::Arc;

use super::Flow;
use super::atom::{PlacedFigure, TaggedDrawings};
use super::fill::PlacedAtom;
use crate::draw::frame::Frame;
use crate::draw::painter::{Context, line_of_text};
use crate::impose::SheetPacking;
use crate::impose::face_cache::FaceCache;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::element::{Element, Image, ImageFit, PerRow, Shape};
use hexpress_game::pages::{FigureSubject, Pages};
use hexpress_game::{Component, PieceSide, SheetFields};
use hexpress_language::values::value::{ElementPlace, Extent, Measure};
use hexpress_scene::{Drawing, Group, Ink, Role, Stroke};
use hexpress_template::Template;
use kurbo::{Affine, Point, Rect, Shape as _};

/// The width of the line around a picture of a piece, in mm.
const PIECE_LINE: f64 = 0.15;
/// The colour of the line around a picture of a piece.
const PIECE_LINE_GREY: [u8; 3] = [0x99; 3];

/// The place of a page on its sheet.
#[derive(Debug, Clone, Copy)]
pub struct PagePlace {
    /// The distance from the upper edge of the page down to the lower edge of the printable area,
    /// in mm.
    pub foot: f64,
    /// The visible part of the page. `None` if the page is a whole sheet.
    pub shown: Option<Rect>,
}

/// Draws the page with this index, counted from 0.
pub fn draw(flow: &Flow, pages: &Pages, index: usize, page: &mut SheetBuilder<'_, '_>) {
    let place = PagePlace { foot: page.space.printable().y1, shown: None };
    draw_at(flow, pages, index, place, page);
}

/// Draws a page as a part of a sheet. The coordinates of the drawings are relative to the page. The
/// caller moves them to the place of the page on the sheet.
pub fn draw_at(flow: &Flow, pages: &Pages, index: usize, place: PagePlace, page: &mut SheetBuilder<'_, '_>) {
    // Each page adds all mistakes of the whole text. This is harmless, because a report keeps each
    // mistake only once.
    flow.findings.iter().for_each(|diagnostic| page.painter.add_finding(diagnostic.clone()));
    draw_ground(flow, pages, place, page);
    let count = flow.lefts.len();
    let below_title = if index == 0 { flow.title_height } else { 0.0 };
    for placed in flow.title.iter().filter(|_| index == 0) {
        draw_atom(placed, Point::new(flow.area.x0, flow.area.y0 + placed.top), page);
    }
    for (column, left) in flow.columns.iter().skip(index * count).zip(&flow.lefts) {
        for placed in &column.placed {
            draw_atom(placed, Point::new(*left, flow.area.y0 + below_title + placed.top), page);
        }
    }
    if flow.pages > 1 {
        draw_number(flow, pages, index + 1, place, page);
    }
}

fn draw_ground(flow: &Flow, pages: &Pages, place: PagePlace, page: &mut SheetBuilder<'_, '_>) {
    let row = SheetFields::new(page.painter.game);
    let frame = Frame::rectangle(flow.size);
    let middle = Affine::translate(flow.size.to_rect().center().to_vec2());
    for element in &pages.ground {
        let drawn = page.painter.element(element, Context::new(&frame, &row, ""));
        let drawn = vec![Drawing::moved(middle, drawn)];
        decorate(
            match place.shown {
                Some(shown) => vec![Drawing::clipped(shown.to_path(0.1), drawn)],
                None => drawn,
            },
            page,
        );
    }
}

/// Adds drawings that screen readers skip.
fn decorate(drawings: Vec<Drawing>, page: &mut SheetBuilder<'_, '_>) {
    if drawings.is_empty() {
        return;
    }
    let id = page.painter.identity(Feature::Single(Single::Ground));
    let group = Group { role: Role::Decoration, ..Group::piece(id, Affine::IDENTITY, drawings) };
    page.drawings.push(Drawing::Group(group));
}

fn draw_atom(placed: &PlacedAtom, at: Point, page: &mut SheetBuilder<'_, '_>) {
    let atom = &placed.atom;
    let to_page = Affine::translate(at.to_vec2());
    let strips = atom.strips.iter().map(|strip| {
        let top = -strip.over.unwrap_or(placed.above);
        let rect = Rect::new(strip.left, top, strip.right, atom.height + strip.under);
        Drawing::filled(to_page * rect.to_path(0.1), strip.ink.clone())
    });
    decorate(strips.collect(), page);
    for part in &atom.parts {
        draw_part(part, placed.is_repeated, to_page, page);
    }
}

fn draw_part(part: &TaggedDrawings, is_repeated: bool, to_page: Affine, page: &mut SheetBuilder<'_, '_>) {
    let mut drawings = part.drawings.clone();
    if let Some(figure) = &part.figure {
        drawings.extend(figure_draws(figure, page));
    }
    let Some(tag) = part.tag.as_ref().filter(|_| !is_repeated) else {
        return decorate(vec![Drawing::moved(to_page, drawings)], page);
    };
    let feature = match part.figure {
        Some(_) => Feature::Draw(part.block),
        None if part.is_link() => Feature::Link(part.block),
        None => Feature::Text(part.block),
    };
    let id = page.painter.identity(feature);
    let group = Group { tag: Some(Arc::clone(tag)), ..Group::piece(id, to_page, drawings) };
    page.drawings.push(Drawing::Group(group));
}

/// Draws a figure in its box.
fn figure_draws(placed: &PlacedFigure, page: &mut SheetBuilder<'_, '_>) -> Vec<Drawing> {
    let place = placed.place;
    let shape = match &placed.figure.shows {
        FigureSubject::File(name) => {
            let file = Template::fixed(&name.as_str().into());
            Shape::Image(Image { file, fit: ImageFit::Whole, place })
        }
        FigureSubject::Board(_) => return board_draws(placed),
        FigureSubject::Piece { component, index } => return piece_draws(placed, component, *index, page),
    };
    let size = placed.rect.size();
    let extent = Extent { width: Measure::Mm(size.width), height: Some(Measure::Mm(size.height)) };
    let element = Element {
        shape,
        places: vec![PerRow::Fixed(ElementPlace::CENTRE)],
        size: Some(PerRow::Fixed(extent)),
        place,
        ..Element::default()
    };
    let row = SheetFields::new(page.painter.game);
    let frame = Frame::rectangle(size);
    let drawn = page.painter.element(&element, Context::new(&frame, &row, ""));
    vec![Drawing::moved(Affine::translate(placed.rect.center().to_vec2()), drawn)]
}

/// Draws a whole board in its box.
fn board_draws(placed: &PlacedFigure) -> Vec<Drawing> {
    let Some(board) = &placed.board else { return Vec::new() };
    let scale = placed.rect.width() / placed.size_before_scaling.width;
    let to_box = Affine::translate(placed.rect.origin().to_vec2())
        * Affine::scale(scale)
        * Affine::translate(-board.bounds.origin().to_vec2());
    let clip = board.bounds.to_path(0.1);
    vec![Drawing::Group(Group {
        transform: to_box,
        clip: Some(clip),
        ..Group::plain(board.drawings.clone())
    })]
}

/// Draws the number of a page in the middle of the lower margin of the page.
fn draw_number(flow: &Flow, pages: &Pages, number: usize, place: PagePlace, page: &mut SheetBuilder<'_, '_>) {
    let format = &pages.style.small;
    let Ok(shaped) = page.painter.shaper.shape(format.font, &number.to_string()) else { return };
    let foot = flow.size.height - flow.area.y1;
    let middle = flow.area.y1 + foot / 2.0 + format.size * 0.3;
    // The number must be inside the printable area, because printers cannot print along the edge of
    // the paper.
    let y = middle.min(place.foot - format.size * 0.3);
    let x = (flow.size.width - shaped.advance * format.size) / 2.0;
    decorate(vec![line_of_text(&shaped, format.size, Point::new(x, y), pages.style.ink.clone())], page);
}

/// Draws the piece at `index` of a component in its box, with a thin line along its outline.
fn piece_draws(
    placed: &PlacedFigure,
    component: &str,
    index: usize,
    page: &mut SheetBuilder<'_, '_>,
) -> Vec<Drawing> {
    let game = page.painter.game;
    let found = game.components.iter().find(|own| own.is_called(component)).and_then(Component::deck);
    let Some(deck) = found else { return Vec::new() };
    let packing = SheetPacking::single(deck, placed.size_before_scaling, 0.0);
    let furniture = page.painter.furniture.clone();
    let mut faces = FaceCache::new(deck, PieceSide::Front, &packing, &furniture).without_bleed_or_safe();
    let Some(face) = faces.piece(&mut page.painter, index) else { return Vec::new() };
    let scale = placed.rect.width() / placed.size_before_scaling.width;
    let outline = faces.frame.outline();
    let line = Stroke::solid(PIECE_LINE / scale, Ink::from_rgb(PIECE_LINE_GREY));
    let drawn = vec![Drawing::clipped(outline.clone(), face.drawings), Drawing::stroked(outline, line)];
    let middle = Affine::translate(placed.rect.center().to_vec2());
    vec![Drawing::moved(middle * Affine::scale(scale), drawn)]
}
