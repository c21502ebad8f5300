//! Splits the contents of a page into blocks, and splits blocks into drawings. A block is the contents from
//! `q` to `Q`, so it does not affect what follows it.
//!
//! - In: the bytes of a content stream.
//! - Out: the ranges of blocks and drawings.
//! - Not here: what the drawings show. No operator is executed.
//!
//! A `q` or a `Q` in a string or in an inline picture may be mistaken for an operator. This is rare, because
//! a block with an unknown token is not split. The caller replaces drawings by placeholders. If a placeholder
//! is inside a string or a picture, the caller does not find it again when it reads the page. So the caller
//! notices the mistake.

use std::ops::Range;

/// A part of a page that does not affect the parts after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The bytes of the block, as a range in the contents of the page. The `q`, the `Q`, and a `cm` directly
    /// after the `q` are not included.
    pub range: Range<usize>,
    /// The ranges of the block's drawings. At the end of each drawing, no path is open. Only the
    /// settings of the pen may change from one drawing to the next.
    pub drawings: Vec<Range<usize>>,
    /// Flags of [`rare_pen_settings`] for the unusual pen settings that the page may have changed before or
    /// in this block.
    pub rare_settings: u8,
    /// The blocks inside this block. They are tried if a placeholder cannot replace the whole block.
    pub inner: Vec<Self>,
}

/// Flags for those settings of the pen that only a few drawings change. The pen consists of the colours, and
/// of the settings for lines and text.
pub(super) mod rare_pen_settings {
    /// The shapes of the ends and corners of lines.
    pub const ENDS: u8 = 1;
    /// The dashes of lines, and the spacing of letters.
    pub const DASHES: u8 = 2;
    /// Any setting in a graphics state dictionary.
    pub const DICTIONARY: u8 = 4;
}

/// The deepest allowed nesting of blocks.
const MAX_BLOCK_DEPTH: usize = 32;

/// The kinds of operators that affect splitting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// The operator adds to the current path.
    Path,
    /// The operator paints or discards the current path.
    Paint,
    Clip,
    Save,
    Restore,
    Matrix,
    BeginText,
    EndText,
    Object,
    /// The operator changes a common setting of the pen, or shows text.
    Pen,
    /// The operator changes an unusual setting of the pen. The value is a flag of [`rare_pen_settings`].
    RarePen(u8),
}

fn operator(token: &[u8]) -> Option<Operator> {
    Some(match token {
        b"m" | b"l" | b"c" | b"v" | b"y" | b"h" | b"re" => Operator::Path,
        b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" | b"n" => Operator::Paint,
        b"W" | b"W*" => Operator::Clip,
        b"q" => Operator::Save,
        b"Q" => Operator::Restore,
        b"cm" => Operator::Matrix,
        b"BT" => Operator::BeginText,
        b"ET" => Operator::EndText,
        b"Do" => Operator::Object,
        b"w" | b"g" | b"G" | b"rg" | b"RG" | b"k" | b"K" => Operator::Pen,
        b"J" | b"j" | b"M" => Operator::RarePen(rare_pen_settings::ENDS),
        b"Tf" | b"Td" | b"Tm" | b"Tj" | b"TJ" => Operator::Pen,
        b"d" | b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Tr" | b"Ts" | b"TD" | b"T*" => {
            Operator::RarePen(rare_pen_settings::DASHES)
        }
        _ => return None,
    })
}

/// The classes of bytes in operands. Each class is a flag.
mod class {
    pub(super) const SPACE: u8 = 1;
    pub(super) const NUMBER: u8 = 2;
    /// A hexadecimal digit from A to F.
    pub(super) const LETTER: u8 = 4;
    /// A bracket of an array or a hexadecimal string.
    pub(super) const BRACKET: u8 = 8;
    /// Any other byte that ends a name.
    pub(super) const DELIMITER: u8 = 16;
    pub(super) const OTHER: u8 = 32;
}

/// The class of each byte value.
const CLASSES: [u8; 256] = {
    let mut classes = [class::OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\0' | b'\t' | b'\n' | 0x0c | b'\r' | b' ' => class::SPACE,
            b'0'..=b'9' | b'.' | b'-' | b'+' => class::NUMBER,
            b'a'..=b'f' | b'A'..=b'F' => class::LETTER,
            b'[' | b']' | b'<' | b'>' => class::BRACKET,
            b'(' | b')' | b'{' | b'}' | b'/' | b'%' => class::DELIMITER,
            _ => class::OTHER,
        };
        byte += 1;
    }
    classes
};

/// A sequence of bytes between white spaces in the contents of a page.
struct Token<'c> {
    at: Range<usize>,
    bytes: &'c [u8],
    /// The classes of the bytes in the token, as flags of [`class`].
    classes: u8,
}

impl Token<'_> {
    /// Returns whether the token is a number, a name, an array or a hexadecimal string. A part of
    /// an array counts too.
    fn is_operand(&self) -> bool {
        use class::{BRACKET, DELIMITER, LETTER, NUMBER};
        match self.bytes {
            [b'/', name @ ..] => !name.iter().any(|byte| class_of(*byte) & (BRACKET | DELIMITER) != 0),
            [b'0'..=b'9' | b'.' | b'-' | b'+', .., b']'] => {
                self.has_only(NUMBER | BRACKET) && !self.bytes.iter().any(|byte| b"<>[".contains(byte))
            }
            [b'0'..=b'9' | b'.' | b'-' | b'+', ..] => self.has_only(NUMBER),
            [b'[' | b'<' | b']', ..] => {
                self.has_only(NUMBER | LETTER | BRACKET) && self.count(b'<') == self.count(b'>')
            }
            _ => false,
        }
    }

    fn has_only(&self, classes: u8) -> bool {
        self.classes & !classes == 0
    }

    fn count(&self, byte: u8) -> usize {
        self.bytes.iter().filter(|other| **other == byte).count()
    }
}

fn class_of(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

/// A block that has not been closed yet.
struct OpenBlock {
    /// The offset of the first drawing in the block. The `q`, and a `cm` directly after the `q`,
    /// are before this offset.
    body: usize,
    /// True if an operator other than `cm` has followed the `q`.
    has_begun: bool,
    /// True if all tokens are known, and no path or text continues after the block.
    is_plain: bool,
    /// True if nothing except the pen changes between drawings.
    changes_pen_only: bool,
    /// The unusual settings of the pen that may have been changed, as flags of [`rare_pen_settings`].
    rare_settings: u8,
    drawings: Vec<Range<usize>>,
    /// The offset at which the current drawing begins.
    drawing: usize,
    /// The number of blocks that were found before this one began.
    found_before: usize,
}

impl OpenBlock {
    fn new(body: usize, found_before: usize, rare_settings: u8) -> Self {
        Self {
            body,
            has_begun: false,
            is_plain: true,
            changes_pen_only: true,
            rare_settings,
            drawings: Vec::new(),
            drawing: body,
            found_before,
        }
    }

    fn end_drawing(&mut self, end: usize) {
        self.drawings.push(self.drawing..end);
        self.drawing = end;
    }
}

/// Returns the blocks of a page, in order. An external object that is drawn outside blocks counts
/// as a block, too. The iterator returns groups of blocks, so that the blocks of a long page are
/// never all in memory at the same time.
pub(super) fn blocks(contents: &[u8]) -> impl Iterator<Item = Vec<Block>> {
    // A comment may contain anything, so contents with a `%` are not split.
    let without_comments = if memchr::memchr(b'%', contents).is_some() { &[] } else { contents };
    let mut tokens = tokens(without_comments);
    let mut finder = BlockFinder::new();
    std::iter::from_fn(move || {
        for token in tokens.by_ref() {
            finder.read(token);
            if finder.open.is_empty() && !finder.found.is_empty() {
                break;
            }
        }
        // Only blocks are split into drawings, so the drawings outside blocks are not needed.
        finder.page.drawings.clear();
        Some(std::mem::take(&mut finder.found)).filter(|found| !found.is_empty())
    })
}

/// Finds blocks, token by token.
struct BlockFinder {
    /// The whole page, which counts as a block that is never closed.
    page: OpenBlock,
    open: Vec<OpenBlock>,
    found: Vec<Block>,
    /// True if a path is open.
    in_path: bool,
    /// True if a text object is open.
    in_text: bool,
    /// True if an array is open.
    in_array: bool,
    /// The offset of the last operand, if it is a name. Otherwise `None`.
    name: Option<usize>,
}

impl BlockFinder {
    fn new() -> Self {
        let (page, open, found) = (OpenBlock::new(0, 0, 0), Vec::new(), Vec::new());
        Self { page, open, found, in_path: false, in_text: false, in_array: false, name: None }
    }

    fn read(&mut self, token: Token<'_>) {
        if token.is_operand() {
            self.read_operand(&token);
            return;
        }
        let name = self.name.take();
        let top = self.open.last_mut().unwrap_or(&mut self.page);
        let Some(operator) = operator(token.bytes).filter(|_| !self.in_array) else {
            (top.is_plain, self.in_array) = (false, false);
            // An unknown token may consist of several operators without white space between them.
            // One of these operators may be `gs`.
            top.rare_settings |= if memchr::memmem::find(token.bytes, b"gs").is_some() {
                rare_pen_settings::DICTIONARY
            } else {
                0
            };
            // The operator `"` sets the spacing of letters.
            top.rare_settings |= if token.bytes.contains(&b'"') { rare_pen_settings::DASHES } else { 0 };
            return;
        };
        if operator == Operator::Matrix && !top.has_begun {
            (top.body, top.drawing) = (token.at.end, token.at.end);
            return;
        }
        top.has_begun = true;
        self.apply(operator, token.at, name);
    }

    fn read_operand(&mut self, token: &Token<'_>) {
        if token.classes & class::BRACKET != 0 {
            self.in_array = (self.in_array || token.bytes.contains(&b'[')) && !token.bytes.contains(&b']');
        }
        self.name = token.bytes.starts_with(b"/").then_some(token.at.start);
    }

    /// Updates the state for a known operator at `at`. If the last operand is a name, `name` is its
    /// offset.
    fn apply(&mut self, operator: Operator, at: Range<usize>, name: Option<usize>) {
        let is_deep = self.open.len() >= MAX_BLOCK_DEPTH;
        let top = self.open.last_mut().unwrap_or(&mut self.page);
        match operator {
            Operator::Path => self.in_path = true,
            Operator::Paint => {
                self.in_path = false;
                if !self.in_text {
                    top.end_drawing(at.end);
                }
            }
            Operator::Clip | Operator::Matrix => top.changes_pen_only = false,
            Operator::Pen => {}
            Operator::RarePen(flag) => top.rare_settings |= flag,
            Operator::BeginText => self.in_text = true,
            Operator::EndText => {
                self.in_text = false;
                top.is_plain &= !self.in_path;
                top.end_drawing(at.end);
            }
            Operator::Object => {
                top.end_drawing(at.end);
                match name.filter(|_| !self.in_path && !self.in_text) {
                    Some(start) => {
                        let object = start..at.end;
                        let (drawings, rare_settings) = (vec![object.clone()], top.rare_settings);
                        self.found.push(Block { range: object, drawings, rare_settings, inner: Vec::new() });
                    }
                    None => top.is_plain = false,
                }
            }
            Operator::Save => {
                top.is_plain &= !self.in_path && !self.in_text && !is_deep;
                let inherited = top.rare_settings;
                self.open.push(OpenBlock::new(at.end, self.found.len(), inherited));
            }
            Operator::Restore => self.close(at),
        }
    }

    /// Closes the innermost block at a `Q`.
    fn close(&mut self, at: Range<usize>) {
        let Some(mut closed) = self.open.pop() else { return };
        closed.is_plain &= !self.in_path && !self.in_text;
        let is_plain = closed.is_plain;
        if is_plain && closed.changes_pen_only {
            closed.end_drawing(at.start);
            let inner = self.found.split_off(closed.found_before);
            let OpenBlock { body, drawings, rare_settings, .. } = closed;
            self.found.push(Block { range: body..at.start, drawings, rare_settings, inner });
        }
        let outer = self.open.last_mut().unwrap_or(&mut self.page);
        outer.is_plain &= is_plain;
        outer.end_drawing(at.end);
    }
}

/// Splits contents at white space.
fn tokens(contents: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let rest = contents.get(next..)?;
        let start = next + rest.iter().position(|byte| class_of(*byte) != class::SPACE)?;
        let mut classes = 0;
        let mut end = start;
        while let Some(class) = contents.get(end).map(|byte| class_of(*byte)).filter(|c| *c != class::SPACE) {
            classes |= class;
            end += 1;
        }
        next = end;
        Some(Token { at: start..end, bytes: contents.get(start..end)?, classes })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two values: the drawings of each block, and the contents of the page that are outside blocks.
    fn split(contents: &str) -> (Vec<Vec<&str>>, String) {
        let (mut left, mut from) = (String::new(), 0);
        let text = |at: &Range<usize>| contents[at.clone()].trim();
        let mut all = Vec::new();
        for Block { range, drawings, .. } in blocks(contents.as_bytes()).flatten() {
            left += &format!("{}#", &contents[from..range.start]);
            from = range.end;
            all.push(drawings.iter().map(text).filter(|part| !part.is_empty()).collect());
        }
        (all, left + &contents[from..])
    }

    #[test]
    fn drawings_stand_by_themselves() {
        let drawings = "0 g 0 0 m 1 1 l h f 1 G 0 0 5 5 re S BT /F 9 Tf 1 2 Td [<0001> -20 <02>] TJ ET q 2 0 0 2 0 0 cm W n Q";
        let page = format!(
            "1 0 0 1 0 9 cm (a) Tj q 1 0 0 1 5 5 cm {drawings} 3 w Q /X Do q (b) Tj /Y Do q 1 g n Q Q"
        );
        let parts = vec![
            "0 g 0 0 m 1 1 l h f",
            "1 G 0 0 5 5 re S",
            "BT /F 9 Tf 1 2 Td [<0001> -20 <02>] TJ ET",
            "q 2 0 0 2 0 0 cm W n Q",
            "3 w",
        ];
        let (all, left) = split(&page);
        assert_eq!(all, [parts, vec!["/X Do"], vec!["/Y Do"], vec!["1 g n"]]);
        assert_eq!(left, "1 0 0 1 0 9 cm (a) Tj q 1 0 0 1 5 5 cm#Q # q (b) Tj # q#Q Q");
    }

    #[test]
    fn an_unusual_pen_is_known_until_it_is_restored() {
        let page = "q 0 g n Q q [1] 0 d q 1 j 0 g n Q 0 0 1 1 re W n Q q q 2 Tc Q 0 g n Q q 1 J n Q q /G gs q n Q Q (x)\" q 0 g n Q";
        let rare_settings: Vec<u8> =
            blocks(page.as_bytes()).flatten().map(|block| block.rare_settings).collect();
        assert_eq!(
            rare_settings,
            [
                0,
                rare_pen_settings::DASHES | rare_pen_settings::ENDS,
                0,
                rare_pen_settings::ENDS,
                rare_pen_settings::DICTIONARY,
                rare_pen_settings::DASHES
            ]
        );
    }

    #[test]
    fn blocks_that_are_not_plain_are_not_split() {
        for page in [
            "q 0 0 m 1 1 l BT ET f Q",
            "q 0 0 1 1 re Q f",
            "q 0 0 9 9 re W n 0 0 5 5 re f Q",
            "q 0 0 5 5 re f 2 0 0 2 0 0 cm 0 0 5 5 re f Q",
            "q (f) Tj Q",
            "q ( f ) Tj Q",
            "q < 00 f 01 > Tj Q",
            "q [ 1 f 2 ] 0 d Q",
            "q /A BMC 0 0 5 5 re f EMC Q",
            "q BI f ID f EI Q",
            "q 0 0 5 5 re % f\n S Q",
            "q 0 0 5 5 re f /G gs Q",
            "q BT q 0 0 5 5 re f Q ET (a) Tj Q",
            "0 0 5 5 re f Q",
            "q 0 0 5 5 re f",
            "q 1 1 5 5 re f Do Q",
        ] {
            assert_eq!(split(page).1, page);
        }
    }
}
