//! `hexpress check`, as its users meet it.

use crate::run::Run;

#[test]
fn every_bundled_game_is_clean() {
    for paper in ["iso", "us"] {
        let games = hexpress::bundled::GAMES.iter().map(|game| game.id);
        let ran = Run::new().args(["check", "--paper", paper, "--deny", "warnings"]).args(games).run();
        assert_eq!(ran.stdout.lines().filter(|line| line.ends_with(": clean")).count(), 5, "{}", ran.stdout);
    }
}

#[test]
fn finished_files_are_clean() {
    for format in ["pdf", "svg"] {
        let built = Run::new().args(["build", "hexagonal-thing", "--format", format]).run();
        let mut run = Run::new();
        for name in built.folder.files() {
            run = run.file(&name, built.bytes(&name));
        }
        let what = if format == "pdf" { "output/hexagonal-thing-iso.pdf" } else { "output/hexagonal-thing-iso" };
        let ran = run.args(["check", what]).run();
        assert!(ran.stdout.contains("37 cells, 90 adjacencies"), "{}", ran.stdout);
        assert!(ran.stdout.ends_with(": clean\n"), "{}", ran.stdout);
    }
}
