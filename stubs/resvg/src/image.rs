// The only file that differs from resvg 0.49: pictures come without compression, see ../../README.md.

/// The bytes of a PNG up to the end of its header. `usvg` reads the size of a picture there.
const HEADER: usize = 33;

pub fn render(image: &usvg::Image, transform: tiny_skia::Transform, pixmap: &mut tiny_skia::PixmapMut) {
    if image.is_visible() {
        render_inner(image.kind(), transform, image.rendering_mode(), pixmap);
    }
}

pub fn render_inner(
    image_kind: &usvg::ImageKind,
    transform: tiny_skia::Transform,
    rendering_mode: usvg::ImageRendering,
    pixmap: &mut tiny_skia::PixmapMut,
) {
    match image_kind {
        usvg::ImageKind::SVG(tree) => {
            render_vector(tree, transform, pixmap);
        }
        usvg::ImageKind::PNG(data) => {
            render_raster(data, transform, rendering_mode, pixmap);
        }
        _ => {}
    }
}

fn render_vector(
    tree: &usvg::Tree,
    transform: tiny_skia::Transform,
    pixmap: &mut tiny_skia::PixmapMut,
) -> Option<()> {
    let mut sub_pixmap = tiny_skia::Pixmap::new(pixmap.width(), pixmap.height())?;
    crate::render(tree, transform, &mut sub_pixmap.as_mut());
    pixmap.draw_pixmap(
        0,
        0,
        sub_pixmap.as_ref(),
        &tiny_skia::PixmapPaint::default(),
        tiny_skia::Transform::default(),
        None,
    );
    Some(())
}

/// Draws red, green, blue and alpha, with colours multiplied by alpha, which follow a PNG header.
fn render_raster(
    data: &[u8],
    transform: tiny_skia::Transform,
    rendering_mode: usvg::ImageRendering,
    pixmap: &mut tiny_skia::PixmapMut,
) -> Option<()> {
    let side = |at: usize| Some(u32::from_be_bytes(*data.get(at..)?.first_chunk()?));
    let raster = tiny_skia::PixmapRef::from_bytes(data.get(HEADER..)?, side(16)?, side(20)?)?;
    let rect = tiny_skia::Size::from_wh(raster.width() as f32, raster.height() as f32)?.to_rect(0.0, 0.0)?;
    let quality = match rendering_mode {
        usvg::ImageRendering::OptimizeQuality => tiny_skia::FilterQuality::Bicubic,
        usvg::ImageRendering::OptimizeSpeed => tiny_skia::FilterQuality::Nearest,
        usvg::ImageRendering::Smooth => tiny_skia::FilterQuality::Bilinear,
        usvg::ImageRendering::HighQuality => tiny_skia::FilterQuality::Bicubic,
        usvg::ImageRendering::CrispEdges => tiny_skia::FilterQuality::Nearest,
        usvg::ImageRendering::Pixelated => tiny_skia::FilterQuality::Nearest,
    };
    let paint = tiny_skia::Paint {
        shader: tiny_skia::Pattern::new(
            raster,
            tiny_skia::SpreadMode::Pad,
            quality,
            1.0,
            tiny_skia::Transform::default(),
        ),
        ..tiny_skia::Paint::default()
    };
    pixmap.fill_rect(rect, &paint, transform, None);
    Some(())
}
