//! Writes a page as a separate file, so that programs can draw the page.

use std::collections::HashMap;
use std::io::Write as _;

use hexpress_scene::picture::{PageForm, PdfKey};

/// Returns a PDF with only this page. Returns `None` if the bytes of an object cannot be read.
pub fn single_page_pdf(form: &PageForm) -> Option<Vec<u8>> {
    /// The first free object number. The numbers before it belong to the catalogue, the list of pages,
    /// the page and its contents.
    const FIRST_FREE_NUMBER: u32 = 5;
    let numbers: HashMap<PdfKey, u32> =
        form.objects.iter().map(|object| object.key).zip(FIRST_FREE_NUMBER..).collect();
    let number = |key: PdfKey| numbers.get(&key).copied().unwrap_or(0);
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    let (width, height) = (form.size.width, form.size.height);
    let frame = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R\
             /Resources<</XObject<</P {FIRST_FREE_NUMBER} 0 R>>>>>>"
        ),
        "<</Length 5>>stream\n/P Do\nendstream".to_owned(),
    ];
    for (number, text) in (1_u32..).zip(frame) {
        offsets.push(file.len());
        // The result is ignored, because writing to memory cannot fail.
        let _ = write!(file, "{number} 0 obj\n{text}\nendobj\n");
    }
    for object in &form.objects {
        offsets.push(file.len());
        let _ = writeln!(file, "{} 0 obj", number(object.key));
        file.extend_from_slice(&object.written(number));
        if let Some(stream) = &object.stream {
            file.extend_from_slice(b"stream\n");
            file.extend_from_slice(&stream.bytes().ok()?);
            file.extend_from_slice(b"\nendstream");
        }
        file.extend_from_slice(b"\nendobj\n");
    }
    let start = file.len();
    let count = offsets.len() + 1;
    let _ = write!(file, "xref\n0 {count}\n0000000000 65535 f \n");
    for offset in offsets {
        let _ = writeln!(file, "{offset:010} 00000 n ");
    }
    let _ = write!(file, "trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    Some(file)
}
