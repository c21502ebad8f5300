//! Compiles the list of checks that a game is allowed to fail, each with a reason.
//!
//! - In: `allow` of `[game]`.
//! - Out: the codes of faults that the checker must not report.
//! - Not here: finding out whether the game fails these checks.

use crate::context::Resolver;
use hexpress_base::diag::{Code, codes};
use hexpress_game::Allow;
use hexpress_language::tables::layout::Allow as AllowTable;
use hexpress_language::values::spanned::Spanned;

/// The lowest code of the faults that the checker reports. Lower codes belong to errors that stop
/// the build.
const FIRST_FAULT_CODE: u16 = 400;

const EXAMPLE: &str =
    "for example, write allow = [{ code = \"HX424\", because = \"the small print is decoration\" }]";

/// Returns the entries of `allow`.
pub fn allow(resolver: &mut Resolver<'_>) -> Vec<Allow> {
    let given = resolver.layout.game.iter().flat_map(|game| &game.allow);
    given.filter_map(|table| allowed(table, resolver)).collect()
}

/// Compiles one entry of `allow`. Reports an entry that has no reason, or a code that the checker does
/// not have. Returns `None` after an error.
fn allowed(table: &Spanned<AllowTable>, resolver: &mut Resolver<'_>) -> Option<Allow> {
    let Some(code) = &table.code else { return missing(table, "its `code`", resolver) };
    let reason = table.because.as_deref().map(|because| because.trim());
    let Some(because) = reason.filter(|reason| !reason.is_empty()) else {
        return missing(table, "`because`, the reason", resolver);
    };
    let number = code.strip_prefix("HX").and_then(|digits| digits.parse().ok());
    match number.map(Code).filter(|code| codes::ALL.iter().any(|(other, _)| other == code)) {
        Some(code) if code.0 >= FIRST_FAULT_CODE => Some(Allow { code, because: because.to_owned() }),
        Some(known) => {
            let wrong = format!("{known} is not a rule of the checker, so it cannot be allowed");
            resolver
                .error_with_hint(
                    codes::BAD_VALUE,
                    code,
                    wrong,
                    "correct the layout: an error cannot be allowed",
                )
                .none()
        }
        None => {
            let unknown = format!("unknown rule code `{}`", code.value);
            resolver
                .error_with_hint(codes::UNKNOWN_NAME, code, unknown, "run `hexpress rules` to list all codes")
                .none()
        }
    }
}

fn missing<T>(table: &Spanned<AllowTable>, what: &str, resolver: &mut Resolver<'_>) -> Option<T> {
    let message = format!("an entry of `allow` needs {what}");
    resolver.error_with_hint(codes::MISSING_KEY, table, message, EXAMPLE).none()
}
