//! Tests of addresses and packages in documents, examples and generated files. All of them must
//! belong to this project.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::run::{Folder, program};

const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");
/// A placeholder for the owner of the repository. No account can have this name.
const NO_OWNER: &str = "-owner-";

/// Commands that fetch a package by its bare name. Until the name is registered, anyone can publish
/// a package under it.
const FETCHES: &[&str] = &[
    "pip install hexpress",
    "pipx install hexpress",
    "pipx run hexpress",
    "uv tool install hexpress",
    "uv add hexpress",
    "uvx hexpress",
    "npx hexpress",
    "npx --yes hexpress",
    "npm install hexpress",
    "npm install --global hexpress",
    "npm i hexpress",
    "npm exec hexpress",
    "yarn add hexpress",
    "pnpm add hexpress",
    "pnpm dlx hexpress",
    "bunx hexpress",
    "brew install hexpress",
    "cargo binstall hexpress",
    "cargo install hexpress",
    "cargo add hexpress",
    "winget install hexpress",
    "scoop install hexpress",
    "choco install hexpress",
    "docker pull hexpress",
    "code --install-extension hexpress",
];

/// Returns the path and the contents of each text file of the project.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            let is_made = ["target", "output", "node_modules", ".git"].contains(&name.as_str());
            if entry.file_type().unwrap().is_dir() {
                folders.extend((!is_made).then_some(path));
            } else if !is_made && !path.ends_with("tests/it/house/addresses.rs") {
                let text = fs::read(root.join(&path)).ok().and_then(|bytes| String::from_utf8(bytes).ok());
                found.extend(text.map(|text| (path.to_string_lossy().replace('\\', "/"), text)));
            }
        }
    }
    assert!(found.len() > 500, "{}", found.len());
    found
}

fn fetched_by_name(text: &str) -> Option<&'static str> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    FETCHES.iter().copied().find(|fetch| {
        let ends = text.match_indices(fetch).map(|(at, _)| &text[at + fetch.len()..]);
        // If more characters follow the name, it belongs to a file or to another package, such as
        // `hexpress-0.1.0.tgz`.
        ends.into_iter().any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "-_/".contains(c)))
    })
}

#[test]
fn documents_name_no_package_of_others() {
    assert_eq!(fetched_by_name("run `pip  install hexpress`."), Some("pip install hexpress"));
    assert_eq!(fetched_by_name("npm install ./hexpress-0.1.0.tgz and pip install hexpress-0.1.0.whl"), None);
    for (name, text) in texts() {
        assert_eq!(fetched_by_name(&text), None, "{name}");
    }
    for like in ["game", "deck", "map"] {
        let folder = Folder::new();
        let output = program(&["new", "cold-harbour", "--github", "--like", like], folder.path());
        assert_eq!(fetched_by_name(&output.stdout), None, "{}", output.stdout);
        for file in folder.all() {
            let text = fs::read_to_string(folder.path().join(&file)).unwrap();
            assert_eq!(fetched_by_name(&text), None, "{file}");
        }
    }
}

#[test]
fn a_generated_workflow_builds_this_version_from_our_repository() {
    let folder = Folder::new();
    let output = program(&["new", "cold-harbour", "--github"], folder.path());
    let workflow = fs::read_to_string(folder.path().join("cold-harbour/.github/workflows/game.yml")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(workflow.contains(&format!("--git {REPOSITORY} --tag v{version} hexpress\n")), "{workflow}");
    assert!(workflow.contains(&format!("key: hexpress-${{{{ runner.os }}}}-{version}\n")), "{workflow}");
    let is_owned = !REPOSITORY.to_lowercase().contains(NO_OWNER);
    assert_ne!(output.stdout.contains("hexpress has no address yet"), is_owned, "{}", output.stdout);
}

/// Returns the addresses in a text that begin with `before`, up to the name of the repository.
fn owners<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let after = text.match_indices(before).map(|(at, _)| &text[at + before.len()..]);
    after
        .filter_map(|rest| {
            let (owner, rest) = rest.split_once('/')?;
            let is_name = !owner.is_empty() && owner.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            (is_name && rest.starts_with("hexpress")).then_some(owner)
        })
        .collect()
}

#[test]
fn the_addresses_are_those_of_the_manifest() {
    let owner =
        REPOSITORY.strip_prefix("https://github.com/").and_then(|rest| rest.strip_suffix("/hexpress"));
    let owner = owner.unwrap_or_else(|| panic!("{REPOSITORY}"));
    assert_eq!(HOMEPAGE, format!("https://{}.github.io/hexpress/", owner.to_lowercase()));
    let mut count = 0;
    for (name, text) in texts() {
        for before in ["github.com/", "uses: "] {
            for found in owners(&text, before) {
                assert_eq!(found, owner, "{name}: {before}{found}/hexpress");
                count += 1;
            }
        }
        for (at, _) in text.match_indices(".github.io/hexpress") {
            let host = text[..at].rsplit("//").next().unwrap();
            assert_eq!(host, owner.to_lowercase(), "{name}");
        }
    }
    assert!(count > 2, "{count}");
}

/// Once the web page has an address, the first line for users links to it.
#[test]
fn the_readme_leads_to_the_page_when_it_has_an_address() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let line = format!(
        "**[Try it in your browser]({HOMEPAGE})**: nothing to install, and nothing leaves your computer.\n"
    );
    if HOMEPAGE.contains(NO_OWNER) {
        assert!(!readme.contains(HOMEPAGE), "the address leads nowhere yet");
        assert!(readme.contains("<!-- The address of the page goes here"), "the place of the address");
    } else {
        let first = readme.split("\n\n").nth(2).unwrap_or_default();
        assert_eq!(format!("{first}\n"), line, "the first line for users, after what hexpress is");
    }
}

/// Once the repository has an owner, the page links to the book and to the source code.
#[test]
fn the_page_links_to_the_addresses_of_the_manifest() {
    let links = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/preview/page/links.js");
    let links = fs::read_to_string(links).unwrap();
    let book = format!("{REPOSITORY}/blob/main/docs/book.md");
    let [book, source] = if HOMEPAGE.contains(NO_OWNER) { ["", ""] } else { [&*book, REPOSITORY] };
    for (name, address) in [("BOOK", book), ("SOURCE", source)] {
        let line = format!("export const {name} = \"{address}\";");
        assert!(links.lines().any(|one| one == line), "links.js lacks the line {line}");
    }
}
