//! The layouts of `tests/plain`: the bundled games without decoration. Tests that change a word of
//! a game, or search for certain bytes, use these layouts. They stay the same when the decoration
//! of a game changes.

/// The plain layout of each game, by name.
pub const GAMES: [(&str, &str); 5] = [
    ("auction-hexes", include_str!("../../plain/auction-hexes.toml")),
    ("hex-nut", include_str!("../../plain/hex-nut.toml")),
    ("hexagonal-thing", include_str!("../../plain/hexagonal-thing.toml")),
    ("hexemergo", include_str!("../../plain/hexemergo.toml")),
    ("inphexion", include_str!("../../plain/inphexion.toml")),
];

pub fn text(id: &str) -> &'static str {
    GAMES.iter().find(|(known, _)| *known == id).unwrap().1
}
