//! Records: writing, parsing, and errors with their locations.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod spread;

use cairn_rules::Player;
use cairn_session::record::{self, read, read_bytes, write};
use cairn_session::{Record, Session, open};
use spread::{random_game, specs};

/// Parses an invalid text and returns the error.
fn refusal(text: &str) -> String {
    read(text).map(|records| write(&records)).unwrap_err().to_string()
}

fn one(text: &str) -> Record {
    let records = read(text).unwrap();
    assert_eq!(records.len(), 1);
    records.into_iter().next().unwrap()
}

fn round_trip(session: &dyn Session) {
    let record = session.record();
    let text = write([&record]);
    assert_eq!(read(&text).as_deref(), Ok(&[record.clone()][..]), "{text}");
    let again = record.session().unwrap();
    assert_eq!(again.record(), record, "{text}");
    assert_eq!(again.position(), session.position());
    assert_eq!(again.outcome(), session.outcome());
    assert_eq!(again.history(), session.history());
}

const SHORT: &str = r#"[Game "staqs:size=4"]
[First "Ana \"the rock\" \\ Silva"]
[Second "?"]
[Date "2026-03-01"]
[Result "0-1"]
[Reason "resignation"]
[Event "A test"]

{Before} 1. b2 c3 {in the middle} 2. a1
"#;

#[test]
fn a_record_looks_like_this() {
    let mut session = open("staqs:size=4,players=2", None).unwrap();
    session.set_tag("Event", "A test").unwrap();
    session.set_tag("Date", "2026-03-01").unwrap();
    session.set_tag("First", "Ana \"the rock\" \\ Silva").unwrap();
    session.comment("  Before\n");
    session.play("b2").unwrap();
    session.play("c3").unwrap();
    session.comment("in   the\tmiddle");
    session.play("a1").unwrap();
    session.resign(Player::FIRST).unwrap();
    assert_eq!(write([&session.record()]), SHORT);
    assert_eq!(session.record().to_string() + "\n", SHORT);
    round_trip(session.as_ref());
    assert_eq!(write(&read(SHORT).unwrap()), SHORT);
    assert_eq!(session.tag("First").as_deref(), Some("Ana \"the rock\" \\ Silva"));
    assert_eq!((session.tag("Second"), session.tag("Result")), (None, Some("0-1".to_owned())));
}

#[test]
fn games_of_all_kinds_round_trip() {
    for (seed, spec) in (0..).zip(specs()) {
        for plies in [0, 1, 5, 600] {
            let session = random_game(&spec, seed, plies);
            round_trip(session.as_ref());
            // From a position in the middle, with comments, ended by the players.
            let mut session = open(&spec, Some(&session.position())).unwrap();
            session.comment("the beginning, in a comment that is long enough to need another line, and more");
            for _ in 0..3 {
                let Some(mv) = session.legal_moves().pop() else { break };
                session.play(&mv).unwrap();
                session.comment(&format!("{mv} {{nested}}"));
            }
            round_trip(session.as_ref());
            for end in [Session::resign, Session::forfeit_on_time] {
                if end(session.as_mut(), Player::SECOND).is_ok() {
                    round_trip(session.as_ref());
                    session.undo();
                }
            }
            if session.offer_draw(Player::FIRST).is_ok() {
                for player in Player::seats(session.seats()).skip(1) {
                    session.accept_draw(player).unwrap();
                }
                round_trip(session.as_ref());
            }
        }
    }
}

#[test]
fn several_games_stand_in_one_text() {
    let records: Vec<Record> =
        specs().iter().flat_map(|spec| [0, 3, 0].map(|plies| random_game(spec, 1, plies).record())).collect();
    let text = write(&records);
    assert!(text.contains("\n\n[Game ") && !text.contains("\n\n\n"));
    assert_eq!(read(&text).as_ref(), Ok(&records));
    assert_eq!(read(""), Ok(Vec::new()));
    assert_eq!(read("\u{feff} \r\n\n"), Ok(Vec::new()));
    assert_eq!(write(&[]), "");
}

#[test]
fn lines_are_no_longer_than_they_should_be() {
    let mut session = random_game("staqs:size=10", 3, 1000);
    session.comment(&"word ".repeat(100));
    let text = session.record().to_string();
    let moves = text.split("\n\n").nth(1).unwrap();
    assert!(moves.lines().count() > 5);
    assert!(moves.lines().all(|line| line.len() <= 80 && line.trim() == line && !line.is_empty()), "{moves}");
}

#[test]
fn rounds_are_numbered() {
    let moves = |session: &dyn Session| session.record().to_string().split_once("\n\n").unwrap().1.to_owned();
    let mut session =
        open("staqs", Some("n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,b2 w 3/4")).unwrap();
    for mv in ["a1", "b1", "c1", "d1"] {
        session.play(mv).unwrap();
    }
    assert_eq!(moves(session.as_ref()), "1... a1 2. b1 c1 3. d1");
    round_trip(session.as_ref());
    let mut session = open("staqs:players=3", None).unwrap();
    for mv in ["a1", "b1", "c1", "d1", "e1"] {
        session.play(mv).unwrap();
    }
    assert_eq!(moves(session.as_ref()), "1. a1 b1 c1 2. d1 e1");
    let mut session = open("staqs:players=3", Some(&session.position())).unwrap();
    for mv in ["a2", "b2"] {
        session.play(mv).unwrap();
    }
    assert_eq!(moves(session.as_ref()), "1... a2 2. b2");
    round_trip(session.as_ref());
}

#[test]
fn reading_is_lenient_about_form() {
    let expected = ["a1", "b1", "c1"];
    for body in [
        "1. a1 b1 2. c1",
        "a1 b1 c1",
        "1.a1 b1 2.c1 *",
        "\r\n\r\n  1.\r\n A1\tB1\r\n\r\n2. c1\r\n*\r\n",
        "1. a1 1... b1 2. c1 2...",
        "1. a1 1. ... b1 2. c1",
        "{x}1. a1{y}b1{z}{}\n2.{}c1",
        "a1 b1 c1 *",
    ] {
        let record = one(&format!("[Game \"staqs\"]{body}"));
        assert!(record.moves().iter().map(|mv| mv.text.as_str()).eq(expected), "{body}");
        assert_eq!((record.tag("Result"), record.tag("Reason"), record.outcome()), (Some("*"), None, None));
        assert_eq!(record.tag("First"), Some("?"));
    }
    let record = one(
        "\u{feff}\n[Event \"?\"][Result \"?\"]\n\n [ Game\t\"staqs:seed\" ] [Second \"Bo\"]{a}{b} a1 {c\nd} {e}",
    );
    assert_eq!((record.game(), record.tag("Second")), ("staqs:placement=free", Some("Bo")));
    assert_eq!(record.tag("Event"), Some("?"));
    assert_eq!(record.opening_comment(), Some("a b"));
    assert_eq!(record.moves()[0].comment.as_deref(), Some("c d e"));
}

#[test]
fn a_position_that_is_the_start_is_left_out() {
    let start = open("staqs:size=3", None).unwrap().position();
    let record = one(&format!("[Game \"staqs:size=3\"][Position \"{start}\"] a1"));
    assert_eq!(record.tag("Position"), None);
}

/// Plays a game that the first player wins.
fn finished() -> Box<dyn Session> {
    (0..100)
        .map(|seed| random_game("staqs:size=3", seed, 100))
        .find(|session| session.outcome().unwrap().name() == "first")
        .unwrap()
}

#[test]
fn results_are_checked_against_the_moves() {
    let moves = finished().history().join(" ");
    let game = |tags: &str| format!("[Game \"staqs:size=3\"]{tags} {moves}");
    for good in [
        String::new(),
        "[Result \"1-0\"]".to_owned(),
        "[Reason \"tallest stack\"]".to_owned(),
        "[Result \"1-0\"][Reason \"tallest stack\"]".to_owned(),
        "[Result \"?\"][Reason \"?\"]".to_owned(),
    ] {
        assert_eq!(one(&game(&good)).tag("Result"), Some("1-0"));
        assert_eq!(one(&(game(&good) + " 1-0")).tag("Reason"), Some("tallest stack"));
    }
    for (tags, problem) in [
        ("[Result \"0-1\"]", "game 1, line 1: `0-1`: the moves give 1-0, first (tallest stack), not 0-1"),
        ("[Result \"*\"]", "game 1, line 1: `*`: the moves give 1-0, first (tallest stack), not *"),
        ("[Reason \"time\"]", "game 1, line 1: `time`: the game ended by tallest stack, not by time"),
        ("[Result \"2-0\"]", "game 1, line 1: `2-0`: a result is *, or a score such as 1-0, 0-1 or 1/2-1/2"),
    ] {
        assert_eq!(refusal(&game(tags)), problem);
    }
    let boredom = refusal(&game("[Reason \"boredom\"]"));
    assert!(boredom.contains("unknown reason; the reasons are tallest stack, "), "{boredom}");
    assert!(refusal(&(game("") + " 0-1")).ends_with("the moves give 1-0, first (tallest stack), not 0-1"));
    assert!(
        refusal(&(game("[Result \"1-0\"]") + "\n0-1"))
            .starts_with("game 1, line 2: `0-1`: the tag Result says 1-0")
    );
    assert!(refusal(&(game("") + " 1-0 a1")).ends_with("nothing but comments follows the result 1-0"));
}

#[test]
fn results_of_games_that_the_players_ended_need_their_reason() {
    let game = |result: &str, reason: &str| {
        format!("[Game \"staqs\"][Result \"{result}\"]\n[Reason \"{reason}\"] a1 b1")
    };
    for (result, reason) in [
        ("1-0", "resignation"),
        ("0-1", "resignation"),
        ("1-0", "time"),
        ("0-1", "time"),
        ("1/2-1/2", "agreement"),
        ("*", "?"),
        ("?", "?"),
    ] {
        let record = one(&game(result, reason));
        let stated = if result == "?" { "*" } else { result };
        assert_eq!(record.tag("Result"), Some(stated));
        assert_eq!(record.session().unwrap().record(), record);
    }
    for (result, reason, problem) in [
        (
            "1-0",
            "?",
            "the moves do not end the game: a result such as 1-0 needs the reason agreement, resignation or time",
        ),
        ("1-0", "agreement", "no agreement gives the result 1-0 here"),
        ("1/2-1/2", "resignation", "no resignation gives the result 1/2-1/2 here"),
        ("1/2-1/2", "time", "no time gives the result 1/2-1/2 here"),
        ("0-0", "time", "no time gives the result 0-0 here"),
        ("1-0-0", "time", "no time gives the result 1-0-0 here"),
        (
            "1-0",
            "tallest stack",
            "the moves do not end the game by tallest stack: the reason can only be agreement, resignation or time",
        ),
        ("*", "time", "the game is not over, so there is no reason such as time"),
        ("?", "time", "the game is not over, so there is no reason such as time"),
    ] {
        let error = refusal(&game(result, reason));
        assert!(error.ends_with(problem), "{error}");
    }
    let three = "[Game \"staqs:players=3\"][Result \"1/2-1/2-0\"][Reason \"resignation\"]";
    assert_eq!(one(three).outcome().unwrap().score(), "1/2-1/2-0");
}

#[test]
fn errors_name_game_and_line() {
    for (text, problem) in [
        ("[Game \"staqs\"]\n\n1. a1\nz9z\n", "game 1, line 4: `z9z`: unreadable move: a move is a square"),
        ("[Game \"staqs\"]\n\n1. a1\na1\n", "game 1, line 4: `a1`: illegal move: a1 holds no uncovered"),
        (
            "[Game \"staqs\"]\n1. a1\n[Game \"staqs\"]\n\n2. a1",
            "game 2, line 5: `2.`: wrong move number: the next move belongs to number 1",
        ),
        (
            "[Game \"staqs\"]\n1... a1",
            "game 1, line 2: `1...`: wrong move number: the first player is to move, which is 1.",
        ),
        (
            "[Game \"staqs\"]\n1. a1 2. b1",
            "game 1, line 2: `2.`: wrong move number: the next move belongs to number 1",
        ),
        (
            "[Game \"staqs\"]\n99999999999999999999.a1",
            "game 1, line 2: `99999999999999999999.a1`: wrong move number",
        ),
        ("\n\n[First \"Ana\"]\n\na1", "game 1, line 3: the tag Game is missing"),
        ("a1", "game 1, line 1: the tag Game is missing"),
        ("{a}\n", "game 1, line 1: the tag Game is missing"),
        ("[Game \"staqs\"]\n[Game \"staqs\"]", "game 1, line 2: `Game`: the tag Game is given twice"),
        (
            "[Game \"staqs\"]\n\n[First \"\"]\n[First \"\"]",
            "game 1, line 4: `First`: the tag First is given twice",
        ),
        ("\n[Game \"chess\"]", "game 1, line 2: `chess`: unknown game `chess`"),
        ("[Game \"staqs\"]\n[Position \"x\"]", "game 1, line 2: `x`: bad position"),
        ("[Game \"staqs\"]\n{a\n", "game 1, line 2: `{a`: the comment is never closed"),
        ("[Game \"staqs\"]\n[Game staqs]", "game 1, line 2: `[Game`: a tag is [Name \"value\"]"),
        ("[Game \"staqs\"]\n a1 } b1", "game 1, line 2: `}`: unreadable move"),
        ("[Game \"staqs\"] a1 b1\n[Game \"staqs\"]\n\n\n[", "game 2, line 5: `[`: a tag is"),
    ] {
        let error = refusal(text);
        assert!(error.starts_with(problem), "{text:?}: {error}");
    }
    let error = refusal(&format!("[Game \"staqs:size=3\"] {} pass", finished().history().join(" ")));
    assert_eq!(error, "game 1, line 1: `pass`: illegal move: the game is over");
}

#[test]
fn text_that_is_not_utf_8_is_named_with_its_line() {
    assert_eq!(read_bytes(SHORT.as_bytes()), read(SHORT));
    let error = read_bytes(b"[Game \"staqs\"]\n\n1. a1\n\n[Game \"staqs\"]\n\n1. a1 b\xff1 c1").unwrap_err();
    assert_eq!((error.game, error.line, error.word.as_str()), (2, 7, "b\u{fffd}1"));
    assert_eq!(
        read_bytes(b"\xff").unwrap_err().to_string(),
        "game 1, line 1: `\u{fffd}`: this is not UTF-8 text"
    );
}

#[test]
fn tags_that_follow_from_the_game_cannot_be_set() {
    let mut session = open("staqs", None).unwrap();
    let before = session.record();
    for name in ["Game", "Position", "Result", "Reason", "", "two words", "a\"b", "a]", "é", "a\nb"] {
        assert!(session.set_tag(name, "nonsense").is_err(), "{name}");
    }
    for name in ["First", "Second", "Date"] {
        session.set_tag(name, "somebody").unwrap();
        session.set_tag(name, "?").unwrap();
    }
    assert_eq!(session.record(), before);
    assert_eq!((session.tag("Game").as_deref(), session.tag("Position")), (Some("staqs"), None));
}

#[test]
fn tags_and_comments_hold_any_text() {
    let strange = "a\n\n[Game \"x\"] \\ \\\\ \" } { \u{1b} \r é 石 \u{feff} 1-0 * ";
    let mut session = open("staqs", None).unwrap();
    session.set_tag("Second", strange).unwrap();
    session.set_tag("Third", "a third seat is no player here").unwrap();
    session.set_tag("Z", "").unwrap();
    session.comment(strange);
    session.play("a1").unwrap();
    session.comment(strange);
    round_trip(session.as_ref());
    let record = session.record();
    assert_eq!(record.tag("Second").unwrap(), strange.replace(|c: char| c.is_control(), " "));
    assert_eq!(record.moves()[0].comment.as_deref().unwrap().matches(['}', '\n']).count(), 0);
    assert_eq!(
        record.tags().map(|(name, _)| name).collect::<Vec<_>>(),
        ["Game", "First", "Second", "Date", "Result", "Third", "Z"]
    );
    session.comment(" ");
    assert_eq!(session.record().moves()[0].comment, None);
}

#[test]
fn an_outline_lists_a_file_without_playing_moves() {
    let text = "[Game \"staqs:size=7\"]\n[First \"Ana\"]\n[Second \"?\"]\n\n1. zz {no move} 1... zz 2.zz 1-0\n\n\
                [Game \"poker\"]\n\n[Game \"sight\"]\n\n1. d4 e5\n";
    let outlines = record::outlines(text.as_bytes());
    let [Ok(first), Err(unknown), Ok(last)] = &outlines[..] else { panic!("{outlines:?}") };
    assert_eq!((first.info.id, first.seats, first.plies, last.plies), ("staqs", 2, 3, 2));
    assert_eq!((first.tag("First"), first.tag("Second"), first.tag("Date")), (Some("Ana"), None, None));
    assert_eq!((unknown.game, unknown.line, &*unknown.word), (2, 7, "poker"));
    assert!(record::outlines(b"[Game \"staqs\"]\n\n1. \xff")[0].is_err());

    // One game is replayed even if others are damaged.
    let text = "[Game \"staqs\"]\n\n1. zz\n\n[Game \"staqs\"]\n\n1. c3\n";
    let read = |number| record::read_game(text.as_bytes(), number);
    assert_eq!(read(1).unwrap_err().word, "zz");
    assert_eq!(read(2).unwrap().unwrap().moves().len(), 1);
    assert_eq!(read(3).unwrap(), None);
}
