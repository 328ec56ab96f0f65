//! Every step of every lesson, in small and in large windows: all choices are visible, and all text can be reached.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::channel;
use std::time::Duration;

use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Step};
use cairn_storage::Settings;
use cairn_texts::Language;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::LessonScreen;
use crate::app::App;
use crate::draw;
use crate::event::AppEvent;
use crate::keys::Action;
use crate::screens::Screen;
use crate::start::{Opening, Start};
use crate::theme::{Depth, Mode};

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];
/// The number of steps of a turn that are tried in all ways.
const MAX_DEPTH: usize = 3;

fn app(game: &'static GameInfo, language: Language) -> App {
    let start = Start {
        opening: Opening::Lesson(game),
        storage: None,
        remote: None,
        settings: Settings::default(),
        language,
        ascii: false,
        depth: Depth::None,
        mode: Mode::Dark,
        player_specs: [const { None }; 4],
        today: "2026-11-16".to_owned(),
        seed: 1,
        remarks: Vec::new(),
    };
    App::new(start, channel().0)
}

fn screen(app: &mut App) -> &mut LessonScreen {
    let Screen::Lesson(lesson) = &mut app.screen else { panic!("the lesson was left") };
    lesson
}

fn act(app: &mut App, action: Action) {
    let Screen::Lesson(lesson) = &mut app.screen else { panic!("the lesson was left") };
    lesson.act(action, &mut app.ctx);
}

/// Draws a frame; returns its rows within an area.
fn rows(app: &mut App, (width, height): (u16, u16), area: impl Fn(&App) -> Rect) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let hit_areas = draw::draw(app, &mut buffer);
    app.was_shown(hit_areas);
    let row = |row: Rect| row.columns().map(|cell| buffer[(cell.x, cell.y)].symbol()).collect::<String>();
    area(app).rows().map(row).collect()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns all text of the panel, by scrolling from its first to its last line.
fn text(app: &mut App, size: (u16, u16)) -> String {
    screen(app).top = 0;
    let mut lines = BTreeMap::new();
    loop {
        let top = screen(app).top;
        let seen = rows(app, size, |app| app.ctx.hit_areas.text);
        assert!(!seen.is_empty(), "there is no room for text");
        lines.extend((top..).zip(seen));
        let page_down = KeyEvent::new(KeyCode::PageDown, KeyModifiers::NONE);
        app.update(AppEvent::Key(page_down), Duration::ZERO);
        if screen(app).top == top {
            break;
        }
    }
    assert!(lines.keys().copied().eq(0..lines.len()), "lines are skipped");
    words(&lines.into_values().collect::<Vec<_>>().join(" "))
}

/// Returns the beginnings of turns that lead to different lists of choices.
fn beginnings(lesson: &LessonScreen) -> Vec<Vec<Step>> {
    let (mut found, mut seen, mut at) = (Vec::new(), BTreeSet::new(), vec![Vec::new()]);
    while let Some(steps) = at.pop() {
        let Some(choices) = lesson.session().board().choices(&steps) else { continue };
        let is_entry = |step: &&Step| !matches!(step, Step::Site(_));
        let entries: Vec<String> =
            choices.steps.iter().filter(is_entry).map(|step| format!("{step:?}")).collect();
        if !entries.is_empty() && seen.insert(entries) {
            found.push(steps.clone());
        }
        if steps.len() < MAX_DEPTH {
            at.extend(choices.steps.into_iter().map(|step| [&steps[..], &[step]].concat()));
        }
    }
    found
}

fn take(app: &mut App, step: Step) {
    if let Step::Site(site) = step {
        return act(app, Action::Site(site));
    }
    let lesson = screen(app);
    let choices = lesson.session().board().choices(lesson.turn.steps()).unwrap();
    let mut entries = choices.steps.into_iter().filter(|step| !matches!(step, Step::Site(_)));
    let at = entries.position(|entry| entry == step).unwrap();
    let number = match step {
        Step::Count(count) => count as usize,
        _ => at + 1,
    };
    act(app, Action::Pick(number - 1));
}

#[test]
fn all_choices_are_visible_and_all_text_can_be_reached() {
    for (language, game) in
        Language::ALL.into_iter().flat_map(|language| ALL.iter().map(move |game| (language, *game)))
    {
        let mut app = app(game, language);
        loop {
            let beginnings =
                if screen(&mut app).is_turn() { beginnings(screen(&mut app)) } else { Vec::new() };
            let (number, is_search) = (screen(&mut app).lesson.number(), screen(&mut app).lesson.is_search());
            for size in SIZES {
                let place = format!("{} {number}, {language}, {size:?}", game.id);
                let step = screen(&mut app).lesson.step();
                let (title, task) = (words(step.title), words(step.text));
                let text = text(&mut app, size);
                assert!(text.contains(&title) && text.contains(&task), "{place}: {task}\n{text}");
                for steps in &beginnings {
                    act(&mut app, Action::Reset);
                    for step in steps {
                        take(&mut app, *step);
                    }
                    let frame = rows(&mut app, size, |_| Rect::new(0, 0, size.0, size.1)).join("\n");
                    let Screen::Lesson(lesson) = &app.screen else { panic!("the lesson was left") };
                    for entry in lesson.entries(&app.ctx).0 {
                        assert!(
                            frame.contains(&entry.text),
                            "{place}: {} after {steps:?}\n{frame}",
                            entry.text
                        );
                    }
                }
            }
            act(&mut app, Action::Reset);
            let solution = screen(&mut app).lesson.solution();
            let solution = if is_search { solution.join(" ") } else { solution[0].clone() };
            let Screen::Lesson(lesson) = &mut app.screen else { panic!("the lesson was left") };
            let answer = lesson.lesson.attempt(&solution);
            lesson.hear(answer, &app.ctx);
            let done = words(screen(&mut app).lesson.step().done);
            for size in SIZES {
                let text = text(&mut app, size);
                assert!(text.contains(&done), "{} {number}, {language}, {size:?}: {done}\n{text}", game.id);
            }
            if screen(&mut app).lesson.is_last() {
                break;
            }
            act(&mut app, Action::Skip);
        }
    }
}
