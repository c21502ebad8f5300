//! Explains why a file cannot be read or written.
//!
//! - In: an error of the system.
//! - Out: a diagnostic in plain words. It has a hint if the user can do something.

use std::path::Path;

use hexpress_base::diag::{Diagnostic, codes, escape_name};

/// Returns the error for a file that cannot be read.
pub fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::NotFound => "the file does not exist".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        _ => error.to_string(),
    };
    codes::UNREADABLE.error(format!("{} cannot be read: {what}", escape_name(&path.display().to_string())))
}

/// The errors that Windows reports if another program keeps a file open: the number of each error,
/// and a message. Many PDF viewers keep files open.
const OPEN_ELSEWHERE: [(i32, &str); 3] = [
    // ERROR_ACCESS_DENIED. Windows also reports this error if hexpress tries to replace a file that
    // another program has open.
    (5, "another program has it open, or you have no permission to write there"),
    // ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION.
    (32, "another program has it open"),
    (33, "another program has it open"),
];

/// Returns the reason to show if the error is in [`OPEN_ELSEWHERE`]. Returns `None` for other errors.
///
/// The caller checks that the system is Windows.
fn open_elsewhere(error: &std::io::Error) -> Option<&'static str> {
    let number = error.raw_os_error()?;
    OPEN_ELSEWHERE.iter().find(|(known, _)| *known == number).map(|(_, what)| *what)
}

/// Returns the error for a file that cannot be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    if let Some(what) = open_elsewhere(error).filter(|_| cfg!(windows)) {
        return cannot_be_written(path, what)
            .hint("close the file in the other program, then run the command again");
    }
    let what = match error.kind() {
        std::io::ErrorKind::PermissionDenied => "you have no permission to write there".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        std::io::ErrorKind::QuotaExceeded => "your disk quota is used up".to_owned(),
        std::io::ErrorKind::FileTooLarge => "the file is too large for this disk".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "a part of this path is a file, not a folder".to_owned()
        }
        std::io::ErrorKind::IsADirectory => "a folder has this name".to_owned(),
        std::io::ErrorKind::NotFound => "the folder cannot be created".to_owned(),
        std::io::ErrorKind::InvalidFilename => {
            "the name is too long, or has a character that is not allowed".to_owned()
        }
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    };
    cannot_be_written(path, &what)
}

fn cannot_be_written(path: &Path, what: &str) -> Diagnostic {
    let message = format!("{} cannot be written: {what}", escape_name(&path.display().to_string()));
    codes::UNWRITABLE.error(message)
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::open_elsewhere;

    #[test]
    fn a_file_that_another_program_keeps_open_on_windows_is_explained() {
        for number in [5, 32, 33] {
            let what = open_elsewhere(&Error::from_raw_os_error(number)).unwrap();
            assert!(what.contains("another program has it open"), "{what}");
        }
        // The first error is ERROR_DISK_FULL. The second has no number.
        assert!(open_elsewhere(&Error::from_raw_os_error(112)).is_none());
        assert!(open_elsewhere(&Error::other("no")).is_none());
    }
}
