//! Converts between light and grey values.
//!
//! - In: colours and grey values as they are in picture files.
//! - Out: amounts of light, from 0 to 255, and back.
//!
//! A scanner blurs light, so a blurred edge is symmetric in amounts of light. In grey values, a
//! blurred edge is not symmetric: an edge between black and white seems to be displaced towards
//! black. So everything is measured in amounts of light.

use std::sync::LazyLock;

/// The exponent that converts grey values to light. The result is close to the curve of sRGB.
const GAMMA: f64 = 2.2;
/// The number of steps of the table of grey values.
const STEPS: usize = 1024;

static LIGHT: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|grey| (255.0 * libm::pow(grey as f64 / 255.0, GAMMA)) as f32));
/// The grey values at equal steps of the square root of light. Grey values are nearly a linear function
/// of this root, so they are interpolated between the steps.
static GREY: LazyLock<[f32; STEPS + 2]> = LazyLock::new(|| {
    std::array::from_fn(|step| (255.0 * libm::pow(step as f64 / STEPS as f64, 2.0 / GAMMA)) as f32)
});

/// Returns the light of a colour, with the weights of ITU-R BT.601.
pub fn of_colour(colour: [u8; 3]) -> f32 {
    of_channels(channels(colour))
}

/// Returns the light of each channel of a colour.
pub fn channels(colour: [u8; 3]) -> [f32; 3] {
    let light = &*LIGHT;
    colour.map(|part| light[usize::from(part)])
}

/// Returns the light of a colour whose channels have these amounts of light.
pub fn of_channels([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

/// Returns the light of a grey value.
pub fn of_grey(grey: f32) -> f32 {
    let grey = grey.clamp(0.0, 255.0);
    let low = (grey as usize).min(254);
    let [dark, bright] = [LIGHT[low], LIGHT[low + 1]];
    dark + (bright - dark) * (grey - low as f32)
}

/// Returns the grey value of an amount of light.
pub fn to_grey(light: f32) -> f32 {
    let step = (light.clamp(0.0, 255.0) / 255.0).sqrt() * STEPS as f32;
    let low = step as usize;
    let [dark, bright] = [GREY[low], GREY[low + 1]];
    dark + (bright - dark) * (step - low as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_values_come_back() {
        for grey in 0..=255_u8 {
            assert!((to_grey(of_colour([grey; 3])) - f32::from(grey)).abs() < 0.02, "{grey}");
            assert!((of_grey(f32::from(grey)) - of_colour([grey; 3])).abs() < 0.01, "{grey}");
        }
    }
}
