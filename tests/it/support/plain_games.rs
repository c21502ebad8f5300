//! The layouts of `tests/plain`: the bundled games drawn plainly, so that tests which change a word of them, or look for
//! one of their bytes, need not follow their looks.

/// Each game, by name.
pub const GAMES: [(&str, &str); 5] = [
    ("auction-hexes", include_str!("../../plain/auction-hexes.toml")),
    ("hex-nut", include_str!("../../plain/hex-nut.toml")),
    ("hexagonal-thing", include_str!("../../plain/hexagonal-thing.toml")),
    ("hexemergo", include_str!("../../plain/hexemergo.toml")),
    ("inphexion", include_str!("../../plain/inphexion.toml")),
];

/// The layout of a game.
pub fn text(id: &str) -> &'static str {
    GAMES.iter().find(|(known, _)| *known == id).unwrap().1
}
