//! Style sheets: the declarations that hold for an element.
//!
//! `simplecss` reads, weighs and matches selectors. Blocks are divided into declarations here: its reader drops what
//! is left of a block after a declaration that it cannot read (`font: 12px/1.5 serif`, `--x: 1`); CSS drops only that one.

use std::collections::{BTreeSet, HashMap};

use roxmltree::Node;
use simplecss::{
    AttributeOperator, Declaration, Element, PseudoClass, Selector, SelectorToken, SelectorTokenizer,
};

/// The most rules that are kept.
const MOST: usize = 20_000;
/// The most elements that a selector names. Matching one of them tries all ways to find the others round an element.
const MOST_NAMED: usize = 6;

/// The most selectors that are not understood and are kept.
const MOST_DOUBTFUL: usize = 20;

/// The style sheets of a file.
#[derive(Default)]
pub struct StyleSheet<'t> {
    rules: Vec<Rule<'t>>,
    blocks: Vec<Vec<Declaration<'t>>>,
    /// Which rules may hold for an element.
    by_key: HashMap<Key<'t>, Vec<usize>>,
    /// What of them is not followed, in words.
    pub vague: BTreeSet<&'static str>,
    /// Selectors that are not understood, or stand under a condition that is not known.
    pub doubtful: Vec<&'t str>,
    /// Whether they have rules for pages of paper.
    pub has_pages: bool,
}

struct Rule<'t> {
    selector: Selector<'t>,
    specificity: [u8; 3],
    block: usize,
}

/// One thing that an element must have for a rule to hold for it.
#[derive(PartialEq, Eq, Hash)]
enum Key<'t> {
    Nothing,
    Name(&'t str),
    Class(&'t str),
    Id(&'t str),
}

/// The texts of all `<style>` elements, without comments.
pub fn sheets(root: Node<'_, '_>) -> Vec<String> {
    let styles = root.descendants().filter(|n| n.is_element() && n.tag_name().name() == "style");
    // A sheet in another language is none (HTML, 4.2.6).
    let is_css = |kind: &str| kind.is_empty() || kind.trim().eq_ignore_ascii_case("text/css");
    styles
        .filter(|node| node.attribute("type").is_none_or(is_css))
        .filter(|node| node.attribute("media").is_none_or(|media| is_for_paper(media) != Some(false)))
        .map(|node| node.children().filter_map(|n| n.text()).collect::<String>())
        .map(|text| without_escapes(&without_comments(&text)))
        .collect()
}

/// Where characters stand that a name has only behind a backslash: one of these private characters stands for each.
const PRIVATE: u32 = 0xE000;

/// A character of a name, as a name may have it.
fn masked(c: char) -> char {
    let is_plain = !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if is_plain { c } else { char::from_u32(PRIVATE + u32::from(c)).unwrap_or(c) }
}

/// Names of an element, as selectors have them after [`without_escapes`].
fn masked_words(names: &str) -> String {
    names.chars().map(|c| if c.is_ascii_whitespace() { c } else { masked(c) }).collect()
}

fn is_private(c: char) -> bool {
    (PRIVATE..PRIVATE + 0x80).contains(&u32::from(c))
}

/// A style sheet without backslashes (CSS Syntax, 4.3.7).
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
    /// Reads style sheets.
    pub fn of(sheets: &'t [String]) -> Self {
        let mut all = Self::default();
        for text in sheets {
            all.read(text);
        }
        all
    }

    fn read(&mut self, text: &'t str) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            // A rule of the form `@import …;` may stand before the first selector.
            let (lines, selectors) = before.rsplit_once(';').unwrap_or(("", before));
            if lines.contains("@import") {
                self.vague.insert(OUTER);
            }
            if let Some(rule) = selectors.trim_start().strip_prefix('@') {
                rest = past_block(after);
                self.conditional(rule, after.get(..after.len() - rest.len()).unwrap_or_default());
                continue;
            }
            let (inside, after) = after.split_once('}').unwrap_or((after, ""));
            rest = after;
            for selector in parted(selectors) {
                self.add(selector);
            }
            self.blocks.push(declarations(inside).collect());
        }
        if rest.contains("@import") {
            self.vague.insert(OUTER);
        }
    }

    /// Reads the block of a rule that begins with `@`, if it holds on paper.
    fn conditional(&mut self, rule: &'t str, block: &'t str) {
        let inside = block.strip_suffix('}').unwrap_or(block);
        let (name, query) = rule.split_once([' ', '\n', '(']).unwrap_or((rule, ""));
        match (name.trim(), is_for_paper(query)) {
            ("media", Some(true)) => self.read(inside),
            ("page", _) => self.has_pages = true,
            ("media", Some(false)) | ("font-face" | "keyframes", _) => {}
            _ => {
                self.vague.insert("conditions in style sheets");
                let selectors = inside.split('}').filter_map(|rule| Some(rule.rsplit_once('{')?.0));
                let selectors = selectors.map(|head| head.rsplit(['{', ';']).next().unwrap_or(head));
                selectors.flat_map(parted).for_each(|selector| self.doubt(selector));
            }
        }
    }

    /// Adds a rule for the block that is read next.
    fn add(&mut self, text: &'t str) {
        let Some((selector, key)) = Selector::parse(text).zip(key(text)) else {
            self.vague.insert("selectors in style sheets");
            self.doubt(text);
            return;
        };
        if self.rules.len() < MOST {
            self.by_key.entry(key).or_default().push(self.rules.len());
            let specificity = selector.specificity();
            self.rules.push(Rule { selector, specificity, block: self.blocks.len() });
        }
    }

    fn doubt(&mut self, selector: &'t str) {
        if self.doubtful.len() < MOST_DOUBTFUL {
            self.doubtful.push(selector.trim());
        }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The declarations for an element, in the order in which they override one another.
    pub fn of_element(&self, node: Node<'_, '_>) -> Vec<Declaration<'t>> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let classes = node.attribute("class").unwrap_or_default().split_whitespace().map(Key::Class);
        let name = Key::Name(node.tag_name().name());
        let keys = [Key::Nothing, name].into_iter().chain(node.attribute("id").map(Key::Id)).chain(classes);
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

/// What a selector that is not understood may name: the part of it that is understood, and what is asked of attributes.
pub struct Doubt {
    selectors: Vec<String>,
    /// A name, what is asked (`^`, `$` or `*`), and a value.
    asked: Vec<(String, char, String)>,
}

impl Doubt {
    /// Reads a selector; none if nothing of it is understood.
    pub fn of(text: &str) -> Option<Self> {
        let mut asked = Vec::new();
        let selectors: Vec<String> =
            alternatives(text).into_iter().map(|one| plain(one, &mut asked)).collect();
        let known = selectors.iter().any(|selector| Selector::parse(selector).is_some());
        known.then_some(Self { selectors, asked })
    }

    /// Whether it may hold for an element.
    pub fn may_hold(&self, node: Node<'_, '_>) -> bool {
        let holds = |(name, how, value): &(String, char, String)| {
            node.ancestors().filter_map(|outer| outer.attribute(name.as_str())).any(|own| {
                let own = masked_words(own);
                match how {
                    '^' => own.starts_with(value),
                    '$' => own.ends_with(value),
                    _ => own.contains(value.as_str()),
                }
            })
        };
        let matches = |text: &String| Selector::parse(text).is_some_and(|one| one.matches(&Styled(node)));
        self.asked.iter().all(holds) && self.selectors.iter().any(matches)
    }
}

/// What stands within `:is(…)`, `:where(…)` and `:has(…)` of a selector; the selector itself without such parts.
fn alternatives(text: &str) -> Vec<&str> {
    let start = [":is(", ":where(", ":has("].iter().find_map(|word| Some(text.find(word)? + word.len()));
    let inside = start.and_then(|start| text.get(start..)?.split(')').next());
    inside.map_or_else(|| vec![text], |inside| inside.split(',').collect())
}

/// A selector without what is not understood; what it asks of attributes goes into `asked`.
fn plain(text: &str, asked: &mut Vec<(String, char, String)>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['[', ':']) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        if let Some(inside) = after.strip_prefix('[') {
            let (inside, more) = inside.split_once(']').unwrap_or((inside, ""));
            match inside.split_once(['^', '$', '*']).zip(inside.chars().find(|c| "^$*".contains(*c))) {
                Some(((name, value), how)) => {
                    let value = value.trim_start_matches('=').trim().trim_matches(['"', '\'']);
                    asked.push((name.trim().to_owned(), how, masked_words(value)));
                }
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
    let out = out.trim().to_owned();
    if out.is_empty() || out.ends_with(['>', '+']) { format!("{out}*") } else { out }
}

/// A selector as it was written, but for its backslashes.
pub fn unmasked(text: &str) -> String {
    let plain = |c: char| if is_private(c) { char::from_u32(u32::from(c) - PRIVATE).unwrap_or(c) } else { c };
    text.chars().map(plain).collect()
}

/// Style sheets in other files, which are never fetched.
pub const OUTER: &str = "style sheets outside of it";

/// Whether a media query holds for what is printed; none where that is not known.
fn is_for_paper(query: &str) -> Option<bool> {
    let holds = |one: &str| match one.trim().to_ascii_lowercase().trim_start_matches("only ") {
        "all" | "print" | "" | "not screen" => Some(true),
        "screen" | "speech" | "not print" | "not all" => Some(false),
        _ => None,
    };
    let all: Vec<_> = query.split(',').map(holds).collect();
    if all.contains(&Some(true)) { Some(true) } else { all.iter().all(Option::is_some).then_some(false) }
}

/// The selectors of a list; a comma within brackets parts none.
fn parted(selectors: &str) -> impl Iterator<Item = &str> {
    let mut within = 0_usize;
    selectors.split(move |c| {
        match c {
            '[' | '(' => within += 1,
            ']' | ')' => within = within.saturating_sub(1),
            _ => {}
        }
        c == ',' && within == 0
    })
}

/// What the last element that a selector names must have; none where it names too many.
fn key(selector: &str) -> Option<Key<'_>> {
    let (mut key, mut named) = (Key::Nothing, 1);
    for token in SelectorTokenizer::from(selector).map_while(Result::ok) {
        match token {
            SelectorToken::TypeSelector(name) => key = Key::Name(name),
            // What an element is called is not what the selector says.
            SelectorToken::ClassSelector(name) | SelectorToken::IdSelector(name)
                if name.chars().any(is_private) => {}
            SelectorToken::ClassSelector(class) => key = Key::Class(class),
            SelectorToken::IdSelector(id) => key = Key::Id(id),
            SelectorToken::DescendantCombinator
            | SelectorToken::ChildCombinator
            | SelectorToken::AdjacentCombinator => (key, named) = (Key::Nothing, named + 1),
            _ => {}
        }
    }
    (named <= MOST_NAMED).then_some(key)
}

/// An element, as `simplecss` asks about it.
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
            operator.matches(value) || (is_name && operator.matches(&masked_words(value)))
        })
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        // `:hover` and the like never apply on paper.
        class == PseudoClass::FirstChild && self.0.prev_sibling_element().is_none()
    }
}

/// A property and its value.
pub type Said<'t> = Declaration<'t>;

/// The declarations of `fill: red; stroke: none !important`.
pub fn declarations(text: &str) -> impl Iterator<Item = Declaration<'_>> {
    text.split(';').filter_map(|one| {
        let (name, value) = one.split_once(':')?;
        let value = value.trim();
        let plain = value.strip_suffix("important").and_then(|value| value.trim_end().strip_suffix('!'));
        let important = plain.is_some();
        Some(Declaration { name: name.trim(), value: plain.unwrap_or(value).trim_end(), important })
    })
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        // What stands on both sides of a comment does not become one word.
        out.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// What follows the block that has just begun.
fn past_block(text: &str) -> &str {
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

    /// The values for each path of a drawing, in the order in which they override one another.
    fn values(style: &str, drawing: &str) -> Vec<Vec<String>> {
        let text = format!("<svg><style>{style}</style>{drawing}</svg>");
        let tree = roxmltree::Document::parse(&text).unwrap();
        let texts = sheets(tree.root());
        let sheet = StyleSheet::of(&texts);
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
    fn combinators_attributes_and_positions_are_heard() {
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
