//! HX425: texts that have too little contrast with their background.
//!
//! The rule compares each text with all colours that may be behind it. It looks at three points
//! along the middle of the text, and at points near the edges of the text. Pictures are not judged.
//! Pale text on a pattern of thin lines is also compared with the lines.

use kurbo::{Point, Rect};

use super::ground_colours::{Grounds, MIN_GROUND_LINE, mixed};
use super::paper_colour::paper_colour;
use crate::colour_vision::{Contrasts, contrast, hex_code};
use crate::facts::{PageContext, ReportedText, texts};
use crate::fault::Findings;
use crate::hints::readable::readable_on;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::winding;
use hexpress_base::units::PT_PER_MM;
use hexpress_read::{Item, ItemKind, Rgb, Text};

pub const RULE: Rule = Rule {
    title: "text has enough contrast with what is below it",
    why: "Grey text on grey may look good on a screen, but cannot be read on paper by lamplight. The contrast \
        ratio is defined by WCAG 2, which requires 4.5; large text (18 points, or 14 points in bold) \
        needs only 3. Text over the lines of a pattern needs a ratio of 2.5 to these lines.",
    right: "#26262B on #CFE8CF, a ratio of 11.6",
    wrong: "white on #F0E442, a ratio of 1.3",
    merges_same_messages: true,
    ..Rule::error(codes::LOW_CONTRAST, RuleFunction::Whole(low_contrast))
};

/// The contrast that WCAG 2 requires of text at level AA (success criterion 1.4.3).
const MIN_CONTRAST: f64 = 4.5;
/// The contrast that WCAG 2 requires of large text.
const MIN_CONTRAST_OF_LARGE: f64 = 3.0;
/// The smallest size of large text, in points.
const LARGE_PT: f64 = 18.0;
/// The smallest size of large text in bold, in points.
const LARGE_BOLD_PT: f64 = 14.0;
/// The contrast that text must have with the thin lines of a pattern behind it.
const MIN_CONTRAST_OVER_LINES: f64 = 2.5;
/// The largest rounding error of a contrast ratio. If a ratio is too low by no more than this, it is not
/// reported.
const ROUNDING: f64 = 0.005;

/// The largest number of comparisons on a page by another program. If the page needs more, it is not
/// judged, because this would take too long.
///
/// The number of comparisons is the number of texts, multiplied by the number of drawings.
const MAX_COMPARISONS: usize = 200_000_000;

/// Reports texts that have too little contrast with their background.
fn low_contrast(context: &PageContext<'_>, findings: &mut Findings) {
    let comparisons = texts(context.page).count().saturating_mul(context.page.items.len());
    if comparisons > MAX_COMPARISONS && context.sheet.is_foreign() {
        findings.not_judged("the contrast of text: there are too many texts on too many drawings");
        return;
    }
    let paper = paper_colour(context);
    if paper.is_none() {
        let stock = context.component().and_then(|component| component.stock.as_deref()).unwrap_or_default();
        let why = "does not say how pale the colour of the paper is";
        findings.not_judged(format!("the contrast of text on bare paper: `{stock}` {why}"));
    }
    let mut judge = ContrastJudge {
        context,
        grounds: Grounds::new(context, paper.unwrap_or(Rgb::WHITE)),
        contrasts: Contrasts::default(),
    };
    for (index, item, text) in texts(context.page).filter(|(_, item, _)| !context.is_in_picture(item)) {
        judge.judge_text(index, &ReportedText { rect: text.outline, item, text }, findings);
    }
}

/// A colour behind a text, and its contrast with the text.
#[derive(Clone, Copy)]
struct GroundContrast {
    ratio: f64,
    ground: Rgb,
}

impl GroundContrast {
    /// Returns the lower of this contrast and `known`. If both ratios are equal, returns `known`.
    fn lower(self, known: Option<Self>) -> Self {
        known.filter(|known| known.ratio <= self.ratio).unwrap_or(self)
    }
}

#[derive(Default)]
struct LowestContrasts {
    /// The lowest contrast between the text and a fill, a wide line or the paper.
    with_ground: Option<GroundContrast>,
    /// The lowest contrast between the text and the thin lines of a pattern.
    with_lines: Option<GroundContrast>,
}

/// Judges the texts of one page in drawing order.
struct ContrastJudge<'page> {
    context: &'page PageContext<'page>,
    grounds: Grounds<'page>,
    contrasts: Contrasts,
}

impl ContrastJudge<'_> {
    /// Judges a text. `index` is its index in the drawings of the page.
    fn judge_text(&mut self, index: usize, words: &ReportedText<'_>, findings: &mut Findings) {
        let halo = halo_colour(self.context, index, words.text);
        let lowest = self.lowest_in_middle(index, words, halo, findings);
        if let Some(lines) = crossing_fine_lines(self.context, index, words.text) {
            let message = format!("{lines} fine lines cross \"{}\"", words.text.string);
            let fault = self.context.fault_of_text(findings, words, message);
            fault.warning().hint("use a larger `eye`, or draw a box below the text");
        }
        let ground = lowest.with_ground;
        let required = required_contrast(words.text);
        if required.is_none()
            && ground.is_some_and(|lowest| (MIN_CONTRAST_OF_LARGE..MIN_CONTRAST).contains(&lowest.ratio))
        {
            findings.not_judged(
                "the contrast of text that needs less contrast if it is bold: the file does not say whether \
                    it is bold",
            );
        }
        let least = required.unwrap_or(MIN_CONTRAST_OF_LARGE);
        let is_fine_in_middle = ground.is_some_and(|lowest| lowest.ratio >= least);
        let at_rim =
            (halo.is_none() && is_fine_in_middle).then(|| self.low_at_rim(index, words, least)).flatten();
        let too_low = at_rim.or(ground).filter(|lowest| lowest.ratio < least - ROUNDING);
        if let Some(found) = too_low {
            let grounds = self.all_grounds(index, words.text, found.ground);
            self.report_ground(words, found, &grounds, least, findings);
        } else if let Some(found) = lowest.with_lines.filter(|lowest| lowest.ratio < MIN_CONTRAST_OVER_LINES)
        {
            self.report_lines(words, found, findings);
        }
    }

    /// Returns the lowest contrasts along the middle of a text.
    ///
    /// If the text has a halo, only the contrast with the halo counts, because the halo hides everything
    /// behind the text.
    fn lowest_in_middle(
        &mut self,
        index: usize,
        words: &ReportedText<'_>,
        halo: Option<Rgb>,
        findings: &mut Findings,
    ) -> LowestContrasts {
        let mut lowest = LowestContrasts::default();
        for point in points_in_middle(words.text) {
            let grounds = match halo {
                Some(halo) => vec![halo],
                None => match self.grounds.colours_below(index, point, height(words.text)) {
                    Some(colours) => colours,
                    None => {
                        findings.not_judged("the contrast of text on pictures");
                        continue;
                    }
                },
            };
            if halo.is_none()
                && let Some(ground) = self.grounds.pattern_colour_below(index, point)
            {
                let found = GroundContrast { ratio: self.contrasts.of(words.text.colour, ground), ground };
                lowest.with_lines = Some(found.lower(lowest.with_lines));
            }
            for ground in grounds {
                // Most texts have only one colour behind them, so the contrast with the last colour is
                // reused.
                if lowest.with_ground.is_some_and(|known| known.ground == ground) {
                    continue;
                }
                let contrast = self.contrast_with(ground, words);
                lowest.with_ground = Some(contrast.lower(lowest.with_ground));
            }
        }
        lowest
    }

    /// Examines points near the edges of a text, and returns a contrast that is below `least`. Returns `None`
    /// if all contrasts are high enough.
    ///
    /// The contrast must be too low at two points or more. At a single point, the ink of a letter may be
    /// the reason.
    fn low_at_rim(&mut self, index: usize, words: &ReportedText<'_>, least: f64) -> Option<GroundContrast> {
        let mut first = None;
        for point in points_at_rim(words.text) {
            let Some(grounds) = self.grounds.colours_below(index, point, height(words.text)) else {
                continue;
            };
            let found = grounds.into_iter().map(|ground| self.contrast_with(ground, words));
            let lowest = found.min_by(|a, b| a.ratio.total_cmp(&b.ratio));
            let Some(lowest) = lowest.filter(|lowest| lowest.ratio < least - ROUNDING) else { continue };
            if first.is_some() {
                return first;
            }
            first = Some(lowest);
        }
        None
    }

    /// Returns the contrast between a text and a colour behind it.
    ///
    /// If the text is not opaque, its colour is first mixed with the colour behind it.
    fn contrast_with(&mut self, ground: Rgb, words: &ReportedText<'_>) -> GroundContrast {
        let ratio = self.contrasts.of(mixed(words.text.colour, ground, words.item.opacity), ground);
        GroundContrast { ratio, ground }
    }

    /// Returns all colours that may be visible behind a text. The first of them is `ground`.
    fn all_grounds(&mut self, index: usize, text: &Text, ground: Rgb) -> Vec<Rgb> {
        let mut grounds = vec![ground];
        for point in points_in_middle(text).into_iter().chain(points_at_rim(text)) {
            let below = self.grounds.colours_below(index, point, height(text)).unwrap_or_default();
            for colour in below {
                if !grounds.contains(&colour) {
                    grounds.push(colour);
                }
            }
        }
        grounds
    }

    fn report_ground(
        &self,
        words: &ReportedText<'_>,
        found: GroundContrast,
        grounds: &[Rgb],
        least: f64,
        findings: &mut Findings,
    ) {
        let ink = mixed(words.text.colour, found.ground, words.item.opacity);
        let colours = format!("{} on {}", hex_code(ink), hex_code(found.ground));
        let ratio = ratio_below(found.ratio, least);
        let message = format!(
            "\"{}\", {colours}, has a contrast of {ratio}; the minimum is {least}",
            words.text.string
        );
        let hint = readable_on(self.context, (words.item, words.text), grounds, least);
        let fault = self.context.fault_of_text(findings, words, message).hint(hint);
        // Another program may write each letter as a separate text. So faults with the same two colours
        // have the same cause.
        if self.context.sheet.is_foreign() {
            fault.cause(colours);
        }
    }

    fn report_lines(&self, words: &ReportedText<'_>, found: GroundContrast, findings: &mut Findings) {
        let ink = hex_code(mixed(words.text.colour, found.ground, words.item.opacity));
        let lines = hex_code(found.ground);
        // The ratio is rounded down. Otherwise, the message could show a ratio that is just below the
        // required one as equal to it.
        let ratio = (found.ratio * 10.0).floor() / 10.0;
        let message = format!(
            "\"{}\", {ink} over lines of {lines}, has a contrast of {ratio:.1} to them; the minimum is \
             {MIN_CONTRAST_OVER_LINES}",
            words.text.string
        );
        let fault = self.context.fault_of_text(findings, words, message);
        fault.hint("mix a colour into the pattern to make its lines paler, or draw a box below the text");
    }
}

fn height(text: &Text) -> f64 {
    text.corners[0].distance(text.corners[3])
}

/// Returns the colour of the halo of a text; `None` if the text has no halo. A halo is an outline that
/// separates the letters from their background.
///
/// A halo is drawn before its text. It shows the same letters, with a wide line around them in the
/// colour of their fill.
fn halo_colour(context: &PageContext<'_>, index: usize, text: &Text) -> Option<Rgb> {
    /// The halo is searched for among this number of drawings before the text. Each run of letters is a
    /// separate drawing, and so is each shadow.
    const MAX_SEARCHED: usize = 64;
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(MAX_SEARCHED)..index)?;
    let mut own_items = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    own_items.find_map(|item| match &item.kind {
        ItemKind::Path { fill: Some(fill), stroke: Some(line), .. }
            if line.colour == *fill && item.opacity >= 1.0 && is_outlined_text(item, line.width, text) =>
        {
            Some(*fill)
        }
        _ => None,
    })
}

/// Returns whether a drawing shows the letters of a text with a line around them that is wide enough for
/// a halo.
fn is_outlined_text(item: &Item, line_width: f64, text: &Text) -> bool {
    /// Half of the line is outside the letters. This half must be at least this wide, as a fraction of
    /// the text size.
    const MIN_WIDTH: f64 = 0.04;
    let Some(rect) = item.painted_bounds else { return false };
    let letters = rect.inflate(-line_width / 2.0, -line_width / 2.0);
    has_same_sides(letters, text.outline) && line_width / 2.0 >= MIN_WIDTH * text.size
}

/// Returns whether two boxes have the same sides. A difference of less than 0.05 mm is allowed.
fn has_same_sides(a: Rect, b: Rect) -> bool {
    [a.x0 - b.x0, a.x1 - b.x1, a.y0 - b.y0, a.y1 - b.y1].iter().all(|off| off.abs() < 0.05)
}

/// Returns how many ends of lines of a fine pattern are in the middle part of a text. Returns `None` if
/// there are so few that the text is easy to read.
///
/// A pattern does not count if an area below the text hides it, or if it has enough contrast with the
/// text.
fn crossing_fine_lines(context: &PageContext<'_>, index: usize, text: &Text) -> Option<usize> {
    /// A drawing counts as a pattern of fine lines if it has at least this number of path elements.
    const MIN_SEGMENTS: usize = 200;
    /// The pattern is searched for among this number of drawings before the text.
    const MAX_SEARCHED: usize = 400;
    /// Up to this number of ends of lines do not disturb the reader.
    const MAX_CROSSING: usize = 8;
    let middle = text.outline.inflate(-0.1 * text.outline.width(), -0.2 * text.outline.height());
    let items = &context.page.items;
    let before = items.get(index.saturating_sub(MAX_SEARCHED)..index)?;
    let own_items = before.iter().rev().take_while(|item| context.are_of_one(item, &items[index]));
    for item in own_items.filter(|item| item.painted_bounds.is_some_and(|rect| rect.overlaps(text.outline))) {
        match &item.kind {
            ItemKind::Path { fill: Some(_), path, .. } if winding(path, middle.center()) != 0 => return None,
            ItemKind::Path { path, stroke: Some(line), .. }
                if line.width < MIN_GROUND_LINE
                    && path.kinds().len() >= MIN_SEGMENTS
                    && contrast(text.colour, line.colour) < MIN_CONTRAST =>
            {
                let crossing = path.ends().filter(|end| middle.contains(*end)).count();
                if crossing > MAX_CROSSING {
                    return Some(crossing);
                }
            }
            _ => {}
        }
    }
    None
}

/// Formats a ratio below `least` with one decimal.
///
/// If one decimal would round the ratio up to `least`, two decimals are used.
fn ratio_below(ratio: f64, least: f64) -> String {
    let short = format!("{ratio:.1}");
    if short.parse().is_ok_and(|rounded: f64| rounded < least) { short } else { format!("{ratio:.2}") }
}

/// Returns the contrast that WCAG 2 requires of a text.
///
/// Large text needs less contrast, and bold text counts as large at a smaller size. Returns `None` if
/// the result depends on whether the text is bold, but the file does not say whether it is.
fn required_contrast(text: &Text) -> Option<f64> {
    // Sizes in files are rounded to a hundredth of a point.
    let size = text.size * PT_PER_MM + 0.01;
    // The style is the last part of a font name, e.g. `BoldIt` in `SourceSans3-BoldIt`.
    let style = text.font.rsplit(['-', ',']).next().unwrap_or_default();
    let is_bold = ["Bold", "Black", "Heavy"].iter().any(|weight| style.contains(weight));
    match size {
        size if size >= LARGE_PT => Some(MIN_CONTRAST_OF_LARGE),
        size if size >= LARGE_BOLD_PT && text.font.is_empty() => None,
        size if size >= LARGE_BOLD_PT && is_bold => Some(MIN_CONTRAST_OF_LARGE),
        _ => Some(MIN_CONTRAST),
    }
}

/// Returns three points along the middle of a line of text.
fn points_in_middle(text: &Text) -> [Point; 3] {
    let [a, b, c, d] = text.corners;
    [0.1, 0.5, 0.9].map(|along| a.midpoint(d).lerp(b.midpoint(c), along))
}

/// Returns six points near the edges of a line of text: two at the ends, two at the bottom and two at
/// the top.
fn points_at_rim(text: &Text) -> [Point; 6] {
    /// The distance from the ends of the line, as a fraction of the height.
    const FROM_END: f64 = 0.15;
    /// The distance from the bottom and the top of the line, as a fraction of the height.
    const FROM_FOOT: f64 = 0.12;
    let [a, b, c, d] = text.corners;
    let end = (FROM_END * a.distance(d) / a.distance(b).max(1e-9)).min(0.1);
    [
        (end, 0.5),
        (1.0 - end, 0.5),
        (0.25, FROM_FOOT),
        (0.75, FROM_FOOT),
        (0.25, 1.0 - FROM_FOOT),
        (0.75, 1.0 - FROM_FOOT),
    ]
    .map(|(along, up)| a.lerp(b, along).lerp(d.lerp(c, along), up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Format;
    use crate::facts::sheet::SheetFinder;
    use hexpress_base::diag::Severity;
    use hexpress_game::SheetNumber;
    use kurbo::Affine;

    #[test]
    fn a_ratio_below_the_required_one_never_prints_as_that() {
        assert_eq!(ratio_below(4.44, 4.5), "4.4");
        assert_eq!(ratio_below(4.46, 4.5), "4.46");
        assert_eq!(ratio_below(2.96, 3.0), "2.96");
    }

    #[test]
    fn a_dark_text_over_the_edge_of_a_dark_area_is_reported() {
        let faults = |foot: f64| {
            let below = |y: f64| format!("<path d=\"M0 {y}h99v9H0z\"/>");
            let text = "<text x=\"10\" y=\"30\" font-size=\"8\">Wood and iron</text>";
            let page = |inside: &str| {
                let file = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" \
                     viewBox=\"0 0 99 99\">{inside}</svg>"
                );
                hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0)
            };
            let ItemKind::Text(words) = &page(text).items[0].kind else { panic!("no text") };
            let [bottom, .., top] = words.corners;
            let page = page(&format!("{}{text}", below(bottom.lerp(top, foot).y)));
            let sheet = SheetFinder { file: 0, expected: None, has_no_record: true }.sheet(&page);
            let context = PageContext {
                sheet: &sheet,
                found: None,
                page: &page,
                expected: None,
                sheet_number: SheetNumber { sheet: 1, sheets: 1 },
                format: Format::Svg,
                tolerance: 0.1,
                printer: None,
                printed: Affine::IDENTITY,
            };
            let mut findings = Findings::new(codes::LOW_CONTRAST, Severity::Error);
            low_contrast(&context, &mut findings);
            findings.faults.len()
        };
        // The area covers none of the text, its lowest part, or all of it.
        assert_eq!([0.0, 0.3, 1.0].map(faults), [0, 1, 1]);
    }

    #[test]
    fn the_points_at_the_rim_are_inside_the_text() {
        let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" \
                    viewBox=\"0 0 99 99\"><text x=\"10\" y=\"30\" font-size=\"8\">Wood</text></svg>";
        let page = hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0);
        let ItemKind::Text(text) = &page.items[0].kind else { panic!("no text") };
        let [a, _, c, _] = text.corners;
        let bounds = kurbo::Rect::from_points(a, c);
        for point in points_at_rim(text) {
            assert!(bounds.inflate(-0.1, -0.1).contains(point), "{point:?} in {bounds:?}");
        }
    }
}
