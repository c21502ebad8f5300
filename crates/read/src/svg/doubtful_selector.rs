//! Finds the elements to which a selector may apply if hexpress understands only a part of the
//! selector.
//!
//! - In: the text of a selector.
//! - Out: the elements to which it may apply. The result may contain too many elements, but never too
//!   few.

use roxmltree::Node;

use super::css::{is_understood, masked_names, matches};

/// A selector that hexpress understands only in part. An element may match if two conditions are true:
/// the part that is understood matches, and the element has the required attributes.
pub struct DoubtfulSelector {
    /// The parts of the selector that are understood. There is one for each alternative.
    selectors: Vec<String>,
    attributes: Vec<AttributeTest>,
}

/// A condition on an attribute that `simplecss` does not support: `[name^=value]`, `[name$=value]`
/// or `[name*=value]`.
struct AttributeTest {
    name: String,
    place: MatchPlace,
    value: String,
}

/// The place in the attribute where the value must be: at the start, at the end, or anywhere.
#[derive(Clone, Copy)]
enum MatchPlace {
    /// At the start: `^=`
    Start,
    /// At the end: `$=`
    End,
    /// At any place: `*=`
    Anywhere,
}

impl AttributeTest {
    /// Parses the text between `[` and `]` in a selector. Returns `None` for a condition without `^=`,
    /// `$=` or `*=`, such as `[name=value]`.
    fn parse(text: &str) -> Option<Self> {
        let start = text.find(['^', '$', '*'])?;
        let (name, operator) = text.split_at(start);
        let place = match operator.chars().next()? {
            '^' => MatchPlace::Start,
            '$' => MatchPlace::End,
            _ => MatchPlace::Anywhere,
        };
        let value = operator.get(1..)?.trim_start_matches('=').trim().trim_matches(['"', '\'']);
        Some(Self { name: name.trim().to_owned(), place, value: masked_names(value) })
    }

    /// Returns whether the condition is true for the attribute of an element, or of one of the
    /// element's ancestors.
    fn matches_within(&self, node: Node<'_, '_>) -> bool {
        let values = node.ancestors().filter_map(|outer| outer.attribute(self.name.as_str()));
        values.map(masked_names).any(|text| match self.place {
            MatchPlace::Start => text.starts_with(&self.value),
            MatchPlace::End => text.ends_with(&self.value),
            MatchPlace::Anywhere => text.contains(&self.value),
        })
    }
}

impl DoubtfulSelector {
    /// Parses a selector. Returns `None` if no part of it is understood.
    pub fn new(text: &str) -> Option<Self> {
        let mut attributes = Vec::new();
        let selectors: Vec<String> = alternatives(text)
            .into_iter()
            .map(|alternative| understood_part(alternative, &mut attributes))
            .collect();
        let is_known = selectors.iter().any(|selector| is_understood(selector));
        is_known.then_some(Self { selectors, attributes })
    }

    /// Returns whether the selector may apply to an element.
    pub fn may_match(&self, node: Node<'_, '_>) -> bool {
        self.attributes.iter().all(|test| test.matches_within(node))
            && self.selectors.iter().any(|selector| matches(selector, node) == Some(true))
    }
}

/// Returns the alternatives of a selector: the arguments of the first `:is(…)`, `:where(…)` or
/// `:has(…)`. If the selector has no such function, returns the whole selector.
fn alternatives(text: &str) -> Vec<&str> {
    let start = [":is(", ":where(", ":has("].iter().find_map(|word| Some(text.find(word)? + word.len()));
    let inside = start.and_then(|start| text.get(start..)?.split(')').next());
    inside.map_or_else(|| vec![text], |inside| inside.split(',').collect())
}

/// Returns the part of a selector that hexpress understands. This part has no pseudo-classes and no
/// unknown attribute conditions. Adds the attribute conditions to `attributes`.
fn understood_part(text: &str, attributes: &mut Vec<AttributeTest>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', ':']) {
        let (before, after) = rest.split_at(start);
        out.push_str(before);
        if let Some(bracket) = after.strip_prefix('[') {
            let (inside, more) = bracket.split_once(']').unwrap_or((bracket, ""));
            match AttributeTest::parse(inside) {
                Some(test) => attributes.push(test),
                None => out.push_str(after.get(..after.len() - more.len()).unwrap_or_default()),
            }
            rest = more;
        } else {
            let name = after.trim_start_matches(':');
            let end = name.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(name.len());
            let more = name.get(end..).unwrap_or_default();
            rest = match more.strip_prefix('(') {
                Some(inside) => inside.split_once(')').map_or("", |(_, more)| more),
                None => more,
            };
        }
    }
    out.push_str(rest);
    let selector = out.trim();
    let needs_element = selector.is_empty() || selector.ends_with(['>', '+']);
    if needs_element { format!("{selector}*") } else { selector.to_owned() }
}
