//! Names of files that are safe to use as paths.
//!
//! - In: a name from a layout or from inside a PDF. Anybody may have chosen it.
//! - Out: a [`PlainName`] or a [`PlainPath`]. Paths of files are made only from these types, so a
//!   name is always checked before it becomes a path.
//! - Not here: checking whether the file exists.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::diag::escape_control;

/// The largest number of bytes in a name. File systems allow 255 bytes.
///
/// The remaining bytes are needed for what a build appends: the paper, the component,
/// `.pieces.pdf`, and the suffix of a file that is being written.
pub const MAX_NAME_LENGTH: usize = 120;
/// The largest number of bytes in a path made of plain names.
pub const MAX_PATH_LENGTH: usize = 500;

/// One part of a path that is safe on every system. It is not empty, `.` or `..`. It has no
/// separator, no `:` and no control character, and no dot or space at its end. It is not the name
/// of a Windows device, and has at most [`MAX_NAME_LENGTH`] bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainName(String);

/// Plain names with `/` between them, such as `art/a.png`. The path never leads out of the folder
/// from which it starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainPath(String);

/// The reason why a name cannot be the name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPlain {
    /// The name is empty.
    Empty,
    /// The name is too long. The value is the limit in bytes.
    TooLong(usize),
    /// The name is `.` or `..`.
    Dots,
    /// The name has `/`, `\` or `:`. The first two separate folders, and a `:` follows the letter
    /// of a drive.
    Separator(char),
    /// The name has a control character.
    Control,
    /// The name ends with a dot or a space. Windows removes this character.
    End,
    /// The name begins with a `-` or a space. Programs would read `-` as the beginning of an
    /// option, and a space is easily overlooked.
    Begin,
    /// The name has an invisible character, or one that reverses the direction of the text.
    Unseen,
    /// The name is that of a Windows device. Windows opens the device even if an extension follows,
    /// as in `con.txt`.
    Device,
}

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong(most) => write!(f, "it has more than {most} bytes"),
            Self::Dots => f.write_str("`.` and `..` are folders"),
            Self::Separator(':') => f.write_str("it contains `:`"),
            Self::Separator(sign) => write!(f, "it contains `{sign}`, which separates folders"),
            Self::Control => f.write_str("it contains a control character"),
            Self::Begin => f.write_str("it begins with `-` or a space"),
            Self::Unseen => f.write_str("it contains an invisible character"),
            Self::End => f.write_str("it ends with a dot or a space"),
            Self::Device => f.write_str("it is the name of a device on Windows"),
        }
    }
}

impl std::error::Error for NotPlain {}

impl FromStr for PlainName {
    type Err = NotPlain;

    fn from_str(name: &str) -> Result<Self, NotPlain> {
        check_plain(name)?;
        // Users type this name on command lines and read it in lists, so two further rules apply.
        match name {
            _ if name.starts_with(['-', ' ']) => Err(NotPlain::Begin),
            _ if escape_control(name) != name => Err(NotPlain::Unseen),
            _ => Ok(Self(name.to_owned())),
        }
    }
}

impl FromStr for PlainPath {
    type Err = NotPlain;

    fn from_str(path: &str) -> Result<Self, NotPlain> {
        if path.len() > MAX_PATH_LENGTH {
            return Err(NotPlain::TooLong(MAX_PATH_LENGTH));
        }
        path.split('/').try_for_each(check_plain)?;
        Ok(Self(path.to_owned()))
    }
}

/// Checks the rules that apply to a name, and to each part of a path.
fn check_plain(name: &str) -> Result<(), NotPlain> {
    let separator = name.chars().find(|c| matches!(c, '/' | '\\' | ':'));
    let error = match separator {
        _ if name.is_empty() => NotPlain::Empty,
        _ if name.len() > MAX_NAME_LENGTH => NotPlain::TooLong(MAX_NAME_LENGTH),
        _ if matches!(name, "." | "..") => NotPlain::Dots,
        _ if name.contains(char::is_control) => NotPlain::Control,
        Some(sign) => NotPlain::Separator(sign),
        None if name.ends_with(['.', ' ']) => NotPlain::End,
        None if is_device(name) => NotPlain::Device,
        None => return Ok(()),
    };
    Err(error)
}

/// Returns whether Windows opens a device for a name. The extension does not matter.
///
/// Examples are `CON`, `nul.txt`, `COM1` and also `COM¹`
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>).
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    if let Some(port) = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt")) {
        let mut characters = port.chars();
        return matches!(characters.next(), Some('1'..='9' | '¹' | '²' | '³')) && characters.next().is_none();
    }
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
}

macro_rules! as_text {
    ($($type:ident),+) => {
        $(
            impl $type {
                /// Returns the text. The parts of a path have `/` between them.
                pub fn as_str(&self) -> &str {
                    &self.0
                }
            }

            impl fmt::Display for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&self.0)
                }
            }

            impl AsRef<Path> for $type {
                fn as_ref(&self) -> &Path {
                    Path::new(&self.0)
                }
            }
        )+
    };
}

as_text!(PlainName, PlainPath);

impl AsRef<str> for PlainPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_plain_component_is_a_name() {
        for name in ["a", "my game", "Über-Land", "a.b.toml", "com10", "console", ".hidden", "日本語", "it's"]
        {
            assert_eq!(name.parse::<PlainName>().map(|n| n.0).as_deref(), Ok(name));
        }
        for (name, why) in [
            ("", NotPlain::Empty),
            (".", NotPlain::Dots),
            ("..", NotPlain::Dots),
            ("../x", NotPlain::Separator('/')),
            ("/x", NotPlain::Separator('/')),
            ("a\\b", NotPlain::Separator('\\')),
            ("C:x", NotPlain::Separator(':')),
            ("a\nb", NotPlain::Control),
            ("a\0", NotPlain::Control),
            ("a\u{85}", NotPlain::Control),
            ("a.", NotPlain::End),
            ("a ", NotPlain::End),
            ("-rf", NotPlain::Begin),
            ("--output", NotPlain::Begin),
            (" a", NotPlain::Begin),
            ("\u{202e}fdp.x", NotPlain::Unseen),
            ("g\u{200b}", NotPlain::Unseen),
            ("g\u{feff}", NotPlain::Unseen),
            ("CON", NotPlain::Device),
            ("nul.tar.gz", NotPlain::Device),
            ("Com1.toml", NotPlain::Device),
            ("LPT¹", NotPlain::Device),
            ("aux .txt", NotPlain::Device),
            (&"n".repeat(MAX_NAME_LENGTH + 1), NotPlain::TooLong(MAX_NAME_LENGTH)),
        ] {
            assert_eq!(name.parse::<PlainName>(), Err(why), "{name:?}");
        }
    }

    #[test]
    fn a_path_stays_below_its_folder() {
        for path in ["a.png", "art/a.png", "art/old/a.png"] {
            assert_eq!(path.parse::<PlainPath>().map(|p| p.0).as_deref(), Ok(path));
        }
        for path in ["", "/a", "a/", "a//b", "../a", "a/../b", "./a", "a\\b", "C:/a", "art/con.png", "a /b"] {
            assert!(path.parse::<PlainPath>().is_err(), "{path:?}");
        }
        assert!("n/".repeat(300).parse::<PlainPath>().is_err());
    }

    #[test]
    fn the_longest_name_and_path_are_accepted_and_one_byte_more_is_not() {
        let name = "n".repeat(MAX_NAME_LENGTH);
        assert!(name.parse::<PlainName>().is_ok());
        assert_eq!((name + "n").parse::<PlainName>(), Err(NotPlain::TooLong(MAX_NAME_LENGTH)));
        let path: String = "nnnnnnnnn/".chars().cycle().take(MAX_PATH_LENGTH - 1).chain(['n']).collect();
        assert!(path.parse::<PlainPath>().is_ok());
        assert_eq!((path + "n").parse::<PlainPath>(), Err(NotPlain::TooLong(MAX_PATH_LENGTH)));
    }
}
