//! Words of more than one line or style: wrapped into their box, shrunk to fit it, with icons in the line.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::face::{OVERSHOOT, Painter, Placing, line_of_text};
use crate::diag::codes;
use crate::diag::near::nearest;
use crate::model::{Words, Wrong, icons};
use crate::scene::{Draw, Glyph, Group, Ink, Text};
use crate::spec::value::Where;
use crate::text::inline::{Inline, is_silent, read};
use crate::text::wrap::{Line, Paragraph, Part, Run};
use crate::text::{FontId, NoGlyph, Shaped};
use crate::units::{PT_PER_MM, Trimmed};

/// From one baseline to the next, as a multiple of what the letters reach above and below theirs.
const PITCH: f64 = 1.3;
/// How high the box of an icon is, as a multiple of the capitals beside it.
const ICON: f64 = 1.15;
/// The room on each side of an icon, in ems.
const BESIDE: f64 = 0.06;

/// An icon in a line: its path in a box from -0.5 to 0.5, and its colour if it has one of its own.
struct Icon {
    name: String,
    path: BezPath,
    ink: Option<Ink>,
    /// In ems.
    scale: f64,
    /// The icon's own left, in ems.
    left: f64,
}

/// A text, measured, and what its face says.
struct Block {
    paragraph: Paragraph,
    /// For each run: its icon, if it is one.
    icons: Vec<Option<Icon>>,
    font: FontId,
    /// A space, which stands where icons do, so that readers of the file find their names in the line.
    space: Option<Arc<Shaped>>,
    /// All in ems: the height of capitals, the reach above and below the baseline, from line to line.
    cap: f64,
    above: f64,
    below: f64,
    pitch: f64,
}

/// A block as it stands in its frame: all in mm about the middle.
struct Setting {
    lines: Vec<Line>,
    size: f64,
    /// What lines are aligned in.
    object: Size,
    /// The first baseline.
    first: f64,
    across: u8,
}

impl Painter<'_, '_> {
    /// Words that may be of several lines or styles, or have a box to stand in. Gives them back as one plain
    /// line where that is all they are.
    pub(super) fn rich(
        &self,
        words: &Words,
        string: &str,
        ink: &Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Result<Vec<Draw>, String>, Wrong> {
        let string = string.trim_end_matches([' ', '\t', '\n', '\r']);
        let names = &self.game.names;
        let is_icon =
            |name: &str| names.colours.iter().any(|c| *c.name == *name) || icons::find(name).is_ok();
        let mut inlines = read(string, is_icon);
        if area.is_none()
            && let [Inline::Words { string, bold: false, italic: false }] = inlines.as_mut_slice()
            && !string.chars().any(|c| c == '\n' || is_silent(c))
        {
            return Ok(Err(std::mem::take(string)));
        }
        if string.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        if string.chars().any(runs_leftwards) {
            let message = format!(
                "words that run from right to left stand on one line of one style, and \"{}\" does not",
                beginning(string)
            );
            let hint = "make an element for each line, without `size`, stars and icons".to_owned();
            return Err((codes::BAD_ELEMENT, message, Some(hint)));
        }
        let block = self.block(words, &inlines, string)?;
        let (across, down) = aligned(words, at.place);
        let setting = match area {
            Some(area) => block.in_box(words, area, (across, down), string)?,
            None => block.free(words, across, at, string)?,
        };
        let transform = at.transform(setting.object);
        let excess = at.context.frame.excess(block.ink(&setting), transform);
        if excess > OVERSHOOT {
            let (code, message, hint) = outside(string, setting.size, excess);
            let hint = if area.is_some() {
                Some("a smaller `size`, or a place further in".to_owned())
            } else {
                hint
            };
            return Err((code, message, hint));
        }
        let draws = block.draws(&setting, ink);
        Ok(Ok(vec![Draw::Group(Group { transform, ..Group::plain(draws) })]))
    }

    fn block(&self, words: &Words, inlines: &[Inline], string: &str) -> Result<Block, Wrong> {
        let metrics = self.shaper.metrics(words.font);
        let (above, below) = self.shaper.reach(words.font);
        let mut icons = Vec::with_capacity(inlines.len());
        let mut runs = Vec::with_capacity(inlines.len());
        for inline in inlines {
            match inline {
                Inline::Words { string: run, bold, italic } => {
                    let styled = self.shaper.fonts().styled(words.font, *bold, *italic);
                    let font = styled.ok_or_else(|| self.no_style(words.font, run, *bold, *italic))?;
                    runs.push(Run::Words(run, font));
                    icons.push(None);
                }
                Inline::Icon(name) => {
                    let icon = self.icon_in_line(name, metrics.cap_height * ICON, string)?;
                    let width = icon.path.bounding_box().width() * icon.scale;
                    let height = icon.path.bounding_box().height() * icon.scale;
                    let middle = -metrics.cap_height / 2.0;
                    let ink =
                        Rect::from_center_size((BESIDE + width / 2.0, middle), Size::new(width, height));
                    runs.push(Run::Icon(width + 2.0 * BESIDE, ink));
                    icons.push(Some(icon));
                }
            }
        }
        let paragraph = Paragraph::measure(&runs, self.shaper).map_err(|m| self.no_glyph(&m, string))?;
        let space = icons.iter().flatten().next().and_then(|_| self.shaper.shape(words.font, " ").ok());
        let pitch = words.spacing.unwrap_or((above + below) * PITCH);
        Ok(Block { paragraph, icons, font: words.font, space, cap: metrics.cap_height, above, below, pitch })
    }

    /// An icon, or that of a colour, which it is drawn in.
    fn icon_in_line(&self, name: &str, scale: f64, string: &str) -> Result<Icon, Wrong> {
        let names = &self.game.names;
        let colour = names.colours.iter().zip(&names.icons).find(|(ink, _)| *ink.name == *name);
        let (drawn, ink) = match colour {
            Some((ink, Some(icon))) => (icon.as_ref(), Some(ink.clone())),
            Some((ink, None)) if icons::find(name).is_ok() => (name, Some(ink.clone())),
            Some(_) => {
                let message = format!("the colour `{name}` has no icon, in \"{}\"", beginning(string));
                let hint =
                    format!("give it one in [colours]: {name} = {{ fill = \"…\", icon = \"circle\" }}");
                return Err((codes::UNKNOWN_NAME, message, Some(hint)));
            }
            None => (name, None),
        };
        let path = icons::find(drawn).map_err(|(code, what, hint)| {
            let with_icons = names.colours.iter().zip(&names.icons).filter(|(_, icon)| icon.is_some());
            let near = nearest(name, with_icons.map(|(ink, _)| ink.name.as_ref()));
            let hint = near.map(|near| format!("did you mean `{near}`?")).or(hint);
            let plain = "a colon that is only a colon is `\\\\:` in \"…\"";
            let hint = hint.map(|h| if h.ends_with('?') { h } else { format!("{h}; {plain}") });
            (code, format!("{what}, in \"{}\"", beginning(string)), hint)
        })?;
        let left = path.bounding_box().x0 * scale;
        Ok(Icon { name: name.to_owned(), path, ink, scale, left })
    }

    fn no_style(&self, font: FontId, run: &str, bold: bool, italic: bool) -> Wrong {
        let family = self.shaper.fonts().get(font).map_or("", |face| face.family.as_str());
        let style = match (bold, italic) {
            (true, true) => "bold italic",
            (true, false) => "bold",
            _ => "italic",
        };
        let message = format!("the family `{family}` has no {style}, for \"{}\"", beginning(run));
        let hint = "leave the stars out; a star that is only a star is `\\\\*` in \"…\"".to_owned();
        (codes::UNKNOWN_FONT, message, Some(hint))
    }

    /// A character that a font does not have, as a user would want to be told.
    pub(super) fn no_glyph(&self, missing: &NoGlyph, string: &str) -> Wrong {
        let c = missing.character;
        let message = format!("the font has no `{c}` (U+{:04X}), in \"{}\"", u32::from(c), beginning(string));
        let hint = match self.shaper.family_with(c) {
            Some(family) => format!("the family `{family}` has it"),
            None => "a font of your own in [fonts], or another character".to_owned(),
        };
        (codes::NO_GLYPH, message, Some(hint))
    }
}

/// Whether a letter is of a script that runs from right to left (the blocks of Unicode that are kept for them).
fn runs_leftwards(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// How the lines of a text stand: as it says, else to the side that its place touches.
fn aligned(words: &Words, place: Where) -> (u8, u8) {
    let (column, row) = match place {
        Where::Anchor(anchor) => (anchor.column, anchor.row),
        Where::Offset(_) | Where::EachCorner | Where::EachEdge => (1, 1),
    };
    (words.align.across.unwrap_or(column), words.align.down.unwrap_or(row))
}

/// A text that reaches out of its piece.
pub(super) fn outside(string: &str, size: f64, excess: f64) -> Wrong {
    let message = format!(
        "\"{}\" at {} pt reaches {} mm outside its place",
        beginning(string),
        Trimmed(size * PT_PER_MM),
        Trimmed(excess),
    );
    let hint = "a smaller font, shrink = \"…pt\", or fewer words".to_owned();
    (codes::TEXT_TOO_LARGE, message, Some(hint))
}

/// The first words of a text, for messages.
fn beginning(string: &str) -> String {
    const MOST: usize = 40;
    let line: String =
        string.chars().filter(|c| !is_silent(*c)).map(|c| if c == '\n' { ' ' } else { c }).collect();
    if line.chars().count() <= MOST {
        return line;
    }
    let cut: String = line.chars().take(MOST).collect();
    // Not within a word, unless there is only one.
    let cut = cut.rfind(' ').filter(|at| *at > MOST / 2).map_or(cut.as_str(), |at| &cut[..at]);
    format!("{}…", cut.trim_end())
}

/// A quarter of a point: the step that words shrink by, in mm.
const STEP: f64 = 0.25 / PT_PER_MM;
/// Room that floating point may take, in mm.
const EXACT: f64 = 1e-6;

impl Block {
    /// The lines of a block that has no box: only where the text says so does a line end.
    fn free(&self, words: &Words, across: u8, at: &Placing<'_>, string: &str) -> Result<Setting, Wrong> {
        let lines = self.paragraph.lines(f64::INFINITY);
        let widest = lines.iter().map(|l| l.advance).fold(0.0, f64::max);
        let mut size = words.size;
        let last = lines.len().saturating_sub(1) as f64;
        let mut setting = Setting { lines, size, object: Size::ZERO, first: 0.0, across };
        loop {
            let height = (last * self.pitch + self.cap) * size;
            setting.size = size;
            setting.object = Size::new(widest * size, height);
            setting.first = self.cap * size - height / 2.0;
            let excess = at.context.frame.excess(self.ink(&setting), at.transform(setting.object));
            if excess <= OVERSHOOT {
                return Ok(setting);
            }
            if size <= words.least {
                return Err(outside(string, size, excess));
            }
            size = (size - STEP).max(words.least);
        }
    }

    /// The lines of a block in its box: as large as they may be and as small as they must.
    fn in_box(
        &self,
        words: &Words,
        area: Size,
        (across, down): (u8, u8),
        string: &str,
    ) -> Result<Setting, Wrong> {
        let mut size = words.size;
        let mut lines;
        loop {
            lines = self.paragraph.lines((area.width + EXACT) / size);
            let (wide, tall) = self.excess(&lines, size, area);
            if wide <= EXACT && tall <= EXACT {
                break;
            }
            if size <= words.least {
                return Err(self.too_large(words, (wide, tall), size, area, string));
            }
            size = (size - STEP).max(words.least);
        }
        let last = lines.len().saturating_sub(1) as f64;
        let half = area.height / 2.0;
        let first = match down {
            0 => self.above * size - half,
            1 => (self.cap - last * self.pitch) * size / 2.0,
            _ => half - (self.below + last * self.pitch) * size,
        };
        let mut setting = Setting { lines, size, object: area, first, across };
        // Accents above capitals may reach higher than the font's letters do: then all moves down a little.
        let ink = self.ink(&setting);
        let down = (-half - ink.y0).max(0.0) - (ink.y1 - half).max(0.0);
        setting.first += down;
        Ok(setting)
    }

    /// By how many mm lines are wider and taller than a box.
    fn excess(&self, lines: &[Line], size: f64, area: Size) -> (f64, f64) {
        let widest = lines.iter().map(|l| l.advance).fold(0.0, f64::max);
        let ink = |line: Option<&Line>| line.map_or(Rect::ZERO, |line| self.paragraph.ink(line));
        let above = self.above.max(-ink(lines.first()).y0);
        let below = self.below.max(ink(lines.last()).y1);
        let height = lines.len().saturating_sub(1) as f64 * self.pitch + above + below;
        (widest * size - area.width, height * size - area.height)
    }

    fn too_large(
        &self,
        words: &Words,
        (wide, tall): (f64, f64),
        size: f64,
        area: Size,
        string: &str,
    ) -> Wrong {
        // To a tenth of a millimetre, and never less than it is.
        let mm = |excess: f64| Trimmed((excess * 10.0 - 1e-6).ceil() / 10.0);
        let box_ = format!(
            "{} x {} mm at {} pt",
            Trimmed(area.width),
            Trimmed(area.height),
            Trimmed(size * PT_PER_MM)
        );
        let text = beginning(string);
        let smaller = if words.least < words.size {
            "a smaller `shrink`"
        } else {
            "a smaller font, shrink = \"…pt\""
        };
        let (message, hint) = if wide > EXACT {
            let word = beginning(&self.paragraph.widest());
            let what = if word == text { format!("\"{text}\"") } else { format!("\"{word}\" in \"{text}\"") };
            (
                format!("{what} is {} mm too wide for {box_}", mm(wide)),
                format!(
                    "a wider `size`, {smaller}, or a soft hyphen (\\u00AD in \"…\") where the word may break"
                ),
            )
        } else {
            (
                format!("\"{text}\" is {} mm too tall for {box_}", mm(tall)),
                format!("a taller `size`, {smaller}, or fewer words"),
            )
        };
        (codes::TEXT_TOO_LARGE, message, Some(hint))
    }

    /// Where a line's baseline begins.
    fn origin(&self, setting: &Setting, index: usize, line: &Line) -> Point {
        let (half, width) = (setting.object.width / 2.0, line.advance * setting.size);
        let x = match setting.across {
            0 => -half,
            1 => -width / 2.0,
            _ => half - width,
        };
        Point::new(x, setting.first + index as f64 * self.pitch * setting.size)
    }

    /// What all lines cover.
    fn ink(&self, setting: &Setting) -> Rect {
        let lines = setting.lines.iter().enumerate().filter_map(|(index, line)| {
            let ink = self.paragraph.ink(line);
            let rect = ink.scale_from_origin(setting.size) + self.origin(setting, index, line).to_vec2();
            (ink.width() > 0.0).then_some(rect)
        });
        lines.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
    }

    fn draws(&self, setting: &Setting, ink: &Ink) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(setting.lines.len());
        for (index, line) in setting.lines.iter().enumerate() {
            let mut pen = self.origin(setting, index, line);
            let mut run: Option<Stretch> = None;
            for part in self.paragraph.parts(line) {
                match part {
                    Part::Words(font, shaped) => match &mut run {
                        Some(run) if run.font == *font => run.push(&shaped.string, &shaped.glyphs),
                        other => {
                            draws.extend(other.take().map(|run| run.text(setting.size, ink)));
                            let mut next = Stretch { font: *font, origin: pen, ..Stretch::default() };
                            next.push(&shaped.string, &shaped.glyphs);
                            *other = Some(next);
                        }
                    },
                    Part::Icon { index, .. } => {
                        draws.extend(run.take().map(|run| run.text(setting.size, ink)));
                        draws.extend(
                            self.icons
                                .get(*index)
                                .and_then(Option::as_ref)
                                .map(|icon| self.icon(icon, pen, setting.size, ink)),
                        );
                    }
                }
                pen.x += part.advance() * setting.size;
            }
            draws.extend(run.map(|run| run.text(setting.size, ink)));
        }
        draws
    }

    /// An icon whose room begins at `pen`.
    fn icon(&self, icon: &Icon, pen: Point, size: f64, ink: &Ink) -> Draw {
        let middle = pen + Vec2::new((BESIDE - icon.left) * size, -self.cap / 2.0 * size);
        let path = Affine::translate(middle.to_vec2()) * Affine::scale(icon.scale * size) * icon.path.clone();
        let fill = Some(icon.ink.clone().unwrap_or_else(|| ink.clone()));
        let mut draws = vec![Draw::Path { path, fill, stroke: None }];
        draws.extend(self.space.as_ref().map(|space| line_of_text(space, self.font, size, pen, ink.clone())));
        Draw::Group(Group { says: Some(icon.name.as_str().into()), ..Group::plain(draws) })
    }
}

/// Words of one face that follow each other on a line.
#[derive(Default)]
struct Stretch {
    font: FontId,
    origin: Point,
    string: String,
    glyphs: Vec<Glyph>,
}

impl Stretch {
    fn push(&mut self, string: &str, glyphs: &[Glyph]) {
        let before = u32::try_from(self.string.len()).unwrap_or(u32::MAX);
        self.glyphs.extend(glyphs.iter().map(|g| Glyph { cluster: g.cluster + before, ..*g }));
        self.string.push_str(string);
    }

    fn text(self, size: f64, ink: &Ink) -> Draw {
        Draw::Text(Text {
            string: self.string.as_str().into(),
            font: self.font,
            size,
            origin: self.origin,
            glyphs: Arc::from(self.glyphs),
            ink: ink.clone(),
        })
    }
}
