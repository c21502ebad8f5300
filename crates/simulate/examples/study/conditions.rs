//! Chooses the errors of printers, scanners and cameras at random.

use hexpress_simulate::camera::Camera;
use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::Scanner;
use hexpress_simulate::sensor::Sensor;
use kurbo::{Size, Vec2};

/// How good a print and its scan or photo are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintQuality {
    Good,
    Poor,
}

impl PrintQuality {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "good" => Some(Self::Good),
            "poor" => Some(Self::Poor),
            _ => None,
        }
    }

    pub fn printer(self, random: &mut Random) -> Printer {
        let (most_gain, most_warp) = match self {
            Self::Good => (0.05, 0.1),
            Self::Poor => (0.1, 0.15),
        };
        Printer {
            scale: [1.0, 1.0].map(|scale: f64| scale + random.between(-0.03, 0.01)),
            skew: 0.1 * random.normal(),
            turn: 0.3 * random.normal(),
            offset: Vec2::new(random.normal(), random.normal()),
            warp: random.between(0.0, most_warp),
            phase: random.between(0.0, 6.0),
            jitter: random.between(0.02, 0.05),
            gain: random.between(0.0, most_gain),
            halftone: self == Self::Poor && random.unit() < 0.5,
            ..Printer::default()
        }
    }

    /// Returns a camera that is as close as possible, but shows the whole sheet.
    pub fn camera(self, sheet: Size, random: &mut Random) -> Camera {
        let (most_tilt, most_lens) = match self {
            Self::Good => (5.0, 0.03),
            Self::Poor => (15.0, 0.08),
        };
        let direction = random.between(0.0, std::f64::consts::TAU);
        let tilt = random.between(0.0, most_tilt);
        let quarters = random.below(4) as u8;
        let is_wide = (sheet.width > sheet.height) == (quarters.is_multiple_of(2));
        let (good, poor) = (self == Self::Good, self == Self::Poor);
        let mut camera = Camera {
            tilt: [libm::cos(direction) * tilt, libm::sin(direction) * tilt],
            width: if is_wide { 4000 } else { 3000 },
            height: if is_wide { 3000 } else { 4000 },
            quarters,
            turn: random.between(-4.0, 4.0),
            fill: random.between(0.8, 0.9),
            offset: Vec2::new(random.normal(), random.normal()) * 0.005,
            lens: [random.between(-most_lens, most_lens), random.between(-0.02, 0.02)],
            table: random.between(0.03, 0.3) as f32,
            sensor: Sensor {
                blur: if good { random.between(0.6, 1.0) } else { random.between(1.0, 1.8) },
                noise: if good { random.between(2.0, 5.0) } else { random.between(4.0, 10.0) },
                shade: if poor { random.between(0.1, 0.5) } else { random.between(0.0, 0.2) },
                jpeg: Some(if good { 92 } else { random.between(60.0, 85.0) as u8 }),
            },
            ..Camera::default()
        };
        while !camera.shows(sheet) {
            camera.fill *= 0.97;
        }
        camera
    }

    pub fn scanner(self, dpi: f64, random: &mut Random) -> Scanner {
        let scanner = Scanner {
            dpi,
            quarters: random.below(4) as u8,
            turn: random.between(-3.0, 3.0),
            offset: Vec2::new(random.normal(), random.normal()),
            around: random.between(3.0, 12.0),
            lid: if random.unit() < 0.5 { 90.0 } else { 250.0 },
            ..Scanner::default()
        };
        match self {
            Self::Good => Scanner {
                blur: random.between(0.5, 1.0),
                noise: random.between(2.0, 6.0),
                shade: random.between(0.0, 0.15),
                jpeg: Some(random.between(75.0, 95.0) as u8),
                ..scanner
            },
            Self::Poor => Scanner {
                blur: random.between(1.0, 2.0),
                noise: random.between(6.0, 12.0),
                shade: random.between(0.1, 0.4),
                jpeg: Some(random.between(50.0, 75.0) as u8),
                ..scanner
            },
        }
    }
}
