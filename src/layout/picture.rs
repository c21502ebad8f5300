//! Small pictures: a board on a card, its marks in small, a compass.

use kurbo::{Affine, Point, Size};

use super::face::{Context, Painter, line_of_text};
use super::figure;
use super::frame::turn;
use super::placing::Placing;
use crate::model::{Element, Shape, Words, Wrong};
use crate::scene::{Draw, Group, Ink, Stroke};

impl Painter<'_, '_> {
    /// A board's mark, small, at the end of a hexagon of `size` that is drawn turned by `turned` degrees.
    pub fn small_mark(
        &mut self,
        mark: &Element,
        size: Size,
        turned: f64,
        spot: Point,
        context: Context<'_>,
    ) -> Result<Vec<Draw>, Wrong> {
        let Shape::Figure(figure, extent) = &mark.shape else { return Ok(Vec::new()) };
        let fill = self.optional(&mark.fill, context.row)?.flatten();
        let line = self.optional(&mark.line, context.row)?;
        let real = self.value(extent, context.row)?.of(size);
        let scale = size.width * 0.13 / real.width.max(real.height).max(0.001);
        let stroke = line.map(|l| Stroke { width: l.width.min(0.3), ..l });
        let path = figure::outline(figure, real * scale);
        let back = turn(-turned) * Affine::translate(spot.to_vec2());
        let draws = vec![Draw::Path { path, fill, stroke }];
        Ok(vec![Draw::Group(Group { transform: back, ..Group::plain(draws) })])
    }

    /// A board small enough for `size`: its cells in their colours, their marks, no words.
    /// # Errors
    /// What a mark's values say wrongly.
    pub fn small_board(&mut self, name: &str, size: Size, context: Context<'_>) -> Result<Vec<Draw>, Wrong> {
        let board = self.game.components.iter().find_map(|c| match &c.body {
            crate::model::Body::Board(board) if c.name.as_ref() == name => Some(board),
            _ => None,
        });
        let Some(board) = board else { return Ok(Vec::new()) };
        let unit = super::fit::unit_bounds(board);
        let line = board.line.width.min(0.25);
        let side = ((size.width - line) / unit.width()).min((size.height - line) / unit.height());
        let outline = board.orientation.outline(Point::ZERO, side);
        let mut draws = Vec::new();
        for cell in &board.cells {
            let Some(kind) = board.kinds.get(cell.kind) else { continue };
            let centre = (board.orientation.unit_centre(cell.hex) - unit.center()) * side;
            let stroke = kind.line.clone().unwrap_or_else(|| board.line.clone());
            let stroke = Stroke { width: stroke.width.min(line), ..stroke.with_dashes_for(side) };
            let fill = kind.fill.clone();
            let mut content = vec![Draw::Path { path: outline.clone(), fill, stroke: Some(stroke) }];
            for mark in cell.marks.iter().filter_map(|m| board.marks.get(*m)) {
                // As large in its cell as on a board with cells of about 45 mm.
                let whole = Size::new(side * 3.6, side * 3.6);
                content.extend(self.small_mark(&mark.element, whole, 0.0, Point::ZERO, context)?);
            }
            let transform = Affine::translate(centre);
            draws.push(Draw::Group(Group { transform, ..Group::plain(content) }));
        }
        Ok(draws)
    }

    /// A compass of the game's directions.
    pub fn compass(
        &mut self,
        words: &Words,
        size: Size,
        ink: &Ink,
        at: &Placing<'_>,
    ) -> Result<Vec<Draw>, Wrong> {
        let cap = self.shaper.metrics(words.font).cap_height * words.size;
        let mut arms = Vec::new();
        for direction in &self.game.names.directions {
            let shaped = self.shaped(words.font, &direction.name)?;
            arms.push((direction.degrees, shaped));
        }
        let sizes = arms.iter().map(|(_, s)| Size::new(s.advance * words.size, cap));
        let places = figure::compass(size, arms.iter().map(|(d, _)| *d).zip(sizes).collect());
        let mut draws = places.draws(ink);
        for ((_, shaped), centre) in arms.iter().zip(&places.labels) {
            // The arms are true on the sheet; each word is turned about its own middle, to face its reader.
            let origin = Point::new(-shaped.advance * words.size / 2.0, cap / 2.0);
            let text = line_of_text(shaped, words.font, words.size, origin, ink.clone());
            let transform = Affine::translate(centre.to_vec2()) * turn(at.seat_turn);
            draws.push(Draw::Group(Group { transform, ..Group::plain(vec![text]) }));
        }
        Ok(draws)
    }
}
