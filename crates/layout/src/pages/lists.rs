//! Typesets the lists in a text, and the list of the game's components.
//!
//! - In: the items of a list.
//! - Out: an atom for each line of an item. The first line of each item has a number or a bullet.

use super::atom::TaggedDrawings;
use super::typeset::{ITEM_GAP, Typesetter, plain};
use hexpress_base::round_shapes::circle;
use hexpress_game::pages::{List, counted};
use hexpress_scene::{Drawing, Stroke, TextElement};
use kurbo::Point;

/// The indent of the items in a list with bullets, in ems.
const INDENT: f64 = 1.3;
/// The distance between a number and its item, in ems.
const AFTER_NUMBER: f64 = 0.45;
/// The radius of a bullet, in ems.
const BULLET: f64 = 0.14;
/// The height of the middle of a bullet above the baseline, in ems.
const BULLET_HEIGHT: f64 = 0.27;

impl Typesetter<'_, '_> {
    pub fn list(&mut self, list: &List) {
        let numbers: Vec<String> = match list.first {
            Some(first) => (first..).take(list.items.len()).map(|number| format!("{number}.")).collect(),
            None => vec![String::new(); list.items.len()],
        };
        let widest = numbers.last().filter(|number| !number.is_empty());
        let indent = self.begin_list(widest);
        for (number, item) in numbers.iter().zip(&list.items) {
            self.begin_item(number);
            self.inner(item);
            self.end_item();
        }
        self.end_list(indent);
    }

    /// Begins a list. If the list has numbers, `widest` is the widest of them. Returns the indent of
    /// the items, in mm.
    fn begin_list(&mut self, widest: Option<&String>) -> f64 {
        let (least, format) = (INDENT * self.em(), &self.style().text);
        let lines =
            widest.and_then(|number| self.broken(&plain(number.to_owned()), format, f64::INFINITY, false));
        let indent = lines.map_or(least, |lines| least.max(lines.width() + AFTER_NUMBER * self.em()));
        let step = self.step(TextElement::List);
        self.path.push(step);
        self.left += indent;
        indent
    }

    fn end_list(&mut self, indent: f64) {
        self.left -= indent;
        self.path.pop();
        self.need_gap(2.0 * ITEM_GAP);
    }

    /// Begins an item of a list. An item without a number has a bullet.
    fn begin_item(&mut self, number: &str) {
        self.need_gap(ITEM_GAP);
        let step = self.step(TextElement::Item);
        self.path.push(step);
        self.label = if number.is_empty() { Some(self.bullet()) } else { self.number(number) };
        let body = self.step(TextElement::ItemBody);
        self.path.push(body);
    }

    fn end_item(&mut self) {
        self.label = None;
        self.path.truncate(self.path.len() - 2);
    }

    fn number(&mut self, number: &str) -> Option<TaggedDrawings> {
        let style = self.style();
        let lines = self.broken(&plain(number.to_owned()), &style.text, f64::INFINITY, false)?;
        let tag = self.tag(TextElement::Label);
        let start = self.left - AFTER_NUMBER * self.em() - lines.width();
        let left = self.left_of(start, lines.width());
        let drawings = lines.draw(0, Point::new(left, 0.0), &style.ink);
        Some(TaggedDrawings { tag: Some(tag), block: self.block, drawings, figure: None })
    }

    /// Returns a bullet. It is a disc, or a ring in every second level of nested lists.
    fn bullet(&mut self) -> TaggedDrawings {
        let style = self.style();
        let em = self.em();
        let depth = self.path.iter().filter(|step| step.element == TextElement::List).count();
        let extent = self.settler.shaper.vertical_extent_in(style.text.font, style.text.flow.direction);
        let mut pitch = style.text.spacing.unwrap_or(extent.above + extent.below);
        if self.runs_leftwards() {
            pitch = pitch.max(extent.above + extent.below);
        }
        let baseline = (pitch - extent.above - extent.below) / 2.0 + extent.above;
        let centre = Point::new(self.left_of(self.left - 0.75 * em, 0.0), (baseline - BULLET_HEIGHT) * em);
        let path = circle(centre, BULLET * em);
        let drawing = if depth % 2 == 1 {
            Drawing::filled(path, style.ink.clone())
        } else {
            Drawing::stroked(path, Stroke::solid(0.06 * em, style.ink.clone()))
        };
        let tag = self.tag(TextElement::Label);
        TaggedDrawings { tag: Some(tag), block: self.block, drawings: vec![drawing], figure: None }
    }

    /// Typesets the list of the game's components. Each line states a component and the number of
    /// its pieces.
    pub fn components(&mut self) {
        let style = self.style();
        let parts = counted(self.settler.game);
        let counts: Vec<String> = parts.iter().map(|part| part.count.to_string()).collect();
        let indent = self.begin_list(counts.iter().max_by_key(|count| count.len()));
        for (part, count) in parts.iter().zip(&counts) {
            self.begin_item(count);
            self.lines(&plain(part.words()), &style.text, &style.ink, TextElement::Paragraph);
            self.end_item();
        }
        self.end_list(indent);
    }
}
