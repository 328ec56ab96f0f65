//! Checks studies before they are stored: every move is legal, every square exists, and no text can deceive its reader.

use std::collections::HashSet;

use cairn_protocol::{
    MAX_COMMENT_CHARS, MAX_STUDY_MARKS, MAX_STUDY_NODES, MAX_TITLE_CHARS, Problem, Study, StudyNode,
};
use cairn_rules::Scene;
use cairn_session::Session;
use cairn_texts::Texts;

use super::{MAX_MOVES, open};

/// Returns the study in the form to store: moves in their canonical notation, and texts without invisible characters.
pub fn check_study(study: &Study, texts: Texts) -> Result<Study, Problem> {
    let mut session = open(&study.game, study.position.as_deref(), None, texts)?;
    let (game, position) = (session.spec(), session.start_position());
    if study.nodes.len() > MAX_STUDY_NODES {
        let n = MAX_STUDY_NODES - 1;
        return Err(Problem::unprocessable(texts.format("web.problem.study_nodes", &[("n", &n)])));
    }
    let mut nodes = vec![StudyNode::default()];
    nodes.extend(study.nodes.iter().skip(1).cloned());
    if let Some(start) = study.nodes.first().filter(|start| start.parent == 0 && start.r#move.is_empty()) {
        nodes[0] = start.clone();
    } else if !study.nodes.is_empty() {
        return Err(Problem::unprocessable(texts.text("web.problem.study_start")));
    }
    let scene = session.board().scene();
    for (number, node) in nodes.iter_mut().enumerate() {
        clean(node, number, &scene, texts)?;
    }
    check_moves(&mut nodes, &mut *session, texts)?;
    Ok(Study { title: one_line(&study.title, MAX_TITLE_CHARS), game, position, nodes })
}

/// Plays all moves, in an order in which each position is reached by one step from the last, or by going back.
fn check_moves(nodes: &mut [StudyNode], session: &mut dyn Session, texts: Texts) -> Result<(), Problem> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let parent = node.parent as usize;
        if parent >= number {
            let args: [(&str, &dyn std::fmt::Display); 2] = [("n", &number), ("parent", &parent)];
            return Err(Problem::unprocessable(texts.format("web.problem.study_parent", &args)));
        }
        children[parent].push(number);
    }
    let start = session.ply();
    // The nodes whose moves remain to be played, each with the number of moves before it.
    let mut open: Vec<(usize, usize)> = children[0].iter().rev().map(|&child| (child, 0)).collect();
    let mut seen: HashSet<(u32, String)> = HashSet::new();
    while let Some((number, depth)) = open.pop() {
        while session.ply() > start + depth {
            session.undo();
        }
        if depth >= MAX_MOVES {
            return Err(Problem::unprocessable(texts.format("web.problem.moves", &[("n", &MAX_MOVES)])));
        }
        let node = &mut nodes[number];
        node.r#move = session.play(&node.r#move).map_err(|error| {
            let args: [(&str, &dyn std::fmt::Display); 2] =
                [("n", &number), ("why", &texts.move_error(&error))];
            Problem::unprocessable(texts.format("web.problem.study_node", &args))
        })?;
        if !seen.insert((node.parent, node.r#move.clone())) {
            let args: [(&str, &dyn std::fmt::Display); 2] = [("n", &number), ("move", &node.r#move)];
            return Err(Problem::unprocessable(texts.format("web.problem.study_twice", &args)));
        }
        open.extend(children[number].iter().rev().map(|&child| (child, depth + 1)));
    }
    Ok(())
}

/// Cleans the texts of a node, and checks its marks.
fn clean(node: &mut StudyNode, number: usize, scene: &Scene, texts: Texts) -> Result<(), Problem> {
    node.comment = lines(&node.comment, MAX_COMMENT_CHARS);
    if node.arrows.len().max(node.squares.len()) > MAX_STUDY_MARKS {
        let args: [(&str, &dyn std::fmt::Display); 2] = [("n", &number), ("max", &MAX_STUDY_MARKS)];
        return Err(Problem::unprocessable(texts.format("web.problem.study_marks", &args)));
    }
    let ends = node.arrows.iter().flat_map(|(from, to)| [from, to]);
    if let Some(word) = ends.chain(&node.squares).find(|name| scene.site(name).is_none()) {
        let word = cairn_session::excerpt(word);
        return Err(Problem::unprocessable(texts.format("lesson.no_square", &[("word", &word)])));
    }
    let mut seen = HashSet::new();
    node.arrows.retain(|(from, to)| from != to && seen.insert((from.clone(), to.clone())));
    let mut seen = HashSet::new();
    node.squares.retain(|square| seen.insert(square.clone()));
    Ok(())
}

/// Reduces text to one line of visible characters without runs of spaces, cut after `max` of them.
fn one_line(text: &str, max: usize) -> String {
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let visible: String = text.chars().filter(|c| is_space(*c) || cairn_texts::is_safe(*c)).collect();
    let words: Vec<&str> = visible.split(is_space).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(max).collect::<String>().trim_end().to_owned()
}

/// Reduces text to lines of visible characters, cut after `max` of them.
fn lines(text: &str, max: usize) -> String {
    let visible = text.chars().filter(|c| *c == '\n' || cairn_texts::is_safe(*c));
    visible.take(max).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: u32, mv: &str) -> StudyNode {
        StudyNode { parent, r#move: mv.to_owned(), ..StudyNode::default() }
    }

    fn study(nodes: Vec<StudyNode>) -> Study {
        Study { title: "Test".into(), game: "staqs:size=4".into(), position: None, nodes }
    }

    #[track_caller]
    fn refused(nodes: Vec<StudyNode>) -> String {
        check_study(&study(nodes), Texts::default()).unwrap_err().detail
    }

    #[test]
    fn variations_are_checked_and_written_canonically() {
        let nodes =
            vec![node(0, ""), node(0, " A1 "), node(1, "b2"), node(0, "c3"), node(3, "a1"), node(2, "c3")];
        let checked = check_study(&study(nodes), Texts::default()).unwrap();
        let moves: Vec<&str> = checked.nodes.iter().map(|node| node.r#move.as_str()).collect();
        assert_eq!(moves, ["", "a1", "b2", "c3", "a1", "c3"]);
        assert_eq!(check_study(&checked, Texts::default()).unwrap(), checked);
        let empty = check_study(&study(Vec::new()), Texts::default()).unwrap();
        assert_eq!(empty.nodes, [StudyNode::default()]);
    }

    #[test]
    fn hostile_trees_are_refused_by_name() {
        let start = || node(0, "");
        assert!(refused(vec![node(0, "a1")]).contains("start"));
        assert!(refused(vec![start(), node(0, "z9")]).contains("z9"));
        assert!(refused(vec![start(), node(1, "a1")]).contains('1'));
        assert!(refused(vec![start(), node(u32::MAX, "a1")]).contains("4294967295"));
        assert!(refused(vec![start(), node(0, "a1"), node(0, "a1")]).contains("a1"));
        assert!(refused(vec![start(); MAX_STUDY_NODES + 1]).contains("10000"));
        let marked = StudyNode { squares: vec!["z9".into()], ..start() };
        assert!(refused(vec![marked]).contains("z9"));
        let many = StudyNode { squares: vec!["a1".into(); MAX_STUDY_MARKS + 1], ..start() };
        assert!(refused(vec![many]).contains("64"));
        let stray = StudyNode { arrows: vec![("a1".into(), "<b>".into())], ..start() };
        assert!(refused(vec![stray]).contains("<b>"));
        let game = Study { game: "go".into(), ..Study::default() };
        assert!(check_study(&game, Texts::default()).unwrap_err().detail.contains("go"));
    }

    #[test]
    fn texts_are_cut_and_cleaned() {
        let comment = format!("<script>\u{202e}one\ntwo\u{0}{}", "x".repeat(5_000));
        let start = StudyNode {
            comment,
            arrows: vec![("a1".into(), "b2".into()), ("a1".into(), "b2".into()), ("a1".into(), "a1".into())],
            ..StudyNode::default()
        };
        let title = format!(" A \u{200b}\n title {}", "y".repeat(500));
        let checked = check_study(&Study { title, ..study(vec![start]) }, Texts::default()).unwrap();
        assert!(checked.title.starts_with("A title yyy") && checked.title.chars().count() == MAX_TITLE_CHARS);
        let start = &checked.nodes[0];
        assert!(start.comment.starts_with("<script>one\ntwox"), "{}", start.comment);
        assert_eq!(start.comment.chars().count(), MAX_COMMENT_CHARS);
        assert_eq!(start.arrows.len(), 1);
    }
}
