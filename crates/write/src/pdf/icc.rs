//! Creates the sRGB colour profile (IEC 61966-2-1) in the format of ICC.1:2004-10.
//!
//! - Out: the bytes of the profile.
//! - Not here: profiles of pictures.
//!
//! The program creates the profile itself, so that the user's files contain no profile with the
//! licence of another author.

/// The copyright notice of the profile.
const RIGHTS: &str = "CC0";
/// The primaries of sRGB as X, Y and Z, for the white point D50. The standard defines them for the
/// white point D65, and [`ADAPTATION`] converts them to D50.
const RED: [f64; 3] = [0.436_041, 0.222_485, 0.013_920];
const GREEN: [f64; 3] = [0.385_113, 0.716_905, 0.097_067];
const BLUE: [f64; 3] = [0.143_046, 0.060_610, 0.713_913];
/// The white point D50 as X, Y and Z.
const WHITE: [f64; 3] = [0.9642, 1.0, 0.8249];
/// The matrix that converts colours from the white point D65 to D50 by Bradford's method
/// (ICC.1:2004-10, annex E). It is written row by row.
const ADAPTATION: [f64; 9] =
    [1.047_886, 0.022_919, -0.050_216, 0.029_582, 0.990_484, -0.017_079, -0.009_252, 0.015_073, 0.751_678];
/// The transfer curve: `(a x + b)^g` if `x >= d`, and `c x` otherwise. The constants are g, a, b, c
/// and d, in this order.
const CURVE: [f64; 5] = [2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.040_45];
/// The length of the header, in bytes.
const HEAD: usize = 128;
/// The length of an entry in the tag table, in bytes.
const ENTRY: usize = 12;

/// Returns the bytes of the profile.
pub fn srgb() -> Vec<u8> {
    let tags: [(&[&[u8; 4]], Vec<u8>); 8] = [
        (&[b"desc"], english("sRGB")),
        (&[b"cprt"], english(RIGHTS)),
        (&[b"wtpt"], numbers(b"XYZ ", &[], &WHITE)),
        (&[b"chad"], numbers(b"sf32", &[], &ADAPTATION)),
        (&[b"rXYZ"], numbers(b"XYZ ", &[], &RED)),
        (&[b"gXYZ"], numbers(b"XYZ ", &[], &GREEN)),
        (&[b"bXYZ"], numbers(b"XYZ ", &[], &BLUE)),
        // The function type 3 is the parametric curve with five parameters.
        (&[b"rTRC", b"gTRC", b"bTRC"], numbers(b"para", &[0, 3, 0, 0], &CURVE)),
    ];
    let count = tags.iter().map(|(names, _)| names.len()).sum::<usize>();
    let mut list = (count as u32).to_be_bytes().to_vec();
    let mut data = Vec::new();
    let start = HEAD + 4 + count * ENTRY;
    for (names, bytes) in &tags {
        for name in *names {
            list.extend_from_slice(*name);
            list.extend_from_slice(&((start + data.len()) as u32).to_be_bytes());
            list.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
        }
        data.extend_from_slice(bytes);
        // The data of each tag must start at a multiple of four.
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut profile = head(start + data.len());
    profile.append(&mut list);
    profile.append(&mut data);
    profile
}

/// Returns the header of a profile with `size` bytes (ICC.1:2004-10, 7.2).
///
/// The header states the version 4.2, the class of monitors, a conversion from RGB to XYZ, and a
/// date that is always the same.
fn head(size: usize) -> Vec<u8> {
    let mut head = (size as u32).to_be_bytes().to_vec();
    head.extend_from_slice(&[0; 4]);
    head.extend_from_slice(&[4, 0x20, 0, 0]);
    head.extend_from_slice(b"mntrRGB XYZ ");
    for part in [2026u16, 1, 1, 0, 0, 0] {
        head.extend_from_slice(&part.to_be_bytes());
    }
    head.extend_from_slice(b"acsp");
    head.resize(68, 0);
    head.extend(WHITE.iter().flat_map(|value| fixed(*value)));
    head.resize(HEAD, 0);
    head
}

/// Converts a number to `s15Fixed16Number`.
fn fixed(value: f64) -> [u8; 4] {
    ((value * 65536.0).round() as i32).to_be_bytes()
}

/// Returns the data of a tag that contains numbers. The bytes in `more` precede the numbers.
fn numbers(kind: &[u8; 4], more: &[u8], values: &[f64]) -> Vec<u8> {
    let fixed_values = values.iter().flat_map(|value| fixed(*value));
    kind.iter().chain(&[0; 4]).chain(more).copied().chain(fixed_values).collect()
}

/// Returns the data of a tag that contains an English text.
fn english(text: &str) -> Vec<u8> {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut tag = b"mluc\0\0\0\0\0\0\0\x01\0\0\0\x0CenUS".to_vec();
    tag.extend_from_slice(&(units.len() as u32).to_be_bytes());
    tag.extend_from_slice(&[0, 0, 0, 28]);
    tag.extend_from_slice(&units);
    tag
}
