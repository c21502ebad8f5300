//! The games that are part of the program.

pub mod starts;

/// A bundled layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// The name that the user types on the command line.
    pub id: &'static str,
    /// The name of its file in the folder `layouts`.
    pub file: &'static str,
    /// The text of the layout.
    pub text: &'static str,
    /// The other files that the layout uses, each with its name and its text.
    pub beside: &'static [(&'static str, &'static str)],
}

/// The bundled games, sorted by id.
pub const GAMES: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Games in the public domain, sorted by id. `hexpress build --all` leaves them out.
pub const GALLERY: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

pub fn all() -> impl Iterator<Item = &'static Bundled> {
    GAMES.iter().chain(GALLERY)
}

/// Returns the bundled layout with this name. Returns `None` for an unknown name.
pub fn find(typed: impl AsRef<std::ffi::OsStr>) -> Option<&'static Bundled> {
    all().find(|game| typed.as_ref() == game.id)
}
