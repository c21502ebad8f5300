//! Diagnostics as text: place first, the offending line, the hint below.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Place, Report, Severity, Sources};

/// Line and column of a place, both from 1; columns count characters.
#[must_use]
pub fn locate(sources: &Sources, place: Place) -> Option<(&str, usize, usize)> {
    let source = sources.get(place.file)?;
    let before = source.text.get(..place.start as usize)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Some((&source.name, line, column))
}

/// How often one kind of mistake at one place is shown: a face that is wrong is wrong on every card.
const SHOWN: usize = 3;

/// All findings, each with the line that it is about.
#[must_use]
pub fn render(report: &Report, sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    let sorted = report.sorted();
    let mut rest = sorted.as_slice();
    while let Some(first) = rest.first() {
        let same = |d: &&Diagnostic| d.place.is_some() && (d.code, d.place) == (first.code, first.place);
        let count = rest.iter().take_while(|d| same(d)).count().max(1);
        let (run, after) = rest.split_at(count);
        for diagnostic in run.iter().take(SHOWN) {
            text.push_str(&one(diagnostic, sources, &renderer));
            text.push_str("\n\n");
        }
        if let Some((file, line, _)) = first.place.and_then(|p| locate(sources, p))
            && count > SHOWN
        {
            text.push_str(&format!("… and {} more like these at {file}:{line}\n\n", count - SHOWN));
        }
        rest = after;
    }
    text
}

fn one(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let code = diagnostic.code.to_string();
    let title = level.primary_title(diagnostic.message.as_str()).id(code);
    let source = diagnostic.place.and_then(|p| sources.get(p.file).map(|s| (p, s)));
    let mut group = match source {
        Some((place, source)) => {
            let span = clip(&source.text, place);
            let mark = AnnotationKind::Primary.span(span);
            let snippet = Snippet::source(source.text.as_str()).path(source.name.as_str()).annotation(mark);
            let other = diagnostic.also.and_then(|(p, what)| sources.get(p.file).map(|s| (p, s, what)));
            match other {
                Some((also, _, what)) if also.file == place.file => {
                    let mark = AnnotationKind::Context.span(clip(&source.text, also)).label(what);
                    Group::with_title(title).element(snippet.annotation(mark))
                }
                Some((also, other, what)) => {
                    let mark = AnnotationKind::Context.span(clip(&other.text, also)).label(what);
                    let second = Snippet::source(other.text.as_str()).path(other.name.as_str());
                    Group::with_title(title).element(snippet).element(second.annotation(mark))
                }
                None => Group::with_title(title).element(snippet),
            }
        }
        None => Group::with_title(title),
    };
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    renderer.render(&[group])
}

/// The span to underline: at most the first line of it, on character boundaries.
fn clip(text: &str, place: Place) -> std::ops::Range<usize> {
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
