//! Draws pictures from files.
//!
//! - In: a settled picture (all its values are computed), and the box in which it is placed.
//! - Out: the picture, fitted into the box or cropped to cover the box. The picture is clipped to
//!   the bleed of the piece.
//! - Not here: reading files (`hexpress-game`).

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use crate::draw::painter::Painter;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::{MM_PER_INCH, ShortNumber};
use hexpress_game::ImageFit;
use hexpress_scene::picture::{FontNote, Picture};
use hexpress_scene::{Drawing, Group, Image, ImageContent};
use hexpress_settle::SettledImage;

/// The lowest resolution at which printed pictures look sharp enough, in dots per inch.
const MIN_DPI: f64 = 200.0;

impl Painter<'_, '_> {
    /// Draws a picture in a box of size `space`.
    pub fn image(&mut self, image: &SettledImage, space: Size, at: &Placing<'_>) -> Vec<Drawing> {
        let picture = &image.picture;
        let own_size = picture.size();
        let frame = at.context.frame;
        let bled = frame.bled();
        // If the layout does not set `crop`, a picture is cropped if it has about the aspect ratio of its
        // piece. It then fills the piece and the bleed around it.
        let covers = at.covers_piece(space);
        let crop = match image.fit {
            ImageFit::Cropped => true,
            ImageFit::Whole => false,
            ImageFit::Unspecified => covers && has_shape_of_piece(own_size, frame.size, bled.size),
        };
        let area = if covers && crop { bled.size } else { space };
        let (across, down) = (area.width / own_size.width, area.height / own_size.height);
        let scale = if crop { across.max(down) } else { across.min(down) };
        let size = own_size * scale;
        if let Picture::Pixels { .. } = picture.as_ref()
            && MM_PER_INCH / scale < MIN_DPI - 1e-6
        {
            self.add_finding(coarse(&image.name, own_size, size).at(image.place));
        }
        for note in picture.font_notes() {
            self.add_finding(missing_font(&image.name, note).at(image.place));
        }
        if let Picture::Page { image: page, .. } = picture.as_ref() {
            for finding in doubts_about_page(&image.name, page) {
                self.add_finding(finding.at(image.place));
            }
        }
        // A cropped picture fills its box. For a picture that is fitted into its box, the box shrinks
        // to the size of the picture.
        let object = if crop { area } else { size };
        let to_place = Affine::translate((-size.width / 2.0, -size.height / 2.0));
        let sharp = self.sharp(image, size);
        let drawn = match sharp.as_ref() {
            Picture::Pixels { image, upright, .. } => {
                let transform = to_place * Affine::scale_non_uniform(size.width, size.height) * *upright;
                Drawing::Image { image: image.clone(), transform }
            }
            Picture::Page { image, .. } => {
                let transform = to_place * Affine::scale_non_uniform(size.width, size.height);
                Drawing::Image { image: image.clone(), transform }
            }
            Picture::Drawing { shared, .. } => {
                Drawing::Use { shared: shared.clone(), transform: to_place * Affine::scale(scale) }
            }
        };
        let alt = picture.title().cloned();
        let covered = Rect::from_center_size(Point::ZERO, object);
        let cut = size.width > object.width + 1e-6 || size.height > object.height + 1e-6;
        let placement = at.transform(object);
        let clip = cut.then(|| covered.to_path(0.1));
        let group = Group { transform: placement, clip, alt, ..Group::plain(vec![drawn]) };
        let placed = vec![Drawing::Group(group)];
        // The picture must not extend beyond the edge of the bleed, because the next piece on the sheet may
        // begin there.
        if bled.holds(covered, placement) { placed } else { vec![Drawing::clipped(bled.outline(), placed)] }
    }
}

impl Painter<'_, '_> {
    /// Returns the picture as it is printed at the size `size`, in mm. An SVG drawing may contain filters or
    /// coarse pictures, which are printed as pixels. They get the resolution that the game sets.
    fn sharp(&mut self, image: &SettledImage, size: Size) -> Arc<Picture> {
        if !matches!(*image.picture, Picture::Drawing { has_pixels: true, .. }) {
            return Arc::clone(&image.picture);
        }
        let dpi = f64::from(self.game.dpi);
        let message = format!(
            "`{}` contains filters, or pictures of less than {} dpi, which are printed as pixels at {dpi} \
             dpi",
            image.name,
            dpi / 2.0
        );
        self.add_finding(codes::PICTURE_PIXELS.note(message).at(image.place));
        let long_side = (size.width.max(size.height) / MM_PER_INCH * dpi).ceil() as u32;
        self.game.pictures.get_sharp(&image.name, long_side).unwrap_or_else(|_| Arc::clone(&image.picture))
    }
}

/// Returns whether a picture has about the aspect ratio of a piece. The ratio of the piece without bleed, the
/// ratio with bleed, and every ratio in between count.
fn has_shape_of_piece(picture: Size, piece: Size, bled: Size) -> bool {
    let [own, a, b] = [picture, piece, bled].map(|size| size.width / size.height);
    (a.min(b) * 0.99..=a.max(b) * 1.01).contains(&own)
}

/// Returns a warning that a font or a character of a drawing is not available.
fn missing_font(name: &str, note: &FontNote) -> Diagnostic {
    match note {
        FontNote::NoFamily { wanted, taken } => {
            let message = format!(
                "`{name}` uses the font `{wanted}`, which the layout does not have: its text is printed in `{taken}`"
            );
            let key: String = wanted.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
            let file: String = wanted.split_whitespace().collect();
            codes::PICTURE_FONT.warning(message).hint(format!(
                "add the font to the layout, under [fonts]: {key} = \"fonts/{file}.ttf\"; or convert the text to paths \
                 in the drawing program"
            ))
        }
        FontNote::NoCharacter(character) => {
            let message =
                format!("`{name}` has the character `{character}`, which no font of the layout has");
            let hint = "add a font with this character under [fonts], or convert the text to paths in the drawing \
                program";
            codes::PICTURE_FONT.warning(message).hint(hint)
        }
    }
}

/// Returns warnings about a PDF page that will be printed differently from how it looks in a PDF viewer.
fn doubts_about_page(name: &str, page: &Image) -> Vec<Diagnostic> {
    let ImageContent::Page(form) = &page.content else { return Vec::new() };
    let fonts = form.missing_fonts.iter().map(|font| {
        codes::BAD_PICTURE
            .warning(format!(
                "`{name}` does not contain its font {font}, so each printer substitutes a font of its own"
            ))
            .hint("export it with all fonts embedded, or with its text as outlines")
    });
    let left_out = form.left_out.iter().map(|what| {
        codes::BAD_PICTURE
            .warning(format!("`{name}` has {what}, which hexpress does not print"))
            .hint("print the file to a new PDF, so that everything becomes part of the page")
    });
    fonts.chain(left_out).collect()
}

fn coarse(name: &str, pixels: Size, printed: Size) -> Diagnostic {
    let dpi = pixels.width / printed.width * MM_PER_INCH;
    let share = dpi / MIN_DPI;
    let (has, size) = (dimensions(pixels, |v| v), dimensions(printed, |v| (v * 10.0).round() / 10.0));
    let message =
        format!("`{name}` has {has} pixels and is printed at {size} mm: {} dpi looks coarse", dpi.floor());
    // In the hint, sizes are rounded down, and numbers of pixels are rounded up. A user who follows the hint
    // then always gets a sharp picture.
    let most = dimensions(printed * share, |v| (v * 10.0).floor() / 10.0);
    let needs = dimensions(pixels * (1.0 / share), |v| (v - 1e-6).ceil());
    let hint =
        format!("for {MIN_DPI} dpi, print it at {most} mm or smaller, or use a picture with {needs} pixels");
    codes::COARSE_PICTURE.warning(message).hint(hint)
}

/// Returns the width and height of a picture as text, after `round` has rounded both.
fn dimensions(size: Size, round: fn(f64) -> f64) -> String {
    format!("{} x {}", ShortNumber(round(size.width)), ShortNumber(round(size.height)))
}
