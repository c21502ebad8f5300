//! Looks up the pictures and icons of a game by their names. Each file is read only once.
//!
//! - In: the files of the game, and the name of a picture or icon.
//! - Out: the picture or icon, or an error that names a similar file.
//! - Not here: the icons of the program (`icons.rs`), and the drawing of icons (`icon_drawing.rs`).

mod icon_drawing;
mod pdf_page;

use std::path::{Component, Path};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::icons;
use hexpress_base::deflate::{deflate_pixels, wrap_pixels};
use hexpress_base::diag::{Hint, Result, codes};
use hexpress_base::files::{FileError, Files, typed};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::stored::Stored;
use hexpress_scene::picture::{self, LONG_SIDE_PIXELS, Lettering, Picture, PictureSettings};
use hexpress_scene::text::Fonts;
pub use icon_drawing::Icon;
use icon_drawing::icon_picture;
use pdf_page::{OpenPdfs, PageName, is_pdf};

/// A picture, or the reason why its file cannot be used. The first thread that needs the file reads it.
type CachedPicture = Arc<OnceLock<Result<Arc<Picture>>>>;

/// The smallest and the largest number of pixels along the longer side of a drawing. They limit the
/// resolution of those parts of a drawing that are drawn as pixels.
const MIN_PIXELS: u32 = 256;
const MAX_PIXELS: u32 = 16_384;

/// The name of a picture, and how the picture is read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PictureKey {
    name: String,
    lettering: Lettering,
    /// The number of pixels along the longer side of a drawing. It determines the resolution of
    /// those parts of the drawing that are drawn as pixels.
    long_side: u32,
}

/// Pictures and icons by name.
#[derive(Debug, Default)]
pub struct Pictures {
    files: Files,
    /// The fonts for texts in drawings. Drawings and other texts use the same list of fonts, so that
    /// the index of a font means the same in both. If it is `None`, drawings have no fonts.
    fonts: Option<Fonts>,
    /// The folder with the game's own icons. `None` if the game has no icons of its own.
    folder: Option<String>,
    /// The author of the game's icons. `None` if the layout does not name one.
    credit: Option<String>,
    known: Mutex<SortedMap<PictureKey, CachedPicture>>,
    pdfs: OpenPdfs,
    /// The names of the files in `folder`. They are listed when they are first needed.
    listed: OnceLock<Vec<String>>,
    /// Whether pictures are kept uncompressed when they are read.
    unpacked: AtomicBool,
}

impl Pictures {
    /// Creates the pictures of a game from its `files`. `folder` is the folder with the game's own
    /// icons, and `credit` is the name of their author. `fonts` are the fonts for texts in drawings.
    pub fn new(files: &Files, fonts: &Fonts, folder: Option<String>, credit: Option<String>) -> Self {
        Self { files: files.clone(), fonts: Some(fonts.clone()), folder, credit, ..Self::default() }
    }

    /// From this call on, pictures that are read stay uncompressed.
    ///
    /// This saves time if no PDF is made.
    pub fn leave_unpacked(&self) {
        self.unpacked.store(true, Ordering::Relaxed);
    }

    /// Returns the author of the game's icons. Returns `None` if the layout does not name one.
    pub fn credit(&self) -> Option<&str> {
        self.credit.as_deref()
    }

    /// Returns the picture in a file. `art.pdf#3` stands for page 3 of the file `art.pdf`.
    ///
    /// # Errors
    /// The file does not exist, cannot be read, or is not a picture.
    pub fn get(&self, name: &str) -> Result<Arc<Picture>> {
        self.get_as(PictureKey {
            name: name.to_owned(),
            lettering: Lettering::Text,
            long_side: LONG_SIDE_PIXELS,
        })
    }

    /// Returns the picture in a file. If parts of a drawing are drawn as pixels, their resolution is
    /// high enough for a drawing with `long_side` pixels along its longer side.
    ///
    /// # Errors
    /// See [`Self::get`].
    pub fn get_sharp(&self, name: &str, long_side: u32) -> Result<Arc<Picture>> {
        let picture = self.get(name)?;
        if !matches!(*picture, Picture::Drawing { has_pixels: true, .. }) {
            return Ok(picture);
        }
        // The number is rounded up. If a picture is used at several similar sizes, its pixels are
        // then computed only once.
        let long_side = long_side.clamp(MIN_PIXELS, MAX_PIXELS).next_multiple_of(MIN_PIXELS);
        self.get_as(PictureKey { name: name.to_owned(), lettering: Lettering::Text, long_side })
    }

    fn get_as(&self, wanted: PictureKey) -> Result<Arc<Picture>> {
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(wanted.clone()).or_default())
        };
        cell.get_or_init(|| self.read(&wanted)).clone()
    }

    fn read(&self, PictureKey { name, lettering, long_side }: &PictureKey) -> Result<Arc<Picture>> {
        let page = PageName::new(name);
        let name = page.file;
        let file = self.files.get_uncached(name).map_err(|why| {
            let message = match &why {
                _ if name.ends_with('/') => format!("`{}` is a folder, not a picture", typed(name)),
                FileError::Absent(_) => format!("there is no file `{}`", typed(name)),
                _ => format!("cannot read `{}`: {why}", typed(name)),
            };
            // A name such as `.png` or `art/.png` lacks its stem. The usual cause is a field that is
            // empty in this row.
            let is_nameless = name.starts_with('.') || name.contains("/.") || name.ends_with('/');
            let hint = match why {
                _ if is_nameless && !name.starts_with("..") && !name.starts_with("./") => Some(
                    "write the name of the picture in the field; to draw nothing if the field is empty, add its name as a condition: when = \"art\""
                        .into(),
                ),
                FileError::Absent(_) => self.doubled_hint(name).map(Hint::from).or_else(|| why.hint(name)),
                _ => why.hint(name),
            };
            codes::NO_FILE.error(message).maybe_hint(hint)
        })?;
        let pack = if self.unpacked.load(Ordering::Relaxed) { wrap_pixels } else { deflate_pixels };
        let stored = self.files.stored(name).unwrap_or_else(|| Stored::held(&file));
        if is_pdf(page, &file) {
            return self.pdfs.picture(page, &file, &stored).map(Arc::new);
        }
        let no_fonts = Fonts::none();
        let fonts = self.fonts.as_ref().unwrap_or(&no_fonts);
        let (lettering, long_side) = (*lettering, *long_side);
        let linked = |file: &str| self.linked(name, file);
        let reading = PictureSettings { fonts, lettering, pack, long_side, linked: &linked };
        picture::read(&file, &stored, reading)
            .map(Arc::new)
            .map_err(|unusable| unusable.prefixed(&format!("`{name}` ")))
    }

    /// Returns the content of a file to which a drawing refers. The path `file` is relative to the
    /// folder of the drawing.
    fn linked(&self, drawing: &str, file: &str) -> Result<Arc<[u8]>> {
        let plain = file.replace("%20", " ");
        let joined = Path::new(drawing).parent().unwrap_or(Path::new("")).join(plain);
        let mut parts = Vec::new();
        for part in joined.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir if parts.pop().is_some() => {}
                other => parts.push(other.as_os_str().to_string_lossy()),
            }
        }
        let path = parts.join("/");
        self.files.get_uncached(&path).map_err(|why| {
            let hint = "put that file next to the drawing, or embed the picture in the drawing with your \
                drawing program";
            codes::BAD_PICTURE.error(format!("cannot be read: {why}")).hint(hint)
        })
    }

    /// Returns a hint for a name with a doubled extension or folder, such as `two.png.png` or
    /// `art/art/two.png`. Returns `None` unless a file with the corrected name exists.
    ///
    /// The cause is usually that the value in the table already contains the extension or folder, which
    /// the layout then adds again.
    fn doubled_hint(&self, name: &str) -> Option<String> {
        if let Some((stem, ending)) = name.rsplit_once('.')
            && stem.contains('.')
            && self.files.get_uncached(stem).is_ok()
        {
            return Some(format!("leave out the second extension `.{ending}`: the file is `{stem}`"));
        }
        let folder = name.get(..name.find('/')?)?;
        let rest = name.strip_prefix(folder)?.strip_prefix('/')?;
        let is_doubled = rest.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        (is_doubled && self.files.get_uncached(rest).is_ok()).then(|| {
            format!(
                "the file is `{rest}`: write the folder `{folder}/` only once, either in the table or before \
                    the field in the layout"
            )
        })
    }

    /// Returns the sorted names of all files that were read, including tables and fonts.
    pub fn files(&self) -> Vec<String> {
        self.files.files_read().into_keys().collect()
    }

    /// Returns the icon of the game with this name. If the game has no such icon, returns the built-in
    /// icon.
    ///
    /// # Errors
    /// The name is unknown, or the file of the icon cannot be used.
    pub fn icon(&self, name: &str) -> Result<Icon> {
        let Some(folder) = &self.folder else {
            return icons::find(name).map(Icon::Plain).ok_or_else(|| icons::unknown(name, &[]));
        };
        let file = format!("{folder}/{name}.svg");
        if !name.contains(['/', '\\']) {
            let wanted = PictureKey {
                name: file.clone(),
                lettering: Lettering::Outlines,
                long_side: LONG_SIDE_PIXELS,
            };
            match self.get_as(wanted) {
                Ok(picture) => {
                    let picture = icon_picture(&file, picture)?;
                    return Ok(Icon::Own { picture, credited: self.credit.is_some() });
                }
                Err(diagnostic) if diagnostic.code != codes::NO_FILE => return Err(diagnostic),
                Err(_) => {}
            }
        }
        icons::find(name).map(Icon::Plain).ok_or_else(|| {
            let unknown = icons::unknown(name, &self.own_icons());
            match self.not_taken(name).or_else(|| self.subfolder_hint(name)) {
                Some(why) => unknown.hint(why),
                None => unknown,
            }
        })
    }

    /// Returns the names of the game's icons.
    pub fn own_icons(&self) -> Vec<String> {
        self.listed().iter().filter_map(|file| file.strip_suffix(".svg")).map(str::to_owned).collect()
    }

    fn listed(&self) -> &[String] {
        self.listed.get_or_init(|| {
            self.folder.as_ref().and_then(|folder| self.files.list(folder)).unwrap_or_default()
        })
    }

    /// Returns a hint if the folder of icons contains a file that is named like the icon but cannot be
    /// used. Otherwise returns `None`.
    ///
    /// For the icon `fish`, such a file is `fish.png`, which is not an SVG file, or `Fish.svg`, which
    /// has a capital letter.
    pub fn not_taken(&self, name: &str) -> Option<String> {
        const PICTURES: [&str; 7] = ["svg", "png", "jpg", "jpeg", "gif", "webp", "pdf"];
        let folder = self.folder.as_ref()?;
        let mut files = self.listed().iter().filter_map(|file| file.rsplit_once('.'));
        let (stem, ending) = files.find(|(stem, ending)| {
            PICTURES.contains(&ending.to_lowercase().as_str())
                && stem.to_lowercase() == name.to_lowercase()
                && !(*stem == name && *ending == "svg")
        })?;
        let file = format!("{stem}.{ending}");
        Some(match ending {
            "svg" => format!("write `{stem}` for `{folder}/{file}`: upper and lower case differ"),
            "SVG" => format!("rename `{folder}/{file}`: the extension of an icon must be .svg"),
            _ => format!(
                "save the icon as `{folder}/{stem}.svg`, because icons are drawings; or print the picture with \
                    image = \"{folder}/{file}\""
            ),
        })
    }

    /// Returns a hint if the icon is in a subfolder of the folder of icons, because files in subfolders
    /// are not used. Otherwise returns `None`.
    fn subfolder_hint(&self, name: &str) -> Option<String> {
        const MAX_SUBFOLDERS: usize = 100;
        let folder = self.folder.as_ref()?;
        let mut subfolders = self.listed().iter().filter(|file| !file.contains('.')).take(MAX_SUBFOLDERS);
        let stem = Path::new(name).file_name()?.to_str()?;
        let file = format!("{stem}.svg");
        let sub = subfolders.find(|sub| {
            self.files.list(&format!("{folder}/{sub}")).is_some_and(|files| files.contains(&file))
        })?;
        Some(format!("move `{folder}/{sub}/{file}` to `{folder}`: its subfolders are not searched"))
    }
}
