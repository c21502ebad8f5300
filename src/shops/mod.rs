//! Print shops: the presets that are part of the program, and the files for a shop.

pub mod board;
pub mod canvas;
pub mod pdf_description;
pub mod piece_pdfs;

/// A preset of a print shop that is part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BundledShop {
    /// The name that the user types on the command line.
    pub id: &'static str,
    /// The name of the file, for messages.
    pub file: &'static str,
    /// The text of the preset.
    pub text: &'static str,
}

/// The bundled presets, sorted by id.
pub const SHOPS: &[BundledShop] = &[
    BundledShop {
        id: "american-printer",
        file: "american-printer.toml",
        text: include_str!("american-printer.toml"),
    },
    BundledShop {
        id: "drivethrucards",
        file: "drivethrucards.toml",
        text: include_str!("drivethrucards.toml"),
    },
    BundledShop {
        id: "european-printer",
        file: "european-printer.toml",
        text: include_str!("european-printer.toml"),
    },
    BundledShop {
        id: "launch-tabletop",
        file: "launch-tabletop.toml",
        text: include_str!("launch-tabletop.toml"),
    },
    BundledShop {
        id: "makeplayingcards",
        file: "makeplayingcards.toml",
        text: include_str!("makeplayingcards.toml"),
    },
    BundledShop { id: "mb-print", file: "mb-print.toml", text: include_str!("mb-print.toml") },
    BundledShop { id: "printninja", file: "printninja.toml", text: include_str!("printninja.toml") },
    BundledShop {
        id: "the-game-crafter",
        file: "the-game-crafter.toml",
        text: include_str!("the-game-crafter.toml"),
    },
];
