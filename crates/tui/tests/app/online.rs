//! A remote game: the app shows the states it receives, sends commands for keys, and offers no help.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cairn_rules::Player;
use cairn_rules::games::ALL;
use cairn_session::{Session, open};
use cairn_storage::{OnlineSeat, Storage};
use cairn_texts::Language;
use cairn_tui::{
    Headless, Offer, Opening, RemoteClock, RemoteCommand, RemoteGame, RemoteGames, RemoteNotification,
    RemoteSeat, RemoteTable, Start,
};
use ratatui::crossterm::event::KeyCode;

use crate::stage::{AppDriver, start};

/// The app in a remote game, and the remote side of the game.
struct FakeRemote {
    app: Headless,
    session: Box<dyn Session>,
    table: RemoteTable,
    commands: Receiver<RemoteCommand>,
    news: Sender<RemoteNotification>,
}

fn person(name: &str) -> RemoteSeat {
    RemoteSeat::Person(Some(name.to_owned()))
}

fn here() -> RemoteSeat {
    RemoteSeat::Here(Some("Ana".to_owned()))
}

impl FakeRemote {
    fn open(seats: [RemoteSeat; 2]) -> Self {
        Self::open_in(Language::English, seats, None)
    }

    fn open_in(language: Language, seats: [RemoteSeat; 2], clock: Option<RemoteClock>) -> Self {
        Self::open_at(None, language, seats, clock)
    }

    /// Does the same with the user's files in a folder.
    fn open_at(
        folder: Option<&Path>,
        language: Language,
        seats: [RemoteSeat; 2],
        clock: Option<RemoteClock>,
    ) -> Self {
        let session = open(ALL[0].id, None).unwrap();
        let table = RemoteTable {
            link: "http://a.example/games/x1".to_owned(),
            seats: seats.into(),
            clock,
            asked: None,
            asking: None,
            wants_rematch: false,
        };
        let ((command, commands), (news, told)) = (channel(), channel());
        let game =
            RemoteGame { session: session.fork(), table: table.clone(), commands: command, news: told };
        let opening = Opening::RemoteGame(Box::new(game));
        let mut start = Start { language, ..start(opening) };
        if let Some(folder) = folder {
            start.storage = Some(Storage::at(folder));
        }
        let app = Headless::open(start, 100, 30);
        Self { app, session, table, commands, news }
    }

    fn tell(&mut self, news: RemoteNotification) -> &mut Headless {
        self.news.send(news).unwrap();
        assert!(self.app.receive());
        &mut self.app
    }

    /// Sends the state of the game.
    fn show(&mut self) -> &mut Headless {
        let state = RemoteNotification::State(self.session.fork(), self.table.clone());
        self.tell(state)
    }

    /// Plays a legal move on the remote side.
    fn plays(&mut self) -> String {
        let mv = self.session.play(&self.session.legal_moves()[0].clone()).unwrap();
        self.show();
        mv
    }

    /// Returns the last command.
    fn command(&self) -> Option<RemoteCommand> {
        self.commands.try_iter().last()
    }
}

fn seat(player: Player) -> &'static str {
    ALL[0].seats[player.index()].name
}

#[test]
fn moves_go_there_and_come_from_there() {
    let mut game = FakeRemote::open([here(), person("Rui")]);
    let names = [format!("{} (you, Ana)", seat(Player::FIRST)), format!("{} (Rui)", seat(Player::SECOND))];
    game.app.sees(&names[0]).sees(&names[1]).sees("to move.");
    // The app does not send an invalid move.
    game.app.keys(":z9").key(KeyCode::Enter);
    assert_eq!(game.command(), None);
    game.app.key(KeyCode::Esc);
    let mv = game.session.legal_moves()[0].clone();
    game.app.keys(&format!(":{mv}")).key(KeyCode::Enter).sees(&format!("{mv} is on its way"));
    assert_eq!(game.command(), Some(RemoteCommand::Play(mv.clone())));
    // A player cannot move twice in a row.
    game.app.keys(":").key(KeyCode::Tab).key(KeyCode::Enter).misses("Move:");
    assert_eq!(game.command(), None);
    game.session.play(&mv).unwrap();
    game.show().sees(&format!("{} to move", names[1])).sees(&mv).misses("on its way");
    game.app.key(KeyCode::Tab).key(KeyCode::Enter);
    assert_eq!(game.command(), None, "it is not our turn");
    let answer = game.plays();
    game.app.sees(&answer).sees(&format!("{} to move", seat(Player::FIRST)));
    // A notification that does not concern the board does not clear the text input.
    game.app.keys(":a");
    game.table.asked = Some((Offer::Draw, Player::SECOND));
    game.show().sees("offers a draw").sees("Move:").key(KeyCode::Esc);
    game.table.asked = None;
    game.show();
    // Plays by cursor and steps.
    for _ in 0..12 {
        game.app.key(KeyCode::Tab).key(KeyCode::Enter);
        if let Some(command) = game.command() {
            assert!(matches!(command, RemoteCommand::Play(mv) if game.session.fork().play(&mv).is_ok()));
            return;
        }
    }
    panic!("no turn was made in\n{}", game.app.text());
}

#[test]
fn looking_back_continues_across_moves() {
    let mut game = FakeRemote::open([person("Rui"), here()]);
    game.plays();
    game.plays();
    game.app.keys("[").sees("Looking back: after move 1 of 2");
    game.plays();
    game.app.sees("Looking back: after move 1 of 3").key(KeyCode::Esc).misses("Looking back");
    game.app.keys("[[").sees("after move 1 of 3");
    // The app shows the end of the game at once.
    game.session.resign(Player::FIRST).unwrap();
    game.show().misses("Looking back").sees("Ask for a rematch");
}

#[test]
fn there_is_no_help_before_the_end_and_keys_without_use_say_so() {
    let mut game = FakeRemote::open([here(), person("Rui")]);
    for key in ["t", "e"] {
        game.app.misses("t hint").keys(key).sees("There is no help during a game on a server");
    }
    game.app.keys("m").sees("not over");
    for key in ["p", "r", "+", "."] {
        game.app.keys(key).sees("This key does nothing in a game on a server");
        game.app.key(KeyCode::Left).misses("does nothing");
    }
    assert_eq!(game.command(), None);
    game.app.keys("?").sees("ask to take your last move back").misses("pause the bots").key(KeyCode::Esc);
    game.session.resign(Player::SECOND).unwrap();
    game.show().keys("t").misses("There is no help");
}

#[test]
fn offers_are_shown_and_answered() {
    let mut game = FakeRemote::open([here(), person("Rui")]);
    game.app.keys("y").sees("There is no offer to answer");
    let rui = format!("{} (Rui)", seat(Player::SECOND));
    for (offer, said) in
        [(Offer::Draw, "offers a draw"), (Offer::Takeback, "asks to take the last move back")]
    {
        for (key, accept) in [("y", true), ("n", false)] {
            game.table.asked = Some((offer, Player::SECOND));
            game.show().sees(&format!("{rui} {said}: y accepts, n declines")).sees("y accept  n decline");
            // The offer remains on the screen until it is answered.
            game.app.key(KeyCode::Left).sees("declines.");
            game.app.keys(key);
            assert_eq!(game.command(), Some(RemoteCommand::Answer { accept }));
            game.table.asked = None;
            game.show().misses("declines.");
        }
    }
    game.app.keys("o");
    assert_eq!(game.command(), Some(RemoteCommand::Ask(Offer::Draw)));
    game.table.asking = Some(Offer::Draw);
    game.show().sees("You have offered a draw");
    game.table.asking = None;
    game.show().misses("You have offered a draw");
    game.tell(RemoteNotification::Declined(Offer::Draw)).sees("The draw is declined");
    game.app.keys("u");
    assert_eq!(game.command(), Some(RemoteCommand::Ask(Offer::Takeback)));
    game.tell(RemoteNotification::Refused("there is nothing to take back".to_owned()));
    game.app.sees("The server refuses: there is nothing to take back.");
    game.app.keys("xn");
    assert_eq!(game.command(), None);
    game.app.keys("xy");
    assert_eq!(game.command(), Some(RemoteCommand::Resign));
}

#[test]
fn the_next_game_takes_the_place_of_the_last() {
    let mut game = FakeRemote::open([here(), person("Rui")]);
    game.plays();
    game.session.resign(Player::SECOND).unwrap();
    game.show().sees("3 Ask for a rematch").sees("4 Menu").misses("Swap sides").misses("u undo");
    game.app.keys("3");
    assert_eq!(game.command(), Some(RemoteCommand::Rematch));
    game.table.wants_rematch = true;
    game.show().sees("You would like to play");
    game.session = open(ALL[0].id, None).unwrap();
    game.table.seats.rotate_right(1);
    game.table.wants_rematch = false;
    let next = RemoteNotification::NextGame(game.session.fork(), game.table.clone());
    game.tell(next).sees("The next game has begun").misses("rematch");
    game.app.sees(&format!("{} (Rui)", seat(Player::FIRST)));
}

#[test]
fn clocks_run_and_the_link_is_there_while_a_seat_is_free() {
    let clock = |running| RemoteClock { left: vec![Duration::from_secs(300); 2], running };
    let seats = [here(), RemoteSeat::Open];
    let mut game = FakeRemote::open_in(Language::English, seats, Some(clock(None)));
    game.app.sees("Waiting for a player to join. Link: http://a.example/games/x1").sees("(free seat)");
    // The clocks have not started, so the player cannot move yet.
    game.app.keys(":").misses("Move:").keys("c").sees("Copied");
    assert_eq!(game.app.clipboard(), Some("http://a.example/games/x1"));
    game.table.seats[1] = person("\u{1b}[2JRui");
    game.table.clock = Some(clock(Some(Player::FIRST)));
    game.show().sees("has joined").misses("free seat").sees(&format!("{} 5:00", seat(Player::FIRST)));
    game.app.sees(r"(\u{1b}[2JRui)");
    game.app.pass(Duration::from_millis(2_500));
    game.app.sees(&format!("{} 4:57", seat(Player::FIRST))).sees(&format!("{} 5:00", seat(Player::SECOND)));
    game.app.pass(Duration::from_secs(1_000));
    game.app.sees(&format!("{} 0:00", seat(Player::FIRST)));
}

#[test]
fn joining_players_do_not_interrupt_typing() {
    let mut game = FakeRemote::open([here(), RemoteSeat::Open]);
    // Without clocks a player may move before the others join.
    game.app.keys(":a").sees("Move: a");
    game.table.seats[1] = person("Rui");
    game.show().sees("(Rui) has joined").sees("Move: a");
    game.app.key(KeyCode::Esc).keys("c");
    assert!(game.app.clipboard().is_some_and(|record| record.contains("Rui")));
    // The next move clears earlier notices.
    game.app.misses("has joined");
    let next = RemoteNotification::NextGame(game.session.fork(), game.table.clone());
    game.tell(next).sees("The next game has begun");
    game.plays();
    game.app.misses("The next game has begun").sees("(Rui) to move");
}

#[test]
fn a_lost_connection_is_shown_until_restored() {
    let mut game = FakeRemote::open([here(), person("Rui")]);
    game.tell(RemoteNotification::Lost)
        .sees("The connection is lost")
        .key(KeyCode::Left)
        .sees("The connection is lost");
    let mv = game.session.legal_moves()[0].clone();
    game.app.keys(&format!(":{mv}")).key(KeyCode::Enter);
    assert_eq!(game.command(), Some(RemoteCommand::Play(mv.clone())), "it waits for the connection");
    game.tell(RemoteNotification::Unsure).sees("press the key again");
    game.tell(RemoteNotification::Back)
        .sees("The connection is restored")
        .key(KeyCode::Left)
        .misses("connection");
    game.session.play(&mv).unwrap();
    game.show().sees(&mv);
    game.tell(RemoteNotification::Ended("no answer for a long time".to_owned()));
    game.app.keys("o").sees("no answer for a long time");
    assert_eq!(game.command(), None);
}

#[test]
fn spectators_only_watch_and_leaving_shows_how_to_rejoin() {
    let mut game = FakeRemote::open([person("Rui"), RemoteSeat::Bot("level3".to_owned())]);
    game.app.sees("(Rui) to move").sees("(level 3)").misses("x resign");
    for key in ["o", "u", "y"] {
        game.app.keys(key).sees("You are watching");
    }
    game.app.keys("x").misses("resign this game?").keys(":").misses("Move:");
    assert_eq!(game.command(), None);
    game.app
        .keys("q")
        .sees("stacking games")
        .sees("The game stays on the server")
        .sees("http://a.example/games/x1");
    // The menu leads back to the game.
    game.app.key(KeyCode::Up).sees("› Return to STAQS online").key(KeyCode::Enter).sees("(Rui) to move");
    game.tell(RemoteNotification::Ended("gone".to_owned()));
    game.app.keys("q").misses("Return to");
    assert!(game.commands.recv().is_err(), "the caller learns that the game was left");
    // Late notifications have no effect.
    game.tell(RemoteNotification::Lost).sees("stacking games");
}

#[test]
fn a_game_continues_behind_the_menu_and_notifies() {
    let mut game = FakeRemote::open([person("Rui"), here()]);
    game.app.keys("q").sees("Return to STAQS online");
    game.plays();
    game.app.sees("STAQS on the server: something has happened").key(KeyCode::Down).misses("has happened");
    // The user plays another game in the meantime.
    game.app.click_on("Play Stac").key(KeyCode::Enter).sees("to move").keys("q");
    game.app.click_on("Return to").sees("(Rui)").key(KeyCode::Tab).key(KeyCode::Enter);
    assert!(matches!(game.command(), Some(RemoteCommand::Play(_))));
    game.session.resign(Player::FIRST).unwrap();
    game.show().sees("Ask for a rematch").keys("q").misses("Return to");
}

#[test]
fn a_finished_game_is_among_the_saved_ones_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = FakeRemote::open_at(Some(folder.path()), Language::English, [here(), person("Rui")], None);
    game.plays();
    game.session.resign(Player::SECOND).unwrap();
    game.show().keys("vv").sees("Saved as");
    let files = || std::fs::read_dir(folder.path().join("games")).unwrap().count();
    assert_eq!(files(), 1);
    game.app.keys("q").click_on("Saved games").sees("Saved games (1)").sees("Rui");
    assert_eq!(files(), 1);
}

#[test]
fn long_names_fit_into_the_panel() {
    let long = "Maria da Conceição Albuquerque de Vasconcelos";
    let mut game = FakeRemote::open([here(), person(long)]);
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        game.app.resize(width, height);
        let text = game.app.text();
        assert!(text.contains("(Maria da C") && (text.contains('…') || text.contains(long)), "{text}");
    }
}

#[test]
fn it_speaks_portuguese() {
    let mut game = FakeRemote::open_in(Language::Portuguese, [here(), RemoteSeat::Open], None);
    game.app.sees("(eu, Ana)").sees("(lugar livre)").sees("Há um lugar livre");
    game.table.seats[1] = person("Rui");
    game.table.asked = Some((Offer::Draw, Player::SECOND));
    game.show().sees("propõem empate: y aceita, n recusa").keys("t").sees("Não há ajuda");
}

/// A server with one game of the user.
#[derive(Debug)]
struct FakeServer {
    storage: Storage,
    session: Mutex<Box<dyn Session>>,
    is_up: AtomicBool,
}

const ADDRESS: &str = "http://a.example/games/x1";

impl RemoteGames for FakeServer {
    fn refresh(&self, address: &str) -> Result<(), String> {
        assert_eq!(address, ADDRESS);
        if !self.is_up.load(Ordering::Relaxed) {
            return Err("no server".to_owned());
        }
        self.storage.update_online_game(address, &**self.session.lock().unwrap()).unwrap();
        Ok(())
    }

    fn connect(&self, address: &str) -> Result<RemoteGame, String> {
        self.refresh(address)?;
        let session = self.session.lock().unwrap().fork();
        let table = RemoteTable {
            link: address.to_owned(),
            seats: vec![here(), person("Rui")],
            clock: None,
            asked: None,
            asking: None,
            wants_rematch: false,
        };
        let ((commands, _), (_, news)) = (channel(), channel());
        Ok(RemoteGame { session, table, commands, news })
    }
}

#[test]
fn games_on_servers_are_listed_and_opened() {
    for (language, size, [unfinished, mine, theirs, away]) in [
        (Language::English, (80, 24), ["Unfinished games", "your turn", "their turn", "not reachable"]),
        (Language::English, (60, 20), ["Unfinished games", "your turn", "their turn", "not reachable"]),
        (
            Language::Portuguese,
            (120, 40),
            ["Partidas por acabar", "minha vez", "vez do outro", "sem ligação"],
        ),
        (Language::Portuguese, (60, 20), ["Partidas por acabar", "minha vez", "vez do outro", "sem ligação"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::at(folder.path());
        let seat =
            OnlineSeat { game: ADDRESS.to_owned(), seats: vec![0], token: "t".to_owned(), last_seen: None };
        storage.store_online_seat(&seat).unwrap();
        let session = open(ALL[0].id, None).unwrap();
        storage.update_online_game(ADDRESS, &*session).unwrap();
        let server = FakeServer { storage: storage.clone(), session: session.into(), is_up: true.into() };
        let server = Arc::new(server);
        let remote: Arc<dyn RemoteGames> = server.clone();
        let start = Start { language, storage: Some(storage), remote: Some(remote), ..start(Opening::Menu) };
        let mut app = Headless::open(start, size.0, size.1);
        let saved = if language == Language::English { "Saved games" } else { "Partidas guardadas" };
        let list = |app: &mut Headless| {
            app.click_on(saved).key(KeyCode::Tab);
            assert!(app.receive());
        };
        list(&mut app);
        app.sees(&format!("{unfinished} (1)")).sees(mine).sees("a.example");
        server.session.lock().unwrap().play(&open(ALL[0].id, None).unwrap().legal_moves()[0]).unwrap();
        app.keys("q");
        list(&mut app);
        app.sees(theirs);
        // Without a connection it is listed, and stays there.
        server.is_up.store(false, Ordering::Relaxed);
        app.keys("q");
        list(&mut app);
        app.sees(away).key(KeyCode::Enter).sees("no server").sees(&format!("{unfinished} (1)"));
        server.is_up.store(true, Ordering::Relaxed);
        app.key(KeyCode::Enter).sees("(Rui)").keys("q");
        // A game that is over leaves the list when the server says so.
        server.session.lock().unwrap().resign(Player::SECOND).unwrap();
        drop(app);
        let remote: Arc<dyn RemoteGames> = server.clone();
        let storage = Some(server.storage.clone());
        let start = Start { language, storage, remote: Some(remote), ..crate::stage::start(Opening::Menu) };
        let mut app = Headless::open(start, size.0, size.1);
        list(&mut app);
        app.sees(&format!("{unfinished} (0)"));
    }
}
