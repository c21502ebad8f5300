//! Writes numbers for PDF and SVG without exponents and without unnecessary zeros, such as `.5`,
//! `-3` or `12.25`.

/// Appends a number that is rounded to `places` decimals. `places` must be at most nine.
pub fn push(out: &mut String, value: f64, places: u32) {
    push_scaled(out, scaled(value, places), places);
}

/// Returns a number in units of its last decimal. For example, 1.5 with three decimals becomes
/// 1500.
///
/// Returns 0 for a number that is not finite.
pub fn scaled(value: f64, places: u32) -> i64 {
    // Three decimals are by far the most common case. To save time, their power of ten is a constant.
    let power = if places == 3 { 1e3 } else { 10f64.powi(places.cast_signed()) };
    let scaled = (value * power).round();
    // Coordinates on a sheet are far below this limit.
    if scaled.is_finite() { scaled.clamp(-1e15, 1e15) as i64 } else { 0 }
}

/// Appends a number that [`scaled`] returned. `places` must be the same as in the call of
/// [`scaled`].
pub fn push_scaled(out: &mut String, scaled: i64, places: u32) {
    const ZEROS: &str = "000000000";
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(scaled.unsigned_abs());
    let places = places as usize;
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(places));
    let shown = fraction.trim_end_matches('0');
    if scaled < 0 {
        out.push('-');
    }
    out.push_str(whole);
    if !shown.is_empty() {
        out.push('.');
        out.push_str(ZEROS.get(fraction.len()..places).unwrap_or_default());
        out.push_str(shown);
    } else if whole.is_empty() {
        out.push('0');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64) -> String {
        let mut out = String::new();
        push(&mut out, value, 3);
        out
    }

    #[test]
    fn numbers_are_short_and_exact() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0004, "0"),
            (0.0005, ".001"),
            (0.5, ".5"),
            (1.0, "1"),
            (-12.5, "-12.5"),
            (-12.25, "-12.25"),
            (0.001, ".001"),
            (-0.05, "-.05"),
            (595.275_590_5, "595.276"),
            (100.0, "100"),
            (100.001, "100.001"),
            (1000.01, "1000.01"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    #[test]
    fn agrees_with_the_standard_library() {
        let mut value = -700.0;
        while value < 700.0 {
            let parsed: f64 = text(value).parse().unwrap();
            assert!((parsed - value).abs() <= 0.0005 + 1e-9, "{value}");
            value += 0.377_13;
        }
    }
}
