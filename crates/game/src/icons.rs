//! Lists the built-in icons: solid shapes that players can distinguish at a size of 3 mm.
//!
//! - In: the name of an icon.
//! - Out: its path, or an error with a similar name.
//! - Not here: the icons of a game (`pictures/`).
//!
//! The folder `icons` contains a file for each group. Each line of a file, except the first and the
//! last, is an icon. An icon is an SVG path in a box from -50 to 50, with `y` pointing down. The path
//! is filled by the nonzero rule.

use std::sync::LazyLock;

use kurbo::BezPath;

use hexpress_base::diag::near;
use hexpress_base::diag::synonyms::Typed;
use hexpress_base::diag::{Diagnostic, Hint, codes};

macro_rules! groups {
    ($($name:literal),*) => {
        /// The name of each group, and the content of its file.
        const GROUPS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../icons/", $name, ".svg")))),*];
    };
}
groups!(
    "shapes",
    "resources",
    "dice",
    "arms",
    "buildings",
    "travel",
    "animals",
    "people",
    "pieces",
    "units",
    "terrain",
    "weather",
    "signs",
    "actions"
);

/// A built-in icon.
#[derive(Debug, Clone, Copy)]
pub struct Bundled {
    pub name: &'static str,
    /// The group of the icon, such as `buildings`.
    pub group: &'static str,
    /// An SVG path in a box from -50 to 50. The y axis points down.
    pub path: &'static str,
}

/// Returns all icons, group by group.
pub fn all() -> impl Iterator<Item = Bundled> {
    GROUPS.iter().flat_map(|(group, file)| file.lines().filter_map(|line| read(group, line)))
}

/// Reads an icon from a line in the file of a group. Returns `None` for the first and the last line,
/// which contain no icon.
fn read(group: &'static str, line: &'static str) -> Option<Bundled> {
    let (name, rest) = line.strip_prefix("<path id=\"")?.split_once('"')?;
    let (path, _) = rest.strip_prefix(" d=\"")?.split_once('"')?;
    Some(Bundled { name, group, path })
}

/// Returns the path of an icon, scaled to a box from -0.5 to 0.5. Returns `None` for an unknown icon.
pub fn find(name: &str) -> Option<BezPath> {
    static SORTED: LazyLock<Vec<Bundled>> = LazyLock::new(|| {
        let mut sorted: Vec<_> = all().collect();
        sorted.sort_unstable_by_key(|icon| icon.name);
        sorted
    });
    let index = SORTED.binary_search_by_key(&name, |icon| icon.name).ok()?;
    // A test parses the paths of all icons, so parsing cannot fail here.
    let path = BezPath::from_svg(SORTED[index].path).unwrap_or_default();
    Some(kurbo::Affine::scale(0.01) * path)
}

/// Returns the error for an unknown icon. `own_names` contains the names of the game's own icons.
pub fn unknown(name: &str, own_names: &[String]) -> Diagnostic {
    let typed_file = name.rfind('/').and_then(|at| name.get(at + 1..)).unwrap_or(name);
    let stem =
        typed_file.strip_suffix(".svg").or_else(|| typed_file.strip_suffix(".png")).unwrap_or(typed_file);
    let may_be_bundled = typed_file == name && name.ends_with(".svg");
    let is_own = own_names.iter().any(|own| own == stem);
    if stem != name && (is_own || may_be_bundled && all().any(|icon| icon.name == stem)) {
        let diagnostic = codes::UNKNOWN_NAME.error(format!("unknown icon `{name}`"));
        return diagnostic.hint(format!("write the name without its folder and extension: `{stem}`"));
    }
    if let Some(hint) = file_hint(name) {
        return codes::UNKNOWN_NAME.error(format!("unknown icon `{name}`")).hint(hint);
    }
    // In other programs, names such as `fa-heart` and `game-icons:sword` begin with a prefix. The rest
    // may be the name of a built-in icon.
    let part = name.split([':', '/', '-', '_']).skip(1).find(|part| all().any(|icon| icon.name == *part));
    let typed = part.unwrap_or(name);
    // A short word is similar to many others. So a suggested icon must begin with the same letter, or
    // must differ from the word only by a single typing mistake. Otherwise, `wagon` would be suggested
    // for `dragon`.
    let has_same_start = |icon: &str| icon.chars().next() == typed.to_lowercase().chars().next();
    let bundled =
        all().map(|icon| icon.name).filter(|icon| has_same_start(icon) || near::is_slip(typed, icon));
    let names = own_names.iter().map(String::as_str).chain(bundled);
    let hint = near::hint_or_synonym(typed, Typed::Icon, names, || {
        if let Some(icon) = suffix_icon(typed) {
            return Hint::did_you_mean(typed, icon);
        }
        let lists = "run `hexpress icons` to list the bundled icons";
        if own_names.is_empty() {
            lists.into()
        } else {
            format!("choose one of your own icons ({}), or {lists}", own_names.join(", ")).into()
        }
    });
    codes::UNKNOWN_NAME.error(format!("unknown icon `{name}`")).hint(hint.in_place_of(name))
}

/// Returns the longest icon name at the end of a word, e.g. `ship` for `warship`. Returns `None` if
/// there is no such name.
fn suffix_icon(word: &str) -> Option<&'static str> {
    /// The smallest length of the icon name, and of the text before it, in bytes. A shorter match is
    /// probably accidental.
    const MIN_NAME_BYTES: usize = 3;
    let lower = word.to_lowercase();
    let suffixes = all().map(|icon| icon.name).filter(|name| {
        name.len() >= MIN_NAME_BYTES && lower.len() >= name.len() + MIN_NAME_BYTES && lower.ends_with(name)
    });
    suffixes.max_by_key(|name| name.len())
}

/// Returns a hint for a name that looks like the name of a picture file, such as `icons/sword.svg`.
/// Returns `None` for any other name.
fn file_hint(name: &str) -> Option<String> {
    let (path, end) = name.rsplit_once('.')?;
    let picture = format!("for a picture, write image = \"{name}\"");
    match end.to_ascii_lowercase().as_str() {
        "svg" => {
            let end = path.rfind('/');
            let folder = end.and_then(|end| path.get(..end)).unwrap_or("icons");
            let stem = end.and_then(|end| path.get(end + 1..)).unwrap_or(path);
            Some(format!(
                "for an icon of your own, write [icons] folder = \"{folder}\", and then icon = \"{stem}\"; {picture}"
            ))
        }
        "png" | "jpg" | "jpeg" | "webp" | "gif" => Some(picture),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::diag::synonyms;
    use kurbo::{PathEl, Point, Shape, Vec2};

    #[test]
    fn every_icon_fills_its_box_and_stays_in_it() {
        for Bundled { name, path, .. } in all() {
            assert!(BezPath::from_svg(path).is_ok(), "{name}");
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

    #[test]
    fn every_icon_that_a_hint_proposes_is_there() {
        assert!(synonyms::proposed_icons().count() > 30);
        for name in synonyms::proposed_icons() {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn every_line_of_the_files_is_an_icon_with_a_name_of_its_own() {
        let lines: usize = GROUPS.iter().map(|(_, file)| file.lines().count() - 2).sum();
        let mut names: Vec<_> = all().map(|icon| icon.name).collect();
        assert_eq!(names.len(), lines);
        assert!(names.len() >= 325);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        for name in names {
            let mut bytes = name.bytes();
            assert!(bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{name}");
        }
    }

    /// Returns the outlines of an icon as polygons, in the units of the icon files.
    fn contours(path: &str) -> Vec<Vec<Point>> {
        const TOLERANCE: f64 = 0.05;
        let mut contours: Vec<Vec<Point>> = Vec::new();
        kurbo::flatten(BezPath::from_svg(path).unwrap(), TOLERANCE, |element| match element {
            PathEl::MoveTo(point) => contours.push(vec![point]),
            PathEl::LineTo(point) => contours.last_mut().unwrap().push(point),
            _ => {}
        });
        contours
    }

    /// Returns the area and the centroid of an icon's silhouette. The silhouette is everything inside
    /// the outermost outlines, including holes.
    fn silhouette(contours: &[Vec<Point>]) -> (f64, Point) {
        let is_inside = |inner: &[Point], outer: &[Point]| {
            let edges = outer.iter().zip(outer.iter().cycle().skip(1));
            let crossed = edges.filter(|(a, b)| {
                let y = inner[0].y;
                (a.y > y) != (b.y > y) && inner[0].x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
            });
            crossed.count() % 2 == 1
        };
        let (mut area, mut moment) = (0.0, Vec2::ZERO);
        for (index, contour) in contours.iter().enumerate() {
            let mut others = contours.iter().enumerate().filter(|(other, _)| *other != index);
            if others.any(|(_, other)| is_inside(contour, other)) {
                continue;
            }
            let (mut own, mut own_moment) = (0.0, Vec2::ZERO);
            for (a, b) in contour.iter().zip(contour.iter().cycle().skip(1)) {
                let cross = a.to_vec2().cross(b.to_vec2()) / 2.0;
                own += cross;
                own_moment += (a.to_vec2() + b.to_vec2()) / 3.0 * cross;
            }
            area += own.abs();
            moment += own_moment * own.signum();
        }
        (area, (moment / area).to_point())
    }

    #[test]
    fn icons_are_centred_half_way_between_their_box_and_their_weight() {
        /// The largest distance between the centre of an icon and the origin along each axis, in units
        /// of the icon files.
        const MAX_CENTRE_DISTANCE: f64 = 2.6;
        /// How far icons usually extend from the origin, in units of the icon files.
        const USUAL_EXTENT: f64 = 48.0;
        for Bundled { name, path, .. } in all() {
            let bounds = BezPath::from_svg(path).unwrap().bounding_box();
            let (area, weight) = silhouette(&contours(path));
            assert!(area > 400.0, "{name} {area}");
            let eye = bounds.center().midpoint(weight);
            for (off, low, high) in [(eye.x, bounds.x0, bounds.x1), (eye.y, bounds.y0, bounds.y1)] {
                // An icon that fills its box has no room to be moved to the centre.
                let room = if off > 0.0 { low + USUAL_EXTENT } else { USUAL_EXTENT - high };
                assert!(off.abs() < MAX_CENTRE_DISTANCE || room < 0.3, "{name}: {eye:?} in {bounds:?}");
            }
        }
    }
}
