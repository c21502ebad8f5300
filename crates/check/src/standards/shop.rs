//! HX741 to HX744: the demands of print shops that go beyond a standard.

use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_read::press::{FileFeature, Inked, PressPlace, RichLetters};
use hexpress_scene::print::demands::Demand;

pub const RULES: &[Rule] = &[
    Rule {
        title: "no part of a page has more ink than the shop allows",
        why: "Too much ink does not dry, and stains the next sheet.",
        right: "at most 240 % in all four inks together",
        wrong: "a black of 100 % of all four inks, 400 % together",
        ..Rule::error(codes::SHOP_INK, RuleFunction::Shop(Demand::Ink, ink))
    },
    Rule {
        title: "dark letters below 12 points have at most two inks",
        why: "If the plates of the inks are not exactly on one another, small letters become blurred.",
        right: "black letters with black ink only",
        wrong: "letters of 8 points in 60 % cyan, 50 % magenta, 40 % yellow and 100 % black",
        ..Rule::error(codes::SHOP_RICH_BLACK, RuleFunction::Shop(Demand::BlackText, rich_black))
    },
    Rule {
        title: "pictures have the resolution that the shop asks for",
        why: "Coarse pictures show their pixels in print.",
        right: "a picture of 750 pixels, 63.5 mm wide: 300 pixels per inch",
        wrong: "a picture of 100 pixels, 63.5 mm wide",
        ..Rule::error(codes::SHOP_RESOLUTION, RuleFunction::Shop(Demand::Dpi, resolution))
    },
    Rule {
        title: "cut lines are on the plate of their spot colour, and overprint",
        why: "The spot colour guides the machine that cuts. If a line does not overprint, it leaves a white gap.",
        right: "lines in the spot colour CutContour, with OP true",
        wrong: "cut lines in 100 % magenta",
        ..Rule::error(codes::SHOP_CUT_PLATE, RuleFunction::Shop(Demand::CutPlate, cut_plate))
    },
];

/// A font size, in points. Smaller coloured letters look blurred if the printing plates are slightly out
/// of register.
const SMALL_LETTERS_PT: f64 = 12.0;
/// The largest rounding error of a sum of inks, in percent.
const ROUNDING: f64 = 0.5;
/// A picture must have at least this fraction of the demanded resolution. It is slightly below 1,
/// because sizes are rounded.
const MIN_RESOLUTION_SHARE: f64 = 0.995;

/// Formats the shares of the inks in percent, e.g. `cyan 0, magenta 100, yellow 50, black 0 %`.
fn inks(shares: &[f64; 4]) -> String {
    let [c, m, y, k] = shares.map(|share| ShortNumber((share * 100.0).round()));
    format!("cyan {c}, magenta {m}, yellow {y}, black {k} %")
}

fn ink(context: &PressContext<'_>, findings: &mut Findings) {
    let Some(most) = context.demands.ink else { return };
    for Inked { shares, place } in &context.file.most_ink {
        let total = shares.iter().sum::<f64>() * 100.0;
        if total > f64::from(most) + ROUNDING {
            let message =
                format!("a drawing has {total:.0} % of ink ({}); at most {most} % is allowed", inks(shares));
            context.fault_at(findings, place, &message).cause("ink").hint("choose a lighter colour");
        }
    }
    findings.not_judged("the inks of drawings that overprint or are mixed with drawings below them");
    context.file.not_read.iter().for_each(|what| findings.not_judged(*what));
}

fn rich_black(context: &PressContext<'_>, findings: &mut Findings) {
    for RichLetters { shares, size, place } in &context.file.rich_letters {
        if *size < SMALL_LETTERS_PT {
            let message = format!("letters of {size:.1} pt are mixed from several inks ({})", inks(shares));
            context
                .fault_at(findings, place, &message)
                .cause("letters")
                .hint(format!("use at most two inks for letters below {SMALL_LETTERS_PT} pt"));
        }
    }
}

fn resolution(context: &PressContext<'_>, findings: &mut Findings) {
    let Some(least) = context.demands.dpi else { return };
    for picture in &context.file.pictures {
        if picture.dpi < f64::from(least) * MIN_RESOLUTION_SHARE {
            let message = format!("a picture has {:.0} pixels per inch; {least} are needed", picture.dpi);
            context.fault_at(findings, &picture.place, &message);
        }
    }
}

fn cut_plate(context: &PressContext<'_>, findings: &mut Findings) {
    let Some(plate) = &context.demands.cut_plate else { return };
    let mut has_lines = false;
    for (what, places) in &context.file.features {
        let FileFeature::SpotLines(name, overprints) = what else { continue };
        if name != plate {
            continue;
        }
        has_lines = true;
        if !overprints {
            for place in places {
                context.fault_at(findings, place, &format!("lines in {plate} do not overprint"));
            }
        }
    }
    if !has_lines {
        let place = PressPlace { page: None, rect: None };
        context.fault_at(findings, &place, &format!("no line has the spot colour {plate}"));
    }
}
