//! Which files have to be read, built or formatted by a process with bounds (see [`bounded`](super::bounded)).
//!
//! Only a small layout that computes nothing and names no file is safe by what it is written with. The test looks at the
//! text, so a word in a comment counts too: a process costs a millisecond.

use std::fs;
use std::path::Path;

use super::io::Workplace;
use crate::model::template::limits::computes;

/// The largest layout, theme or profile that may be read without bounds, in bytes.
const SMALL: usize = 4096;

/// The keys under which a layout names files.
const NAME_FILES: [&str; 5] = ["data", "image", "theme", "icons", "fonts"];

/// Whether the text of a layout asks for bounds: it is long, its templates compute, or it names files.
pub fn layout(text: &str) -> bool {
    text.len() > SMALL || NAME_FILES.iter().any(|key| text.contains(key)) || computes(text)
}

/// Whether what an argument names has to be read or built with bounds.
pub fn argument(argument: &Path, place: &Workplace) -> bool {
    if crate::bundled::find(argument).is_some() {
        return false;
    }
    let path = &place.at(argument);
    if !path.is_dir() {
        return file(path);
    }
    let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| !path.is_dir()).any(|path| file(&path))
}

fn file(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else { return false };
    let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
    match end.as_deref() {
        // It is refused.
        _ if !about.is_file() => false,
        Some("pdf" | "svg") => true,
        Some("toml") => {
            about.len() > SMALL as u64
                || fs::read(path).is_ok_and(|text| layout(&String::from_utf8_lossy(&text)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn small_layouts_without_files_need_no_bounds() {
        let calm =
            "[[cards]]\nsize = \"poker\"\nrows = [{ name = \"a\" }]\nface = [{ text = \"{{ name }}\" }]\n";
        assert!(!layout(calm));
        for file in
            ["data = \"a.csv\"", "fonts.f = \"a.otf\"", "icons = \"i\"", "\"th\\u0065me\" = \"t.toml\""]
        {
            assert!(layout(&format!("{calm}{file}\n")), "{file}");
        }
        let remark = |bytes: usize| format!("{calm}#{}", "x".repeat(bytes - calm.len() - 1));
        assert_eq!([layout(&remark(4096)), layout(&remark(4097))], [false, true]);
    }
}
