//! `hexpress rules`: explains the codes of diagnostics, and the rules of the checker.

use serde_json::{Value, json};

use super::args;
use super::io::Output;
use hexpress_base::diag::{Code, Report, codes};
use hexpress_check::Rule;

/// Lists all codes, or explains one code.
///
/// # Errors
/// No rule or mistake has this code.
pub fn run(args: &args::Rules, output: &mut Output) -> Result<(), Report> {
    let Some(typed) = &args.code else {
        let mut text = String::new();
        let mut values = Vec::new();
        for (code, meaning) in codes::ALL {
            text.push_str(&match hexpress_check::find(*code) {
                Some(rule) => format!("{code}  rule: {}\n", rule.title),
                None => format!("{code}  {}\n", meaning.trim()),
            });
            values.push(to_json(*code, meaning));
        }
        text.push_str(
            "\nRun `hexpress rules HX404` to read more about a rule of the checker (HX401 and above).\n",
        );
        output.result(&text, Value::Array(values));
        return Ok(());
    };
    let upper = typed.trim().to_ascii_uppercase();
    let digits = upper.strip_prefix("HX").unwrap_or(&upper);
    let wanted = digits.parse::<u16>().ok().map(Code);
    let known = codes::ALL.iter().find(|(code, _)| Some(*code) == wanted);
    let (code, meaning) = known.ok_or_else(|| {
        let message = format!("unknown code `{typed}`");
        codes::UNKNOWN_NAME.error(message).hint("run `hexpress rules` for all codes")
    })?;
    let text = match hexpress_check::find(*code) {
        Some(rule) => format!(
            "{code}: {}.\n\n{}\n\nRight: {}.\nWrong: {}.\n{}",
            rule.title,
            rule.why,
            rule.right,
            rule.wrong,
            clauses(rule)
        ),
        None => format!("{code}: {}\n", meaning.trim()),
    };
    output.result(&text, to_json(*code, meaning));
    Ok(())
}

/// Returns the clauses of standards that ask for a rule, as text.
fn clauses(rule: &Rule) -> String {
    let clauses = rule.clauses.iter();
    clauses.map(|(standard, clause)| format!("Clause: {}, {clause}.\n", standard.iso())).collect()
}

fn to_json(code: Code, meaning: &str) -> Value {
    let Some(rule) = hexpress_check::find(code) else {
        return json!({ "code": code.to_string(), "meaning": meaning.trim() });
    };
    json!({
        "code": code.to_string(),
        "meaning": rule.title,
        "rule": rule.title,
        "why": rule.why,
        "right": rule.right,
        "wrong": rule.wrong,
        "severity": rule.severity.word(),
        "clauses": rule.clauses.iter().map(|(standard, clause)| json!({
            "standard": standard.name(),
            "iso": standard.iso(),
            "clause": clause,
        })).collect::<Vec<_>>(),
    })
}
