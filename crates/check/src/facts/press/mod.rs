//! Gives the rules for print shops access to a file, and functions that report faults.
//!
//! - In: the features that `read/press` found in a file, and the demands of a print shop.
//! - Out: faults with their places.
//! - Not here: deciding what is a fault.

use crate::fault::{Fault, Findings};
use hexpress_read::press::{FileFeature, PreflightFile, PressPlace};
use hexpress_scene::print::demands::Demands;
use hexpress_scene::print::setup::Standard;

/// A file, and the demands of a print shop on this file.
#[derive(Clone, Copy)]
pub struct PressContext<'c> {
    /// The name of the file.
    pub name: &'c str,
    pub file: &'c PreflightFile,
    pub demands: &'c Demands,
}

impl PressContext<'_> {
    /// Returns whether the file must be PDF/X-1a.
    pub(crate) fn is_x1a(&self) -> bool {
        self.demands.standard == Some(Standard::PdfX1a)
    }

    /// Reports a fault of the whole file.
    pub(crate) fn fault<'f>(&self, findings: &'f mut Findings, message: &str) -> &'f mut Fault {
        findings.fault(format!("{}: {message}", self.name))
    }

    /// Reports a fault at a place.
    pub(crate) fn fault_at<'f>(
        &self,
        findings: &'f mut Findings,
        place: &PressPlace,
        message: &str,
    ) -> &'f mut Fault {
        match place.page {
            Some(page) => findings.fault(message).at(0, page, place.rect),
            None => self.fault(findings, message),
        }
    }

    /// Calls `message` for each feature. If the result is a text, reports it as an error, once for each
    /// page that has the feature.
    pub(crate) fn forbid(&self, findings: &mut Findings, message: impl Fn(&FileFeature) -> Option<String>) {
        self.judge(findings, |what| message(what).map(|message| (message, Weight::Error)));
    }

    /// Calls `message` for each feature. If the result is a text, reports it as a fault, once for each
    /// page that has the feature. The [`Weight`] decides whether this is an error or a warning.
    pub(crate) fn judge(
        &self,
        findings: &mut Findings,
        message: impl Fn(&FileFeature) -> Option<(String, Weight)>,
    ) {
        for (what, places) in &self.file.features {
            let Some((message, weight)) = message(what) else { continue };
            for place in places {
                let fault = self.fault_at(findings, place, &message).cause(message.clone());
                if weight == Weight::Warning {
                    fault.warning();
                }
            }
        }
    }
}

/// How certain it is that a feature is forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Error,
    /// The feature may be allowed: none of the free sources in `standards/mod.rs` states that it is
    /// forbidden.
    Warning,
}
