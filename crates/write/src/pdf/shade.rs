//! Colours that run into one another, as shadings (ISO 32000-1, 8.7.4.5), and what covers in part, as graphics states.

use kurbo::Point;
use lopdf::{Dictionary, Object, dictionary};
use sha2::{Digest, Sha256};

use super::finish::real;
use crate::scene::{Lies, Shade};

/// The name of a shading, made from what it is, so that it does not depend on which page was first.
pub fn name(shade: &Shade) -> String {
    let hash = Sha256::digest(format!("{} {:?} {:?}", shade.radial, from(shade), shade.stops));
    std::iter::once("S".to_owned()).chain(hash.iter().take(6).map(|byte| format!("{byte:02x}"))).collect()
}

/// Where a radial one begins; an axial one begins at the origin.
fn from(shade: &Shade) -> Point {
    match shade.lies {
        Lies::In(_, from) if shade.radial => from,
        _ => Point::ZERO,
    }
}

/// The shading in its own frame: along the first axis, or out to the circle of radius 1.
pub fn dictionary(shade: &Shade) -> Dictionary {
    let grey = shade.stops.iter().all(|(_, [r, g, b])| r == g && g == b);
    let start = from(shade);
    let (kind, coordinates) = match shade.radial {
        false => (2, vec![0.0, 0.0, 1.0, 0.0]),
        true => (3, vec![start.x, start.y, 0.0, 0.0, 0.0, 1.0]),
    };
    dictionary! {
        "ShadingType" => kind,
        // As plain colours are: greys are printed with black ink alone.
        "ColorSpace" => if grey { "DeviceGray" } else { "DeviceRGB" },
        "Coords" => coordinates.into_iter().map(real).collect::<Vec<_>>(),
        "Function" => function(shade, if grey { 1 } else { 3 }),
        "Extend" => vec![true.into(), true.into()],
    }
}

/// From 0 to 1 to the colour there: a straight run between each two stops.
fn function(shade: &Shade, channels: usize) -> Object {
    let colour = |rgb: [u8; 3]| -> Vec<Object> {
        rgb.iter().take(channels).map(|channel| real(f64::from(*channel) / 255.0)).collect()
    };
    let mut stops = shade.stops.clone();
    if let (Some(first), Some(last)) = (stops.first().copied(), stops.last().copied()) {
        stops.insert(0, (0.0, first.1));
        stops.push((1.0, last.1));
    }
    // Two stops at one place are a step; before the first and behind the last the colour stays.
    stops.dedup_by(|next, before| next == before);
    let runs: Vec<_> = stops.windows(2).filter(|pair| pair[1].0 > pair[0].0).collect();
    let domain = vec![0.into(), 1.into()];
    let run = |pair: &[(f64, [u8; 3])]| {
        Object::from(dictionary! {
            "FunctionType" => 2, "Domain" => domain.clone(), "N" => 1,
            "C0" => colour(pair[0].1), "C1" => colour(pair[1].1),
        })
    };
    if let [only] = runs[..] {
        return run(only);
    }
    let bounds = runs.iter().skip(1).map(|pair| real(pair[0].0)).collect::<Vec<_>>();
    let encode = runs.iter().flat_map(|_| [0.into(), 1.into()]).collect::<Vec<Object>>();
    dictionary! {
        "FunctionType" => 3, "Domain" => domain.clone(), "Bounds" => bounds, "Encode" => encode,
        "Functions" => runs.into_iter().map(run).collect::<Vec<_>>(),
    }
    .into()
}

/// The name of the state in which drawings cover so many thousandths of what is below.
pub fn cover_name(thousandths: u16) -> String {
    format!("V{thousandths}")
}

/// That state.
pub fn cover(thousandths: u16) -> Dictionary {
    let share = real(f64::from(thousandths) / 1000.0);
    dictionary! { "Type" => "ExtGState", "ca" => share.clone(), "CA" => share }
}
