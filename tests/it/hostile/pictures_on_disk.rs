//! Tests of pictures that do not fit in memory. The program keeps them on disk during the build,
//! and leaves no file behind.

use std::fs;
use std::process::Command;

use crate::drawing::images::png;
use crate::support::run::{Folder, PROGRAM};

/// Writes a layout of cards, each with a partly transparent picture of noise of 1.2 MB.
fn cards(folder: &Folder, count: u32) {
    let layout =
        "[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\nface = [{ image = '{{ photo }}', size = '30mm' }]\n";
    fs::write(folder.path().join("x.toml"), layout).unwrap();
    let names: Vec<String> = (0..count).map(|n| format!("{n}.png")).collect();
    fs::write(folder.path().join("cards.csv"), format!("photo\n{}\n", names.join("\n"))).unwrap();
    let mut seed = 1_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let size = (600, 500);
    for name in names {
        let rows = (0..size.1)
            .flat_map(|_| std::iter::once(0).chain((0..size.0 * 4).map(|_| random())).collect::<Vec<_>>());
        let rows: Vec<u8> = rows.collect();
        fs::write(folder.path().join(name), png(size, 8, 6, &[], &rows)).unwrap();
    }
}

#[test]
fn large_pictures_are_the_same_whether_they_wait_on_the_disk_or_in_memory() {
    let folder = Folder::new();
    cards(&folder, 6);
    let waiting = folder.path().join("waiting");
    fs::create_dir(&waiting).unwrap();
    let run = |temporary: &str, args: &[&str]| {
        let mut run = Command::new(PROGRAM);
        let ran = run.args(args).current_dir(folder.path()).env("TMPDIR", temporary).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
        fs::read(folder.path().join("output/x-iso.pdf")).unwrap()
    };
    let build = ["build", "x.toml", "--no-check", "-q"];
    let aside = run("waiting", &build);
    assert!(aside.len() > 6 * 1_200_000 && fs::read_dir(&waiting).unwrap().next().is_none());
    // If the disk has no space, the pictures stay in memory.
    assert!(run("nowhere", &build) == aside);
    // `check` builds the layout in the file again. The result must equal the file.
    assert!(run("waiting", &["check", "output/x-iso.pdf"]) == aside);
}
