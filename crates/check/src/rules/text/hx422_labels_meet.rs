//! HX422: texts that overlap.
//!
//! The rule goes through the texts of a page from left to right. It ignores shadows, and words that
//! another program composed from several texts.

use super::element_pair::ElementPair;
use crate::facts::item::{is_kerned, is_one_sign};
use crate::facts::{PageContext, ReportedText, texts, tight_corners, without_spaces};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::geometry::overlap;
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::Board;
use hexpress_language::values::value::{Alignment, ElementPlace};
use hexpress_read::{Item, Text};

pub const RULE: Rule = Rule {
    title: "texts do not overlap",
    why: "Where texts overlap, none of them can be read.",
    right: "a name at the top of a card, and a price at the bottom",
    wrong: "a long name that grew down into the price",
    merges_same_messages: true,
    ..Rule::error(codes::LABELS_MEET, RuleFunction::Sheet(labels_meet))
};

/// Two texts may overlap by at most this fraction of the height of the smaller text.
///
/// The boxes of texts may overlap even if the letters do not touch.
const MAX_OVERLAP: f64 = 0.25;

/// A page by another program is judged only if it has at most this number of texts. More texts would
/// take too long.
const MAX_TEXTS: usize = 20_000;

/// Two texts, ordered from left to right.
struct TextPair<'page> {
    left: (&'page Item, &'page Text),
    right: (&'page Item, &'page Text),
}

impl TextPair<'_> {
    /// Returns the height of the smaller text, in mm.
    fn lower_height(&self) -> f64 {
        height(self.left.1).min(height(self.right.1))
    }

    /// Returns whether one text is the shadow of the other.
    ///
    /// The shadow of a text has the same words and rotation, and is shifted by less than the height of
    /// the text.
    fn is_shadow(&self) -> bool {
        let (left, right) = (self.left.1, self.right.1);
        let is_turned = (left.angle - right.angle).abs() > 0.1;
        let distance = left.outline.center().distance(right.outline.center());
        !is_turned && left.string == right.string && distance < self.lower_height()
    }

    /// Returns whether the two texts may belong together. Some programs compose one character, or one
    /// kerned word, from several texts.
    fn is_composed(&self) -> bool {
        is_one_sign(self.left.1, self.right.1) || is_kerned(self.left.1, self.right.1)
    }

    /// Returns whether it is a fault that the two texts overlap by `depth` mm.
    fn is_fault(&self, depth: f64, tolerance: f64, is_foreign: bool) -> bool {
        depth > MAX_OVERLAP * self.lower_height()
            && depth > tolerance
            && !self.is_shadow()
            && !(is_foreign && self.is_composed())
    }

    fn any(&self, predicate: impl Fn(&Item, &Text) -> bool) -> bool {
        predicate(self.left.0, self.left.1) || predicate(self.right.0, self.right.1)
    }
}

fn labels_meet(context: &PageContext<'_>, findings: &mut Findings) {
    let mut by_left: Vec<(&Item, &Text)> = texts(context.page).map(|(_, item, text)| (item, text)).collect();
    by_left.sort_by(|a, b| a.1.outline.x0.total_cmp(&b.1.outline.x0));
    if by_left.len() > MAX_TEXTS && context.sheet.is_foreign() {
        findings.not_judged("whether texts overlap: there are too many of them");
        return;
    }
    for (index, left) in by_left.iter().enumerate() {
        let following = &by_left[index + 1..];
        for right in following.iter().take_while(|right| right.1.outline.x0 <= left.1.outline.x1) {
            report_overlap(context, &TextPair { left: *left, right: *right }, findings);
        }
    }
}

fn report_overlap(context: &PageContext<'_>, pair: &TextPair<'_>, findings: &mut Findings) {
    let (item, text) = pair.left;
    let (a, b) = (text.outline, pair.right.1.outline);
    if a.y1 < b.y0 || b.y1 < a.y0 {
        return;
    }
    // If clips hide the place where the boxes overlap, there is no visible overlap.
    let clips = [item.clip, pair.right.0.clip].into_iter().flatten();
    let visible = clips.fold(a.intersect(b), |common, clip| common.intersect(clip));
    if visible.width() <= 0.0 || visible.height() <= 0.0 {
        return;
    }
    let depth = overlap(&tight_corners(text), &tight_corners(pair.right.1));
    let is_foreign = context.sheet.is_foreign();
    if !pair.is_fault(depth, context.tolerance, is_foreign) {
        return;
    }
    let (first, second) = (&text.string, &pair.right.1.string);
    let message = format!("\"{first}\" and \"{second}\" overlap by {}", format_mm(depth));
    let fault = context
        .fault_of_text(findings, &ReportedText { rect: a.union(b), item, text }, message)
        .deviation(depth);
    if let Some(place) = labels_under_names(context, pair) {
        let hint = format!(
            "move the names with names-at = \"{}\" in [[board]], or move the labels in [board.labels]",
            free_side(context)
        );
        fault.cause("a label on a name").in_layout(Some(place)).hint(hint);
    } else if let Some(elements) = ElementPair::find(context, [pair.left, pair.right]) {
        let [first, second] = elements.places();
        let cause = format!("texts of the elements at {} and {}", first.start, second.start);
        fault
            .cause(cause)
            .in_layout(Some(second))
            .related_place(first, "the other element")
            .hint(elements.hint());
    } else if !is_foreign {
        fault.hint("give one of them another position or a smaller font");
    }
}

fn height(text: &Text) -> f64 {
    text.corners[0].distance(text.corners[3])
}

/// If a label and the name of a cell overlap, returns the place in the layout that sets the position of
/// labels. Otherwise returns `None`.
fn labels_under_names(context: &PageContext<'_>, pair: &TextPair<'_>) -> Option<SourceSpan> {
    let board = context.board()?;
    let has_both =
        pair.any(|item, _| is_cell_name(item)) && pair.any(|item, text| is_label(board, item, text));
    has_both.then(|| board.labels.place.unwrap_or(board.name_style.place))
}

fn is_cell_name(item: &Item) -> bool {
    matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Name(_)))
}

/// Returns whether a text is part of the label of its cell.
fn is_label(board: &Board, item: &Item, text: &Text) -> bool {
    let Some(Feature::Cell(address)) = item.id.as_deref().and_then(Identity::feature) else { return false };
    let kind = board.cell_at(*address).and_then(|index| board.kinds.get(board.cells.get(index)?.kind));
    kind.is_some_and(|kind| without_spaces(&kind.label).contains(&without_spaces(&text.string)))
}

/// Names are printed in one half of the cells. Returns the other half: `top` or `bottom`.
fn free_side(context: &PageContext<'_>) -> &'static str {
    let is_low = match context.board().map(|board| &board.name_style.anchor) {
        Some(ElementPlace::Anchor(anchor)) => anchor.down == Alignment::End,
        Some(ElementPlace::Offset(offset)) => offset.y > 0.0,
        _ => false,
    };
    if is_low { "top" } else { "bottom" }
}

#[cfg(test)]
mod tests {
    use kurbo::{Point, Rect};

    use super::*;
    use hexpress_read::{Balance, DrawStyle, ItemKind, Rgb};

    /// Returns a text that is 20 mm long and 4 mm high.
    fn text(string: &str, x: f64, angle: f64) -> Text {
        let outline = Rect::new(x, 10.0, x + 20.0, 14.0);
        let corners = [(x, 14.0), (x + 20.0, 14.0), (x + 20.0, 10.0), (x, 10.0)].map(Point::from);
        Text {
            string: string.to_owned(),
            font: "".into(),
            size: 5.0,
            angle,
            origin: corners[0],
            corners,
            colour: Rgb([0; 3]),
            outline,
            invisible: false,
            balance: Balance::default(),
            glyphs: string.len(),
        }
    }

    fn is_fault(right: Text) -> bool {
        let left = text("Take two coins", 10.0, 0.0);
        let item = |text: &Text| Item {
            id: None,
            tag: None,
            copy: None,
            clip: None,
            clip_outlines: None,
            turn: Some(0),
            effect: 0,
            draw_style: DrawStyle::default(),
            opacity: 1.0,
            shades: None,
            gradient: None,
            painted_bounds: Some(text.outline),
            kind: ItemKind::Text(Box::new(text.clone())),
        };
        let items = [item(&left), item(&right)];
        TextPair { left: (&items[0], &left), right: (&items[1], &right) }.is_fault(4.0, 0.01, false)
    }

    #[test]
    fn a_shadow_lies_on_its_text_and_other_words_do_not() {
        assert!(!is_fault(text("Take two coins", 10.5, 0.0)));
        assert!(is_fault(text("Take one coin", 10.5, 0.0)));
        // A copy is not a shadow if it is rotated, or shifted by the height of the text.
        assert!(is_fault(text("Take two coins", 14.0, 0.0)));
        assert!(is_fault(text("Take two coins", 10.5, 90.0)));
    }
}
