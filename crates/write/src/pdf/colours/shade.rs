//! Writes gradients as shadings (ISO 32000-1, 8.7.4.5).

use lopdf::{Dictionary, Object};
use printpdf::{GradientStop, Shading, ShadingGeometry};
use sha2::{Digest, Sha256};

use super::Colours;
use hexpress_scene::Shade;

/// Returns the name of a shading.
///
/// The name is a hash of the gradient. So it does not depend on the order of pages.
pub fn name(shade: &Shade) -> String {
    let mut values = format!("{} {:?} {:?}", shade.radial, shade.focus(), shade.stops);
    if shade.start_radius > 0.0 {
        values.push_str(&format!(" {:?}", shade.start_radius));
    }
    let hash = Sha256::digest(values);
    std::iter::once("S".to_owned()).chain(hash.iter().take(6).map(|byte| format!("{byte:02x}"))).collect()
}

/// Returns the shading for a gradient, in the coordinates of the gradient.
///
/// A linear shading runs along the x axis from 0 to 1. A radial shading ends at the unit circle.
pub fn dictionary(shade: &Shade, colours: &Colours) -> Dictionary {
    let start = shade.focus();
    let geometry = match shade.radial {
        false => ShadingGeometry::Axial { coords: [0.0, 0.0, 1.0, 0.0] },
        true => ShadingGeometry::Radial {
            coords: [start.x as f32, start.y as f32, shade.start_radius as f32, 0.0, 0.0, 1.0],
        },
    };
    let stops = shade.stops.iter().map(|(offset, rgb)| stop(*offset, *rgb)).collect();
    let mut shading = Shading { geometry, stops, extend: (true, true) }.to_dict();
    if colours.is_for_press() {
        shading.set("ColorSpace", colours.blending_space());
        if let Ok(function) = shading.get_mut(b"Function").and_then(Object::as_dict_mut) {
            convert(function, colours);
        }
        return shading;
    }
    if shade.stops.iter().all(|(_, [r, g, b])| r == g && g == b) { in_grey(shading) } else { shading }
}

/// Returns a stop of a gradient. `offset` is the position of the stop, from 0 to 1.
fn stop(offset: f64, rgb: [u8; 3]) -> GradientStop {
    let color = rgb.map(|channel| (f64::from(channel) / 255.0) as f32);
    GradientStop { offset: offset as f32, color }
}

/// Converts the colours of a PDF function to the inks of a press. Also converts the colours of the functions
/// inside this function.
fn convert(function: &mut Dictionary, colours: &Colours) {
    for key in [b"C0", b"C1"] {
        let Ok(colour) = function.get_mut(key).and_then(Object::as_array_mut) else { continue };
        let channels = colour.iter().filter_map(|channel| channel.as_float().ok());
        let rgb: Vec<u8> = channels.map(|channel| (channel * 255.0).round() as u8).collect();
        if let Some(inks) = rgb.try_into().ok().and_then(|rgb| colours.in_shading(rgb)) {
            *colour = inks;
        }
    }
    if let Ok(parts) = function.get_mut(b"Functions").and_then(Object::as_array_mut) {
        parts.iter_mut().filter_map(|part| part.as_dict_mut().ok()).for_each(|part| convert(part, colours));
    }
}

/// Converts a shading whose colours are all greys from RGB to DeviceGray. The shading is then printed
/// with black ink only.
///
/// This is needed because printpdf writes every shading in RGB.
fn in_grey(mut shading: Dictionary) -> Dictionary {
    shading.set("ColorSpace", "DeviceGray");
    if let Ok(function) = shading.get_mut(b"Function").and_then(Object::as_dict_mut) {
        keep_one_channel(function);
    }
    shading
}

/// Removes all colour channels of a PDF function except one. Also does this for the functions inside this
/// function.
fn keep_one_channel(function: &mut Dictionary) {
    for key in [b"C0", b"C1"] {
        if let Ok(colour) = function.get_mut(key).and_then(Object::as_array_mut) {
            colour.truncate(1);
        }
    }
    if let Ok(parts) = function.get_mut(b"Functions").and_then(Object::as_array_mut) {
        parts.iter_mut().filter_map(|part| part.as_dict_mut().ok()).for_each(keep_one_channel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::ShadePlacement;

    fn shade(stops: &[(f64, [u8; 3])]) -> Shade {
        let placement = ShadePlacement::Across(kurbo::Vec2::new(1.0, 0.0));
        Shade { radial: false, stops: stops.to_vec(), placement, start_radius: 0.0 }
    }

    fn written(shade: &Shade) -> String {
        let mut bytes = Vec::new();
        crate::pdf::save::object(&dictionary(shade, &Colours::default()).into(), &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn gradients_of_colours_are_written_in_rgb() {
        let two = shade(&[(0.0, [255, 0, 0]), (1.0, [0, 0, 255])]);
        assert_eq!(
            written(&two),
            "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 1 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]\
             /C1[0 0 1]/N 1>>/Extend[true true]>>"
        );
    }

    #[test]
    fn gradients_of_greys_are_printed_with_black_ink_only() {
        let three = shade(&[(0.2, [0; 3]), (0.6, [51; 3]), (0.6, [255; 3])]);
        let run = |from: &str, to: &str| format!("<</FunctionType 2/Domain[0 1]/C0[{from}]/C1[{to}]/N 1>>");
        assert_eq!(
            written(&three),
            format!(
                "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Function<</FunctionType 3/Domain[0 1]\
                 /Functions[{}{}{}]/Bounds[0.2 0.6]/Encode[0 1 0 1 0 1]>>/Extend[true true]>>",
                run("0", "0"),
                run("0", "0.2"),
                run("1", "1")
            )
        );
    }

    /// If this test fails, printpdf itself writes greys in DeviceGray, and [`in_grey`] can be
    /// removed.
    #[test]
    fn printpdf_writes_greys_in_rgb() {
        let stops = vec![stop(0.0, [0; 3]), stop(1.0, [255; 3])];
        let geometry = ShadingGeometry::Axial { coords: [0.0, 0.0, 1.0, 0.0] };
        let shading = Shading { geometry, stops, extend: (true, true) }.to_dict();
        assert_eq!(shading.get(b"ColorSpace").and_then(Object::as_name).unwrap(), b"DeviceRGB");
    }
}
