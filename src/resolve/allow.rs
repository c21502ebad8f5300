//! Rules of the checker that a game may break, each with a reason.

use crate::diag::{Code, Diagnostic, FileId, Place, Report, codes};
use crate::model::Allow;
use crate::spec::tables::layout::Layout;

/// The first code of the checker; what is told before cannot be printed.
const FIRST: u16 = 400;
const EXAMPLE: &str = "allow = [{ code = \"HX424\", because = \"the small print is in the rules as well\" }]";

/// What the layout allows.
pub fn allow(layout: &Layout, file: FileId, report: &mut Report) -> Vec<Allow> {
    let given = layout.game.iter().flat_map(|game| &game.value.allow);
    let mut all = Vec::new();
    for allow in given {
        let place = Place::new(file, allow.span.clone());
        let missing = |what: &str| {
            Diagnostic::error(codes::MISSING_KEY, format!("a rule that may be broken needs {what}"))
                .at(place)
                .hint(EXAMPLE)
        };
        let Some(code) = &allow.value.code else {
            report.push(missing("its `code`"));
            continue;
        };
        let because = allow.value.because.as_ref().map(|b| b.value.trim()).filter(|b| !b.is_empty());
        let Some(because) = because else {
            report.push(missing("a reason, `because`"));
            continue;
        };
        let number = code.value.strip_prefix("HX").and_then(|digits| digits.parse::<u16>().ok());
        let known = number.map(Code).filter(|code| codes::ALL.iter().any(|(other, _)| other == code));
        let at = Place::new(file, code.span.clone());
        match known {
            Some(code) if code.0 >= FIRST => all.push(Allow { code, because: because.to_owned() }),
            Some(known) => {
                let message = format!("{known} is no rule of the checker, so it cannot be allowed");
                report.push(Diagnostic::error(codes::BAD_VALUE, message).at(at).hint("it has to be mended"));
            }
            None => {
                let message = format!("no rule has the code `{}`", code.value);
                let hint = "`hexpress rules` lists them all";
                report.push(Diagnostic::error(codes::UNKNOWN_NAME, message).at(at).hint(hint));
            }
        }
    }
    all
}
