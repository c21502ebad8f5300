//! Reads pages of PDFs as pictures.
//!
//! - In: the bytes of a file, and a name such as `art.pdf#3`.
//! - Out: a picture, or an error that contains the name.
//! - Not here: parsing PDFs (`hexpress-read`).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::stored::Stored;
use hexpress_read::{PageFormError, PageForms, ReadError};
use hexpress_scene::picture::Picture;
use hexpress_scene::{Image, ImageContent};

/// The first bytes of a PDF.
const SIGNATURE: &[u8] = b"%PDF-";

/// The extensions of files that may have several pages. Illustrator files with `.ai` are PDFs.
const PAGED_EXTENSIONS: [&str; 2] = [".pdf", ".ai"];

/// An open PDF, or the reason why it cannot be read. The first thread that needs the file opens it.
type OpenFile = Arc<OnceLock<std::result::Result<PageForms, ReadError>>>;

/// The open PDFs of a game, by the names of their files.
#[derive(Debug, Default)]
pub struct OpenPdfs(Mutex<SortedMap<String, OpenFile>>);

/// The name of a picture, split into the name of a file and a page: `art.pdf` and `3` for `art.pdf#3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageName<'n> {
    pub file: &'n str,
    /// The text after `#`, which should be the number of a page. `None` if the name contains no page.
    page: Option<&'n str>,
}

impl<'n> PageName<'n> {
    /// Splits a name such as `art.pdf#3`. A `#` in the name of any other kind of file is a part of the
    /// file's name.
    pub fn new(name: &'n str) -> Self {
        match name.rsplit_once('#') {
            Some((file, page))
                if PAGED_EXTENSIONS.iter().any(|ending| file.to_lowercase().ends_with(ending)) =>
            {
                Self { file, page: Some(page) }
            }
            _ => Self { file: name, page: None },
        }
    }

    /// Returns the number of the page, from 1. It is 1 if the name contains no page. Returns `None` if
    /// the page is not a number.
    fn number(self) -> Option<usize> {
        self.page.map_or(Some(1), |page| page.parse().ok())
    }
}

/// Returns whether a picture is a page of a PDF, because its file is a PDF or its name contains a page.
pub fn is_pdf(name: PageName<'_>, file: &[u8]) -> bool {
    file.starts_with(SIGNATURE) || name.page.is_some()
}

impl OpenPdfs {
    /// Reads a page of a file. `file` contains the bytes of the file, to be parsed. `stored` contains
    /// the same bytes, and becomes a part of the picture. Errors already contain the name of the
    /// picture.
    ///
    /// # Errors
    /// The file is not a PDF that can be read, or there is no such page.
    pub fn picture(&self, name: PageName<'_>, file: &[u8], stored: &Stored) -> Result<Picture> {
        let PageName { file: path, page } = name;
        let Some(number) = name.number() else {
            let page = page.unwrap_or_default();
            let message = format!("`{path}#{page}` names no page: `{page}` is not a number");
            return Err(codes::BAD_PICTURE
                .error(message)
                .hint(format!("write the number of the page: \"{path}#1\"")));
        };
        let open = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(path.to_owned()).or_default())
        };
        let hash: String = Sha256::digest(file).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let forms = open.get_or_init(|| PageForms::open(file, hash.as_str().into()));
        let form = match forms {
            Ok(forms) => forms.page(number),
            Err(error) => Err(PageFormError::Unreadable(error.clone())),
        };
        let form = form.map_err(|error| unusable(path, number, &error))?;
        let size = form.size;
        let image = Image {
            name: format!("I{hash}p{number}"),
            file: stored.clone(),
            mime: "application/pdf",
            content: ImageContent::Page(Arc::new(form)),
        };
        Ok(Picture::Page { image: Arc::new(image), size })
    }
}

/// Returns the error for a page that cannot be drawn.
fn unusable(path: &str, number: usize, error: &PageFormError) -> Diagnostic {
    match error {
        PageFormError::NoPage { pages } => {
            let message = format!("`{path}` has no page {number}: {error}");
            let hint = match pages {
                1 => format!("write only the name of the file: \"{path}\""),
                _ => format!("choose a page from 1 to {pages}, such as \"{path}#{pages}\""),
            };
            codes::BAD_PICTURE.error(message).hint(hint)
        }
        PageFormError::Empty => {
            let message = format!("page {number} of `{path}` cannot be drawn: {error}");
            codes::BAD_PICTURE.error(message).hint("export it again, with an artboard that is not empty")
        }
        PageFormError::Unreadable(why) => {
            let message = format!("`{path}` cannot be used: {why}");
            codes::BAD_PICTURE.error(message).hint(match why {
                ReadError::Encrypted => "save it without a password",
                ReadError::NotPdf => "export it as a PDF, or write the name of a PNG, JPEG or SVG file",
                ReadError::TooManyItems
                | ReadError::TooMuchDrawn
                | ReadError::TooMuchOnPage(_)
                | ReadError::TooMuchNesting { .. }
                | ReadError::TooDeep(_)
                | ReadError::TooLarge => "simplify the drawing, or export it as a PNG with 300 dpi",
                _ => "open it in the program that made it, then export it again",
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_have_a_page() {
        let split = |name| {
            let name = PageName::new(name);
            (name.file, name.number())
        };
        assert_eq!(split("art.pdf"), ("art.pdf", Some(1)));
        assert_eq!(split("a/Art.PDF#12"), ("a/Art.PDF", Some(12)));
        assert_eq!(split("art.ai#2"), ("art.ai", Some(2)));
        assert_eq!(split("art.pdf#x"), ("art.pdf", None));
        assert_eq!(split("art#3.png"), ("art#3.png", Some(1)));
        assert_eq!(split("a#1.pdf#2"), ("a#1.pdf", Some(2)));
    }
}
