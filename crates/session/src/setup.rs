//! Sets up positions by hand: edits a position string, which the game then checks.

use cairn_rules::{SetupEffect, SetupTool, Site};

use crate::{OpenError, Session, open};

/// A change of a position.
#[derive(Copy, Clone, Debug)]
pub enum SetupEdit {
    /// Uses a tool on a site.
    Use(&'static SetupTool, Site),
    /// Empties a site.
    Empty(Site),
    /// Empties the board.
    Clear,
    /// Passes the turn to the next player.
    NextTurn,
}

/// Returns the tools of a session's game, without those for seats that it does not have.
pub fn setup_tools(session: &dyn Session) -> Vec<&'static SetupTool> {
    let (info, seats) = (session.info(), session.seats());
    let is_absent = |letter| info.seats.iter().skip(seats).any(|seat| seat.letter == letter);
    let is_wanted = |tool: &&SetupTool| match tool.effect {
        SetupEffect::Stack(letter, ..) => !is_absent(letter),
        _ => true,
    };
    info.setup.iter().filter(is_wanted).collect()
}

/// Returns a session with the same options that starts at the edited position of another one. The position strings of
/// its game must begin with the rows of a board and the letter of the player to move, as in all games with tools.
///
/// If the game rejects the edited position, changes the turn and the reserves as little as necessary: a disc placed on
/// the board leaves the reserve.
///
/// ```
/// use cairn_rules::Site;
/// use cairn_session::{SetupEdit, edit_position, open, setup_tools};
///
/// let session = open("staqs:size=3", None)?;
/// let tools = setup_tools(&*session);
/// assert_eq!(tools[1].name.to_string(), "blue stack");
/// let edited = edit_position(&*session, SetupEdit::Use(tools[1], Site(4)))?;
/// assert_eq!(edited.position(), "n,n,n/n,b2,n/n,n,n w 3/4");
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub fn edit_position(session: &dyn Session, edit: SetupEdit) -> Result<Box<dyn Session>, OpenError> {
    let text = session.position();
    let mut fields: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    let mut rows = read_rows(&fields[0]);
    let mut turn = session.to_move().index();
    match edit {
        SetupEdit::Use(SetupTool { effect: SetupEffect::Pawn(field), .. }, site) => {
            let scene = session.board().scene();
            if let (Some(field), Some(view)) = (fields.get_mut(*field), scene.sites.get(usize::from(site.0)))
            {
                field.clone_from(&view.name);
            }
        }
        SetupEdit::Use(tool, site) => {
            if let Some(cell) = cell_at(&mut rows, site) {
                *cell = tool.cell(cell.as_deref()).or(cell.take());
            }
        }
        SetupEdit::Empty(site) => {
            if let Some(cell) = cell_at(&mut rows, site) {
                *cell = None;
            }
        }
        SetupEdit::Clear => rows.iter_mut().flatten().for_each(|cell| *cell = None),
        SetupEdit::NextTurn => turn = (turn + 1) % session.seats(),
    }
    fields[0] = write_rows(&rows);
    let seats = session.info().seats.iter().take(session.seats());
    let mut letters: Vec<String> = seats.map(|seat| seat.letter.to_string()).collect();
    letters.rotate_left(turn);
    if matches!(edit, SetupEdit::NextTurn) {
        letters.truncate(1);
    }
    let mut refused = None;
    for mut fields in with_fewer_reserves(&fields) {
        for letter in &letters {
            if let Some(turn) = fields.get_mut(1) {
                turn.clone_from(letter);
            }
            match open(&session.spec(), Some(&fields.join(" "))) {
                Ok(edited) => return Ok(edited),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
    }
    refused.map_or_else(|| Ok(session.restarted()), Err)
}

/// Returns a session that starts at the position of another one, with everything on a square moved to another square. A
/// pawn moves without the pieces under it.
///
/// ```
/// use cairn_rules::Site;
/// use cairn_session::{move_pieces, open};
///
/// let session = open("sight:size=3", Some("3/3/w2,2 w"))?;
/// assert_eq!(move_pieces(&*session, Site(0), Site(8))?.position(), "2,w2/3/3 w");
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub fn move_pieces(session: &dyn Session, from: Site, to: Site) -> Result<Box<dyn Session>, OpenError> {
    let scene = session.board().scene();
    let name = |site: Site| scene.sites.get(usize::from(site.0)).map_or("", |view| view.name.as_str());
    let text = session.position();
    let mut fields: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    let is_pawn = |tool: &SetupTool| match tool.effect {
        SetupEffect::Pawn(field) => {
            fields.get(field).is_some_and(|square| square == name(from)).then_some(field)
        }
        _ => None,
    };
    if let Some(field) = session.info().setup.iter().find_map(is_pawn) {
        name(to).clone_into(&mut fields[field]);
    } else {
        let mut rows = read_rows(&fields[0]);
        let moved = cell_at(&mut rows, from).and_then(Option::take);
        if let (Some(moved), Some(cell)) = (moved, cell_at(&mut rows, to)) {
            *cell = Some(moved);
        }
        fields[0] = write_rows(&rows);
    }
    open(&session.spec(), Some(&fields.join(" ")))
}

/// Returns a session that starts at the position of another one, with a different text in a field of the position
/// string. If the game rejects it, changes the turn if that helps.
///
/// ```
/// use cairn_session::{open, set_position_field};
///
/// let session = open("staqs:size=3", None)?;
/// assert!(set_position_field(&*session, 2, "1/1")?.position().ends_with(" b 1/1"));
/// assert!(set_position_field(&*session, 2, "many").is_err());
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub fn set_position_field(
    session: &dyn Session,
    index: usize,
    text: &str,
) -> Result<Box<dyn Session>, OpenError> {
    let position = session.position();
    let mut fields: Vec<String> = position.split(' ').map(ToOwned::to_owned).collect();
    if let Some(field) = fields.get_mut(index) {
        text.clone_into(field);
    }
    let edited = open(&session.spec(), Some(&fields.join(" ")));
    let others = session.info().seats.iter().take(session.seats());
    let with_turn = |letter: char| {
        let mut fields = fields.clone();
        fields[1] = letter.to_string();
        open(&session.spec(), Some(&fields.join(" "))).ok()
    };
    edited.or_else(|error| others.map(|seat| seat.letter).find_map(with_turn).ok_or(error))
}

/// Parses the text of every square; the first row is the lowest.
fn read_rows(text: &str) -> Vec<Vec<Option<String>>> {
    let cells = |row: &str| {
        let mut cells = Vec::new();
        for word in row.split(',') {
            match word.parse::<usize>() {
                Ok(run) => cells.resize(cells.len() + run, None),
                Err(_) => cells.push(Some(word.to_owned())),
            }
        }
        cells
    };
    text.split('/').rev().map(cells).collect()
}

fn write_rows(rows: &[Vec<Option<String>>]) -> String {
    let word = |run: &[Option<String>]| match run {
        [Some(cell)] => cell.clone(),
        empty => empty.len().to_string(),
    };
    let row = |cells: &Vec<Option<String>>| {
        let runs = cells.chunk_by(|left, right| left.is_none() && right.is_none());
        runs.map(word).collect::<Vec<_>>().join(",")
    };
    rows.iter().rev().map(row).collect::<Vec<_>>().join("/")
}

fn cell_at(rows: &mut [Vec<Option<String>>], site: Site) -> Option<&mut Option<String>> {
    rows.iter_mut().flatten().nth(site.0.into())
}

/// Returns the fields unchanged, and then with ever smaller reserves: the fields of numbers and slashes after the rows.
fn with_fewer_reserves(fields: &[String]) -> Vec<Vec<String>> {
    let numbers =
        |field: &String| field.split('/').map(|word| word.parse::<u8>().ok()).collect::<Option<Vec<_>>>();
    let is_list = |index: &usize| fields[*index].contains('/') && numbers(&fields[*index]).is_some();
    let Some(index) = (1..fields.len()).find(is_list) else { return vec![fields.to_vec()] };
    let mut choices = vec![Vec::new()];
    for most in numbers(&fields[index]).unwrap_or_default() {
        let longer = |choice: &Vec<u8>| {
            let choice = choice.clone();
            (0..=most).rev().map(move |number| [&choice[..], &[number]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
        .sort_by_key(|choice| std::cmp::Reverse(choice.iter().map(|&number| u32::from(number)).sum::<u32>()));
    let with = |choice: &Vec<u8>| {
        let words: Vec<String> = choice.iter().map(ToString::to_string).collect();
        let mut fields = fields.to_vec();
        fields[index] = words.join("/");
        fields
    };
    choices.iter().map(with).collect()
}
