//! Simulates colour blindness, and measures the difference and the contrast of colours.
//!
//! - In: two colours of a page.
//! - Out: their difference by CIEDE2000 for each kind of colour vision, or their contrast by WCAG 2.
//! - Not here: the choice of colours to compare.
//!
//! Red-green colour blindness is simulated by three methods:
//!
//! - Machado, Oliveira and Fernandes (2009), at full severity
//! - Viénot, Brettel and Mollon (1999)
//! - Brettel, Viénot and Mollon (1997)
//!
//! Blue colour blindness is simulated by the methods of Machado and Brettel. Grey print simulates a
//! black-and-white laser printer. The matrices are applied to linear sRGB.

use std::collections::HashMap;

use palette::color_difference::{Ciede2000, Wcag21RelativeContrast};
use palette::{FromColor, Lab, LinSrgb, Srgb};
use rustc_hash::FxBuildHasher;

use hexpress_read::Rgb;

/// The smallest colour difference (CIEDE2000) that everyone can see between two neighbouring areas on
/// paper. Palettes that are known to fail have differences of 5 or less. Accepted palettes have 8 to
/// 12, and this value is the middle of that range.
pub const MIN_DIFFERENCE: f64 = 10.0;

type Matrix = [[f64; 3]; 3];

/// A kind of colour vision, and its simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourVision {
    /// Normal colour vision.
    Normal,
    /// Protanopia (no red cones), by the method of Machado.
    Protan,
    /// Deuteranopia (no green cones), by the method of Machado.
    Deutan,
    /// Tritanopia (no blue cones), by the method of Machado.
    Tritan,
    /// Protanopia, by the method of Viénot.
    VienotProtan,
    /// Deuteranopia, by the method of Viénot.
    VienotDeutan,
    /// Protanopia, by the method of Brettel.
    BrettelProtan,
    /// Deuteranopia, by the method of Brettel.
    BrettelDeutan,
    /// Tritanopia, by the method of Brettel.
    BrettelTritan,
    /// Normal colour vision, but the colours are printed in grey.
    Grey,
}

/// All kinds of colour vision, in the order in which differences are reported.
pub const SIGHTS: [ColourVision; 10] = [
    ColourVision::Normal,
    ColourVision::Protan,
    ColourVision::Deutan,
    ColourVision::Tritan,
    ColourVision::VienotProtan,
    ColourVision::VienotDeutan,
    ColourVision::BrettelProtan,
    ColourVision::BrettelDeutan,
    ColourVision::BrettelTritan,
    ColourVision::Grey,
];

impl ColourVision {
    /// Returns words that follow "look alike" in a message, such as `to people who cannot see red` or
    /// `printed in grey`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Normal => "to everyone",
            Self::Protan | Self::VienotProtan | Self::BrettelProtan => "to people who cannot see red",
            Self::Deutan | Self::VienotDeutan | Self::BrettelDeutan => "to people who cannot see green",
            Self::Tritan | Self::BrettelTritan => "to people who cannot see blue",
            Self::Grey => "printed in grey",
        }
    }
}

const PROTAN: Matrix = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTAN: Matrix = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const TRITAN: Matrix = [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.303_900],
];
const VIENOT_PROTAN: Matrix =
    [[0.108_89, 0.891_11, 0.0], [0.108_89, 0.891_11, 0.0], [0.004_47, -0.004_47, 1.0]];
const VIENOT_DEUTAN: Matrix =
    [[0.290_31, 0.709_69, 0.0], [0.290_31, 0.709_69, 0.0], [-0.021_97, 0.021_97, 1.0]];
/// The matrix that converts linear sRGB to the responses of the three kinds of cones. `FROM_LMS`
/// converts back.
const TO_LMS: Matrix =
    [[0.178_86, 0.439_97, 0.035_97], [0.033_80, 0.275_15, 0.036_21], [0.000_31, 0.001_92, 0.015_28]];
const FROM_LMS: Matrix =
    [[8.005_33, -12.881_95, 11.680_65], [-0.978_21, 5.269_45, -10.183_00], [-0.040_17, -0.398_85, 66.480_79]];

fn times(m: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    m.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Applies Brettel's method. It computes the response of the missing cones as a weighted sum of the
/// other responses. There are two sets of weights, and the colour determines which one is used.
fn brettel(sight: ColourVision, rgb: [f64; 3]) -> [f64; 3] {
    let [l, m, s] = times(&TO_LMS, rgb);
    let lms = match sight {
        ColourVision::BrettelProtan => {
            let (a, b) = if 0.017_51 * m - 0.345_16 * s >= 0.0 {
                (2.183_94, -5.655_54)
            } else {
                (2.166_14, -5.304_55)
            };
            [a * m + b * s, m, s]
        }
        ColourVision::BrettelDeutan => {
            let (a, b) =
                if -0.017_51 * l + 0.654_80 * s >= 0.0 { (0.461_65, 2.448_85) } else { (0.457_89, 2.589_60) };
            [l, a * l + b * s, s]
        }
        _ => {
            let (a, b) = if 0.345_16 * l - 0.654_80 * m >= 0.0 {
                (-0.002_13, 0.054_77)
            } else {
                (-0.061_95, 0.168_26)
            };
            [l, m, a * l + b * m]
        }
    };
    times(&FROM_LMS, lms)
}

/// Returns a colour as people with this colour vision see it, in CIELAB.
pub fn simulate(Rgb([r, g, b]): Rgb, sight: ColourVision) -> Lab<palette::white_point::D65, f64> {
    let linear: LinSrgb<f64> = Srgb::new(r, g, b).into_format::<f64>().into_linear();
    let rgb = [linear.red, linear.green, linear.blue];
    let [r, g, b] = match sight {
        ColourVision::Normal => rgb,
        ColourVision::Protan => times(&PROTAN, rgb),
        ColourVision::Deutan => times(&DEUTAN, rgb),
        ColourVision::Tritan => times(&TRITAN, rgb),
        ColourVision::VienotProtan => times(&VIENOT_PROTAN, rgb),
        ColourVision::VienotDeutan => times(&VIENOT_DEUTAN, rgb),
        ColourVision::BrettelProtan | ColourVision::BrettelDeutan | ColourVision::BrettelTritan => {
            brettel(sight, rgb)
        }
        ColourVision::Grey => [0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]; 3],
    };
    let [red, green, blue] = [r, g, b].map(|value| value.clamp(0.0, 1.0));
    Lab::from_color(LinSrgb::new(red, green, blue))
}

/// Compares two colours for each kind of colour vision. Returns the smallest difference, and the kind of
/// colour vision for which it was measured.
///
/// Normal vision is examined first, then colour blindness, then grey print. If the smallest difference
/// is already below [`MIN_DIFFERENCE`] after a step, the remaining steps are skipped.
pub fn least_difference(a: Rgb, b: Rgb) -> (f64, ColourVision) {
    let mut least = (f64::INFINITY, ColourVision::Normal);
    for sight in SIGHTS {
        let difference = simulate(a, sight).difference(simulate(b, sight));
        if difference < least.0 {
            least = (difference, sight);
        }
        let last_of_its_kind = matches!(sight, ColourVision::Normal | ColourVision::BrettelTritan);
        if last_of_its_kind && least.0 < MIN_DIFFERENCE {
            return least;
        }
    }
    least
}

/// A cache for [`least_difference`]. The same two colours occur in many pairs of pieces.
#[derive(Debug, Default)]
pub struct Differences(HashMap<[[u8; 3]; 2], (f64, ColourVision), FxBuildHasher>);

impl Differences {
    /// Returns the result of the function [`least_difference`] from the cache.
    pub fn least_difference(&mut self, a: Rgb, b: Rgb) -> (f64, ColourVision) {
        let mut pair = [a.0, b.0];
        pair.sort_unstable();
        *self.0.entry(pair).or_insert_with(|| least_difference(Rgb(pair[0]), Rgb(pair[1])))
    }
}

/// Returns the contrast of two colours by WCAG 2, from 1 to 21.
pub fn contrast(Rgb([r, g, b]): Rgb, Rgb([x, y, z]): Rgb) -> f64 {
    let one = Srgb::new(r, g, b).into_format::<f64>();
    let other = Srgb::new(x, y, z).into_format::<f64>();
    one.relative_contrast(other)
}

/// A cache for [`contrast`].
#[derive(Debug, Default)]
pub struct Contrasts(HashMap<[Rgb; 2], f64, FxBuildHasher>);

impl Contrasts {
    /// Returns the result of [`contrast`] from the cache.
    pub fn of(&mut self, one: Rgb, other: Rgb) -> f64 {
        *self.0.entry([one, other]).or_insert_with(|| contrast(one, other))
    }
}

/// Returns a colour in hexadecimal digits: `#FF8800`.
pub fn hex_code(Rgb([r, g, b]): Rgb) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn rgb(hex: u32) -> Rgb {
        let [_, r, g, b] = hex.to_be_bytes();
        Rgb([r, g, b])
    }

    /// Returns the smallest difference between two colours of a palette, over the given kinds of colour
    /// vision.
    fn worst(palette: &[u32], sights: &[ColourVision]) -> f64 {
        let mut least = f64::INFINITY;
        for (i, a) in palette.iter().enumerate() {
            for b in &palette[..i] {
                for sight in sights {
                    least = least.min(simulate(rgb(*a), *sight).difference(simulate(rgb(*b), *sight)));
                }
            }
        }
        least
    }

    /// Checks that everyone can tell any two of the colours apart, and that the colours differ in
    /// grey too.
    #[test]
    fn the_seven_colours_of_each_theme_are_told_apart() {
        for (theme, text) in
            hexpress_language::THEMES.iter().filter(|(theme, _)| !["plain", "classic"].contains(theme))
        {
            let own = text.lines().filter(|line| line.contains("icon = ") && line.contains("= { fill = \"#"));
            let digits =
                own.filter_map(|line| u32::from_str_radix(line.split('#').nth(1)?.get(..6)?, 16).ok());
            let seven: Vec<u32> = digits.collect();
            assert_eq!(seven.len(), 7, "{theme}");
            assert!(worst(&seven, &SIGHTS) >= MIN_DIFFERENCE, "{theme}: {}", worst(&seven, &SIGHTS));
        }
    }

    /// Compares the results for well-known palettes with what has been published about these
    /// palettes.
    #[test]
    fn known_palettes_are_as_good_as_is_known() {
        let bright = [0x44_77AA, 0xEE_6677, 0x22_8833, 0xCC_BB44, 0x66_CCEE, 0xAA_3377, 0xBB_BBBB];
        let okabe_ito =
            [0x00_0000, 0xE6_9F00, 0x56_B4E9, 0x00_9E73, 0xF0_E442, 0x00_72B2, 0xD5_5E00, 0xCC_79A7];
        let seven = [0x33_2288, 0xA4_0122, 0xF0_E442, 0x99_DDFF, 0x44_77AA, 0x94_9494, 0xE7_6300];
        for (palette, sight, expected) in [
            (&bright[..], ColourVision::Normal, 20.5),
            (&bright[..], ColourVision::Protan, 14.2),
            (&bright[..], ColourVision::Deutan, 14.8),
            (&bright[..], ColourVision::Tritan, 8.6),
            (&bright[..], ColourVision::BrettelTritan, 1.9),
            (&okabe_ito[..], ColourVision::Normal, 21.7),
            (&okabe_ito[..], ColourVision::BrettelTritan, 8.1),
            (&seven[..], ColourVision::Normal, 22.2),
            (&seven[..], ColourVision::BrettelTritan, 21.2),
        ] {
            let got = worst(palette, &[sight]);
            assert!((got - expected).abs() < 0.06, "{sight:?}: {got} instead of {expected}");
        }
        assert!(worst(&seven, &SIGHTS[..9]) > 19.0);
    }

    #[test]
    fn the_colours_of_a_deck_that_names_none_are_apart_for_every_eye() {
        let mut names = hexpress_game::Names::default();
        hexpress_game::default_colours::add(&mut names);
        let rgb = |[r, g, b]: [u8; 3]| u32::from_be_bytes([0, r, g, b]);
        let seven: Vec<u32> = names.colours.iter().map(|ink| rgb(ink.rgb)).collect();
        assert_eq!(seven.len(), 7);
        assert!(worst(&seven, &SIGHTS[..9]) >= 15.0);
        let icons: std::collections::BTreeSet<_> = names.icons.iter().flatten().collect();
        assert_eq!(icons.len(), 7);
    }

    #[test]
    fn black_on_white_has_the_most_contrast() {
        assert!((contrast(rgb(0), rgb(0xFF_FFFF)) - 21.0).abs() < 1e-9);
        assert!((contrast(rgb(0x77_7777), rgb(0xFF_FFFF)) - 4.48).abs() < 0.01);
    }
}
