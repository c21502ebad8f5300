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

/// All bundled layouts, sorted by id.
pub const GAMES: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled layout that is called as somebody typed.
#[must_use]
pub fn find(typed: impl AsRef<std::ffi::OsStr>) -> Option<&'static Bundled> {
    GAMES.iter().find(|game| typed.as_ref() == game.id)
}
