//! Makes the files that a web page offers for download.
//!
//! - In: a layout and a format.
//! - Out: a PDF, or a ZIP file. The ZIP file contains the sheets as SVG or PNG, or the layout with its
//!   files and PDFs.

use super::{Answer, Target};
use crate::make::{self, Input, OutputContext, PreparedGame};
use hexpress_base::diag::{Report, Result, Sources, codes};
use hexpress_language::record::Options;
use hexpress_layout::plan;
use hexpress_scene::text::Fonts;
use hexpress_write::{stored_bytes_error, zip};

/// The resolution of sheets as PNG, in pixels per inch.
const DPI: u32 = 150;

/// Makes the file that a request asks for.
///
/// For the format `pdf`, this is the PDF that the value `file` names, or the first PDF. For other
/// formats, it is a ZIP file.
///
/// # Errors
/// The layout has mistakes.
pub fn take(input: &Input, options: Options, target: &Target, fonts: &Fonts) -> Result<Answer, Report> {
    let format = target.value("format").unwrap_or("pdf");
    let PreparedGame { game, setup, options, fonts, .. } =
        make::read(input, options, &mut Sources::default(), fonts)?;
    let mut plan = plan(&game, &fonts, &setup)?;
    let stem = make::stem(input, &setup);
    let context = OutputContext { stem: &stem, input, options: &options, fonts: &fonts, canvases: &[] };
    let made = match format {
        "pdf" | "folder" => make::pdf(&mut plan, &context)?.files,
        "svg" => make::svg(&mut plan, &context)?.files,
        "png" => make::png(&mut plan, &context, Some(DPI))?.files,
        _ => return Ok(Answer::error(404, "unknown format")),
    };
    if format == "pdf" {
        let name = target.value("file");
        let Some(pdf) = made.into_iter().find(|file| name.is_none_or(|name| file.name == name)) else {
            return Ok(Answer::error(404, "this layout has no PDF with this name"));
        };
        let pdf = pdf.in_memory()?;
        return Ok(Answer::file(pdf.name, "application/pdf", pdf.bytes));
    }
    let mut files = made
        .into_iter()
        .map(|file| file.in_memory().map(|file| (file.name, file.bytes)))
        .collect::<Result<Vec<_>>>()?;
    let name = match format {
        "folder" => {
            files.iter_mut().for_each(|(name, _)| name.insert_str(0, "output/"));
            for (name, file) in input.files.files_read() {
                let bytes = file.bytes().map_err(|error| stored_bytes_error(&error))?;
                files.push((name, bytes.into_owned()));
            }
            files.push((input.file.to_string(), input.text.clone().into_bytes()));
            format!("{}.zip", input.id)
        }
        format => format!("{stem}-{format}.zip"),
    };
    files.sort();
    let zipped =
        zip(&files).ok_or_else(|| codes::UNWRITABLE.error("there are too many files for a ZIP file"))?;
    Ok(Answer::file(name, "application/zip", zipped))
}
