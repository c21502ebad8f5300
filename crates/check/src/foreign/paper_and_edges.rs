//! HX604, HX605: pages that do not have the size of a paper, and drawings that are too close to its edges.
//!
//! - In: pages that other programs made.
//! - Out: faults.

use kurbo::{Rect, Size};

use crate::facts::{Format, PageContext, visible_bounds};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::overhang;
use hexpress_base::units::ShortNumber;
use hexpress_scene::print::paper::PAPERS;

pub const RULES: &[Rule] = &[
    Rule {
        title: "every page has the size of a standard paper",
        why: "The printer scales or cuts off a page of another size, so a cell drawn with 30 mm may measure 28 mm.",
        right: "a page of 297 x 420 mm, which is A3",
        wrong: "a page of 290 x 400 mm",
        ..Rule::warning(codes::NO_PAPER, RuleFunction::Sheet(of_paper))
    },
    Rule {
        title: "drawings keep a distance from the edges of the paper",
        why: "Home printers cannot print a strip along each edge, up to a quarter of an inch wide.",
        right: "a board that ends 7 mm before the edge of the page",
        wrong: "a board that ends 2 mm before the edge of the page",
        ..Rule::warning(codes::NEAR_EDGE, RuleFunction::Sheet(off_edges))
    },
];

/// The width of the strip along the edges of the paper in which home printers do not print, in mm.
const UNPRINTABLE_STRIP_MM: f64 = 6.35;
/// The sheet sizes of print shops, in mm. Smaller sizes are in `PAPERS`.
const PRINT_SHOP_SHEETS_MM: [(f64, f64); 5] =
    [(420.0, 594.0), (594.0, 841.0), (841.0, 1189.0), (304.8, 457.2), (457.2, 609.6)];

/// Returns whether a page has the size of a paper on sale, or of a sheet of print shops.
fn is_paper(size: Size) -> bool {
    /// The largest difference between a side of a page and a side of the paper, in mm. Programs round
    /// sizes to points or pixels.
    const ROUNDING_MM: f64 = 0.6;
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    let mut papers = PAPERS.iter().map(|paper| paper.size).chain(PRINT_SHOP_SHEETS_MM);
    papers.any(|(width, height)| (width - short).abs() < ROUNDING_MM && (height - long).abs() < ROUNDING_MM)
}

/// Returns whether the page will be cut to its trim box after printing. Such a page is meant for a print
/// shop, which prints it on larger paper.
fn is_trimmed(context: &PageContext<'_>) -> bool {
    /// The width of the narrowest bleed, in mm.
    const MIN_BLEED: f64 = 0.5;
    let Size { width, height } = context.sheet.size;
    context.sheet.boxes.trim.is_some_and(|trim| {
        width - trim.width() > 2.0 * MIN_BLEED && height - trim.height() > 2.0 * MIN_BLEED
    })
}

fn of_paper(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() || is_paper(context.sheet.size) || is_trimmed(context) {
        return;
    }
    let Size { width, height } = context.sheet.size;
    let [width, height] = [width, height].map(ShortNumber::tenths);
    let size = format!("{width} x {height} mm");
    // A page of a PDF is printed as it is, so a page of a wrong size is a fault. An SVG can still be
    // placed on a sheet of another size.
    if context.format == Format::Svg {
        findings.not_judged(format!(
            "margins: the drawing measures {size}, which is not a paper size; print it at 100 % on larger paper"
        ));
        return;
    }
    findings
        .fault(format!("the page measures {size}, which is not a standard paper size"))
        .at(context.sheet.file, context.sheet.number, None)
        .hint(
            "put the board on a page of A4, A3, Letter or 11 x 17 in: printers scale or cut off pages of \
            other sizes",
        );
}

fn off_edges(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() || !is_paper(context.sheet.size) {
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let room = sheet.inset(-UNPRINTABLE_STRIP_MM);
    let mut worst: Option<(f64, Rect)> = None;
    let mut count = 0_usize;
    for item in &context.page.items {
        let Some(rect) = visible_bounds(item) else { continue };
        let by = overhang(rect, room);
        // A drawing that is about as wide or as high as the page is its background, and may extend to
        // the edges. Another rule reports drawings that extend beyond the page.
        let is_ground = rect.width() >= 0.95 * sheet.width() || rect.height() >= 0.95 * sheet.height();
        if by <= context.tolerance || is_ground || overhang(rect, sheet) > context.tolerance {
            continue;
        }
        count += 1;
        if worst.is_none_or(|(most, _)| by > most) {
            worst = Some((by, rect));
        }
    }
    if let Some((by, rect)) = worst {
        let many = if count == 1 { "a drawing ends".to_owned() } else { format!("{count} drawings end") };
        let where_to = match UNPRINTABLE_STRIP_MM - by {
            left if left < 0.005 => "at".to_owned(),
            left if count == 1 => format!("{} from", format_mm(left)),
            left => format!("as close as {} to", format_mm(left)),
        };
        let message = format!(
            "{many} {where_to} the edge of the paper; many printers do not print the last \
            {UNPRINTABLE_STRIP_MM} mm"
        );
        context.fault(findings, rect, message).deviation(by);
    }
}
