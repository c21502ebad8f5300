//! Makes pictures of a piece or a board before and after a change. Rings mark what differs.
//!
//! - In: drawings of both versions.
//! - Out: pictures. Each has its own coordinates, and can be scaled and placed.
//! - Not here: deciding where pictures are placed.

use std::collections::BTreeSet;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::VersionSide;
use super::album::{AlbumCache, DrawnBoard, DrawnPiece, VersionPictures};
use super::chapters::View;
use super::difference_rings::{self, Ring, differing};
use crate::versions::compare::BoardChange;
use crate::versions::game_version::cell_name;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::Report;
use hexpress_base::text::one_line;
use hexpress_scene::print::setup::Inking;
use hexpress_scene::text::Shaper;
use hexpress_scene::{Drawing, Group, Ink, Stroke};

/// The width of the line along the edge of a picture, in mm on the page.
const EDGE: f64 = 0.15;
/// The grey of the line along the edge of a picture.
const EDGE_GREY: [u8; 3] = [0xA8; 3];
/// The least radius of a ring around a point of a board, in mm at true size.
const MIN_RING_MM: f64 = 2.0;

/// A picture of a piece or a board, in its own coordinates.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The area of the drawing that the picture shows.
    pub window: Rect,
    drawings: Vec<Drawing>,
    /// The outline of a piece. It is drawn as a line along the edge of the picture. `None` for a board.
    edge: Option<BezPath>,
    rings: Vec<Ring>,
    /// All text that the drawings in the picture contain.
    pub text: String,
}

/// The pictures before and after a change. If a piece was added or removed, one of them is `None`.
#[derive(Debug, Clone, Default)]
pub struct Pictures(pub [Option<Picture>; 2]);

impl Pictures {
    pub fn of(&self, version_side: VersionSide) -> Option<&Picture> {
        self.0[version_side.index()].as_ref()
    }

    /// Makes both pictures show the same area, which contains the areas of both.
    pub fn in_one_window(self) -> Self {
        let Some(window) = self.each().map(|(_, picture)| picture.window).reduce(|a, b| a.union(b)) else {
            return self;
        };
        Self(self.0.map(|picture| picture.map(|picture| Picture { window, ..picture })))
    }

    /// Returns the pictures in the colours that the ink setting allows.
    pub fn inked(self, inking: Option<Inking>, shaper: &Shaper<'_>) -> Self {
        Self(self.0.map(|picture| picture.map(|picture| picture.inked(inking, shaper))))
    }

    /// Returns the pictures that are not `None`. The picture of the old version comes first.
    pub fn each(&self) -> impl Iterator<Item = (VersionSide, &Picture)> {
        VersionSide::BOTH.into_iter().filter_map(|version_side| Some((version_side, self.of(version_side)?)))
    }
}

impl Picture {
    fn new(window: Rect, drawings: Vec<Drawing>) -> Self {
        let text = text_of(&drawings);
        Self { window, drawings, edge: None, rings: Vec::new(), text }
    }

    fn of_piece(piece: DrawnPiece) -> Self {
        let window = Rect::from_center_size(Point::ORIGIN, piece.size);
        Self { edge: Some(piece.outline), ..Self::new(window, piece.drawings) }
    }

    pub fn size(&self) -> Size {
        self.window.size()
    }

    /// Returns the picture in the colours that the ink setting allows.
    fn inked(self, inking: Option<Inking>, shaper: &Shaper<'_>) -> Self {
        let drawings = match inking {
            Some(inking) => hexpress_layout::inked(inking, shaper, &self.drawings),
            None => self.drawings,
        };
        Self { drawings, ..self }
    }

    /// Returns the transform that scales the picture, and moves its top-left corner to `at`.
    fn place(&self, at: Point, scale: f64) -> Affine {
        Affine::translate(at.to_vec2())
            * Affine::scale(scale)
            * Affine::translate(-self.window.origin().to_vec2())
    }

    /// Draws the picture with its top-left corner at `at`. Screen readers read `alt` instead of the
    /// text in the picture.
    pub fn drawn(&self, at: Point, scale: f64, alt: &str) -> Drawing {
        let placed = self.place(at, scale);
        // A board gets white paper here. The drawing of a piece already contains its paper.
        let paper = self.edge.is_none().then(|| self.window.to_path(0.1));
        let ground = paper.iter().map(|paper| Drawing::filled(paper.clone(), Ink::white()));
        let shown = Drawing::Group(Group {
            transform: placed,
            alt: Some(alt.into()),
            drawings: ground.chain(self.drawings.iter().cloned()).collect(),
            clip: paper.clone(),
            ..Group::plain(Vec::new())
        });
        let outline = placed * self.edge.clone().unwrap_or_else(|| self.window.to_path(0.1));
        let edge = Drawing::stroked(outline, Stroke::solid(EDGE, Ink::from_rgb(EDGE_GREY)));
        Drawing::Group(Group::plain(vec![shown, edge]))
    }

    /// Draws the rings of a picture whose top-left corner is at `at`. Returns `None` if the picture has
    /// no rings.
    pub fn drawn_rings(&self, at: Point, scale: f64, colour: [u8; 3]) -> Option<Drawing> {
        let drawn = difference_rings::drawn(&self.rings, self.place(at, scale), colour);
        (!drawn.is_empty()).then(|| Drawing::Group(Group::plain(drawn)))
    }
}

/// Draws the pictures of a view.
///
/// # Errors
/// A piece or a board cannot be drawn.
pub fn pictures<'a>(
    view: &View<'_>,
    component: &str,
    album: &VersionPictures<'a>,
    cache: &mut AlbumCache<'a>,
) -> Result<Pictures, Report> {
    match view {
        View::Piece { side, samples } => {
            let mut drawn = [None, None];
            for version_side in VersionSide::BOTH {
                let piece = samples[version_side.index()];
                let draw = piece.map(|piece| album.piece(version_side, piece, component, *side, cache));
                drawn[version_side.index()] = draw.transpose()?;
            }
            Ok(of_pieces(drawn))
        }
        View::Board { change, is_old, is_new } => {
            let mut board = |version_side: VersionSide, is_shown: bool| {
                let print = change.prints[version_side.index()];
                is_shown.then(|| album.board(version_side, print, component, cache)).transpose()
            };
            let drawn = [board(VersionSide::Old, *is_old)?, board(VersionSide::New, *is_new)?];
            Ok(of_boards(drawn, change))
        }
    }
}

/// Returns the pictures of both versions of a piece. If one version lacks a part, both pictures have a
/// ring at the place of this part.
fn of_pieces(drawn: [Option<DrawnPiece>; 2]) -> Pictures {
    let mut boxes = Vec::new();
    if let [Some(old), Some(new)] = &drawn
        && old.size == new.size
    {
        boxes = differing(&old.parts, &new.parts);
    }
    let with_rings = |piece: DrawnPiece| {
        let (outline, bounds) = (piece.outline.clone(), Rect::from_center_size(Point::ORIGIN, piece.size));
        let rings = boxes.iter().map(|part| Ring::on_piece(*part, &outline, bounds)).collect();
        Picture { rings, ..Picture::of_piece(piece) }
    };
    Pictures(drawn.map(|piece| piece.map(with_rings)))
}

/// Returns the pictures of both versions of a board, with rings around the cells that differ.
fn of_boards(drawn: [Option<DrawnBoard<'_>>; 2], change: &BoardChange) -> Pictures {
    let is_compared = change.whole.is_none() && drawn.iter().all(Option::is_some);
    let rest = match &drawn {
        [Some(old), Some(new)] if change.rest && is_compared => differing(&old.rest, &new.rest),
        _ => Vec::new(),
    };
    let of_version = |version_side: VersionSide, board: DrawnBoard<'_>| {
        let own = if version_side == VersionSide::Old { &change.removed } else { &change.added };
        let names: BTreeSet<&str> = change.changed.iter().chain(own).map(String::as_str).collect();
        let mut rings: Vec<Ring> = Vec::new();
        if is_compared {
            rings.extend(board.cells_named(&names));
            let origin = board.fit.origin.to_vec2();
            rings.extend(rest.iter().map(|part| Ring::Box(*part + origin)));
        }
        Picture { rings, ..Picture::new(board.bounds, board.drawings) }
    };
    let [old, new] = drawn;
    Pictures([
        old.map(|board| of_version(VersionSide::Old, board)),
        new.map(|board| of_version(VersionSide::New, board)),
    ])
}

impl DrawnBoard<'_> {
    /// Returns rings around the cells with these names.
    fn cells_named(&self, names: &BTreeSet<&str>) -> Vec<Ring> {
        let cells = self.board.cells.iter().enumerate();
        let named = cells.filter(|(index, _)| names.contains(cell_name(&self.board, *index).as_str()));
        named.map(|(_, cell)| Ring::Along(self.outline_of(cell.address))).collect()
    }

    /// Returns the outline of a cell on the sheet. The outline of a point is a circle.
    fn outline_of(&self, cell: CellAddress) -> BezPath {
        let centre = self.fit.centre(cell);
        if self.board.points.is_some() {
            let radius = (self.fit.side / 3.0).max(MIN_RING_MM);
            return hexpress_base::round_shapes::ellipse(centre, Size::new(2.0 * radius, 2.0 * radius));
        }
        let corners = (0..self.fit.grid.tiling.edges(cell)).map(|number| self.fit.corner(cell, number));
        hexpress_base::geometry::polygon(&corners.collect::<Vec<_>>())
    }
}

/// Returns all text in the drawings, joined with spaces.
fn text_of(drawings: &[Drawing]) -> String {
    let mut words = Vec::new();
    add_words(drawings, &mut words);
    one_line(&words.join(" "))
}

fn add_words(drawings: &[Drawing], words: &mut Vec<String>) {
    for drawing in drawings {
        match drawing {
            Drawing::Text(text) => words.push(text.string.to_string()),
            Drawing::Group(group) => match group.alt.as_ref().or(group.actual_text.as_ref()) {
                Some(text) => words.push(text.to_string()),
                None => add_words(&group.drawings, words),
            },
            Drawing::Use { shared, .. } => add_words(&shared.drawings, words),
            Drawing::Cells(cells) => cells.groups().for_each(|group| add_words(&group.drawings, words)),
            Drawing::Path { .. } | Drawing::EvenOdd { .. } | Drawing::Image { .. } => {}
        }
    }
}

/// Returns the top-left corner of an area of this size that is centred in a box.
pub fn centred(size: Size, within: Rect) -> Point {
    within.center() - Vec2::new(size.width, size.height) / 2.0
}
