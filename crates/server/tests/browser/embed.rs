//! Games, positions and studies in frames of another site, and the code to copy for them.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::study::finished;

/// A site of somebody else, at another origin, with one page.
struct Blog {
    address: std::net::SocketAddr,
    page: Arc<Mutex<String>>,
}

impl Blog {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, page) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(String::new())));
        let shown = Arc::clone(&page);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let page = shown.lock().unwrap().clone();
                tokio::spawn(async move {
                    let mut request = [0; 4096];
                    let _ = stream.read(&mut request).await;
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close";
                    let _ = stream
                        .write_all(
                            format!("{head}\r\nContent-Length: {}\r\n\r\n{page}", page.len()).as_bytes(),
                        )
                        .await;
                });
            }
        });
        Self { address, page }
    }

    /// A visitor who reads a post with this HTML in it.
    async fn reader(&self, browser: &Browser, html: &str) -> Page {
        let icon = "<link rel=icon href='data:,'>";
        *self.page.lock().unwrap() =
            format!("<!doctype html><title>A post</title>{icon}<h1>A post</h1>{html}");
        let page = browser.visitor_at(self.address).await;
        page.go("/post").await;
        page
    }
}

/// The HTML that a page offers for other sites.
async fn code(page: &Page) -> String {
    page.shows("#embed-html").await;
    let code = page.eval("document.getElementById('embed-html').value").await;
    code.as_str().unwrap().to_owned()
}

/// The pieces on the board of the frame.
const PIECES: &str = "document.querySelectorAll('#board [data-piece]').length";

#[tokio::test]
async fn a_finished_game_is_shown_in_a_frame_of_another_site() {
    let Some(browser) = Browser::open().await else { return };
    let (server, blog) = (Site::start().await, Blog::start().await);
    let game = finished(&server).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    page.sees("#tools", "Review").await;
    page.menu("Embed").await;
    page.choose("#embed-theme", "dark").await;
    let html = code(&page).await;
    assert!(html.starts_with("<iframe src=\"http://127.0.0.1:"), "{html}");
    // The button copies it.
    page.eval("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } }, configurable: true })").await;
    page.click_text("Copy the code").await;
    page.wait(&format!("window.copied === {}", json!(html))).await;

    let reader = blog.reader(&browser, &html).await;
    reader.frame_wait("document.querySelectorAll('#tree .move').length === 10").await;
    reader.frame_wait("document.querySelector('#prompt').textContent.includes('resigns')").await;
    let looks = reader.frame("[document.documentElement.dataset.theme, document.documentElement.lang]").await;
    assert_eq!(looks, json!(["dark", "en"]));
    let all = reader.frame(PIECES).await;
    // By a button, by a move of the list, and by a key.
    reader.frame_click("#first").await;
    reader.frame_wait(&format!("{PIECES} !== {all}")).await;
    reader.frame_click("#tree .move:nth-of-type(3)").await;
    reader.frame_wait("document.querySelector('#tree .current').textContent.startsWith('3. ')").await;
    reader.key("ArrowRight").await;
    reader.frame_wait("document.querySelector('#tree .current').textContent.length > 0 && !document.querySelector('#tree .current').textContent.startsWith('3. ')").await;
    reader.key("End").await;
    reader.frame_wait(&format!("{PIECES} === {all}")).await;
    // It scrolls nowhere, stores nothing, and links back.
    assert_eq!(reader.frame("document.scrollingElement.scrollHeight - innerHeight").await, 0);
    assert_eq!(reader.frame("[localStorage.length, document.cookie]").await, json!([0, ""]));
    let back = reader.frame("document.querySelector('h1 a').href").await;
    assert_eq!(back, format!("http://{}/games/{}", server.address, game.id));
    reader.picture("embed-game", false).await;
}

#[tokio::test]
async fn a_game_in_a_frame_follows_its_players() {
    let Some(browser) = Browser::open().await else { return };
    let (server, blog) = (Site::start().await, Blog::start().await);
    let game =
        server.create(&json!({ "game": "sight:size=4", "seats": ["human", "human"], "name": "Ana" })).await;
    let html = format!(
        "<iframe src='http://{}/embed/games/{}?language=pt' width=360 height=560></iframe>",
        server.address, game.id
    );
    let reader = blog.reader(&browser, &html).await;
    reader.frame_wait("document.querySelector('#players').textContent.includes('Ana')").await;
    for (ply, mv) in ["a1", "b2"].into_iter().enumerate() {
        assert_eq!(server.play(&game, mv, ply).await.status, 200);
        reader
            .frame_wait(&format!("document.querySelector('#tree .current')?.textContent.endsWith('{mv}')"))
            .await;
    }
    reader.frame_wait(&format!("{PIECES} === 2")).await;
    // The page is in the language of its address, and so is what it asks for.
    reader.frame_wait("document.querySelector('#prompt').textContent === 'Jogam as Brancas'").await;
    // A visitor who looks back is not disturbed.
    reader.frame_click("#first").await;
    reader.frame_wait(&format!("{PIECES} === 0")).await;
    assert_eq!(server.play(&game, "c3", 2).await.status, 200);
    reader.frame_wait("document.querySelectorAll('#tree .move').length === 3").await;
    assert_eq!(reader.frame("document.querySelector('#tree .current')").await, Value::Null);
    assert_eq!(server.act(&game, "resign").await.status, 200);
    reader.frame_click("#last").await;
    reader.frame_wait("document.querySelector('#prompt').textContent.includes('desist')").await;
}

#[tokio::test]
async fn a_position_and_a_study_are_shown_in_frames_of_another_site() {
    let Some(browser) = Browser::open().await else { return };
    let (server, blog) = (Site::start().await, Blog::start().await);
    let page = browser.visitor(&server).await;
    page.go("/analysis?game=sight:size=4&moves=a1,b2").await;
    page.shows("#tree .current").await;
    page.click_text("Share").await;
    page.click("#embed").await;
    let reader = blog.reader(&browser, &code(&page).await).await;
    reader
        .frame_wait(&format!("{PIECES} === 2 && document.querySelectorAll('#tree .move').length === 2"))
        .await;
    reader.frame_click("#previous").await;
    reader.frame_wait(&format!("{PIECES} === 1")).await;

    // A study, whose author is hostile.
    let title = "\"><img src=x onerror=alert(1)>";
    let study = json!({ "title": title, "game": "staqs:size=4", "nodes": [
        { "squares": ["c3"], "comment": "<b>The start</b>" },
        { "parent": 0, "move": "a1", "arrows": [["a1", "b2"]] },
        { "parent": 1, "move": "b2" },
        { "parent": 0, "move": "d4" },
    ] });
    let made = server.post("/api/v1/studies", &study).await.json();
    page.go(&format!("/studies/{}", made["id"].as_str().unwrap())).await;
    page.shows("#tree .variation").await;
    page.click_text("Share").await;
    page.click("#embed").await;
    let reader = blog.reader(&browser, &code(&page).await).await;
    assert_eq!(reader.eval("document.images.length").await, 0, "the title stays in its attribute");
    assert_eq!(reader.eval("document.querySelector('iframe').title").await, format!("{title} · Cairn"));
    reader.frame_wait("document.querySelector('#comment-text').textContent === '<b>The start</b>'").await;
    reader.frame_wait("document.querySelector('.marks .mark')").await;
    reader.frame_click("#next").await;
    reader.frame_wait("document.querySelector('.marks .arrow')").await;
    // A variation.
    reader.frame_click("#tree .aside").await;
    reader
        .frame_wait("document.querySelector('#board [data-site=d4]').innerHTML.includes('data-piece')")
        .await;
}

#[tokio::test]
async fn no_other_page_can_be_framed() {
    let Some(browser) = Browser::open().await else { return };
    let (server, blog) = (Site::start().await, Blog::start().await);
    let game = finished(&server).await;
    for path in
        ["/".to_owned(), format!("/games/{}", game.id), "/embed/games/none".to_owned(), "/healthz".to_owned()]
    {
        let html = format!("<iframe src='http://{}{path}'></iframe>", server.address);
        let mut reader = blog.reader(&browser, &html).await;
        reader.forgive("frame-ancestors");
        reader.forgive("status of 404");
        reader.frame_is_blocked().await;
    }
    let head = server.get(&format!("/embed/games/{}", game.id)).await.head;
    assert!(head.contains("frame-ancestors *"), "{head}");
}
