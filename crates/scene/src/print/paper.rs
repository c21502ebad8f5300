//! Papers: what `--paper` may say, and the sheet that each component gets.

use std::fmt;

use kurbo::Size;

use crate::base::units::{MM_PER_INCH, Mm, Trimmed, split_number};
use crate::base::words::words;
use crate::diag::{Diagnostic, Result, codes};

/// A paper somebody sells, upright.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// As typed, in lower case.
    pub name: &'static str,
    /// Width and height in mm, the shorter side first.
    pub size: (f64, f64),
    /// Which family its large and small sheets belong to.
    pub family: Family,
    /// A word for whoever buys it.
    pub note: &'static str,
}

words! {
    /// The families of paper.
    Family:
    /// A3 and A4.
    Iso = "iso",
    /// 11 x 17 in and 8.5 x 11 in.
    Us = "us",
    /// What both have in common: pages that print right on either.
    Both = "both",
}

words! {
    /// How large a sheet a component asks for.
    SheetClass:
    /// A3 or 11 x 17 in.
    Large = "large",
    /// A4 or 8.5 x 11 in.
    Small = "small",
}

impl Family {
    /// The sheet of this family for a component, upright, in mm.
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

/// Every paper with a name. ISO 216 for the A series, ANSI/ASME Y14.1 for Letter and Tabloid.
pub const PAPERS: &[Paper] = &[
    paper("a3", 297.0, 420.0, Family::Iso, "large sheet of `iso`"),
    paper("a4", 210.0, 297.0, Family::Iso, "small sheet of `iso`"),
    paper("a5", 148.0, 210.0, Family::Iso, ""),
    paper("a6", 105.0, 148.0, Family::Iso, "postcard"),
    paper("a2", 420.0, 594.0, Family::Iso, ""),
    paper("a1", 594.0, 841.0, Family::Iso, ""),
    paper("a0", 841.0, 1189.0, Family::Iso, ""),
    paper("a3-plus", 329.0, 483.0, Family::Iso, "photo printers; not quite Super B"),
    paper("letter", 8.5 * IN, 11.0 * IN, Family::Us, "small sheet of `us`"),
    paper("legal", 8.5 * IN, 14.0 * IN, Family::Us, ""),
    paper("tabloid", 11.0 * IN, 17.0 * IN, Family::Us, "large sheet of `us`; turned, it is Ledger"),
    paper("super-b", 13.0 * IN, 19.0 * IN, Family::Us, "photo printers"),
];

/// The most bytes of what names a paper.
const LONGEST_NAME: usize = 60;

/// What one types for pages that print right on A4 and on Letter.
pub const BOTH: &str = "both";
/// The page that A3 and 11 x 17 in both hold: as wide as the one, as high as the other.
pub const BOTH_LARGE: Size = Size::new(11.0 * IN, 420.0);
/// The page that A4 and Letter both hold: as wide as the one, as high as the other.
pub const BOTH_SMALL: Size = Size::new(210.0, 11.0 * IN);

const fn paper(name: &'static str, w: f64, h: f64, family: Family, note: &'static str) -> Paper {
    Paper { name, size: (w, h), family, note }
}

/// The sheets that `--paper` gives to a build.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperChoice {
    /// As it stands in file names: `iso`, `a3+a4`, `210x297mm`.
    pub name: String,
    /// For components that ask for a large sheet; upright, mm.
    pub large: Size,
    /// For components that ask for a small sheet; upright, mm.
    pub small: Size,
    /// The nearest family.
    pub family: Family,
}

impl PaperChoice {
    /// The sheet of this choice for a component, upright, in mm.
    pub fn sheet(&self, class: SheetClass) -> Size {
        match class {
            SheetClass::Large => self.large,
            SheetClass::Small => self.small,
        }
    }

    /// Reads `iso`, `us`, `both`, a paper's name, a pair (`a3+a4`), or a size (`210x297mm`, `8.5x11in`).
    ///
    /// # Errors
    /// What is wrong, and a hint.
    pub fn parse(text: &str) -> Result<Self> {
        let lower = text.trim().to_ascii_lowercase();
        // It stands in the names of files.
        if lower.len() > LONGEST_NAME || lower.contains(char::is_control) {
            let hint = "`hexpress papers` lists them all; a size is written as 210x297mm";
            return Err(unknown("this cannot be the name of a paper", hint));
        }
        let of = |large: Size, small: Size, family| Self { name: lower.clone(), large, small, family };
        if let Some(family) = Family::named(&lower) {
            return Ok(of(family.sheet(SheetClass::Large), family.sheet(SheetClass::Small), family));
        }
        if let Some((large, small)) = lower.split_once('+')
            && named(&lower).is_none()
        {
            let hint = "a pair is two papers, such as a3+a4";
            if large.trim().is_empty() || small.trim().is_empty() {
                return Err(unknown(format!("`{lower}` is half a pair"), hint));
            }
            if small.contains('+') {
                return Err(unknown(format!("`{lower}` is more than a pair"), hint));
            }
            let (a, b) = (one(large)?, one(small)?);
            let (large, small) = if a.0.area() >= b.0.area() { (a, b) } else { (b, a) };
            return Ok(of(large.0, small.0, large.1));
        }
        let (size, family) = one(&lower)?;
        Ok(of(size, size, family))
    }

    /// The paper of the small sheets for everything; none where it has no name.
    pub fn smaller(&self) -> Option<Self> {
        if self.family == Family::Both {
            return Self::parse("210x279.4mm").ok();
        }
        let small = |p: &&Paper| Size::from(p.size) == self.small;
        Self::parse(PAPERS.iter().find(small)?.name).ok()
    }

    /// The sheet that a component's size is worked out for: the one of the nearest family, whatever the paper
    /// at hand. So a board keeps its size on smaller paper, and on larger.
    pub fn design_sheet(&self, class: SheetClass) -> Size {
        self.family.sheet(class)
    }
}

/// Width and height, the shorter side first, in mm.
fn upright(size: Size) -> Size {
    Size::new(size.width.min(size.height), size.width.max(size.height))
}

fn named(name: &str) -> Option<&'static Paper> {
    let name = match name {
        "11x17" | "11x17in" | "ledger" => "tabloid",
        "8.5x11" | "8.5x11in" => "letter",
        "a3+" => "a3-plus",
        other => other,
    };
    PAPERS.iter().find(|p| p.name == name)
}

fn named_size(name: &str) -> Size {
    named(name).map_or(Size::ZERO, |p| p.size.into())
}

fn one(text: &str) -> Result<(Size, Family)> {
    let text = text.trim();
    if let Some(paper) = named(text) {
        return Ok((paper.size.into(), paper.family));
    }
    if let Some(size) = custom(text) {
        let size = upright(size.map_err(|what| unknown(format!("`{text}` is not a paper"), what))?);
        return Ok((size, nearest_family(size)));
    }
    if let Some(hint) = sideways(text) {
        return Err(unknown(format!("no paper is called `{text}`"), hint));
    }
    let names = Family::ALL.iter().map(|family| family.word()).chain(PAPERS.iter().map(|p| p.name));
    let is_known = |name: &str| named(name.trim()).is_some();
    let pair = text.split_once([',', '/', ' ', '&']).filter(|(one, other)| is_known(one) && is_known(other));
    let hint = match crate::diag::near::nearest(text, names) {
        _ if pair.is_some() => {
            let (one, other) = pair.unwrap_or_default();
            format!("two papers have a + between them: {}+{}", one.trim(), other.trim())
        }
        Some(near) => format!("did you mean `{near}`? `hexpress papers` lists them all"),
        None => "`hexpress papers` lists them all; a size such as 210x297mm will do as well".to_owned(),
    };
    Err(unknown(format!("no paper is called `{text}`"), hint))
}

/// Returns what to write for the name of a paper and the way it lies, such as `a4 landscape`.
fn sideways(text: &str) -> Option<String> {
    const WAYS: [&str; 6] = ["landscape", "portrait", "upright", "lying", "horizontal", "vertical"];
    let is_way = |word: &str| WAYS.contains(&word);
    let words: Vec<&str> = text.split([' ', '-', '_', ',']).filter(|word| !word.is_empty()).collect();
    let rest: Vec<&str> = words.iter().copied().filter(|word| !is_way(word)).collect();
    let name = rest.join("-");
    (rest.len() < words.len() && named(&name).is_some())
        .then(|| format!("write `{name}`: each sheet turns by itself to fit what is on it"))
}

fn unknown(message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
    codes::UNKNOWN_PAPER.error(message).hint(hint)
}

/// `210x297mm`: None when the text is no size at all, an error when it is one that cannot be.
fn custom(text: &str) -> Option<Result<Size, String>> {
    let (w, h) = text.split_once(['x', '×'])?;
    if !w.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') {
        return None;
    }
    let unit = split_number(h.trim()).1.trim();
    let width = if split_number(w.trim()).1.trim().is_empty() { format!("{w}{unit}") } else { w.to_owned() };
    let side = |text: &str| text.parse::<Mm>().map_err(|e| e.to_string());
    let size = || {
        let (w, h) = (side(&width)?.0, side(h)?.0);
        let fit = [w, h].iter().all(|side| (MIN_SHEET..=MAX_SHEET).contains(side));
        let bounds = || format!("a sheet's sides lie between {MIN_SHEET} and {MAX_SHEET} mm");
        fit.then(|| Size::new(w, h)).ok_or_else(bounds)
    };
    Some(size())
}

/// Whether this is a size that is wider than high: `297x210mm`.
pub fn lies(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    named(&text).is_none() && matches!(custom(&text), Some(Ok(size)) if size.width > size.height)
}

/// The smallest sheet side, in mm.
pub const MIN_SHEET: f64 = 30.0;
/// The largest sheet side, in mm: 14,400 points, PDF's own limit, is 5,080 mm.
pub const MAX_SHEET: f64 = 5080.0;

fn nearest_family(size: Size) -> Family {
    if is_page_of_both(size).is_some() {
        return Family::Both;
    }
    let far = |p: &Paper| (p.size.0 - size.width).abs() + (p.size.1 - size.height).abs();
    PAPERS.iter().min_by(|a, b| far(a).total_cmp(&far(b))).map_or(Family::Iso, |paper| paper.family)
}

fn is_same(a: Size, b: Size) -> bool {
    (a.width - b.width).abs() < 0.01 && (a.height - b.height).abs() < 0.01
}

/// Which of the pages of `both` an upright sheet is.
fn is_page_of_both(size: Size) -> Option<SheetClass> {
    SheetClass::ALL.iter().copied().find(|class| is_same(Family::Both.sheet(*class), size))
}

/// A sheet's word in the name of a file: `a3`, `letter`; `large` and `small` for the pages of `both`; else its size,
/// the shorter side first, `210x297mm`. Upright and lying sheets of one paper have one word.
pub fn sheet_word(size: Size) -> String {
    let size = upright(size);
    let named = PAPERS.iter().find(|p| is_same(Size::from(p.size), size)).map(|p| p.name);
    let word = named.or_else(|| is_page_of_both(size).map(SheetClass::word));
    word.map_or_else(|| format!("{}x{}mm", Trimmed(size.width), Trimmed(size.height)), str::to_owned)
}

/// Whether a text is the [word](sheet_word) of some sheet.
pub fn is_sheet_word(text: &str) -> bool {
    SheetClass::named(text).is_some() || one(text).is_ok_and(|(size, _)| sheet_word(size) == text)
}

/// A sheet's name for people: `A3`, `Letter`, else its size.
pub fn sheet_name(size: Size) -> String {
    let word = sheet_word(size);
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
            let size = upright(size);
            format!("{} x {} mm", Trimmed(size.width), Trimmed(size.height))
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
    fn reads_all_forms() {
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
    fn refuses_with_a_hint() {
        assert!(PaperChoice::parse("lettre").unwrap_err().hint.unwrap().contains("letter"));
        assert!(PaperChoice::parse("0x297mm").unwrap_err().hint.unwrap().contains("between"));
        assert!(PaperChoice::parse("210x297furlongs").is_err());
        assert!(PaperChoice::parse("+a4").unwrap_err().message.contains("half a pair"));
        assert!(PaperChoice::parse("").is_err());
        assert!(PaperChoice::parse("210\nx297mm").is_err());
        assert!(PaperChoice::parse(&format!("210.{}x297mm", "0".repeat(100))).is_err());
    }

    #[test]
    fn tells_sizes_that_lie() {
        assert!(lies("297x210mm") && lies(" 17 x 11IN"));
        assert!(!lies("210x297mm") && !lies("a4") && !lies("11x17") && !lies("100x100mm") && !lies("9x0mm"));
    }

    #[test]
    fn names_sheets_either_way_up() {
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
