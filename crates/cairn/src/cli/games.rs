//! `cairn games` and `cairn rules`.

use cairn_protocol::GameReport;
use cairn_rules::{GameInfo, OptionSpec, games};
use cairn_session::open;
use cairn_texts::Texts;
use serde_json::json;

use crate::failure::Failure;
use crate::output;
use crate::printer::Printer;

pub(super) fn list(printer: Printer, json: bool) -> Result<(), Failure> {
    let mut out = output::text();
    if json {
        let games: Vec<_> = games::ALL.iter().map(|info| GameReport::new(info)).collect();
        return Ok(out.json(&json!({ "games": games }))?);
    }
    let texts = printer.texts();
    for (place, info) in games::ALL.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}  {} ({})", info.id, info.name, texts.designer(info))?;
        writeln!(out, "    {}", texts.summary(info))?;
        for spec in info.options {
            writeln!(out, "    {}", option_line(spec, texts))?;
            let help = texts.option_help(info, spec);
            writeln!(out, "{}", Printer::wrap(&format!("        {help}"), 8))?;
        }
        let presets = preset_line(info, texts);
        let easy = texts.format("games.easy", &[("about", &texts.easy_bot(info))]);
        let greedy = texts.format("games.greedy", &[("about", &texts.greedy_bot(info))]);
        let elos = info.engine.level_elo.map(|elo| elo.to_string()).join(", ");
        let levels = texts.format("games.levels", &[("elos", &elos)]);
        for line in [presets, easy, greedy, levels] {
            writeln!(out, "{}", Printer::wrap(&format!("    {line}"), 8))?;
        }
    }
    Ok(())
}

/// Formats an option with its range and default.
pub(crate) fn option_line(spec: &OptionSpec, texts: Texts) -> String {
    let allowed = texts.typed_values(spec);
    let default = spec.print(spec.default);
    texts.format("games.option", &[("name", &spec.name), ("allowed", &allowed), ("default", &default)])
}

/// Formats the presets of a game with their settings.
pub(crate) fn preset_line(info: &GameInfo, texts: Texts) -> String {
    let show = |settings: &[(&str, &str)]| {
        let words: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if words.is_empty() { texts.text("games.defaults").to_owned() } else { words.join(",") }
    };
    let all: Vec<String> =
        info.all_presets().map(|preset| format!("{} ({})", preset.name, show(preset.settings))).collect();
    texts.format("games.presets", &[("presets", &all.join(", "))])
}

pub(super) fn rules(printer: Printer, game: &str, json: bool) -> Result<(), Failure> {
    let session = open(game, None).map_err(Failure::request)?;
    let info = session.info();
    let mut out = output::text();
    if json {
        return Ok(out.json(&json!({ "game": info.id, "rules": info.rules }))?);
    }
    out.draw(&format_rules(info.rules_in(printer.language().word()), printer))?;
    Ok(())
}

/// Formats a rules text for a terminal: bold headings, and a hanging indent for numbered paragraphs.
pub(crate) fn format_rules(rules: &str, printer: Printer) -> String {
    let bold = if printer.uses_color() { anstyle::Style::new().bold() } else { anstyle::Style::new() };
    let mut text = String::new();
    let mut in_picture = false;
    for line in rules.lines() {
        if line.starts_with("```") {
            in_picture = !in_picture;
            continue;
        }
        if in_picture {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        let heading = line.trim_start_matches('#');
        let wrapped = if heading.len() < line.len() {
            format!("{bold}{}{bold:#}", heading.trim())
        } else {
            let hanging = line.split_once(". ").map_or(0, |(number, _)| {
                if number.bytes().all(|byte| byte.is_ascii_digit()) { number.len() + 2 } else { 0 }
            });
            Printer::wrap(line, hanging)
        };
        text.push_str(&wrapped);
        text.push('\n');
    }
    text
}
