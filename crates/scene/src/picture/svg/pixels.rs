//! Reads the pictures that a drawing contains or refers to.
//!
//! - In: the bytes of data URLs, and the contents of other files. The caller provides a function that
//!   returns these contents.
//! - Out: pictures made of pixels. A drawing inside a drawing is read in the same way as the outer drawing.
//! - Not here: opening the files to which a drawing refers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kurbo::{Affine, Shape as _};
use sha2::{Digest, Sha256};
use usvg::{ImageHrefResolver, ImageKind, ImageRendering, Options};

use super::super::encode::{Extras, Rows, header, png, rgba};
use super::super::{Linked, Picture, read_pixels};
use super::tree::TreeDrawings;
use super::unsupported::{Unsupported, WrongPicture, over_limit};
use super::{frame::looks_like_svg, parse};
use crate::Drawing;
use hexpress_base::deflate::Pack;
use hexpress_base::diag::Diagnostic;
use hexpress_base::stored::Stored;

/// The largest total number of pixels in all pictures of a drawing.
const MAX_PIXELS: u64 = super::super::MAX_PIXELS;

/// The largest total number of bytes in all pictures of a drawing. A picture that is used several
/// times counts each time.
const MAX_BYTES: usize = 256 << 20;

/// The largest number of drawings inside each other, not counting the outermost drawing. Without this limit,
/// reading a file that refers to itself would never end.
const MAX_DRAWING_DEPTH: usize = 4;

/// All pictures that were read so far for a drawing.
#[derive(Default)]
struct Known {
    /// The pictures. The key is the address of the bytes that usvg keeps for a picture. While usvg keeps
    /// them, no other bytes can get this address.
    pictures: HashMap<usize, Arc<Picture>>,
    /// The bytes that usvg keeps for a picture. The key is the digest of the picture's file, so equal files
    /// share these bytes.
    pictures_of_usvg: HashMap<[u8; 32], Arc<Vec<u8>>>,
    /// The total number of pixels of all pictures in `pictures`.
    pixels: u64,
    /// The total size of all used files, in bytes. A file counts each time it is used.
    bytes: usize,
    /// The depth of the drawing that is being read. The outermost drawing has the depth 0.
    depth: usize,
    /// The first picture that cannot be used. `None` if there is no such picture.
    wrong: Option<WrongPicture>,
}

/// Reads the pictures of a drawing, and keeps them.
pub struct Embedded<'l> {
    pack: Pack,
    /// Whether pictures are decoded, because filters may be applied to them. Otherwise, usvg gets only
    /// their sizes.
    decodes: bool,
    linked: &'l Linked<'l>,
    known_pictures: Mutex<Known>,
}

impl<'l> Embedded<'l> {
    pub fn new(pack: Pack, decodes: bool, linked: &'l Linked<'l>) -> Self {
        Self { pack, decodes, linked, known_pictures: Mutex::default() }
    }

    /// Returns the first error about a picture, and removes it. Returns `None` if there is no error.
    pub fn take_wrong(&self) -> Option<WrongPicture> {
        self.known_pictures().wrong.take()
    }

    fn known_pictures(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known_pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the functions that usvg calls to read each picture.
    pub fn resolver(&self) -> ImageHrefResolver<'_> {
        ImageHrefResolver {
            resolve_data: Box::new(|_, data, options| self.read("", &data, options)),
            resolve_string: Box::new(|name, options| self.read_file(name, options)),
        }
    }

    fn read_file(&self, name: &str, options: &Options<'_>) -> Option<ImageKind> {
        match (self.linked)(name) {
            Ok(file) => self.read(name, &Arc::new(file.to_vec()), options),
            Err(why) => {
                self.add_wrong(name, why);
                None
            }
        }
    }

    fn read(&self, name: &str, data: &Arc<Vec<u8>>, options: &Options<'_>) -> Option<ImageKind> {
        let bytes = {
            let mut known = self.known_pictures();
            known.bytes = known.bytes.saturating_add(data.len());
            known.bytes
        };
        let read = if bytes > MAX_BYTES {
            Err(over_limit("exceeds the limit of 256 MB for all pictures of a drawing"))
        } else if looks_like_svg(data) {
            self.drawing(data, options)
        } else if let Some(unpacked) = parse::gunzip(data) {
            unpacked.and_then(|data| self.drawing(&data, options))
        } else {
            self.pixels(data)
        };
        read.map_err(|why| self.add_wrong(name, why)).ok()
    }

    /// Reads a picture that is itself an SVG drawing. The pictures inside it are read like those of the outer
    /// drawing, and count towards the same limits.
    fn drawing(&self, file: &[u8], outer: &Options<'_>) -> Result<ImageKind, Diagnostic> {
        let depth = {
            let mut known = self.known_pictures();
            known.depth += 1;
            known.depth
        };
        let tree = if depth > MAX_DRAWING_DEPTH {
            Err(over_limit("contains drawings that are nested more than 4 deep"))
        } else {
            parse::nested(file, outer, self.resolver())
        };
        self.known_pictures().depth -= 1;
        tree.map(ImageKind::SVG)
    }

    fn add_wrong(&self, name: &str, why: Diagnostic) {
        self.known_pictures().wrong.get_or_insert_with(|| WrongPicture { why, file: name.to_owned() });
    }

    fn pixels(&self, data: &Arc<Vec<u8>>) -> Result<ImageKind, Diagnostic> {
        let digest: [u8; 32] = Sha256::digest(data.as_slice()).into();
        if let Some(kept) = self.known_pictures().pictures_of_usvg.get(&digest) {
            return Ok(ImageKind::PNG(Arc::clone(kept)));
        }
        let file: Arc<[u8]> = data.as_slice().into();
        let picture = read_pixels(&file, &Stored::new(Arc::clone(&file)), self.pack)?;
        let size = picture.size();
        let mut known = self.known_pictures();
        known.pixels = known.pixels.saturating_add((size.width * size.height) as u64);
        if known.pixels > MAX_PIXELS {
            return Err(over_limit("exceeds the limit of 100 million pixels for all pictures of a drawing"));
        }
        let pixels = match &picture {
            Picture::Pixels { image, .. } => image.pixels(),
            Picture::Page { .. } | Picture::Drawing { .. } => None,
        };
        let kept = match pixels {
            Some(pixels) if self.decodes => {
                let bytes = rgba(pixels).unwrap_or_default();
                Arc::new(png(&Rows { size: pixels.size, samples: 4, bytes }, &Extras::default(), self.pack))
            }
            Some(pixels) => Arc::new(header(pixels.size, 4)),
            None => Arc::clone(data),
        };
        known.pictures_of_usvg.insert(digest, Arc::clone(&kept));
        known.pictures.insert(Arc::as_ptr(&kept) as usize, Arc::new(picture));
        Ok(ImageKind::PNG(kept))
    }

    /// Returns the picture for which usvg keeps these bytes. Returns `None` if these bytes do not belong to a
    /// picture that was read.
    fn find(&self, data: &Arc<Vec<u8>>) -> Option<Arc<Picture>> {
        self.known_pictures().pictures.get(&(Arc::as_ptr(data) as usize)).cloned()
    }
}

impl TreeDrawings<'_> {
    /// Adds an embedded picture. `to_frame` maps the coordinates of the picture to those of the
    /// drawing.
    pub fn add_image(&mut self, image: &usvg::Image, to_frame: Affine) -> Result<(), Unsupported> {
        if !image.is_visible() {
            return Ok(());
        }
        let data = match image.kind() {
            ImageKind::SVG(tree) => {
                let first = self.drawings.len();
                self.add_group(tree.root(), to_frame)?;
                let inside = self.drawings.split_off(first);
                if !inside.is_empty() {
                    let size = [tree.size().width(), tree.size().height()].map(f64::from);
                    let page = kurbo::Rect::new(0.0, 0.0, size[0], size[1]).to_path(0.1);
                    self.drawings.push(Drawing::clipped(to_frame * page, inside));
                }
                return Ok(());
            }
            ImageKind::PNG(data) | ImageKind::JPEG(data) | ImageKind::WEBP(data) | ImageKind::GIF(data) => {
                data
            }
        };
        // A glyph of a font, such as an emoji, can also be a picture. Such a picture is not among those that
        // were read before, so it is read here.
        let found = self.embedded.find(data).or_else(|| {
            let file: Arc<[u8]> = data.as_slice().into();
            read_pixels(&file, &Stored::new(Arc::clone(&file)), self.pack).ok().map(Arc::new)
        });
        let Some(Picture::Pixels { image: pixels, upright, .. }) = found.as_deref() else {
            return Err(Unsupported::feature("a picture in an unknown format", image.id(), &["image"]));
        };
        let [width, height] = [image.size().width(), image.size().height()].map(f64::from);
        let square = Affine::scale_non_uniform(width, height);
        let transform = to_frame * square * *upright;
        let smooth = is_smooth(image.rendering_mode()).then(|| self.smoothed(pixels, transform)).flatten();
        let image = smooth.unwrap_or_else(|| Arc::clone(pixels));
        self.drawings.push(Drawing::Image { image, transform });
        Ok(())
    }
}

fn is_smooth(rendering: ImageRendering) -> bool {
    match rendering {
        ImageRendering::OptimizeQuality | ImageRendering::HighQuality | ImageRendering::Smooth => true,
        ImageRendering::OptimizeSpeed | ImageRendering::CrispEdges | ImageRendering::Pixelated => false,
    }
}
