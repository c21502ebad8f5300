//! Tests of the files that fuzzing found. The tests read every file as the fuzzer does: the program
//! must not panic or take long.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::run::Folder;

#[path = "../../../fuzz/src/lib.rs"]
pub mod fuzz;

use fuzz::forms::{Form, Part};
use fuzz::mutate::{Chance, damage};
use fuzz::run::whole;
use fuzz::targets::{TARGETS, find};

#[test]
fn former_findings_are_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(target) = find(name.split('-').next().unwrap()) else { continue };
        let (bytes, began) = (fs::read(&path).unwrap(), Instant::now());
        println!("{name}: {:?}", (target.run)(&bytes));
        // Runs the whole program on the file too. The bytes of the file select the command line.
        println!("{name}: {}", whole(target, &bytes, &Folder::new().path().join("run")).unwrap());
        assert!(began.elapsed() < Duration::from_secs(60), "{name} took {:?}", began.elapsed());
    }
}

/// A seed is a file from which the fuzzer starts. If a seed is split into its parts and joined again, the
/// result must equal the seed. Otherwise mutations would not reach the contents of the parts.
#[test]
fn seeds_are_read_well_after_they_were_taken_apart() {
    for target in TARGETS.iter().filter(|target| target.form != Form::Flat) {
        for seed in fuzz::seeds::of(target).iter().take(4) {
            let parts = target.form.apart(seed);
            assert!(parts.len() > 1, "{}", target.name);
            let again = target.form.together(&parts);
            // Parts without a name are the data between streams. They contain offsets, which may
            // change.
            let named =
                |parts: Vec<Part>| parts.into_iter().filter(|part| !part.name.is_empty()).collect::<Vec<_>>();
            assert!(named(target.form.apart(&again)) == named(parts), "{}", target.name);
            assert_eq!((target.run)(&again), (target.run)(seed), "{}", target.name);
        }
    }
}

/// The fuzzer damages files that are called seeds. At least half of the seeds must be valid, so that the
/// damaged files get past the first checks.
#[test]
fn most_seeds_are_accepted() {
    for target in TARGETS {
        let seeds = fuzz::seeds::of(target);
        let some: Vec<_> = seeds.iter().step_by(1 + seeds.len() / 8).collect();
        let refused: Vec<_> = some.iter().filter_map(|seed| (target.run)(seed).err()).collect();
        assert!(refused.len() <= some.len() / 2, "{}: {refused:?}", target.name);
    }
}

#[test]
fn damage_is_the_same_for_the_same_seed() {
    let damaged = |seed| {
        let mut bytes = b"[[cards]]\nsize = \"63 x 88mm\"\n".to_vec();
        damage(&mut bytes, &mut Chance(seed), &[b"like"], b"[[board]]", 1000);
        bytes
    };
    assert_eq!(damaged(7), damaged(7));
    assert!((0..100).map(damaged).collect::<std::collections::BTreeSet<_>>().len() > 50);
}
