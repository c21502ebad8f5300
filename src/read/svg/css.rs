//! Style sheets: rules for elements, classes and ids, one in another or alone. The rest of CSS is left out.

use std::collections::HashMap;

use roxmltree::Node;

/// The most rules that are kept.
const MOST: usize = 20_000;

/// The style sheets of a file.
#[derive(Default)]
pub struct Sheet {
    rules: Vec<Rule>,
    /// Which rules may be meant for an element, by what their last part asks for first.
    by_key: HashMap<String, Vec<usize>>,
}

struct Rule {
    /// From the outermost element to the one that is meant.
    parts: Vec<Part>,
    /// Ids, classes and elements that it names: who names more is heard later.
    weight: (usize, usize, usize),
    says: Vec<(String, String)>,
}

#[derive(Default)]
struct Part {
    element: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
}

impl Sheet {
    /// Reads all `<style>` elements of a file.
    pub fn of(root: Node<'_, '_>) -> Self {
        let mut sheet = Self::default();
        for node in root.descendants().filter(|n| n.is_element() && n.tag_name().name() == "style") {
            let text: String = node.children().filter_map(|n| n.text()).collect();
            sheet.read(&without_comments(&text));
        }
        sheet
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            if before.trim_start().starts_with('@') {
                rest = past_block(after);
                continue;
            }
            let (inside, after) = after.split_once('}').unwrap_or((after, ""));
            rest = after;
            let says = declarations(inside);
            // A rule of the form `@import …;` may stand before the first selector.
            let selectors = before.rsplit_once(';').map_or(before, |(_, last)| last);
            for selector in selectors.split(',') {
                self.add(selector, &says);
            }
        }
    }

    fn add(&mut self, selector: &str, says: &[(String, String)]) {
        let parts: Option<Vec<Part>> =
            selector.replace('>', " ").split_whitespace().map(Part::parse).collect();
        let Some(parts) = parts.filter(|parts| !parts.is_empty() && self.rules.len() < MOST) else { return };
        let weight = parts.iter().fold((0, 0, 0), |(i, c, e), part| {
            (
                i + usize::from(part.id.is_some()),
                c + part.classes.len(),
                e + usize::from(part.element.is_some()),
            )
        });
        let key = parts.last().map(Part::key).unwrap_or_default();
        self.by_key.entry(key).or_default().push(self.rules.len());
        self.rules.push(Rule { parts, weight, says: says.to_vec() });
    }

    /// What it says of an element, the weightiest last.
    pub fn of_element<'s>(&'s self, node: Node<'_, '_>) -> Vec<(&'s str, &'s str)> {
        let mut hits: Vec<usize> = Vec::new();
        let mut ask = |key: &str| {
            hits.extend(self.by_key.get(key).into_iter().flatten().filter(|i| self.rules[**i].means(node)));
        };
        ask("*");
        ask(node.tag_name().name());
        if let Some(id) = node.attribute("id") {
            ask(&format!("#{id}"));
        }
        for class in node.attribute("class").unwrap_or_default().split_whitespace() {
            ask(&format!(".{class}"));
        }
        hits.sort_by_key(|&i| (self.rules[i].weight, i));
        hits.dedup();
        let said = hits.into_iter().flat_map(|i| &self.rules[i].says);
        said.map(|(key, value)| (key.as_str(), value.as_str())).collect()
    }
}

impl Rule {
    fn means(&self, node: Node<'_, '_>) -> bool {
        let Some((last, outer)) = self.parts.split_last() else { return false };
        if !last.fits(node) {
            return false;
        }
        let mut above = node.ancestors().skip(1);
        outer.iter().rev().all(|part| above.any(|node| node.is_element() && part.fits(node)))
    }
}

impl Part {
    /// None for what is not understood, such as `:hover` and `[x=y]`.
    fn parse(text: &str) -> Option<Self> {
        let mut part = Self::default();
        let end = |text: &str| text.find(['.', '#', '*', ':', '[']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end(text));
        if !name.is_empty() {
            part.element = Some(name.to_owned());
        }
        while let Some(sign) = rest.chars().next() {
            let tail = rest.get(1..)?;
            let (name, after) = tail.split_at(end(tail));
            match sign {
                '*' if name.is_empty() => {}
                '.' if !name.is_empty() => part.classes.push(name.to_owned()),
                '#' if !name.is_empty() => part.id = Some(name.to_owned()),
                _ => return None,
            }
            rest = after;
        }
        Some(part)
    }

    fn key(&self) -> String {
        match (&self.id, self.classes.first(), &self.element) {
            (Some(id), ..) => format!("#{id}"),
            (_, Some(class), _) => format!(".{class}"),
            (.., Some(element)) => element.clone(),
            _ => "*".to_owned(),
        }
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        self.element.as_deref().is_none_or(|name| node.tag_name().name() == name)
            && self.id.as_deref().is_none_or(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(|class| {
                node.attribute("class").unwrap_or_default().split_whitespace().any(|own| own == class)
            })
    }
}

/// The keys and values of `fill: red; stroke: none`.
pub fn declarations(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(';').filter_map(|one| one.split_once(':'));
    let clean = |value: &str| {
        let value = value.trim();
        value.strip_suffix("!important").unwrap_or(value).trim().to_owned()
    };
    pairs.map(|(key, value)| (key.trim().to_ascii_lowercase(), clean(value))).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// What follows the block that has just begun.
fn past_block(text: &str) -> &str {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..).unwrap_or_default();
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightier_rule_is_heard_last() {
        let text = "<svg><style>/* a, b { */ .a, #x { fill: red } g .a{fill:blue!important} \
                    @media print { .a { fill: black } } path { fill: tan } .a:hover { fill: lime }</style>\
                    <g><path id='x' class='b a'/></g><path class='a'/></svg>";
        let tree = roxmltree::Document::parse(text).unwrap();
        let sheet = Sheet::of(tree.root());
        let said = |n: usize| {
            let path = tree.descendants().filter(|n| n.has_tag_name("path")).nth(n).unwrap();
            sheet.of_element(path).into_iter().map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(said(0), ["tan", "red", "blue", "red"]);
        assert_eq!(said(1), ["tan", "red"]);
    }
}
