//! HX425: texts that have too little contrast with what is below them.

use kurbo::Point;

use super::ground_colours::{CONTRAST, Grounds, WAY, mixed};
use super::paper_colour::paper;
use crate::base::geometry::winding;
use crate::base::units::PT_PER_MM;
use crate::check::color_vision::{Contrasts, contrast, hex};
use crate::check::facts::{PageContext, Words, texts};
use crate::check::fault::Findings;
use crate::check::mend::readable_on;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{ItemKind, Rgb, Text};

/// The rule behind HX425.
pub const RULE: Rule = Rule {
    title: "words stand out against what is below them",
    why: "Grey on grey may look good on a screen. On paper and by lamplight it cannot be read. The ratio is that of \
          WCAG 2, which asks for 4.5, and for 3 of large words: of 18 points, or of 14 points in bold. Of words over the lines \
          of a pattern, 2.5 is asked to these.",
    right: "#26262B on #CFE8CF, a ratio of 11.6",
    wrong: "white on #F0E442, a ratio of 1.3",
    alike: true,
    ..Rule::error(codes::LOW_CONTRAST, Run::Whole(low_contrast))
};

const OF_LARGE: f64 = 3.0;

/// From so many points on words are large, and from so many in bold.
const LARGE_PT: f64 = 18.0;

const LARGE_BOLD_PT: f64 = 14.0;

/// The contrast that words keep to thin lines of a pattern that they stand on, and how many lines a row has.
const OVER_LINES: f64 = 2.5;

/// Words of a drawing times its drawings, beyond which one does not look at each pair of a word and what may lie
/// below it.
const MANY: usize = 200_000_000;

/// The colour of the halo that words have, letters with a line of their own colour round them: that is what the letters
/// are seen against.
fn halo(context: &PageContext<'_>, index: usize, text: &Text) -> Option<Rgb> {
    /// So many drawings before the words, one for each run of letters and one for each shadow, it may stand.
    const NEAR: usize = 64;
    /// A line parts letters from what is below where it is as wide as this share of their size.
    const PARTS: f64 = 0.04;
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(NEAR)..index)?;
    let mut own = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    own.find_map(|item| match &item.kind {
        ItemKind::Path { fill: Some(fill), stroke: Some(line), .. } => {
            let inner = item.whole?.inflate(-line.width / 2.0, -line.width / 2.0);
            let near = |a: f64, b: f64| (a - b).abs() < 0.05;
            let same = near(inner.x0, text.outline.x0) && near(inner.x1, text.outline.x1);
            let same = same && near(inner.y0, text.outline.y0) && near(inner.y1, text.outline.y1);
            let wide = line.width / 2.0 >= PARTS * text.size;
            (same && wide && line.colour == *fill && item.cover >= 1.0).then_some(*fill)
        }
        _ => None,
    })
}

/// How many stretches of fine woven lines run through the middle of words, if they are so many that they disturb; what
/// hides them below the words is seen to.
fn woven(context: &PageContext<'_>, index: usize, text: &Text) -> Option<usize> {
    /// A drawing of fewer parts is no lace, and so many of its stretches may touch words.
    const LACE: usize = 200;
    /// So many drawings before the words are looked at.
    const NEAR: usize = 400;
    const MAY: usize = 8;
    let middle = text.outline.inflate(-0.1 * text.outline.width(), -0.2 * text.outline.height());
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(NEAR)..index)?;
    let own = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    let mut below = own.filter(|item| item.whole.is_some_and(|rect| rect.overlaps(text.outline)));
    let lines = below.find_map(|item| match &item.kind {
        ItemKind::Path { fill: Some(_), path, .. } if winding(path, middle.center()) != 0 => Some(0),
        ItemKind::Path { path, stroke: Some(line), .. }
            if line.width < WAY
                && path.kinds().len() >= LACE
                && contrast(text.colour, line.colour) < CONTRAST =>
        {
            let through = path.ends().filter(|end| middle.contains(*end)).count();
            (through > MAY).then_some(through)
        }
        _ => None,
    });
    lines.filter(|lines| *lines > 0)
}

/// Returns a ratio that is too small with one digit, or with two where one digit would make it seem large enough.
fn below(ratio: f64, least: f64) -> String {
    let told = format!("{ratio:.1}");
    if told.parse().is_ok_and(|told: f64| told < least) { told } else { format!("{ratio:.2}") }
}

/// The least contrast of words; none where it depends on their weight, and their file does not say that.
fn asked(text: &Text) -> Option<f64> {
    // A hundredth of a point is how finely files give sizes.
    let size = text.size * PT_PER_MM + 0.01;
    // The style is the last part of a font's name: `SourceSans3-BoldIt`.
    let style = text.font.rsplit(['-', ',']).next().unwrap_or_default();
    let bold = ["Bold", "Black", "Heavy"].iter().any(|weight| style.contains(weight));
    match size {
        size if size >= LARGE_PT => Some(OF_LARGE),
        size if size >= LARGE_BOLD_PT && text.font.is_empty() => None,
        size if size >= LARGE_BOLD_PT && bold => Some(OF_LARGE),
        _ => Some(CONTRAST),
    }
}

/// Points along the middle of a line of words.
fn middles(text: &Text) -> [Point; 3] {
    let [a, b, c, d] = text.corners;
    [0.1, 0.5, 0.9].map(|t| a.midpoint(d).lerp(b.midpoint(c), t))
}

/// Points in words near both of their ends, their foot and their head: what is below them may end there.
fn rims(text: &Text) -> [Point; 6] {
    /// How far in from the ends of a line they are, as a share of its height; and from its foot and head.
    const ENDS: f64 = 0.15;
    const FOOT: f64 = 0.12;
    let [a, b, c, d] = text.corners;
    let end = (ENDS * a.distance(d) / a.distance(b).max(1e-9)).min(0.1);
    let at = |across: f64, up: f64| a.lerp(b, across).lerp(d.lerp(c, across), up);
    let (quarters, heights) = ([0.25, 0.75], [FOOT, 1.0 - FOOT]);
    let [low, high] = heights.map(|up| quarters.map(|across| at(across, up)));
    [at(end, 0.5), at(1.0 - end, 0.5), low[0], low[1], high[0], high[1]]
}

/// Reports texts that have too little contrast with what is below them.
fn low_contrast(context: &PageContext<'_>, out: &mut Findings) {
    if texts(context.page).count().saturating_mul(context.page.items.len()) > MANY
        && context.sheet.foreign.is_some()
    {
        out.not_judged("the contrast of words: there are too many of them on too many drawings");
        return;
    }
    let paper = paper(context);
    if paper.is_none() {
        let stock = context.component().and_then(|component| component.stock.as_deref()).unwrap_or_default();
        out.not_judged(format!("the contrast of words on bare paper that is {stock}"));
    }
    let mut grounds = Grounds::on(context, paper.unwrap_or(Rgb([0xFF; 3])));
    let mut contrasts = Contrasts::default();
    for (index, item, text) in texts(context.page) {
        let [a, _, _, d] = text.corners;
        let height = a.distance(d);
        let mut worst: Option<(f64, Rgb)> = None;
        let mut lines: Option<(f64, Rgb)> = None;
        let own = halo(context, index, text).map(|ground| vec![ground]);
        let bare = own.is_none();
        for point in middles(text) {
            let Some(all) = own.clone().or_else(|| grounds.below(index, point, height)) else {
                out.not_judged("the contrast of words on pictures");
                continue;
            };
            let over = grounds.lines_below(index, point).filter(|_| bare);
            let over = over.map(|over| (contrasts.of(text.colour, over), over));
            lines = over.filter(|(ratio, _)| lines.is_none_or(|(least, _)| *ratio < least)).or(lines);
            for ground in all {
                // Most words stand on one colour.
                if worst.is_some_and(|(_, known)| known == ground) {
                    continue;
                }
                let ratio = contrasts.of(mixed(text.colour, ground, item.cover), ground);
                if worst.is_none_or(|(least, _)| ratio < least) {
                    worst = Some((ratio, ground));
                }
            }
        }
        if let Some(lines) = woven(context, index, text) {
            let message = format!("\"{}\" stands on fine lines: {lines} of them cross it", text.string);
            let words = Words { rect: text.outline, item, text };
            context
                .fault_of_words(out, &words, message)
                .warning()
                .hint("a larger `eye`, or a plate below the words");
        }
        let least = asked(text);
        if least.is_none() && worst.is_some_and(|(ratio, _)| (OF_LARGE..CONTRAST).contains(&ratio)) {
            out.not_judged("the contrast of words that are large if they are bold: the file does not say it");
        }
        let least = least.unwrap_or(OF_LARGE);
        if bare && worst.is_some_and(|(ratio, _)| ratio >= least) {
            let mut off = rims(text).into_iter().filter_map(|point| {
                let all = grounds.below(index, point, height)?.into_iter();
                let ratio =
                    all.map(|ground| (contrasts.of(mixed(text.colour, ground, item.cover), ground), ground));
                ratio.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(ratio, _)| *ratio < least - 0.005)
            });
            // One alone may be beside the ink of a letter.
            worst = off.next().zip(off.next()).map(|(one, _)| one).or(worst);
        }
        let Some((ratio, ground)) = worst.filter(|(ratio, _)| *ratio < least - 0.005) else {
            if let Some((ratio, lines)) = lines.filter(|(ratio, _)| *ratio < OVER_LINES) {
                // Rounded down, so that it stays below what can be read.
                let words = hex(mixed(text.colour, lines, item.cover));
                let lines = hex(lines);
                let told = (ratio * 10.0).floor() / 10.0;
                let message = format!(
                    "\"{}\", {words} over lines of {lines}, has a contrast of {told:.1} to them; {OVER_LINES} can be read",
                    text.string
                );
                let fault = context.fault_of_words(out, &Words { rect: text.outline, item, text }, message);
                fault.hint("paler lines, with a colour behind the pattern's name, or a box below the words");
            }
            continue;
        };
        let colours = format!("{} on {}", hex(mixed(text.colour, ground, item.cover)), hex(ground));
        let ratio = below(ratio, least);
        let message =
            format!("\"{}\", {colours}, has a contrast of {ratio}; {least} can be read", text.string);
        let hint = readable_on(context, (item, text), ground, least);
        let fault =
            context.fault_of_words(out, &Words { rect: text.outline, item, text }, message).hint(hint);
        // Another program may set each letter by itself.
        if context.sheet.foreign.is_some() {
            fault.cause(colours);
        }
    }
}
