//! Reads the contents of pages: colours, inks, fonts, pictures and graphics states.
//!
//! - In: a page.
//! - Out: features that a standard may forbid, and the inks with which drawings are printed.
//! - Not here: objects that are not drawn (`objects`).

use std::collections::HashSet;
use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::objects::{filters, unknown_rendering};
use super::spaces::{Family, Space, Spaces};
use super::state::{Paint, States};
use super::{
    Annotation, ColourUse, FileFeature, Inked, PreflightFile, PressPage, PressPlace, RichLetters, Shares,
};
use crate::ReadError;
use crate::hayro::{
    Array, Dict, Name, Object, ObjectIdentifier, Pdf, PdfPage, Resources, Stream, UntypedIter,
};
use crate::inflate::decode_stream;
use crate::limits::{MAX_BYTES, MAX_CONTENTS_BYTES, MAX_DEPTH, MAX_ITEMS};
use crate::structure::{self, dict_name_is};

/// Letters that are printed with at least this number of inks look blurred if a printing plate is out of
/// register.
const MANY_INKS: usize = 3;
/// A printing plate that is out of register is noticeable only if the share of its ink is larger than this.
const MIN_NOTICEABLE_INK: f64 = 0.1;
/// A colour is dark if it has at least this share of black ink.
const MIN_DARK_BLACK: f64 = 0.5;
/// A colour is dark if the shares of cyan, magenta and yellow have at least this sum.
const DARK_MIXTURE: f64 = 1.8;

/// The work that was done on the pages read so far. The amount of work is limited.
#[derive(Default)]
pub(super) struct Work {
    /// The number of bytes of contents that were read. A form XObject counts each time it is drawn.
    bytes: u64,
    /// The patterns, masks and letters that were read. Each of them is read only once.
    pub visited: HashSet<ObjectIdentifier>,
    /// The number of entries in [`PreflightFile::rich_letters`] and [`PreflightFile::pictures`]. These lists
    /// grow with the number of drawings.
    pub entries: usize,
}

/// Reads a page.
///
/// # Errors
/// The page cannot be read within the limits.
pub(super) fn page<'f>(
    pdf: &'f Pdf,
    source: &PdfPage<'f>,
    number: usize,
    work: &mut Work,
    file: &mut PreflightFile,
) -> Result<(), ReadError> {
    let (read, to_page) = structure::page(source, number)?;
    let art = structure::page_box(source.raw(), "ArtBox").map(|rect| to_page.transform_rect_bbox(rect));
    let annotations = annotations(source, to_page);
    file.pages.push(PressPage {
        media: read.media,
        crop: read.crop,
        bleed: read.bleed,
        trim: read.trim,
        art,
        annotations,
    });
    let contents = structure::contents(source, number)?;
    let mut reader = Reader { pdf, number, work, file, depth: 0, most: None };
    let place = PressPlace { page: Some(number), rect: None };
    reader.group(source.raw(), source.resources(), &place);
    reader.contents(&contents, source.resources(), to_page)?;
    let most = reader.most.take();
    file.most_ink.extend(most);
    Ok(())
}

fn annotations(source: &PdfPage<'_>, to_page: Affine) -> Vec<Annotation> {
    let list = source.raw().get::<Array<'_>>("Annots");
    let dicts = list.iter().flat_map(|list| list.iter::<Dict<'_>>());
    dicts
        .filter_map(|dict| {
            let [x0, y0, x1, y1] = dict.get::<[f64; 4]>("Rect")?;
            let kind = dict.get::<Name<'_>>("Subtype").map(|name| name.as_str().to_owned());
            let rect = to_page.transform_rect_bbox(Rect::new(x0, y0, x1, y1).abs());
            Some(Annotation { kind: kind.unwrap_or_default(), rect })
        })
        .collect()
}

/// Reads the contents of one page, and of the forms on it.
pub(super) struct Reader<'f, 'o> {
    pub pdf: &'f Pdf,
    pub number: usize,
    pub work: &'o mut Work,
    pub file: &'o mut PreflightFile,
    depth: usize,
    /// The drawing with the most ink that was found on the page. `None` if no drawing with ink has been
    /// found.
    most: Option<Inked>,
}

impl<'f> Reader<'f, '_> {
    fn contents(
        &mut self,
        bytes: &[u8],
        resources: &Resources<'f>,
        to_page: Affine,
    ) -> Result<(), ReadError> {
        self.work.bytes = self.work.bytes.saturating_add(bytes.len() as u64 + 1);
        if self.work.bytes > MAX_BYTES {
            return Err(ReadError::TooMuchDrawn);
        }
        if self.depth > MAX_DEPTH {
            return Err(ReadError::DEEP_DRAWINGS);
        }
        self.depth += 1;
        let mut states = States::new(to_page);
        let mut operators = UntypedIter::new(bytes);
        while let Some(instruction) = operators.next() {
            let operands: Vec<&Object<'_>> = instruction.operands().collect();
            let operator: &[u8] = instruction.operator.as_ref();
            self.operator(operator, &operands, resources, &mut states)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn operator(
        &mut self,
        operator: &[u8],
        operands: &[&Object<'_>],
        resources: &Resources<'f>,
        states: &mut States,
    ) -> Result<(), ReadError> {
        let numbers: Vec<f64> = operands
            .iter()
            .filter_map(|operand| match operand {
                Object::Number(number) => Some(number.as_f64()),
                _ => None,
            })
            .collect();
        let name = operands.iter().rev().find_map(|operand| match operand {
            Object::Name(name) => Some(name.as_ref()),
            _ => None,
        });
        let number = |index: usize| numbers.get(index).copied().unwrap_or_default();
        match operator {
            b"q" => states.save(),
            b"Q" => states.restore(),
            b"cm" => states.now.to_page *= matrix(&numbers),
            b"gs" => {
                let state = name.and_then(|name| resources.ext_g_states.get::<Dict<'f>>(name));
                if let Some(state) = state {
                    self.graphics_state(&state, resources, states)?;
                }
            }
            b"ri" => {
                let unknown = operands.iter().find_map(|operand| match operand {
                    Object::Name(name) => unknown_rendering(name),
                    _ => None,
                });
                self.notice_some(unknown.map(FileFeature::Rendering), states, None);
            }
            b"m" | b"l" | b"c" | b"v" | b"y" => states.point(&numbers),
            b"re" => states.rectangle([number(0), number(1), number(2), number(3)]),
            b"h" | b"W" | b"W*" | b"w" | b"J" | b"j" | b"M" | b"d" | b"i" => {}
            b"n" => drop(states.take_path()),
            b"f" | b"F" | b"f*" => self.record_path(true, false, resources, states)?,
            b"S" | b"s" => self.record_path(false, true, resources, states)?,
            b"B" | b"B*" | b"b" | b"b*" => self.record_path(true, true, resources, states)?,
            b"g" | b"rg" | b"k" | b"G" | b"RG" | b"K" => {
                let device: &[u8] = match operator {
                    b"g" | b"G" => b"DeviceGray",
                    b"rg" | b"RG" => b"DeviceRGB",
                    _ => b"DeviceCMYK",
                };
                let space = self.named_space(device, resources);
                let paint = paint(states, operator.first().is_some_and(u8::is_ascii_lowercase));
                paint.set_space(space);
                paint.values = numbers;
            }
            b"cs" | b"CS" => {
                let space = self.named_space(name.unwrap_or_default(), resources);
                paint(states, operator == b"cs").set_space(space);
            }
            b"sc" | b"scn" | b"SC" | b"SCN" => {
                let paint = paint(states, operator.starts_with(b"s"));
                paint.values = numbers;
                if let Some(pattern) = name.filter(|_| *paint.space == Space::Pattern) {
                    let pattern = resources.patterns.get::<Object<'f>>(pattern);
                    self.pattern(pattern, resources, states)?;
                }
            }
            b"sh" => {
                let shading = name.and_then(|name| resources.shadings.get::<Object<'f>>(name));
                self.shading(shading, resources, states.now.to_page);
            }
            b"BT" => states.line = Affine::IDENTITY,
            b"Tf" => {
                states.now.font_size = number(0);
                let font = name.and_then(|name| resources.fonts.get::<Dict<'f>>(name));
                states.now.missing_font = self.font(font, resources)?;
            }
            b"Tm" => states.line = matrix(&numbers),
            b"Td" => states.next_line(number(0), number(1)),
            b"TD" => {
                states.now.leading = -number(1);
                states.next_line(number(0), number(1));
            }
            b"T*" => states.next_line(0.0, -states.now.leading),
            b"TL" => states.now.leading = number(0),
            b"Tr" => states.now.mode = number(0) as i64,
            b"Ts" => states.now.rise = number(0),
            b"Tj" | b"TJ" => self.record_letters(states),
            b"'" | b"\"" => {
                states.next_line(0.0, -states.now.leading);
                self.record_letters(states);
            }
            b"Do" => {
                if let Some(object) = name.and_then(|name| resources.x_objects.get::<Stream<'f>>(name)) {
                    self.drawn(&object, resources, states)?;
                }
            }
            b"BI" => {
                if let Some(Object::Stream(picture)) = operands.last() {
                    self.picture(picture, resources, states);
                    filters(picture, self.file, States::place(self.number, None));
                }
            }
            b"PS" => self.notice_some(Some(FileFeature::PostScript), states, None),
            b"BX" | b"EX" | b"BMC" | b"BDC" | b"EMC" | b"MP" | b"DP" | b"ET" | b"Tc" | b"Tw" | b"Tz"
            | b"d0" | b"d1" | b"ID" | b"EI" => {}
            other => {
                let shown: String = String::from_utf8_lossy(other).chars().take(20).collect();
                self.notice_some(Some(FileFeature::Operator(shown)), states, None);
            }
        }
        Ok(())
    }

    fn notice_some(&mut self, what: Option<FileFeature>, _: &States, rect: Option<Rect>) {
        if let Some(what) = what {
            self.file.notice(what, States::place(self.number, rect));
        }
    }

    fn named_space(&mut self, name: &[u8], resources: &Resources<'f>) -> Arc<Space> {
        let place = States::place(self.number, None);
        let spaces = Spaces { resources, xref: self.pdf.xref() };
        spaces.named(name, ColourUse::Drawing, &place, self.file)
    }

    /// Records the inks and the overprinting of a path that is painted.
    fn record_path(
        &mut self,
        fills: bool,
        strokes: bool,
        _: &Resources<'f>,
        states: &mut States,
    ) -> Result<(), ReadError> {
        let rect = states.take_path();
        let now = &states.now;
        for paint in [fills.then_some(&now.fill), strokes.then_some(&now.stroke)].into_iter().flatten() {
            self.inked(paint, now.keeps_other_inks, rect);
        }
        if let (true, Space::Named(names)) = (strokes, &*now.stroke.space) {
            for name in names {
                let what = FileFeature::SpotLines(name.clone(), now.stroke.overprints);
                self.file.notice(what, States::place(self.number, rect));
            }
        }
        Ok(())
    }

    pub fn inked(&mut self, paint: &Paint, keeps_other_inks: bool, rect: Option<Rect>) {
        let place = States::place(self.number, rect);
        if *paint.space == Space::Plain(Family::Icc(4)) && paint.overprints && keeps_other_inks {
            self.file.notice(FileFeature::OverprintWithProfile, place.clone());
        }
        if let Some(shares) = paint.shares() {
            self.ink(shares, place);
        }
    }

    /// Stores a drawing if it has more ink than the drawing stored before.
    pub fn ink(&mut self, shares: Shares, place: PressPlace) {
        let most = self.most.as_ref().map_or(0.0, |most| total(&most.shares));
        if total(&shares) > most {
            self.most = Some(Inked { shares, place });
        }
    }

    /// Records the font and the inks of letters that are shown.
    fn record_letters(&mut self, states: &States) {
        let now = &states.now;
        // In the modes 3 and 7, text is not drawn.
        if matches!(now.mode, 3 | 7) {
            return;
        }
        let (size, start) = states.letters();
        let rect = Rect::from_center_size(start, (0.0, 0.0));
        let place = States::place(self.number, Some(rect));
        if let Some(font) = &now.missing_font {
            self.file.notice(FileFeature::Font(font.to_string()), place.clone());
        }
        let paint = if now.mode == 1 { &now.stroke } else { &now.fill };
        self.inked(paint, now.keeps_other_inks, Some(rect));
        let Some(shares) = paint.shares() else { return };
        let [c, m, y, k] = shares;
        let many = shares.iter().filter(|share| **share > MIN_NOTICEABLE_INK).count() >= MANY_INKS;
        let is_dark = k >= MIN_DARK_BLACK || c + m + y >= DARK_MIXTURE;
        if many && is_dark && self.work.entries < MAX_ITEMS {
            self.work.entries += 1;
            self.file.rich_letters.push(RichLetters { shares, size, place });
        }
    }

    fn graphics_state(
        &mut self,
        state: &Dict<'f>,
        resources: &Resources<'f>,
        states: &mut States,
    ) -> Result<(), ReadError> {
        let mut found = Vec::new();
        let transfer = |key: &'static str| match state.get::<Object<'_>>(key) {
            None => None,
            Some(Object::Name(name)) if name.as_ref() == b"Default" && key == "TR2" => None,
            Some(_) => Some(FileFeature::Transfer(key)),
        };
        found.extend(["TR", "TR2"].into_iter().find_map(transfer));
        let opacity = |key| state.get::<f64>(key).is_some_and(|opacity| opacity < 1.0);
        if opacity("ca") || opacity("CA") {
            found.push(FileFeature::Transparency("an opacity below 100 %"));
        }
        let modes: Vec<Vec<u8>> = match state.get::<Object<'_>>("BM") {
            Some(Object::Name(name)) => vec![name.as_ref().to_vec()],
            Some(Object::Array(names)) => {
                names.iter::<Name<'_>>().map(|name| name.as_ref().to_vec()).collect()
            }
            _ => Vec::new(),
        };
        for mode in modes {
            if !BLEND_MODES.contains(&mode.as_slice()) {
                found.push(FileFeature::BlendMode(String::from_utf8_lossy(&mode).into_owned()));
            } else if ![b"Normal".as_slice(), b"Compatible"].contains(&mode.as_slice()) {
                found.push(FileFeature::Transparency("a blend mode"));
            }
        }
        let mask = state.get::<Dict<'f>>("SMask");
        if mask.is_some() {
            found.push(FileFeature::Transparency("a soft mask"));
        }
        found.extend(
            state.get::<Name<'_>>("RI").and_then(|name| unknown_rendering(&name)).map(FileFeature::Rendering),
        );
        for what in found {
            self.file.notice(what, States::place(self.number, None));
        }
        if let Some(overprints) = state.get::<bool>("OP") {
            states.now.stroke.overprints = overprints;
            states.now.fill.overprints = overprints;
        }
        if let Some(overprints) = state.get::<bool>("op") {
            states.now.fill.overprints = overprints;
        }
        if let Some(mode) = state.get::<i32>("OPM") {
            states.now.keeps_other_inks = mode == 1;
        }
        let form = mask.and_then(|mask| mask.get::<Stream<'f>>("G"));
        match form.filter(|form| self.work.visited.insert(form.obj_id())) {
            // The colours in a mask are not printed, so the inks of these colours do not count.
            Some(form) => self.without_ink(|reader| reader.form(&form, resources, Affine::IDENTITY)),
            None => Ok(()),
        }
    }

    /// Calls `read`, but ignores the inks that it finds.
    fn without_ink(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let most = self.most.take();
        let result = read(self);
        self.most = most;
        result
    }

    fn drawn(
        &mut self,
        object: &Stream<'f>,
        resources: &Resources<'f>,
        states: &States,
    ) -> Result<(), ReadError> {
        if dict_name_is(object.dict(), "Subtype", b"Form") {
            return self.form(object, resources, states.now.to_page);
        }
        if dict_name_is(object.dict(), "Subtype", b"Image") {
            self.picture(object, resources, states);
        }
        Ok(())
    }

    fn form(&mut self, form: &Stream<'f>, outer: &Resources<'f>, to_page: Affine) -> Result<(), ReadError> {
        let own_resources = form.dict().get::<Dict<'f>>("Resources").map(Resources::new);
        let resources = own_resources.as_ref().unwrap_or(outer);
        self.group(form.dict(), resources, &States::place(self.number, None));
        let own_matrix = form.dict().get::<[f64; 6]>("Matrix").map_or(Affine::IDENTITY, Affine::new);
        self.program(form, resources, to_page * own_matrix)
    }

    /// Reads the contents of a stream: a form, a pattern or a letter.
    pub fn program(
        &mut self,
        stream: &Stream<'f>,
        resources: &Resources<'f>,
        to_page: Affine,
    ) -> Result<(), ReadError> {
        let contents = decode_stream(stream, MAX_CONTENTS_BYTES)
            .map_err(|broken| broken.into_read_error(ReadError::Contents(self.number)))?;
        self.contents(&contents, resources, to_page)
    }
}

/// The blend modes of PDF (ISO 32000-1, tables 136 and 137).
const BLEND_MODES: [&[u8]; 17] = [
    b"Normal",
    b"Compatible",
    b"Multiply",
    b"Screen",
    b"Overlay",
    b"Darken",
    b"Lighten",
    b"ColorDodge",
    b"ColorBurn",
    b"HardLight",
    b"SoftLight",
    b"Difference",
    b"Exclusion",
    b"Hue",
    b"Saturation",
    b"Color",
    b"Luminosity",
];

/// Returns the sum of the shares of inks.
fn total(shares: &Shares) -> f64 {
    shares.iter().sum()
}

fn paint(states: &mut States, fills: bool) -> &mut Paint {
    if fills { &mut states.now.fill } else { &mut states.now.stroke }
}

/// Returns the transform with these six coefficients. Returns the identity if there are not exactly
/// six.
fn matrix(numbers: &[f64]) -> Affine {
    <[f64; 6]>::try_from(numbers).map_or(Affine::IDENTITY, Affine::new)
}
