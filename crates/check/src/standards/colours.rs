//! HX714 to HX719: colours, spot colours, overprinting and transparency.

use std::collections::BTreeMap;

use crate::facts::press::{PressContext, Weight};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::press::{ColourUse, Family, FileFeature};
use hexpress_scene::print::setup::Standard::{PdfX1a, PdfX4};

pub const RULES: &[Rule] = &[
    Rule {
        title: "colours without a profile are in the colour space of the output intent",
        why: "DeviceRGB does not say which red it means, so every shop prints another one.",
        right: "DeviceCMYK in a file for FOGRA39, or RGB with a colour profile in PDF/X-4",
        wrong: "DeviceRGB in a file for FOGRA39",
        clauses: &[(PdfX4, "6.4"), (PdfX1a, "6.2")],
        ..Rule::error(codes::PRESS_DEVICE_COLOUR, RuleFunction::Press(device_colours))
    },
    Rule {
        title: "PDF/X-1a has only inks: CMYK, grey and spot colours",
        why: "Machines for PDF/X-1a do not convert colours.",
        right: "DeviceCMYK, DeviceGray and Separation",
        wrong: "a picture in RGB with a colour profile",
        clauses: &[(PdfX1a, "6.2")],
        ..Rule::error(codes::PRESS_COLOUR_SPACE, RuleFunction::Press(colour_spaces))
    },
    Rule {
        title: "transparency mixes colours in the colour space of the output intent",
        why: "Inks that are mixed in RGB are converted twice, and black letters become a mixture of all inks.",
        right: "a transparency group with CS DeviceCMYK",
        wrong: "a page with a transparency group in DeviceRGB, in a file for FOGRA39",
        clauses: &[(PdfX4, "6.20")],
        ..Rule::error(codes::PRESS_BLEND_SPACE, RuleFunction::Press(blend_spaces))
    },
    Rule {
        title: "a spot colour looks the same in the whole file",
        why: "A shop makes one plate for all spot colours of one name.",
        right: "CutContour stands for 100 % magenta everywhere",
        wrong: "CutContour stands for magenta on one page, and for cyan on another page",
        clauses: &[(PdfX4, "6.4")],
        ..Rule::error(codes::PRESS_SPOT_DIFFERS, RuleFunction::Press(spots))
    },
    Rule {
        title: "CMYK colours with a profile do not overprint with overprint mode 1",
        why: "Such colours are converted before they are printed, so an ink without a share gets one.",
        right: "DeviceCMYK overprints in mode 1",
        wrong: "ICCBased CMYK overprints in mode 1",
        clauses: &[(PdfX4, "6.13")],
        ..Rule::error(codes::PRESS_OVERPRINT, RuleFunction::Press(overprint))
    },
    Rule {
        title: "PDF/X-1a has nothing transparent, and PDF/X-4 only the blend modes of PDF",
        why: "PDF/X-1a is for machines that cannot mix colours. Unknown blend modes look different everywhere.",
        right: "opaque drawings",
        wrong: "a box with an opacity of 50 % in PDF/X-1a",
        clauses: &[(PdfX4, "6.20"), (PdfX1a, "6.16")],
        ..Rule::error(codes::PRESS_TRANSPARENCY, RuleFunction::Press(transparency))
    },
];

/// Returns the words of a message that say what uses a colour, such as `a picture`. They are the subject
/// of the sentence.
fn user_of(used: ColourUse) -> &'static str {
    match used {
        ColourUse::Drawing => "a drawing or a text",
        ColourUse::Picture => "a picture",
        ColourUse::Gradient => "a gradient",
        ColourUse::ForSpot => "the substitute for a spot colour",
    }
}

/// Returns the colour space of the output intent: `CMYK`, `RGB` or `GRAY`.
///
/// If the output intent contains no profile, the space is CMYK, because all printing conditions in the
/// registry of the ICC use CMYK.
fn space_of_intent<'c>(context: &PressContext<'c>) -> &'c str {
    let profile = context.file.intent().and_then(|intent| intent.profile.as_ref());
    profile.filter(|profile| profile.is_valid).map_or("CMYK", |profile| &profile.space)
}

/// The colours of the device colour space `family` depend on the device. Checks whether an output intent
/// for the colour space `space` defines what they look like.
fn is_defined(family: Family, space: &str) -> bool {
    match family {
        Family::Rgb => space == "RGB",
        Family::Cmyk => space == "CMYK",
        // Every output intent defines grey, as black ink or as equal shares of red, green and blue.
        _ => true,
    }
}

fn device_colours(context: &PressContext<'_>, findings: &mut Findings) {
    let space = space_of_intent(context);
    context.forbid(findings, |what| match what {
        FileFeature::Colour(family, used) if !is_defined(*family, space) => {
            let (user, own) = (user_of(*used), family.name());
            Some(format!("{user} uses {own}, but the output intent is for {space}"))
        }
        _ => None,
    });
}

fn colour_spaces(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| match what {
        FileFeature::Colour(
            family @ (Family::CalGrey | Family::CalRgb | Family::Lab | Family::Icc(_) | Family::Unknown),
            used,
        ) => Some(format!("{} uses {}; PDF/X-1a allows only inks", user_of(*used), family.name())),
        _ => None,
    });
}

fn blend_spaces(context: &PressContext<'_>, findings: &mut Findings) {
    let space = space_of_intent(context);
    context.forbid(findings, |what| match what {
        FileFeature::Group(family) if !is_defined(*family, space) => Some(format!(
            "a transparency group is in {}, but the output intent is for {space}",
            family.name()
        )),
        _ => None,
    });
}

fn spots(context: &PressContext<'_>, findings: &mut Findings) {
    let mut looks: BTreeMap<&str, usize> = BTreeMap::new();
    for spot in &context.file.spots {
        *looks.entry(&spot.name).or_default() += 1;
    }
    // `All` and `None` are not spot colours: `All` prints on every printing plate, and `None` on no printing
    // plate.
    for (name, count) in
        looks.into_iter().filter(|(name, count)| *count > 1 && !["All", "None"].contains(name))
    {
        context.fault(findings, &format!("the spot colour {name} is described in {count} different ways"));
    }
}

fn overprint(context: &PressContext<'_>, findings: &mut Findings) {
    context.forbid(findings, |what| {
        (*what == FileFeature::OverprintWithProfile)
            .then(|| "a colour in CMYK with a profile overprints in mode 1 (OPM)".to_owned())
    });
}

fn transparency(context: &PressContext<'_>, findings: &mut Findings) {
    let forbids_all = context.is_x1a();
    context.judge(findings, |what| match what {
        FileFeature::Transparency(why) if forbids_all => {
            Some((format!("there is {why}, but PDF/X-1a does not allow transparency"), Weight::Error))
        }
        FileFeature::BlendMode(name) => Some((format!("PDF has no blend mode {name}"), Weight::Error)),
        _ => None,
    });
}
