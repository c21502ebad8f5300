//! Keeps what was found in scans, and writes a table about many scans.

use std::fmt;

use hexpress_scan::faults::{FaultKind, Ink};

/// The error of a measured figure (`off`), and half the width of the 95 % interval that `hexpress_scan`
/// states for the figure (`half`).
#[derive(Debug, Clone, Copy)]
pub struct Interval {
    pub off: f64,
    pub half: f64,
}

impl Interval {
    fn contains_truth(self) -> bool {
        self.off.abs() <= self.half
    }
}

/// Whether a fault that was planted was also found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detection {
    #[default]
    No,
    /// A fault was found, but as a fault of another kind.
    Other,
    Same,
}

/// What was found in one scan.
#[derive(Debug, Default)]
pub struct Outcome {
    pub title: String,
    pub seconds: f64,
    /// The errors of the map from page to scan in mm, in ascending order. Empty if the page was not
    /// found.
    pub errors: Vec<f64>,
    /// The figures for the horizontal scale, the vertical scale, the rotation and the skew, in this
    /// order. With a bank card, only the two scales.
    pub figures: Vec<Interval>,
    /// The figures for the place of the page on the paper.
    pub places: Vec<Interval>,
    pub planted: Option<FaultKind>,
    pub found: Detection,
    pub false_faults: usize,
    pub notes: Vec<String>,
}

fn part(sorted: &[f64], share: f64) -> f64 {
    let index = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:.1} s", self.title, self.seconds)?;
        if self.errors.is_empty() {
            write!(f, ", NOT FOUND")?;
        }
        let [half, most, all] = [0.5, 0.95, 1.0].map(|share| part(&self.errors, share));
        write!(f, ", mm {half:.4} {most:.4} {all:.4}, units")?;
        for one in self.figures.iter().chain(&self.places) {
            write!(f, " {:.2}", one.off / one.half * 1.96)?;
        }
        write!(f, ", false {}", self.false_faults)?;
        if let Some(planted) = self.planted {
            write!(f, ", {planted:?} found {:?}", self.found)?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "; {note}"))
    }
}

/// The outcomes of many scans.
#[derive(Default)]
pub struct Table {
    outcomes: Vec<Outcome>,
}

impl Table {
    pub fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    /// Counts the planted faults of a kind. Returns how many were planted, how many of these were found,
    /// and how many were found as a fault of the right kind.
    fn planted(&self, kind: FaultKind) -> [usize; 3] {
        let planted = || self.outcomes.iter().filter(|one| one.planted == Some(kind));
        let found = |least: &[Detection]| planted().filter(|one| least.contains(&one.found)).count();
        [planted().count(), found(&[Detection::Other, Detection::Same]), found(&[Detection::Same])]
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.outcomes.iter().filter(|one| !one.errors.is_empty());
        let mut errors: Vec<f64> = shown.clone().flat_map(|one| one.errors.iter().copied()).collect();
        errors.sort_by(f64::total_cmp);
        writeln!(
            f,
            "scans: {}, page not found: {}",
            self.outcomes.len(),
            self.outcomes.len() - shown.clone().count()
        )?;
        let [half, most, all] = [0.5, 0.95, 1.0].map(|share| part(&errors, share));
        writeln!(f, "errors of the map: 50 % {half:.4} mm, 95 % {most:.4} mm, 100 % {all:.4} mm")?;
        let mut of_scans: Vec<f64> = shown.clone().map(|one| part(&one.errors, 0.95)).collect();
        of_scans.sort_by(f64::total_cmp);
        let [half, most] = [0.5, 1.0].map(|share| part(&of_scans, share));
        writeln!(f, "95 % errors of single scans: half of them below {half:.4} mm, all below {most:.4} mm")?;
        let seconds: Vec<f64> = self.outcomes.iter().map(|one| one.seconds).collect();
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        writeln!(
            f,
            "time: mean {:.2} s, longest {longest:.2} s",
            seconds.iter().sum::<f64>() / seconds.len().max(1) as f64
        )?;
        for (index, name) in ["scale across", "scale down", "turn", "skew"].iter().enumerate() {
            coverage(f, name, shown.clone().filter_map(|one| one.figures.get(index)))?;
        }
        coverage(f, "all four", shown.clone().flat_map(|one| &one.figures))?;
        coverage(f, "place on the paper", shown.clone().flat_map(|one| &one.places))?;
        let wrong = self.outcomes.iter().filter(|one| one.false_faults > 0).count();
        let count: usize = self.outcomes.iter().map(|one| one.false_faults).sum();
        writeln!(f, "scans with false faults: {wrong}, false faults: {count}")?;
        let inks = Ink::ALL.map(FaultKind::WithoutInk);
        for kind in [FaultKind::Moved, FaultKind::Missing, FaultKind::Covered, FaultKind::Coloured]
            .into_iter()
            .chain(inks)
        {
            let [all, found, same] = self.planted(kind);
            if all > 0 {
                writeln!(f, "planted {kind:?}: {all}, found {found}, as the same kind {same}")?;
            }
        }
        Ok(())
    }
}

/// Writes how many of the intervals contain the truth.
fn coverage<'i>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    all: impl Iterator<Item = &'i Interval>,
) -> fmt::Result {
    let all: Vec<&Interval> = all.collect();
    let inside = all.iter().filter(|one| one.contains_truth()).count();
    let square =
        all.iter().map(|one| (1.96 * one.off / one.half).powi(2)).sum::<f64>() / all.len().max(1) as f64;
    let mut halves: Vec<f64> = all.iter().map(|one| one.half).collect();
    halves.sort_by(f64::total_cmp);
    writeln!(
        f,
        "{name}: {inside} of {} intervals contain the truth ({:.1} %), errors are {:.2} of the stated ones, half width 50 % {:.5}, 95 % {:.5}",
        all.len(),
        100.0 * inside as f64 / all.len().max(1) as f64,
        square.sqrt(),
        part(&halves, 0.5),
        part(&halves, 0.95)
    )
}
