//! Typesets the blocks of a text.
//!
//! - In: blocks, and the size of a column.
//! - Out: atoms in reading order. Atoms are parts that are never divided, such as lines.
//! - Not here: lists (`lists`), tables (`tables`), figures (`figures`) and columns (`fill`).

use std::sync::Arc;

use super::FlowInput;
use super::atom::{Atom, Strip, TaggedDrawings};
use super::board_picture::BoardPictures;
use super::line_tags::LineTags;
use super::text_lines::SetLines;
use crate::setup::Setup;
use hexpress_base::diag::{Report, SourceSpan, codes};
use hexpress_base::units::{PT_PER_MM, ShortNumber};
use hexpress_game::TextFormat;
use hexpress_game::pages::{Block, BlockKind, Link, PageStyle, Pages, Prose, headings, quoted_words};
use hexpress_scene::text::Direction;
use hexpress_scene::text::Style;
use hexpress_scene::text::inline::Inline;
use hexpress_scene::{Drawing, Ink, LinkSpot, LinkTarget, Stroke, TagStep, TextElement, TextTag};
use hexpress_settle::Settler;
use hexpress_settle::shaped_texts::beginning;
use kurbo::{Point, Size};

/// The distance between paragraphs, in ems of the text.
const GAP: f64 = 0.55;
/// The distance between the items of a list, in ems.
pub const ITEM_GAP: f64 = 0.25;
/// The distance above the headings of the levels 1 to 6, in ems of the text.
const ABOVE_HEADING: [f64; 6] = [2.2, 1.7, 1.25, 1.1, 1.1, 1.1];
/// The distance below a heading, in ems of the text.
const BELOW_HEADING: f64 = 0.4;
/// The distance from a title down to the line that is drawn below the title, in ems of the text.
const LINE_BELOW: f64 = 0.35;
/// The distance above and below a horizontal rule, in ems of the text.
const AROUND_RULE: f64 = 1.0;
/// The indent of a quote or of code, in ems of the text.
const INSET: f64 = 0.9;
/// The width of the bar next to a quote, in ems of the text.
const BAR: f64 = 0.22;
/// The distance by which a shaded area extends above and below its text, in ems of the text.
const PAD: f64 = 0.45;
/// The largest difference that counts as a rounding error, in mm.
const ROUNDING_MM: f64 = 1e-6;

/// Typesets the blocks of a text one after the other.
pub struct Typesetter<'s, 'a> {
    pub settler: Settler<'s, 'a>,
    pub pages: &'s Pages,
    pub setup: &'s Setup,
    /// The size of a column, in mm.
    pub room: Size,
    /// The page number of each heading. Empty when the text is typeset for the first time.
    numbers: &'s [usize],
    pub atoms: Vec<Atom>,
    pub report: Report,
    /// The number of the current block, counted from 1.
    pub block: usize,
    pub place: SourceSpan,
    /// The elements of the text that contain the current block. The outermost element comes first.
    pub path: Vec<TagStep>,
    next_tag: u32,
    /// The left edge of the space for text, in mm.
    pub left: f64,
    /// The right edge of the space for text, in mm.
    pub right: f64,
    /// The distance from the current atom to the next one, in mm.
    pub gap: f64,
    /// The number or bullet to place next to the next line. `None` if the line gets none.
    pub label: Option<TaggedDrawings>,
    /// The level of the most recent heading in the tree of tags, which screen readers use.
    level: usize,
    /// The number of headings that are already typeset.
    headings: usize,
    pub boards: &'s BoardPictures,
}

impl<'s, 'a> Typesetter<'s, 'a> {
    pub fn new(
        settler: Settler<'s, 'a>,
        input: FlowInput<'s>,
        room: Size,
        numbers: &'s [usize],
        boards: &'s BoardPictures,
    ) -> Self {
        let FlowInput { pages, setup, .. } = input;
        Self {
            settler,
            pages,
            setup,
            room,
            numbers,
            atoms: Vec::new(),
            report: Report::default(),
            block: 0,
            place: pages.place,
            path: Vec::new(),
            next_tag: 1,
            left: 0.0,
            right: room.width,
            gap: 0.0,
            label: None,
            level: 0,
            headings: 0,
            boards,
        }
    }

    pub fn finish(self) -> (Vec<Atom>, Report) {
        (self.atoms, self.report)
    }

    pub fn style(&self) -> &'s PageStyle {
        &self.pages.style
    }

    /// Returns the size of an em of the text, in mm.
    pub fn em(&self) -> f64 {
        self.style().text.size
    }

    /// Typesets the next blocks of a text, and numbers them.
    pub fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block += 1;
            self.one(block);
        }
    }

    /// Typesets a title across all columns, which have a total width of `width` mm. Returns the atoms
    /// of the title, and the distance between the title and the columns in mm.
    pub fn title_across(&mut self, title: &Block, width: f64) -> (Vec<Atom>, f64) {
        let column = std::mem::replace(&mut self.room.width, width);
        self.right = width;
        self.blocks(std::slice::from_ref(title));
        self.room.width = column;
        self.right = column;
        (std::mem::take(&mut self.atoms), std::mem::take(&mut self.gap))
    }

    /// Typesets the blocks that are contained in another block, without numbering them.
    pub fn inner(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.one(block));
    }

    fn one(&mut self, block: &Block) {
        self.place = block.place;
        match &block.kind {
            BlockKind::Heading(level, words) => self.heading(*level, words),
            BlockKind::Paragraph(words) => self.paragraph(words),
            BlockKind::List(list) => self.list(list),
            BlockKind::Quote(inner) => self.quote(inner),
            BlockKind::Code(lines) => self.code(lines),
            BlockKind::Rule => self.rule(),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Figure(figure) => self.figure(figure),
            BlockKind::Components => self.components(),
            BlockKind::Contents => self.contents(),
        }
    }

    /// Returns a new element of the tree of tags.
    pub fn step(&mut self, element: TextElement) -> TagStep {
        let number = self.next_tag;
        self.next_tag += 1;
        TagStep { element, number }
    }

    /// Returns the tag of a new element inside the elements in `path`.
    pub fn tag(&mut self, element: TextElement) -> Arc<TextTag> {
        let step = self.step(element);
        self.tag_of(&[step])
    }

    /// Returns the tag of the elements `steps`, which are inside the elements in `path`.
    pub fn tag_of(&self, steps: &[TagStep]) -> Arc<TextTag> {
        Arc::new(TextTag { steps: [&self.path, steps].concat(), alt: None, page: None, spot: None })
    }

    /// Returns whether the text runs from right to left.
    pub fn runs_leftwards(&self) -> bool {
        self.pages.direction == Direction::RightToLeft
    }

    /// Returns the left edge of a box that is `width` mm wide, in mm. `start` is the distance between the box
    /// and the side at which lines begin: the left side, or the right side for text that runs from right to
    /// left.
    pub fn left_of(&self, start: f64, width: f64) -> f64 {
        if self.runs_leftwards() { self.room.width - start - width } else { start }
    }

    /// Draws a horizontal line at the height `y`, in mm. The line runs from `from` to `to`, measured
    /// from the side at which lines begin.
    pub fn line_across(&self, from: f64, to: f64, y: f64, stroke: Stroke) -> Drawing {
        let left = self.left_of(from, to - from);
        Drawing::line(Point::new(left, y), Point::new(left + to - from, y), stroke)
    }

    /// Makes sure that the distance to the next atom is at least `ems` times the size of the text.
    pub fn need_gap(&mut self, ems: f64) {
        self.gap = self.gap.max(ems * self.em());
    }

    /// Adds an atom at the distance `gap` from the previous atom. If `label` contains a number or a
    /// bullet, moves it from `label` to the atom.
    pub fn push(&mut self, atom: Atom) {
        let above = std::mem::take(&mut self.gap);
        let mut parts: Vec<TaggedDrawings> = self.label.take().into_iter().collect();
        parts.extend(atom.parts);
        self.atoms.push(Atom { above, parts, place: Some(self.place), ..atom });
    }

    pub fn part(&self, tag: Arc<TextTag>, drawings: Vec<Drawing>) -> TaggedDrawings {
        TaggedDrawings { tag: Some(tag), block: self.block, drawings, figure: None }
    }

    /// Returns drawings that screen readers skip.
    pub fn decoration(&self, drawings: Vec<Drawing>) -> TaggedDrawings {
        TaggedDrawings { tag: None, block: self.block, drawings, figure: None }
    }

    /// Returns the parts of a line. The words of each link form a part of their own.
    pub fn line_parts(
        &mut self,
        lines: &SetLines,
        index: usize,
        at: Point,
        ink: &Ink,
        links: &[Link],
        tags: &mut LineTags,
    ) -> Vec<TaggedDrawings> {
        let segments = lines.segments(index, at, links, ink);
        if segments.is_empty() {
            // A line without words also gets a part, so that it belongs to its element.
            return vec![self.part(Arc::clone(&tags.paragraph), Vec::new())];
        }
        let mut parts = Vec::with_capacity(segments.len());
        for segment in segments {
            let tag = tags.of(&segment, links, self);
            parts.push(self.part(tag, segment.drawings));
        }
        parts
    }

    /// Breaks words into lines. Reports words that are too wide. If a letter, style or icon is missing,
    /// reports this and returns `None`.
    pub fn broken(
        &mut self,
        words: &[Inline],
        format: &TextFormat,
        width: f64,
        justify: bool,
    ) -> Option<SetLines> {
        let string = quoted_words(words);
        let block = match self.settler.block(format, words, &string) {
            Ok(block) => block,
            Err(diagnostic) => {
                self.report.push(diagnostic.at(self.place));
                return None;
            }
        };
        let lines = SetLines::new(block, format, width, justify);
        let excess = lines.width() - width;
        if excess > ROUNDING_MM {
            let [excess, points] = [(excess * 10.0).ceil() / 10.0, format.size * PT_PER_MM].map(ShortNumber);
            let message = format!(
                "a word in \"{}\" is {excess} mm wider than its column at {points} pt",
                beginning(&string)
            );
            let hint =
                "use a smaller font or fewer columns, or put a soft hyphen (U+00AD) where the word may break";
            self.report.push(codes::TEXT_TOO_LARGE.error(message).hint(hint).at(self.place));
        }
        Some(lines)
    }

    /// Adds a text as atoms, one for each line. Returns the index of the first atom.
    pub fn lines(&mut self, words: &Prose, format: &TextFormat, ink: &Ink, element: TextElement) -> usize {
        let first = self.atoms.len();
        let justify = self.pages.justify && element == TextElement::Paragraph;
        let width = self.right - self.left;
        let Some(lines) = self.broken(words, format, width, justify) else { return first };
        let at = Point::new(self.left_of(self.left, width), 0.0);
        let mut tags = LineTags::new(self, element, &words.links);
        if element.is_heading() {
            tags.mark_heading(self.headings, lines.area(0, at));
        }
        let count = lines.lines.len();
        for index in 0..count {
            let parts = self.line_parts(&lines, index, at, ink, &words.links, &mut tags);
            // No column may end after the first line or before the last line of a paragraph.
            let keeps_next = index + 1 < count && (index == 0 || index + 2 == count);
            self.push(Atom { height: lines.pitch(), keeps_next, parts, ..Atom::default() });
        }
        first
    }

    fn paragraph(&mut self, words: &Prose) {
        let style = self.style();
        let is_in_list = self.path.iter().any(|step| step.element == TextElement::Item);
        let gap = if is_in_list { ITEM_GAP } else { GAP };
        self.need_gap(gap);
        self.lines(words, &style.text, &style.ink, TextElement::Paragraph);
        self.need_gap(gap);
    }

    fn heading(&mut self, level: usize, words: &Prose) {
        let style = self.style();
        let index = level.clamp(1, 6) - 1;
        self.need_gap(ABOVE_HEADING[index]);
        // In a PDF for screen readers, headings must not skip a level (PDF/UA, 7.4.2).
        self.level = level.min(self.level + 1);
        let element = TextElement::heading(self.level);
        self.headings += 1;
        let first = self.lines(words, &style.headings[index], &style.heading_ink, element);
        self.atoms[first..].iter_mut().for_each(|atom| atom.keeps_next = true);
        if let Some(atom) = self.atoms.get_mut(first) {
            atom.heading = Some(self.headings);
        }
        if level == 1 {
            let (em, block) = (self.em(), self.block);
            let y = self.atoms[first..].last().map_or(0.0, |last| last.height + LINE_BELOW * em);
            let line = self.line_across(self.left, self.right, y, style.line.clone());
            if let Some(last) = self.atoms[first..].last_mut() {
                last.parts.push(TaggedDrawings { tag: None, block, drawings: vec![line], figure: None });
                last.height = y + style.line.width / 2.0;
            }
        }
        self.need_gap(if level == 1 { GAP + BELOW_HEADING } else { BELOW_HEADING });
    }

    fn rule(&mut self) {
        let style = self.style();
        self.need_gap(AROUND_RULE);
        let y = style.line.width / 2.0;
        let line = self.line_across(self.left, self.right, y, style.line.clone());
        let parts = vec![self.decoration(vec![line])];
        self.push(Atom { height: style.line.width, parts, ..Atom::default() });
        self.need_gap(AROUND_RULE);
    }

    fn quote(&mut self, inner: &[Block]) {
        let step = self.step(TextElement::Quote);
        self.path.push(step);
        let first = self.begin_shade();
        self.inner(inner);
        self.path.pop();
        self.end_shade(first, true);
    }

    fn code(&mut self, lines: &[String]) {
        let style = self.style();
        let first = self.begin_shade();
        let string = lines.join("\n");
        let words = plain(string);
        self.lines(&words, &style.small, &style.ink, TextElement::Paragraph);
        self.end_shade(first, false);
    }

    /// Begins a shaded area. Returns the index of its first atom.
    fn begin_shade(&mut self) -> usize {
        self.need_gap(GAP + PAD);
        let inset = INSET * self.em();
        self.left += inset;
        self.right -= inset;
        self.atoms.len()
    }

    /// Ends a shaded area whose first atom has the index `first`. Adds the fill of the area and, if
    /// `has_bar` is true, a bar at the side at which lines begin.
    fn end_shade(&mut self, first: usize, has_bar: bool) {
        let (inset, em, style) = (INSET * self.em(), self.em(), self.style());
        self.left -= inset;
        self.right += inset;
        let count = self.atoms.len() - first;
        let (leftwards, width) = (self.runs_leftwards(), self.room.width);
        for (index, atom) in self.atoms[first..].iter_mut().enumerate() {
            let over = (index == 0).then_some(PAD * em);
            let under = if index + 1 == count { PAD * em } else { 0.0 };
            let strip = |from: f64, to: f64, ink: &Ink| {
                let left = if leftwards { width - to } else { from };
                Strip { left, right: left + to - from, ink: ink.clone(), over, under }
            };
            let shade = style.shade.as_ref().map(|ink| strip(self.left, self.right, ink));
            let bar = has_bar.then(|| strip(self.left, self.left + BAR * em, &style.line.ink));
            // The fill is inserted at the start of the list. The fills of inner quotes are then drawn
            // over it.
            atom.strips.splice(0..0, shade.into_iter().chain(bar));
        }
        self.gap = 0.0;
        self.need_gap(GAP + PAD);
    }

    /// Adds the table of contents. It lists headings of the levels 1 to 3 that are not in lists or
    /// quotes.
    fn contents(&mut self) {
        let style = self.style();
        let step = self.step(TextElement::Contents);
        self.path.push(step);
        self.need_gap(GAP);
        let headings = headings(&self.pages.blocks);
        let listed = headings.iter().enumerate().filter(|(_, heading)| heading.is_listed());
        for (index, heading) in listed {
            let item = self.step(TextElement::ContentsItem);
            self.path.push(item);
            let to = LinkTarget::Heading(index + 1);
            let link = Link { to, inlines: 0..heading.words.len(), place: self.place };
            let words = Prose { inlines: heading.words.inlines.clone(), links: vec![link] };
            self.contents_line(heading.level, &words, self.numbers.get(index).copied(), style);
            self.path.pop();
        }
        self.path.pop();
        self.need_gap(GAP);
    }

    fn contents_line(&mut self, level: usize, words: &Prose, page: Option<usize>, style: &PageStyle) {
        let em = self.em();
        let (left, right) = (self.left, self.right);
        self.left += (level - 1) as f64 * em;
        self.right -= 2.5 * em;
        self.need_gap(if level <= 1 { GAP } else { ITEM_GAP / 2.0 });
        let first = self.lines(words, &style.text, &style.ink, TextElement::Paragraph);
        (self.left, self.right) = (left, right);
        let number = page.map_or_else(String::new, |page| page.to_string());
        let number = plain(number);
        if page.is_none() || self.atoms.len() == first {
            return;
        }
        let Some(lines) = self.broken(&number, &style.text, 2.5 * em, false) else { return };
        let at = Point::new(self.left_of(right - lines.width(), lines.width()), 0.0);
        // The page number belongs to the same link as the heading before it, but has its own box.
        let tag = self.atoms.last().and_then(|atom| atom.parts.last()?.tag.clone()).map(|tag| {
            let role = tag.spot.as_ref().map(|spot| spot.role.clone());
            let spot = role.map(|role| Arc::new(LinkSpot { area: lines.area(0, at), role }));
            Arc::new(TextTag { spot, ..(*tag).clone() })
        });
        let part =
            TaggedDrawings { tag, block: self.block, drawings: lines.draw(0, at, &style.ink), figure: None };
        if let Some(last) = self.atoms.last_mut() {
            last.parts.push(part);
        }
    }
}

/// Returns words without styles, icons and links.
pub fn plain(string: String) -> Prose {
    Prose { inlines: vec![Inline::Words { string, style: Style::REGULAR }], links: Vec::new() }
}
