//! Converts colours to the inks of a printing press: cyan, magenta, yellow and black.
//!
//! - In: colours in sRGB, and their uses; or inks.
//! - Out: the shares of the four inks, in percent; or the colour in sRGB that they show.
//! - Not here: files.
//!
//! README.md describes the colour profile. Whole percents hide the rounding errors of processors,
//! so that every machine writes the same bytes.

use std::fmt;
use std::sync::{Arc, LazyLock};

use libdeflater::Decompressor;
use moxcms::{ColorProfile, Layout, RenderingIntent, TransformF32Executor, TransformOptions};

/// The name of the printing condition in the registry of the ICC.
pub const CONDITION: &str = "FOGRA39";
/// The colour profile, compressed with zlib.
pub const PROFILE: &[u8] = include_bytes!("fogra39.icc.z");
/// The length of the colour profile, in bytes.
const PROFILE_LENGTH: usize = 120_120;
/// The luminance of the darkest mixture of the four inks, from the tag `bkpt` of the profile.
///
/// White paper has the luminance 1.
const BLACK_POINT: f64 = 0.0094;
/// If all channels of a colour are below this value, letters in this colour are black.
const DARK: u8 = 64;
/// The largest difference between the channels of a dark colour that is printed as a grey.
const NEARLY_GREY: u8 = 20;
/// Letters below this size, in points, are printed with black ink only if they would need many
/// inks.
const SMALL: f64 = 12.0;
/// The luminance below which small letters are dark.
const DIM: f64 = 0.17;
/// The share of an ink, in percent, above which a misplaced plate is visible.
const NOTICEABLE: u8 = 10;
/// The number of inks that small letters may have. With more inks, a misplaced plate blurs them.
const FEW_INKS: usize = 2;
/// The shares of inks in percent.
pub type Inks = [u8; 4];
/// Only black ink, without halftone dots.
pub const BLACK: Inks = [0, 0, 0, 100];

/// The use of a colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColourUse {
    /// Areas and lines.
    Shapes,
    /// Letters of this size, in points.
    Letters(f64),
}

/// A printing press with four inks.
pub struct Press {
    to_inks: Arc<TransformF32Executor>,
    to_screen: Arc<TransformF32Executor>,
    /// The luminance of black ink for every share from 0 to 100 percent. The last one is 0.
    greys: Vec<f64>,
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Press").finish_non_exhaustive()
    }
}

impl Press {
    /// Returns the press that the bundled profile describes: offset printing on coated paper.
    ///
    /// Returns `None` if the profile cannot be read.
    pub fn coated() -> Option<&'static Self> {
        static COATED: LazyLock<Option<Press>> = LazyLock::new(Press::read);
        COATED.as_ref()
    }

    fn read() -> Option<Self> {
        let mut profile = vec![0; PROFILE_LENGTH];
        Decompressor::new().zlib_decompress(PROFILE, &mut profile).ok()?;
        let inks = ColorProfile::new_from_slice(&profile).ok()?;
        let screen = ColorProfile::new_srgb();
        let options = TransformOptions {
            rendering_intent: RenderingIntent::RelativeColorimetric,
            ..TransformOptions::default()
        };
        // moxcms has no layout with the name CMYK. Four channels are CMYK if the profile is.
        let to_inks = screen.create_transform_f32(Layout::Rgb, &inks, Layout::Rgba, options).ok()?;
        let to_screen = inks.create_transform_f32(Layout::Rgba, &screen, Layout::Rgb, options).ok()?;
        let mut press = Self { to_inks, to_screen, greys: Vec::new() };
        let mut greys: Vec<f64> = (0..=100).map(|black| luminance(press.mixed([0, 0, 0, black]))).collect();
        let black = *greys.last()?;
        greys.iter_mut().for_each(|grey| *grey = (*grey - black) / (1.0 - black));
        press.greys = greys;
        Some(press)
    }

    /// Returns the colour of a mixture of inks, relative to the white of the paper, in linear light.
    fn mixed(&self, inks: Inks) -> [f64; 3] {
        let mut rgb = [0.0; 3];
        // The lengths of the slices fit the layouts, so this cannot fail.
        let _ = self.to_screen.transform(&inks.map(|share| f32::from(share) / 100.0), &mut rgb);
        rgb.map(|channel| to_linear(f64::from(channel)))
    }

    /// Returns the colour in sRGB that inks show. The darkest mixture of inks is shown as black.
    pub fn shown(&self, inks: Inks) -> [u8; 3] {
        let light = match inks {
            [0, 0, 0, black] => [self.greys.get(usize::from(black)).copied().unwrap_or_default(); 3],
            _ => self.mixed(inks).map(|light| (light - BLACK_POINT) / (1.0 - BLACK_POINT)),
        };
        light.map(|light| (from_linear(light.clamp(0.0, 1.0)) * 255.0).round() as u8)
    }

    /// Returns whether areas or letters of the colour `asked` may be shown as the colour `shown`.
    pub fn may_show(&self, asked: [u8; 3], shown: [u8; 3]) -> bool {
        let uses = [ColourUse::Shapes, ColourUse::Letters(0.0), ColourUse::Letters(SMALL)];
        let mut colours = uses.into_iter().map(|used_for| self.shown(self.inks(asked, used_for)));
        colours.any(|colour| colour.iter().zip(shown).all(|(one, other)| one.abs_diff(other) <= 1))
    }

    /// Returns the inks for a colour.
    ///
    /// Greys and nearly black colours need only black ink.
    pub fn inks(&self, rgb: [u8; 3], used_for: ColourUse) -> Inks {
        let darkest = rgb.into_iter().min().unwrap_or_default();
        let lightest = rgb.into_iter().max().unwrap_or_default();
        let is_grey = lightest == darkest || lightest < DARK && lightest - darkest <= NEARLY_GREY;
        let luminance = luminance(rgb.map(|channel| to_linear(f64::from(channel) / 255.0)));
        if lightest < DARK && matches!(used_for, ColourUse::Letters(_)) {
            return BLACK;
        }
        if is_grey {
            return self.grey(luminance);
        }
        let inks = self.convert(rgb);
        let noticeable = inks.into_iter().filter(|share| *share > NOTICEABLE).count();
        let is_small = matches!(used_for, ColourUse::Letters(size) if size < SMALL);
        if is_small && luminance < DIM && noticeable > FEW_INKS { self.grey(luminance) } else { inks }
    }

    /// Returns the share of black ink that looks as light as `luminance`.
    fn grey(&self, luminance: f64) -> Inks {
        let lighter = self.greys.partition_point(|grey| *grey > luminance);
        let error = |share: usize| self.greys.get(share).map_or(f64::MAX, |grey| (grey - luminance).abs());
        let before = lighter.saturating_sub(1);
        let nearest = if error(before) < error(lighter) { before } else { lighter };
        [0, 0, 0, u8::try_from(nearest).unwrap_or(100)]
    }

    /// Converts a colour by the colour profile, relative to the white of the paper and to the
    /// darkest mixture of inks.
    fn convert(&self, rgb: [u8; 3]) -> Inks {
        // An offset of all channels in linear light has the same effect on a colour as an offset
        // towards the white point, which is how black point compensation is defined (ISO 18619).
        let lifted = rgb.map(|channel| {
            let light = to_linear(f64::from(channel) / 255.0);
            from_linear(BLACK_POINT + (1.0 - BLACK_POINT) * light) as f32
        });
        let mut shares = [0.0_f32; 4];
        // The lengths of the slices fit the layouts, so this cannot fail.
        let _ = self.to_inks.transform(&lifted, &mut shares);
        shares.map(|share| (share.clamp(0.0, 1.0) * 100.0).round() as u8)
    }
}

/// Returns the luminance of a colour in linear light, from 0 to 1 (IEC 61966-2-1).
fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn to_linear(channel: f64) -> f64 {
    if channel <= 0.040_45 { channel / 12.92 } else { libm::pow((channel + 0.055) / 1.055, 2.4) }
}

fn from_linear(light: f64) -> f64 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests;
