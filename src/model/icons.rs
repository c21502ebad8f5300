//! Icons that are part of the program: plain shapes that can be told apart at 3 mm, drawn for it.
//!
//! Each is an SVG path in a box from -50 to 50, y down, filled by the non-zero rule.

use kurbo::BezPath;

use crate::diag::near;
use crate::diag::{Diagnostic, codes};

/// Every icon: its name and its path.
pub const ICONS: [(&str, &str); 24] = [
    ("circle", "M0-42C23-42 42-23 42 0S23 42 0 42S-42 23-42 0S-23-42 0-42Z"),
    ("dot", "M0-24C13-24 24-13 24 0S13 24 0 24S-24 13-24 0S-13-24 0-24Z"),
    (
        "ring",
        "M0-44C24-44 44-24 44 0S24 44 0 44S-44 24-44 0S-24-44 0-44ZM0-24C-13-24-24-13-24 0S-13 24 0 24S24 13 24 0S13-24 0-24Z",
    ),
    ("triangle", "M0-44L46 38L-46 38Z"),
    ("square", "M-37-37L37-37L37 37L-37 37Z"),
    ("diamond", "M0-48L38 0L0 48L-38 0Z"),
    ("star", "M0-48L11.2-15.5L45.7-14.8L18.2 5.9L28.2 38.8L0 19L-28.2 38.8L-18.2 5.9L-45.7-14.8L-11.2-15.5Z"),
    ("cross", "M-15-45L15-45L15-15L45-15L45 15L15 15L15 45L-15 45L-15 15L-45 15L-45-15L-15-15Z"),
    ("saltire", "M-24-45L0-21L24-45L45-24L21 0L45 24L24 45L0 21L-24 45L-45 24L-21 0L-45-24Z"),
    ("drop", "M0-48C14-24 34-4 34 16C34 35 19 48 0 48S-34 35-34 16C-34-4-14-24 0-48Z"),
    ("hexagon", "M0-46L40-23L40 23L0 46L-40 23L-40-23Z"),
    ("crescent", "M18-42C-10-46-40-24-40 4S-12 48 20 40C-4 34-16 18-16-2S-2-36 18-42Z"),
    (
        "heart",
        "M0 42C-26 20-46 4-46-16C-46-32-34-42-21-42C-12-42-4-37 0-29C4-37 12-42 21-42C34-42 46-32 46-16C46 4 26 20 0 42Z",
    ),
    (
        "spade",
        "M0-46C20-24 44-10 44 12C44 26 34 33 23 33C16 33 10 30 6 25C7 33 11 40 17 45L-17 45C-11 40-7 33-6 25C-10 30-16 33-23 33C-34 33-44 26-44 12C-44-10-20-24 0-46Z",
    ),
    (
        "club",
        "M0-46C13-46 22-37 22-25C22-18 19-13 15-9C29-13 45-5 45 11C45 24 36 32 25 32C17 32 10 28 6 22C7 31 11 39 17 45L-17 45C-11 39-7 31-6 22C-10 28-17 32-25 32C-36 32-45 24-45 11C-45-5-29-13-15-9C-19-13-22-18-22-25C-22-37-13-46 0-46Z",
    ),
    (
        "coin",
        "M0-44C24-44 44-24 44 0S24 44 0 44S-44 24-44 0S-24-44 0-44ZM-30 0C-30 17-17 30 0 30S30 17 30 0S17-30 0-30S-30-17-30 0ZM-6-20L6-20L6 20L-6 20Z",
    ),
    ("bolt", "M10-48L-30 8L-4 8L-12 48L30-12L4-12Z"),
    ("crown", "M-44 34L-44-28L-22-4L0-40L22-4L44-28L44 34Z"),
    ("flag", "M-34-46L-24-46L-24-40L40-22L-24-2L-24 46L-34 46Z"),
    ("house", "M0-46L46-4L34-4L34 44L-34 44L-34-4L-46-4Z"),
    ("mountain", "M-10-36L10 2L20-14L48 40L-48 40Z"),
    (
        "waves",
        "M-46-26C-32-40-16-40 0-26S32-12 46-26L46-10C32 4 16 4 0-10S-32-24-46-10ZM-46 14C-32 0-16 0 0 14S32 28 46 14L46 30C32 44 16 44 0 30S-32 16-46 30Z",
    ),
    ("dash", "M-46-13L46-13L46 13L-46 13Z"),
    ("bars", "M-44-40L-20-40L-20 40L-44 40ZM-12-40L12-40L12 40L-12 40ZM20-40L44-40L44 40L20 40Z"),
];

/// The icon called `name`, in a box from -0.5 to 0.5.
pub fn find(name: &str) -> Option<BezPath> {
    let (_, data) = ICONS.iter().find(|(icon, _)| *icon == name)?;
    // Every path of the list is read by a test, so this cannot fail.
    let path = BezPath::from_svg(data).unwrap_or_default();
    Some(kurbo::Affine::scale(0.01) * path)
}

/// That there is no icon called `name`, and the nearest that there is, among these and the game's own.
pub fn unknown(name: &str, own: &[String]) -> Diagnostic {
    let names: Vec<&str> =
        own.iter().map(String::as_str).chain(ICONS.iter().map(|(icon, _)| *icon)).collect();
    let hint = near::among(name, &names, "there are:");
    codes::UNKNOWN_NAME.error(format!("no icon is called `{name}`")).hint(hint).about(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Shape;

    #[test]
    fn every_icon_fills_its_box_and_stays_in_it() {
        for (name, data) in ICONS {
            assert!(BezPath::from_svg(data).is_ok(), "{name}");
            let bounds = find(name).unwrap().bounding_box();
            assert!(
                bounds.x0 >= -0.5 && bounds.x1 <= 0.5 && bounds.y0 >= -0.5 && bounds.y1 <= 0.5,
                "{name} {bounds:?}"
            );
            assert!(bounds.width() >= 0.4 || bounds.height() >= 0.4, "{name} {bounds:?}");
        }
        assert!(find("strr").is_none());
        assert!(unknown("strr", &[]).hint.unwrap().contains("star"));
    }
}
