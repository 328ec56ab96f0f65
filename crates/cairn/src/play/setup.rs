//! The questions before a game in line mode: its options, who plays, and how strong the bots are. Enter takes
//! the usual answer, and `back` leads to the question before.

use cairn_engine::bots::{BotSpec, Level, PlayerSpec};
use cairn_rules::{GameInfo, Player, Preset};
use cairn_session::{OpenError, Session, open};
use cairn_texts::{Texts, folded, nearest};

use super::command::{Command, Verb};
use super::input::Input;
use crate::cli::{option_line, preset_line};
use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;

/// The user's answer to a question.
pub(super) enum Answer<T> {
    Given(T),
    /// Back to the question before.
    Back,
    /// The user leaves, or input has ended.
    Quit,
}

/// Asks a question; an empty line is an answer too.
pub(super) fn ask(printer: Printer, input: &mut Input, question: &str) -> Result<Answer<String>, Failure> {
    loop {
        let Some(line) = input.prompt(&format!("{question}> "))? else { return Ok(Answer::Quit) };
        match Command::parse(&line, printer.texts()) {
            Command::Run(Verb::Quit, _) => return Ok(Answer::Quit),
            Command::Run(Verb::Back, argument) if argument.is_empty() => return Ok(Answer::Back),
            Command::Run(Verb::Help, _) => print_help(printer),
            _ => return Ok(Answer::Given(line)),
        }
    }
}

/// Says how questions are answered.
pub(super) fn print_help(printer: Printer) {
    let texts = printer.texts();
    let [back, quit] = ["back", "quit"].map(|word| texts.command(word));
    printer.note(&texts.format("menu.help", &[("back", &back), ("quit", &quit)]));
}

/// Reports a game that cannot be opened.
pub(super) fn report_open(printer: Printer, error: &OpenError) {
    errln!("{}.", printer.texts().message(&error.message()));
}

/// Asks for the options of a game.
pub(super) fn choose_options(
    printer: Printer,
    info: &GameInfo,
    input: &mut Input,
) -> Result<Answer<Box<dyn Session>>, Failure> {
    let texts = printer.texts();
    let mut out = output::text();
    writeln!(out, "{}", texts.format("menu.options_of", &[("game", &info.name)]))?;
    for spec in info.options {
        let (line, help) = (option_line(spec, texts), texts.option_help(info, spec));
        writeln!(out, "{}", Printer::wrap(&format!("  {line}: {help}"), 4))?;
    }
    writeln!(out, "{}", Printer::wrap(&format!("  {}", preset_line(info, texts)), 4))?;
    drop(out);
    loop {
        let answer = match ask(printer, input, texts.text("menu.options"))? {
            Answer::Given(answer) => answer,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        let words: Vec<&str> = answer
            .split(|sign: char| sign == ',' || sign.is_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let options = if words.is_empty() { Preset::STANDARD.name.to_owned() } else { words.join(",") };
        match open(&format!("{}:{options}", info.id), None) {
            Ok(session) => return Ok(Answer::Given(session)),
            Err(error) => report_open(printer, &error),
        }
    }
}

/// Asks who plays, and for the level of every bot; `usual` is the bot that Enter takes.
pub(super) fn choose_players(
    printer: Printer,
    session: &dyn Session,
    usual: &BotSpec,
    input: &mut Input,
) -> Result<Answer<Vec<PlayerSpec>>, Failure> {
    'who: loop {
        let people = match choose_people(printer, session, input)? {
            Answer::Given(people) => people,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        let mut players: Vec<PlayerSpec> = people.iter().map(|_| PlayerSpec::Human).collect();
        let bots: Vec<usize> = (0..people.len()).filter(|&seat| !people[seat]).collect();
        let mut asked = 0;
        while let Some(&seat) = bots.get(asked) {
            let name = printer.texts().seat(session.info().seats[seat].name);
            match choose_level(printer, name, usual, input)? {
                Answer::Given(bot) => {
                    players[seat] = PlayerSpec::Bot(bot);
                    asked += 1;
                }
                Answer::Back if asked == 0 => continue 'who,
                Answer::Back => asked -= 1,
                Answer::Quit => return Ok(Answer::Quit),
            }
        }
        return Ok(Answer::Given(players));
    }
}

/// Asks whether a game that can be rated is.
pub(super) fn choose_rated(printer: Printer, input: &mut Input) -> Result<Answer<bool>, Failure> {
    let texts = printer.texts();
    loop {
        let answer = match ask(printer, input, texts.text("menu.rated"))? {
            Answer::Given(answer) if answer.is_empty() => return Ok(Answer::Given(false)),
            Answer::Given(answer) => answer,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        match input.yes_or_no(&answer) {
            Some(rated) => return Ok(Answer::Given(rated)),
            None => report_unknown(printer, &answer, [texts.text("line.yes"), texts.text("line.no")]),
        }
    }
}

/// Which seats are people's: all, any one of them, or none. With two seats that is human-human, human-bot,
/// bot-human and bot-bot.
fn castings(seats: usize) -> Vec<Vec<bool>> {
    let one = (0..seats).map(|person| (0..seats).map(|seat| seat == person).collect());
    std::iter::once(vec![true; seats]).chain(one).chain([vec![false; seats]]).collect()
}

/// The place of the usual casting: a person in the first seat, and bots.
const USUAL_CASTING: usize = 2;

/// `human-bot`, in English or in the chosen language.
fn casting_word(people: &[bool], texts: Texts) -> String {
    let words = people.iter().map(|&is_human| texts.text(if is_human { "who.human" } else { "who.bot" }));
    words.collect::<Vec<_>>().join("-")
}

fn choose_people(
    printer: Printer,
    session: &dyn Session,
    input: &mut Input,
) -> Result<Answer<Vec<bool>>, Failure> {
    let (texts, seats) = (printer.texts(), session.seats());
    let castings = castings(seats);
    let words: Vec<String> = castings.iter().map(|people| casting_word(people, texts)).collect();
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let mut out = output::text();
    writeln!(out, "{}", texts.text("menu.casting"))?;
    for (number, (people, word)) in (1..).zip(castings.iter().zip(&words)) {
        let seated = Player::seats(seats).zip(people).map(|(player, &is_human)| {
            let who = texts.text(if is_human { "who.human" } else { "who.bot" });
            format!("{}: {who}", texts.seat(session.info().seats[player.index()].name))
        });
        writeln!(out, "  {number}  {word:<width$}  {}", seated.collect::<Vec<_>>().join(", "))?;
    }
    drop(out);
    let question = texts.format("menu.who", &[("usual", &USUAL_CASTING)]);
    loop {
        let answer = match ask(printer, input, &question)? {
            Answer::Given(answer) => answer,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        let number = if answer.is_empty() { Some(USUAL_CASTING) } else { answer.parse::<usize>().ok() };
        let numbered = number.and_then(|number| castings.get(number.checked_sub(1)?).cloned());
        match numbered.or_else(|| read_casting(&answer, seats, texts)) {
            Some(people) => return Ok(Answer::Given(people)),
            None => report_unknown(printer, &answer, words.iter().map(String::as_str)),
        }
    }
}

/// Reads one word for each seat, such as `human-bot`, so that every casting can be typed.
fn read_casting(answer: &str, seats: usize, texts: Texts) -> Option<Vec<bool>> {
    let word = |word: &str| {
        let is = |english: &str, key| word == english || word == folded(texts.text(key));
        if is("human", "who.human") { Some(true) } else { is("bot", "who.bot").then_some(false) }
    };
    let answer = folded(answer);
    let words = answer.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let people: Vec<bool> = words.map(word).collect::<Option<_>>()?;
    (people.len() == seats).then_some(people)
}

/// The words for bots in the menu besides numbers, and the bots that they mean.
const LEVEL_WORDS: [(&str, &str); 5] = [
    ("who.easy", "easy"),
    ("who.hard", "hard"),
    ("who.perfect", "perfect"),
    ("who.random", "random"),
    ("who.greedy", "greedy"),
];

/// Asks how strong the bot of a seat is: a level by its number, or any other bot.
fn choose_level(
    printer: Printer,
    seat: &str,
    usual: &BotSpec,
    input: &mut Input,
) -> Result<Answer<BotSpec>, Failure> {
    let texts = printer.texts();
    let shown = usual.name().strip_prefix("level").map_or_else(|| texts.who(usual.name()), ToOwned::to_owned);
    let question =
        texts.format("menu.level", &[("player", &seat), ("highest", &Level::HIGHEST), ("usual", &shown)]);
    loop {
        let answer = match ask(printer, input, &question)? {
            Answer::Given(answer) if answer.is_empty() => return Ok(Answer::Given(usual.clone())),
            Answer::Given(answer) => answer,
            Answer::Back => return Ok(Answer::Back),
            Answer::Quit => return Ok(Answer::Quit),
        };
        let word = folded(&answer);
        let level = folded(&texts.format("who.level", &[("n", &"")]));
        let number = word.strip_prefix("level").or_else(|| word.strip_prefix(level.trim()));
        let number = number.unwrap_or(&word).trim();
        let spec = if number.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("level{number}")
        } else {
            let named = LEVEL_WORDS.iter().find(|(key, _)| folded(texts.text(key)) == word);
            named.map_or(answer.clone(), |(_, spec)| (*spec).to_owned())
        };
        match spec.parse::<BotSpec>() {
            Ok(bot) => return Ok(Answer::Given(bot)),
            // A bot with settings, one of which is wrong.
            Err(error) if answer.contains(':') => errln!("{}.", texts.message(&error.message())),
            Err(_) => {
                let translated = LEVEL_WORDS.map(|(key, _)| texts.text(key));
                let english = LEVEL_WORDS.map(|(_, spec)| spec);
                report_unknown(printer, &answer, translated.into_iter().chain(english));
            }
        }
    }
}

/// Says that an answer is none of those that are known.
fn report_unknown<'a>(printer: Printer, answer: &str, known: impl IntoIterator<Item = &'a str>) {
    let (texts, word) = (printer.texts(), answer.escape_debug());
    let near = texts.did_you_mean(&nearest(answer, known));
    errln!("{}", texts.format("menu.unknown", &[("word", &word), ("near", &near)]));
}
