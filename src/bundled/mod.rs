//! The games that are part of the program.

pub mod starts;

/// A bundled layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its file in `layouts`.
    pub file: &'static str,
    /// The layout.
    pub text: &'static str,
}

/// The bundled games, sorted by id.
pub const GAMES: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The games that belong to nobody, sorted by id: they are built where somebody names them.
pub const GALLERY: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

/// All bundled layouts.
pub fn all() -> impl Iterator<Item = &'static Bundled> {
    GAMES.iter().chain(GALLERY)
}

/// The bundled layout that is called as somebody typed.
pub fn find(typed: impl AsRef<std::ffi::OsStr>) -> Option<&'static Bundled> {
    all().find(|game| typed.as_ref() == game.id)
}
