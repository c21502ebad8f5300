//! How much work a drawing would make, seen before usvg does it: steps to match style sheets, and points of paths that
//! `use` shows many times.

use super::{Document, MOST_PIECES, TOO_MANY_PIECES, Xml, name, unusable};
use crate::base::map::Map;
use crate::diag::Result;

/// The most steps that matching the rules of style sheets may take.
const MOST_MATCHES: usize = 10_000_000;

/// The most declarations of one element, or of one rule of a style sheet.
const MOST_DECLARATIONS: usize = 2_000;

/// The most elements and uses in one another, as usvg has it.
const DEEPEST_USE: usize = 1024;

/// The most steps that a selector takes on an element of this depth: each ` ` in it tries all elements above.
fn steps(combinators: usize, depth: usize) -> usize {
    let mut ways = 1_usize;
    let mut all = 1_usize;
    for one in 0..combinators.min(depth) {
        // Choosing one more of the elements above: the binomial coefficients.
        ways = ways.saturating_mul(depth - one) / (one + 1);
        all = all.saturating_add(ways);
    }
    all
}

/// Whether the last part of a selector may be about an element: by its name, its id or a class.
fn may_mean(last: &str, node: Xml<'_, '_>) -> bool {
    let end = |text: &str| text.find(['.', '#', '[', ':']).unwrap_or(text.len());
    let first = |text: &'_ str| text.get(..end(text)).unwrap_or_default().to_owned();
    match last.chars().next() {
        Some('.') => {
            let class = first(&last[1..]);
            node.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class))
        }
        Some('#') => node.attribute("id") == Some(first(&last[1..]).as_str()),
        Some(c) if c.is_alphabetic() => name(node) == first(last),
        _ => true,
    }
}

/// Refuses style sheets that would take too long to match.
pub(super) fn check_styles(xml: &Document<'_>) -> Result<()> {
    let elements: Vec<(usize, Xml<'_, '_>)> =
        xml.descendants().filter(Xml::is_element).map(|node| (node.ancestors().count(), node)).collect();
    let too_many = || Err(unusable(format!("has more than {MOST_DECLARATIONS} declarations in one style")));
    let is_long = |block: &str| block.matches(';').nth(MOST_DECLARATIONS).is_some();
    if elements.iter().filter_map(|(_, node)| node.attribute("style")).any(is_long) {
        return too_many();
    }
    let styles = elements.iter().filter(|(_, node)| name(*node) == "style");
    let mut left = MOST_MATCHES;
    for text in styles.flat_map(|(_, node)| node.children()).filter_map(|node| node.text()) {
        for rule in text.split_inclusive('}') {
            let (selectors, block) = rule.split_once('{').unwrap_or((rule, ""));
            if is_long(block) {
                return too_many();
            }
            for selector in selectors.split(',').filter(|selector| !selector.trim().is_empty()) {
                let parts: Vec<&str> = selector
                    .split([' ', '\t', '\n', '\r', '>', '+', '~'])
                    .filter(|part| !part.is_empty())
                    .collect();
                let last = parts.last().copied().unwrap_or_default();
                let mut needed = elements.len();
                if parts.len() > 1 {
                    let meant = elements.iter().filter(|(_, node)| may_mean(last, *node));
                    needed = meant
                        .map(|(depth, _)| steps(parts.len() - 1, *depth))
                        .fold(needed, usize::saturating_add);
                }
                left = left.checked_sub(needed).ok_or_else(|| {
                    unusable("has rules of style sheets that take too many steps to match with its elements")
                })?;
            }
        }
    }
    Ok(())
}

/// Counts the numbers of paths, as often as `use` shows them.
struct Numbers<'a, 'i> {
    by_id: Map<&'a str, Xml<'a, 'i>>,
    /// Of the elements that were counted; 0 while one is.
    known: Map<usize, usize>,
}

impl<'a, 'i> Numbers<'a, 'i> {
    fn of(&mut self, node: Xml<'a, 'i>, depth: usize) -> usize {
        let place = node.range().start;
        if depth > DEEPEST_USE {
            return 0;
        }
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        self.known.insert(place, 0);
        let own = ["d", "points"].iter().filter_map(|key| node.attribute(*key)).map(numbers).sum::<usize>();
        let inner = node.children().filter(Xml::is_element).map(|child| self.of(child, depth + 1));
        let mut all = inner.fold(own, usize::saturating_add);
        if name(node) == "use" {
            let target = node
                .attributes()
                .find(|own| own.name() == "href")
                .and_then(|own| own.value().strip_prefix('#'));
            if let Some(target) = target.and_then(|id| self.by_id.get(id).copied()) {
                all = all.saturating_add(self.of(target, depth + 1));
            }
        }
        self.known.insert(place, all);
        all
    }
}

/// How many numbers an attribute has, or a few less.
fn numbers(text: &str) -> usize {
    text.as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() && !matches!(pair[1], b'0'..=b'9' | b'.'))
        .count()
}

/// Refuses paths of which `use` makes too many points: no piece of a path takes more than seven numbers.
pub(super) fn check_uses(xml: &Document<'_>) -> Result<()> {
    let elements = xml.descendants().filter(Xml::is_element);
    let by_id = elements.filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut counted = Numbers { by_id, known: Map::new() };
    match counted.of(xml.root_element(), 0) > 7 * MOST_PIECES {
        true => Err(unusable(TOO_MANY_PIECES)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;
    use super::*;

    #[test]
    fn rules_are_refused_by_the_steps_that_they_take() {
        let nested = |style: &str, deep: usize| {
            let (open, close) = ("<g>".repeat(deep), "</g>".repeat(deep));
            told(&format!("<style>{style}{{fill:red}}</style>{open}<rect width=\"9\" height=\"9\"/>{close}"))
        };
        assert!(nested(&format!("b {}rect", "g ".repeat(15)), 60).contains("too many steps"));
        assert_eq!(nested(&format!("b {}path", "g ".repeat(15)), 60), "");
        assert_eq!(nested("svg g g rect", 60), "");
        assert_eq!([steps(0, 9), steps(1, 9), steps(2, 9)], [1, 10, 46]);
        let fills = |count: usize| nested(&format!("rect{{{}}} a", "fill:red;".repeat(count)), 1);
        assert_eq!(fills(MOST_DECLARATIONS), "");
        assert!(fills(MOST_DECLARATIONS + 1).contains("declarations in one style"));
    }

    #[test]
    fn points_count_as_often_as_they_are_used() {
        let line = format!("<defs><path id=\"p\" d=\"M0 0{}\"/></defs>", "h1".repeat(100_000));
        assert!(told(&format!("{line}{}", "<use href=\"#p\"/>".repeat(80))).contains("a million points"));
        assert_eq!(told(&format!("{line}{}", "<use href=\"#p\" stroke=\"red\"/>".repeat(2))), "");
        let clip = format!("<clipPath id=\"c\">{}</clipPath>", "<circle r=\"5\"/>".repeat(400));
        let clipped = |uses: usize| {
            told(&format!("{clip}{}", "<path clip-path=\"url(#c)\" d=\"M0 0h9v9z\"/>".repeat(uses)))
        };
        assert_eq!(clipped(2), "");
        assert!(clipped(600).contains("a million points"));
    }
}
