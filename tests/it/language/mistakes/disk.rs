//! Tests of full disks and of files that reach a size limit. No half-written file may remain.

#![cfg(unix)]

use std::process::Command;

use super::CARDS;
use crate::support::run::{Folder, PROGRAM};

/// Runs a shell script in a folder that contains a layout.
fn shell(script: &str) -> (Folder, Option<i32>, String) {
    let folder = Folder::new();
    std::fs::write(folder.path().join("x.toml"), CARDS).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("HEXPRESS", PROGRAM).current_dir(folder.path());
    let output = command.output().unwrap();
    (folder, output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_file_that_may_not_grow_is_not_left_half_written() {
    // Limits the size of files to 4 blocks of 512 bytes. A signal ends a program that writes more.
    let (folder, status, output) = shell("ulimit -f 4; exec \"$HEXPRESS\" build x.toml");
    assert_eq!(
        output.trim(),
        "error[HX009]: output/x-iso.pdf cannot be written: the file is too large for this disk
 |
 = help: choose another folder with --output DIR"
    );
    assert_eq!(status, Some(2));
    assert_eq!(folder.all(), ["x.toml"]);
}

#[test]
fn a_full_disk_is_reported_and_changes_no_file() {
    // Mounts a disk of a few kilobytes that only this shell can see, if the system allows it.
    let script = "mkdir small; unshare -rm sh -c '
        mount -t tmpfs -o size=4k none small || exit 77
        \"$HEXPRESS\" build x.toml --output small
        status=$?
        ls -A small >&2
        exit $status'";
    let (_folder, status, output) = shell(script);
    if !output.starts_with("error[HX") {
        println!("left out, for no small disk can be had here: {output}");
        return;
    }
    assert_eq!(
        output.trim(),
        "error[HX009]: small/x-iso.pdf cannot be written: the disk is full
 |
 = help: choose another folder with --output DIR"
    );
    assert_eq!(status, Some(2));
}
