//! Colours as CSS writes them, and what to write for them here.

/// What to write for hex digits of which the last say how much is seen through: `#B2222280`.
pub(super) fn half_seen(name: &str) -> Option<String> {
    let digits =
        name.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let (colour, alpha) = match digits.len() {
        8 => (digits.get(..6)?, u8::from_str_radix(digits.get(6..)?, 16).ok()?),
        4 => (digits.get(..3)?, 17 * u8::from_str_radix(digits.get(3..)?, 16).ok()?),
        _ => return None,
    };
    let seen = (f64::from(alpha) / 2.55).round();
    Some(match alpha {
        0 => "where nothing is drawn leave the key out, or write \"none\"".to_owned(),
        255 => format!("a colour has no digits for how much it covers: \"#{colour}\""),
        _ => format!(
            "a colour has no digits for how much it covers: write \"#{colour} {}% lighter\"; or, on any element but a fill, \
             \"#{colour}\" and opacity = \"{seen}%\"",
            100.0 - seen
        ),
    })
}

/// What to write for `rgb(178, 34, 34)`, `rgba(178, 34, 34, 0.5)` and `rgb(70% 13% 13% / 50%)`.
pub(super) fn colour(text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    let inside = lower.strip_prefix("rgba").or_else(|| lower.strip_prefix("rgb"))?.trim();
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let parts: Vec<&str> = inside.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect();
    let channel = |part: &str, whole: f64| match part.strip_suffix('%') {
        Some(share) => share.parse::<f64>().ok().map(|share| share / 100.0 * whole),
        None => part.parse::<f64>().ok(),
    };
    let [red, green, blue, alpha @ ..] = parts.as_slice() else { return None };
    let mut digits = String::from("#");
    for part in [red, green, blue] {
        let value = channel(part, 255.0).filter(|value| (0.0..=255.0).contains(value))?;
        digits.push_str(&format!("{:02X}", value.round() as u8));
    }
    match alpha {
        [] => Some(format!("write hex digits: \"{digits}\"")),
        [alpha] => {
            let alpha = channel(alpha, 1.0).filter(|alpha| (0.0..=1.0).contains(alpha))?;
            half_seen(&format!("{digits}{:02X}", (alpha * 255.0).round() as u8))
        }
        _ => None,
    }
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
