//! Edits that a row of `rows/*.txt` makes to a finished file, one after another.
//!
//! `P` is the id of a drawing, such as `board/cell:0,3`. `P#1` is only the second part of this drawing,
//! because parts are counted from 0. `P@2` is the drawing with this id on page 2. `N` is the number of a
//! page. Lengths are in mm, to the right and downwards.
//!
//! | edit | effect |
//! |---|---|
//! | `move P X Y`, `scale P X [Y]`, `turn P DEGREES`, `mirror P` | moves a drawing, or transforms it about its centre |
//! | `remove P`, `raise P`, `copy P X Y` | removes a drawing, draws it last, or draws it twice |
//! | `rename P Q`, `untag P` | gives a drawing another id, or none |
//! | `swap P Q` | draws P at the place of Q, and Q at the place of P |
//! | `replace P OLD NEW [K\|all]` | replaces text in a drawing's contents: the first match, the K-th from 0, or all |
//! | `word P OLD NEW [K\|all]` | replaces printed text, with glyphs of the same font |
//! | `append P RAW`, `prepend P RAW` | adds operators in the drawing's own coordinates |
//! | `form P K OLD NEW [K\|all]` | replaces text in the K-th form that a drawing uses |
//! | `page-move N X Y`, `page-scale N X [Y]`, `page-turn N DEGREES`, `page-mirror N`, `page-replace N OLD NEW [K\|all]` | changes a whole page |
//! | `respace N`, `comment N`, `split N`, `wrap N` | rewrites a page without a change on paper |
//!
//! Other modules have more edits. [`super::paint`] draws on a page, and [`super::expand`] turns lines
//! into areas. [`super::kinds`] changes any drawing, and [`super::file`] changes the parts of a PDF
//! that are not drawings. [`super::svg`] edits SVG sheets.

use lopdf::{Document, Object, ObjectId};

use super::base::Base;
use super::{expand, file, kinds, paint, svg};
use crate::check::bench::{moved, pt, span};

/// A PDF while edits are made to it.
pub struct Pdf<'b> {
    pub file: Document,
    pub base: &'b Base,
    /// The output of another program, which replaces `file`.
    pub made: Option<Vec<u8>>,
}

impl Base {
    /// Returns the files after the edits. If a program that the edits need is not installed, returns its name
    /// as the error.
    pub fn edited(&self, edits: &[Vec<String>]) -> Result<Vec<(String, Vec<u8>)>, String> {
        if self.files[0].0.ends_with(".svg") {
            return Ok(svg::edited(self, edits));
        }
        let (name, bytes) = &self.files[0];
        let mut pdf = Pdf { file: Document::load_mem(bytes).unwrap(), base: self, made: None };
        for edit in edits {
            let words: Vec<&str> = edit.iter().map(String::as_str).collect();
            if !(pdf.drawing(&words)
                || pdf.page(&words)
                || paint::apply_edit(&mut pdf, &words)
                || expand::apply_edit(&mut pdf, &words)
                || kinds::apply_edit(&mut pdf, &words)
                || file::apply_edit(&mut pdf, &words)?)
            {
                panic!("no edit is called {words:?}");
            }
        }
        Ok(vec![(name.clone(), pdf.bytes())])
    }
}

pub fn number(word: &str) -> f64 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

/// Returns `text` with `old` replaced by `new`: the first match, the `which`-th from 0, or all.
pub fn replaced(text: &str, old: &str, new: &str, which: Option<&str>) -> String {
    assert!(text.contains(old), "there is no {old} in\n{text}");
    match which {
        Some("all") => text.replace(old, new),
        which => {
            let which = which.map_or(0, |which| which.parse().unwrap());
            let at = text.match_indices(old).nth(which).unwrap_or_else(|| panic!("not so often: {old}")).0;
            format!("{}{new}{}", &text[..at], &text[at + old.len()..])
        }
    }
}

/// Splits a drawing into its first line, its contents and its last line.
fn parts(drawing: &str) -> (&str, &str, &str) {
    let (head, rest) = drawing.split_once('\n').unwrap();
    let at = rest.rfind("EMC").unwrap();
    (head, &rest[..at], &rest[at..])
}

impl Pdf<'_> {
    pub fn bytes(mut self) -> Vec<u8> {
        if let Some(made) = self.made {
            return made;
        }
        let mut bytes = Vec::new();
        self.file.save_to(&mut bytes).unwrap();
        bytes
    }

    pub fn page_id(&self, page: usize) -> ObjectId {
        self.file.get_pages()[&u32::try_from(page).unwrap()]
    }

    pub fn stream(&self, id: ObjectId) -> String {
        let bytes = self.file.get_object(id).unwrap().as_stream().unwrap().get_plain_content().unwrap();
        bytes.into_iter().map(char::from).collect()
    }

    pub fn set_stream(&mut self, id: ObjectId, text: &str) {
        let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        self.file.get_object_mut(id).unwrap().as_stream_mut().unwrap().set_plain_content(bytes);
    }

    pub fn contents(&self, page: usize) -> String {
        self.stream(self.file.get_page_contents(self.page_id(page))[0])
    }

    pub fn edit_contents(&mut self, page: usize, edit: impl FnOnce(&str) -> String) {
        let id = self.file.get_page_contents(self.page_id(page))[0];
        let before = self.stream(id);
        let after = edit(&before);
        assert!(before != after, "nothing was changed");
        self.set_stream(id, &after);
    }

    /// Returns the page of a piece, and where its drawings are in the page's contents.
    fn spans(&self, piece: &str) -> (usize, Vec<(usize, usize)>) {
        let (name, which) = match piece.split_once('#') {
            Some((name, which)) => (name, Some(which.parse::<usize>().unwrap())),
            None => (piece, None),
        };
        let page = self.base.spot(name).0;
        let id = name.split('@').next().unwrap();
        let text = self.contents(page);
        let count = text.matches(&format!("/Id ({id})>> BDC\n")).count();
        let wanted = (0..count).filter(|n| which.is_none_or(|which| which == *n));
        (page, wanted.map(|n| span(&text, id, n)).collect())
    }

    /// Changes the drawings of a piece, starting with the last one.
    pub fn edit_drawing(&mut self, piece: &str, edit: impl Fn(&str) -> String) {
        let (page, spans) = self.spans(piece);
        self.edit_contents(page, |text| {
            let mut text = text.to_owned();
            for (start, end) in spans.into_iter().rev() {
                let changed = edit(&text[start..end]);
                text.replace_range(start..end, &changed);
            }
            text
        });
    }

    /// Changes the first drawing of a piece for which `edit` returns a new text.
    fn edit_first(&mut self, piece: &str, edit: impl Fn(&str) -> Option<String>) {
        let (page, spans) = self.spans(piece);
        self.edit_contents(page, |text| {
            let found = spans.iter().find_map(|&(from, to)| Some((from, to, edit(&text[from..to])?)));
            let (from, to, new) = found
                .unwrap_or_else(|| panic!("{piece} has no such thing: {}", &text[spans[0].0..spans[0].1]));
            format!("{}{new}{}", &text[..from], &text[to..])
        });
    }

    /// Rotates and stretches a drawing about its centre.
    fn transform(&mut self, piece: &str, [a, b, c, d]: [f64; 4]) {
        let centre = self.base.spot(piece.split('#').next().unwrap()).1.center();
        let (x, y) = (pt(centre.x), -pt(centre.y));
        let (e, f) = (x - a * x - c * y, y - b * x - d * y);
        self.edit_drawing(piece, |drawing| {
            let (head, body, end) = parts(drawing);
            format!("{head}\nq {a:.6} {b:.6} {c:.6} {d:.6} {e:.4} {f:.4} cm\n{body}Q\n{end}")
        });
    }

    fn drawing(&mut self, words: &[&str]) -> bool {
        match *words {
            ["move", piece, x, y] => {
                self.edit_drawing(piece, |drawing| moved(drawing, number(x), number(y)));
            }
            ["scale", piece, x] => self.transform(piece, [number(x), 0.0, 0.0, number(x)]),
            ["scale", piece, x, y] => self.transform(piece, [number(x), 0.0, 0.0, number(y)]),
            ["turn", piece, degrees] => {
                let (sin, cos) = libm::sincos(number(degrees).to_radians());
                self.transform(piece, [cos, -sin, sin, cos]);
            }
            ["mirror", piece] => self.transform(piece, [-1.0, 0.0, 0.0, 1.0]),
            ["remove", piece] => self.edit_drawing(piece, |_| String::new()),
            ["raise", piece] => {
                let page = self.base.spot(piece).0;
                self.edit_contents(page, |text| {
                    let (start, end) = span(text, piece, 0);
                    format!("{}{}{}", &text[..start], &text[end..], &text[start..end])
                });
            }
            ["copy", piece, x, y] => {
                let (x, y) = (number(x), number(y));
                self.edit_drawing(piece, |drawing| format!("{drawing}{}", moved(drawing, x, y)));
            }
            ["rename", piece, name] => {
                let id = piece.split('#').next().unwrap().to_owned();
                self.edit_drawing(piece, |drawing| {
                    drawing.replacen(&format!("/Id ({id})"), &format!("/Id ({name})"), 1)
                });
            }
            ["untag", piece] => self.edit_drawing(piece, |drawing| parts(drawing).1.to_owned()),
            ["swap", a, b] => self.swap(a, b),
            ["replace", piece, old, new, ref rest @ ..] => {
                let which = rest.first().copied();
                self.edit_first(piece, |drawing| {
                    drawing.contains(old).then(|| replaced(drawing, old, new, which))
                });
            }
            ["append", piece, raw] => self.edit_first(piece, |drawing| {
                let (head, body, end) = parts(drawing);
                let at = body.rfind("Q\n")?;
                Some(format!("{head}\n{}q {raw} Q\n{}{end}", &body[..at], &body[at..]))
            }),
            ["prepend", piece, raw] => self.edit_first(piece, |drawing| {
                let (head, body, end) = parts(drawing);
                let at = body.find('\n')? + 1;
                Some(format!("{head}\n{}q {raw} Q\n{}{end}", &body[..at], &body[at..]))
            }),
            ["word", piece, old, new, ref rest @ ..] => {
                let which = rest.first().copied();
                let fonts = file::fonts(&self.file);
                self.edit_first(piece, |drawing| file::with_word(drawing, &fonts, old, new, which));
            }
            ["form", piece, which, old, new, ref rest @ ..] => {
                let id = self.form(piece, which.parse().unwrap());
                let text = replaced(&self.stream(id), old, new, rest.first().copied());
                self.set_stream(id, &text);
            }
            _ => return false,
        }
        true
    }

    /// Returns the object of the `which`-th form or image that a piece draws.
    pub fn form(&self, piece: &str, which: usize) -> ObjectId {
        let text = self.contents(self.base.spot(piece).0);
        let (start, end) = span(&text, piece, 0);
        let words: Vec<&str> = text[start..end].split_whitespace().collect();
        let mut names =
            words.windows(2).filter(|two| two[1] == "Do").map(|two| two[0].trim_start_matches('/'));
        let name = names.nth(which).unwrap_or_else(|| panic!("{piece} draws no form: {}", &text[start..end]));
        let objects = file::resources(&self.file, "XObject");
        let found = objects.into_iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("no form is called {name}")).1
    }

    fn swap(&mut self, a: &str, b: &str) {
        let page = self.base.spot(a).0;
        assert_eq!(page, self.base.spot(b).0, "on one page");
        let body = |drawing: &str| {
            let (_, body, _) = parts(drawing);
            let at = body.find('\n').unwrap() + 1;
            body[at..].to_owned()
        };
        let count = |text: &str, id: &str| text.matches(&format!("/Id ({id})>> BDC\n")).count();
        let text = self.contents(page);
        let bodies = |id: &str| -> Vec<String> {
            (0..count(&text, id))
                .map(|n| span(&text, id, n))
                .map(|(from, to)| body(&text[from..to]))
                .collect()
        };
        let (of_a, of_b) = (bodies(a), bodies(b));
        assert_eq!(of_a.len(), of_b.len());
        for n in 0..of_a.len() {
            for (id, new) in [(a, &of_b[n]), (b, &of_a[n])] {
                self.edit_drawing(&format!("{id}#{n}"), |drawing| {
                    let (head, old, end) = parts(drawing);
                    let at = old.find('\n').unwrap() + 1;
                    format!("{head}\n{}{new}{end}", &old[..at])
                });
            }
        }
    }

    /// Returns the height of a page in points.
    pub fn height(&self, page: usize) -> f64 {
        self.size(page).1
    }

    pub fn size(&self, page: usize) -> (f64, f64) {
        let page = self.file.get_dictionary(self.page_id(page)).unwrap();
        let numbers = page.get(b"MediaBox").unwrap().as_array().unwrap();
        let at = |i: usize| match &numbers[i] {
            Object::Integer(v) => *v as f64,
            Object::Real(v) => f64::from(*v),
            other => panic!("{other:?} is no length"),
        };
        (at(2), at(3))
    }

    fn before_page(&mut self, page: &str, [a, b, c, d, e, f]: [f64; 6]) {
        self.edit_contents(page.parse().unwrap(), |text| {
            format!("q {a:.6} {b:.6} {c:.6} {d:.6} {e:.4} {f:.4} cm\n{text}\nQ\n")
        });
    }

    fn page(&mut self, words: &[&str]) -> bool {
        let middle = |pdf: &Self, page: &str| {
            let (w, h) = pdf.size(page.parse().unwrap());
            (w / 2.0, h / 2.0)
        };
        let about =
            |(x, y): (f64, f64), [a, b, c, d]: [f64; 4]| [a, b, c, d, x - a * x - c * y, y - b * x - d * y];
        match *words {
            ["page-move", page, x, y] => {
                self.before_page(page, [1.0, 0.0, 0.0, 1.0, pt(number(x)), -pt(number(y))]);
            }
            ["page-scale", page, x, ref rest @ ..] => {
                let y = rest.first().map_or(number(x), |y| number(y));
                self.before_page(page, about(middle(self, page), [number(x), 0.0, 0.0, y]));
            }
            ["page-turn", page, degrees] => {
                let (sin, cos) = libm::sincos(number(degrees).to_radians());
                self.before_page(page, about(middle(self, page), [cos, -sin, sin, cos]));
            }
            ["page-mirror", page] => {
                self.before_page(page, about(middle(self, page), [-1.0, 0.0, 0.0, 1.0]));
            }
            ["page-replace", page, old, new, ref rest @ ..] => {
                let which = rest.first().copied();
                self.edit_contents(page.parse().unwrap(), |text| replaced(text, old, new, which));
            }
            ["respace", page] => {
                self.edit_contents(page.parse().unwrap(), |text| {
                    text.replace(" cm\n", "\r\n  cm\n\n").replace(" l\n", "\tl\n")
                });
            }
            ["comment", page] => {
                self.edit_contents(page.parse().unwrap(), |text| {
                    format!("% made right by hand\n{text}\n% the end")
                });
            }
            ["wrap", page] => self.edit_contents(page.parse().unwrap(), |text| format!("q\n{text}\nQ")),
            ["split", page] => {
                let id = self.page_id(page.parse().unwrap());
                let text = self.contents(page.parse().unwrap());
                let middle = text[..text.len() / 2].rfind("EMC\n").unwrap() + 4;
                let streams: Vec<Object> = [&text[..middle], &text[middle..]]
                    .map(|part| {
                        let bytes = part.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
                        self.file.add_object(lopdf::Stream::new(lopdf::Dictionary::new(), bytes)).into()
                    })
                    .to_vec();
                self.file.get_dictionary_mut(id).unwrap().set("Contents", streams);
            }
            _ => return false,
        }
        true
    }
}
