//! Decides whether a process with limits must read, build or format a file.
//!
//! See [`limited_process`](super::limited_process). Reading a layout is certain to be fast only if the layout is small,
//! computes nothing and names no file. To decide this, the text of the layout is searched for words
//! such as `image`. If the word is only in a comment, the process with limits is started unnecessarily.
//! This costs only a millisecond.

use std::fs;
use std::path::Path;

use super::io::RunContext;
use hexpress_template::limits::may_need_much_memory;

/// The largest size of a layout, theme or profile that is read without limits, in bytes.
const MAX_UNBOUNDED_BYTES: usize = 4096;

/// The keys whose values are names of files.
const NAME_FILES: [&str; 5] = ["data", "image", "theme", "icons", "fonts"];

/// Returns whether a layout needs limits. A layout needs limits if it is long, names files, or has
/// templates that may need much memory.
pub fn layout(text: &str) -> bool {
    text.len() > MAX_UNBOUNDED_BYTES
        || NAME_FILES.iter().any(|key| text.contains(key))
        || may_need_much_memory(text)
}

/// Returns whether a file needs limits. A folder needs limits if any file in it needs limits.
pub fn argument(argument: &Path, run_context: &RunContext) -> bool {
    if crate::bundled::find(argument).is_some() {
        return false;
    }
    let path = &run_context.at(argument);
    if !path.is_dir() {
        return file(path);
    }
    let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| !path.is_dir()).any(|path| file(&path))
}

fn file(path: &Path) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        // Pipes and devices are never read.
        _ if !metadata.is_file() => false,
        Some("pdf" | "svg" | "png" | "jpg" | "jpeg" | "icc" | "icm") => true,
        Some("toml") => {
            metadata.len() > MAX_UNBOUNDED_BYTES as u64
                || fs::read(path).is_ok_and(|text| layout(&String::from_utf8_lossy(&text)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::args::Args;
    use super::super::io::RunContext;
    use super::super::limited_process::Work;
    use super::{MAX_UNBOUNDED_BYTES, layout};

    #[test]
    fn small_layouts_without_files_need_no_bounds() {
        let calm =
            "[[cards]]\nsize = \"poker\"\nrows = [{ name = \"a\" }]\nface = [{ text = \"{{ name }}\" }]\n";
        assert!(!layout(calm));
        for file in
            ["data = \"a.csv\"", "fonts.f = \"a.otf\"", "icons = \"i\"", "\"th\\u0065me\" = \"t.toml\""]
        {
            assert!(layout(&format!("{calm}{file}\n")), "{file}");
        }
        for (bytes, needs_limits) in [(MAX_UNBOUNDED_BYTES, false), (MAX_UNBOUNDED_BYTES + 1, true)] {
            let comment = "x".repeat(bytes - calm.len() - 1);
            assert_eq!(layout(&format!("{calm}#{comment}")), needs_limits, "{bytes}");
        }
    }

    #[test]
    fn the_bundled_games_need_no_process_with_limits() {
        let work = |words: &[&str]| {
            let args = Args::try_parse_from(words).unwrap();
            Work::of_command(&args.command.unwrap(), &RunContext::default())
        };
        assert!(work(&["hexpress", "build", "--all"]).is_none());
        assert!(work(&["hexpress", "diff", "old.toml", "new.toml"]).is_some());
    }
}
