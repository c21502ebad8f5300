//! Keeps simulated scans.

use hexpress_scan::plane::Plane;

/// Saves a scan as a PNG file that states its resolution.
pub fn save(path: &str, plane: &Plane, dpi: f64) {
    let bytes: Vec<u8> = plane.values.iter().map(|value| *value as u8).collect();
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder =
        png::Encoder::new(std::io::BufWriter::new(file), plane.width as u32, plane.height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes)).expect("written");
}
