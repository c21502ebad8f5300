//! What a calibration sheet is drawn with: thin lines, and words.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};

use crate::base::identity::{CALIBRATION, Feature, Identity, Mark};
use crate::base::units::Mm;
use crate::scene::{Draw, Group, Ink, Role, Stroke, Text};
use crate::text::Shaper;

/// Lines that are measured from: thin, and seen through paper.
pub const FINE: f64 = 0.15;
/// Lines round boxes and under headings.
pub const HAIR: f64 = 0.1;

/// Draws on one side.
pub struct Pen<'s, 'f> {
    shaper: &'s Shaper<'f>,
    component: Arc<str>,
    draws: Vec<Draw>,
}

/// Words to be set.
#[derive(Clone, Copy)]
pub struct Words<'t> {
    /// The words.
    pub text: &'t str,
    /// Their size in points.
    pub points: f64,
    /// Bold.
    pub bold: bool,
    /// 0: they begin at their place; 0.5: they stand round it.
    pub share: f64,
}

impl<'t> Words<'t> {
    /// Words that begin at their place.
    pub fn new(text: &'t str, points: f64) -> Self {
        Self { text, points, bold: false, share: 0.0 }
    }

    /// The same in bold.
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same round their place.
    pub fn middle(self) -> Self {
        Self { share: 0.5, ..self }
    }
}

impl<'s, 'f> Pen<'s, 'f> {
    pub fn new(shaper: &'s Shaper<'f>) -> Self {
        Self { shaper, component: CALIBRATION.into(), draws: Vec::new() }
    }

    /// Everything that was drawn.
    pub fn into_draws(self) -> Vec<Draw> {
        self.draws
    }

    fn path(&mut self, mark: Mark, path: BezPath, width: f64) {
        self.stroked(mark, path, Stroke::solid(width, Ink::black()));
    }

    fn stroked(&mut self, mark: Mark, path: BezPath, stroke: Stroke) {
        let draw = Draw::Path { path, fill: None, stroke: Some(stroke) };
        self.group(mark, Affine::IDENTITY, draw);
    }

    fn group(&mut self, mark: Mark, transform: Affine, draw: Draw) {
        let id = Identity::Of(Arc::clone(&self.component), Feature::Mark(mark));
        let group = Group::piece(id, transform, vec![draw]);
        self.draws.push(Draw::Group(Group { role: Role::PrinterMark, ..group }));
    }

    /// A line.
    pub fn line(&mut self, mark: Mark, [from, to]: [Point; 2], width: f64) {
        let mut path = BezPath::new();
        path.move_to(from);
        path.line_to(to);
        self.path(mark, path, width);
    }

    /// A line that stands for one seen through paper: dashed.
    pub fn shining(&mut self, mark: Mark, [from, to]: [Point; 2], width: f64) {
        let mut path = BezPath::new();
        path.move_to(from);
        path.line_to(to);
        let dashes = Stroke { dash: vec![0.8, 0.5], ..Stroke::solid(width, Ink::black()) };
        self.stroked(mark, path, dashes.with_dashes_for(from.distance(to)));
    }

    /// Many lines that are one mark.
    pub fn lines(&mut self, mark: Mark, lines: impl IntoIterator<Item = [Point; 2]>, width: f64) {
        let mut path = BezPath::new();
        for [from, to] in lines {
            path.move_to(from);
            path.line_to(to);
        }
        self.path(mark, path, width);
    }

    /// A box to write in.
    pub fn frame(&mut self, rect: Rect) {
        self.path(Mark::Box, rect.to_path(0.01), HAIR);
    }

    /// An arrow, its head at the second point.
    pub fn arrow(&mut self, [from, to]: [Point; 2]) {
        let along = to - from;
        let along = along / along.hypot();
        let beside = Vec2::new(-along.y, along.x);
        let head = |side: f64| [to, to - along * 1.6 + beside * 0.5 * side];
        self.lines(Mark::Arrow, [[from, to], head(1.0), head(-1.0)], HAIR);
    }

    /// How wide words are, in mm.
    pub fn width(&self, words: Words<'_>) -> f64 {
        self.set(words).map_or(0.0, |(text, _)| {
            text.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * text.size / 1000.0
        })
    }

    fn set(&self, words: Words<'_>) -> Option<(Text, f64)> {
        let regular = self.shaper.default_font()?;
        let font = match words.bold {
            true => self.shaper.fonts().styled(regular, true, false).unwrap_or(regular),
            false => regular,
        };
        let shaped = self.shaper.shape(font, words.text).ok()?;
        let size = Mm::from_pt(words.points).0;
        let glyphs = Arc::clone(&shaped.glyphs);
        let width = glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * size / 1000.0;
        let string: Arc<str> = words.text.into();
        let text = Text { string, font, size, origin: Point::ZERO, glyphs, ink: Ink::black() };
        Some((text, width))
    }

    /// Words on a baseline at a place, turned by so many quarters clockwise.
    pub fn words(&mut self, words: Words<'_>, at: Point, quarters: u8) {
        let Some((text, width)) = self.set(words) else { return };
        let turn = match quarters % 4 {
            0 => Affine::IDENTITY,
            1 => Affine::new([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
            2 => Affine::new([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
            _ => Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
        };
        let back = Affine::translate(Vec2::new(-width * words.share, 0.0));
        self.group(Mark::Words, Affine::translate(at.to_vec2()) * turn * back, Draw::Text(text));
    }

    /// Words in lines no wider than this; where the baseline of the next line would be.
    pub fn paragraph(&mut self, words: Words<'_>, at: Point, width: f64) -> Point {
        let step = Mm::from_pt(words.points).0 * 1.25;
        let mut at = at;
        let mut line = String::new();
        for word in words.text.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(Words { text: &longer, ..words }) > width && !line.is_empty() {
                self.words(Words { text: &line, ..words }, at, 0);
                at.y += step;
                word.clone_into(&mut line);
            } else {
                line = longer;
            }
        }
        self.words(Words { text: &line, ..words }, at, 0);
        at.y += step;
        at
    }

    /// Forgets what was drawn since there were so many drawings: for what was only measured.
    pub fn forget(&mut self, count: usize) {
        self.draws.truncate(count);
    }

    /// How many drawings there are.
    pub fn count(&self) -> usize {
        self.draws.len()
    }
}
