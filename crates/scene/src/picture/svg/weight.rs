//! Limits the work that a drawing causes. The limits are checked before usvg does this work.
//!
//! - In: the parsed XML of an SVG file.
//! - Out: an error if a limit is exceeded. There are limits for the number of steps to match style
//!   sheets, and for the number of points in paths that `use` repeats.
//! - Not here: what the elements look like.

use usvg::roxmltree::{Document, Node as Xml};

use super::frame::{MAX_SEGMENTS, TOO_MANY_SEGMENTS, element_name};
use super::unsupported::over_limit;
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::sorted_map::SortedMap;

/// The largest number of steps to match all rules of the style sheets with the elements.
const MAX_MATCHING_STEPS: usize = 10_000_000;

/// The largest number of declarations for one element, or in one rule of a style sheet.
const MAX_DECLARATIONS: usize = 2_000;

/// The largest depth of nested elements and `use` elements. usvg has the same limit.
const MAX_USE_DEPTH: usize = 1024;

/// The largest number of values in a segment of a path. Arcs have seven values, other segments
/// fewer.
const NUMBERS_OF_SEGMENT: usize = 7;

/// An element and its depth: the number of its ancestors plus one.
struct NestedElement<'a, 'i> {
    node: Xml<'a, 'i>,
    depth: usize,
}

impl NestedElement<'_, '_> {
    /// Returns whether the last part of a selector may match the element. Compares only names, ids
    /// and classes.
    fn may_match(&self, selector: &str) -> bool {
        if let Some(class) = selector.strip_prefix('.') {
            let classes = self.node.attribute("class").unwrap_or_default();
            return classes.split_whitespace().any(|name| name == leading_name(class));
        }
        if let Some(id) = selector.strip_prefix('#') {
            return self.node.attribute("id") == Some(leading_name(id));
        }
        match selector.starts_with(char::is_alphabetic) {
            true => element_name(self.node) == leading_name(selector),
            false => true,
        }
    }
}

/// Returns the name at the beginning of a selector: the part before the next class, id, attribute
/// or pseudo-class.
fn leading_name(selector: &str) -> &str {
    selector.split(['.', '#', '[', ':']).next().unwrap_or_default()
}

/// Returns an upper bound of the number of steps to match a selector with an element at `depth`.
///
/// Matching may try all ancestors for each combinator of the selector.
fn match_steps(combinators: usize, depth: usize) -> usize {
    let mut choices = 1_usize;
    let mut steps = 1_usize;
    for chosen in 0..combinators.min(depth) {
        // The number of ways to choose `chosen + 1` of the `depth` ancestors (a binomial coefficient).
        choices = choices.saturating_mul(depth - chosen) / (chosen + 1);
        steps = steps.saturating_add(choices);
    }
    steps
}

/// Returns an upper bound of the number of steps to match a selector with all elements.
fn selector_steps(selector: &str, elements: &[NestedElement<'_, '_>]) -> usize {
    let parts: Vec<&str> =
        selector.split([' ', '\t', '\n', '\r', '>', '+', '~']).filter(|part| !part.is_empty()).collect();
    let [ancestors @ .., last] = &parts[..] else { return elements.len() };
    if ancestors.is_empty() {
        return elements.len();
    }
    let matched = elements.iter().filter(|element| element.may_match(last));
    matched
        .map(|element| match_steps(ancestors.len(), element.depth))
        .fold(elements.len(), usize::saturating_add)
}

fn has_too_many_declarations(block: &str) -> bool {
    block.matches(';').nth(MAX_DECLARATIONS).is_some()
}

fn too_many_declarations() -> Diagnostic {
    over_limit(format!("has more than {MAX_DECLARATIONS} declarations in one style"))
}

/// Returns an error if matching the style sheets would take too many steps.
pub(super) fn check_styles(xml: &Document<'_>) -> Result<()> {
    check_styles_within(MAX_MATCHING_STEPS, xml)
}

fn check_styles_within(mut steps_left: usize, xml: &Document<'_>) -> Result<()> {
    let elements: Vec<NestedElement<'_, '_>> = xml
        .descendants()
        .filter(Xml::is_element)
        .map(|node| NestedElement { node, depth: node.ancestors().count() })
        .collect();
    let mut attributes = elements.iter().filter_map(|element| element.node.attribute("style"));
    if attributes.any(has_too_many_declarations) {
        return Err(too_many_declarations());
    }
    let sheets = elements.iter().filter(|element| element_name(element.node) == "style");
    for text in sheets.flat_map(|sheet| sheet.node.children()).filter_map(|node| node.text()) {
        for rule in text.split_inclusive('}') {
            let (selectors, block) = rule.split_once('{').unwrap_or((rule, ""));
            if has_too_many_declarations(block) {
                return Err(too_many_declarations());
            }
            for selector in selectors.split(',').filter(|selector| !selector.trim().is_empty()) {
                let steps = selector_steps(selector, &elements);
                steps_left = steps_left.checked_sub(steps).ok_or_else(|| {
                    over_limit("has style rules that take too many steps to match with its elements")
                })?;
            }
        }
    }
    Ok(())
}

/// Counts the numbers in the attributes of paths. If `use` elements repeat a path, it counts each time.
struct NumberCounter<'a, 'i> {
    elements: SortedMap<&'a str, Xml<'a, 'i>>,
    /// The count of each element. The key is the position of the element in the file.
    ///
    /// An element that is still being counted has the count 0, so that cycles of `use` elements end.
    counts: SortedMap<usize, usize>,
}

impl<'a, 'i> NumberCounter<'a, 'i> {
    /// Returns how many numbers the paths in an element and its children contain. If the element is a `use`
    /// element, also counts the numbers in the element to which it refers.
    fn count(&mut self, node: Xml<'a, 'i>, depth: usize) -> usize {
        let place = node.range().start;
        if depth > MAX_USE_DEPTH {
            return 0;
        }
        if let Some(count) = self.counts.get(&place) {
            return *count;
        }
        self.counts.insert(place, 0);
        let attributes = ["d", "points"].into_iter().filter_map(|key| node.attribute(key));
        let in_attributes = attributes.map(count_numbers).sum::<usize>() + count_letters(node);
        let in_children = node.children().filter(Xml::is_element).map(|child| self.count(child, depth + 1));
        let mut count = in_children.fold(in_attributes, usize::saturating_add);
        if let Some(target) = used_id(node).and_then(|id| self.elements.get(id).copied()) {
            count = count.saturating_add(self.count(target, depth + 1));
        }
        self.counts.insert(place, count);
        count
    }
}

/// Returns the id of the element to which a `use` element refers. Returns `None` for other elements.
fn used_id<'a>(node: Xml<'a, '_>) -> Option<&'a str> {
    let mut attributes = node.attributes().filter(|_| element_name(node) == "use");
    attributes.find(|attribute| attribute.name() == "href")?.value().strip_prefix('#')
}

/// One letter counts as this many numbers of a path, because it becomes an outline with many
/// numbers.
const NUMBERS_OF_LETTER: usize = 100;

/// Returns the count for the letters that are directly in an element: [`NUMBERS_OF_LETTER`] for each
/// letter.
fn count_letters(node: Xml<'_, '_>) -> usize {
    if !matches!(element_name(node), "text" | "tspan" | "textPath" | "tref" | "a") {
        return 0;
    }
    let texts = node.children().filter(Xml::is_text).filter_map(|text| text.text());
    NUMBERS_OF_LETTER * texts.map(|text| text.chars().count()).sum::<usize>()
}

/// Returns how many numbers an attribute contains. A number at the very end is not counted.
fn count_numbers(text: &str) -> usize {
    text.as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() && !matches!(pair[1], b'0'..=b'9' | b'.'))
        .count()
}

/// Returns an error if `use` repeats paths too often.
pub(super) fn check_uses(xml: &Document<'_>) -> Result<()> {
    let with_id = xml.descendants().filter(Xml::is_element);
    let elements = with_id.filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut counter = NumberCounter { elements, counts: SortedMap::new() };
    match counter.count(xml.root_element(), 0) > NUMBERS_OF_SEGMENT * MAX_SEGMENTS {
        true => Err(over_limit(TOO_MANY_SEGMENTS)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::message_for;
    use super::*;

    /// Returns the error message for a file with a rectangle in `depth` nested groups, and a style
    /// sheet with one rule for `selector`.
    fn nested(selector: &str, depth: usize) -> String {
        let (open, close) = ("<g>".repeat(depth), "</g>".repeat(depth));
        message_for(&format!(
            "<style>{selector}{{fill:red}}</style>{open}<rect width=\"9\" height=\"9\"/>{close}"
        ))
    }

    fn with_declarations(count: usize) -> String {
        nested(&format!("rect{{{}}} a", "fill:red;".repeat(count)), 1)
    }

    #[test]
    fn rules_are_refused_by_the_steps_that_they_take() {
        assert!(nested(&format!("b {}rect", "g ".repeat(15)), 60).contains("too many steps"));
        assert_eq!(nested(&format!("b {}path", "g ".repeat(15)), 60), "");
        assert_eq!(nested("svg g g rect", 60), "");
        assert_eq!([match_steps(0, 9), match_steps(1, 9), match_steps(2, 9)], [1, 10, 46]);
        assert_eq!(with_declarations(MAX_DECLARATIONS), "");
        assert!(with_declarations(MAX_DECLARATIONS + 1).contains("declarations in one style"));
    }

    #[test]
    fn rules_may_take_as_many_steps_as_the_limit() {
        // Each of the two selectors is tried on each of the three elements, which makes six steps.
        let text = "<svg><style>rect{fill:red}path{fill:red}</style><rect/></svg>";
        let xml = Document::parse(text).unwrap();
        assert!(check_styles_within(6, &xml).is_ok());
        assert!(check_styles_within(5, &xml).is_err());
    }

    fn clipped(uses: usize) -> String {
        let clip = format!("<clipPath id=\"c\">{}</clipPath>", "<circle r=\"5\"/>".repeat(400));
        let path = "<path clip-path=\"url(#c)\" d=\"M0 0h9v9z\"/>";
        message_for(&format!("{clip}{}", path.repeat(uses)))
    }

    #[test]
    fn points_count_as_often_as_they_are_used() {
        let line = format!("<defs><path id=\"p\" d=\"M0 0{}\"/></defs>", "h1".repeat(100_000));
        let message = message_for(&format!("{line}{}", "<use href=\"#p\"/>".repeat(80)));
        assert!(message.contains("a million points"));
        assert_eq!(message_for(&format!("{line}{}", "<use href=\"#p\" stroke=\"red\"/>".repeat(2))), "");
        assert_eq!(clipped(2), "");
        assert!(clipped(600).contains("a million points"));
    }
}
