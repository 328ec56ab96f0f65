//! User input in line mode: steps, words, numbers, options, and commands after the end.

use crate::run::{cairn, cairn_with};

/// One word of a button's name is enough, and a wrong word in the middle of a turn lists the choices.
#[test]
fn steps_are_named_by_a_word() {
    let typed = "c5\nmover\nbranco\nregisto\nguardar /dev/null/x\nsair\n";
    let run = cairn_with(&["play", "stlts", "--second", "human", "--lang", "pt"], typed.as_bytes());
    assert!(run.stdout_of_success().contains("1. c5+w\n"), "{}", run.stdout_of_success());
    let said = run.stderr();
    assert_eq!(said.matches("[1 pino preto,").count(), 2, "{said}");
    assert!(said.contains("Não foi guardado: /dev/null/x: não é uma pasta."), "{said}");
}

/// The board marks a hint with braces, unlike a choice, and has no remarks about a move that was not played.
#[test]
fn hints_are_shown_on_the_board() {
    let run = cairn_with(&["play", "staqs:size=3", "--second", "human", "--ascii"], b"hint\nquit\n");
    let out = run.stdout_of_success();
    let (_, after) = out.split_once("hint: ").unwrap();
    assert_eq!((after.matches('{').count(), after.matches('<').count()), (1, 0), "{out}");
    let quiet = cairn_with(&["-q", "play", "staqs:size=3", "--second", "human"], b"hint\n");
    assert_eq!(quiet.stdout_of_success().lines().count(), 1);
}

/// A number selects from a list of squares or buttons, a number of pieces stands for itself, and a full stop is
/// ignored.
#[test]
fn numbers_and_full_stops_are_understood() {
    for (game, typed, mv) in [
        ("stlts", "c5.\n2\nrecord.\nquit.\n", "1. c5+w\n"),
        ("sight", "choices\n13\nrecord\n", "1. c3\n"),
        ("stac", "5.\n1\nrecord\n", "1. a1=a2\n"),
        ("stacks", "2\n2\nb5\nrecord\n", "1. 2b7-b5\n"),
        ("staqs", "c3\nback 1.\nlast.\nsay c3.\nrecord\n", "1. c3\n"),
    ] {
        let run = cairn_with(&["play", game, "--second", "human"], typed.as_bytes());
        assert!(run.stdout_of_success().contains(mv), "{game}: {}{}", run.stdout(), run.stderr());
    }
    let run = cairn_with(&["play", "stacks", "--second", "human"], b"choices\nb7\n");
    assert!(run.stdout().contains("[1 a7, 2 b7, 3 c7, 4"), "{}", run.stdout());
    assert!(run.stderr().contains("[1, 2]"), "{}", run.stderr());
}

/// A size is a number, and options have names in the user's language.
#[test]
fn options_are_understood_as_people_type_them() {
    for (game, options, size) in [
        ("1", "7", 7),
        ("1", "7x7", 7),
        ("1", "size=6.", 6),
        ("1", "Tamanho=7", 7),
        ("staqs:tamanho=7,colocacao=Livre", "1", 7),
        ("1:7x7", "1", 7),
    ] {
        let typed = format!("{game}\n{options}\n1\nposição\nsair\n");
        let run = cairn_with(&["play", "--lang", "pt", "--plain"], typed.as_bytes());
        let out = run.stdout_of_success();
        let position =
            out.lines().find(|line| line.contains("n,n") && line.contains('/')).unwrap_or_default();
        assert_eq!(position.matches('/').count(), size, "{options}: {out}");
    }
}

/// A lesson accepts a move step by step, by words and numbers, and lists the choices.
#[test]
fn lessons_are_solved_step_by_step() {
    let run = cairn_with(&["learn", "stlts", "--plain"], b"choices\nc5\nundo\nquit\n");
    let (out, said) = (run.stdout_of_success(), run.stderr());
    assert!(out.contains('[') && !said.contains("unreadable"), "{out}{said}");
}

/// Games between bots print every board, unless output is quiet.
#[test]
fn games_between_bots_show_their_boards() {
    let arguments =
        ["play", "staqs:size=3", "--first", "random", "--second", "random", "--seed", "1", "--ascii"];
    let boards = |arguments: &[&str]| {
        let out = cairn_with(arguments, b"").stdout_of_success();
        (out.matches(" a ").count(), out.matches("(random)").count())
    };
    let (shown, moves) = boards(&arguments);
    assert!(moves > 4 && shown > moves, "{shown} boards, {moves} moves");
    assert_eq!(boards(&[&arguments[..], &["-q"]].concat()).0, 0);
}

/// An option without a value gets an answer about its values, in the menu and on the command line.
#[test]
fn an_option_needs_a_value() {
    let error = cairn(&["show", "staqs:size"]).stderr_of_bad_request();
    assert!(error.ends_with("option size of STAQS needs a value: 3 to 10\n"), "{error}");
    let run = cairn_with(&["play", "--plain"], b"stac\nquiet\n");
    assert!(run.stderr().contains("option quiet of Stac needs a value: 0 to 1000."), "{}", run.stderr());
}

/// After a puzzle is solved, its solution shows the moves played, and `again` restarts it.
#[test]
fn a_solved_puzzle_shows_its_solution_and_starts_again() {
    let run = cairn_with(&["puzzle", "staqs-1"], b"b2-a2\nsolution\na1\nagain\nb2-a2\n");
    let out = run.stdout_of_success();
    assert!(out.contains("\nsolution: b2-a2\n"), "{out}");
    assert!(run.stderr().contains("The puzzle is solved."), "{}", run.stderr());
    assert!(out.contains("\nsolved at the first attempt\n") && out.contains("\nsolved again"), "{out}");
}

/// Every game rejects squares off its board by name, and only the duty of fours allows a removal.
#[test]
fn squares_off_the_board_are_named() {
    for (game, square) in
        [("staqs", "f7"), ("sight", "f7"), ("stlts", "m5"), ("stac", "f1"), ("stacks", "f7")]
    {
        let run = cairn_with(&["-q", "play", game, "--second", "human"], format!("{square}\n").as_bytes());
        let said = run.stderr();
        assert!(said.contains(square) && said.contains("is not on the"), "{game}: {said}");
        assert!(!said.contains("unreadable"), "{game}: {said}");
        let typed = format!("{square}\nzz\n");
        let lesson = cairn_with(&["learn", game, "--plain", "--lang", "pt"], typed.as_bytes());
        assert!(lesson.stderr().contains("não está no tabuleiro"), "{game}: {}", lesson.stderr());
    }
    let forms = cairn_with(&["-q", "play", "stacks", "--second", "human"], b"zz\n").stderr();
    assert!(forms.contains("with fours=duty, also the removal of a stack of four (c4!)"), "{forms}");
}

/// Sentences with numbers of pins have the correct plural.
#[test]
fn pins_are_counted() {
    let typed = "c5+w\nc8+b\nc5-c7\n";
    for (language, count) in [("en", "the white pins allow 1"), ("pt", "os pinos brancos permitem 1")] {
        let arguments = ["-q", "play", "stlts:classic", "--second", "human", "--lang", language];
        let said = cairn_with(&arguments, typed.as_bytes()).stderr();
        assert!(said.contains(count), "{said}");
    }
}

/// With `--words`, a move announces its changes, and `board` describes everything.
#[test]
fn words_announce_changes() {
    let run = cairn_with(&["play", "staqs", "--second", "human", "--words"], b"c3\nd4\nundo\nhint\nboard\n");
    let out = run.stdout_of_success();
    let lines: Vec<&str> = out.lines().collect();
    let changes = [
        "White to move. Blue: discs to place: 3. c3, blue, height 2.",
        "Blue to move. White: discs to place: 3. d4, white, height 2.",
        "White to move. White: discs to place: 4. d4, neutral.",
    ];
    assert!(changes.iter().all(|change| lines.contains(change)), "{out}");
    assert_eq!(out.matches("a1, neutral;").count(), 2, "the first and the last description: {out}");
    let learnt = cairn_with(&["learn", "sight", "--words"], b"c3\n").stdout();
    assert!(learnt.contains("c3, white, height 1."), "{learnt}");
}

/// `again` and `swap` start another game at any time; a script may continue after the end of a game.
#[test]
fn again_works_everywhere() {
    let typed = "c3\nagain\nd4\nrecord\nresign\nswap\nb2\nhistory\nquit\n";
    let run = cairn_with(&["play", "staqs", "--second", "human"], typed.as_bytes());
    let out = run.stdout_of_success();
    assert!(out.contains("\n1. d4\n") && out.ends_with("1 b2\n"), "{out}");
    let ended = cairn_with(&["play", "staqs", "--second", "human"], b"c3\nresign\nhistory\nc3\nrecord\n");
    let out = ended.stdout_of_success();
    assert!(out.ends_with("1 c3\n"), "a move after the end ends the script: {out}");
    let lesson = cairn_with(&["learn", "staqs"], b"again\nskip\n");
    assert_eq!(lesson.stdout().matches("STAQS 1/").count(), 2, "{}", lesson.stdout());
}

/// The legend explains the letters of the players, also in Portuguese.
#[test]
fn the_legend_explains_the_letters() {
    for (game, letters) in [
        ("staqs", ["b", "w"]),
        ("stac", ["w", "b"]),
        ("sight", ["w", "b"]),
        ("stlts", ["w", "b"]),
        ("stacks", ["b", "r"]),
    ] {
        let out =
            cairn_with(&["-q", "play", game, "--second", "human", "--lang", "pt"], b"legenda\n").stdout();
        for letter in letters {
            let explains = |line: &str| line.split_whitespace().collect::<Vec<_>>().first() == Some(&letter);
            assert!(out.lines().any(explains), "{game} {letter}: {out}");
        }
    }
}
