//! Draws icons in one colour.
//!
//! - In: the path of a built-in icon, or the drawing in an SVG file of the game.
//! - Out: drawings in a given size and ink.
//! - Not here: looking up an icon by name (`mod.rs`).

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use hexpress_base::diag::{Result, codes};
use hexpress_base::geometry::corners;
use hexpress_scene::picture::Picture;
use hexpress_scene::{Drawing, Group, Ink, Shared, Stroke, leaves};

/// An icon in a box from -0.5 to 0.5.
#[derive(Debug, Clone, PartialEq)]
pub enum Icon {
    /// A built-in icon: a path around the area that is filled.
    Plain(BezPath),
    /// An icon of the game: a drawing in one colour.
    Own {
        picture: Arc<Picture>,
        /// Whether the sheet must name the author of the icon.
        credited: bool,
    },
}

impl Icon {
    /// Returns the bounding box of the icon. It is within the box from -0.5 to 0.5.
    pub fn bounds(&self) -> Rect {
        match self {
            Self::Plain(path) => path.bounding_box(),
            Self::Own { picture, .. } => {
                let Picture::Drawing { size, .. } = picture.as_ref() else { return Rect::ZERO };
                Rect::from_center_size(Point::ORIGIN, *size / size.width.max(size.height))
            }
        }
    }

    /// Returns the drawings of the icon around the origin.
    ///
    /// Areas are filled with `fill` and outlined with `line`. `side` is the side length of the icon's
    /// box, in mm.
    pub fn drawings(&self, side: f64, fill: &Ink, line: Option<&Stroke>) -> Vec<Drawing> {
        match self {
            Self::Plain(path) => {
                let path = Affine::scale(side) * path.clone();
                vec![Drawing::Path { path, fill: Some(fill.clone()), stroke: line.cloned() }]
            }
            Self::Own { picture, credited } => {
                let Picture::Drawing { shared, size, title, .. } = picture.as_ref() else {
                    return Vec::new();
                };
                let scale = side / size.width.max(size.height);
                let centre = Vec2::new(size.width / 2.0, size.height / 2.0);
                let to_box = Affine::scale(scale) * Affine::translate(-centre);
                let drawings = recoloured(&shared.drawings, to_box, scale, fill, line);
                if !credited && title.is_none() {
                    return drawings;
                }
                let alt = title.clone();
                vec![Drawing::Group(Group { credited: *credited, alt, ..Group::plain(drawings) })]
            }
        }
    }
}

/// Checks that the picture of an icon has only one colour.
///
/// If a background of another colour covers the whole picture, this background is removed first.
///
/// # Errors
/// The picture is made of pixels, contains something other than shapes, or has several colours.
pub(super) fn icon_picture(file: &str, picture: Arc<Picture>) -> Result<Arc<Picture>> {
    let Picture::Drawing { shared, size, title, notes, has_pixels } = picture.as_ref() else {
        let message = format!("`{file}` consists of pixels, but an icon must consist of lines and areas");
        let hint =
            format!("use an SVG file with lines and areas; or print the picture with image = \"{file}\"");
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    };
    if has_more_than_shapes(&shared.drawings) {
        let message =
            format!("`{file}` has a picture, a pattern, a mask or a blend mode, but an icon has only shapes");
        let hint =
            format!("use only shapes in one colour; or draw the picture unchanged with image = \"{file}\"");
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    }
    let colours = inks(&shared.drawings);
    if colours.len() == 2
        && let Some(drawings) = without_ground(&shared.drawings, Affine::IDENTITY, size.to_rect())
        && inks(&drawings).len() == 1
    {
        let shared = Arc::new(Shared { drawings, ..Shared::clone(shared) });
        let (title, notes) = (title.clone(), notes.clone());
        let (size, has_pixels) = (*size, *has_pixels);
        return Ok(Arc::new(Picture::Drawing { shared, size, title, notes, has_pixels }));
    }
    if colours.len() > 1 {
        let message = format!("`{file}` has {} colours, but an icon can have only one", colours.len());
        let names: Vec<_> = colours.iter().map(|ink| ink.name.as_ref()).collect();
        let hint = format!(
            "use only one of the colours {}; or draw the picture unchanged with image = \"{file}\"",
            names.join(", ")
        );
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    }
    Ok(picture)
}

/// Returns whether drawings contain something that is neither a shape nor a group.
fn has_more_than_shapes(drawings: &[Drawing]) -> bool {
    drawings.iter().any(|drawing| match drawing {
        Drawing::Path { .. } | Drawing::EvenOdd { .. } => false,
        Drawing::Group(group) => {
            group.mask.is_some() || group.blend.is_some() || has_more_than_shapes(&group.drawings)
        }
        Drawing::Text(_) | Drawing::Image { .. } | Drawing::Cells(_) | Drawing::Use { .. } => true,
    })
}

/// If the first drawing is a filled area that covers the whole `frame`, returns all other drawings.
/// Otherwise returns `None`.
fn without_ground(drawings: &[Drawing], to_frame: Affine, frame: Rect) -> Option<Vec<Drawing>> {
    let (first, rest) = drawings.split_first()?;
    match first {
        Drawing::Path { path, fill: Some(_), stroke: None } => {
            let area = to_frame * path.clone();
            // The area may have rounded corners, so it needs to cover only a slightly smaller rectangle
            // than the frame.
            let inner = frame.scale_from_origin(0.94) + frame.center().to_vec2() * 0.06;
            let covers_corners = corners(inner).into_iter().all(|corner| area.winding(corner) != 0);
            (covers_corners && area.winding(frame.center()) != 0).then(|| rest.to_vec())
        }
        Drawing::Group(group) => {
            let inside = without_ground(&group.drawings, to_frame * group.transform, frame)?;
            let group = Drawing::Group(Group { drawings: inside, ..group.clone() });
            Some([group].into_iter().chain(rest.iter().cloned()).collect())
        }
        _ => None,
    }
}

fn inks(drawings: &[Drawing]) -> Vec<&Ink> {
    let mut found = Vec::new();
    for leaf in leaves(drawings, Affine::IDENTITY) {
        let inks = match leaf.draw {
            Drawing::Path { fill, stroke, .. } => [fill.as_ref(), stroke.as_ref().map(|s| &s.ink)],
            Drawing::EvenOdd { fill, .. } => [Some(fill), None],
            Drawing::Text(_)
            | Drawing::Image { .. }
            | Drawing::Use { .. }
            | Drawing::Group(_)
            | Drawing::Cells(_) => {
                continue;
            }
        };
        for ink in inks.into_iter().flatten() {
            if !found.contains(&ink) {
                found.push(ink);
            }
        }
    }
    found
}

/// Transforms drawings, and gives all of them the same ink. An area without an outline gets the outline
/// `line`.
///
/// `scale` is the factor by which `transform` scales. The widths of lines are multiplied by it.
fn recoloured(
    drawings: &[Drawing],
    transform: Affine,
    scale: f64,
    ink: &Ink,
    line: Option<&Stroke>,
) -> Vec<Drawing> {
    let mut out = Vec::with_capacity(drawings.len());
    for drawing in drawings {
        match drawing {
            Drawing::Path { path, fill, stroke } => {
                let stroke = match stroke {
                    Some(stroke) => Some(scaled_stroke(stroke, scale, ink)),
                    None => line.cloned(),
                };
                let fill = fill.as_ref().map(|_| ink.clone());
                out.push(Drawing::Path { path: transform * path.clone(), fill, stroke });
            }
            Drawing::EvenOdd { path, .. } => {
                let path = transform * path.clone();
                out.push(Drawing::EvenOdd { path: path.clone(), fill: ink.clone() });
                if let Some(line) = line {
                    out.push(Drawing::Path { path, fill: None, stroke: Some(line.clone()) });
                }
            }
            Drawing::Group(group) => {
                let mut group = group.clone();
                group.clip = group.clip.map(|clip| transform * clip);
                group.drawings = recoloured(&group.drawings, transform, scale, ink, line);
                out.push(Drawing::Group(group));
            }
            Drawing::Text(_) | Drawing::Image { .. } | Drawing::Cells(_) | Drawing::Use { .. } => {}
        }
    }
    out
}

fn scaled_stroke(stroke: &Stroke, scale: f64, ink: &Ink) -> Stroke {
    Stroke {
        width: stroke.width * scale,
        ink: ink.clone(),
        dash: stroke.dash.iter().map(|length| length * scale).collect(),
        phase: stroke.phase * scale,
        round: stroke.round,
    }
}
