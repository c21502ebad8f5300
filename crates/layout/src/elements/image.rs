//! Pictures from files: fitted into their box or covering it, never beyond the piece they stand on.

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use crate::base::units::{MM_PER_INCH, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::placing::Placing;
use crate::model::Image;
use crate::model::template::{Row, Template};
use crate::picture::Picture;
use crate::scene::{Draw, Group};

/// Fewer dots to the inch look coarse in the hand.
const LEAST_DPI: f64 = 200.0;

impl Painter<'_, '_> {
    /// A picture in a box of this size; what is wrong with its file is told where the layout names it.
    pub fn image(
        &mut self,
        image: &Image,
        space: Size,
        at: &Placing<'_>,
        row: &dyn Row,
    ) -> Result<Vec<Draw>> {
        let name = self.game.engine.render(&image.file, row)?;
        if name.is_empty() {
            return Ok(Vec::new());
        }
        let picture = match self.game.pictures.get(&name) {
            Ok(picture) => picture,
            Err(wrong) => {
                let needs: Vec<&str> = image.file.needs().collect();
                let wrong = wrong.of(&blame(at.context.who, &image.file, row)).at(image.place);
                self.wrong(match row.origin(&needs, &wrong) {
                    Some((cell, what)) => wrong.also(cell, what),
                    None => wrong,
                });
                return Ok(Vec::new());
            }
        };
        let own = picture.size();
        let frame = at.context.frame;
        // Of a picture that is as wide and high as its piece, all but a little is seen: the rest is cut off.
        let bled = frame.bled();
        let covers = at.covers_piece(space);
        let crop = image.crop || covers && like(own, frame.size, bled.size);
        let space = if covers && crop { bled.size } else { space };
        let (across, down) = (space.width / own.width, space.height / own.height);
        let scale = if crop { across.max(down) } else { across.min(down) };
        let size = own * scale;
        if let Picture::Pixels { .. } = picture.as_ref()
            && MM_PER_INCH / scale < LEAST_DPI - 1e-6
        {
            self.wrong(coarse(&name, own, size).at(image.place));
        }
        // All of it in the box, and then the box is as large as the picture; or the box full, and no more.
        let object = if crop { space } else { size };
        let to_place = Affine::translate((-size.width / 2.0, -size.height / 2.0));
        let drawn = match picture.as_ref() {
            Picture::Pixels { image, upright, .. } => {
                let transform = to_place * Affine::scale_non_uniform(size.width, size.height) * *upright;
                Draw::Image { image: image.clone(), transform }
            }
            Picture::Drawing { shared, .. } => {
                Draw::Use { shared: shared.clone(), transform: to_place * Affine::scale(scale) }
            }
        };
        let alt = picture.title().cloned();
        let covered = Rect::from_center_size(Point::ZERO, object);
        let cut = size.width > object.width + 1e-6 || size.height > object.height + 1e-6;
        let transform = at.transform(object);
        let clip = cut.then(|| covered.to_path(0.1));
        let placed = vec![Draw::Group(Group { transform, clip, alt, ..Group::plain(vec![drawn]) })];
        // The neighbour on the sheet begins where this piece ends.
        let held = bled.holds(covered, transform);
        Ok(if held { placed } else { vec![Draw::clipped(bled.outline(), placed)] })
    }
}

/// Whether a picture of this size has the shape of a piece, with its bleed or without, or one between the two.
fn like(own: Size, piece: Size, bled: Size) -> bool {
    let ratio = |size: Size| size.width / size.height;
    let (a, b) = (ratio(piece), ratio(bled));
    (a.min(b) * 0.99..=a.max(b) * 1.01).contains(&ratio(own))
}

/// Whose picture it is, and the values of its row that name the file.
fn blame(who: &str, template: &Template, row: &dyn Row) -> String {
    let value = |name| Some(format!("{name} = {}", row.value(name)?));
    let values: Vec<_> = template.needs().filter_map(value).collect();
    match (who, values.as_slice()) {
        ("", _) => String::new(),
        (who, []) => format!("{who}: "),
        (who, values) => format!("{who} ({}): ", values.join(", ")),
    }
}

fn coarse(name: &str, pixels: Size, printed: Size) -> Diagnostic {
    let dpi = pixels.width / printed.width * MM_PER_INCH;
    let share = dpi / LEAST_DPI;
    let pair = |size: Size, round: fn(f64) -> f64| {
        format!("{} x {}", Trimmed(round(size.width)), Trimmed(round(size.height)))
    };
    let (has, size) = (pair(pixels, |v| v), pair(printed, |v| (v * 10.0).round() / 10.0));
    let message = format!(
        "`{name}` has {has} pixels and is printed {size} mm large: {} dots to the inch, which looks coarse",
        dpi.floor(),
    );
    // Rounded so that what is told is enough: sizes down, pixels up.
    let most = pair(printed * share, |v| (v * 10.0).floor() / 10.0);
    let needs = pair(pixels * (1.0 / share), |v| (v - 1e-6).ceil());
    let hint =
        format!("{LEAST_DPI} dots to the inch print well: up to {most} mm large, or with {needs} pixels");
    codes::COARSE_PICTURE.warning(message).hint(hint)
}
