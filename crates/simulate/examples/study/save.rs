//! Keeps simulated scans.

use hexpress_scan::plane::Plane;

/// Saves a grey scan as a PNG file that states its resolution.
pub fn save(path: &str, plane: &Plane, dpi: f64) {
    let bytes: Vec<u8> = plane.values.iter().map(|value| *value as u8).collect();
    save_as(path, plane, &bytes, dpi, png::ColorType::Grayscale);
}

/// Saves a scan in colour. `size` has as many pixels as the scan.
pub fn save_colours(path: &str, size: &Plane, bytes: &[u8], dpi: f64) {
    save_as(path, size, bytes, dpi, png::ColorType::Rgb);
}

fn save_as(path: &str, plane: &Plane, bytes: &[u8], dpi: f64, colours: png::ColorType) {
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder =
        png::Encoder::new(std::io::BufWriter::new(file), plane.width as u32, plane.height as u32);
    encoder.set_color(colours);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    encoder.write_header().and_then(|mut writer| writer.write_image_data(bytes)).expect("written");
}
