//! Converts light to the grey values of a file.

use crate::jpeg;
use crate::random::Random;
use hexpress_scan::plane::Plane;

/// The errors of a sensor, and of the file that it writes.
#[derive(Debug, Clone, Copy)]
pub struct Sensor {
    /// The standard deviation of the blur, in pixels.
    pub blur: f64,
    /// The standard deviation of the noise, in grey values.
    pub noise: f64,
    /// How unevenly the picture is lit, from 0 to 1. The brightest point is at 30 % of the width and at
    /// 60 % of the height. Other values are smaller by the fraction `shade * d²`. `d` is the distance
    /// from the brightest point, with the width and the height of the picture as the units.
    pub shade: f64,
    /// The quality of the JPEG file. `None` if the file is not a JPEG file.
    pub jpeg: Option<u8>,
}

impl Sensor {
    /// Returns the grey values for light from 0 to 1.
    pub fn read(&self, light: &Plane, random: &mut Random) -> Plane {
        let (width, height) = (light.width, light.height);
        let mut plane = light.smoothed((2.0 * self.blur * self.blur).round() as usize);
        for (index, value) in plane.values.iter_mut().enumerate() {
            let (u, v) =
                ((index % width) as f64 / width as f64 - 0.3, (index / width) as f64 / height as f64 - 0.6);
            let shade = 1.0 - self.shade * (u * u + v * v);
            let grey =
                255.0 * f64::from(libm::powf(*value, 1.0 / 2.2)) * shade + self.noise * random.normal();
            *value = grey.round().clamp(0.0, 255.0) as f32;
        }
        if let Some(quality) = self.jpeg {
            jpeg::lose(&mut plane, quality);
        }
        plane
    }
}
