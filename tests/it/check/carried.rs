//! Tests of finished files that contain only a part of their layout, or a part of the record
//! (`hexpress.json`). The checker judges what they show, and says what it cannot judge.

use std::fs;

use serde_json::Value;

use super::outside::base::{photo, program};
use crate::support::run::Folder;

/// Builds a layout in a folder that also has a picture and a table of rows.
fn built(layout: &str, args: &[&str]) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("art")).unwrap();
    fs::write(folder.path().join("art/photo.png"), photo()).unwrap();
    fs::write(folder.path().join("rows.csv"), "Name\nAnn\nBob\n").unwrap();
    fs::write(folder.path().join("x.toml"), layout).unwrap();
    let args: Vec<&str> =
        ["build", "x.toml", "--no-check", "--paper", "a4"].iter().chain(args).copied().collect();
    let (status, _, output) = program(&args, &folder);
    assert_eq!(status, 0, "{output}");
    let made = folder
        .all()
        .into_iter()
        .filter(|name| name.starts_with("output/") && !name.ends_with(".txt"))
        .collect();
    (folder, made)
}

/// What the checker says about files: the status, the codes, and what it did not judge.
struct Said {
    status: i32,
    codes: Vec<String>,
    not_judged: String,
}

fn checked(folder: &Folder, files: &[String]) -> Said {
    let args: Vec<&str> = ["check", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (status, out, _) = program(&args, folder);
    let value: Value = serde_json::from_str(&out).unwrap();
    let results = value["results"].as_array().unwrap();
    let faults = results.iter().flat_map(|result| result["faults"].as_array().unwrap());
    let codes = faults.chain(value["diagnostics"].as_array().unwrap()).map(|fault| fault["code"].to_string());
    let codes = codes.collect();
    Said {
        status,
        codes,
        not_judged: results.iter().map(|result| result["not-judged"].to_string()).collect(),
    }
}

const ROWS: &str = "[[cards]]\nsize = \"poker\"\ndata = \"rows.csv\"\nface = [{ text = \"{{ name }}\", font = \"bold 20pt\" }]\n";
const PICTURE: &str =
    "[[cards]]\nsize = \"poker\"\nface = [{ image = \"art/photo.png\", size = \"40 x 30mm\" }]\n";

#[test]
fn an_svg_without_the_files_that_its_layout_names_is_judged_by_what_it_shows() {
    for layout in [ROWS, PICTURE] {
        let (folder, files) = built(layout, &["--format", "svg"]);
        let output = checked(&folder, &files);
        assert_eq!((output.status, output.codes), (0, vec![]), "{layout}");
        assert!(output.not_judged.contains("an SVG does not contain the files that the layout names"));
    }
    let (folder, files) = built(PICTURE, &["--format", "svg"]);
    assert!(checked(&folder, &files).not_judged.contains("whether the pictures are in the layout"));
    // The checker detects a change even if the rows of the layout are missing.
    let (folder, files) = built(ROWS, &["--format", "svg"]);
    let path = folder.path().join(&files[0]);
    let sheet = fs::read_to_string(&path).unwrap();
    fs::write(&path, sheet.replace("aria-label=\"Ann\"", "aria-label=\"Anna\"")).unwrap();
    let output = checked(&folder, &files);
    assert_eq!((output.status, output.codes), (1, vec!["\"HX464\"".to_owned()]));
}

#[test]
fn a_file_without_its_layout_is_judged_by_what_it_shows() {
    let silent = "[game]\ntitle = \"Silent\"\nembed = false\n";
    let cards = "[[cards]]\nsize = \"poker\"\n";
    let land = "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\n";
    for layout in [
        // Colours that continue into the bleed.
        format!(
            "{silent}{cards}bleed = \"3mm\"\ncopies = 3\nface = [{{ fill = \"teal\" }}]\nback = [{{ fill = \"navy\" }}]\n"
        ),
        format!(
            "{silent}{cards}bleed = \"2mm\"\nround = \"3mm\"\ncopies = 3\nface = [{{ fill = \"teal\" }}, {{ image = \"art/photo.png\", size = \"40 x 30mm\" }}]\n"
        ),
        format!("{silent}{land}bleed = \"2mm\"\ncopies = 3\nface = [{{ fill = \"teal\" }}]\n"),
        // Icons that distinguish the pieces.
        format!(
            "{silent}{cards}rows = [{{ i = \"star\" }}, {{ i = \"heart\" }}, {{ i = \"bolt\" }}]\nface = [{{ icon = \"{{{{ i }}}}\", size = \"20mm\", colour = \"black\" }}]\n"
        ),
        format!(
            "{silent}{cards}rows = [{{ i = \"star\", c = \"#332288\" }}, {{ i = \"heart\", c = \"#382A88\" }}]\nface = [{{ icon = \"{{{{ i }}}}\", size = \"20mm\", colour = \"{{{{ c }}}}\" }}]\n"
        ),
        format!(
            "{silent}[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"24mm\"\nshape = \"hexhex 3\"\n[board.at]\n\"border\" = {{ fill = \"#DDDDDD\", icon = \"star\", size = \"8mm\" }}\n\"all\" = {{ fill = \"#DCDCDC\", icon = \"heart\", size = \"8mm\" }}\n"
        ),
    ] {
        for format in ["pdf", "svg"] {
            let (folder, files) = built(&layout, &["--format", format]);
            let output = checked(&folder, &files);
            assert_eq!((output.status, output.codes), (0, vec![]), "{format}: {layout}");
        }
    }
}
