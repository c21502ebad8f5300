//! The small layouts in `layouts/starts`, which users can copy to begin a new game.

/// A small layout with comments that explain it.
#[derive(Debug)]
pub struct Start {
    /// The name that the user types after `--like`.
    pub name: &'static str,
    /// A short description of the contents.
    pub what: &'static str,
    /// The layout. Its title is the placeholder [`TITLE`].
    text: &'static str,
    /// The other files that the layout uses, each with its name and its text.
    pub beside: &'static [(&'static str, &'static str)],
}

/// The placeholder that stands for the title in the text of a layout.
const TITLE: &str = "\"TITLE\"";

impl Start {
    /// Returns the text of the layout, with `title` in place of the placeholder.
    pub fn titled(&self, title: &str) -> String {
        // A JSON string is also a valid TOML string.
        self.text.replacen(TITLE, &serde_json::json!(title).to_string(), 1)
    }
}

macro_rules! starts {
    ($($name:literal, $what:literal $(, $file:literal = $data:literal)?;)+) => {
        &[$(Start {
            name: $name,
            what: $what,
            text: include_str!(concat!("../../layouts/starts/", $name, ".toml")),
            beside: &[$(($file, include_str!(concat!("../../layouts/starts/", $data))))?],
        }),+]
    };
}

/// All start layouts. The first one is the default.
pub const STARTS: &[Start] = starts! {
    "game", "a board, cards and counters";
    "hexhex", "a board in the shape of a hexagon, and discs for it";
    "rhombus", "a board of 11 x 11 cells with coloured sides, and discs for it";
    "parallelogram", "a board in the shape of a parallelogram";
    "rectangle", "a tall map for war games and journeys, and square counters for it";
    "triangle", "a board in the shape of a triangle";
    "star", "a board with six points";
    "diamond", "a board of squares with one corner at the top";
    "cross", "a board of squares with four arms";
    "morris", "a board of points, joined by lines";
    "map", "a board of any outline, drawn with letters in the layout";
    "cards", "cards with backs";
    "deck", "cards from a spreadsheet", "cards.csv" = "deck.csv";
    "notes", "money";
    "tiles", "hexagons with coloured edges and paths";
    "counters", "round and square counters";
};

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_game::shape::SHAPES;

    #[test]
    fn every_shape_has_a_start_and_every_start_a_title() {
        for (shape, _) in SHAPES {
            let start = STARTS.iter().find(|start| start.name == shape);
            assert!(start.is_some_and(|s| s.text.contains(&format!("\"{shape} "))), "{shape}");
        }
        for start in STARTS {
            assert_eq!(start.text.matches(TITLE).count(), 1, "{}", start.name);
            assert!(start.titled("a \"b\" \\ c").contains(r#""a \"b\" \\ c""#));
        }
    }
}
