//! The contents of a page taken apart: drawings that stand by themselves between `q` and `Q`, where the bytes say it
//! plainly.
//!
//! No operator is carried out here. A block is left alone where it holds a token that is not in the table below; what
//! stands in a string, a comment or a picture is therefore never taken apart, or found out by whoever reads the page with
//! something else in its place.

use std::ops::Range;

/// Bytes of a page between two operators, and the drawings in them. Nothing of it has a part in what comes after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub at: Range<usize>,
    /// From drawing to drawing no path is begun, and nothing but the pen may have changed.
    pub parts: Vec<Range<usize>>,
    /// In which ways the pen may be one that is seldom used.
    pub odd: u8,
    /// The blocks in it, for where it is not known as a whole.
    pub inner: Vec<Self>,
}

/// The ways in which a pen may be odd.
pub(super) mod odd {
    /// It may draw the ends and corners of lines in another way.
    pub const ENDS: u8 = 1;
    /// It may draw dashes, or space letters.
    pub const DASHES: u8 = 2;
    /// It may be one that a graphics state of the page's resources set, in whatever way.
    pub const STATE: u8 = 4;
}

/// The deepest nesting of blocks in blocks.
const MOST_DEEP: usize = 32;

/// What an operator does, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// Adds to a path.
    Path,
    /// Draws a path, or drops it.
    Paint,
    Clip,
    Save,
    Restore,
    Matrix,
    BeginText,
    EndText,
    Object,
    /// Changes the pen, or writes with it.
    Pen,
    /// Changes it in one of the ways that few drawings set right for themselves.
    OddPen(u8),
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
        b"J" | b"j" | b"M" => Operator::OddPen(odd::ENDS),
        b"Tf" | b"Td" | b"Tm" | b"Tj" | b"TJ" => Operator::Pen,
        b"d" | b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Tr" | b"Ts" | b"TD" | b"T*" => Operator::OddPen(odd::DASHES),
        _ => return None,
    })
}

/// What bytes are, for what stands between operators.
mod class {
    pub(super) const SPACE: u8 = 1;
    pub(super) const NUMBER: u8 = 2;
    pub(super) const LETTER: u8 = 4;
    pub(super) const BRACKET: u8 = 8;
    /// What else ends a name.
    pub(super) const DELIMITER: u8 = 16;
    pub(super) const OTHER: u8 = 32;
}

/// The class of each byte.
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

/// Bytes between blanks, and the classes that they are of.
struct Token<'c> {
    at: Range<usize>,
    bytes: &'c [u8],
    classes: u8,
}

impl Token<'_> {
    /// Whether it is a number, a name, an array, or words by the numbers of their glyphs, or all of one of these.
    fn is_operand(&self) -> bool {
        use class::{BRACKET, DELIMITER, LETTER, NUMBER};
        let is_of = |classes: u8| self.classes & !classes == 0;
        match self.bytes {
            [b'/', name @ ..] => {
                let is_delimiter = |byte: &u8| CLASSES[usize::from(*byte)] & (BRACKET | DELIMITER) != 0;
                !name.iter().any(is_delimiter)
            }
            [b'0'..=b'9' | b'.' | b'-' | b'+', .., b']'] => {
                is_of(NUMBER | BRACKET) && !self.bytes.iter().any(|byte| matches!(byte, b'<' | b'>' | b'['))
            }
            [b'0'..=b'9' | b'.' | b'-' | b'+', ..] => is_of(NUMBER),
            [b'[' | b'<' | b']', ..] => {
                let count = |sign: u8| self.bytes.iter().filter(|byte| **byte == sign).count();
                is_of(NUMBER | LETTER | BRACKET) && count(b'<') == count(b'>')
            }
            _ => false,
        }
    }
}

/// A block that is not closed yet.
struct Open {
    /// Where what is to be taken apart begins: behind `q`, and `cm` if that follows.
    body: usize,
    /// Whether something other than `cm` followed.
    begun: bool,
    /// Whether all tokens are known, and no path or words go on beyond it.
    plain: bool,
    /// Whether nothing but the pen changes from drawing to drawing.
    even: bool,
    /// In which ways its pen may be an odd one.
    odd: u8,
    parts: Vec<Range<usize>>,
    /// Where the drawing begins that is being read.
    part: usize,
    /// How many blocks had been found before it.
    found: usize,
}

impl Open {
    fn new(body: usize, found: usize, odd: u8) -> Self {
        Self { body, begun: false, plain: true, even: true, odd, parts: Vec::new(), part: body, found }
    }

    /// A drawing ends here.
    fn cut(&mut self, end: usize) {
        self.parts.push(self.part..end);
        self.part = end;
    }
}

/// The blocks of a page in their order, and each object that is drawn outside of them: those that stand together one after
/// the other, so that of a long page not all are there at once.
pub(super) fn blocks(contents: &[u8]) -> impl Iterator<Item = Vec<Block>> {
    let plain = if memchr::memchr(b'%', contents).is_some() { &[] } else { contents };
    let mut tokens = tokens(plain);
    let mut reader = Reader::new();
    std::iter::from_fn(move || {
        for token in tokens.by_ref() {
            reader.read(token);
            if reader.open.is_empty() && !reader.found.is_empty() {
                break;
            }
        }
        // Of the page itself nothing is taken apart.
        reader.page.parts.clear();
        Some(std::mem::take(&mut reader.found)).filter(|found| !found.is_empty())
    })
}

/// Finds blocks, token by token.
struct Reader {
    /// The page itself, which is never closed.
    page: Open,
    open: Vec<Open>,
    found: Vec<Block>,
    /// Whether a path, words or an array are begun.
    path: bool,
    text: bool,
    array: bool,
    /// Where the name begins that was read last, if nothing followed.
    name: Option<usize>,
}

impl Reader {
    fn new() -> Self {
        let (page, open, found) = (Open::new(0, 0, 0), Vec::new(), Vec::new());
        Self { page, open, found, path: false, text: false, array: false, name: None }
    }

    fn read(&mut self, token: Token<'_>) {
        let is_operand = token.is_operand();
        let Token { at, bytes: token, classes } = token;
        if is_operand {
            if classes & class::BRACKET != 0 {
                self.array = (self.array || token.contains(&b'[')) && !token.contains(&b']');
            }
            self.name = token.starts_with(b"/").then_some(at.start);
            return;
        }
        let (found, name, deep) = (self.found.len(), self.name.take(), self.open.len() >= MOST_DEEP);
        let top = self.open.last_mut().unwrap_or(&mut self.page);
        let Some(operator) = operator(token).filter(|_| !self.array) else {
            (top.plain, self.array) = (false, false);
            // Others that nothing parts from their neighbours have it in them.
            top.odd |= if memchr::memmem::find(token, b"gs").is_some() { odd::STATE } else { 0 };
            // The one that shows words and spaces them.
            top.odd |= if token.contains(&b'"') { odd::DASHES } else { 0 };
            return;
        };
        if operator == Operator::Matrix && !top.begun {
            (top.body, top.part) = (at.end, at.end);
            return;
        }
        top.begun = true;
        match operator {
            Operator::Path => self.path = true,
            Operator::Paint => {
                self.path = false;
                if !self.text {
                    top.cut(at.end);
                }
            }
            Operator::Clip | Operator::Matrix => top.even = false,
            Operator::Pen => {}
            Operator::OddPen(way) => top.odd |= way,
            Operator::BeginText => self.text = true,
            Operator::EndText => {
                self.text = false;
                top.plain &= !self.path;
                top.cut(at.end);
            }
            Operator::Object => {
                top.cut(at.end);
                match name.filter(|_| !self.path && !self.text) {
                    Some(name) => {
                        let at = name..at.end;
                        let (parts, odd) = (vec![at.clone()], top.odd);
                        self.found.push(Block { at, parts, odd, inner: Vec::new() });
                    }
                    None => top.plain = false,
                }
            }
            Operator::Save => {
                top.plain &= !self.path && !self.text && !deep;
                let odd = top.odd;
                self.open.push(Open::new(at.end, found, odd));
            }
            Operator::Restore => {
                let Some(mut closed) = self.open.pop() else { return };
                closed.plain &= !self.path && !self.text;
                let plain = closed.plain;
                if plain && closed.even {
                    closed.cut(at.start);
                    let inner = self.found.split_off(closed.found);
                    let Open { body, parts, odd, .. } = closed;
                    self.found.push(Block { at: body..at.start, parts, odd, inner });
                }
                let outer = self.open.last_mut().unwrap_or(&mut self.page);
                outer.plain &= plain;
                outer.cut(at.end);
            }
        }
    }
}

/// The tokens of contents, as far as blanks part them.
fn tokens(contents: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    let class = |at: usize| contents.get(at).map(|byte| CLASSES[usize::from(*byte)]);
    std::iter::from_fn(move || {
        while class(at)? == class::SPACE {
            at += 1;
        }
        let (start, mut classes) = (at, 0);
        while let Some(class) = class(at).filter(|class| *class != class::SPACE) {
            classes |= class;
            at += 1;
        }
        Some(Token { at: start..at, bytes: contents.get(start..at)?, classes })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block as its drawings, and what is left of the page.
    fn apart(contents: &str) -> (Vec<Vec<&str>>, String) {
        let (mut left, mut from) = (String::new(), 0);
        let text = |at: &Range<usize>| contents[at.clone()].trim();
        let mut all = Vec::new();
        for Block { at, parts, .. } in blocks(contents.as_bytes()).flatten() {
            left += &format!("{}#", &contents[from..at.start]);
            from = at.end;
            all.push(parts.iter().map(text).filter(|part| !part.is_empty()).collect());
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
        let (all, left) = apart(&page);
        assert_eq!(all, [parts, vec!["/X Do"], vec!["/Y Do"], vec!["1 g n"]]);
        assert_eq!(left, "1 0 0 1 0 9 cm (a) Tj q 1 0 0 1 5 5 cm#Q # q (b) Tj # q#Q Q");
    }

    #[test]
    fn an_odd_pen_is_known_until_it_is_taken_back() {
        let page = "q 0 g n Q q [1] 0 d q 1 j 0 g n Q 0 0 1 1 re W n Q q q 2 Tc Q 0 g n Q q 1 J n Q q /G gs q n Q Q (x)\" q 0 g n Q";
        let odd: Vec<u8> = blocks(page.as_bytes()).flatten().map(|block| block.odd).collect();
        assert_eq!(odd, [0, odd::DASHES | odd::ENDS, 0, odd::ENDS, odd::STATE, odd::DASHES]);
    }

    #[test]
    fn what_is_not_plain_is_left_alone() {
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
            assert_eq!(apart(page).1, page);
        }
    }
}
