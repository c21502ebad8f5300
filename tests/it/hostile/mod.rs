//! Tests of harmful files and failing systems: files that need much memory, broken files, full
//! disks.

pub mod bombs;
pub mod failing_systems;
pub mod fuzz_findings;
pub mod more_bombs;
pub mod pictures_on_disk;
pub mod reachable_files;
pub mod strangers;
