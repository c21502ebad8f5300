//! Reads style sheets.
//!
//! - In: the `<style>` elements of a file.
//! - Out: the declarations that apply to an element. Later declarations override earlier ones.
//! - Not here: what a declaration does ([`super::style`]).
//!
//! `simplecss` parses selectors, computes their specificity and matches them. This module splits
//! blocks into declarations. `simplecss` could do this too. However, if it cannot read a
//! declaration (`font: 12px/1.5 serif`, `--x: 1`), it drops the rest of the block. According to
//! CSS, only that declaration must be dropped.

use std::collections::{BTreeSet, HashMap};

use roxmltree::Node;
use simplecss::{
    AttributeOperator, Declaration, Element, PseudoClass, Selector, SelectorToken, SelectorTokenizer,
};

/// The maximum number of rules that are stored.
const MAX_RULES: usize = 20_000;
/// The largest number of elements in a selector. The time for matching a selector grows
/// exponentially with this number.
const MAX_ELEMENTS: usize = 6;
/// The largest number of selectors that are stored although hexpress does not understand them.
const MAX_UNKNOWN_SELECTORS: usize = 20;

/// The style sheets of a file.
#[derive(Default)]
pub struct StyleSheet<'t> {
    rules: Vec<Rule<'t>>,
    blocks: Vec<Vec<Declaration<'t>>>,
    /// For each key: the indices of the rules that may apply to elements with this key.
    by_key: HashMap<SelectorKey<'t>, Vec<usize>>,
    /// The names of the parts of style sheets that are not evaluated.
    pub ignored_features: BTreeSet<&'static str>,
    /// The selectors that hexpress does not understand, or that apply only under an unknown
    /// condition.
    pub doubtful: Vec<&'t str>,
    /// Whether a style sheet has `@page` rules.
    pub has_pages: bool,
}

struct Rule<'t> {
    selector: Selector<'t>,
    specificity: [u8; 3],
    block: usize,
}

/// The name, class or id that an element must have for a rule to apply to it. `Any` means that the rule
/// may apply to every element.
#[derive(PartialEq, Eq, Hash)]
enum SelectorKey<'t> {
    Any,
    Name(&'t str),
    Class(&'t str),
    Id(&'t str),
}

/// Returns the contents of all `<style>` elements that apply to paper. Removes comments and
/// replaces backslash escapes.
pub fn sheets(root: Node<'_, '_>) -> Vec<String> {
    let styles = root.descendants().filter(|n| n.is_element() && n.tag_name().name() == "style");
    styles
        .filter(|node| node.attribute("type").is_none_or(is_css))
        .filter(|node| node.attribute("media").is_none_or(|media| is_for_paper(media) != Some(false)))
        .map(|node| node.children().filter_map(|n| n.text()).collect::<String>())
        .map(|text| without_escapes(&without_comments(&text)))
        .collect()
}

/// Returns whether a `type` attribute stands for CSS. Style sheets of other types are ignored
/// (HTML, 4.2.6).
fn is_css(kind: &str) -> bool {
    kind.is_empty() || kind.trim().eq_ignore_ascii_case("text/css")
}

/// The first of 128 private-use characters, one for each ASCII character. They replace escaped characters in
/// the names of a style sheet, such as `\:`, which could otherwise be mistaken for syntax. This replacement
/// is called masking.
const FIRST_MASK_CHARACTER: u32 = 0xE000;

/// Masks a character if a name may contain it only after a backslash: returns a private-use
/// character. Returns any other character unchanged.
fn masked(c: char) -> char {
    let is_plain = !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if is_plain { c } else { char::from_u32(FIRST_MASK_CHARACTER + u32::from(c)).unwrap_or(c) }
}

/// Masks the names in an attribute. The masked names can then be compared with the selectors in the
/// result of [`without_escapes`].
pub fn masked_names(names: &str) -> String {
    names.chars().map(|c| if c.is_ascii_whitespace() { c } else { masked(c) }).collect()
}

fn is_private(c: char) -> bool {
    (FIRST_MASK_CHARACTER..FIRST_MASK_CHARACTER + 0x80).contains(&u32::from(c))
}

/// Replaces each escape in a style sheet (CSS Syntax, 4.3.7) by the masked character.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (number, more) = after.split_at(digits);
        match u32::from_str_radix(number, 16).ok().and_then(char::from_u32) {
            Some(c) => {
                out.push(masked(c));
                rest = more.strip_prefix([' ', '\t', '\n']).unwrap_or(more);
            }
            None => {
                let mut letters = after.chars();
                out.extend(letters.next().map(masked));
                rest = letters.as_str();
            }
        }
    }
    out.push_str(rest);
    out
}

impl<'t> StyleSheet<'t> {
    pub fn new(sheets: &'t [String]) -> Self {
        let mut all = Self::default();
        for text in sheets {
            all.read(text);
        }
        all
    }

    fn read(&mut self, text: &'t str) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            // A statement such as `@import …;` may precede the first selector.
            let (statements, selectors) = before.rsplit_once(';').unwrap_or(("", before));
            if statements.contains("@import") {
                self.ignored_features.insert(OUTSIDE_STYLE_SHEETS);
            }
            if let Some(rule) = selectors.trim_start().strip_prefix('@') {
                rest = skip_block(after);
                self.read_at_rule(rule, after.get(..after.len() - rest.len()).unwrap_or_default());
                continue;
            }
            let (block, after_block) = after.split_once('}').unwrap_or((after, ""));
            rest = after_block;
            for selector in split_selectors(selectors) {
                self.add(selector);
            }
            self.blocks.push(declarations(block).collect());
        }
        if rest.contains("@import") {
            self.ignored_features.insert(OUTSIDE_STYLE_SHEETS);
        }
    }

    /// Reads a rule that begins with `@`. Reads the block of the rule only if the rule applies to
    /// paper.
    fn read_at_rule(&mut self, rule: &'t str, block: &'t str) {
        let inside = block.strip_suffix('}').unwrap_or(block);
        let (name, query) = rule.split_once([' ', '\n', '(']).unwrap_or((rule, ""));
        match (name.trim(), is_for_paper(query)) {
            ("media", Some(true)) => self.read(inside),
            ("page", _) => self.has_pages = true,
            ("media", Some(false)) | ("font-face" | "keyframes", _) => {}
            _ => {
                self.ignored_features.insert("conditions in style sheets");
                let heads = inside.split('}').filter_map(|inner| Some(inner.rsplit_once('{')?.0));
                let selectors = heads.map(|head| head.rsplit(['{', ';']).next().unwrap_or(head));
                selectors.flat_map(split_selectors).for_each(|selector| self.doubt(selector));
            }
        }
    }

    /// Adds a rule for one selector. The caller adds the block of the rule to `blocks` afterwards.
    fn add(&mut self, text: &'t str) {
        let Some((selector, key)) = Selector::parse(text).zip(last_key(text)) else {
            self.ignored_features.insert("selectors in style sheets");
            self.doubt(text);
            return;
        };
        if self.rules.len() < MAX_RULES {
            self.by_key.entry(key).or_default().push(self.rules.len());
            let specificity = selector.specificity();
            self.rules.push(Rule { selector, specificity, block: self.blocks.len() });
        }
    }

    fn doubt(&mut self, selector: &'t str) {
        if self.doubtful.len() < MAX_UNKNOWN_SELECTORS {
            self.doubtful.push(selector.trim());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the declarations that apply to an element. Later ones override earlier ones.
    pub fn of_element(&self, node: Node<'_, '_>) -> Vec<Declaration<'t>> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let classes = node.attribute("class").unwrap_or_default().split_whitespace().map(SelectorKey::Class);
        let name = SelectorKey::Name(node.tag_name().name());
        let keys = [SelectorKey::Any, name]
            .into_iter()
            .chain(node.attribute("id").map(SelectorKey::Id))
            .chain(classes);
        let mut hits: Vec<usize> = keys
            .filter_map(|key| self.by_key.get(&key))
            .flatten()
            .copied()
            .filter(|at| self.rules[*at].selector.matches(&Styled(node)))
            .collect();
        hits.sort_by_key(|at| (self.rules[*at].specificity, *at));
        hits.dedup();
        hits.into_iter().flat_map(|at| &self.blocks[self.rules[at].block]).copied().collect()
    }
}

/// Returns whether a selector matches an element, or `None` if the selector is not understood.
pub fn matches(selector: &str, node: Node<'_, '_>) -> Option<bool> {
    Selector::parse(selector).map(|parsed| parsed.matches(&Styled(node)))
}

pub fn is_understood(selector: &str) -> bool {
    Selector::parse(selector).is_some()
}

/// Returns a selector in which each masked character is replaced by the original character.
pub fn unmasked(text: &str) -> String {
    text.chars()
        .map(
            |c| {
                if is_private(c) {
                    char::from_u32(u32::from(c) - FIRST_MASK_CHARACTER).unwrap_or(c)
                } else {
                    c
                }
            },
        )
        .collect()
}

/// The name that messages use for style sheets in other files. hexpress never fetches these files.
pub const OUTSIDE_STYLE_SHEETS: &str = "external style sheets";

/// Returns whether a list of media queries applies to paper, or `None` if this cannot be decided.
fn is_for_paper(queries: &str) -> Option<bool> {
    let all: Vec<Option<bool>> = queries.split(',').map(query_is_for_paper).collect();
    if all.contains(&Some(true)) { Some(true) } else { all.iter().all(Option::is_some).then_some(false) }
}

fn query_is_for_paper(query: &str) -> Option<bool> {
    match query.trim().to_ascii_lowercase().trim_start_matches("only ") {
        "all" | "print" | "" | "not screen" => Some(true),
        "screen" | "speech" | "not print" | "not all" => Some(false),
        _ => None,
    }
}

/// Splits a list of selectors at each comma that is not in brackets.
fn split_selectors(selectors: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    selectors.split(move |c| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// Returns the key for the last element in a selector. Returns `None` if the selector has more than
/// [`MAX_ELEMENTS`] elements.
fn last_key(selector: &str) -> Option<SelectorKey<'_>> {
    let (mut key, mut named) = (SelectorKey::Any, 1);
    for token in SelectorTokenizer::from(selector).map_while(Result::ok) {
        match token {
            SelectorToken::TypeSelector(name) => key = SelectorKey::Name(name),
            // A masked name cannot be a key. The selector contains the masked characters, but the
            // attribute of the element contains the original ones.
            SelectorToken::ClassSelector(name) | SelectorToken::IdSelector(name)
                if name.chars().any(is_private) => {}
            SelectorToken::ClassSelector(class) => key = SelectorKey::Class(class),
            SelectorToken::IdSelector(id) => key = SelectorKey::Id(id),
            SelectorToken::DescendantCombinator
            | SelectorToken::ChildCombinator
            | SelectorToken::AdjacentCombinator => (key, named) = (SelectorKey::Any, named + 1),
            _ => {}
        }
    }
    (named <= MAX_ELEMENTS).then_some(key)
}

/// An element in the form that `simplecss` needs to match selectors.
struct Styled<'a, 'i>(Node<'a, 'i>);

impl Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let is_name = matches!(name, "id" | "class");
        self.0.attribute(name).is_some_and(|value| {
            operator.matches(value) || (is_name && operator.matches(&masked_names(value)))
        })
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        // `:hover` and similar pseudo-classes never apply on paper.
        class == PseudoClass::FirstChild && self.0.prev_sibling_element().is_none()
    }
}

pub type Property<'t> = Declaration<'t>;

/// Splits a block such as `fill: red; stroke: none !important` into declarations.
pub fn declarations(block: &str) -> impl Iterator<Item = Declaration<'_>> {
    block.split(';').filter_map(|text| {
        let (name, untrimmed) = text.split_once(':')?;
        let value = untrimmed.trim();
        let unmarked = value.strip_suffix("important").and_then(|before| before.trim_end().strip_suffix('!'));
        let important = unmarked.is_some();
        Some(Declaration { name: name.trim(), value: unmarked.unwrap_or(value).trim_end(), important })
    })
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        // A comment is replaced by a space, because it separates words.
        out.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Returns the text after the current block. `text` begins inside this block.
fn skip_block(text: &str) -> &str {
    let mut depth = 1_usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.and_then(|at| text.get(at + 1..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values that apply to each path of a drawing. Later values override earlier ones.
    fn values(style: &str, drawing: &str) -> Vec<Vec<String>> {
        let text = format!("<svg><style>{style}</style>{drawing}</svg>");
        let tree = roxmltree::Document::parse(&text).unwrap();
        let texts = sheets(tree.root());
        let sheet = StyleSheet::new(&texts);
        let paths = tree.descendants().filter(|n| n.has_tag_name("path"));
        paths.map(|path| sheet.of_element(path).iter().map(|one| one.value.to_owned()).collect()).collect()
    }

    #[test]
    fn the_more_specific_rule_comes_last() {
        let style = "/* a, b { */ .a, #x { fill: red } g .a{fill:blue!important} \
                     @media screen { .a { fill: black } } @media all, screen { path { fill: tan } } .a:hover { fill: lime }";
        let drawing = "<g><path id='x' class='b a'/></g><path class='a'/>";
        assert_eq!(values(style, drawing), [vec!["tan", "red", "blue", "red"], vec!["tan", "red"]]);
    }

    #[test]
    fn combinators_attributes_and_positions_are_understood() {
        let style = "g &gt; path { x: child } g path { x: below } [fill=none] { x: attribute } path:first-child { x: first } \
                     path + path { x: next } * { x: any } g/**/.a { x: apart } .a.b { x: both }";
        let drawing = "<g><path class='a'/><a><path fill='none' class='b a'/></a><path/></g>";
        let first = ["any", "child", "below", "apart", "first"];
        let second = ["any", "below", "attribute", "apart", "first", "both"];
        let mut found = values(style, drawing);
        found.iter_mut().for_each(|values| values.sort());
        let sorted = |values: &[&str]| {
            let mut values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
            values.sort();
            values
        };
        assert_eq!(found, [sorted(&first), sorted(&second), sorted(&["any", "child", "below"])]);
    }

    #[test]
    fn what_is_not_understood_is_dropped_alone() {
        let style = "@import 'x'; @font-face { src: url(a) } path { font: 12px/1.5 serif; --x: 1; nonsense; fill: red } \
                     path::before, a:not(b), path { x: two }";
        assert_eq!(values(style, "<path/>"), [["12px/1.5 serif", "1", "red", "two"]]);
        for broken in [
            "path {",
            "{}",
            "path { fill",
            "@",
            "@a {",
            "*",
            "}} path",
            "/*",
            "path > { x: 1 }",
            "- { x: 1 }",
        ] {
            values(&broken.replace('>', "&gt;"), "<path/>");
        }
    }

    #[test]
    fn names_may_have_any_character_behind_a_backslash() {
        let drawing = "<g id='a.b_1'><path class='c:d e'/></g><path class='e'/>";
        assert_eq!(values("[id='a,b'], .e { x: 1 }", "<path id='a,b'/><path id='b'/>"), [vec!["1"], vec![]]);
        let style = "#a\\.b_1 path { x: 1 } .c\\3a d.e { x: 2 } #a { x: 3 } .c { x: 4 }";
        assert_eq!(values(style, drawing), [vec!["2", "1"], vec![]]);
    }

    #[test]
    fn selectors_that_name_very_many_elements_are_passed_over() {
        let nested = format!("{}<path/>{}", "<g>".repeat(60), "</g>".repeat(60));
        let style = format!("x {} path {{ x: 1 }} path {{ x: 2 }}", "g ".repeat(40));
        assert_eq!(values(&style, &nested), [["2"]]);
    }
}
