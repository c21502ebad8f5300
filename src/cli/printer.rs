//! The profile of a printer that `--printer` names.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::io::file_errors::unreadable;
use super::io::output::Output;
use super::io::place::Place;
use super::io::status::Status;
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::print::profile::Profile;

/// The profile that `--printer FILE` names; none for `--printer none`.
pub fn named(file: &Path, place: &Place, output: &mut Output) -> Result<Option<Arc<Profile>>, Status> {
    if file == Path::new("none") {
        return Ok(None);
    }
    let mut sources = Sources::default();
    let told =
        fs::read(place.at(file)).map_err(|error| Report::from(unreadable(file, &error))).and_then(|bytes| {
            let shown = file.display().to_string();
            let text = String::from_utf8(bytes).map_err(|_| {
                Diagnostic::error(codes::UNREADABLE, format!("{shown} is not UTF-8 text"))
                    .hint("the profile of a printer ends in .toml: hexpress calibrate makes one")
            })?;
            let id = sources.add(shown, text);
            crate::spec::tables::profile::read(id, &sources)
        });
    match told {
        Ok(mut profile) => {
            if profile.name.is_empty() {
                profile.name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            }
            Ok(Some(Arc::new(profile)))
        }
        Err(report) => {
            output.report(&report, &sources);
            Err(Status::Wrong)
        }
    }
}
