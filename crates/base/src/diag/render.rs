//! Diagnostics as text: place first, the offending line, the hint below.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::located::locate;
use super::seen::{seen, seen_in_place, seen_name};
use super::{Alike, Diagnostic, Place, Report, Severity, Sources, grouped};

/// How often one kind of mistake at one place is shown: a face that is wrong is wrong on every card.
const SHOWN: usize = 3;

/// All findings, each with the line that it is about.
pub fn render(report: &Report, sources: &Sources, colour: bool) -> String {
    render_in_order(&report.sorted(), sources, colour)
}

/// The same for findings that have an order of their own.
pub fn render_in_order(findings: &[&Diagnostic], sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    let groups = grouped(findings);
    let mut rest = groups.as_slice();
    while let Some(Alike { first, .. }) = rest.first() {
        let same = |g: &&Alike<'_>| {
            g.first.place.is_some() && (g.first.code, g.first.place) == (first.code, first.place)
        };
        let count = rest.iter().take_while(same).count().max(1);
        let (run, after) = rest.split_at(count);
        let mut more = 0;
        for (number, group) in run.iter().enumerate() {
            let others = group.others_in_words(sources);
            if number < SHOWN {
                text.push_str(&one(group.first, sources, &renderer));
                text.push_str("\n\n");
                text.extend(others.iter().flat_map(|others| [others.as_str(), "\n\n"]));
            }
            more += if number < SHOWN { 0 } else { 1 };
            more += if number < SHOWN && others.is_some() { 0 } else { group.more() };
        }
        if let Some(at) = first.place.and_then(|p| locate(sources, p))
            && more > 0
        {
            let this = if count == 1 { "this" } else { "these" };
            text.push_str(&format!(
                "… and {more} more like {this} at {}:{}\n\n",
                seen_name(at.file),
                at.line
            ));
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
    let said = diagnostic.said();
    let title = level.primary_title(seen(&said)).id(code);
    let source = diagnostic.place.and_then(|p| sources.get(p.file).map(|s| (p, s)));
    let mut group = Group::with_title(title);
    if let Some((place, source)) = source {
        let also = diagnostic.also.as_ref();
        let also = also.and_then(|b| sources.get(b.place.file).map(|s| (b.place, s, b.what.as_ref())));
        // Two places of one file are shown in one stretch of it.
        let near = also.filter(|(p, ..)| p.file == place.file);
        let (text, line, start) = lines(source.text(), place, near.map_or(place, |(p, ..)| p));
        let mark = AnnotationKind::Primary.span(clip(text, place.back(start)));
        let mut snippet = Snippet::source(seen_in_place(text))
            .line_start(line)
            .path(seen_name(&source.name))
            .annotation(mark);
        let beside = |text, start, (also, _, what): (Place, _, _)| {
            AnnotationKind::Context.span(clip(text, Place::back(also, start))).label(seen(what))
        };
        if let Some(near) = near {
            snippet = snippet.annotation(beside(text, start, near));
        }
        group = group.element(snippet);
        if let Some(far) = also.filter(|(p, ..)| p.file != place.file) {
            let (text, line, start) = lines(far.1.text(), far.0, far.0);
            let second = Snippet::source(seen_in_place(text)).line_start(line).path(seen_name(&far.1.name));
            group = group.element(second.annotation(beside(text, start, far)));
        }
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(seen(hint)));
    }
    renderer.render(&[group])
}

/// The lines from where one place begins to where the other does, the number of the first of them, from 1, and at
/// which byte it begins. A long file is not searched for more than that.
fn lines(text: &str, one: Place, other: Place) -> (&str, usize, usize) {
    let (first, last) = (clip(text, one).start, clip(text, other).start);
    let (first, last) = (first.min(last), first.max(last));
    let start = text[..first].rfind('\n').map_or(0, |n| n + 1);
    let end = text[last..].find('\n').map_or(text.len(), |n| last + n);
    let line = super::located::lines_in(&text[..start]) + 1;
    // A line that ends with two bytes is shown without either.
    let shown = text[start..end].strip_suffix('\r').unwrap_or(&text[start..end]);
    (shown, line, start)
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
