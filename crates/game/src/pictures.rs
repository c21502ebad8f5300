//! The files of pictures and icons that a game draws, each read once, on whichever core asks first.

use crate::base::map::Map;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use super::icons;
use crate::base::deflate::{deflate_pixels, wrap_pixels};
use crate::base::geometry::corners;
use crate::base::stored::Stored;
use crate::diag::{Result, codes};
use crate::files::{Files, NoFile, typed};
use crate::picture::{self, Picture};
use crate::scene::{Draw, Group, Ink, Shared, Stroke, leaves};

type Cell = Arc<OnceLock<Result<Arc<Picture>>>>;

/// Pictures and icons by name.
#[derive(Debug, Default)]
pub struct Pictures {
    files: Files,
    /// Where the game's own icons are.
    folder: Option<String>,
    /// Who drew those.
    credit: Option<String>,
    known: Mutex<Map<String, Cell>>,
    /// What lies in the folder of own icons, read once it is asked for.
    listed: OnceLock<Vec<String>>,
    /// Whether no file is made with them as they are packed.
    unpacked: AtomicBool,
}

/// An icon, in a box from -0.5 to 0.5.
#[derive(Debug, Clone, PartialEq)]
pub enum Icon {
    /// One of the program's: an area.
    Plain(BezPath),
    /// One of the game's: a drawing that has one colour.
    Own {
        /// The drawing.
        picture: Arc<Picture>,
        /// Whether its author is named on the sheet.
        credited: bool,
    },
}

impl Pictures {
    /// Those in `files`; own icons are in its folder `folder`, drawn by whom `credit` says.
    pub fn new(files: &Files, folder: Option<String>, credit: Option<String>) -> Self {
        Self { files: files.clone(), folder, credit, ..Self::default() }
    }

    /// That no file is made that holds pictures as they are packed: to compress those that are read from now on would be
    /// in vain.
    pub fn leave_unpacked(&self) {
        self.unpacked.store(true, Ordering::Relaxed);
    }

    /// Who drew the game's own icons, where the layout says it.
    pub fn credit(&self) -> Option<&str> {
        self.credit.as_deref()
    }

    /// The picture in the file of this name.
    ///
    /// # Errors
    /// Why there is none.
    pub fn get(&self, name: &str) -> Result<Arc<Picture>> {
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(name.to_owned()).or_default())
        };
        cell.get_or_init(|| self.read(name)).clone()
    }

    fn read(&self, name: &str) -> Result<Arc<Picture>> {
        let file = self.files.look_at(name).map_err(|why| {
            let message = match &why {
                _ if name.ends_with('/') => format!("`{}` is a folder, and names no picture", typed(name)),
                NoFile::Absent(_) => format!("there is no file `{}`", typed(name)),
                _ => format!("`{}` cannot be had: {why}", typed(name)),
            };
            // A field that gives the name is empty in the row.
            let is_nameless = name.starts_with('.') || name.contains("/.") || name.ends_with('/');
            let hint = match why {
                _ if is_nameless && !name.starts_with("..") && !name.starts_with("./") => Some(
                    "fill the field in that gives its name, or leave the picture out there: when = \"art\""
                        .to_owned(),
                ),
                NoFile::Absent(_) => self.without_doubled(name).or_else(|| why.hint(name)),
                _ => why.hint(name),
            };
            codes::NO_FILE.error(message).maybe_hint(hint)
        })?;
        let pack = if self.unpacked.load(Ordering::Relaxed) { wrap_pixels } else { deflate_pixels };
        let stored = self.files.stored(name).unwrap_or_else(|| Stored::held(&file));
        picture::read_packed(&file, &stored, pack)
            .map(Arc::new)
            .map_err(|unusable| unusable.prefixed(&format!("`{name}` ")))
    }

    /// Says which file is there if an ending or a folder is left out that the name has twice, as where both a table and
    /// the text around its field have it: `two.png.png`, `art/art/two.png`.
    fn without_doubled(&self, name: &str) -> Option<String> {
        let is_there = |short: &&str| self.files.look_at(short).is_ok();
        let ending = name.rsplit_once('.').filter(|(stem, _)| stem.contains('.'));
        if let Some((stem, ending)) = ending.filter(|(stem, _)| is_there(stem)) {
            return Some(format!(
                "there is `{stem}`: leave the second ending `.{ending}` out, in the table or in the text around its field"
            ));
        }
        let folder = name.get(..name.find('/')?)?;
        let rest = name.strip_prefix(folder)?.strip_prefix('/')?;
        let is_doubled = rest.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        (is_doubled && is_there(&rest)).then(|| {
            format!(
                "there is `{rest}`: write the folder `{folder}/` only once, in the table or in the text around its field"
            )
        })
    }

    /// The names of the files that were read so far, sorted: tables and fonts too.
    pub fn files(&self) -> Vec<String> {
        self.files.read().into_keys().collect()
    }

    /// The icon called `name`: the game's own, then the program's.
    ///
    /// # Errors
    /// The nearest name there is; what is wrong with its file.
    pub fn icon(&self, name: &str) -> Result<Icon> {
        let Some(folder) = &self.folder else {
            return icons::find(name).map(Icon::Plain).ok_or_else(|| icons::unknown(name, &[]));
        };
        let file = format!("{folder}/{name}.svg");
        if !name.contains(['/', '\\']) {
            match self.get(&file) {
                Ok(picture) => {
                    let picture = own(&file, picture)?;
                    return Ok(Icon::Own { picture, credited: self.credit.is_some() });
                }
                Err(wrong) if wrong.code != codes::NO_FILE => return Err(wrong),
                Err(_) => {}
            }
        }
        icons::find(name).map(Icon::Plain).ok_or_else(|| {
            let unknown = icons::unknown(name, &self.own_icons());
            match self.not_taken(name).or_else(|| self.further_down(name)) {
                Some(why) => unknown.hint(why),
                None => unknown,
            }
        })
    }

    /// The names of the game's own icons.
    pub fn own_icons(&self) -> Vec<String> {
        self.listed().iter().filter_map(|file| file.strip_suffix(".svg")).map(str::to_owned).collect()
    }

    fn listed(&self) -> &[String] {
        let list = || self.folder.as_ref().and_then(|folder| self.files.list(folder)).unwrap_or_default();
        self.listed.get_or_init(list)
    }

    /// Says which file of the folder of own icons may be meant by the name of an icon, and why it is not taken: it is no
    /// SVG, or its name has other capitals.
    pub fn not_taken(&self, name: &str) -> Option<String> {
        const PICTURES: [&str; 6] = ["svg", "png", "jpg", "jpeg", "gif", "webp"];
        let folder = self.folder.as_ref()?;
        let meant = |file: &&String| {
            let parts = file.rsplit_once('.');
            parts.is_some_and(|(stem, end)| {
                let is_picture = PICTURES.contains(&end.to_lowercase().as_str());
                is_picture && stem.to_lowercase() == name.to_lowercase() && !(stem == name && end == "svg")
            })
        };
        let file = self.listed().iter().find(meant)?;
        Some(match file.rsplit_once('.') {
            Some((stem, "svg")) => format!("`{folder}/{file}` is the icon `{stem}`: capitals count"),
            Some((_, "SVG")) => format!("rename `{folder}/{file}`: the name of an icon's file ends in .svg"),
            _ => format!("`{folder}/{file}` is no SVG file: icons are drawings; `image` draws any picture"),
        })
    }

    /// Says that the file of an icon is in a folder below that of own icons.
    fn further_down(&self, name: &str) -> Option<String> {
        const MOST: usize = 100;
        let folder = self.folder.as_ref()?;
        let below = self.listed().iter().filter(|file| !file.contains('.')).take(MOST);
        let stem = std::path::Path::new(name).file_name()?.to_str()?;
        let file = format!("{stem}.svg");
        let has = |sub: &&String| {
            let list = self.files.list(&format!("{folder}/{sub}"));
            list.is_some_and(|list| list.contains(&file))
        };
        let sub = below.into_iter().find(has)?;
        Some(format!("move `{folder}/{sub}/{file}` to `{folder}`: folders in it are not looked into"))
    }
}

/// An own icon, if its file is a drawing in one colour, or in one on a ground of another that covers all of it.
fn own(file: &str, picture: Arc<Picture>) -> Result<Arc<Picture>> {
    let Picture::Drawing { shared, size, title } = picture.as_ref() else {
        let message = format!("`{file}` is made of pixels, and an icon is a drawing (SVG)");
        return Err(codes::BAD_PICTURE.error(message).hint("image = \"…\" draws any picture"));
    };
    let colours = inks(&shared.draws);
    if colours.len() == 2
        && let Some(draws) = without_ground(&shared.draws, Affine::IDENTITY, size.to_rect())
        && inks(&draws).len() == 1
    {
        let shared = Arc::new(Shared { draws, ..Shared::clone(shared) });
        return Ok(Arc::new(Picture::Drawing { shared, size: *size, title: title.clone() }));
    }
    if colours.len() > 1 {
        let message = format!("`{file}` has {} colours, and an icon has one", colours.len());
        let names: Vec<_> = colours.iter().map(|ink| ink.name.as_ref()).collect();
        let hint = format!("it has {}; image = \"{file}\" draws it as it is", names.join(", "));
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    }
    Ok(picture)
}

/// The drawings without the first one, if that is an area that covers the whole frame.
fn without_ground(draws: &[Draw], to_frame: Affine, whole: Rect) -> Option<Vec<Draw>> {
    let (first, rest) = draws.split_first()?;
    match first {
        Draw::Path { path, fill: Some(_), stroke: None } => {
            let seen = to_frame * path.clone();
            // A little inside its corners: some are a little round.
            let inner = whole.scale_from_origin(0.94) + whole.center().to_vec2() * 0.06;
            let corners = corners(inner).into_iter().all(|corner| seen.winding(corner) != 0);
            (corners && seen.winding(whole.center()) != 0).then(|| rest.to_vec())
        }
        Draw::Group(group) => {
            let inside = without_ground(&group.draws, to_frame * group.transform, whole)?;
            let first = Draw::Group(Group { draws: inside, ..group.clone() });
            Some([first].into_iter().chain(rest.iter().cloned()).collect())
        }
        _ => None,
    }
}

/// The colours of paths, each once.
fn inks(draws: &[Draw]) -> Vec<&Ink> {
    let mut found = Vec::new();
    for leaf in leaves(draws, Affine::IDENTITY) {
        let both = match leaf.draw {
            Draw::Path { fill, stroke, .. } => [fill.as_ref(), stroke.as_ref().map(|s| &s.ink)],
            Draw::EvenOdd { fill, .. } => [Some(fill), None],
            Draw::Text(_) | Draw::Image { .. } | Draw::Use { .. } | Draw::Group(_) | Draw::Many(_) => {
                continue;
            }
        };
        for ink in both.into_iter().flatten() {
            if !found.contains(&ink) {
                found.push(ink);
            }
        }
    }
    found
}

impl Icon {
    /// What it covers of its box, which reaches from -0.5 to 0.5.
    pub fn bounds(&self) -> Rect {
        match self {
            Self::Plain(path) => path.bounding_box(),
            Self::Own { picture, .. } => {
                let Picture::Drawing { size, .. } = picture.as_ref() else { return Rect::ZERO };
                Rect::from_center_size(Point::ORIGIN, *size / size.width.max(size.height))
            }
        }
    }

    /// The icon about the origin, so many mm large, its areas in `fill` with `line` round them.
    pub fn draws(&self, side: f64, fill: &Ink, line: Option<&Stroke>) -> Vec<Draw> {
        match self {
            Self::Plain(path) => {
                let path = Affine::scale(side) * path.clone();
                vec![Draw::Path { path, fill: Some(fill.clone()), stroke: line.cloned() }]
            }
            Self::Own { picture, credited } => {
                let Picture::Drawing { shared, size, title } = picture.as_ref() else { return Vec::new() };
                let scale = side / size.width.max(size.height);
                let middle = Vec2::new(size.width / 2.0, size.height / 2.0);
                let to_box = Affine::scale(scale) * Affine::translate(-middle);
                let draws = recoloured(&shared.draws, to_box, scale, fill, line);
                if !credited && title.is_none() {
                    return draws;
                }
                let alt = title.clone();
                vec![Draw::Group(Group { credited: *credited, alt, ..Group::plain(draws) })]
            }
        }
    }
}

/// The same drawings behind `transform`, which stretches by `scale`, in one colour.
fn recoloured(draws: &[Draw], transform: Affine, scale: f64, ink: &Ink, line: Option<&Stroke>) -> Vec<Draw> {
    let mut out = Vec::with_capacity(draws.len());
    for draw in draws {
        match draw {
            Draw::Path { path, fill, stroke } => {
                let stroke = stroke.as_ref().map(|s| Stroke {
                    width: s.width * scale,
                    ink: ink.clone(),
                    dash: s.dash.iter().map(|d| d * scale).collect(),
                    phase: s.phase * scale,
                    round: s.round,
                });
                let stroke = stroke.or_else(|| line.cloned());
                let fill = fill.as_ref().map(|_| ink.clone());
                out.push(Draw::Path { path: transform * path.clone(), fill, stroke });
            }
            Draw::EvenOdd { path, .. } => {
                let path = transform * path.clone();
                out.push(Draw::EvenOdd { path: path.clone(), fill: ink.clone() });
                if let Some(line) = line {
                    out.push(Draw::Path { path, fill: None, stroke: Some(line.clone()) });
                }
            }
            Draw::Group(group) => {
                let mut group = group.clone();
                group.clip = group.clip.map(|clip| transform * clip);
                group.draws = recoloured(&group.draws, transform, scale, ink, line);
                out.push(Draw::Group(group));
            }
            Draw::Text(_) | Draw::Image { .. } | Draw::Many(_) | Draw::Use { .. } => {}
        }
    }
    out
}
