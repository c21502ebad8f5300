//! `--printer`: reads the profile of a printer.

use std::path::Path;
use std::sync::Arc;

use super::io::RunContext;
use hexpress_base::diag::{Report, Result, Sources, codes};
use hexpress_scene::print::profile::{Profile, called};

/// The largest size of a profile, in bytes.
const MAX_PROFILE_BYTES: u64 = 1 << 20;

/// The value of `--printer`.
#[derive(Debug, Clone, Default)]
pub enum PrinterChoice {
    /// `--printer` was not typed.
    #[default]
    NotGiven,
    /// `none`: the files are not corrected.
    Uncorrected,
    /// The files are corrected for this printer.
    Profile(Arc<Profile>),
}

impl PrinterChoice {
    /// Returns the profile, or `None` if `--printer` names no file.
    pub fn profile(self) -> Option<Arc<Profile>> {
        match self {
            Self::Profile(profile) => Some(profile),
            Self::NotGiven | Self::Uncorrected => None,
        }
    }
}

/// Reads the profile that `--printer` names.
///
/// # Errors
/// The file cannot be read, or the profile has mistakes.
pub fn named(
    file: Option<&Path>,
    run_context: &RunContext,
    sources: &mut Sources,
) -> Result<PrinterChoice, Report> {
    let Some(file) = file else { return Ok(PrinterChoice::NotGiven) };
    if file == Path::new("none") {
        return Ok(PrinterChoice::Uncorrected);
    }
    let shown = file.display().to_string();
    let text = String::from_utf8(run_context.read(file, MAX_PROFILE_BYTES)?).map_err(|_| {
        codes::UNREADABLE
            .error(format!("{shown} is not UTF-8 text"))
            .hint("name the .toml file of a printer's profile; `hexpress calibrate` makes one")
    })?;
    let id = sources.add(shown, text);
    let mut profile = hexpress_language::tables::profile::read(id, sources)?;
    if profile.name.is_empty() {
        profile.name = called(&file.file_stem().unwrap_or_default().to_string_lossy());
    }
    Ok(PrinterChoice::Profile(Arc::new(profile)))
}
