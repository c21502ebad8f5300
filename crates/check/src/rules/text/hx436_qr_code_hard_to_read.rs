//! HX436: QR codes that are hard to read.
//!
//! The rule measures the quiet zone around each code, and the contrast of its modules.

use crate::facts::PageContext;
use crate::facts::expected_codes::expected_codes;
use crate::facts::qr_codes::QUIET_ZONE_MODULES;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::identity::Identity;

pub const RULE: Rule = Rule {
    title: "each QR code has contrast, and a quiet zone around it",
    why: "A reader finds a code by the quiet zone around it. ISO/IEC 18004 requires four modules, the small \
        squares of the code. The contrast is the difference of the reflectances of light and dark modules. \
        Below 0.4, the code has at most grade D of ISO/IEC 15415.",
    right: "a black code on white, with a quiet zone of four modules",
    wrong: "a code that touches a dark frame",
    merges_same_messages: true,
    ..Rule::warning(codes::QR_CODE_HARD_TO_READ, RuleFunction::Sheet(hard_to_read))
};

/// A code of grade C or better (ISO/IEC 15415) has at least this contrast.
const MIN_CONTRAST: f64 = 0.4;

fn hard_to_read(context: &PageContext<'_>, findings: &mut Findings) {
    for code in &context.sheet.codes.codes {
        let Some(text) = code.reading.text() else { continue };
        let mut report = |message: String, hint: &str| {
            let fault = context.fault_of(findings, code.rect, code.id.as_ref(), message).hint(hint);
            let element = element_of(context, code.id.as_deref(), text);
            fault.in_layout(element.or(fault.place));
        };
        if code.quiet < QUIET_ZONE_MODULES {
            report(
                format!(
                    "the quiet zone, the empty margin around the QR code, is as wide as {} of its small squares; it \
                        needs {QUIET_ZONE_MODULES}",
                    code.quiet
                ),
                "move other drawings away from the code, or use a larger `quiet`",
            );
        }
        if code.contrast < MIN_CONTRAST {
            let contrast = (code.contrast * 100.0).floor() / 100.0;
            report(
                format!("the QR code has a contrast of {contrast}; the minimum is {MIN_CONTRAST}"),
                "use a darker `colour` or a lighter `fill`",
            );
        }
    }
}

/// Returns the place in the layout of the element that draws a code with this text. Returns `None` if
/// this place is unknown.
fn element_of(context: &PageContext<'_>, id: Option<&Identity>, text: &str) -> Option<SourceSpan> {
    let codes = expected_codes(context.expected?, id?, context.sheet_number);
    codes.into_iter().find(|code| code.text.as_deref() == Some(text)).map(|code| code.place)
}
