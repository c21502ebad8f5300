//! `--for` and `--profile`: reads the preset of a print shop, and the colour profile of the shop's
//! printing press.

use std::path::Path;

use super::build_args::Build;
use crate::cli::io::RunContext;
use crate::shops::SHOPS;
use hexpress_base::diag::{Diagnostic, Report, Sources, codes, near};
use hexpress_language::tables::shop::{self, Shop};
use hexpress_scene::print::press::{MAX_PROFILE_BYTES, Press};

/// The largest size of a preset, in bytes.
const MAX_PRESET_BYTES: u64 = 1 << 20;

/// Reads the preset that `--for` names. The preset is bundled, or a `.toml` file of the user. Returns
/// `None` without `--for`.
///
/// # Errors
/// No shop has this name, the file cannot be read, or the preset has mistakes.
pub fn named(
    typed: Option<&Path>,
    run_context: &RunContext,
    sources: &mut Sources,
) -> Result<Option<Shop>, Report> {
    let Some(typed) = typed else { return Ok(None) };
    let shown = typed.display().to_string();
    let is_file = typed.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if !is_file {
        let name = shown.to_ascii_lowercase();
        let Some(found) = SHOPS.iter().find(|shop| shop.id == name) else {
            let ids: Vec<&str> = SHOPS.iter().map(|shop| shop.id).collect();
            let error = codes::BAD_OPTION.error(format!("unknown print shop `{shown}`"));
            let hint = near::among(&name, &ids, "write the name of your own .toml file, or choose one of:");
            return Err(error.hint(hint).into());
        };
        let file = sources.add(found.file, found.text);
        return shop::read(file, sources).map(Some);
    }
    let text = String::from_utf8(run_context.read(typed, MAX_PRESET_BYTES)?).map_err(|_| {
        codes::UNREADABLE
            .error(format!("{shown} is not UTF-8 text"))
            .hint("name the .toml file of a shop's preset")
    })?;
    let file = sources.add(shown, text);
    let mut read = shop::read(file, sources)?;
    if read.name.is_empty() {
        read.name = typed.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(Some(read))
}

/// Reads the colour profile that `--profile` names, if the option is typed.
///
/// # Errors
/// - The file cannot be read, or is not a profile for printing in CMYK.
/// - The build has no standard for print shops, so the profile would have no effect.
pub fn press(
    args: &Build,
    shop: Option<&Shop>,
    run_context: &RunContext,
) -> Result<Option<&'static Press>, Diagnostic> {
    let Some(path) = args.profile.as_deref() else { return Ok(None) };
    let has_standard = args.standard.is_some() || shop.is_some_and(|shop| shop.demands.standard.is_some());
    if !has_standard {
        let error = codes::BAD_OPTION.error("--profile has no effect without --standard");
        return Err(error.hint("add --standard pdfx-4"));
    }
    let bytes = run_context.read(path, MAX_PROFILE_BYTES)?;
    let press = Press::of_profile(&bytes).map_err(|why| {
        let error = codes::UNREADABLE.error(format!("--profile {} {why}", path.display()));
        error.hint("ask the print shop for the profile of its printing press, and name that .icc file")
    })?;
    Ok(Some(press))
}
