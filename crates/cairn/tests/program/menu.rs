//! The menu of line mode, suggestions for mistyped words, and default players.

use crate::run::{Run, assert_bad_requests, cairn_with, run_at};

/// Types these lines at the menu.
fn menu(language: &str, typed: &[&str]) -> Run {
    let arguments = ["play", "--plain", "--ascii", "--seed", "4", "--lang", language];
    cairn_with(&arguments, (typed.join("\n") + "\n").as_bytes())
}

/// Returns standard output and standard error of a successful run.
fn transcript(run: &Run) -> String {
    format!("{}\n----\n{}", run.stdout_of_success(), run.stderr())
}

#[test]
fn a_game_with_options_is_chosen() {
    let english = [
        "stags",
        "1",
        "siez=4",
        "placement=fre",
        "back",
        "staqs",
        "size=4, placement=free",
        "help",
        "human-bto",
        "3",
        "9",
        "hrad",
        "back",
        "2",
        "hard",
        "moevs",
        "a9",
        "quit",
    ];
    insta::assert_snapshot!("menu_options_en", transcript(&menu("en", &english)));
    let portuguese = [
        "stags",
        "1",
        "siez=4",
        "placement=solta",
        "atrás",
        "staqs",
        "size=4 placement=free",
        "ajuda",
        "pesoa-bot",
        "3",
        "9",
        "dificl",
        "atras",
        "2",
        "difícil",
        "jogdas",
        "a9",
        "sair",
    ];
    insta::assert_snapshot!("menu_options_pt", transcript(&menu("pt", &portuguese)));
}

#[test]
fn three_seats_are_filled() {
    let english = ["staqs", "players=3", "", "easy", "back", "5", "quit"];
    insta::assert_snapshot!("menu_seats_en", transcript(&menu("en", &english)));
    let portuguese = ["staqs", "players=3", "pessoa-pessoa-bot", "fácil", "sair"];
    insta::assert_snapshot!("menu_seats_pt", transcript(&menu("pt", &portuguese)));
}

#[test]
fn two_bots_have_a_level_each() {
    let run = menu("en", &["sight:size=3", "bot-bot", "easy", "level 2"]);
    let out = run.stdout_of_success();
    assert!(out.contains("White (random): ") && out.contains("Black (level 2): "), "{out}");
    assert!(out.lines().last().unwrap().starts_with("result: "), "{out}");
}

#[test]
fn enter_takes_the_usual_answers() {
    let run = menu("en", &["", "", "", "", "", "record", "quit"]);
    let out = run.stdout_of_success();
    assert!(out.contains("[First \"human\"]\n[Second \"level3\"]"), "{out}");
    // The menu does not ask for players named on the command line.
    let arguments = ["play", "--plain", "--second", "greedy"];
    let out = cairn_with(&arguments, b"staqs\n\nrecord\nquit\n").stdout_of_success();
    assert!(out.contains("[First \"human\"]\n[Second \"greedy\"]") && !out.contains("Who plays"), "{out}");
}

/// The menu asks only about games that can be rated, and uses the answer.
#[test]
fn a_game_is_rated_if_the_user_chooses_so() {
    let rated = menu("pt", &["staqs", "", "", "5", "talvez", "sim", "registo", "sair"]);
    let (out, said) = (rated.stdout_of_success(), rated.stderr());
    assert!(out.contains("[Second \"level5\"]") && out.contains("[Rated \"yes\"]"), "{out}");
    assert!(
        said.contains("Conta para o Elo, sem") && said.contains("`talvez` não é uma das respostas."),
        "{said}"
    );
    let casual = menu("en", &["staqs", "", "", "5", "back", "", "4", "no", "record", "quit"]);
    let out = casual.stdout_of_success();
    assert!(out.contains("[Second \"level4\"]") && !out.contains("Rated"), "{out}");
    for typed in [["sight:size=4", "", "5", "quit"], ["sight", "", "1", "quit"], ["sight", "", "2", "hard"]] {
        assert!(!menu("en", &typed).stderr().contains("Rated, "), "{typed:?}");
    }
}

#[test]
fn the_opponent_of_the_settings_plays() {
    let home = tempfile::tempdir().unwrap();
    let record = || {
        let run = run_at(home.path(), ["play", "staqs:players=3", "--plain"], b"record\nquit\n");
        run.stdout_of_success()
    };
    assert!(record().contains("[First \"human\"]\n[Second \"level3\"]\n[Third \"level3\"]"));
    run_at(home.path(), ["settings", "opponent", "greedy"], b"").stdout_of_success();
    assert!(record().contains("[First \"human\"]\n[Second \"greedy\"]\n[Third \"greedy\"]"));
}

#[test]
fn wrong_words_get_suggestions() {
    assert_bad_requests(&[
        (&["play", "stags"], "unknown game `stags` (did you mean staqs?); the games are staqs, "),
        (&["rules", "Sight"], "(did you mean sight?)"),
        (&["learn", "sigth"], "no lesson for `sigth` (did you mean sight?)"),
        (&["puzzles", "stakcs"], "(did you mean stacks?)"),
        (&["moves", "sight:siez=5"], "unknown option `siez=5` (did you mean size=5?) for Sight"),
        (&["moves", "stacks:publised"], "(did you mean published?)"),
        (&["show", "staqs:placement=fre"], "`fre` (did you mean free?) is not a value"),
        (&["play", "staqs", "--second", "levle3"], "(did you mean level3?)"),
        (&["play", "staqs", "--second", "ab:nods=5"], "unknown setting `nods=5` (did you mean nodes?)"),
        (&["match", "staqs", "--first", "gredy", "--second", "random"], "(did you mean greedy?)"),
        (&["settings", "oponent", "hard"], "unknown setting `oponent` (did you mean opponent?)"),
        (&["settings", "theme", "papper"], "`papper` (did you mean paper?) is not a value of theme"),
        (&["puzzle", "stqas-2"], "`stqas-2` (did you mean staqs-2?) is not a puzzle"),
        (&["apply", "stlts", "c11-w"], "move 1: unreadable move `c11-w` (did you mean c11+w?)"),
    ]);
    // No known word is close, or too many are.
    for arguments in [["play", "chess"], ["play", "x"], ["puzzle", "staqs-999"]] {
        let error = cairn_with(&arguments, b"").stderr_of_bad_request();
        assert!(!error.contains("did you mean"), "{error}");
    }
}

#[test]
fn wrong_moves_and_commands_get_suggestions() {
    let typed = b"a1a4\na1-a9\nA1-A4 \nhlep\nwhatever else\n";
    let run = cairn_with(&["play", "stac", "--second", "human"], typed);
    let err = run.stderr();
    for said in [
        "unreadable move `a1a4` (did you mean a1-a4 or a1=a4?): ",
        "unreadable move `hlep` (did you mean help?): ",
        "unreadable move `whatever else`: ",
    ] {
        assert!(err.contains(said), "{said}: {err}");
    }
    assert!(err.contains("Black to move"), "capitals are read: {err}");
}
