//! Other programs, such as git or qpdf, that a test uses if they are installed.

/// The environment variable with the names of the programs that must be found, separated by spaces.
const REQUIRED: &str = "REQUIRED_PROGRAMS";

/// Says on the terminal that a test, or a part of it, is left out because `program` does not run here.
///
/// # Panics
///
/// Panics if `REQUIRED_PROGRAMS` names the program. A machine that has all programs thus cannot leave out a
/// test unnoticed.
pub fn leave_out(program: &str, reason: &str) {
    let required = std::env::var(REQUIRED).unwrap_or_default();
    assert!(!is_named(&required, program), "{program} is required, but {reason}");
    println!("left out: {program}: {reason}");
}

fn is_named(required: &str, program: &str) -> bool {
    required.split_whitespace().any(|name| name == program)
}

#[test]
fn only_the_named_programs_are_required() {
    assert!(is_named("git qpdf", "qpdf"));
    assert!(!is_named("git qpdf", "q"));
    assert!(!is_named("", "git"));
}
