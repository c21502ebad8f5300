//! Tests the size of the largest cycle of source files that depend on each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::house::tidy::{Source, sources};

/// The largest number of files that may import each other, directly or through other files.
const MAX_FILES: usize = 3;

/// The path of a module or an item from the crate root, such as `read::svg::walk`.
type Path = Vec<String>;

/// The path in a `use`, or any other path that begins with `crate` or `super`.
struct Import {
    path: Path,
    /// Whether the import is `pub use`.
    ///
    /// A re-exported item is available under the name of this module. The module does not count as
    /// a user of the item.
    passes_on: bool,
}

/// The imports of all files in a crate, by module.
struct Imports {
    by_module: BTreeMap<Path, Vec<Import>>,
}

/// Returns the paths at the start of a text, with all branches of `{…}` expanded, and the text
/// after them.
fn branches(text: &str) -> (Vec<Path>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            let (more, behind) = branches(rest);
            all.extend(more);
            rest = behind.trim_start();
            match (rest.strip_prefix(','), rest.strip_prefix('}')) {
                (Some(next), _) => rest = next,
                (None, behind) => return (all, behind.unwrap_or(rest)),
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return (Vec::new(), rest.trim_start_matches('*'));
    }
    let (tails, behind) = rest.strip_prefix("::").map_or((Vec::new(), rest), branches);
    let tails = if tails.is_empty() { vec![Path::new()] } else { tails };
    let all = tails.into_iter().map(|tail| [vec![name.to_owned()], tail].concat());
    (all.collect(), behind.trim_start().strip_prefix("as ").map_or(behind, |alias| branches(alias).1))
}

impl Imports {
    /// Collects the imports of all files except tests, because tests may use any module.
    fn from_sources(sources: &[Source]) -> Self {
        let module = |source: &Source| -> Path {
            let names = source.path_in_crate().trim_end_matches(".rs").trim_end_matches("/mod").split('/');
            names.filter(|name| *name != "lib").map(str::to_owned).collect()
        };
        let is_test = |source: &&Source| source.path.ends_with("tests.rs") || source.path.contains("/tests/");
        let own = || sources.iter().filter(|source| !is_test(source));
        let mut all = Self { by_module: own().map(|source| (module(source), Vec::new())).collect() };
        let code = |source: &Source| source.text.split("#[cfg(test)]\nmod ").next().map(str::to_owned);
        let found = own().map(|source| all.found(&module(source), &code(source).unwrap_or_default()));
        for (source, found) in own().zip(found.collect::<Vec<_>>()) {
            all.by_module.insert(module(source), found);
        }
        all
    }

    fn found(&self, module: &Path, text: &str) -> Vec<Import> {
        let mut found = Vec::new();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = code.flat_map(|line| [line, "\n"]).collect();
        let mut rest = code.as_str();
        while let Some(at) = ["use ", "crate::", "super::"].iter().filter_map(|word| rest.find(word)).min() {
            let (before, here) = rest.split_at(at);
            let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let used = here.strip_prefix("use ");
            let (paths, behind) = branches(used.unwrap_or(here));
            let line = before.rsplit('\n').next().unwrap_or_default().trim();
            let passes_on = used.is_some() && line.starts_with("pub");
            if is_word {
                let known = paths.iter().filter_map(|path| self.at_root(module, path));
                found.extend(known.map(|path| Import { path, passes_on }));
            }
            rest = if behind.len() < here.len() { behind } else { &here[1..] };
        }
        found
    }

    /// Returns the path of an import from the crate root, or `None` if it belongs to another crate.
    fn at_root(&self, module: &Path, path: &Path) -> Option<Path> {
        let up = path.iter().take_while(|name| *name == "super").count();
        let below = |base: &[String], rest: &[String]| [base, rest].concat();
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some(below(module, &path[1..])),
            "super" => Some(below(&module[..module.len().checked_sub(up)?], &path[up..])),
            own => {
                let path = below(module, path);
                self.by_module.contains_key(&below(module, &[own.to_owned()])).then_some(path)
            }
        }
    }

    /// Returns the module that defines the item at a path, following re-exports.
    fn home(&self, path: &Path) -> Path {
        let mut path = path.clone();
        // No item is re-exported more than ten times, so ten steps lead to the module that defines
        // the item.
        for _ in 0..10 {
            let module = (0..=path.len()).rev().map(|end| path[..end].to_vec());
            let module =
                module.into_iter().find(|module| self.by_module.contains_key(module)).unwrap_or_default();
            let (name, own) = (path.get(module.len()), self.by_module.get(&module));
            let passed = own.into_iter().flatten().filter(|import| import.passes_on);
            let Some(import) = passed.into_iter().find(|import| name.is_some() && import.path.last() == name)
            else {
                return module;
            };
            path = [&import.path, &path[module.len() + 1..]].concat();
        }
        path
    }

    /// Returns the modules that each module uses, directly or through others.
    fn reach(&self) -> BTreeMap<&Path, BTreeSet<Path>> {
        let used = |module: &Path| {
            let imports = self.by_module.get(module).into_iter().flatten().filter(|import| !import.passes_on);
            imports.map(|import| self.home(&import.path)).filter(|home| home != module).collect()
        };
        let straight: BTreeMap<&Path, BTreeSet<Path>> = self.by_module.keys().map(|m| (m, used(m))).collect();
        let all = |module: &Path| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![module]);
            while let Some(next) = open.pop() {
                open.extend(straight[next].iter().filter(|other| seen.insert((*other).clone())));
            }
            seen
        };
        self.by_module.keys().map(|module| (module, all(module))).collect()
    }

    /// Returns the cycles of two or more modules, each once.
    fn circles(&self) -> BTreeSet<Vec<Path>> {
        let reach = self.reach();
        let circle = |module: &Path| -> Vec<Path> {
            reach[module].iter().filter(|other| reach[other].contains(module)).cloned().collect()
        };
        self.by_module.keys().map(circle).filter(|circle| circle.len() > 1).collect()
    }
}

#[test]
fn few_files_need_one_another() {
    let mut crates: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for source in sources() {
        crates.entry(source.own_crate().to_owned()).or_default().push(source);
    }
    for circle in crates.values().flat_map(|sources| Imports::from_sources(sources).circles()) {
        let names: Vec<_> = circle.iter().map(|module| module.join("::")).collect();
        assert!(
            circle.len() <= MAX_FILES,
            "{} files import one another in a circle: {}. Move what several of them need into a file below them",
            circle.len(),
            names.join(", ")
        );
    }
}

#[test]
fn a_circle_is_found_behind_names_that_are_passed_on() {
    let file = |path: &str, text: &str| Source {
        file: format!("src/{path}"),
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let example = [
        file("lib.rs", "use hexpress_base::{diag, files};\npub mod a;\npub mod b;"),
        file("a/mod.rs", "pub use inner::{Inner as _, Name};\npub(crate) mod inner;"),
        file(
            "a/inner.rs",
            "use super::super::b::{self, c::{D, E}};\nfn f() { crate::b::g(); hexpress_base::diag::Code }",
        ),
        file(
            "a/beside.rs",
            "// use super::inner;\nuse std::fmt;\n#[cfg(test)]\nmod tests { use super::inner; }",
        ),
        file("b/mod.rs", "mod c;\nuse c::D;"),
        file("b/c.rs", "use crate::{a::Name, base};"),
    ];
    let circles = Imports::from_sources(&example).circles();
    let names = |circle: &Vec<Path>| circle.iter().map(|m| m.join("::")).collect::<Vec<_>>().join(" ");
    assert_eq!(circles.iter().map(names).collect::<Vec<_>>(), ["a::inner b b::c"]);
}
