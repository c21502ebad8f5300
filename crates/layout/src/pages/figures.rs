//! Typesets figures: pictures, boards and pieces of the game.
//!
//! - In: a figure.
//! - Out: an atom (a part of the text that is never divided) with the box of the figure.
//! - Not here: drawing the figure (`draw`).

use super::atom::{Atom, PlacedFigure, TaggedDrawings};
use super::typeset::Typesetter;
use crate::plan::piece_size::piece_size;
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::pages::{Figure, FigureSubject, FigureWidth};
use hexpress_scene::{TextElement, TextTag};
use hexpress_settle::Settler;
use kurbo::{Rect, Size};
use std::sync::Arc;

/// The distance above and below a figure, in ems of the text.
const FIGURE_SPACE_EMS: f64 = 0.8;
/// The largest height of a figure, as a fraction of the column's height. This limit applies only if
/// the layout sets no width in mm for the figure.
const MAX_FIGURE_HEIGHT_SHARE: f64 = 0.4;
/// The default width of a board or picture, as a fraction of the column's width.
const DEFAULT_WIDTH: f64 = 0.7;

impl Typesetter<'_, '_> {
    pub fn figure(&mut self, figure: &Figure) {
        let board = match &figure.shows {
            FigureSubject::Board(name) => {
                let Settler { game, shaper } = self.settler;
                self.boards.get(name, game, shaper, self.setup)
            }
            FigureSubject::File(_) | FigureSubject::Piece { .. } => None,
        };
        let own_size = match &board {
            Some(picture) => Some(picture.bounds.size()),
            None => self.figure_size(&figure.shows),
        };
        let Some(own_size) = own_size else { return };
        let width = self.right - self.left;
        let fitted = |wanted: f64| {
            own_size
                * (wanted / own_size.width).min(MAX_FIGURE_HEIGHT_SHARE * self.room.height / own_size.height)
        };
        let size = match figure.width {
            Some(FigureWidth::Mm(wanted)) => own_size * (wanted / own_size.width),
            Some(FigureWidth::Share(share)) => fitted(share * width),
            None => match figure.shows {
                FigureSubject::Piece { .. } => fitted(own_size.width.min(width)),
                FigureSubject::File(_) | FigureSubject::Board(_) => fitted(DEFAULT_WIDTH * width),
            },
        };
        if size.width > width + 1e-6 {
            let [wide, column] = [size.width, width].map(ShortNumber::tenths);
            let message = format!("this figure is {wide} mm wide, but its column is only {column} mm wide");
            let hint = "make the figure narrower, or use fewer `columns`";
            self.report.push(codes::BAD_SIZE.error(message).hint(hint).at(self.place));
            return;
        }
        self.need_gap(FIGURE_SPACE_EMS);
        let step = self.step(TextElement::Figure);
        let steps = [&self.path[..], &[step]].concat();
        let tag =
            Some(Arc::new(TextTag { steps, alt: Some(Arc::clone(&figure.alt)), page: None, spot: None }));
        let left = self.left_of(self.left, width) + (width - size.width) / 2.0;
        let rect = Rect::from_origin_size((left, 0.0), size);
        let figure = Some(PlacedFigure {
            figure: figure.clone(),
            rect,
            size_before_scaling: own_size,
            board,
            place: self.place,
        });
        let parts = vec![TaggedDrawings { tag, block: self.block, drawings: Vec::new(), figure }];
        self.push(Atom { height: size.height, parts, ..Atom::default() });
        self.need_gap(FIGURE_SPACE_EMS);
    }

    /// Returns the size of the picture or piece in a figure. For pictures, only the proportions of
    /// this size are used. Returns `None` if the figure shows a board, or if the size cannot be
    /// computed.
    fn figure_size(&self, shows: &FigureSubject) -> Option<Size> {
        let game = self.settler.game;
        match shows {
            FigureSubject::File(name) => game.pictures.get(name).ok().map(|picture| picture.size()),
            FigureSubject::Board(_) => None,
            FigureSubject::Piece { component, .. } => {
                let deck = game.components.iter().find(|own| *own.name == **component)?.deck()?;
                piece_size(game, deck, self.setup).ok()
            }
        }
    }
}
