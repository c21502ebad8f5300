//! Joins pages into one PDF.
//!
//! - In: pages, and the layout from which they were drawn.
//! - Out: a PDF that contains the layout, the files that the layout names, and the record of the build.
//! - Not here: drawing the pages, or writing the file.

use super::{OutputContext, input};
use hexpress_base::diag::{Report, codes};
use hexpress_base::files::{PlainName, PlainPath};
use hexpress_base::stored::Stored;
use hexpress_game::{Body, Component};
use hexpress_language::record::{
    AttachmentsDigest, BuildId, FilePart, Options, RECORD, Record, RecordedDeck,
};
use hexpress_layout::Plan;
use hexpress_scene::print::setup::Standard;
use hexpress_scene::text::Fonts;
use hexpress_write::pdf::Attachment;
use hexpress_write::{About, FileBytes};

/// Returns the record of a build. The digests of pages and embedded files are added later.
pub(super) fn record(plan: &Plan<'_>, &OutputContext { input, options, .. }: &OutputContext<'_>) -> Record {
    Record {
        layout: Some(input.file.clone()),
        decks: plan.game().components.iter().filter_map(recorded).collect(),
        ..bare_record(input.id.clone(), options.clone())
    }
}

/// Returns the record of a PDF that was made without a layout.
fn bare_record(game: PlainName, options: Options) -> Record {
    Record {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game,
        layout: None,
        files: Vec::new(),
        layout_and_files: None,
        options,
        part: None,
        decks: Vec::new(),
        digest_in_id: false,
        pages: Vec::new(),
    }
}

/// Joins pages that were made without a layout. Their record names the game `name`.
///
/// # Errors
/// A font cannot be embedded, or bytes that were moved to the disk cannot be read back.
pub fn pdf_without_layout(
    name: &str,
    options: Options,
    about: &About,
    pages: hexpress_write::pdf::Pages,
    fonts: &Fonts,
) -> Result<FileBytes, Report> {
    let game = name.parse().map_err(|why| codes::NO_FILE.error(format!("`{name}` is not a name: {why}")))?;
    let record = Record { digest_in_id: true, pages: pages.digests.clone(), ..bare_record(game, options) };
    hexpress_write::pdf::bind(about, BuildId::default(), pages, fonts, &[attached(&record)])
}

/// Returns a record as an attachment of a PDF.
fn attached(record: &Record) -> Attachment {
    Attachment {
        name: RECORD.to_owned(),
        description: "How hexpress made this file".to_owned(),
        mime: "application/json".to_owned(),
        bytes: Stored::new(record.to_json().into_bytes()),
    }
}

/// Returns what the record stores about a random deck. Returns `None` for other components.
fn recorded(component: &Component) -> Option<RecordedDeck> {
    let Body::Pieces(deck) = &component.body else { return None };
    let random_tiles = deck.random_tiles.as_ref()?;
    Some(RecordedDeck {
        name: component.name.to_string(),
        seed: random_tiles.seed,
        hash: random_tiles.hash.clone(),
    })
}

/// Returns the path of an embedded file in the form that the record stores.
///
/// # Errors
/// The path leads out of the folder of the layout. In practice, this error does not occur, because
/// reading the layout already rejects such paths.
fn embedded_path(name: &str) -> Result<PlainPath, Report> {
    name.parse().map_err(|why| {
        codes::NO_FILE.error(format!("the file `{name}` cannot be attached to a PDF: {why}")).into()
    })
}

/// Joins pages into a PDF, and embeds the layout, the files that the layout names, and the record.
///
/// Nothing is embedded if the layout or the PDF standard forbids it.
///
/// # Errors
/// A file cannot be read back, or a font cannot be embedded.
pub(super) fn pdf_file(
    plan: &Plan<'_>,
    pages: hexpress_write::pdf::Pages,
    context: &OutputContext<'_>,
    part: Option<FilePart>,
) -> Result<FileBytes, Report> {
    let &OutputContext { input, options, fonts, .. } = context;
    let game = plan.game();
    let mut attachments = Vec::new();
    // PDF/X-1a does not allow attachments, so nothing is embedded for it.
    let standard = options.print_setup.standard;
    if game.embed && standard.is_none_or(Standard::allows_attachments) {
        let files = input.files.files_read();
        let mut digest = AttachmentsDigest::of_layout(&input.text);
        for (name, file) in &files {
            digest.add(name, &file.bytes().map_err(|error| hexpress_write::stored_bytes_error(&error))?);
        }
        let record = Record {
            files: files.keys().map(|name| embedded_path(name)).collect::<Result<_, _>>()?,
            layout_and_files: Some(digest.text()),
            part,
            digest_in_id: true,
            pages: pages.digests.clone(),
            ..record(plan, context)
        };
        attachments.push(attached(&record));
        attachments.push(Attachment {
            name: input.file.to_string(),
            description: "The layout this file was made from".to_owned(),
            mime: "application/toml".to_owned(),
            bytes: Stored::new(input.text.as_bytes()),
        });
        attachments.extend(files.into_iter().map(|(name, bytes)| Attachment {
            mime: input::media_type(&name).to_owned(),
            description: "A file that the layout names".to_owned(),
            bytes,
            name,
        }));
    }
    let printer = if attachments.is_empty() { options.printer_json() } else { String::new() };
    let about = About { printer, ..About::game(game, game.title.clone()) };
    hexpress_write::pdf::bind(&about, options.build_id(&game.id), pages, fonts, &attachments)
}
