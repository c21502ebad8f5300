//! Converts colours to the inks of a printing press: cyan, magenta, yellow and black.
//!
//! - In: a colour in sRGB with its use (areas or letters), or the shares of four inks.
//! - Out: for a colour, the shares of the four inks in whole percents. For inks, the colour that they show,
//!   in sRGB.
//! - Not here: files.
//!
//! README.md describes the colour profile. Processors round floating-point numbers differently. Even so,
//! every machine writes the same bytes, because the shares are rounded to whole percents.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};

use libdeflater::Decompressor;
use moxcms::{
    ColorProfile, DataColorSpace, Layout, ProfileClass, ProfileText, RenderingIntent, TransformF32Executor,
    TransformOptions,
};
use sha2::{Digest, Sha256};

use hexpress_base::deflate::{THOROUGH, deflate};

/// The largest size of a user's colour profile, in bytes.
pub const MAX_PROFILE_BYTES: u64 = 8 << 20;
/// The largest number of different profiles that are kept in memory.
const MAX_PROFILES: usize = 8;
/// The largest length of a printing condition's name, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// The name of the bundled profile's printing condition in the registry of the ICC.
pub const CONDITION: &str = "FOGRA39";
/// The bundled colour profile, compressed with zlib.
const PROFILE: &[u8] = include_bytes!("fogra39.icc.z");
/// The length of the bundled colour profile before compression, in bytes.
const PROFILE_LENGTH: usize = 120_120;
/// The luminance of the darkest mixture of the four inks, relative to white paper. It is the value of the tag
/// `bkpt` in the bundled profile.
const BLACK_POINT: f64 = 0.0094;
/// Letters are printed black if all channels of their colour are below this value.
const DARK: u8 = 64;
/// A dark colour is printed as a grey if its channels differ by at most this value.
const NEARLY_GREY: u8 = 20;
/// The size below which letters count as small, in points. Small dark letters that would need more than
/// [`FEW_INKS`] inks are printed only with black ink.
const SMALL_LETTERS_PT: f64 = 12.0;
/// The luminance below which small letters count as dark.
const DIM: f64 = 0.17;
/// If the share of an ink is at most this value, in percent, readers do not notice a misaligned printing
/// plate of this ink.
const NOTICEABLE: u8 = 10;
/// The largest number of inks in small letters. With more inks, a misaligned printing plate would blur the
/// letters.
const FEW_INKS: usize = 2;
/// The shares of cyan, magenta, yellow and black ink, in percent.
pub type Inks = [u8; 4];
/// Only black ink, without halftone dots.
pub const BLACK: Inks = [0, 0, 0, 100];

/// What a colour is used for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColourUse {
    /// Areas and lines.
    Shapes,
    /// Letters of this size, in points.
    Letters(f64),
}

/// A printing press with four inks.
pub struct Press {
    /// The name of the printing condition. For a user's profile, it is the description in this profile.
    condition: String,
    /// The colour profile of a user. `None` if the bundled profile is used.
    own_profile: Option<Vec<u8>>,
    /// The luminance of the darkest mixture of the four inks, relative to white paper.
    black_point: f64,
    to_inks: Arc<TransformF32Executor>,
    to_screen: Arc<TransformF32Executor>,
    /// The luminances of black ink. The index is the amount of ink in percent, from 0 to 100. White paper has
    /// the luminance 1, and full black ink has 0.
    greys: Vec<f64>,
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Press").field("condition", &self.condition).finish_non_exhaustive()
    }
}

impl Eq for Press {}

impl PartialEq for Press {
    fn eq(&self, other: &Self) -> bool {
        self.condition == other.condition && self.own_profile == other.own_profile
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
        let mut press = Self::with(&inks, CONDITION.to_owned(), None)?;
        press.black_point = BLACK_POINT;
        press.measure_greys()?;
        Some(press)
    }

    /// Returns the press that a user's profile describes. Profiles stay in memory, because many pages
    /// use them.
    ///
    /// # Errors
    /// The bytes are not a profile for printing in CMYK, or there are too many profiles. The error is
    /// a part of a sentence about the profile.
    pub fn of_profile(bytes: &[u8]) -> Result<&'static Self, &'static str> {
        static KNOWN: Mutex<Vec<([u8; 32], &'static Press)>> = Mutex::new(Vec::new());
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let mut known = KNOWN.lock().map_err(|_| "cannot be kept in memory")?;
        if let Some((_, press)) = known.iter().find(|(of, _)| *of == digest) {
            return Ok(press);
        }
        if known.len() >= MAX_PROFILES {
            return Err("is one of too many profiles");
        }
        let press: &'static Self = Box::leak(Box::new(Self::read_own(bytes)?));
        known.push((digest, press));
        Ok(press)
    }

    fn read_own(bytes: &[u8]) -> Result<Self, &'static str> {
        if bytes.len() as u64 > MAX_PROFILE_BYTES {
            return Err("is larger than 8 MiB");
        }
        let inks = ColorProfile::new_from_slice(bytes).map_err(|_| "cannot be read as a colour profile")?;
        if inks.profile_class != ProfileClass::OutputDevice {
            return Err("is not the profile of a printer or a press");
        }
        if inks.color_space != DataColorSpace::Cmyk {
            return Err("is not for CMYK");
        }
        if inks.lut_a_to_b_colorimetric.is_none() || inks.lut_b_to_a_colorimetric.is_none() {
            return Err("has no tables to convert colours to inks and back (A2B1 and B2A1)");
        }
        let condition = name_of(inks.description.as_ref());
        let mut press =
            Self::with(&inks, condition, Some(bytes.to_vec())).ok_or("has tables that cannot be used")?;
        let darkest = press.convert([0; 3]);
        press.black_point = luminance(press.mixed(darkest)).clamp(0.0, 0.5);
        press.measure_greys().ok_or("has tables that cannot be used")?;
        Ok(press)
    }

    pub fn condition(&self) -> &str {
        &self.condition
    }

    /// Returns whether this press uses the bundled profile, whose printing condition is in the registry
    /// of the ICC.
    pub fn is_registered(&self) -> bool {
        self.own_profile.is_none()
    }

    /// Returns the colour profile, compressed with zlib.
    pub fn packed_profile(&self) -> Cow<'static, [u8]> {
        match &self.own_profile {
            None => Cow::Borrowed(PROFILE),
            Some(profile) => Cow::Owned(deflate(&THOROUGH, profile)),
        }
    }

    /// Returns a press without its `black_point` and `greys`. To measure these values, the caller converts
    /// colours with the returned press. Returns `None` if the profile cannot be used.
    fn with(inks: &ColorProfile, condition: String, own_profile: Option<Vec<u8>>) -> Option<Self> {
        let screen = ColorProfile::new_srgb();
        let options = TransformOptions {
            rendering_intent: RenderingIntent::RelativeColorimetric,
            ..TransformOptions::default()
        };
        // The library moxcms has no layout with the name CMYK. For a CMYK profile, the four channels of
        // `Rgba` are the four inks.
        let to_inks = screen.create_transform_f32(Layout::Rgb, inks, Layout::Rgba, options).ok()?;
        let to_screen = inks.create_transform_f32(Layout::Rgba, &screen, Layout::Rgb, options).ok()?;
        Some(Self { condition, own_profile, black_point: 0.0, to_inks, to_screen, greys: Vec::new() })
    }

    fn measure_greys(&mut self) -> Option<()> {
        let mut greys: Vec<f64> = (0..=100).map(|black| luminance(self.mixed([0, 0, 0, black]))).collect();
        let black = greys.last().copied().filter(|black| *black < 1.0)?;
        greys.iter_mut().for_each(|grey| *grey = (*grey - black) / (1.0 - black));
        self.greys = greys;
        Some(())
    }

    /// Returns the colour of a mixture of inks, relative to the white of the paper, in linear light.
    fn mixed(&self, inks: Inks) -> [f64; 3] {
        let mut rgb = [0.0; 3];
        // The lengths of the slices fit the layouts, so the transform cannot fail.
        let _ = self.to_screen.transform(&inks.map(|share| f32::from(share) / 100.0), &mut rgb);
        rgb.map(|channel| to_linear(f64::from(channel)))
    }

    /// Returns the colour in sRGB that inks show. The darkest mixture of inks is shown as black.
    pub fn shown(&self, inks: Inks) -> [u8; 3] {
        let light = match inks {
            [0, 0, 0, black] => [self.greys.get(usize::from(black)).copied().unwrap_or_default(); 3],
            _ => self.mixed(inks).map(|light| (light - self.black_point) / (1.0 - self.black_point)),
        };
        light.map(|light| (from_linear(light.clamp(0.0, 1.0)) * 255.0).round() as u8)
    }

    /// Returns whether areas or letters of the colour `asked` may look like the colour `shown` in
    /// print.
    pub fn may_show(&self, asked: [u8; 3], shown: [u8; 3]) -> bool {
        let uses = [ColourUse::Shapes, ColourUse::Letters(0.0), ColourUse::Letters(SMALL_LETTERS_PT)];
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
        let is_small = matches!(used_for, ColourUse::Letters(size) if size < SMALL_LETTERS_PT);
        if is_small && luminance < DIM && noticeable > FEW_INKS { self.grey(luminance) } else { inks }
    }

    /// Returns a share of black ink, without other inks. The luminance of this share is the one nearest to
    /// `luminance`.
    fn grey(&self, luminance: f64) -> Inks {
        let lighter = self.greys.partition_point(|grey| *grey > luminance);
        let error = |share: usize| self.greys.get(share).map_or(f64::MAX, |grey| (grey - luminance).abs());
        let before = lighter.saturating_sub(1);
        let nearest = if error(before) < error(lighter) { before } else { lighter };
        [0, 0, 0, u8::try_from(nearest).unwrap_or(100)]
    }

    /// Converts a row of a photograph to inks, and appends one byte for each ink of each pixel.
    ///
    /// Unlike [`Self::inks`], mixes greys from all inks. If greys were printed with black ink only, an edge
    /// would be visible between a grey and its neighbours.
    pub fn photograph(&self, rgb: &[u8], out: &mut Vec<u8>) {
        let mut last: Option<([u8; 3], [u8; 4])> = None;
        for pixel in rgb.chunks_exact(3) {
            let Ok(pixel) = <[u8; 3]>::try_from(pixel) else { continue };
            let inks = match last {
                Some((known, inks)) if known == pixel => inks,
                _ => self.convert(pixel).map(|share| ((u16::from(share) * 255 + 50) / 100) as u8),
            };
            out.extend(inks);
            last = Some((pixel, inks));
        }
    }

    /// Converts a colour to inks with the colour profile. White becomes the white of the paper, and
    /// black becomes the darkest mixture of inks.
    fn convert(&self, rgb: [u8; 3]) -> Inks {
        // Black point compensation is defined as an offset towards the white point (ISO 18619). The
        // code adds an offset to all channels in linear light, which has the same effect.
        let lifted = rgb.map(|channel| {
            let light = to_linear(f64::from(channel) / 255.0);
            from_linear(self.black_point + (1.0 - self.black_point) * light) as f32
        });
        let mut shares = [0.0_f32; 4];
        // The lengths of the slices fit the layouts, so the transform cannot fail.
        let _ = self.to_inks.transform(&lifted, &mut shares);
        shares.map(|share| (share.clamp(0.0, 1.0) * 100.0).round() as u8)
    }
}

/// Returns the description of a profile, shortened, and reduced to printable ASCII characters. Returns
/// `Custom` if nothing is left.
fn name_of(description: Option<&ProfileText>) -> String {
    let text = match description {
        Some(ProfileText::PlainString(text)) => text,
        Some(ProfileText::Description(text)) => &text.ascii_string,
        Some(ProfileText::Localizable(texts)) => texts.first().map_or("", |text| &text.value),
        None => "",
    };
    let plain = text.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(MAX_NAME_LENGTH);
    let name = plain.collect::<String>().trim().to_owned();
    if name.is_empty() { "Custom".to_owned() } else { name }
}

/// Converts pixels in RGB from their colour profile to sRGB. Returns `None` if the profile is not for
/// RGB, or cannot be read.
pub fn to_srgb(profile: &[u8], rgb: &[u8]) -> Option<Vec<u8>> {
    let own = ColorProfile::new_from_slice(profile).ok()?;
    let options = TransformOptions {
        rendering_intent: RenderingIntent::RelativeColorimetric,
        ..TransformOptions::default()
    };
    let to_srgb =
        own.create_transform_8bit(Layout::Rgb, &ColorProfile::new_srgb(), Layout::Rgb, options).ok()?;
    let mut converted = vec![0; rgb.len()];
    to_srgb.transform(rgb, &mut converted).ok()?;
    Some(converted)
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
mod press_tests;
