//! The names of the cells of a board. All names are stored one after another in a single text, with the
//! positions at which they end.

/// Names in the order of the cells. A name may be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellNames {
    text: String,
    ends: Vec<u32>,
}

impl CellNames {
    /// Returns the name of the cell with this index. Returns `None` if there is no such cell.
    pub fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start as usize..*self.ends.get(index)? as usize)
    }

    /// Returns the number of names, including empty names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds a name. `write` gets a text and must append the name to it.
    pub(super) fn write<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<(), E> {
        write(&mut self.text)?;
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        Ok(())
    }
}

impl<S: AsRef<str>> FromIterator<S> for CellNames {
    fn from_iter<I: IntoIterator<Item = S>>(all: I) -> Self {
        let mut names = Self::default();
        for name in all {
            names.text.push_str(name.as_ref());
            names.ends.push(u32::try_from(names.text.len()).unwrap_or(u32::MAX));
        }
        names
    }
}
