//! Saved games in line mode: lists, replays, reviews, exports and deletes them.

use std::path::Path;

use cairn_session::record;
use cairn_storage::{SavedRecord, Storage};
use cairn_table::TableSetup;
use cairn_texts::folded;

use super::table::LineTable;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;
use crate::{files, saved_text};

/// The number of games listed at once.
const PAGE: usize = 15;

/// The commands for a saved game, by the keys of their words.
const WORDS: [&str; 4] = ["saved.replay", "saved.review", "saved.export", "saved.delete"];

/// Lists the newest games and runs the user's commands on them, until the user leaves or the input ends.
pub(super) fn browse(printer: Printer, user_data: &UserData, input: &mut Input) -> Result<(), Failure> {
    let texts = printer.texts();
    loop {
        let games = match user_data.storage().map_or_else(|| Ok(Vec::new()), Storage::saved) {
            Ok(games) => games,
            Err(error) => {
                errln!("{}.", error.tell(texts));
                return Ok(());
            }
        };
        if games.is_empty() {
            printer.note(texts.text("saved.none"));
            return Ok(());
        }
        let page: Vec<(usize, &SavedRecord)> = (1..).zip(&games).take(PAGE).collect();
        saved_text::print(&page, texts)?;
        let older = games.len() - page.len();
        if older > 0 {
            printer.note(&texts.plural("saved.older", older as u64, &[]));
        }
        let [_, review, export, delete] = WORDS.map(|key| texts.text(key));
        let question =
            texts.format("saved.which", &[("review", &review), ("export", &export), ("delete", &delete)]);
        let Some(answer) = input.prompt(&format!("{question}> "))? else { return Ok(()) };
        if answer.is_empty() || folded(&answer) == "q" {
            return Ok(());
        }
        let (key, number, file) = parse(printer, &answer);
        let game = number.parse::<usize>().ok().and_then(|number| games.get(number.checked_sub(1)?));
        match game {
            Some(game) => {
                if let Err(failure) = carry_out(printer, user_data, key, game, file, input) {
                    match failure {
                        Failure::Request(problem) | Failure::Failed(problem) => {
                            errln!("{}.", problem.tell(texts));
                        }
                        other => return Err(other),
                    }
                }
            }
            None => errln!("{}", texts.format("saved.unknown", &[("word", &number.escape_debug())])),
        }
    }
}

/// Returns the key of the word, the number and the rest of an answer; a number alone replays.
fn parse(printer: Printer, answer: &str) -> (&'static str, &str, &str) {
    let split = |text: &'_ str| -> (usize, usize) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        (end, text.len() - text[end..].trim_start().len())
    };
    let (end, next) = split(answer);
    let first = folded(&answer[..end]);
    let is_word = |key: &&&str| {
        let english = key.strip_prefix("saved.").unwrap_or(key);
        first == english || first == folded(printer.texts().text(key))
    };
    let Some(key) = WORDS.iter().find(is_word) else { return (WORDS[0], answer, "") };
    let rest = &answer[next..];
    let (end, next) = split(rest);
    (key, &rest[..end], &rest[next..])
}

fn carry_out(
    printer: Printer,
    user_data: &UserData,
    key: &str,
    game: &SavedRecord,
    file: &str,
    input: &mut Input,
) -> Result<(), Failure> {
    let texts = printer.texts();
    if key == "saved.delete" {
        return delete(printer, game, input);
    }
    let damaged = |problem: String| Failure::failed(format!("{}: {problem}", game.path().display()));
    let record = game.read().map_err(|damage| damaged(damage.tell(texts)))?;
    if key == "saved.export" {
        if file.is_empty() {
            let usage = format!("{} N F", texts.text("saved.export"));
            errln!("{}", texts.format("line.incomplete", &[("usage", &usage)]));
            return Ok(());
        }
        let path = Path::new(file);
        if path.exists() {
            return Err(Failure::failed(texts.format("saved.exists", &[("path", &path.display())])));
        }
        files::write(path, record::write([&record]).as_bytes())?;
        printer.note(&texts.format("saved.exported", &[("path", &path.display())]));
        return Ok(());
    }
    let session = record.session().map_err(|error| damaged(texts.message(&error.message())))?;
    // People have all seats, regardless of the tags: a file must not start a program.
    let setup = TableSetup::new(session, Vec::new(), 0);
    let mut table = LineTable::new(printer, user_data, setup, input.stop_flag());
    if key == "saved.review" {
        table.review()?;
        return Ok(());
    }
    table.run(input)
}

/// Deletes a game; asks for confirmation if the input is a terminal.
pub(crate) fn delete_saved(printer: Printer, game: &SavedRecord) -> Result<(), Failure> {
    delete(printer, game, &mut Input::new(printer))
}

fn delete(printer: Printer, game: &SavedRecord, input: &mut Input) -> Result<(), Failure> {
    let texts = printer.texts();
    if input.is_terminal() {
        let answer = input.prompt(&format!("{}> ", texts.text("saved.confirm")))?;
        if answer.is_none_or(|answer| input.yes_or_no(&answer) != Some(true)) {
            return Ok(());
        }
    }
    game.delete().map_err(|error| Failure::failed(error.tell(texts)))?;
    printer.note(&texts.format("saved.deleted", &[("path", &game.path().display())]));
    Ok(())
}
