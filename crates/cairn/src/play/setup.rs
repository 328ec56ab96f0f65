//! The questions before a game in line mode: its options, its players, and the strength of the bots. Enter takes the
//! default answer, and `back` leads to the previous question.

use cairn_engine::bots::{BotSpec, Level, PlayerSpec};
use cairn_rules::{GameInfo, OptionSpec, Player, Preset};
use cairn_session::{OpenError, Session, open};
use cairn_texts::{Texts, folded, nearest};

use super::command::{Command, LOCAL, Verb};
use crate::cli::{option_line, preset_line};
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;

/// The user's answer to a question.
pub(super) type Asked<T> = Result<T, Unanswered>;

/// The reason why a question has no answer.
pub(super) enum Unanswered {
    /// The user goes back to the previous question.
    Back,
    /// The user leaves, or the input has ended.
    Quit,
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Unanswered {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Returns the answer; `None` if the user leaves.
pub(super) fn unless_left<T>(asked: Asked<T>) -> Result<Option<T>, Failure> {
    match asked {
        Ok(answer) => Ok(Some(answer)),
        Err(Unanswered::Failed(failure)) => Err(failure),
        Err(Unanswered::Back | Unanswered::Quit) => Ok(None),
    }
}

/// Asks a question; an empty line is also an answer.
pub(super) fn ask(printer: Printer, input: &mut Input, question: &str) -> Asked<String> {
    loop {
        let line = input.prompt(&format!("{question}> "))?.ok_or(Unanswered::Quit)?;
        match LOCAL.parse(&line, printer.texts()) {
            Command::Run(Verb::Quit, _) => return Err(Unanswered::Quit),
            Command::Run(Verb::Back, argument) if argument.is_empty() => return Err(Unanswered::Back),
            Command::Run(Verb::Help, _) => print_help(printer),
            _ => return Ok(line),
        }
    }
}

/// Explains how to answer questions.
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
) -> Asked<Box<dyn Session>> {
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
        let answer = ask(printer, input, texts.text("menu.options"))?;
        match open_with(info, &answer, texts) {
            Ok(session) => return Ok(session),
            Err(error) => report_open(printer, &error),
        }
    }
}

/// Opens a new game with options as typed.
pub(super) fn open_with(info: &GameInfo, options: &str, texts: Texts) -> Result<Box<dyn Session>, OpenError> {
    let words = options.split(|sign: char| sign == ',' || sign.is_whitespace());
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(|word| option_word(info, word, texts)).collect();
    let options = if words.is_empty() { Preset::STANDARD.name.to_owned() } else { words.join(",") };
    open(&format!("{}:{options}", info.id), None)
}

/// Converts an option as typed: `7` and `7x7` are sizes, and names and values may be in the chosen language.
fn option_word(info: &GameInfo, word: &str, texts: Texts) -> String {
    let size = word
        .split_once(['x', 'X', '×'])
        .filter(|(width, height)| width == height)
        .map_or(word, |(size, _)| size);
    let is_number = !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && info.options.iter().any(|spec| spec.name == "size") {
        return format!("size={size}");
    }
    let Some((name, value)) = word.split_once('=') else {
        let preset = info.presets.iter().find(|preset| folded(texts.preset(preset.name)) == folded(word));
        return preset.map_or(word, |preset| preset.name).to_owned();
    };
    let named =
        |spec: &&OptionSpec| folded(name) == spec.name || folded(name) == folded(texts.option(spec.name));
    match info.options.iter().find(named) {
        Some(spec) => {
            let value =
                texts.read_value(spec, value).map_or_else(|| value.to_owned(), |value| spec.print(value));
            format!("{}={value}", spec.name)
        }
        None => word.to_owned(),
    }
}

/// Asks for the players, and for the level of every bot; `usual` is the default bot.
pub(super) fn choose_players(
    printer: Printer,
    session: &dyn Session,
    usual: &BotSpec,
    input: &mut Input,
) -> Asked<Vec<PlayerSpec>> {
    'who: loop {
        let people = choose_people(printer, session, input)?;
        let mut players: Vec<PlayerSpec> = people.iter().map(|_| PlayerSpec::Human).collect();
        let bots: Vec<usize> = (0..people.len()).filter(|&seat| !people[seat]).collect();
        let mut asked = 0;
        while let Some(&seat) = bots.get(asked) {
            let name = printer.texts().seat(session.info().seats[seat].name);
            match choose_level(printer, name, usual, input) {
                Err(Unanswered::Back) if asked == 0 => continue 'who,
                Err(Unanswered::Back) => asked -= 1,
                bot => {
                    players[seat] = PlayerSpec::Bot(bot?);
                    asked += 1;
                }
            }
        }
        return Ok(players);
    }
}

/// Asks whether a game should be rated, if it can be.
pub(super) fn choose_rated(printer: Printer, input: &mut Input) -> Asked<bool> {
    let texts = printer.texts();
    loop {
        let answer = ask(printer, input, texts.text("menu.rated"))?;
        if answer.is_empty() {
            return Ok(false);
        }
        match input.yes_or_no(&answer) {
            Some(rated) => return Ok(rated),
            None => report_unknown(printer, &answer, [texts.text("line.yes"), texts.text("line.no")]),
        }
    }
}

/// Lists the castings, which tell which seats are people's: all, any one of them, or none. With two seats they are
/// human-human, human-bot, bot-human and bot-bot.
fn castings(seats: usize) -> Vec<Vec<bool>> {
    let one = (0..seats).map(|person| (0..seats).map(|seat| seat == person).collect());
    std::iter::once(vec![true; seats]).chain(one).chain([vec![false; seats]]).collect()
}

/// The index of the default casting: a person in the first seat, and bots.
const USUAL_CASTING: usize = 2;

/// Formats `human-bot`, in English or in the chosen language.
fn casting_word(people: &[bool], texts: Texts) -> String {
    let words = people.iter().map(|&is_human| texts.text(if is_human { "who.human" } else { "who.bot" }));
    words.collect::<Vec<_>>().join("-")
}

fn choose_people(printer: Printer, session: &dyn Session, input: &mut Input) -> Asked<Vec<bool>> {
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
        let answer = ask(printer, input, &question)?;
        let number = if answer.is_empty() { Some(USUAL_CASTING) } else { answer.parse::<usize>().ok() };
        let numbered = number.and_then(|number| castings.get(number.checked_sub(1)?).cloned());
        match numbered.or_else(|| read_casting(&answer, seats, texts)) {
            Some(people) => return Ok(people),
            None => report_unknown(printer, &answer, words.iter().map(String::as_str)),
        }
    }
}

/// Parses one word for each seat, such as `human-bot`, so that the user can type every casting.
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

/// The words for bots in the menu besides numbers, and their bots.
const LEVEL_WORDS: [(&str, &str); 5] = [
    ("who.easy", "easy"),
    ("who.hard", "hard"),
    ("who.perfect", "perfect"),
    ("who.random", "random"),
    ("who.greedy", "greedy"),
];

/// Asks for the strength of a seat's bot: a level by its number, or any other bot.
fn choose_level(printer: Printer, seat: &str, usual: &BotSpec, input: &mut Input) -> Asked<BotSpec> {
    let texts = printer.texts();
    let shown = usual.name().strip_prefix("level").map_or_else(|| texts.who(usual.name()), ToOwned::to_owned);
    let question =
        texts.format("menu.level", &[("player", &seat), ("highest", &Level::HIGHEST), ("usual", &shown)]);
    loop {
        let answer = ask(printer, input, &question)?;
        if answer.is_empty() {
            return Ok(usual.clone());
        }
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
            Ok(bot) => return Ok(bot),
            // It is a bot with settings, one of which is wrong.
            Err(error) if answer.contains(':') => errln!("{}.", texts.message(&error.message())),
            Err(_) => {
                let translated = LEVEL_WORDS.map(|(key, _)| texts.text(key));
                let english = LEVEL_WORDS.map(|(_, spec)| spec);
                report_unknown(printer, &answer, translated.into_iter().chain(english));
            }
        }
    }
}

/// Reports an unknown answer, with suggestions.
fn report_unknown<'a>(printer: Printer, answer: &str, known: impl IntoIterator<Item = &'a str>) {
    let (texts, word) = (printer.texts(), answer.escape_debug());
    let near = texts.did_you_mean(&nearest(answer, known));
    errln!("{}", texts.format("menu.unknown", &[("word", &word), ("near", &near)]));
}
