//! Judges whether a PDF meets the standard and the other demands of a print shop.
//!
//! - In: the bytes of a PDF, which any program may have made.
//! - Out: a [`Verdict`] with the codes of the rules that were checked.
//! - Not here: boards and pieces.

use super::conclude::worst_first;
use super::findings::Collected;
use crate::facts::press::PressContext;
use crate::fault::Findings;
use crate::registry::rules;
use crate::rule::{Rule, RuleFunction};
use crate::standards::not_checked;
use crate::verdict::{Checked, Verdict};
use hexpress_base::diag::codes::PRESS_ENCRYPTED;
use hexpress_read::ReadError;
use hexpress_read::press::{PreflightFile, is_encrypted};
use hexpress_scene::print::demands::Demands;

/// Returns whether a print shop demands a rule, either because its standard contains the rule, or separately.
fn is_demanded(rule: &Rule, demands: &Demands) -> bool {
    match rule.run {
        RuleFunction::Press(_) => {
            rule.clauses.iter().any(|(standard, _)| Some(*standard) == demands.standard)
        }
        RuleFunction::Shop(demand, _) => demands.has(demand),
        _ => false,
    }
}

/// Judges a file for a print shop.
///
/// # Errors
/// The file cannot be read.
pub fn judge_press(name: &str, bytes: &[u8], demands: &Demands) -> Result<Verdict, ReadError> {
    let mut all = Collected::default();
    let mut demanded: Vec<&Rule> = rules().filter(|rule| is_demanded(rule, demands)).collect();
    let pages = if is_encrypted(bytes) {
        demanded.retain(|rule| rule.code == PRESS_ENCRYPTED);
        for rule in &demanded {
            let mut findings = Findings::new(rule.code, rule.severity);
            findings.fault(format!("{name}: the file is encrypted"));
            all.add(findings);
        }
        all.not_judged.push("everything else, because the file is encrypted".to_owned());
        0
    } else {
        let file = PreflightFile::read(bytes)?;
        let context = PressContext { name, file: &file, demands };
        for rule in &demanded {
            if let RuleFunction::Press(run) | RuleFunction::Shop(_, run) = rule.run {
                let mut findings = Findings::new(rule.code, rule.severity);
                run(&context, &mut findings);
                all.add(findings);
            }
        }
        file.pages.len()
    };
    all.faults.sort_by(worst_first);
    if let Some(standard) = demands.standard {
        all.not_judged.extend(not_checked(standard).iter().map(|what| (*what).to_owned()));
    }
    let checked = demanded.iter().map(|rule| rule.code).collect();
    Ok(Verdict {
        files: vec![name.to_owned()],
        pages,
        rules: demanded.len(),
        checked: Some(Checked { standard: demands.standard, codes: checked }),
        faults: all.faults,
        not_judged: all.not_judged,
        ..Verdict::default()
    })
}
