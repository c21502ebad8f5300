//! Files and systems that do harm: bombs, broken files, full disks.

pub mod bombs;
pub mod failing_systems;
pub mod fuzz_findings;
pub mod more_bombs;
pub mod pictures_on_disk;
pub mod reachable_files;
pub mod strangers;
