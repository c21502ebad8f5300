//! Writes findings as text.
//!
//! - In: findings, and the files that they refer to.
//! - Out: the message, the place, an excerpt of the file, and the hint.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::located::locate;
use super::terminal_safe::{escape_control, escape_control_in_place, escape_name};
use super::{Diagnostic, DiagnosticGroup, RelatedPlace, Report, Severity, SourceSpan, Sources, grouped};

/// The largest number of findings of the same kind that are shown for one place. For example, a mistake
/// in a `face` is found on every card, but is shown only this number of times.
const MAX_SHOWN: usize = 3;

/// Returns all findings as text, each with an excerpt of its file.
pub fn render(report: &Report, sources: &Sources, colour: bool) -> String {
    render_in_order(&report.sorted(), sources, colour)
}

/// Returns findings as text, in the given order.
pub fn render_in_order(findings: &[&Diagnostic], sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    let groups = grouped(findings);
    let mut rest = groups.as_slice();
    while let Some(DiagnosticGroup { first, .. }) = rest.first() {
        let key = (first.code, first.place);
        let same = rest.iter().take_while(|group| (group.first.code, group.first.place) == key).count();
        let count = if first.place.is_some() { same } else { 1 };
        let (run, after) = rest.split_at(count);
        let mut more = 0;
        for (number, group) in run.iter().enumerate() {
            let others = group.others_in_words(sources);
            if number < MAX_SHOWN {
                text.push_str(&one(group.first, sources, &renderer));
                text.push_str("\n\n");
                text.extend(others.iter().flat_map(|others| [others.as_str(), "\n\n"]));
            }
            more += if number < MAX_SHOWN { 0 } else { 1 };
            more += if number < MAX_SHOWN && others.is_some() { 0 } else { group.other_count() };
        }
        if let Some(at) = first.place.and_then(|p| locate(sources, p))
            && more > 0
        {
            let this = if count == 1 { "this" } else { "these" };
            text.push_str(&format!(
                "… and {more} more like {this} at {}:{}\n\n",
                escape_name(at.file),
                at.line
            ));
        }
        rest = after;
    }
    text
}

/// Returns the annotation for a related place. The excerpt begins at the offset `start` of the
/// file.
fn annotation<'a>(excerpt: &str, start: usize, related_place: &'a RelatedPlace) -> Annotation<'a> {
    let span = clip(excerpt, related_place.place.relative_to(start));
    AnnotationKind::Context.span(span).label(escape_control(&related_place.remark))
}

/// Returns a finding as text, with an excerpt for each of its places.
fn one(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let code = diagnostic.code.to_string();
    let message = diagnostic.full_message();
    let title = level.primary_title(escape_control(&message)).id(code);
    let source = diagnostic.place.and_then(|p| sources.get(p.file).map(|s| (p, s)));
    let mut group = Group::with_title(title);
    if let Some((place, source)) = source {
        let related = diagnostic.related_place.as_deref();
        // If both places are in the same file, one excerpt shows both of them.
        let near = related.filter(|related_place| related_place.place.file == place.file);
        let (text, line, start) =
            lines(source.text(), place, near.map_or(place, |related_place| related_place.place));
        let mark = AnnotationKind::Primary.span(clip(text, place.relative_to(start)));
        let mut snippet = Snippet::source(escape_control_in_place(text))
            .line_start(line)
            .path(escape_name(&source.name))
            .annotation(mark);
        if let Some(near) = near {
            snippet = snippet.annotation(annotation(text, start, near));
        }
        group = group.element(snippet);
        let elsewhere = related.filter(|related_place| related_place.place.file != place.file);
        if let Some((far, file)) = elsewhere.and_then(|far| Some((far, sources.get(far.place.file)?))) {
            let (excerpt, first_line, offset) = lines(file.text(), far.place, far.place);
            let second = Snippet::source(escape_control_in_place(excerpt))
                .line_start(first_line)
                .path(escape_name(&file.name));
            group = group.element(second.annotation(annotation(excerpt, offset, far)));
        }
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(escape_control(hint)));
    }
    renderer.render(&[group])
}

/// Returns the lines between two places: from the line where one place begins to the line where the
/// other begins. Also returns the number of the first line, counted from 1, and the offset of its
/// first byte.
fn lines(text: &str, one: SourceSpan, other: SourceSpan) -> (&str, usize, usize) {
    let starts = [one, other].map(|place| clip(text, place).start);
    let (first, last) = (starts[0].min(starts[1]), starts[0].max(starts[1]));
    let start = text[..first].rfind('\n').map_or(0, |n| n + 1);
    let end = text[last..].find('\n').map_or(text.len(), |n| last + n);
    let line = super::located::lines_in(&text[..start]) + 1;
    // If the last line ends with `\r\n`, neither of these two bytes is shown.
    let shown = text[start..end].strip_suffix('\r').unwrap_or(&text[start..end]);
    (shown, line, start)
}

/// Returns the range of bytes that is underlined. If a place has several lines, only the part on its
/// first line is underlined. The range never begins or ends inside a character.
fn clip(text: &str, place: SourceSpan) -> std::ops::Range<usize> {
    let mut start = (place.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (place.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let line = text[start..end].find('\n').map_or(end, |n| start + n);
    start..line
}
