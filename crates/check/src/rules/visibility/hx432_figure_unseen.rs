//! HX432: shapes and icons that are invisible on their background.

use crate::colour_vision::hex_code;
use crate::facts::PageContext;
use crate::facts::drawn_by::{painted_by, painter};
use crate::facts::visible::LowContrastShape;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::{Element, Shape};

pub const RULE: Rule = Rule {
    title: "shapes have enough contrast with what is below them",
    why: "A white disc on white paper cannot be seen. Rules that count marks do not count marks that cannot be seen.",
    right: "{ disc = \"9mm\", fill = \"white\", line = \"0.5mm black\" } on white paper",
    wrong: "{ disc = \"9mm\", fill = \"white\" } on white paper",
    merges_same_messages: true,
    ..Rule::error(codes::FIGURE_UNSEEN, RuleFunction::Pieces(figure_unseen))
};

/// A shape is reported if its contrast (WCAG 2) with the background is below this. Colours with a lower
/// contrast can be distinguished only by their hue, or not at all.
const MIN_CONTRAST: f64 = 1.15;

/// An icon is reported if its contrast with the background is below this.
///
/// WCAG 1.4.11 requires 3 for graphics. But some icons have the hue of their background and are faint
/// on purpose. Their contrast is between this value and 3.
const MIN_ICON_CONTRAST: f64 = 2.0;

fn figure_unseen(context: &PageContext<'_>, findings: &mut Findings) {
    for pale in &context.sheet.hidden.pale {
        let LowContrastShape { rect, id, colour, ground, ratio, is_unseen } = pale;
        let is_icon = !is_unseen
            && *ratio < MIN_ICON_CONTRAST
            && painted(context, pale).is_some_and(|element| matches!(element.shape, Shape::Icon(_)));
        if *ratio >= MIN_CONTRAST && !is_icon {
            continue;
        }
        let what = if is_icon { "an icon" } else { "a shape" };
        let colours = format!("{what} of {} on {}", hex_code(*colour), hex_code(*ground));
        let message = if *is_unseen {
            format!("{colours} cannot be seen")
        } else {
            let ratio = (ratio * 100.0).floor() / 100.0;
            let least = if is_icon { MIN_ICON_CONTRAST } else { MIN_CONTRAST };
            format!("{colours} is faint: it has a contrast of {ratio}; the minimum is {least}")
        };
        let fault = context.fault_of(findings, *rect, id.as_ref(), message);
        let line = element(context, pale).or(fault.place);
        let hint = if is_icon {
            "use a darker or lighter `colour`"
        } else {
            "use a darker or lighter `fill`, or add a `line`"
        };
        fault.in_layout(line).hint(hint);
        if !is_unseen {
            fault.warning();
        }
    }
}

/// Returns the element of the layout that draws a pale shape; `None` if the element is unknown.
fn painted<'c>(context: &PageContext<'c>, pale: &LowContrastShape) -> Option<&'c Element> {
    let (expected, id) = (context.expected?, pale.id.as_deref()?);
    let (_, component) = expected.component(id.component()?)?;
    painter(expected, component, id, pale.colour, None)
}

/// Returns the place in the layout of the element that draws a pale shape. Returns `None` if this place
/// is unknown.
fn element(context: &PageContext<'_>, pale: &LowContrastShape) -> Option<SourceSpan> {
    let (expected, id) = (context.expected?, pale.id.as_deref()?);
    let (_, component) = expected.component(id.component()?)?;
    painted_by(expected, component, id, pale.colour, None)
}
