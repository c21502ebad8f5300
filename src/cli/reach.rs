//! `--allow`: folders from which layouts may take files.

use std::path::PathBuf;

/// The folders that layouts may take files from.
#[derive(Debug, Clone, clap::Args)]
pub struct Reach {
    /// Another folder from which layouts may take files. A link to a file in this folder is allowed
    /// too. Without this option, a layout can only use files in its own folder.
    #[arg(long, value_name = "FOLDER")]
    pub allow: Vec<PathBuf>,
}
