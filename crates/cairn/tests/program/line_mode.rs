//! Games and puzzles in line mode.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::run::{brief_games, cairn, cairn_with, program};
use cairn_session::open;

/// Plays a whole game against a bot, move by move, and follows it in a separate session.
fn play_to_the_end(game: &str) {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["play", game, "--plain", "--first", "human", "--second", "greedy", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut session = open(game, None).unwrap();
    let mut plies = 0;
    while session.outcome().is_none() {
        let moves = session.legal_moves();
        let mv = &moves[plies * 7 % moves.len()];
        writeln!(input, "{mv}").unwrap();
        session.play(mv).unwrap();
        plies += 1;
        if session.outcome().is_some() {
            break;
        }
        let answer = lines
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| line.split_once("(greedy): ").map(|(_, mv)| mv.to_owned()));
        session.play(&answer.expect("the bot answers")).unwrap();
    }
    // The program exits by itself although standard input stays open.
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    let expected = format!("result: {}", session.outcome().unwrap());
    assert_eq!(rest.last(), Some(&expected), "{game}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn whole_games() {
    for game in brief_games().chain(["staqs:size=4,placement=free".to_owned()]) {
        play_to_the_end(&game);
    }
}

#[test]
fn bots_play_the_same_game_from_the_same_seed() {
    let game = |seed: &str| {
        cairn(&[
            "play",
            "staqs:players=3",
            "--first",
            "random",
            "--second",
            "greedy",
            "--third",
            "easy",
            "--seed",
            seed,
        ])
        .stdout_of_success()
    };
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
    assert!(game("1").lines().last().unwrap().starts_with("result: "));
}

#[test]
fn typed_commands() {
    let typed =
        "help\nmoves c\nc3\nundo\nredo\nd9\nc3\nposition\nrecord\nload /no/such/file\nsave\nwhatever\nquit\n";
    let run = cairn_with(&["play", "staqs", "--second", "human"], typed.as_bytes());
    let (out, err) = (run.stdout_of_success(), run.stderr());
    assert!(out.contains("take moves back"));
    assert!(out.contains("\nc1 c2 c3 c4 c5\n"));
    assert!(out.contains("\nn,n,n,n,n/n,n,n,n,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n w 3/4\n"));
    assert!(out.contains("[Game \"staqs\"]\n[First \"human\"]\n[Second \"human\"]\n[Date \"2"));
    assert!(out.contains("\n1. c3\n"), "{out}");
    for remark in [
        "Taken back: c3",
        "Played again: c3",
        "illegal move d9: d9 is not on the 5 x 5 board",
        "illegal move c3: c3 holds no uncovered neutral disc",
        "Not loaded: /no/such/file",
        "Something is missing: save F",
        "unreadable move `whatever`",
    ] {
        assert!(err.contains(remark), "{remark}: {err}");
    }
}

#[test]
fn undo_takes_the_bots_reply_back_too() {
    let run = cairn_with(&["play", "staqs", "--seed", "3"], b"c3\nundo\nposition\nundo\n");
    assert!(run.stdout_of_success().contains("\nn,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 4/4\n"));
    assert!(run.stderr().contains("There is nothing to undo."));
    // The bot has the first move, and the person who replies cannot take back its opening.
    let second =
        cairn_with(&["play", "staqs", "--first", "random", "--second", "human", "--seed", "3"], b"undo\n");
    assert!(second.stderr().contains("There is nothing to undo."));
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a game.txt");
    let file = file.to_str().unwrap();
    let typed = format!("c3\nd4\nsave {file}\nb2\nsave {file}\nquit\n");
    let run = cairn_with(&["play", "staqs", "--second", "human"], typed.as_bytes());
    assert!(run.stderr().contains("Saved to"), "{}", run.stderr());
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.ends_with("\n1. c3 d4 2. b2\n"), "{text}");

    let typed = format!("a1\nsave {file}\nload {file}\nundo\nposition\nload {file} 7\nquit\n");
    let run = cairn_with(&["play", "staqs", "--second", "human"], typed.as_bytes());
    assert!(run.stderr().contains("exists; `save!"), "{}", run.stderr());
    assert!(run.stderr().contains("there is no game 7 among 1"), "{}", run.stderr());
    assert!(
        run.stdout_of_success().contains("\nn,n,n,n,n/n,n,n,w2,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n b 3/3\n")
    );
    assert_eq!(std::fs::read_to_string(file).unwrap(), text, "the file is not overwritten");

    std::fs::write(file, text.replace("2. b2", "\n\n\n\n\n\n\n\n\n\n2. b2 b9")).unwrap();
    let run = cairn_with(&["play", "staqs", "--second", "human"], format!("load {file}\n").as_bytes());
    assert!(run.stderr().contains("game 1, line 17: `b9`"), "{}", run.stderr());
}

#[test]
fn recorded_games_are_continued_and_bad_records_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let file = file.to_str().unwrap();
    let good = "[Game \"staqs:size=3\"]\n\n1. a1   b2\n\n[Game   \"stac\"]\n[Result \"0-1\"]\n[Reason \"resignation\"]\n\na1-a2\n";
    std::fs::write(file, good).unwrap();
    let printed = cairn(&["record", file]).stdout_of_success();
    assert!(printed.starts_with("[Game \"staqs:size=3\"]\n[First \"?\"]"), "{printed}");
    assert!(printed.ends_with("\n1. a1-a2\n"), "{printed}");
    std::fs::write(file, &printed).unwrap();
    assert_eq!(cairn(&["record", file]).stdout_of_success(), printed);
    let report: serde_json::Value =
        serde_json::from_str(&cairn(&["record", file, "--json"]).stdout_of_success()).unwrap();
    assert_eq!(
        (&report["games"][0]["moves"][1], &report["games"][1]["result"]),
        (&"b2".into(), &"second".into())
    );

    let over = cairn(&["play", "--load", file, "--second", "human"]).stdout_of_success();
    assert!(over.ends_with("result: second (resignation)\n"), "{over}");

    std::fs::write(file, format!("{}[Game \"staqs\"]\n\n1. c3 x9 2. d4\n", "\n".repeat(14))).unwrap();
    for arguments in [["record", file].as_slice(), &["record", file, "--json"], &["play", "--load", file]] {
        let error = cairn(arguments).stderr_of_bad_request();
        assert!(error.contains(&format!("{file}: game 1, line 17: `x9`")), "{error}");
    }
    std::fs::write(file, b"[Game \"staqs\"]\n\n1. c\xff3\n").unwrap();
    assert!(cairn(&["record", file]).stderr_of_bad_request().contains("line 3"));
    assert!(cairn(&["record", "/no/such/file"]).stderr_of_failure(1).contains("/no/such/file"));
    std::fs::write(file, "").unwrap();
    assert!(cairn(&["play", "--load", file]).stderr_of_bad_request().contains("there is no game 1 among 0"));
}

#[test]
fn draws_are_offered_and_answered() {
    let agreed = cairn_with(&["play", "stac", "--second", "human"], b"draw\nperhaps\naccept\n");
    assert!(agreed.stderr().contains("`perhaps` is not one of the answers"));
    assert!(agreed.stdout_of_success().ends_with("\nresult: draw (agreement)\n"));
    let declined = cairn_with(&["play", "stac", "--second", "human"], b"draw\nno\nresign\n");
    assert!(
        declined
            .stdout_of_success()
            .ends_with("\nWhite resigns: Black wins.\nresult: second (resignation)\n")
    );
    let bot = cairn_with(&["play", "stac"], b"draw\n");
    assert!(bot.stderr().contains("Black declines: the game goes on."));
    let no_draws = cairn_with(&["play", "sight"], b"draw\n");
    assert!(no_draws.stderr().contains("Sight has no draws"));
}

#[test]
fn the_user_chooses_a_game_if_none_is_given() {
    let run = cairn_with(&["play", "--second", "human"], b"poker\n1\nsize=99\nsize=3\nb2\nposition\n");
    assert!(run.stderr().contains("`poker`") && run.stderr().contains("`99`"), "{}", run.stderr());
    assert!(run.stdout_of_success().contains("n,n,n/n,b2,n/n,n,n w 3/4"));
    assert!(cairn_with(&["play"], b"").stdout_of_success().contains("STAQS"));
}

#[test]
fn quiet_games_print_moves_and_result_only() {
    let out =
        cairn(&["-q", "play", "staqs:size=3", "--first", "random", "--second", "random", "--seed", "1"])
            .stdout_of_success();
    assert!(
        out.lines().all(|line| line.contains("(random): ")
            || line.ends_with(" wins.")
            || line.starts_with("result: ")),
        "{out}"
    );
}

#[test]
fn puzzles_are_judged() {
    let run = cairn_with(&["puzzle", "staqs-1"], b"c1-c2\nz9\nb2-a2\n");
    let out = run.stdout_of_success();
    assert!(out.contains("wrong: ") && out.contains("(attempt 1)"), "{out}");
    assert!(run.stderr().contains("z9"));
    assert!(
        out.contains("\nsolved, attempts: 2\nIn a row at the first attempt: 0 (best: 0). Days in a row: 1"),
        "{out}"
    );
    assert!(run.stderr().contains("Type a move, whole or step by step, or one of: "), "{}", run.stderr());

    let block = cairn_with(&["puzzle", "staqs-2"], b"solution\nd1\n").stdout_of_success();
    assert!(block.contains("solution: a2 d1") && block.contains("right: the reply is "), "{block}");

    let draw =
        cairn_with(&["puzzle", "staqs-3"], b"solution\nmoves\nreset\nhelp\nquit\n").stdout_of_success();
    assert!(draw.contains("solution: c2-c1 c2-d2\n"), "{draw}");
    assert!(cairn_with(&["puzzle"], b"").stdout_of_success().starts_with("staqs-4: "));
}

/// A puzzle accepts a move step by step, like a game: every step prompts for the next one.
#[test]
fn puzzles_are_solved_step_by_step() {
    let run = cairn_with(&["puzzle", "staqs-1"], b"b2\nundo\nchoices\nb2\na2\n");
    let (out, said) = (run.stdout_of_success(), run.stderr());
    assert!(said.contains("Your move, b2> "), "{said}");
    assert_eq!(said.matches("Step onto a neutral disc: the stack grows to ").count(), 2, "{said}");
    assert!(
        out.contains("Choose a stack to step [") && out.contains("\nsolved at the first attempt\n"),
        "{out}"
    );
    let refused = cairn_with(&["puzzle", "staqs-1", "--lang", "pt"], b"b2\ne5\n");
    assert!(refused.stderr().contains("Jogada, b2> No STAQS as pilhas avançam"), "{}", refused.stderr());
}

/// `help` explains the notation of moves, in a game and in a lesson, in every language.
#[test]
fn help_shows_the_forms_of_moves() {
    for (arguments, said) in [
        (["play", "stac", "--lang", "en"], "A move is a walk (a1-a4) or a carrying move (a1=a4)."),
        (["learn", "stac", "--lang", "en"], "A move is a walk (a1-a4) or a carrying move (a1=a4)."),
        (
            ["play", "stac", "--lang", "pt"],
            "Uma jogada é um movimento a andar (a1-a4) ou a transportar (a1=a4).",
        ),
    ] {
        let out = cairn_with(&arguments, b"help\nquit\n").stdout();
        assert!(out.contains(said), "{arguments:?}: {out}");
    }
}

/// Errors in a file appear in the user's language.
#[test]
fn files_are_refused_in_portuguese() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.txt");
    std::fs::write(&broken, "[Game \"staqs\"]\n\n1. c3 c3 *\n").unwrap();
    let absent = folder.path().join("absent.txt");
    let typed = format!("abrir {}\nabrir {}\nsair\n", broken.display(), absent.display());
    let run = cairn_with(&["play", "staqs", "--second", "human", "--lang", "pt"], typed.as_bytes());
    let said = run.stderr();
    assert!(said.contains("broken.txt: partida 1, linha 3: `c3`: jogada ilegal: "), "{said}");
    assert!(said.contains("absent.txt: o ficheiro ou a pasta não existe."), "{said}");
}

#[test]
fn invalid_input_is_harmless() {
    let mut typed = vec![b'x'; 200_000];
    typed.extend(b"\n\0\n\x1b[31m\n-1\n99999999999999999999\nsave \nload  \n\n\nposition\n");
    let run = cairn_with(&["play", "stac", "--second", "human"], &typed);
    assert!(run.stderr().contains("too long"));
    assert!(!run.stderr().contains('\u{1b}'));
    assert!(run.stdout_of_success().contains(" w a1 e5 - 0\n"));
}

#[test]
fn earlier_positions_are_shown() {
    let typed = "c3\nd4\nb2\nback 2\nposition\nmoves d\nb1\nforward\nposition\nfirst\nposition\nback\nback x\nlast\nposition\nhistory\n";
    let run = cairn_with(&["play", "staqs:size=4", "--second", "human"], typed.as_bytes());
    let out = run.stdout_of_success();
    let positions: Vec<&str> = out.lines().filter(|line| line.matches('/').count() == 4).collect();
    let expected = [
        "n,n,n,n/n,n,b2,n/n,n,n,n/n,n,n,n w 3/4",
        "n,n,n,w2/n,n,b2,n/n,n,n,n/n,n,n,n b 3/3",
        "n,n,n,n/n,n,n,n/n,n,n,n/n,n,n,n b 4/4",
        "n,n,n,w2/n,n,b2,n/n,b2,n,n/n,n,n,n w 2/3",
    ];
    assert_eq!(positions, expected);
    assert!(out.contains("\nd1 d2 d3 d4\n") && out.ends_with("1 c3  2 d4  3 b2\n"), "{out}");
    let remarks = run.stderr();
    assert!(
        remarks.contains("Looking back, after 1 of 3 moves> This is an earlier position: `last`"),
        "{remarks}"
    );
    assert!(remarks.contains("`x` is not a number."), "{remarks}");
}

#[test]
fn boards_are_described_and_flipped() {
    let typed = b"say\nsay b2\nsay z9\nflip\nboard\nflip\n";
    let run = cairn_with(&["play", "stac", "--second", "human", "--ascii"], typed);
    let out = run.stdout_of_success();
    assert!(out.contains("\nWhite to move. White: towers: 0 of 4, may carry: yes."), "{out}");
    assert!(out.contains("\nb2, loose disc\n"), "{out}");
    let letters = |order: &str| {
        let is_header = |line: &&str| line.split_whitespace().eq(order.split(' '));
        out.lines().filter(is_header).count()
    };
    assert_eq!((letters("a b c d e"), letters("e d c b a")), (2, 2), "{out}");
    assert!(run.stderr().contains("`z9` is not on the board."));
    let words = cairn_with(&["play", "stac", "--second", "human", "--words"], b"").stdout_of_success();
    assert!(words.starts_with("White to move. ") && !words.contains('│'), "{words}");
}

#[test]
fn external_engines_play() {
    let engine = format!("ugi:nodes=100,{} ugi", env!("CARGO_BIN_EXE_cairn"));
    let run = cairn_with(&["play", "sight:size=3", "--second", &engine], b"b2\nmoves\nundo\nquit\n");
    let out = run.stdout_of_success();
    assert!(out.contains(&format!("Black ({engine}): ")), "{out}");
    assert!(run.stderr().contains("Taken back: b2 "), "{}", run.stderr());
    let error = cairn(&["play", "sight", "--second", "ugi:/no/such"]).stderr_of_bad_request();
    assert!(error.contains("there is no program `/no/such`"), "{error}");
    let dead = cairn_with(&["play", "sight", "--second", "ugi:cargo --version"], b"");
    assert!(dead.stderr_of_failure(1).contains("Black (ugi:cargo --version): "), "{}", dead.stderr());
}

#[test]
fn puzzles_can_be_solved_during_a_game() {
    let run = cairn_with(
        &["play", "staqs", "--second", "human"],
        b"c3\npuzzles\npuzzle staqs-1\nb2-a2\nd4\nrecord\n",
    );
    let out = run.stdout_of_success();
    assert!(out.contains("A tricky endgame (placement=free) (staqs-3): not tried yet\n"), "{out}");
    assert!(out.contains("solved at the first attempt\n") && out.ends_with("1. c3 d4\n"), "{out}");
    assert!(cairn_with(&["play", "staqs"], b"puzzle 999\n").stderr().contains("`999` is not a puzzle."));
}

#[test]
fn a_lesson_prints_texts_boards_and_feedback() {
    let input = b"z9\nc3\na1\nback\nskip\nd2\nb4-a4\nc2 c4\nsolution\nskip\npass\nc1-c2\nc3-c2\nb5-a5\nskip\nskip\nno\n";
    let run = cairn_with(&["learn", "staqs"], input);
    let (output, errors) = (run.stdout(), run.stderr());
    assert!(errors.contains("illegal move z9"), "{errors}");
    for said in
        ["STAQS 1/10: Place a disc", "Not quite.", "Solution: a3-a2", "STAQS 10/10", "lesson of STAQS"]
    {
        assert!(output.contains(said), "no {said} in\n{output}");
    }
    assert_eq!(output.matches("STAQS 2/10").count(), 2);
}

#[test]
fn a_lesson_ends_with_a_first_game() {
    let skips = "saltar\n".repeat(10);
    let run = cairn_with(&["learn", "Sight", "--lang", "pt"], format!("{skips}sim\nquit\n").as_bytes());
    assert!(run.stdout().contains("Acabou a lição de Sight"), "{}", run.stdout());
    let unknown = cairn(&["learn", "chess"]).stderr_of_bad_request();
    assert!(unknown.contains("no lesson for `chess`"), "{unknown}");
}
