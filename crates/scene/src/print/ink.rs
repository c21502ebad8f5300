//! Converts colours for printing with little ink, or with black only.
//!
//! - In: the colour of an area, or the colours of a mark and of the area under it. A mark is a text, a
//!   line, an icon or a small figure.
//! - Out: the printed colours.
//! - Not here: deciding which drawings are areas.
//!
//! Large areas become paler, because they use most of the ink. A mark keeps its colour, or becomes
//! grey. If its contrast with the area under it is too low, the mark becomes darker or lighter, until
//! the contrast is high enough.

use palette::{FromColor, Lab, Srgb};

use super::press::Press;
use super::setup::Inking;
use crate::{Ink, luminance};

/// A colour in sRGB: red, green, blue.
pub type Rgb = [u8; 3];

/// The smallest size of a large area, in mm².
pub const LARGE_AREA_MM2: f64 = 100.0;

/// The smallest mean width of a large area, in mm. Arrows, compasses and thin frames are narrower.
pub const MIN_MEAN_WIDTH_MM: f64 = 2.5;

/// The contrast that a mark must have with the area under it, as defined in WCAG 2.
///
/// If a mark has less contrast than this in the layout itself, it must only keep the contrast that it has
/// there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// The lowest contrast at which a mark keeps its colour.
    pub keeps_colour_from: f64,
    /// The contrast that a mark must reach if it gets another colour.
    pub target: f64,
}

/// The contrast that text needs.
pub const OF_WORDS: Contrast = Contrast { keeps_colour_from: 4.5, target: 7.0 };

/// The contrast that lines need.
pub const OF_LINES: Contrast = Contrast { keeps_colour_from: 2.5, target: 2.5 };

/// The contrast that icons and small figures need.
///
/// This contrast is low, so that equal figures can keep the same colour on different areas.
pub const OF_FIGURES: Contrast = Contrast { keeps_colour_from: 3.0, target: 3.0 };

/// With little ink, black areas are printed in a grey of this lightness (L* of CIELAB).
///
/// White figures are still visible on such a grey.
const LOW_BLACK: f64 = 46.0;

/// With little ink, areas above this lightness keep their lightness.
///
/// Boards have many pale colours, which must remain different from each other.
const LOW_PALE: f64 = 68.0;

/// With little ink, areas up to this chroma (colourfulness) keep their chroma. If the chroma is higher, only
/// a fifth of the excess over this value remains.
const LOW_CHROMA: f64 = 25.0;

/// With black only, black areas are printed in a grey of this lightness (L* of CIELAB).
///
/// Both black and white text are readable on this dark grey, and laser printers fill it evenly.
const BLACK_BLACK: f64 = 40.0;

/// With black only, areas above this lightness keep their lightness.
const BLACK_PALE: f64 = 65.0;

/// If the contrast of a mark in the layout is lower than this, the mark is probably not meant to stand out.
/// An example is a white disc on a pale cell.
const VISIBLE: f64 = 2.0;

/// The number of steps for darkening or lightening a colour.
const STEPS: u8 = 8;

impl Inking {
    /// Returns the printed colour of a large area.
    pub fn area(self, rgb: Rgb) -> Rgb {
        match self {
            Self::Full => rgb,
            Self::Low => {
                let Lab { l, a, b, .. } = lab(rgb);
                let lightness = lifted(l, LOW_BLACK, LOW_PALE);
                let chroma = libm::hypot(a, b);
                let kept = if chroma > LOW_CHROMA { (0.8 * LOW_CHROMA / chroma) + 0.2 } else { 1.0 };
                if lightness == l && kept == 1.0 { rgb } else { from_lab(lightness, a * kept, b * kept) }
            }
            Self::Black => match lab(grey(rgb)).l {
                l if l < BLACK_PALE => from_lab(lifted(l, BLACK_BLACK, BLACK_PALE), 0.0, 0.0),
                _ => grey(rgb),
            },
        }
    }

    /// Returns the printed colour of a mark that has no area under it.
    pub fn mark(self, rgb: Rgb) -> Rgb {
        if self == Self::Black { grey(rgb) } else { rgb }
    }

    /// Returns the printed colour of a mark on an area.
    ///
    /// The area has the colour `in_layout` in the layout, and is printed in the colour `printed`. The mark needs
    /// the contrast that `least` requires, or the contrast that it has in the layout if that is lower. If the
    /// mark does not stand out in the layout, it may have any contrast.
    pub fn mark_on(self, rgb: Rgb, in_layout: Rgb, printed: Rgb, least: Contrast) -> Rgb {
        let plain = self.mark(rgb);
        let before = contrast(rgb, in_layout);
        let enough = before.min(least.keeps_colour_from);
        if before < VISIBLE || contrast(plain, printed) >= enough - 1e-9 || self == Self::Full {
            return plain;
        }
        let needed = before.min(least.target);
        // If the mark is lighter than its area in the layout, it is also printed lighter than the area, if
        // possible.
        let ends = if luminance(rgb) >= luminance(in_layout) { [0xFF, 0] } else { [0, 0xFF] };
        let found = mixtures(plain, ends).find(|mixed| contrast(*mixed, printed) >= needed);
        found.unwrap_or_else(|| {
            let [first, second] = ends.map(|end| [end; 3]);
            if contrast(first, printed) >= contrast(second, printed) { first } else { second }
        })
    }

    /// Returns whether an area with the ink `in_layout` may be printed in the colour `printed`.
    ///
    /// If `in_layout` is a gradient, `printed` is the mean colour of the gradient.
    pub fn may_fill(self, in_layout: &Ink, printed: Rgb) -> bool {
        self.printed_mean(in_layout).is_some_and(|mean| is_near(mean, printed))
            || self.may_print(in_layout.rgb, printed)
    }

    /// Returns whether an area or a mark with the colour `in_layout` may be printed in the colour
    /// `printed`.
    pub fn may_print(self, in_layout: Rgb, printed: Rgb) -> bool {
        if self == Self::Full {
            return in_layout == printed;
        }
        self.printed(in_layout).any(|colour| is_near(colour, printed))
    }

    /// Returns all colours in which an area or a mark with the colour `in_layout` may be printed.
    pub fn printed(self, in_layout: Rgb) -> impl Iterator<Item = Rgb> {
        let mark = self.mark(in_layout);
        let mixed = mixtures(mark, [0, 0xFF]).filter(move |_| self != Self::Full);
        [self.area(in_layout), mark].into_iter().chain(mixed)
    }

    /// Returns the mean colour of a gradient in print. Returns `None` if the ink is not a gradient.
    pub fn printed_mean(self, in_layout: &Ink) -> Option<Rgb> {
        in_layout.shade.as_ref().map(|shade| shade.map(|rgb| self.area(rgb)).into_ink("").rgb)
    }
}

/// The settings that decide how the colours of a layout are printed.
#[derive(Debug, Clone, Copy)]
pub struct Appearance {
    pub inking: Inking,
    /// The press, if the colours are converted to its inks. `None` if they are not converted.
    pub press: Option<&'static Press>,
}

impl Appearance {
    /// Returns whether an area or a mark with the colour `in_layout` may be printed in the colour
    /// `printed`.
    pub fn may_print(self, in_layout: Rgb, printed: Rgb) -> bool {
        match self.press {
            None => self.inking.may_print(in_layout, printed),
            Some(press) => self.inking.printed(in_layout).any(|colour| press.may_show(colour, printed)),
        }
    }

    /// Returns whether an area with the ink `in_layout` may be printed in the colour `printed`.
    pub fn may_fill(self, in_layout: &Ink, printed: Rgb) -> bool {
        match self.press {
            None => self.inking.may_fill(in_layout, printed),
            Some(press) => {
                let mean = self.inking.printed_mean(in_layout);
                mean.is_some_and(|mean| press.may_show(mean, printed))
                    || self.may_print(in_layout.rgb, printed)
            }
        }
    }
}

/// Returns whether two colours differ only by rounding.
fn is_near(a: Rgb, b: Rgb) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 1)
}

/// Raises a lightness `l` below `pale`. The range from 0 to `pale` is mapped evenly to the range from `black`
/// to `pale`.
fn lifted(l: f64, black: f64, pale: f64) -> f64 {
    if l < pale { black + l * (1.0 - black / pale) } else { l }
}

/// Returns mixtures of a colour with the first grey in `ends`, and then mixtures with the second grey. The
/// share of the grey grows from mixture to mixture.
fn mixtures(rgb: Rgb, ends: [u8; 2]) -> impl Iterator<Item = Rgb> {
    let steps = ends.into_iter().flat_map(|end| (1..=STEPS).map(move |step| (end, step)));
    steps.map(move |(end, step)| rgb.map(|channel| mixed(channel, end, step)))
}

/// Returns the value of a channel after `step` of [`STEPS`] equal steps from `from` to `to`.
fn mixed(from: u8, to: u8, step: u8) -> u8 {
    let (start, end) = (i32::from(from), i32::from(to));
    // The result is between the two bytes, so the conversion cannot fail.
    u8::try_from(start + (end - start) * i32::from(step) / i32::from(STEPS)).unwrap_or(0)
}

/// Returns the contrast ratio of two colours by WCAG 2, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (light_a, light_b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if light_a > light_b { light_a / light_b } else { light_b / light_a }
}

/// Replaces a colour that is nearly black by a grey with the same luminance.
///
/// Grey is printed with black ink only, but other dark colours are mixed from four inks. In small letters,
/// readers would notice if one of these inks is misaligned.
pub fn near_black_as_grey(rgb: Rgb) -> Rgb {
    /// A channel below this value counts as dark. It is a quarter of the largest possible value.
    const DARK: u8 = 64;
    /// A colour counts as grey if its channels differ by less than this value, which is 8 % of the
    /// largest possible value.
    const COLOURED: u8 = 21;
    let (least, most) = rgb.iter().fold((u8::MAX, 0), |(least, most), c| (least.min(*c), most.max(*c)));
    if most < DARK && most - least < COLOURED { grey(rgb) } else { rgb }
}

/// Returns the grey that has the same luminance as a colour.
fn grey(rgb: Rgb) -> Rgb {
    let y = luminance(rgb);
    let encoded = if y <= 0.003_130_8 { 12.92 * y } else { 1.055 * libm::pow(y, 1.0 / 2.4) - 0.055 };
    [byte(encoded); 3]
}

fn lab([r, g, b]: Rgb) -> Lab<palette::white_point::D65, f64> {
    Lab::from_color(Srgb::new(r, g, b).into_format::<f64>())
}

fn from_lab(l: f64, a: f64, b: f64) -> Rgb {
    let rgb: Srgb<f64> = Srgb::from_color(Lab::<palette::white_point::D65, f64>::new(l, a, b));
    [byte(rgb.red), byte(rgb.green), byte(rgb.blue)]
}

/// Converts a channel to a byte. The range from 0 to 1 becomes 0 to 255. A value outside this range
/// becomes 0 or 255.
fn byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns colours from all parts of the RGB cube.
    fn sample_colours() -> impl Iterator<Item = Rgb> {
        const STEPS: [u8; 6] = [0, 51, 102, 153, 204, 255];
        STEPS
            .into_iter()
            .flat_map(|r| STEPS.into_iter().flat_map(move |g| STEPS.into_iter().map(move |b| [r, g, b])))
    }

    #[test]
    fn marks_with_little_contrast_in_the_layout_keep_their_colour() {
        // The contrast is 1.2, so the disc is not meant to stand out. With black only, it therefore keeps its
        // colour.
        let (disc, pale) = ([0xFF; 3], [0xE8, 0xE0, 0xF0]);
        assert!(contrast(disc, pale) < VISIBLE);
        let printed = Inking::Black.area(pale);
        assert_eq!(Inking::Black.mark_on(disc, pale, printed, OF_FIGURES), disc);
        // The disc stays unchanged even if the area is printed in the colour of the disc.
        assert_eq!(Inking::Black.mark_on(disc, pale, disc, OF_FIGURES), disc);
        // A mark that stands out in the layout is changed until it stands out in print, too.
        let dark = [0x30, 0x30, 0x60];
        assert!(contrast(disc, dark) >= VISIBLE);
        assert_ne!(Inking::Black.mark_on(disc, dark, disc, OF_FIGURES), disc);
    }

    #[test]
    fn colours_that_are_nearly_black_become_grey() {
        for (in_layout, printed) in [
            ([0x26, 0x26, 0x2B], [0x26; 3]),
            ([63, 63, 43], [0x3E; 3]),
            ([64, 64, 60], [64, 64, 60]),
            ([63, 63, 42], [63, 63, 42]),
            ([0; 3], [0; 3]),
            ([63; 3], [63; 3]),
        ] {
            assert_eq!(near_black_as_grey(in_layout), printed, "{in_layout:?}");
        }
    }

    #[test]
    fn full_ink_changes_nothing() {
        for rgb in sample_colours() {
            assert_eq!((Inking::Full.area(rgb), Inking::Full.mark(rgb)), (rgb, rgb));
            assert_eq!(Inking::Full.mark_on(rgb, [9; 3], [200; 3], OF_WORDS), rgb);
        }
    }

    #[test]
    fn large_areas_are_pale_and_white_stays_white() {
        for ink in [Inking::Low, Inking::Black] {
            assert_eq!(ink.area([255; 3]), [255; 3]);
            let least = if ink == Inking::Low { LOW_BLACK } else { BLACK_BLACK };
            for rgb in sample_colours() {
                let printed = ink.area(rgb);
                assert!(lab(printed).l >= least - 1.0, "{ink}: {rgb:?} becomes {printed:?}");
                assert!(ink != Inking::Black || (printed[0] == printed[1] && printed[1] == printed[2]));
                assert!(ink.may_print(rgb, printed));
            }
        }
    }

    #[test]
    fn text_that_can_be_read_in_the_layout_can_be_read_on_paper() {
        for ink in [Inking::Low, Inking::Black] {
            for in_layout in sample_colours() {
                let printed = ink.area(in_layout);
                for rgb in sample_colours() {
                    let mark = ink.mark_on(rgb, in_layout, printed, OF_WORDS);
                    let before = contrast(rgb, in_layout).min(OF_WORDS.keeps_colour_from);
                    let after = contrast(mark, printed);
                    assert!(
                        before < VISIBLE || after >= before - 0.02,
                        "{ink}: {rgb:?} on {in_layout:?}: {before} becomes {after}"
                    );
                    assert!(ink.may_print(rgb, mark), "{ink}: {rgb:?} on {in_layout:?} becomes {mark:?}");
                }
            }
        }
    }

    #[test]
    fn pale_areas_with_strong_colours_lose_colour_with_little_ink() {
        let (pale, strong) = ([0xF4, 0xF2, 0xEC], [0xFF, 0xF0, 0x20]);
        assert!(lab(pale).l > LOW_PALE && lab(strong).l > LOW_PALE);
        assert_eq!(Inking::Low.area(pale), pale);
        let printed = lab(Inking::Low.area(strong));
        assert!(libm::hypot(printed.a, printed.b) < 0.5 * libm::hypot(lab(strong).a, lab(strong).b));
    }
}
