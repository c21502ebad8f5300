//! What a calibration sheet is drawn with: thin lines, and words.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape, Vec2};

use crate::base::identity::{CALIBRATION, Feature, Identity, Mark};
use crate::base::units::Mm;
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::line_of_text;
use crate::layout::extra::pen::lines;
use crate::print::profile::marks::ARM;
use crate::scene::{Draw, Group, Ink, Role, Stroke};
use crate::text::{Shaped, Shaper, Style};

/// Lines that are measured from: thin, and seen through paper.
pub const FINE: f64 = 0.15;
/// Lines round boxes and under headings.
pub const HAIR: f64 = 0.1;

/// Draws on one side.
pub struct Pen<'s, 'f> {
    shaper: &'s Shaper<'f>,
    /// Everything that was drawn.
    pub draws: Vec<Draw>,
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
        Self { shaper, draws: Vec::new() }
    }

    fn stroked(&mut self, mark: Mark, path: BezPath, stroke: Stroke) {
        self.group(mark, Affine::IDENTITY, Draw::stroked(path, stroke));
    }

    fn group(&mut self, mark: Mark, transform: Affine, draw: Draw) {
        let id = Identity::Of(CALIBRATION.into(), Feature::Mark(mark));
        let group = Group::piece(id, transform, vec![draw]);
        self.draws.push(Draw::Group(Group { role: Role::PrinterMark, ..group }));
    }

    /// Words on a baseline that say which side it is.
    pub fn heading(&mut self, words: Words<'_>, at: Point) {
        let before = self.draws.len();
        self.words(words, at);
        for draw in self.draws.iter_mut().skip(before) {
            if let Draw::Group(group) = draw {
                group.role = Role::Heading;
            }
        }
    }

    /// A line.
    pub fn line(&mut self, mark: Mark, line: [Point; 2], width: f64) {
        self.lines(mark, [line], width);
    }

    /// A line that stands for one seen through paper: dashed.
    pub fn shining(&mut self, mark: Mark, [from, to]: [Point; 2], width: f64) {
        let dashes = Stroke { dash: vec![0.8, 0.5], ..Stroke::solid(width, Ink::black()) };
        self.stroked(mark, Line::new(from, to).to_path(0.1), dashes.with_dashes_for(from.distance(to)));
    }

    /// Many lines that are one mark.
    pub fn lines(&mut self, mark: Mark, lines: impl IntoIterator<Item = [Point; 2]>, width: f64) {
        let path = lines.into_iter().flat_map(|[from, to]| Line::new(from, to).to_path(0.1)).collect();
        self.stroked(mark, path, Stroke::solid(width, Ink::black()));
    }

    /// A box to write in.
    pub fn frame(&mut self, rect: Rect) {
        self.stroked(Mark::Box, rect.to_path(0.01), Stroke::solid(HAIR, Ink::black()));
    }

    /// Scales in millimetres along both lines of a cross; their last marks reach so far to each side, in mm.
    pub fn scales(&mut self, mark: Mark, centre: Point, last: f64) {
        let whole = ARM as i32;
        for mm in (-whole..=whole).filter(|mm| *mm != 0) {
            let at = f64::from(mm);
            let half = match mm {
                _ if mm.abs() == whole => last,
                _ if mm % 5 == 0 => 1.6,
                _ => 0.8,
            };
            let (x, y) = (centre.x + at, centre.y + at);
            self.line(mark, [Point::new(x, centre.y - half), Point::new(x, centre.y + half)], HAIR);
            self.line(mark, [Point::new(centre.x - half, y), Point::new(centre.x + half, y)], HAIR);
            if mm % 5 == 0 {
                let number = format!("{mm}").replace('-', "−");
                let words = Words::new(&number, 5.5);
                self.words(words.middle(), Point::new(x, centre.y + 3.8));
                self.words(words, Point::new(centre.x + 2.1, y + 0.7));
            }
        }
    }

    /// An arrow, its head at the second point.
    pub fn arrow(&mut self, [from, to]: [Point; 2]) {
        let along = to - from;
        let along = along / along.hypot();
        let beside = Vec2::new(-along.y, along.x);
        let head = |side: f64| [to, to - along * 1.6 + beside * 0.5 * side];
        self.lines(Mark::Arrow, [[from, to], head(1.0), head(-1.0)], HAIR);
    }

    fn set(&self, words: Words<'_>) -> Option<Arc<Shaped>> {
        let regular = self.shaper.default_font()?;
        let bold = words.bold.then(|| self.shaper.fonts().styled(regular, Style::BOLD)).flatten();
        self.shaper.shape(bold.unwrap_or(regular), words.text).ok()
    }

    /// Words on a baseline at a place.
    pub fn words(&mut self, words: Words<'_>, at: Point) {
        self.turned_words(words, at, 0.0);
    }

    /// Words on a baseline at a place, turned by so many degrees clockwise.
    pub fn turned_words(&mut self, words: Words<'_>, at: Point, degrees: f64) {
        let Some(shaped) = self.set(words) else { return };
        let size = Mm::from_pt(words.points).0;
        let width = shaped.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * size / 1000.0;
        let back = Affine::translate(Vec2::new(-width * words.share, 0.0));
        let text = line_of_text(&shaped, size, Point::ZERO, Ink::black());
        self.group(Mark::Words, Affine::translate(at.to_vec2()) * turn(degrees) * back, text);
    }

    /// Words in lines no wider than this; where the baseline of the next line would be.
    pub fn paragraph(&mut self, words: Words<'_>, mut at: Point, width: f64) -> Point {
        let size = Mm::from_pt(words.points).0;
        let fits = |line: &str| {
            let set = self.set(Words { text: line, ..words });
            set.is_none_or(|shaped| shaped.advance * size <= width)
        };
        for line in lines(words.text, fits) {
            self.words(Words { text: &line, ..words }, at);
            at.y += size * 1.25;
        }
        at
    }
}
