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

/// What Windows says, by its numbers, of a file that another program keeps open: a viewer of PDFs does.
const OPEN_ELSEWHERE: [(i32, &str); 3] = [
    // ERROR_ACCESS_DENIED comes of a file that is replaced while it is open, too.
    (5, "another program has it open, or you may not write there"),
    // ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION.
    (32, "another program has it open"),
    (33, "another program has it open"),
];

/// Why a file cannot be written, and what to do about it, if that is something that only Windows says.
fn on_windows(error: &std::io::Error) -> Option<(&'static str, &'static str)> {
    let number = error.raw_os_error()?;
    let (_, what) = OPEN_ELSEWHERE.iter().find(|(known, _)| *known == number)?;
    Some((what, "close the file in the program that shows it, and repeat the command"))
}

/// That a file cannot be written, and why.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    if let Some((what, hint)) = on_windows(error).filter(|_| cfg!(windows)) {
        return cannot_be_written(path, what).hint(hint);
    }
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
    cannot_be_written(path, &what)
}

fn cannot_be_written(path: &Path, what: &str) -> Diagnostic {
    let message = format!("{} cannot be written: {what}", seen_name(&path.display().to_string()));
    codes::UNWRITABLE.error(message)
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::on_windows;

    #[test]
    fn a_file_that_a_viewer_keeps_open_on_windows_is_to_be_closed() {
        for number in [5, 32, 33] {
            let (what, hint) = on_windows(&Error::from_raw_os_error(number)).unwrap();
            assert!(
                what.contains("another program has it open") && hint.starts_with("close"),
                "{what}: {hint}"
            );
        }
        // ERROR_DISK_FULL, and a mistake without a number.
        assert!(on_windows(&Error::from_raw_os_error(112)).is_none());
        assert!(on_windows(&Error::other("no")).is_none());
    }
}
