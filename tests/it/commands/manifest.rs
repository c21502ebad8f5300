//! Tests of `--manifest`, the table of the PDFs of a build.

use crate::support::run::Run;

const CARDS: &str = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nprint = 2\nstock = \"300 g, matt\"\n\
                     face = [{ fill = \"tan\" }]\nback = [{ fill = \"navy\" }]\n\
                     [[board]]\nname = \"field\"\ncells = \"flat-top\"\nshape = \"hexhex 2\"\nacross = \"20mm\"\n";

#[test]
fn every_file_has_a_row_with_its_size_stock_copies_and_sides() {
    let args = ["build", "x.toml", "y.toml", "--split", "--paper", "a3+letter", "--manifest", "job.csv"];
    let board = CARDS.split("[[board]]").nth(1).unwrap();
    let ran = Run::new().file("x.toml", CARDS).file("y.toml", format!("[[board]]{board}")).args(args).run();
    let table = String::from_utf8(ran.bytes("job.csv")).unwrap();
    let expected = "file,pages,size,stock,copies,sides,flip\n\
                    output/x-a3+letter-deck.pdf,1-2,Letter (8.5 x 11 in),\"300 g, matt\",2,2,long\n\
                    output/x-a3+letter-field.pdf,1,A3,,1,1,\n\
                    output/y-a3+letter-field.pdf,1,A3,,1,1,\n";
    assert_eq!(table, expected);
    let files = ran.folder.files();
    for row in table.lines().skip(1) {
        assert!(files.iter().any(|file| file == row.split(',').next().unwrap()), "{row} {files:?}");
    }
}

#[test]
fn an_earlier_manifest_is_replaced() {
    let args = ["build", "x.toml", "--paper", "a4", "--manifest", "out/job.csv"];
    let old = "file,pages,size,stock,copies,sides,flip\nold.pdf,1,A4,,1,1,\n";
    let ran = Run::new().file("x.toml", CARDS).file("out/job.csv", old).args(args).run();
    let table = String::from_utf8(ran.bytes("out/job.csv")).unwrap();
    assert!(!table.contains("old.pdf") && table.contains("x-a4"), "{table}");
}
