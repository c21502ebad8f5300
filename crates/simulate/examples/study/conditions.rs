//! The errors of printers and scanners, drawn at random.

use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::Scanner;
use kurbo::Vec2;

/// How good a print and its scan are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Good,
    Poor,
}

impl Kind {
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
