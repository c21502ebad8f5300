//! Rules of the checker that a game may break, each with a reason.

use super::context::Compiler;
use crate::diag::{Code, codes};
use crate::model::Allow;

/// The first code of the checker; a lower one stops the build.
const FIRST: u16 = 400;
const EXAMPLE: &str = "allow = [{ code = \"HX424\", because = \"the small print is in the rules as well\" }]";

/// What the layout allows.
pub fn allow(compiler: &mut Compiler<'_>) -> Vec<Allow> {
    let mut all = Vec::new();
    for allow in compiler.layout.game.iter().flat_map(|game| &game.allow) {
        let mut missing = |what: &str| {
            let message = format!("a rule that may be broken needs {what}");
            compiler.hinted(codes::MISSING_KEY, allow, message, EXAMPLE);
        };
        let Some(code) = &allow.code else {
            missing("its `code`");
            continue;
        };
        let Some(because) = allow.because.as_deref().map(|b| b.trim()).filter(|b| !b.is_empty()) else {
            missing("a reason, `because`");
            continue;
        };
        let number = code.strip_prefix("HX").and_then(|digits| digits.parse().ok());
        match number.map(Code).filter(|code| codes::ALL.iter().any(|(other, _)| other == code)) {
            Some(code) if code.0 >= FIRST => all.push(Allow { code, because: because.to_owned() }),
            Some(known) => {
                let message = format!("{known} is no rule of the checker, so it cannot be allowed");
                compiler.hinted(codes::BAD_VALUE, code, message, "it has to be mended");
            }
            None => {
                let message = format!("no rule has the code `{}`", code.value);
                compiler.hinted(codes::UNKNOWN_NAME, code, message, "`hexpress rules` lists them all");
            }
        }
    }
    all
}
