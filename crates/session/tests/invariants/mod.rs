//! Properties of records and sessions that hold for any input.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

use cairn_rules::Player;
use cairn_rules::games::ALL;
use cairn_session::record::{read, read_bytes, write};
use cairn_session::{Session, open};

/// Parses records. Accepted records round-trip.
pub(crate) fn record(bytes: &[u8]) {
    match read_bytes(bytes) {
        Ok(records) => {
            let text = write(&records);
            let again = read(&text).unwrap();
            assert_eq!(again, records, "{text}");
            assert_eq!(write(&again), text);
            for record in &records {
                assert_eq!(record.session().unwrap().record(), *record, "{text}");
            }
        }
        Err(error) => {
            assert!(error.game >= 1 && error.line >= 1, "{error}");
            assert!(error.line <= bytes.split(|&byte| byte == b'\n').count(), "{error}");
            assert!(error.word.chars().count() < 800 && !error.to_string().ends_with(": "), "{error}");
        }
    }
}

/// Applies the lines of a text to a session; the first letter of each line selects an action.
/// After any commands, the record contains them and can be parsed.
pub(crate) fn session(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let Ok(mut session) = open(lines.next().unwrap_or_default(), None) else { return };
    for line in lines.take(100) {
        let mut letters = line.chars();
        let Some(action) = letters.next() else { continue };
        act(&mut *session, action, letters.as_str());
        assert_eq!(session.legal_moves().is_empty(), session.outcome().is_some());
    }
    let record = session.record();
    assert_eq!(read(&record.to_string()).as_ref(), Ok(&vec![record.clone()]), "{record}");
    let again = record.session().unwrap();
    assert_eq!((again.position(), again.outcome()), (session.position(), session.outcome()), "{record}");
    let plies = session.ply();
    while session.undo().is_some() {}
    while session.redo().is_some() {}
    assert!(session.ply() >= plies, "{record}");
}

fn act(session: &mut dyn Session, action: char, argument: &str) {
    let number = argument.parse::<usize>();
    let player = Player::ALL[number.clone().unwrap_or(0) % 4];
    // A rejected action returns an error and changes nothing.
    let before = session.record();
    let is_done = match action {
        'm' => {
            let moves = session.legal_moves();
            let mv = number.ok().and_then(|number| moves.get(number % moves.len().max(1)));
            session.play(mv.map_or(argument, String::as_str)).is_ok()
        }
        'u' => session.undo().is_some(),
        'r' => session.redo().is_some(),
        'o' => session.offer_draw(player).is_ok(),
        'a' => session.accept_draw(player).is_ok(),
        'd' => session.decline_draw(player).is_ok(),
        'q' => session.resign(player).is_ok(),
        't' => session.forfeit_on_time(player).is_ok(),
        'c' => {
            session.comment(argument);
            true
        }
        _ => {
            let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
            let _ = session.set_tag(name, value);
            assert!(session.tag(name).is_none() || !name.is_empty());
            true
        }
    };
    assert!(is_done || session.record() == before, "{action}{argument}");
    assert!(ALL.iter().any(|info| info.id == session.info().id));
}
