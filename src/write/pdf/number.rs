//! Numbers as PDF writes them: no exponent, no trailing zeros.

/// Appends `value` with at most three decimals; coordinates in points come out within 0.18 µm.
pub fn push(out: &mut Vec<u8>, value: f64) {
    fixed(out, value, 3, 1000.0);
}

/// Appends `value` with at most seven decimals, for the cells of a matrix: three would move a point 400 mm
/// away by a tenth of a millimetre.
pub fn push_fine(out: &mut Vec<u8>, value: f64) {
    fixed(out, value, 7, 10_000_000.0);
}

fn fixed(out: &mut Vec<u8>, value: f64, decimals: usize, scale: f64) {
    let scaled = (value * scale).round();
    // Beyond this no sheet reaches; a number that is not finite becomes 0, which the model rules out.
    let scaled = if scaled.is_finite() { scaled.clamp(-1e15, 1e15) as i64 } else { 0 };
    if scaled < 0 {
        out.push(b'-');
    }
    let digits = scaled.unsigned_abs();
    let scale = scale as u64;
    let (whole, mut fraction) = (digits / scale, digits % scale);
    let mut buffer = [0u8; 20];
    let mut at = buffer.len();
    let mut rest = whole;
    while rest > 0 {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if whole == 0 && fraction == 0 {
        out.push(b'0');
        return;
    }
    out.extend_from_slice(&buffer[at..]);
    if fraction == 0 {
        return;
    }
    out.push(b'.');
    let mut places = decimals;
    while fraction.is_multiple_of(10) {
        fraction /= 10;
        places -= 1;
    }
    let mut at = buffer.len();
    for _ in 0..places {
        at -= 1;
        buffer[at] = b'0' + (fraction % 10) as u8;
        fraction /= 10;
    }
    out.extend_from_slice(&buffer[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        push(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn is_short_and_exact() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0004, "0"),
            (1.0, "1"),
            (-12.5, "-12.5"),
            (0.001, ".001"),
            (-0.05, "-.05"),
            (595.275_590_5, "595.276"),
            (100.0, "100"),
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
