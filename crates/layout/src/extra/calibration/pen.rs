//! Draws on a calibration sheet: thin lines, scales, arrows and text.
//!
//! - In: places in mm, and the text, lines or arrows to draw there.
//! - Out: printer's marks. Each mark has an identity, so that it can be compared with a scan of the
//!   sheet.
//! - Not here: choosing the places (`print::profile::marks`).

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape, Vec2};

use crate::draw::angle::turn;
use crate::draw::painter::line_of_text;
use crate::extra::text_pen::wrapped;
use hexpress_base::identity::{CALIBRATION, Feature, Identity, Mark};
use hexpress_base::units::Mm;
use hexpress_scene::print::profile::marks::ARM;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{Drawing, Group, Ink, Role, Stroke};

/// The width of the lines from which users measure, in mm. The lines are thin, but wide enough to
/// be visible through paper.
pub const MEASURED_LINE_MM: f64 = 0.15;
/// The width of lines around boxes and under headings, in mm.
pub const HAIR: f64 = 0.1;
/// The distance between baselines in a paragraph, in ems.
const LINE_PITCH: f64 = 1.25;

/// Draws text and marks on one side of a sheet.
pub struct Pen<'s, 'f> {
    shaper: &'s Shaper<'f>,
    /// The drawings that are already on this side.
    pub drawings: Vec<Drawing>,
}

/// A line of text before it is placed.
#[derive(Clone, Copy)]
pub struct Label<'t> {
    text: &'t str,
    /// The font size in points.
    points: f64,
    is_bold: bool,
    /// Whether the line is centred at the point where it is written. If false, the line begins at this point.
    is_centred: bool,
}

impl<'t> Label<'t> {
    /// Returns a line of text in regular letters. It begins at the point where it is written.
    pub fn new(text: &'t str, points: f64) -> Self {
        Self { text, points, is_bold: false, is_centred: false }
    }

    pub fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    /// Returns the line, centred at the point where it is written.
    pub fn centred(self) -> Self {
        Self { is_centred: true, ..self }
    }
}

impl<'s, 'f> Pen<'s, 'f> {
    /// Returns a pen for an empty side.
    pub fn new(shaper: &'s Shaper<'f>) -> Self {
        Self { shaper, drawings: Vec::new() }
    }

    fn push_stroked(&mut self, mark: Mark, path: BezPath, stroke: Stroke) {
        self.push(mark, Affine::IDENTITY, Drawing::stroked(path, stroke));
    }

    fn push(&mut self, mark: Mark, transform: Affine, drawing: Drawing) {
        let id = Identity::Of(CALIBRATION.into(), Feature::Mark(mark));
        let group = Group::piece(id, transform, vec![drawing]);
        self.drawings.push(Drawing::Group(Group { role: Role::PrinterMark, ..group }));
    }

    /// Writes the line of text that names the side. The baseline begins at `at`.
    pub fn write_heading(&mut self, label: Label<'_>, at: Point) {
        let before = self.drawings.len();
        self.write(label, at);
        for drawing in self.drawings.iter_mut().skip(before) {
            if let Drawing::Group(group) = drawing {
                group.role = Role::Heading;
            }
        }
    }

    pub fn line(&mut self, mark: Mark, line: [Point; 2], width: f64) {
        self.lines(mark, [line], width);
    }

    /// Draws a dashed line. It represents a line of the back that is visible through the paper.
    pub fn dashed_line(&mut self, mark: Mark, [from, to]: [Point; 2], width: f64) {
        let dashes = Stroke { dash: vec![0.8, 0.5], ..Stroke::solid(width, Ink::black()) };
        self.push_stroked(mark, Line::new(from, to).to_path(0.1), dashes.with_dashes_for(from.distance(to)));
    }

    /// Draws several lines as one mark.
    pub fn lines(&mut self, mark: Mark, lines: impl IntoIterator<Item = [Point; 2]>, width: f64) {
        let path = lines.into_iter().flat_map(|[from, to]| Line::new(from, to).to_path(0.1)).collect();
        self.push_stroked(mark, path, Stroke::solid(width, Ink::black()));
    }

    /// Draws an empty box in which the user writes.
    pub fn writing_box(&mut self, rect: Rect) {
        self.push_stroked(Mark::Box, rect.to_path(0.01), Stroke::solid(HAIR, Ink::black()));
    }

    /// Draws scales in millimetres along both lines of a cross. In each of the four directions, the
    /// last tick is at a distance of `last` mm from the centre.
    pub fn scales(&mut self, mark: Mark, centre: Point, last: f64) {
        let end = ARM as i32;
        for mm in (-end..=end).filter(|mm| *mm != 0) {
            let half = match mm {
                _ if mm.abs() == end => last,
                _ if mm % 5 == 0 => 1.6,
                _ => 0.8,
            };
            let (x, y) = (centre.x + f64::from(mm), centre.y + f64::from(mm));
            self.line(mark, [Point::new(x, centre.y - half), Point::new(x, centre.y + half)], HAIR);
            self.line(mark, [Point::new(centre.x - half, y), Point::new(centre.x + half, y)], HAIR);
            if mm % 5 == 0 {
                let number = format!("{mm}").replace('-', "−");
                let label = Label::new(&number, 5.5);
                self.write(label.centred(), Point::new(x, centre.y + 3.8));
                self.write(label, Point::new(centre.x + 2.1, y + 0.7));
            }
        }
    }

    /// Draws an arrow from the first point to the second point. The head is at the second point.
    pub fn arrow(&mut self, [from, to]: [Point; 2]) {
        let along = (to - from) / (to - from).hypot();
        let across = Vec2::new(-along.y, along.x);
        let [right, left] = [1.0, -1.0].map(|side| [to, to - along * 1.6 + across * 0.5 * side]);
        self.lines(Mark::Arrow, [[from, to], right, left], HAIR);
    }

    fn shaped(&self, label: Label<'_>) -> Option<Arc<Shaped>> {
        let regular = self.shaper.default_font()?;
        let bold = label
            .is_bold
            .then(|| self.shaper.fonts().styled(regular, hexpress_scene::text::Style::BOLD))
            .flatten();
        self.shaper.shape(bold.unwrap_or(regular), label.text).ok()
    }

    /// Writes a line of text. The point `at` is the start of the baseline, or its middle if the
    /// label is centred.
    pub fn write(&mut self, label: Label<'_>, at: Point) {
        self.write_turned(label, at, 0.0);
    }

    /// Writes a line of text that is turned by `degrees` clockwise. The point `at` is the start of
    /// the baseline, or its middle if the label is centred.
    pub fn write_turned(&mut self, label: Label<'_>, at: Point, degrees: f64) {
        let Some(shaped) = self.shaped(label) else { return };
        let size = Mm::from_pt(label.points).0;
        let width = shaped.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * size / 1000.0;
        let share = if label.is_centred { 0.5 } else { 0.0 };
        let back = Affine::translate(Vec2::new(-width * share, 0.0));
        let text = line_of_text(&shaped, size, Point::ZERO, Ink::black());
        self.push(Mark::Words, Affine::translate(at.to_vec2()) * turn(degrees) * back, text);
    }

    /// Writes a paragraph. Its lines are at most `width` mm wide.
    ///
    /// The first baseline begins at `at`. Returns the point where the baseline of the next line
    /// would begin.
    pub fn paragraph(&mut self, label: Label<'_>, mut at: Point, width: f64) -> Point {
        let size = Mm::from_pt(label.points).0;
        let lines = wrapped(label.text, |line| {
            let shaped = self.shaped(Label { text: line, ..label });
            shaped.is_none_or(|shaped| shaped.advance * size <= width)
        });
        for line in lines {
            self.write(Label { text: &line, ..label }, at);
            at.y += size * LINE_PITCH;
        }
        at
    }
}
