//! `--json` and `--csv`: docs/json.md names every field of every object with its type, and no other.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{cairn, run_at};

const PAGE: &str = include_str!("../../../../docs/json.md");

/// Parses a table into the first two cells of its rows, without code marks.
fn table(text: &str) -> Vec<(String, String)> {
    let rows =
        text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2)
        .map(|row| {
            let mut cells = row.split('|').skip(1).map(str::trim);
            (cells.next().unwrap().trim_matches('`').to_owned(), cells.next().unwrap().to_owned())
        })
        .collect()
}

/// Returns the section with this heading, up to the next heading.
fn section<'a>(heading: &str) -> &'a str {
    let (_, rest) = PAGE.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    rest.split("\n#").next().unwrap()
}

/// The documented objects: the types of their fields, by name.
struct Page {
    objects: BTreeMap<String, BTreeMap<String, String>>,
    /// The fields that occurred, and the types of which a value occurred.
    seen: RefCell<BTreeSet<(String, String)>>,
}

impl Page {
    fn read() -> Self {
        let names = PAGE.lines().filter_map(|line| line.strip_prefix("### "));
        let own = |name: &str| table(section(&format!("### {name}"))).into_iter().collect();
        let mut objects: BTreeMap<String, BTreeMap<String, String>> =
            names.map(|name| (name.to_owned(), own(name))).collect();
        for name in objects.keys().cloned().collect::<Vec<_>>() {
            let Some((_, rest)) = section(&format!("### {name}")).split_once("All fields of [") else {
                continue;
            };
            let base = objects[rest.split_once(']').unwrap().0].clone();
            objects.get_mut(&name).unwrap().extend(base);
        }
        Self { objects, seen: RefCell::default() }
    }

    fn check(&self, object: &str, value: &Value) {
        let fields = &self.objects[object];
        let found = value.as_object().unwrap_or_else(|| panic!("{object}: {value}"));
        for (field, value) in found {
            let kind = fields.get("any").or_else(|| fields.get(field));
            let kind = kind.unwrap_or_else(|| panic!("{object}: {field} is not documented"));
            self.seen.borrow_mut().insert((object.to_owned(), field.clone()));
            let kind = kind.trim_end_matches(", optional");
            assert!(self.is_of(kind, value), "{object}: {field} is not {kind}: {value}");
        }
        for (field, kind) in fields {
            let may_miss = kind.ends_with(", optional") || field == "any";
            assert!(may_miss || found.contains_key(field), "{object}: {field} is missing: {value}");
        }
    }

    fn is_of(&self, kind: &str, value: &Value) -> bool {
        if let Some(kind) = kind.strip_prefix("list of ") {
            let nullable = value.is_null() && kind.ends_with(" or null");
            return nullable
                || value.as_array().is_some_and(|values| values.iter().all(|value| self.is_of(kind, value)));
        }
        if let Some(kind) = kind.strip_prefix("map of ") {
            return value.as_object().is_some_and(|map| map.values().all(|value| self.is_of(kind, value)));
        }
        if let Some((one, other)) = kind.split_once(" or ") {
            return self.is_of(one, value) || self.is_of(other, value);
        }
        match kind {
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            link => {
                let name = link.strip_prefix('[').and_then(|link| link.split_once(']')).unwrap().0;
                if !value.is_null() {
                    self.check(name, value);
                }
                !value.is_null()
            }
        }
    }
}

const OVER: &str = "b2,2/3/3 b 0/0";

/// The commands with the objects that they print; `FILE` is a file of records, `PROOF` a certificate.
const RUNS: [(&[&str], &str); 28] = [
    (&["games"], "GameList"),
    (&["rules", "stac"], "Rules"),
    (&["show", "staqs", "c3"], "Board"),
    (&["moves", "staqs", "c3"], "Moves"),
    (&["moves", "staqs:size=3", "--position", OVER], "Moves"),
    (&["apply", "staqs", "c3"], "Moves"),
    (&["perft", "staqs", "1", "--divide"], "Perft"),
    (&["perft", "staqs", "2"], "Perft"),
    (&["analyze", "staqs", "c3", "--depth", "2", "--lines", "2"], "Analysis"),
    (&["analyze", "staqs:size=3", "--position", "b2,1,w2/2,n/3 w 0/0", "--depth", "3"], "Analysis"),
    (&["analyze", "staqs:size=3", "--position", OVER], "Analysis"),
    (&["solve", "sight:size=3", "--all"], "Solution"),
    (&["solve", "staqs:size=3", "--position", OVER], "Position"),
    (&["verify", "PROOF"], "Certificate"),
    (&["verify", "--openings", "sight:size=3", "--sample", "1"], "BookCheck"),
    (&["bench", "--nodes", "50"], "Bench"),
    (&["record", "FILE"], "RecordList"),
    (&["review", "FILE", "--nodes", "50"], "Review"),
    (&["saved"], "SavedList"),
    (&["saved", "1"], "Saved"),
    (&["puzzle", "staqs-1"], "Puzzle"),
    (&["puzzles", "staqs"], "PuzzleList"),
    (&["ratings"], "RatingList"),
    (
        &[
            "match",
            "staqs:size=3",
            "--first",
            "greedy",
            "--second",
            "random",
            "--games",
            "4",
            "--sprt",
            "0,50",
        ],
        "Match",
    ),
    (
        &["match", "staqs:size=3", "--first", "greedy", "--second", "random", "--games", "2", "--tc", "9+1"],
        "Match",
    ),
    (&["tournament", "staqs:size=3", "--bots", "greedy,random", "--games", "2"], "Tournament"),
    (&["stats", "staqs:size=3", "--games", "4", "--opening", "2"], "Stats"),
    (&["settings"], "Settings"),
];

/// Fills the folder of a user who has a saved game, a rating and a tried puzzle; adds a file of records and a
/// certificate.
fn home(folder: &Path) {
    let play =
        |arguments: &[&str], input: &str| run_at(folder, arguments, input.as_bytes()).stdout_of_success();
    play(&["play", "staqs", "--rated", "--second", "level1", "--seed", "4"], "resign\n");
    play(&["play", "staqs", "--second", "human"], "c3\nd4\nresign\n");
    play(&["puzzle", "staqs-1"], "c1-c2\nb2-a2\n");
    play(&["saved", "1", "--export", folder.join("games.txt").to_str().unwrap()], "");
    let proof = folder.join("proof.txt");
    play(&["solve", "sight:size=3", "--certificate", proof.to_str().unwrap()], "");
}

fn output(folder: &Path, arguments: &[&str], format: &str) -> String {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let arguments = arguments.iter().map(|&word| match word {
        "FILE" => file("games.txt"),
        "PROOF" => file("proof.txt"),
        word => word.to_owned(),
    });
    run_at(folder, arguments.chain([format.to_owned()]), b"").stdout_of_success()
}

#[test]
fn every_field_is_documented_with_its_type() {
    let folder = tempfile::tempdir().unwrap();
    home(folder.path());
    let page = Page::read();
    let commands: BTreeMap<String, String> = table(section("## Commands")).into_iter().collect();
    let mut run = BTreeSet::new();
    for (arguments, object) in RUNS {
        let command = format!("cairn {}", arguments[0]);
        let prints = commands.get(&command).unwrap_or_else(|| panic!("{command} is not documented"));
        assert!(prints.contains(&format!("[{object}](#{})", object.to_lowercase())), "{command}: {prints}");
        run.insert(command);
        let out = output(folder.path(), arguments, "--json");
        assert!(!out.is_empty(), "{arguments:?}");
        for line in out.lines() {
            page.check(object, &serde_json::from_str(line).unwrap());
        }
    }
    assert_eq!(run, commands.keys().cloned().collect(), "every command has been run");
    for (object, fields) in &page.objects {
        for field in fields.keys().filter(|field| *field != "any") {
            let is_seen = page.seen.borrow().contains(&(object.clone(), field.clone()));
            assert!(is_seen, "{object}: no command prints {field}");
        }
    }
}

#[test]
fn every_command_with_json_is_documented() {
    let commands: BTreeMap<String, String> = table(section("## Commands")).into_iter().collect();
    let tables: BTreeMap<String, String> = table(section("## CSV")).into_iter().collect();
    let help = cairn(&["--help"]).stdout_of_success();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for command in list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split("  ").next())
        .filter(|name| !name.is_empty())
    {
        let help = cairn(&["help", command]).stdout_of_success();
        let name = format!("cairn {command}");
        assert_eq!(help.contains("--json"), commands.contains_key(&name), "{command}");
        let has_table = tables.keys().any(|key| *key == name || key.starts_with(&format!("{name} --")));
        assert_eq!(help.contains("--csv"), has_table, "{command}");
    }
}

#[test]
fn columns_are_fields_of_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    home(folder.path());
    let page = Page::read();
    for (command, row) in table(section("## CSV")) {
        let name = command.split(' ').nth(1).unwrap();
        let with: Vec<&str> = command.split(' ').skip(2).collect();
        let fits =
            |arguments: &[&str]| arguments[0] == name && with.iter().all(|word| arguments.contains(word));
        let (arguments, _) = RUNS.iter().find(|(arguments, _)| fits(arguments)).unwrap();
        let out = output(folder.path(), arguments, "--csv");
        let columns: Vec<&str> = out.lines().next().unwrap().split(',').collect();
        assert!(out.lines().count() > 1, "{command}: {out}");
        for column in columns {
            let object = row.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(name, _)| name);
            let is_field = object.is_some_and(|object| page.objects[object].contains_key(column));
            assert!(is_field || row.contains(&format!("`{column}`")), "{command}: {column}");
        }
    }
}

#[test]
fn csv_needs_a_table_and_quotes_commas() {
    for arguments in [["perft", "staqs", "2", "--csv"], ["solve", "sight:size=3", "--no-book", "--csv"]] {
        assert!(cairn(&arguments).stderr_of_bad_request().contains("--csv: the table is that of --"));
    }
    let divided = cairn(&["perft", "staqs:size=3", "2", "--divide", "--csv"]).stdout_of_success();
    assert!(divided.starts_with("move,nodes\na1,8\n") && divided.lines().count() == 10, "{divided}");
    let bots = "ab:nodes=50,depth=2,random";
    let table =
        cairn(&["tournament", "staqs:size=3", "--bots", bots, "--games", "2", "--csv"]).stdout_of_success();
    assert!(table.contains("\n\"ab:depth=2,nodes=50\","), "{table}");
}

#[test]
fn chances_and_plies_follow_one_convention() {
    let folder = tempfile::tempdir().unwrap();
    home(folder.path());
    let value = |arguments: &[&str]| -> Value {
        let out = output(folder.path(), arguments, "--json");
        serde_json::from_str(out.lines().last().unwrap()).unwrap()
    };
    let analysis = value(&["analyze", "staqs", "--depth", "2"]);
    let [chance, percent] = ["chance", "win_percent"].map(|name| analysis[name].as_f64().unwrap());
    assert!((0.0..=1.0).contains(&chance) && (chance * 100.0 - percent).abs() < 1e-9, "{analysis}");
    let review = value(&["review", "FILE", "--nodes", "50"]);
    let seats: Vec<(&Value, &Value)> =
        review["moves"].as_array().unwrap().iter().map(|mv| (&mv["player"], &mv["seat"])).collect();
    assert_eq!(seats, [(&0.into(), &"first".into()), (&1.into(), &"second".into())]);
    assert_eq!((&value(&["saved", "1"])["plies"], &review["plies"]), (&2.into(), &2.into()));
    let leads = value(&["stats", "staqs:size=3", "--games", "4", "--opening", "2"]);
    assert_eq!(leads["leads"][1]["after"], 0.5);
    assert!(fs::exists(folder.path().join("games.txt")).unwrap());
}
