//! Guesses the kind of a file from its first bytes, for messages about files of the wrong kind.
//!
//! - In: the bytes of a file.
//! - Out: the kind with its article, such as `a PDF`.
//! - Not here: checking whether the file is valid.

/// Returns the kind of a file. Returns `None` if the kind is unknown.
pub fn kind_of(file: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 15] = [
        (b"GIF8", "a GIF"),
        (b"BM", "a Windows bitmap (BMP)"),
        (b"II*\0", "a TIFF"),
        (b"MM\0*", "a TIFF"),
        (b"%PDF", "a PDF"),
        (b"%!PS", "PostScript (EPS)"),
        (b"8BPS", "a Photoshop file"),
        (b"gimp xcf", "a GIMP file"),
        (b"PK\x03\x04", "a ZIP file, or a document in ZIP format"),
        (b"\x1F\x8B", "compressed with gzip (perhaps an SVGZ)"),
        (b"\0\0\x01\0", "a Windows icon"),
        (b"\xFF\x0A", "a JPEG XL"),
        (b"\xFF\xFE", "text in UTF-16"),
        (b"\xFE\xFF", "text in UTF-16"),
        (b"\0\0\0\x0CjP  ", "a JPEG 2000"),
    ];
    if file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP") {
        return Some("a WebP");
    }
    match (file.get(4..8), file.get(8..12)) {
        (Some(b"ftyp"), Some(b"avif" | b"avis")) => return Some("an AVIF"),
        (Some(b"ftyp"), Some(b"heic" | b"heix" | b"mif1")) => return Some("a HEIC photo"),
        _ => {}
    }
    if let Some((_, kind)) = KINDS.iter().find(|(start, _)| file.starts_with(start)) {
        return Some(kind);
    }
    let start = &file[..file.len().min(512)];
    let lower = String::from_utf8_lossy(start).trim_start().to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Some("a web page (HTML)");
    }
    let is_text = lower.chars().all(|c| c != '\u{FFFD}' && (!c.is_control() || c.is_whitespace()));
    is_text.then_some("plain text")
}
