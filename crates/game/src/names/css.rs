//! Writes hints for colours in the syntax of CSS.
//!
//! - In: a text that layouts do not accept as a colour.
//! - Out: a hint with hex digits, if the text is a colour in the syntax of CSS.
//! - Not here: the names of CSS colours, which layouts may use.

/// Returns a hint for hex digits with an alpha channel, such as `#B2222280`. Returns `None` for any
/// other text.
pub(super) fn with_alpha(name: &str) -> Option<String> {
    let digits =
        name.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let (colour, alpha) = match digits.len() {
        8 => (digits.get(..6)?, u8::from_str_radix(digits.get(6..)?, 16).ok()?),
        4 => (digits.get(..3)?, 17 * u8::from_str_radix(digits.get(3..)?, 16).ok()?),
        _ => return None,
    };
    let percent = (f64::from(alpha) / 2.55).round();
    Some(match alpha {
        0 => "to draw nothing, delete the key or write \"none\"".to_owned(),
        255 => format!("write \"#{colour}\": a colour has no opacity"),
        _ => format!(
            "a colour has no opacity: write \"#{colour} {}% lighter\", or write \"#{colour}\" and give its \
                element opacity = \"{percent}%\"",
            100.0 - percent
        ),
    })
}

/// Returns a hint for colours such as `rgb(178, 34, 34)`, `rgba(178, 34, 34, 0.5)` or
/// `rgb(70% 13% 13% / 50%)`. Returns `None` for any other text.
pub(super) fn colour(text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    let bracketed = lower.strip_prefix("rgba").or_else(|| lower.strip_prefix("rgb"))?.trim();
    let inside = bracketed.strip_prefix('(')?.strip_suffix(')')?;
    let parts: Vec<&str> = inside.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect();
    let [red, green, blue, alpha @ ..] = parts.as_slice() else { return None };
    let mut digits = String::from("#");
    for part in [red, green, blue] {
        let value = channel(part, 255.0)?;
        digits.push_str(&format!("{:02X}", value.round() as u8));
    }
    match alpha {
        [] => Some(format!("write hex digits: \"{digits}\"")),
        [alpha] => {
            let alpha = channel(alpha, 1.0)?;
            with_alpha(&format!("{digits}{:02X}", (alpha * 255.0).round() as u8))
        }
        _ => None,
    }
}

/// Parses the value of a colour channel: a number from 0 to `most`, or a percentage of `most`. Returns
/// `None` for any other text.
fn channel(text: &str, most: f64) -> Option<f64> {
    let value = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0 * most,
        None => text.parse::<f64>().ok()?,
    };
    (0.0..=most).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::colour;

    #[test]
    fn colours_of_css_in_hex_digits() {
        assert_eq!(colour("rgb(178, 34, 34)").as_deref(), Some("write hex digits: \"#B22222\""));
        assert!(
            colour("rgba(178, 34, 34, 0.5)").is_some_and(|hint| hint.contains("\"#B22222 50% lighter\""))
        );
        assert_eq!(colour("rgb(300, 0, 0)"), None);
        assert_eq!(colour("hsl(0, 50%, 50%)"), None);
    }
}
