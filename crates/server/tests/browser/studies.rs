//! Studies in the browser: persistent variations, links for readers and for the author, and the editor of positions.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Seen, site};
use crate::tasks::in_view;

/// Plays a move on the board of an analysis, and goes back to the start.
async fn try_move(page: &Page, square: &str, moves: usize) {
    Seen::ready(page).await;
    page.click(&site(square)).await;
    page.wait(&format!("document.querySelectorAll('#tree .move').length === {moves}")).await;
    page.shows("#tree .current").await;
    page.click("#previous").await;
    page.wait("!document.querySelector('#tree .current')").await;
}

/// Scrolls an element beside the board into view.
async fn reveal(page: &Page, selector: &str) {
    page.eval(&format!("document.querySelector('{selector}').scrollIntoView({{ block: 'start' }})")).await;
}

/// Returns the text of the tree.
async fn tree(page: &Page) -> String {
    page.text("#tree").await
}

#[tokio::test]
async fn variations_survive_a_reload_and_a_crash() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/analysis?game=staqs:size=4").await;
    try_move(&page, "a1", 1).await;
    try_move(&page, "b2", 2).await;
    let before = tree(&page).await;
    assert_eq!(before, "1. a1(1. b2)");
    in_view(&page, "analysis", &["#board", "#previous", "#next", "#prompt"]).await;
    page.reload().await;
    page.shows("#tree .variation").await;
    assert_eq!(tree(&page).await, before);
    let again = browser.tab_of(&page, &server).await;
    let crashed = tokio::spawn(async move { page.crash().await });
    assert!(crashed.await.unwrap_err().is_panic(), "the page has crashed");
    // Without an address, the page restores the last analysis.
    again.go("/analysis").await;
    again.shows("#tree .variation").await;
    assert_eq!(tree(&again).await, before);
    again.wait("location.search.includes('staqs')").await;
    // Arrow keys navigate the tree.
    again.key("ArrowRight").await;
    again.sees("#tree .current", "a1").await;
    again.key("ArrowLeft").await;
    again.wait("!document.querySelector('#tree .current')").await;
    again.key("End").await;
    again.sees("#tree .current", "a1").await;
}

#[tokio::test]
async fn a_study_is_read_by_its_public_link_and_changed_by_its_author() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let author = browser.visitor(&server).await;
    author.go("/analysis?game=staqs:size=4").await;
    try_move(&author, "a1", 1).await;
    try_move(&author, "b2", 2).await;
    reveal(&author, "#notes").await;
    author.fill("#study-title", "Corners <b>first</b>").await;
    author.fill("#comment", "<img src=x onerror=alert(1)>").await;
    author.click("#mark-squares").await;
    author.click(&site("c3")).await;
    author.shows(".marks .mark").await;
    author.click("#mark-squares").await;
    reveal(&author, "#notes").await;
    author.click("#save-study").await;
    author.wait("location.pathname.startsWith('/studies/')").await;
    author.sees("#study-state", "saved").await;
    let link = author.eval("document.getElementById('readers-link').value").await;
    let own = author.eval("document.getElementById('authors-link').value").await;
    let path = |link: &serde_json::Value| {
        let link = link.as_str().unwrap();
        link[link.find("/studies/").unwrap()..].to_owned()
    };
    let (link, own) = (path(&link), path(&own));

    let reader = browser.visitor(&server).await;
    reader.go(&link).await;
    reader.shows("#tree .variation").await;
    assert_eq!(reader.eval("document.title").await, "Corners <b>first</b> · Cairn");
    reader.sees("#comment-text", "<img src=x onerror=alert(1)>").await;
    reader.shows(".marks .mark").await;
    reader.sees("#study-state", "reading").await;
    reader.wait("!document.getElementById('notes').checkVisibility()").await;
    // The reader's move stays in the reader's browser.
    try_move(&reader, "d4", 3).await;
    let id = link.rsplit('/').next().unwrap();
    let stored = server.get(&format!("/api/v1/studies/{id}")).await.json();
    assert_eq!((&stored["version"], stored["nodes"].as_array().unwrap().len()), (&json!(0), 3));

    // The author's link works in any browser, and the page removes its secret from the address bar.
    let elsewhere = browser.visitor(&server).await;
    elsewhere.go(&own).await;
    elsewhere.shows("#notes").await;
    assert_eq!(elsewhere.eval("location.hash").await, "");
    try_move(&elsewhere, "d4", 3).await;
    elsewhere.sees("#study-state", "saved").await;
    elsewhere
        .wait(&format!(
            "fetch('/api/v1/studies/{id}').then((it) => it.json()).then((it) => it.nodes.length === 4)"
        ))
        .await;
    // The study is among the author's studies.
    elsewhere.go("/saved").await;
    elsewhere.sees("#studies a", "Corners <b>first</b>").await;
    // After a reload, the author's page also shows the change.
    author.reload().await;
    author.wait("document.querySelectorAll('#tree .move').length === 3").await;
    author.shows("#notes").await;
    reader.reload().await;
    reader.wait("document.querySelectorAll('#tree .move').length === 3").await;
}

#[tokio::test]
async fn a_study_of_ten_thousand_moves_opens_and_walks() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let mut nodes = vec![json!({})];
    let start = cairn_session::open("sight:size=9", None).unwrap();
    let mut level: Vec<_> = vec![(0, start)];
    while nodes.len() < 10_001 {
        let mut next = Vec::new();
        for (parent, session) in &level {
            for mv in session.legal_moves() {
                if nodes.len() == 10_001 {
                    break;
                }
                let mut after = session.fork();
                after.play(&mv).unwrap();
                next.push((nodes.len(), after));
                nodes.push(json!({ "parent": parent, "move": mv }));
            }
        }
        level = next;
    }
    let made =
        server.post("/api/v1/studies", &json!({ "game": "sight:size=9", "nodes": nodes })).await.json();
    let page = browser.visitor(&server).await;
    page.go(&format!("/studies/{}", made["id"].as_str().unwrap())).await;
    page.wait("document.querySelectorAll('#tree .move').length === 10000").await;
    Seen::ready(&page).await;
    let ms = page
        .eval(
            "new Promise((resolve) => {
                const start = performance.now();
                const tree = document.getElementById('tree');
                const done = () => tree.querySelector('.current') && (watch.disconnect(), requestAnimationFrame(() => resolve(performance.now() - start)));
                const watch = new MutationObserver(done);
                watch.observe(tree, { subtree: true, attributes: true });
                document.getElementById('next').click();
            })",
        )
        .await;
    eprintln!("10,000 moves: a step is shown after {ms} ms");
    page.shows("#tree .current").await;
}

#[tokio::test]
async fn a_position_is_set_up_with_the_tools_of_its_game() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/analysis?game=staqs:size=4").await;
    Seen::ready(&page).await;
    reveal(&page, "#edit-position").await;
    page.click("#edit-position").await;
    page.click_text("blue stack").await;
    for _ in 0..2 {
        page.click(&site("a1")).await;
    }
    page.wait("document.querySelector('#board [data-site=a1]').getAttribute('aria-label').includes('3')")
        .await;
    // Dragging moves pieces; the reserves are a field that the game checks.
    page.drag(&site("a1"), &site("b2")).await;
    page.wait("document.querySelector('#board [data-site=b2]').getAttribute('aria-label').includes('3')")
        .await;
    page.fill("#edit-fields input", "9/9").await;
    page.key("Tab").await;
    page.shows("#problem:not(:empty)").await;
    page.fill("#edit-fields input", "1/1").await;
    page.key("Tab").await;
    page.wait("document.getElementById('problem').textContent === ''").await;
    page.click("#edit-turn").await;
    page.sees("#prompt", "White to move").await;
    reveal(&page, "#edit-done").await;
    page.click("#edit-done").await;
    page.wait("location.search.includes('+w+') && !document.getElementById('editor').checkVisibility()")
        .await;
    Seen::ready(&page).await;
    page.wait("document.querySelector('#board [data-site=b2] [data-piece]')").await;
}
