//! Writes clear messages for the syntax errors of minijinja.

/// Returns a clear message for a syntax error of minijinja.
///
/// `detail` is the message of minijinja, such as `unexpected integer, expected end of input`.
pub fn message(detail: &str) -> String {
    match detail {
        "unexpected input after expression" => {
            return "unexpected text after the condition or formula: an operator such as `and` or `==` may be \
                missing"
                .to_owned();
        }
        "unexpected end of string" => return "a text in quotes has no closing quote".to_owned(),
        "unexpected character" => return "unexpected character".to_owned(),
        _ => {}
    }
    let Some(found) = detail.strip_prefix("unexpected ") else {
        return format!("cannot read this: {detail}");
    };
    match found.split_once(", expected ") {
        Some(("end of input", "end of block")) => {
            "an end tag such as `{% endif %}` or `{% endfor %}` is missing".to_owned()
        }
        Some(("end of input" | "end of variable block", wanted)) => {
            format!("{} is missing at the end of the condition or formula", plain_token(wanted))
        }
        Some((found, wanted)) => format!("expected {}, found {}", plain_token(wanted), plain_token(found)),
        None if found == "end of input" => "unexpected end".to_owned(),
        None => format!("unexpected {}", plain_token(found)),
    }
}

/// Returns an ordinary word for a token, such as "a name" for minijinja's `identifier`.
fn plain_token(token: &str) -> &str {
    match token {
        "end of input" => "the end",
        "end of variable block" => "`}}`",
        "end of block" => "`%}`",
        "start of variable block" => "`{{`",
        "start of block" => "`{%`",
        "identifier" => "a name",
        "expression" => "a value",
        "integer" | "float" => "a number",
        "string" => "text in quotes",
        "template-data" => "plain text",
        other => other,
    }
}
