//! Simulates how JPEG compression changes a picture, without writing a file (ITU-T T.81, annexes A
//! and K).

use hexpress_scan::plane::Plane;

/// The rounding step for the strength of each frequency: the quantisation table for brightness in annex
/// K.1.
const TABLE: [f32; 64] = [
    16., 11., 10., 16., 24., 40., 51., 61., 12., 12., 14., 19., 26., 58., 60., 55., 14., 13., 16., 24., 40.,
    57., 69., 56., 14., 17., 22., 29., 51., 87., 80., 62., 18., 22., 37., 56., 68., 109., 103., 77., 24.,
    35., 55., 64., 81., 104., 113., 92., 49., 64., 78., 87., 103., 121., 120., 101., 72., 92., 95., 98.,
    112., 100., 103., 99.,
];

/// Rounds the strength of each frequency in each block of 8 × 8 pixels, as a JPEG file does. `quality`
/// is from 1 to 100.
pub fn lose(plane: &mut Plane, quality: u8) {
    let factor = if quality < 50 { 50.0 / f32::from(quality) } else { 2.0 - f32::from(quality) / 50.0 };
    let table = TABLE.map(|step| (step * factor).round().clamp(1.0, 255.0));
    let waves = waves();
    let (width, height) = (plane.width, plane.height);
    for top in (0..height / 8 * 8).step_by(8) {
        for left in (0..width / 8 * 8).step_by(8) {
            let mut block = [0.0; 64];
            for y in 0..8 {
                for x in 0..8 {
                    block[y * 8 + x] = plane.values[(top + y) * width + left + x] - 128.0;
                }
            }
            let mut frequencies = transform(&block, &waves, Way::Forward);
            for (value, step) in frequencies.iter_mut().zip(&table) {
                *value = (*value / step).round() * step;
            }
            let block = transform(&frequencies, &waves, Way::Back);
            for y in 0..8 {
                for x in 0..8 {
                    let value = (block[y * 8 + x] + 128.0).round().clamp(0.0, 255.0);
                    plane.values[(top + y) * width + left + x] = value;
                }
            }
        }
    }
}

/// Simulates the loss for a picture in colour (ITU-T T.871). Rounds the strengths of the
/// frequencies of three planes: the brightness, and two colour differences at half the resolution.
/// The table for brightness is used for all three planes.
pub fn lose_colours(channels: &mut [Plane; 3], quality: u8) {
    let mix = |channels: &[Plane; 3], row: [f32; 3], middle: f32| {
        let mut out = channels[0].clone();
        for (index, value) in out.values.iter_mut().enumerate() {
            let sum: f32 = channels.iter().zip(row).map(|(plane, share)| plane.values[index] * share).sum();
            *value = sum + middle;
        }
        out
    };
    let mut light = mix(channels, [0.299, 0.587, 0.114], 0.0);
    let mut differences =
        [[-0.1687, -0.3313, 0.5], [0.5, -0.4187, -0.0813]].map(|row| mix(channels, row, 128.0).halved());
    lose(&mut light, quality);
    differences.iter_mut().for_each(|plane| lose(plane, quality));
    let [blue, red] = &differences;
    let rows = [[0.0, 1.402], [-0.3441, -0.7141], [1.772, 0.0]];
    for (channel, [by_blue, by_red]) in channels.iter_mut().zip(rows) {
        let (width, halves) = (light.width, [blue.width.max(1), blue.height.max(1)]);
        for (index, value) in channel.values.iter_mut().enumerate() {
            let (x, y) = ((index % width / 2).min(halves[0] - 1), (index / width / 2).min(halves[1] - 1));
            let [b, r] = [blue, red].map(|plane| plane.at(x, y) - 128.0);
            *value = (light.values[index] + by_blue * b + by_red * r).round().clamp(0.0, 255.0);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Forward,
    Back,
}

/// Returns the cosine waves: eight frequencies, with eight values for each.
fn waves() -> [f32; 64] {
    let mut waves = [0.0; 64];
    for (index, wave) in waves.iter_mut().enumerate() {
        let (frequency, x) = ((index / 8) as f64, (index % 8) as f64);
        let scale = if index < 8 { 0.125_f64.sqrt() } else { 0.5 };
        *wave = (scale * libm::cos((2.0 * x + 1.0) * frequency * std::f64::consts::PI / 16.0)) as f32;
    }
    waves
}

fn transform(block: &[f32; 64], waves: &[f32; 64], way: Way) -> [f32; 64] {
    let weight = |out: usize, from: usize| match way {
        Way::Forward => waves[out * 8 + from],
        Way::Back => waves[from * 8 + out],
    };
    let mut rows = [0.0; 64];
    for y in 0..8 {
        for out in 0..8 {
            rows[y * 8 + out] = (0..8).map(|x| block[y * 8 + x] * weight(out, x)).sum();
        }
    }
    let mut both = [0.0; 64];
    for x in 0..8 {
        for out in 0..8 {
            both[out * 8 + x] = (0..8).map(|y| rows[y * 8 + x] * weight(out, y)).sum();
        }
    }
    both
}
