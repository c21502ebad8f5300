//! Groups findings that have the same cause.
//!
//! - In: findings, in the order in which they are shown.
//! - Out: groups, in the order of their first findings. A group contains all its findings, because some
//!   programs mark the place of each finding.

use super::located::{Located, locate};
use super::{Code, Diagnostic, FileId, Severity, Sources, escape_name};
use crate::sorted_map::SortedMap;

/// The common cause of several mistakes, which have different places and different messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// A text that identifies the cause. It is the same for all mistakes with this cause.
    key: Box<str>,
    /// What is wrong at this place, such as the name of a cell.
    word: Box<str>,
}

impl Diagnostic {
    /// Marks the finding as one of several with the same cause. `key` identifies this cause. `word`
    /// says what is wrong at this place.
    pub fn cause(mut self, key: impl Into<Box<str>>, word: impl Into<Box<str>>) -> Self {
        self.cause = Some(Box::new(Cause { key: key.into(), word: word.into() }));
        self
    }
}

/// A finding, and the later findings in the same file that have the same cause.
#[derive(Debug, Clone)]
pub struct DiagnosticGroup<'d> {
    /// The first finding of the group. Only this finding is shown in full.
    pub first: &'d Diagnostic,
    pub others: Vec<&'d Diagnostic>,
}

/// What all findings of a group have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'d> {
    /// The key of the cause, and the piece.
    Cause(&'d str, Option<&'d str>),
    /// The message, the hint, and the related place: its file, and the offset of its first byte.
    Words(&'d str, Option<&'d str>, Option<(FileId, u32)>),
}

/// Groups findings that have the same cause. A finding without a place is a group of its own.
pub fn grouped<'d>(findings: &[&'d Diagnostic]) -> Vec<DiagnosticGroup<'d>> {
    let mut groups: Vec<DiagnosticGroup<'d>> = Vec::new();
    let mut known: SortedMap<(Severity, Code, FileId, Key<'d>), usize> = SortedMap::new();
    for &finding in findings {
        let Some(place) = finding.place else {
            groups.push(DiagnosticGroup { first: finding, others: Vec::new() });
            continue;
        };
        let related_place = finding
            .related_place
            .as_ref()
            .map(|related_place| (related_place.place.file, related_place.place.start));
        let key = match &finding.cause {
            Some(cause) => Key::Cause(&cause.key, finding.piece.as_deref()),
            None => Key::Words(&finding.message, finding.hint.as_deref(), related_place),
        };
        let at = *known.entry((finding.severity, finding.code, place.file, key)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.others.push(finding),
            None => groups.push(DiagnosticGroup { first: finding, others: Vec::new() }),
        }
    }
    groups
}

impl DiagnosticGroup<'_> {
    /// Returns the number of findings in the group, not counting the first one. A finding that
    /// occurs on several pieces is counted once for each piece.
    pub fn other_count(&self) -> usize {
        self.first.unlisted_count + self.others.iter().map(|other| 1 + other.unlisted_count).sum::<usize>()
    }

    /// Describes the other findings: `… and 2 more like this (`A2`) at a.csv:2, 9`. Returns `None`
    /// if [`Self::others`] is empty.
    pub fn others_in_words(&self, sources: &Sources) -> Option<String> {
        let mut distinct: Vec<&str> = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        let mut name = None;
        let own = self.first.cause.as_ref().map(|cause| &*cause.word);
        for other in &self.others {
            if let Some(word) = other.cause.as_ref().map(|cause| &*cause.word)
                && own != Some(word)
                && !distinct.contains(&word)
            {
                distinct.push(word);
            }
            let Located { file, line, .. } = locate(sources, other.place?)?;
            let number = line.to_string();
            if lines.last() != Some(&number) && lines.len() <= MAX_LISTED {
                lines.push(number);
            }
            name = Some(file);
        }
        let quoted: Vec<String> =
            distinct.into_iter().take(MAX_LISTED + 1).map(|word| format!("`{word}`")).collect();
        let words = if quoted.is_empty() { String::new() } else { format!(" ({})", listed(&quoted)) };
        let more = self.other_count();
        Some(format!("… and {more} more like this{words} at {}:{}", escape_name(name?), listed(&lines)))
    }
}

/// The largest number of words that a description lists. The same limit applies to line numbers.
const MAX_LISTED: usize = 8;

/// Joins texts with commas. An ellipsis stands for all texts after the first [`MAX_LISTED`].
fn listed(texts: &[String]) -> String {
    match texts.get(..MAX_LISTED) {
        Some(first) if texts.len() > MAX_LISTED => format!("{} …", first.join(", ")),
        _ => texts.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{SourceSpan, codes};

    #[test]
    fn findings_of_one_cause_are_one_group() {
        let mut sources = Sources::default();
        let file = sources.add("a.csv", "A1\nA2\nB9\n");
        let at = |start: usize| SourceSpan::new(file, start..start + 2);
        let error_of = |word: &str, start: usize| {
            codes::UNKNOWN_PLACE.error(format!("no cell is called `{word}`")).at(at(start))
        };
        let all = [
            error_of("A1", 0).cause("capitals", "A1"),
            error_of("A2", 3).cause("capitals", "A2"),
            error_of("B9", 6),
            error_of("B9", 6).hint("another hint"),
            codes::UNKNOWN_PLACE.warning("no cell is called `B9`").at(at(0)),
        ];
        let groups = grouped(&all.iter().collect::<Vec<_>>());
        assert_eq!(groups.iter().map(DiagnosticGroup::other_count).collect::<Vec<_>>(), [1, 0, 0, 0]);
        assert_eq!(groups[0].others_in_words(&sources).unwrap(), "… and 1 more like this (`A2`) at a.csv:2");
        assert_eq!(groups[1].others_in_words(&sources), None);
    }

    #[test]
    fn a_group_lists_as_many_words_as_the_limit() {
        let others = |count: usize| {
            let mut sources = Sources::default();
            let file = sources.add("a.csv", "A1");
            let error = codes::UNKNOWN_PLACE.error("no such cell").at(SourceSpan::new(file, 0..2));
            let all: Vec<Diagnostic> =
                (0..=count).map(|index| error.clone().cause("capitals", format!("A{index}"))).collect();
            grouped(&all.iter().collect::<Vec<_>>())[0].others_in_words(&sources).unwrap()
        };
        assert!(others(MAX_LISTED).contains("`A7`, `A8`) at"), "{}", others(MAX_LISTED));
        assert!(others(MAX_LISTED + 1).contains("`A7`, `A8` …) at"), "{}", others(MAX_LISTED + 1));
    }
}
