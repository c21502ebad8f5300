//! Writes the text of a layout for the columns of a table.
//!
//! - In: the columns of a table, and the part of a card that shows each column.
//! - Out: the text of a layout in the form of `hexpress fmt`, with comments for the user.
//! - Not here: reading the table, and choosing the columns.

use serde_json::json;

use super::Palette;
use super::columns::{Column, Columns, Group, LeftOut, Picture, SkipReason};

/// The colours of the groups of cards in a layout with a theme. Colour-blind people can distinguish
/// these colours, and white text on them is legible.
const TONES: [&str; 6] = ["red", "green 35% darker", "blue", "purple", "orange 45% darker", "words"];
/// The colours of the groups of cards in a layout without a theme. They look like those of `TONES`.
const OWN_TONES: [&str; 6] = ["#AE4139", "#3A5948", "#20205A", "#643D4E", "#764D21", "#43342B"];

/// If the small text has at most this number of characters, it is set as one line below the headline. A
/// longer text is set as a paragraph.
const MAX_LINE_LENGTH: usize = 56;

/// The width of texts and pictures, in mm.
const WIDTH: &str = "48";
/// The distance between the parts of a card, in mm.
const GAP: f64 = 2.0;

/// Returns a text as a TOML string. The text is written as a JSON string, which is valid TOML.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}

fn field(name: &str) -> String {
    format!("{{{{ {name} }}}}")
}

/// Returns a complete layout for the table.
pub fn layout(title: &str, table: &str, columns: &Columns) -> String {
    let title = quoted(title);
    let author = quoted("");
    let room = " ".repeat(title.chars().count().saturating_sub(author.chars().count()));
    format!(
        "# Cards from a spreadsheet: each row is a card.\n\
        # Text after a # is a note, and is not printed.\n\
        \n\
        [game]\n\
        title  = {title}  # the game's name\n\
        author = {author}{room}  # your name\n\
        # Looks: parchment, slate, linen, ink, midnight,\n\
        # plain\n\
        theme  = \"linen\"\n\
        \n{}",
        component(None, table, columns, Palette::Theme)
    )
}

/// A key of `[[cards]]`, and the comments above it.
struct Key {
    remarks: Vec<String>,
    name: &'static str,
    value: String,
}

impl Key {
    fn new(name: &'static str, value: String) -> Self {
        Self { remarks: Vec::new(), name, value }
    }

    fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }
}

/// Returns a `[[cards]]` table for the table of data. `name` is the name of the component.
pub fn component(name: Option<&str>, table: &str, columns: &Columns, palette: Palette) -> String {
    let tone = columns.group.as_ref().map(|group| Tone::new(group, columns, palette));
    let stock = Key::new("stock", quoted("white card"))
        .remark("# What to print them on, and their size, which can\n# also be \"60 x 60mm\"");
    let data = Key::new("data", quoted(table)).remark("# The table with a row for each card");
    let copies = columns.copies.as_ref().map(|Column { name, has_gaps, .. }| {
        let filter = if *has_gaps { " | default(1)" } else { "" };
        Key::new("copies", quoted(&format!("{{{{ {name}{filter} }}}}"))).remark("# How many of each card")
    });
    let set = tone.as_ref().map(|tone| {
        Key::new("set", tone.set())
            .remark(format!("# The colour behind the headline, by `{}`", tone.group.name))
    });
    let elements = Face { columns, palette, tone: tone.as_ref() }.elements();
    let mut face = Key::new("face", list(&elements));
    face.remarks = example(columns).into_iter().chain(columns.left_out.iter().map(left_out)).collect();
    let back =
        Key::new("back", list(&back(palette))).remark("# All backs are the same. back = [] leaves them out");
    let mut keys: Vec<Key> = name.map(|name| Key::new("name", quoted(name))).into_iter().collect();
    keys.extend([stock, Key::new("size", quoted("poker")), data]);
    keys.extend(set.into_iter().chain(copies));
    keys.extend([face, back]);
    let width = keys.iter().map(|key| key.name.len()).max().unwrap_or(0);
    let mut text = "[[cards]]\n".to_owned();
    for Key { remarks, name, value } in &keys {
        let above: String = remarks.iter().map(|remark| format!("{remark}\n")).collect();
        text.push_str(&format!("{above}{name:width$} = {value}\n"));
    }
    text
}

/// Returns a TOML list with one element on each line.
fn list(elements: &[String]) -> String {
    let lines: String = elements.iter().map(|element| format!("  {element},\n")).collect();
    format!("[\n{lines}]")
}

/// Returns the elements of the back: a plain pattern in the colours of the palette.
fn back(palette: Palette) -> [String; 2] {
    let line = quoted(&format!("0.5mm {}", palette.colour("rule")));
    [
        format!("{{ fill = {} }}", quoted(palette.colour("accent"))),
        format!(
            "{{ frame = \"scallop\", inset = \"4mm\", fill = {}, line = {line} }}",
            quoted(palette.colour("shade"))
        ),
    ]
}

/// Returns a comment that explains templates, with a column of this table as the example. Returns
/// `None` if the cards have no headline, no text and no numbers.
fn example(columns: &Columns) -> Option<String> {
    let first = columns.headline.iter().chain(columns.text.as_ref().map(|text| &text.name)).next();
    let name = first.or_else(|| columns.figures.first())?;
    Some(format!("# {} prints the column `{name}`.\n# The theme draws the paper", field(name)))
}

/// Returns the comment that says why a column is not printed.
fn left_out(LeftOut { name, why }: &LeftOut) -> String {
    let print = format!("{{ text = \"{}\", font = \"8pt\" }}", field(name));
    match why {
        SkipReason::Empty => format!("# `{name}` is empty. Once it is filled, print it with\n# {print}"),
        SkipReason::Noted => format!("# `{name}` seems to have your notes. To print it, add\n# {print}"),
        SkipReason::NoRoom => format!("# There is no room for `{name}`. To print it, add\n# {print}"),
        SkipReason::NoPicture => format!(
            "# `{name}` names pictures that are not all in the folder.\n\
            # To show them, add them to the folder, and add\n\
            # {{ image = \"{}\", size = \"{WIDTH} x 27mm\" }}",
            field(name)
        ),
        SkipReason::Reserved => format!(
            "# To print `{name}`, rename this column in the table:\n# its name has a meaning in templates"
        ),
    }
}

impl Palette {
    /// Returns the colour `name` of the theme. For a layout without a theme, returns the digits of a
    /// similar colour.
    fn colour(self, name: &'static str) -> &'static str {
        match (self, name) {
            (Self::Theme, name) => name,
            (Self::Own, "accent") => "#75493F",
            (Self::Own, "paper") => "#FFFFFF",
            (Self::Own, "shade") => "#EFE6D8",
            (Self::Own, "rule") => "#8C6F5A",
            (Self::Own, _) => "#43342B",
        }
    }
}

/// The colours of the groups of cards. A column divides the cards into groups, and each value of this
/// column has a colour.
struct Tone<'c> {
    group: &'c Group,
    /// The name of the table of colours. It differs from the names of all columns.
    table: String,
    tones: [&'static str; 6],
}

impl<'c> Tone<'c> {
    fn new(group: &'c Group, columns: &Columns, palette: Palette) -> Self {
        let mut table = "tone".to_owned();
        while columns.names.contains(&table) {
            table.push('s');
        }
        let tones = if palette == Palette::Theme { TONES } else { OWN_TONES };
        Self { group, table, tones }
    }

    fn set(&self) -> String {
        let tones = self.group.values.iter().zip(self.tones);
        let entries: Vec<String> =
            tones.map(|(value, tone)| format!("{} = {}", quoted(value), quoted(tone))).collect();
        format!("{{ {} = {{ {} }} }}", self.table, entries.join(", "))
    }

    /// Returns a template for the colour of a card. The template gives the colour of the card's group,
    /// or `other` if this group has no colour.
    fn fill(&self, other: &str) -> String {
        format!("{{{{ {}[{}] | default('{other}') }}}}", self.table, self.group.name)
    }
}

/// The front of a card.
struct Face<'c> {
    columns: &'c Columns,
    palette: Palette,
    tone: Option<&'c Tone<'c>>,
}

/// The part of a card that is still free. `top` and `bottom` are the y coordinates of its ends, in mm,
/// measured downwards from the middle of the card.
struct Room {
    top: f64,
    bottom: f64,
}

impl Room {
    fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Takes a strip with this height from the top of the free part. Returns the keys `at` and `size`
    /// of an element that fills the strip.
    fn take(&mut self, height: f64) -> String {
        let middle = self.top + height / 2.0;
        self.top += height + GAP;
        format!("at = \"0 {middle}mm\", size = \"{WIDTH} x {height}mm\"")
    }
}

impl Face<'_> {
    fn elements(&self) -> Vec<String> {
        let columns = self.columns;
        let mut elements = Vec::new();
        let has_foot = !columns.figures.is_empty() || columns.group.is_some();
        let mut room = Room { top: -37.0, bottom: if has_foot { 32.0 } else { 38.0 } };
        if let Some(headline) = &columns.headline {
            elements.extend(self.headline(headline));
            room.top = -22.5;
        }
        let words = small_words(&columns.small);
        let is_line = columns.small.len() <= 3 && length(&columns.small) <= MAX_LINE_LENGTH;
        if is_line && !columns.small.is_empty() {
            let place = room.take(4.0);
            elements.push(self.text(&words, &place, "font = \"italic 8pt\", shrink = \"5pt\""));
        }
        let details = if is_line { 0.0 } else { paragraph_height(length(&columns.small)) };
        if let Some(picture) = &columns.picture {
            let place = room.take(picture_height(columns, details, room.height()));
            let name = match picture {
                Picture::Column(name) => field(name),
                Picture::File(name) => name.clone(),
            };
            elements.push(format!("{{ image = {}, {place} }}", quoted(&name)));
        }
        if let Some(text) = &columns.text {
            let below = if is_line { 0.0 } else { details + GAP };
            let place = room.take((room.height() - below).max(8.0));
            elements.push(self.text(&field(&text.name), &place, "font = \"serif 11pt\", shrink = \"5pt\""));
        }
        if !is_line {
            let place = room.take(if columns.text.is_some() { details } else { room.height().max(8.0) });
            elements.push(self.text(&words, &place, "font = \"7pt\", shrink = \"5pt\""));
        }
        elements.extend(self.foot());
        elements
    }

    fn headline(&self, name: &str) -> [String; 2] {
        let accent = self.palette.colour("accent");
        let fill = self.tone.map_or_else(|| accent.to_owned(), |tone| tone.fill(accent));
        [
            format!("{{ box = \"48 x 11mm\", at = \"0 -30mm\", round = \"2mm\", fill = {} }}", quoted(&fill)),
            format!(
                "{{ text = {}, at = \"0 -30mm\", size = \"45 x 9mm\", align = \"centre middle\", \
                font = \"bold 15pt\", shrink = \"6pt\", colour = {} }}",
                quoted(&field(name)),
                quoted(self.palette.colour("paper"))
            ),
        ]
    }

    /// Returns the elements at the bottom of a card: the numbers in the corners, and the group
    /// between them.
    fn foot(&self) -> Vec<String> {
        let group = self.columns.group.iter().map(|group| {
            let place = "at = \"0 36mm\", size = \"30 x 5mm\"";
            self.text(&field(&group.name), place, "font = \"8pt\", shrink = \"5pt\"")
        });
        let figures = self.columns.figures.iter().zip(["20.5", "-20.5"]).map(|(name, x)| {
            let place = format!("at = \"{x} 35.5mm\", size = \"9 x 7mm\"");
            self.text(&field(name), &place, "font = \"bold 14pt\", shrink = \"6pt\"")
        });
        group.chain(figures).collect()
    }

    /// Returns an element that centres a text in the rectangle `place`.
    fn text(&self, words: &str, place: &str, font: &str) -> String {
        format!(
            "{{ text = {}, {place}, align = \"centre middle\", {font}, colour = {} }}",
            quoted(words),
            quoted(self.palette.colour("words"))
        )
    }
}

/// Returns the height of a picture, in mm. This height leaves enough space for the texts below the
/// picture.
///
/// `details` is the height of the paragraph in small letters, and `free` is the height of the free
/// part of the card, both in mm.
fn picture_height(columns: &Columns, details: f64, free: f64) -> f64 {
    let wished = match columns.text.as_ref().map_or(0, |text| text.longest) {
        0 if details == 0.0 => free,
        0..=160 => 27.0,
        161..=320 => 20.0,
        _ => 13.0,
    };
    wished.min((free - details - 3.0 * GAP).max(8.0))
}

/// Returns the height of a paragraph in small letters, in mm. `characters` is the length of its text.
fn paragraph_height(characters: usize) -> f64 {
    /// The number of characters in a line.
    const CHARACTERS: usize = 44;
    /// The height of a line, in mm.
    const LINE: f64 = 2.5;
    let lines = u32::try_from(characters.div_ceil(CHARACTERS) + 1).unwrap_or(u32::MAX);
    f64::from(lines) * LINE
}

/// Returns the number of characters of the longest possible small text. `small` are the columns in it.
fn length(small: &[Column]) -> usize {
    small.iter().map(|column| column.longest + label(column).chars().count() + 3).sum()
}

fn label(column: &Column) -> String {
    if column.needs_label() { format!("{} ", column.label()) } else { String::new() }
}

/// Returns the template of the small text, which contains the columns in `small`.
fn small_words(small: &[Column]) -> String {
    // Columns with gaps come last. Otherwise, the text could begin with a separator.
    let (with_gaps, whole): (Vec<&Column>, Vec<&Column>) = small.iter().partition(|column| column.has_gaps);
    let mut words = String::new();
    for column in whole.into_iter().chain(with_gaps) {
        let sign = if words.is_empty() { "" } else { " · " };
        let own = format!("{sign}{}{}", label(column), field(&column.name));
        words.push_str(&match column.has_gaps {
            true => format!("{{% if {} != '' %}}{own}{{% endif %}}", column.name),
            false => own,
        });
    }
    words
}
