//! What becomes of colours where little ink is used, or black alone.
//!
//! Large areas are toned: that is where ink goes. Everything else (words, lines, icons, small figures) keeps its colour,
//! or its grey, unless it stood out against an area that has become too like it: then it is darkened or lightened
//! until it stands out again.

use palette::{FromColor, Lab, Srgb};

use super::setup::Inking;
use crate::scene::{Ink, luminance};

/// A colour: red, green, blue in sRGB.
pub type Rgb = [u8; 3];

/// An area is large from here on, in mm²: a square centimetre.
pub const LARGE: f64 = 100.0;

/// What is thinner than this on average, in mm, is no area however long it is: an arrow, a compass, a thin frame.
pub const THIN: f64 = 2.5;

/// How much contrast to the area below something keeps, by WCAG 2, if it has as much in the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// With so much left it keeps its colour.
    pub enough: f64,
    /// Else it gets so much.
    pub sought: f64,
}

/// Of words.
pub const OF_WORDS: Contrast = Contrast { enough: 4.5, sought: 4.5 };

/// Of lines.
pub const OF_LINES: Contrast = Contrast { enough: 2.5, sought: 2.5 };

/// Of icons and small figures: what has one colour in the layout has one on paper too, wherever it stands, if that
/// is possible.
pub const OF_FIGURES: Contrast = Contrast { enough: 3.0, sought: 3.0 };

/// With little ink, black becomes so light (L* of CIELAB), and nothing large is darker; white figures are still seen on it.
const LOW_BLACK: f64 = 46.0;

/// With little ink, what is as light as this is light enough, and stays as light as it is: pale colours, of which boards
/// have many, could not be told apart if all were paler still.
const LOW_PALE: f64 = 68.0;

/// With little ink, colours up to this chroma stay as strong as they are; of what is beyond, a fifth is left.
const LOW_CHROMA: f64 = 25.0;

/// In black alone, black areas become so light: a dark grey on which both black and white can be read, and which a laser
/// printer fills evenly.
const BLACK_BLACK: f64 = 40.0;

/// In black alone, what is as light as this stays as light as it is.
const BLACK_PALE: f64 = 65.0;

/// What has less contrast than this was not meant to stand out: a white disc on a pale cell.
const SEEN: f64 = 2.0;

/// Colours are darkened and lightened in so many steps.
const STEPS: u8 = 8;

impl Inking {
    /// What a large area is printed in.
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

    /// What everything else is printed in where nothing large lies below it.
    pub fn mark(self, rgb: Rgb) -> Rgb {
        if self == Self::Black { grey(rgb) } else { rgb }
    }

    /// What everything else is printed in on an area of the colour `said`, which is printed in `printed`: it keeps its
    /// contrast to the area, as far as `keeps` says.
    pub fn mark_on(self, rgb: Rgb, said: Rgb, printed: Rgb, keeps: Contrast) -> Rgb {
        let plain = self.mark(rgb);
        let before = contrast(rgb, said);
        let enough = before.min(keeps.enough);
        if before < SEEN || contrast(plain, printed) >= enough - 1e-9 || self == Self::Full {
            return plain;
        }
        let needed = before.min(keeps.sought);
        // What was lighter than its ground stays lighter, if that is possible.
        let ends = if luminance(rgb) >= luminance(said) { [0xFF, 0] } else { [0, 0xFF] };
        let found = mixtures(plain, ends).find(|mixed| contrast(*mixed, printed) >= needed);
        found.unwrap_or_else(|| {
            let [one, other] = ends.map(|end| [end; 3]);
            if contrast(one, printed) >= contrast(other, printed) { one } else { other }
        })
    }

    /// Whether an area of the ink `said` may be printed in `printed`, the mean of its colours where it runs through several.
    pub fn may_fill(self, said: &Ink, printed: Rgb) -> bool {
        let run = said.shade.as_ref().map(|shade| shade.map(|rgb| self.area(rgb)).into_ink("").rgb);
        run.is_some_and(|run| near(run, printed)) || self.may_print(said.rgb, printed)
    }

    /// Whether something of the colour `said` may be printed in `printed`, whatever it is and wherever it stands.
    pub fn may_print(self, said: Rgb, printed: Rgb) -> bool {
        let near = |rgb: Rgb| near(rgb, printed);
        if self == Self::Full {
            return said == printed;
        }
        let mark = self.mark(said);
        near(self.area(said)) || near(mark) || mixtures(mark, [0, 0xFF]).any(near)
    }
}

/// Whether two colours are one but for rounding.
fn near(one: Rgb, other: Rgb) -> bool {
    one.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= 1)
}

/// A lightness where black becomes `black`, and what is as light as `pale` or lighter stays so.
fn lifted(l: f64, black: f64, pale: f64) -> f64 {
    if l < pale { black + l * (1.0 - black / pale) } else { l }
}

/// A colour, darker and darker and then lighter and lighter, or the other way round, as `ends` says.
fn mixtures(rgb: Rgb, ends: [u8; 2]) -> impl Iterator<Item = Rgb> {
    let mix = |from: u8, to: u8, step: u8| {
        let (from, to) = (i32::from(from), i32::from(to));
        // Between two bytes it is a byte.
        u8::try_from(from + (to - from) * i32::from(step) / i32::from(STEPS)).unwrap_or(0)
    };
    ends.into_iter()
        .flat_map(move |end| (1..=STEPS).map(move |step| rgb.map(|channel| mix(channel, end, step))))
}

/// The contrast of two colours by WCAG 2, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

/// A colour, or the grey that is as light if it is nearly black: printers mix a dark colour from four inks, and small
/// letters show it where one of them lies a little off. Grey is printed with black alone.
pub fn near_black_as_grey(rgb: Rgb) -> Rgb {
    /// Channels below this, a quarter of the most, are dark.
    const DARK: u8 = 64;
    /// Channels that differ by less, 0.08 of the most, are hardly a colour.
    const APART: u8 = 21;
    let (least, most) = rgb.iter().fold((u8::MAX, 0), |(least, most), c| (least.min(*c), most.max(*c)));
    if most < DARK && most - least < APART { grey(rgb) } else { rgb }
}

/// The grey that is as light.
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

/// From 0 to 1 as a byte; what is beyond, as its nearest.
fn byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours from all over the cube.
    fn some() -> impl Iterator<Item = Rgb> {
        const STEPS: [u8; 6] = [0, 51, 102, 153, 204, 255];
        STEPS
            .into_iter()
            .flat_map(|r| STEPS.into_iter().flat_map(move |g| STEPS.into_iter().map(move |b| [r, g, b])))
    }

    #[test]
    fn what_hardly_stands_out_in_the_layout_is_not_made_to_stand_out() {
        // A white disc on a pale cell: a contrast of 1.2, which `--ink black` leaves as it is.
        let (disc, pale) = ([0xFF; 3], [0xE8, 0xE0, 0xF0]);
        assert!(contrast(disc, pale) < SEEN);
        let printed = Inking::Black.area(pale);
        assert_eq!(Inking::Black.mark_on(disc, pale, printed, OF_FIGURES), disc);
        // Even where the area is printed in the very colour of the disc.
        assert_eq!(Inking::Black.mark_on(disc, pale, disc, OF_FIGURES), disc);
        // What stands out in the layout is changed until it stands out again.
        let dark = [0x30, 0x30, 0x60];
        assert!(contrast(disc, dark) >= SEEN);
        assert_ne!(Inking::Black.mark_on(disc, dark, disc, OF_FIGURES), disc);
    }

    #[test]
    fn what_is_nearly_black_is_grey() {
        for (said, printed) in [
            ([0x26, 0x26, 0x2B], [0x26; 3]),
            ([63, 63, 43], [0x3E; 3]),
            ([64, 64, 60], [64, 64, 60]),
            ([63, 63, 42], [63, 63, 42]),
            ([0; 3], [0; 3]),
            ([63; 3], [63; 3]),
        ] {
            assert_eq!(near_black_as_grey(said), printed, "{said:?}");
        }
    }

    #[test]
    fn all_the_ink_there_is_changes_nothing() {
        for rgb in some() {
            assert_eq!((Inking::Full.area(rgb), Inking::Full.mark(rgb)), (rgb, rgb));
            assert_eq!(Inking::Full.mark_on(rgb, [9; 3], [200; 3], OF_WORDS), rgb);
        }
    }

    #[test]
    fn large_areas_are_pale_and_white_stays_white() {
        for ink in [Inking::Low, Inking::Black] {
            assert_eq!(ink.area([255; 3]), [255; 3]);
            let least = if ink == Inking::Low { LOW_BLACK } else { BLACK_BLACK };
            for rgb in some() {
                let printed = ink.area(rgb);
                assert!(lab(printed).l >= least - 1.0, "{ink}: {rgb:?} becomes {printed:?}");
                assert!(ink != Inking::Black || (printed[0] == printed[1] && printed[1] == printed[2]));
                assert!(ink.may_print(rgb, printed));
            }
        }
    }

    #[test]
    fn what_could_be_read_can_be_read() {
        for ink in [Inking::Low, Inking::Black] {
            for said in some() {
                let printed = ink.area(said);
                for rgb in some() {
                    let mark = ink.mark_on(rgb, said, printed, OF_WORDS);
                    let before = contrast(rgb, said).min(OF_WORDS.sought);
                    let after = contrast(mark, printed);
                    assert!(
                        before < SEEN || after >= before - 0.02,
                        "{ink}: {rgb:?} on {said:?}: {before} becomes {after}"
                    );
                    assert!(ink.may_print(rgb, mark), "{ink}: {rgb:?} on {said:?} becomes {mark:?}");
                }
            }
        }
    }
}
