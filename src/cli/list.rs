//! Lists what the program contains: games, papers, sizes, icons, fonts and the schema of layouts.

use serde_json::json;

use super::io::Output;
use crate::bundled::{GALLERY, GAMES};
use crate::make::Input;
use hexpress_base::diag::Report;
use hexpress_base::units::ShortNumber;
use hexpress_game::icons;
use hexpress_language::values::value::SIZES;
use hexpress_language::{Attempt, Layout};
use hexpress_resolve::LayoutInput;
use hexpress_scene::print::paper::{BOTH, PAPERS, sheet_name};
use hexpress_scene::text::Fonts;

/// Prints the first steps. hexpress shows this text if the command line has no command.
pub fn first_steps(output: &mut Output) {
    let text = "hexpress prints board games: plain TOML in, true-to-size PDF out.

  hexpress build --all       makes PDFs of all bundled games in the folder `output`
  hexpress list              lists the bundled games; with --all also games in the public domain
  hexpress build GAME        makes a PDF of one of them, or of your own GAME.toml
  hexpress build --paper us  uses 11 x 17 and 8.5 x 11 in paper instead of A3 and A4
  hexpress deck GAME         shows the random tiles of a game
  hexpress new my-game       makes a folder with a game of your own
  hexpress preview GAME      shows a game in the browser, redrawn whenever you save it
  hexpress build --help      shows all options

Print the PDF at 100 % (\"actual size\"), then check it with a ruler.
";
    output.result(text, json!({ "usage": text }));
}

/// Lists the bundled games: their names, their titles, and the components that are printed.
///
/// If `all` is true, also lists the games of the gallery.
///
/// # Errors
/// A game has mistakes.
pub fn games(all: bool, output: &mut Output) -> Result<(), Report> {
    let fonts = Fonts::bundled();
    let gallery = if all { GALLERY } else { &[] };
    for game in GAMES.iter().chain(gallery) {
        let file = output.sources.add(game.file, game.text);
        let files = Input::bundled(game)?.files;
        let Attempt { layout, theme, mut report } = hexpress_language::read_partial(file, &output.sources);
        let sources = &mut output.sources;
        let theme = theme.and_then(|named| {
            hexpress_language::fetch_theme(&named, layout.as_ref(), file, sources, &files, &mut report)
        });
        let Some(layout) = layout.filter(|_| report.is_empty()) else { return Err(report) };
        let layout = theme.iter().fold(layout, Layout::with_theme);
        let model = hexpress_resolve::game(LayoutInput {
            id: game.id,
            layout: &layout,
            file,
            sources: &output.sources,
            fonts: &fonts,
            files: &files,
        })?;
        // Some boards are only drawn on cards as small pictures. Such a board is not printed as a
        // component, so it is not listed.
        let printed = model.components.iter().filter(|component| component.print > 0);
        let components: Vec<_> = printed.map(crate::make::ticket::contents).collect();
        let text = format!("{:<18} {:<20} {}\n", game.id, model.title, components.join(", "));
        output.result(&text, json!({ "id": game.id, "title": model.title, "prints": components }));
    }
    Ok(())
}

pub fn papers(output: &mut Output) {
    let families = [
        ("iso", "A3 for large sheets, A4 for small ones (the default)"),
        ("us", "11 x 17 in for large sheets, 8.5 x 11 in for small ones"),
        (BOTH, "pages that fit the papers of both `iso` and `us`"),
    ];
    for (name, note) in families {
        output.result(&format!("{name:<10} {note}\n"), json!({ "name": name, "note": note }));
    }
    for paper in PAPERS {
        let (width, height) = paper.size;
        let size = format!("{} x {} mm", ShortNumber(width), ShortNumber(height));
        let note = if paper.note.is_empty() { String::new() } else { format!("  {}", paper.note) };
        let text = format!("{:<10} {size:<18}{note}", paper.name);
        let value = json!({
            "name": paper.name,
            "width-mm": width,
            "height-mm": height,
            "sheet": sheet_name(kurbo::Size::new(width, height)),
            "note": paper.note,
        });
        output.result(&format!("{}\n", text.trim_end()), value);
    }
    output.result(
        "\nA pair (a3+a4) sets large and small sheets; you can also type a size (210x297mm, 8.5x11in).\n",
        json!(null),
    );
}

pub fn sizes(output: &mut Output) {
    for (name, kurbo::Size { width, height }) in SIZES {
        let text = format!("{name:<12} {} x {} mm\n", ShortNumber(width), ShortNumber(height));
        output.result(&text, json!({ "name": name, "width-mm": width, "height-mm": height }));
    }
}

pub fn icons(output: &mut Output) {
    for icon in icons::all() {
        output.result(&format!("{}\n", icon.name), json!({ "name": icon.name, "group": icon.group }));
    }
}

/// Lists the families of fonts with their styles.
pub fn fonts(output: &mut Output) {
    let fonts = Fonts::bundled();
    for family in fonts.families() {
        let styles = fonts.styles(family);
        let text = format!("{family:<10} {}\n", styles.join(", "));
        output.result(&text, json!({ "family": family, "styles": styles }));
    }
}

pub fn schema(output: &mut Output) {
    let schema = hexpress_language::schema();
    output.result(&format!("{schema:#}\n"), schema.clone());
}
