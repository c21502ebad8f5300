//! Defines papers: the values of `--paper`, and the sheet that each component gets.
//!
//! - In: a text with the name of a paper, a pair of names, or a size.
//! - Out: the sizes of large and small sheets, and names of sheets for files and messages.
//! - Not here: margins, and how pieces are placed on a sheet.

use std::fmt;

use kurbo::Size;

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{LengthError, MM_PER_INCH, Mm, ShortNumber, split_number};
use hexpress_base::word_enum::word_enum;

/// A paper that can be bought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// The name on the command line, in lower case.
    pub name: &'static str,
    /// The width and height in portrait orientation, in mm.
    pub size: (f64, f64),
    pub family: Family,
    /// A note for the buyer. It may be empty.
    pub note: &'static str,
}

word_enum! {
    /// A family of paper sizes.
    Family:
    /// The ISO family: A3 and A4.
    Iso = "iso",
    /// The US family: 11 x 17 in and 8.5 x 11 in.
    Us = "us",
    /// Pages that fit on the sheets of both families above.
    Both = "both",
}

word_enum! {
    /// The size of sheet that a component asks for.
    SheetClass:
    /// A3 or 11 x 17 in.
    Large = "large",
    /// A4 or 8.5 x 11 in.
    Small = "small",
}

impl Paper {
    /// Returns how much a size differs from the size of this paper: the difference in width plus the
    /// difference in height, in mm.
    fn difference(&self, size: Size) -> f64 {
        (self.size.0 - size.width).abs() + (self.size.1 - size.height).abs()
    }
}

impl Family {
    /// Returns the size of this family's sheet in portrait orientation, in mm.
    fn sheet(self, class: SheetClass) -> Size {
        match (self, class) {
            (Self::Iso, SheetClass::Large) => named_size("a3"),
            (Self::Iso, SheetClass::Small) => named_size("a4"),
            (Self::Us, SheetClass::Large) => named_size("tabloid"),
            (Self::Us, SheetClass::Small) => named_size("letter"),
            (Self::Both, SheetClass::Large) => BOTH_LARGE,
            (Self::Both, SheetClass::Small) => BOTH_SMALL,
        }
    }
}

const IN: f64 = MM_PER_INCH;

/// All papers that have a name.
///
/// The A series is from ISO 216. Letter and Tabloid are from ANSI/ASME Y14.1.
pub const PAPERS: &[Paper] = &[
    paper("a3", 297.0, 420.0, Family::Iso, "large sheet of `iso`"),
    paper("a4", 210.0, 297.0, Family::Iso, "small sheet of `iso`"),
    paper("a5", 148.0, 210.0, Family::Iso, ""),
    paper("a6", 105.0, 148.0, Family::Iso, "postcard"),
    paper("a2", 420.0, 594.0, Family::Iso, ""),
    paper("a1", 594.0, 841.0, Family::Iso, ""),
    paper("a0", 841.0, 1189.0, Family::Iso, ""),
    paper("a3-plus", 329.0, 483.0, Family::Iso, "for photo printers; slightly smaller than Super B"),
    paper("letter", 8.5 * IN, 11.0 * IN, Family::Us, "small sheet of `us`"),
    paper("legal", 8.5 * IN, 14.0 * IN, Family::Us, ""),
    paper("tabloid", 11.0 * IN, 17.0 * IN, Family::Us, "large sheet of `us`; Ledger if rotated"),
    paper("super-b", 13.0 * IN, 19.0 * IN, Family::Us, "for photo printers"),
];

/// The largest length of a paper's name, in bytes.
const MAX_NAME_LENGTH: usize = 60;

/// The name of the pages that fit on both A4 and Letter.
pub const BOTH: &str = "both";
/// The largest page that fits on both A3 and 11 x 17 in.
pub const BOTH_LARGE: Size = Size::new(11.0 * IN, 420.0);
/// The largest page that fits on both A4 and Letter.
pub const BOTH_SMALL: Size = Size::new(210.0, 11.0 * IN);

const fn paper(name: &'static str, width: f64, height: f64, family: Family, note: &'static str) -> Paper {
    Paper { name, size: (width, height), family, note }
}

/// The sheets that `--paper` selects.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperChoice {
    /// The name that is used in file names, such as `iso`, `a3+a4` or `210x297mm`.
    pub name: String,
    /// The sheet for large components: its size in portrait orientation, in mm.
    pub large: Size,
    /// The sheet for small components: its size in portrait orientation, in mm.
    pub small: Size,
    /// The family of the paper whose size is most similar to `large`.
    pub family: Family,
}

impl PaperChoice {
    /// Returns the size of the sheet for a component, in portrait orientation, in mm.
    pub fn sheet(&self, class: SheetClass) -> Size {
        match class {
            SheetClass::Large => self.large,
            SheetClass::Small => self.small,
        }
    }

    /// Reads `iso`, `us`, `both`, a paper's name, a pair (`a3+a4`), or a size (`210x297mm`,
    /// `8.5x11in`).
    ///
    /// # Errors
    /// The text names no paper, or the size is out of range.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        // The name becomes a part of file names, so it must be short and must not contain control
        // characters.
        if lower.len() > MAX_NAME_LENGTH || lower.contains(char::is_control) {
            let hint = "run `hexpress papers` for all names; write a size as 210x297mm";
            let message = format!(
                "the name of the paper has more than {MAX_NAME_LENGTH} characters, or a control character"
            );
            return Err(unknown(message, hint));
        }
        if let Some(family) = Family::named(&lower) {
            let (large, small) = (family.sheet(SheetClass::Large), family.sheet(SheetClass::Small));
            return Ok(Self { name: lower, large, small, family });
        }
        if let Some((large, small)) = text.split_once('+')
            && named(&lower).is_none()
        {
            let hint = "write two papers, such as a3+a4";
            if large.trim().is_empty() || small.trim().is_empty() {
                return Err(unknown(format!("`{text}` names only half a pair of papers"), hint));
            }
            if small.contains('+') {
                return Err(unknown(format!("`{text}` names more than two papers"), hint));
            }
            let mut pair = [NamedSheet::parse(large)?, NamedSheet::parse(small)?];
            if pair[0].size.area() < pair[1].size.area() {
                pair.reverse();
            }
            let [large, small] = pair;
            return Ok(Self { name: lower, large: large.size, small: small.size, family: large.family });
        }
        let NamedSheet { size, family } = NamedSheet::parse(text)?;
        Ok(Self { name: lower, large: size, small: size, family })
    }

    /// Returns a paper choice with which all components are printed on the small sheet. For `both`, this is a
    /// page that fits on A4 and on Letter.
    ///
    /// For other choices, returns `None` if no named paper has the size of the small sheet.
    pub fn smaller(&self) -> Option<Self> {
        if self.family == Family::Both {
            return Self::parse("210x279.4mm").ok();
        }
        let paper = PAPERS.iter().find(|paper| Size::from(paper.size) == self.small)?;
        Self::parse(paper.name).ok()
    }

    /// Returns the sheet for which a component is designed.
    ///
    /// It is a sheet of [`Self::family`], such as A4 if the chosen sheet is slightly larger or smaller
    /// than A4. A board therefore has the same size on similar papers.
    pub fn design_sheet(&self, class: SheetClass) -> Size {
        self.family.sheet(class)
    }
}

/// Returns the size in portrait orientation.
fn upright(size: Size) -> Size {
    Size::new(size.width.min(size.height), size.width.max(size.height))
}

/// Returns the paper with the name `name`. Also accepts other common names of a paper, such as `ledger`.
/// Returns `None` if no paper has this name.
fn named(name: &str) -> Option<&'static Paper> {
    let usual_name = match name {
        "11x17" | "11x17in" | "ledger" => "tabloid",
        "8.5x11" | "8.5x11in" => "letter",
        "a3+" => "a3-plus",
        other => other,
    };
    PAPERS.iter().find(|paper| paper.name == usual_name)
}

fn named_size(name: &str) -> Size {
    named(name).map_or(Size::ZERO, |paper| paper.size.into())
}

/// A sheet and its family.
struct NamedSheet {
    /// The size in portrait orientation, in mm.
    size: Size,
    family: Family,
}

impl NamedSheet {
    /// Reads a paper name or a size.
    fn parse(typed: &str) -> Result<Self> {
        let text = typed.trim();
        let lower = text.to_ascii_lowercase();
        if let Some(paper) = named(&lower) {
            return Ok(Self { size: paper.size.into(), family: paper.family });
        }
        if let Some(custom) = custom_size(&lower) {
            let wrong = |hint: String| unknown(format!("`{text}` is not a paper size"), hint);
            let size = upright(custom.map_err(wrong)?);
            return Ok(Self { size, family: nearest_family(size) });
        }
        Err(unknown(format!("unknown paper `{text}`"), hint_for(&lower)))
    }
}

/// The name for pages that have the size of half a Letter sheet.
const HALF_LETTER: &str = "half-letter";

/// Reads the paper for pages of text: a paper's name, `half-letter`, or a size. Returns the size of
/// the paper in portrait orientation, in mm.
///
/// # Errors
/// The text names no paper, or the size is out of range.
pub fn page_size(text: &str) -> Result<Size> {
    if text.trim().eq_ignore_ascii_case(HALF_LETTER) {
        return Ok(Size::new(5.5 * IN, 8.5 * IN));
    }
    NamedSheet::parse(text).map(|sheet| sheet.size)
}

/// Returns a hint that says what to type instead of an unknown paper.
fn hint_for(text: &str) -> String {
    if let Some(hint) = sideways(text) {
        return hint;
    }
    let pair = text.split_once([',', '/', ' ', '&']).map(|(first, second)| (first.trim(), second.trim()));
    if let Some((first, second)) = pair
        && named(first).is_some()
        && named(second).is_some()
    {
        return format!("write two papers with a + between them: {first}+{second}");
    }
    let names = Family::ALL.iter().map(|family| family.word()).chain(PAPERS.iter().map(|paper| paper.name));
    match hexpress_base::diag::near::nearest(text, names) {
        Some(near) => format!("did you mean `{near}`? Run `hexpress papers` for all names"),
        None => "run `hexpress papers` for all names, or write a size such as 210x297mm".to_owned(),
    }
}

/// Returns a hint for a paper with an orientation, such as `a4 landscape`. The hint says what to type
/// instead. Returns `None` if the text contains no orientation.
fn sideways(text: &str) -> Option<String> {
    const WAYS: [&str; 6] = ["landscape", "portrait", "upright", "lying", "horizontal", "vertical"];
    let is_way = |word: &str| WAYS.contains(&word);
    let words: Vec<&str> = text.split([' ', '-', '_', ',']).filter(|word| !word.is_empty()).collect();
    let rest: Vec<&str> = words.iter().copied().filter(|word| !is_way(word)).collect();
    let name = rest.join("-");
    (rest.len() < words.len() && named(&name).is_some())
        .then(|| format!("write only `{name}`: hexpress turns each sheet to fit what is printed on it"))
}

fn unknown(message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
    codes::UNKNOWN_PAPER.error(message).hint(hint)
}

/// Reads a size such as `210x297mm`. Returns `None` if the text is not a size.
///
/// # Errors
/// The size is not allowed. The error is the text of a hint.
fn custom_size(text: &str) -> Option<Result<Size, String>> {
    let (width, height) = text.split_once(['x', '×'])?;
    if !width.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') {
        return None;
    }
    let has_unit = !split_number(width.trim()).1.trim().is_empty();
    let shared_unit = if has_unit { "" } else { split_number(height.trim()).1.trim() };
    Some(sheet_size(&format!("{width}{shared_unit}"), height))
}

/// Reads the two sides of a sheet.
///
/// # Errors
/// A side is not a length, or is out of range. The error is the text of a hint.
fn sheet_size(width: &str, height: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse().map_err(|error: LengthError| Diagnostic::from(error).to_string());
    let (Mm(width), Mm(height)) = (side(width)?, side(height)?);
    match [width, height].iter().all(|side| (MIN_SHEET..=MAX_SHEET).contains(side)) {
        true => Ok(Size::new(width, height)),
        false => Err(format!("write a width and a height between {MIN_SHEET} and {MAX_SHEET} mm")),
    }
}

/// Returns whether a text is a size whose width is greater than its height, such as `297x210mm`.
pub fn is_landscape(text: &str) -> bool {
    let lower = text.trim().to_ascii_lowercase();
    named(&lower).is_none() && matches!(custom_size(&lower), Some(Ok(size)) if size.width > size.height)
}

/// The shortest side of a sheet, in mm.
pub const MIN_SHEET: f64 = 30.0;
/// The longest side of a sheet, in mm. This is the limit of PDF: 14,400 points.
pub const MAX_SHEET: f64 = 5080.0;

/// Returns the family that contains the paper with the most similar size.
fn nearest_family(size: Size) -> Family {
    if page_of_both(size).is_some() {
        return Family::Both;
    }
    let nearest = PAPERS.iter().min_by(|a, b| a.difference(size).total_cmp(&b.difference(size)));
    nearest.map_or(Family::Iso, |paper| paper.family)
}

/// Returns whether two sizes differ by less than 0.01 mm.
fn is_same(a: Size, b: Size) -> bool {
    (a.width - b.width).abs() < 0.01 && (a.height - b.height).abs() < 0.01
}

/// Returns which of the two pages of [`Family::Both`] has this size, in portrait orientation. Returns
/// `None` if neither page has this size.
fn page_of_both(size: Size) -> Option<SheetClass> {
    SheetClass::ALL.iter().copied().find(|class| is_same(Family::Both.sheet(*class), size))
}

/// Returns the word for a sheet in file names.
///
/// The word is a name such as `a3` or `letter`. For the pages of `both`, it is `large` or `small`. For other
/// sheets, it is the size in portrait orientation, such as `210x297mm`. A sheet has the same word in both
/// orientations.
pub fn sheet_word(sheet: Size) -> String {
    let size = upright(sheet);
    let paper = PAPERS.iter().find(|paper| is_same(Size::from(paper.size), size));
    let word = paper.map(|paper| paper.name).or_else(|| page_of_both(size).map(SheetClass::word));
    word.map_or_else(|| format!("{}x{}mm", ShortNumber(size.width), ShortNumber(size.height)), str::to_owned)
}

/// Returns whether a text is a [word](sheet_word) for some sheet.
pub fn is_sheet_word(text: &str) -> bool {
    SheetClass::named(text).is_some()
        || NamedSheet::parse(text).is_ok_and(|sheet| sheet_word(sheet.size) == text)
}

/// Returns the name of a sheet in messages, such as `A3` or `Letter`. If the sheet has no name,
/// returns its size.
pub fn sheet_name(sheet: Size) -> String {
    let word = sheet_word(sheet);
    match word.as_str() {
        "small" => "A4 or Letter".to_owned(),
        "large" => "A3 or 11 x 17 in".to_owned(),
        "tabloid" => "11 x 17 in".to_owned(),
        "letter" => "Letter (8.5 x 11 in)".to_owned(),
        "legal" => "Legal".to_owned(),
        "super-b" => "Super B".to_owned(),
        "a3-plus" => "A3+".to_owned(),
        name if named(name).is_some() => name.to_uppercase(),
        _ => {
            let size = upright(sheet);
            format!("{} x {} mm", ShortNumber(size.width), ShortNumber(size.height))
        }
    }
}

impl fmt::Display for PaperChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_names_pairs_and_sizes_are_read() {
        let iso = PaperChoice::parse("iso").unwrap();
        assert_eq!((iso.large, iso.small), (Size::new(297.0, 420.0), Size::new(210.0, 297.0)));
        let pair = PaperChoice::parse("a4+A3").unwrap();
        assert_eq!(pair.large, Size::new(297.0, 420.0));
        assert_eq!(PaperChoice::parse("a3+").unwrap().large, Size::new(329.0, 483.0));
        let custom = PaperChoice::parse("11x8.5in").unwrap();
        assert_eq!(custom.small, Size::new(8.5 * 25.4, 11.0 * 25.4));
        assert_eq!(custom.family, Family::Us);
        assert_eq!(PaperChoice::parse("200x290mm").unwrap().family, Family::Iso);
        let both = PaperChoice::parse("both").unwrap();
        assert_eq!((both.large, both.small), (Size::new(279.4, 420.0), Size::new(210.0, 279.4)));
        assert_eq!(both.design_sheet(SheetClass::Large), both.large);
        assert_eq!(PaperChoice::parse("210x279.4mm").unwrap().design_sheet(SheetClass::Large), both.large);
    }

    #[test]
    fn unknown_papers_are_refused_with_a_hint() {
        assert!(PaperChoice::parse("lettre").unwrap_err().hint.unwrap().contains("letter"));
        assert!(PaperChoice::parse("0x297mm").unwrap_err().hint.unwrap().contains("between"));
        assert!(PaperChoice::parse("210x297furlongs").is_err());
        assert!(PaperChoice::parse("+a4").unwrap_err().message.contains("half a pair"));
        assert!(PaperChoice::parse("").is_err());
        assert!(PaperChoice::parse("210\nx297mm").is_err());
        assert!(PaperChoice::parse(&format!("210.{}x297mm", "0".repeat(100))).is_err());
    }

    #[test]
    fn the_longest_side_of_a_sheet_is_accepted_and_a_longer_one_is_not() {
        assert_eq!(PaperChoice::parse("5080x5080mm").unwrap().large, Size::new(MAX_SHEET, MAX_SHEET));
        for longer in ["5080.01x297mm", "297x5080.01mm"] {
            assert!(PaperChoice::parse(longer).unwrap_err().hint.unwrap().contains("5080 mm"), "{longer}");
        }
    }

    #[test]
    fn landscape_sizes_are_recognized() {
        assert!(is_landscape("297x210mm") && is_landscape(" 17 x 11IN"));
        assert!(
            !is_landscape("210x297mm")
                && !is_landscape("a4")
                && !is_landscape("11x17")
                && !is_landscape("100x100mm")
                && !is_landscape("9x0mm")
        );
    }

    #[test]
    fn portrait_and_landscape_have_the_same_name() {
        assert_eq!(sheet_name(Size::new(420.0, 297.0)), "A3");
        assert_eq!(sheet_name(Size::new(200.0, 290.0)), "200 x 290 mm");
    }

    #[test]
    fn sheets_have_words_for_the_names_of_files() {
        for (size, word) in [
            (Size::new(420.0, 297.0), "a3"),
            (Size::new(215.9, 279.4), "letter"),
            (Size::new(431.8, 279.4), "tabloid"),
            (Size::new(329.0, 483.0), "a3-plus"),
            (BOTH_SMALL, "small"),
            (BOTH_LARGE, "large"),
            (Size::new(297.5, 200.0), "200x297.5mm"),
        ] {
            assert_eq!(sheet_word(size), word);
            assert!(is_sheet_word(word), "{word}");
        }
        for other in ["board", "A4", "297x210mm", "11x17", "iso", "a3+a4", ""] {
            assert!(!is_sheet_word(other), "{other}");
        }
    }
}
