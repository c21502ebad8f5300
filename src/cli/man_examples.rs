//! The examples of the manual pages. A test runs each of them.

/// Each entry has three parts: the command whose manual page shows the example, the line that the
/// user types, and what this line does.
pub const EXAMPLES: &[(&str, &str, &str)] = &[
    ("hexpress", "hexpress new my-game", "Makes a folder with a game to begin from."),
    ("hexpress", "hexpress build", "Builds the PDFs of the game in this folder, in the folder output."),
    ("hexpress", "hexpress check", "Builds the game in memory, and checks the sheets."),
    ("list", "hexpress list --all", "Lists the bundled games and the gallery."),
    ("new", "hexpress new river-crossing", "Makes a folder with a board, cards and counters."),
    ("new", "hexpress new my-cards --like deck", "Makes a folder with cards that come from a spreadsheet."),
    ("new", "hexpress new my-map --like map --github", "Adds the files of a repository on GitHub."),
    ("build", "hexpress build my-game.toml --paper a4", "Builds a game for A4 paper only."),
    (
        "build",
        "hexpress build my-game.toml --paper us --ink low",
        "Builds a game of your own for 11 x 17 and 8.5 x 11 in paper, and saves ink.",
    ),
    (
        "build",
        "hexpress build my-game.toml --only cards --format png --each piece",
        "Makes a picture of each card of the component cards.",
    ),
    (
        "build",
        "hexpress build my-game.toml --backs flip-short --margin 5mm",
        "Builds the game for a printer that turns sheets over their short edge, and that prints up to 5 mm \
            from the edges.",
    ),
    ("deck", "hexpress deck ten.toml --seed random", "Draws the random tiles of a game with a new seed."),
    ("deck", "hexpress deck ten.toml --format csv", "Prints the tiles as a table for a spreadsheet."),
    ("check", "hexpress check my-game.toml --deny warnings", "Checks a game, and counts warnings as errors."),
    (
        "check",
        "hexpress check output/my-game-iso.pdf --picture faults.svg",
        "Checks a finished PDF, and draws the pages with faults.",
    ),
    (
        "diff",
        "hexpress diff output/my-game-iso.pdf my-game.toml",
        "Lists the pieces that look different from a print.",
    ),
    (
        "diff",
        "hexpress diff output/my-game-iso.pdf my-game.toml --pdf changes.pdf",
        "Draws old and new pieces next to each other, after a change sheet for testers.",
    ),
    ("which", "hexpress which 3F7K my-game.toml", "Finds the version of a piece by its mark."),
    (
        "build",
        "hexpress build my-game.toml --since output/my-game-iso.pdf",
        "Prints only the pieces that look different from an earlier print.",
    ),
    ("rules", "hexpress rules HX404", "Explains a rule of the checker."),
    ("preview", "hexpress preview my-game.toml --paper letter", "Shows the game in the browser."),
    ("calibrate", "hexpress calibrate --paper a4", "Makes the sheet for measuring your printer."),
    ("fmt", "hexpress fmt --check my-game.toml", "Lists the file if formatting would change it."),
    ("completions", "hexpress completions bash", "Prints the completion script for bash."),
    ("man", "hexpress man --output man", "Writes the manual pages to the folder man."),
];
