//! The example `bindings`.

#[expect(dead_code, reason = "a program")]
#[path = "../examples/bindings.rs"]
mod bindings;

use bindings::{Answer, Game};
use serde_json::Value;

#[test]
fn a_handle_is_shared_between_threads() {
    let game = Game::new("staqs:size=4", None).unwrap();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| game.analyze(u64::MAX).unwrap());
        while !search.is_finished() {
            game.stop.stop();
            std::thread::yield_now();
        }
        let analysis: Value = serde_json::from_str(&search.join().unwrap()).unwrap();
        assert!(analysis["lines"][0]["moves"].is_array(), "{analysis}");
    });
}

#[test]
fn answers_are_json() {
    let game = Game::new("sight:size=3", None).unwrap();
    assert_eq!(game.play("B2").unwrap(), "b2");
    let position: Value = serde_json::from_str(&game.position()).unwrap();
    assert_eq!((position["moves"][0].as_str(), position["result"].is_null()), (Some("b2"), true));
    let mv = game.bot_move("level1", 7).unwrap();
    assert_eq!(game.play(&mv).unwrap(), mv);
}

#[test]
fn errors_are_text() {
    let error = |answer: Answer<Game>| answer.err().unwrap().to_string();
    assert!(error(Game::new("chess", None)).contains("`chess`"));
    let game = Game::new("staqs", None).unwrap();
    assert!(game.play("z9").unwrap_err().to_string().contains("z9"));
    assert!(game.bot_move("level9", 1).unwrap_err().to_string().contains("level9"));
}
