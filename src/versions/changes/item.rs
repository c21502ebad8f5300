//! Draws an item of a page: a text about a change, and the pictures before and after the change.
//!
//! - In: an entry with its pictures, and the arrangement of its chapter.
//! - Out: drawings. They extend to the right and downwards from a given corner.
//! - Not here: deciding which items are on a page.

use kurbo::{Affine, Point, Size, Vec2};

use super::VersionSide;
use super::before_and_after::{Picture, Pictures};
use super::chapters::{ChangeKind, Chapter, Entry};
use super::lettering::{Line, TextStyle, Typesetter};
use hexpress_base::identity::{CHANGES, Feature, Identity, Single};
use hexpress_base::text::one_line;
use hexpress_base::units::count_with_noun;
use hexpress_scene::{Drawing, Group, Role};

/// The gap between the two pictures that show a piece before and after a change, in mm.
pub const PICTURE_GAP_MM: f64 = 6.0;
/// The gap between the text and the pictures next to it, in mm.
pub const GAP_NEXT_TO_TEXT_MM: f64 = 6.0;
/// The height of the labels below pictures, in mm.
pub const LABEL: f64 = 5.0;
/// The distance from the baseline of a label to the lower edge of the strip for labels, in mm.
const BELOW_LABEL: f64 = 1.4;
/// The least width of the space for a label, in mm.
const MIN_LABEL_WIDTH: f64 = 20.0;
/// The gap between the text and the pictures below it, in mm.
pub const GAP_BELOW_TEXT_MM: f64 = 3.5;
/// The largest number of changed fields that an item lists. The other fields are only counted.
const MAX_CHANGES: usize = 8;

const NAME: TextStyle = TextStyle::bold(10.0);
const BODY: TextStyle = TextStyle::regular(9.0);
pub const SMALL_LETTERS: TextStyle = TextStyle::quiet(7.0);

/// How the items of a chapter are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrangement {
    /// The factor by which pictures are scaled.
    pub scale: f64,
    /// The number of items next to each other.
    pub columns: usize,
    /// The width of an item, in mm.
    pub width: f64,
    /// The width of the text, in mm.
    pub text_width: f64,
    pub text_place: TextPlace,
}

/// Where the text of an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// To the left of the pictures.
    Left,
    /// Above the pictures.
    Above,
    /// Below a single picture.
    Below,
}

/// An item of a page. It shows one view of an entry.
#[derive(Debug, Clone, Copy)]
pub struct Item<'d, 'c> {
    pub chapter: &'c Chapter<'d>,
    pub entry: &'c Entry<'d>,
    /// The index of the view in its entry.
    pub view: usize,
}

impl Item<'_, '_> {
    /// Returns the lines of the text, from top to bottom.
    fn lines(&self, typesetter: &Typesetter<'_, '_>, width: f64) -> Vec<Line> {
        let Entry { numbers, name, changes, .. } = self.entry;
        let mut lines = Vec::new();
        if !numbers.is_empty() {
            let is_one = !numbers.contains([',', '-']);
            let text = format!("{} {numbers}", if is_one { "No." } else { "Nos." });
            lines.push(typesetter.shortened(&text, SMALL_LETTERS, width));
        }
        lines.extend(typesetter.wrapped(name, NAME, width));
        if self.view > 0 {
            lines.extend(typesetter.wrapped("the back", SMALL_LETTERS, width));
            return lines;
        }
        for change in changes.iter().take(MAX_CHANGES) {
            lines.extend(typesetter.wrapped(change, BODY, width));
        }
        if let Some(more @ 1..) = changes.len().checked_sub(MAX_CHANGES) {
            lines.extend(typesetter.wrapped(
                &format!("and {}", count_with_noun(more, "other change")),
                BODY,
                width,
            ));
        }
        lines
    }

    /// Returns the height of the item in mm, if its pictures have these sizes.
    pub fn height(&self, sizes: &[Size], how: &Arrangement, typesetter: &Typesetter<'_, '_>) -> f64 {
        let text_height = height_of(&self.lines(typesetter, how.text_width));
        let tallest = sizes.iter().map(|size| size.height).fold(0.0, f64::max) * how.scale;
        match how.text_place {
            TextPlace::Left => text_height.max(tallest + LABEL),
            TextPlace::Above => text_height + GAP_BELOW_TEXT_MM + tallest + LABEL,
            TextPlace::Below => tallest + GAP_BELOW_TEXT_MM + text_height,
        }
    }

    /// Draws the item with its upper left corner at `at`.
    pub fn drawn(&self, pictures: &Pictures, at: Point, pen: &ItemPen<'_, '_, '_>) -> Drawing {
        let &ItemPen { how, typesetter, .. } = pen;
        let lines = self.lines(typesetter, how.text_width);
        let text_height = height_of(&lines);
        let tallest =
            pictures.each().map(|(_, picture)| picture.size().height).fold(0.0, f64::max) * how.scale;
        let (text_place, pictures_at) = match how.text_place {
            TextPlace::Left => (at, at + Vec2::new(how.text_width + GAP_NEXT_TO_TEXT_MM, 0.0)),
            TextPlace::Above => (at, at + Vec2::new(0.0, text_height + GAP_BELOW_TEXT_MM)),
            TextPlace::Below => (at + Vec2::new(0.0, tallest + GAP_BELOW_TEXT_MM), at),
        };
        let mut drawings = set(&lines, text_place);
        let mut x = pictures_at.x;
        let labels: Vec<&str> = match pictures.each().count() {
            0 | 1 => vec![""],
            _ => VersionSide::BOTH.iter().map(|version_side| version_side.label()).collect(),
        };
        for ((version_side, picture), label) in pictures.each().zip(labels) {
            drawings.extend(pen.picture(version_side, picture, Point::new(x, pictures_at.y), label));
            x += picture.size().width * how.scale + PICTURE_GAP_MM;
        }
        named(&self.name(), drawings)
    }

    /// Returns the name of the item for screen readers, such as `deck 7`.
    fn name(&self) -> String {
        let Chapter { kind, component, .. } = self.chapter;
        let kind = if *kind == ChangeKind::Changed { "" } else { kind.word() };
        let back =
            if self.entry.views.get(self.view).is_some_and(|view| view.is_back()) { "back" } else { "" };
        one_line(&format!("{kind} {component} {} {back}", self.entry.numbers))
    }
}

/// The settings for drawing items.
pub struct ItemPen<'p, 's, 'f> {
    pub how: &'p Arrangement,
    pub typesetter: &'p Typesetter<'s, 'f>,
    /// The colour of rings.
    pub ring: [u8; 3],
}

impl ItemPen<'_, '_, '_> {
    /// Draws a picture with its rings. Below the picture, draws the label, which may be empty, and the
    /// scale.
    fn picture(
        &self,
        version_side: VersionSide,
        picture: &Picture,
        corner: Point,
        label: &str,
    ) -> Vec<Drawing> {
        let scale = self.how.scale;
        let alt: Vec<&str> = [label, &picture.text].into_iter().filter(|part| !part.is_empty()).collect();
        let mut drawings =
            vec![named(version_side.label(), vec![picture.drawn(corner, scale, &alt.join(": "))])];
        drawings
            .extend(picture.drawn_rings(corner, scale, self.ring).map(|rings| named("rings", vec![rings])));
        let scaled = if is_true_size(scale) { String::new() } else { scale_text(scale) };
        let parts: Vec<&str> = [label, &scaled].into_iter().filter(|part| !part.is_empty()).collect();
        if self.how.text_place != TextPlace::Below && !parts.is_empty() {
            let size = picture.size() * scale;
            let line =
                self.typesetter.shortened(&parts.join(", "), SMALL_LETTERS, size.width.max(MIN_LABEL_WIDTH));
            let at = Point::new(corner.x, corner.y + size.height + LABEL - BELOW_LABEL);
            // The alternative text of the picture contains the label, so screen readers skip the drawn
            // label.
            drawings.push(Drawing::Group(Group { alt: Some("".into()), ..Group::plain(line.at(at)) }));
        }
        drawings
    }
}

/// Returns whether pictures with this scale have their true size.
pub fn is_true_size(scale: f64) -> bool {
    (scale - 1.0).abs() < 1e-9
}

/// Returns a scale as text, such as `at 62 %`.
pub fn scale_text(scale: f64) -> String {
    let percent = scale * 100.0;
    if percent < 10.0 { format!("at {percent:.1} %") } else { format!("at {percent:.0} %") }
}

/// Returns the total height of lines in mm, with the descenders of the last line.
pub fn height_of(lines: &[Line]) -> f64 {
    lines.iter().map(Line::height).sum()
}

/// Draws lines from top to bottom, beginning at `at`.
pub fn set(lines: &[Line], at: Point) -> Vec<Drawing> {
    let mut y = at.y;
    let mut drawings = Vec::new();
    for line in lines {
        drawings.extend(line.at(Point::new(at.x, y + line.capitals())));
        y += line.height();
    }
    drawings
}

/// Gives drawings a name for screen readers.
pub fn named(name: &str, drawings: Vec<Drawing>) -> Drawing {
    // Slashes are replaced, because in a name, a slash separates the component from the feature.
    Drawing::named(Identity::Foreign(one_line(&name.replace('/', " ")).into()), drawings)
}

/// Returns drawings that screen readers skip.
pub fn silent(drawings: Vec<Drawing>) -> Drawing {
    let id = Identity::Of(CHANGES.into(), Feature::Single(Single::PrinterMarks));
    let group = Group::piece(id, Affine::IDENTITY, drawings);
    Drawing::Group(Group { role: Role::PrinterMark, ..group })
}

/// Returns drawings that screen readers announce as the heading of a page.
pub fn heading(drawings: Vec<Drawing>) -> Drawing {
    let id = Identity::Of(CHANGES.into(), Feature::Single(Single::Page));
    let group = Group::piece(id, Affine::IDENTITY, drawings);
    Drawing::Group(Group { role: Role::Heading, ..group })
}
