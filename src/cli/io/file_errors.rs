//! Why a file cannot be read or written.

use std::path::Path;

use crate::diag::{Diagnostic, codes, seen_name};

pub fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ => error.to_string(),
    };
    codes::UNREADABLE.error(format!("{} cannot be read: {what}", seen_name(&path.display().to_string())))
}

/// That a file cannot be written, and why.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::PermissionDenied => "you may not write there".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        std::io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        std::io::ErrorKind::FileTooLarge => "it would be larger than files may be there".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "a file is in the way".to_owned()
        }
        std::io::ErrorKind::IsADirectory => "a folder is in the way".to_owned(),
        std::io::ErrorKind::NotFound => "there can be no such folder".to_owned(),
        std::io::ErrorKind::InvalidFilename => {
            "the name is too long, or has a character that none may have".to_owned()
        }
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    };
    let message = format!("{} cannot be written: {what}", seen_name(&path.display().to_string()));
    codes::UNWRITABLE.error(message)
}
