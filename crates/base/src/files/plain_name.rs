//! Names of files that come out of a file: what may become a path, decided in one place.
//!
//! Whoever makes a PDF chooses the names inside it. A name that was not checked cannot become a path, since paths are
//! made of [`PlainName`] and [`PlainPath`] alone.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::diag::seen;

/// The most bytes of a name. File systems allow 255; what a build appends (paper, component, `.pieces.pdf`, the marks of
/// a file that is being written) needs the rest.
pub const LONGEST_NAME: usize = 120;
/// The most bytes of a path of names.
pub const LONGEST_PATH: usize = 500;

/// One plain component of a path: not empty, not `.` or `..`, without a separator, `:` or a control character, without
/// a dot or a space at its end, no device of Windows, and of at most [`LONGEST_NAME`] bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainName(String);

/// Plain names with `/` between them, such as `art/a.png`: a file in or below some folder, never outside of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainPath(String);

/// Why a name cannot be the name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPlain {
    /// There is nothing.
    Empty,
    /// More bytes than there may be.
    TooLong(usize),
    /// `.` or `..`.
    Dots,
    /// A character that separates folders or names a drive: `/`, `\` or `:`.
    Separator(char),
    /// A control character.
    Control,
    /// A dot or a space at the end, which Windows drops.
    End,
    /// A `-` or a space at the beginning: programs would take it for an option, and people would not see it.
    Begin,
    /// A character that nobody sees, or that turns the order of what follows.
    Unseen,
    /// The name of a device, which Windows opens whatever follows a dot.
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
            Self::Unseen => f.write_str("it contains a character that cannot be seen"),
            Self::End => f.write_str("it ends with a dot or a space"),
            Self::Device => f.write_str("it is the name of a device on Windows"),
        }
    }
}

impl std::error::Error for NotPlain {}

impl FromStr for PlainName {
    type Err = NotPlain;

    fn from_str(name: &str) -> Result<Self, NotPlain> {
        plain(name)?;
        // Files are called after it: their names are typed, and read in lists.
        match name {
            _ if name.starts_with(['-', ' ']) => Err(NotPlain::Begin),
            _ if seen(name) != name => Err(NotPlain::Unseen),
            _ => Ok(Self(name.to_owned())),
        }
    }
}

impl FromStr for PlainPath {
    type Err = NotPlain;

    fn from_str(path: &str) -> Result<Self, NotPlain> {
        if path.len() > LONGEST_PATH {
            return Err(NotPlain::TooLong(LONGEST_PATH));
        }
        path.split('/').try_for_each(plain)?;
        Ok(Self(path.to_owned()))
    }
}

fn plain(name: &str) -> Result<(), NotPlain> {
    let separator = name.chars().find(|c| matches!(c, '/' | '\\' | ':'));
    let wrong = match separator {
        _ if name.is_empty() => NotPlain::Empty,
        _ if name.len() > LONGEST_NAME => NotPlain::TooLong(LONGEST_NAME),
        _ if matches!(name, "." | "..") => NotPlain::Dots,
        _ if name.contains(char::is_control) => NotPlain::Control,
        Some(sign) => NotPlain::Separator(sign),
        None if name.ends_with(['.', ' ']) => NotPlain::End,
        None if is_device(name) => NotPlain::Device,
        None => return Ok(()),
    };
    Err(wrong)
}

/// Whether Windows takes a name for a device, with any ending: `CON`, `nul.txt`, `COM1`, and also `COM¹`
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>).
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    let port = |word: &str| {
        let mut rest = stem.strip_prefix(word).unwrap_or("").chars();
        matches!(rest.next(), Some('1'..='9' | '¹' | '²' | '³')) && rest.next().is_none()
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || port("com")
        || port("lpt")
}

macro_rules! as_text {
    ($($type:ident),+) => {
        $(
            impl $type {
                /// As text; the names of a path have `/` between them.
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
            (&"n".repeat(LONGEST_NAME + 1), NotPlain::TooLong(LONGEST_NAME)),
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
        let name = |bytes: usize| "n".repeat(bytes).parse::<PlainName>().map(|name| name.0.len());
        assert_eq!(name(LONGEST_NAME), Ok(LONGEST_NAME));
        assert_eq!(name(LONGEST_NAME + 1), Err(NotPlain::TooLong(LONGEST_NAME)));
        let path = |bytes: usize| {
            let path: String = "nnnnnnnnn/".chars().cycle().take(bytes - 1).chain(['n']).collect();
            path.parse::<PlainPath>().map(|path| path.0.len())
        };
        assert_eq!(path(LONGEST_PATH), Ok(LONGEST_PATH));
        assert_eq!(path(LONGEST_PATH + 1), Err(NotPlain::TooLong(LONGEST_PATH)));
    }
}
