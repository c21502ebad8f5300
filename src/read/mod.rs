//! Finished files, read back.
