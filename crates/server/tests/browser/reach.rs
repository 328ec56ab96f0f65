//! Accessibility: visitors without a mouse, with large text, with a small or landscape screen, or with forced colours
//! can use everything.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::looks::{Scenery, sticks_out};
use crate::page::Page;

/// Opens a page of a visitor with a played game; returns it with the list of pages.
async fn visitor(browser: &Browser, server: &Site) -> (Page, Scenery) {
    let scenery = Scenery::new(server).await;
    let mut page = browser.visitor(server).await;
    page.forgive("status of 404");
    page.keep_still().await;
    scenery.settle(&page).await;
    (page, scenery)
}

#[tokio::test]
async fn the_first_key_leads_past_the_navigation_and_the_focus_is_always_seen() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (page, scenery) = visitor(&browser, &server).await;
    for look in scenery.pages() {
        for theme in ["light", "dark"] {
            page.set_cookie("theme", theme).await;
            look.visit(&page).await;
            page.key("Tab").await;
            page.wait("document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().top >= 0").await;
            // Visits every focusable element in the order of the page, until the focus leaves it.
            let mut seen = 0;
            loop {
                let it = page
                    .eval(
                        "(() => {
                            const it = document.activeElement;
                            if (it === document.body || it.count) return null;
                            it.count = 1;
                            // The board draws its own ring.
                            if (it.closest('#board svg')) return '';
                            const box = it.getBoundingClientRect();
                            const ring = [it, it.closest('.segment')].filter(Boolean).map((e) => getComputedStyle(e))
                                .find((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
                            const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
                            return ring && inside ? '' : it.outerHTML.slice(0, 200);
                        })()",
                    )
                    .await;
                if it.is_null() || seen > 40 {
                    break;
                }
                assert_eq!(it, "", "{} in {theme}", look.name);
                seen += 1;
                page.key("Tab").await;
            }
            assert!(seen > 10, "{} has {seen} places to go to", look.name);
        }
        page.go(&look.path).await;
        page.key("Tab").await;
        page.key("Enter").await;
        page.wait("document.activeElement.id === 'main'").await;
    }
}

#[tokio::test]
async fn large_letters_and_small_screens_need_no_scrolling_sideways() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (page, scenery) = visitor(&browser, &server).await;
    page.set_cookie("language", "pt").await;
    for look in scenery.pages() {
        page.resize(1280, 800).await;
        look.visit(&page).await;
        // A small phone, a laptop at 200 %, and a phone in landscape.
        for (width, height) in [(320, 640), (640, 400), (844, 390)] {
            page.resize(width, height).await;
            page.wait(&format!("document.documentElement.clientWidth === {width}")).await;
            assert_eq!(sticks_out(&page, width).await, "", "{} at {width}", look.name);
            let board =
                page.eval("document.querySelector('#board svg')?.getBoundingClientRect().width").await;
            let is_preview = look.name == "new";
            assert!(
                is_preview || board.as_f64().is_none_or(|board| board >= 200.0),
                "{} at {width}: {board}",
                look.name
            );
        }
        // Increases the spacing of letters, words and lines, as some readers do.
        page.eval(
            "(() => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
                document.adoptedStyleSheets = [sheet];
            })()",
        )
        .await;
        for width in [390, 1280] {
            page.resize(width, 800).await;
            page.wait(&format!("document.documentElement.clientWidth === {width}")).await;
            assert_eq!(sticks_out(&page, width).await, "", "{} at {width}, set wide", look.name);
            let cut = page
                .eval(
                    "[...document.querySelectorAll('button, .button, .segment, .tile')]
                        .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 2).map((e) => e.outerHTML.slice(0, 160)).join('\\n')",
                )
                .await;
            assert_eq!(cut, "", "{} at {width}, set wide", look.name);
        }
    }
}

#[tokio::test]
async fn colours_of_the_system_leave_discs_and_choices_apart() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (page, _) = visitor(&browser, &server).await;
    page.force_colors().await;
    page.go("/new?game=stac").await;
    page.shows("#board svg").await;
    let colors = page
        .eval("[...document.querySelectorAll('.chip')].slice(0, 2).map((each) => getComputedStyle(each).backgroundColor)")
        .await;
    assert_ne!(colors[0], colors[1]);
    page.go("/settings").await;
    let outline = "[...document.querySelectorAll('.segment')].map((each) => [each.matches(':has(:checked)'), getComputedStyle(each).outlineStyle !== 'none'])";
    for pair in page.eval(outline).await.as_array().unwrap() {
        assert_eq!(pair[0], pair[1]);
    }
}

#[tokio::test]
async fn letters_grow_with_the_setting_of_the_browser() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.set_letters(24).await;
    page.go("/").await;
    assert_eq!(page.eval("getComputedStyle(document.body).fontSize").await, "24px");
}

#[tokio::test]
async fn a_list_of_games_to_watch_keeps_the_focus_while_it_changes() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "staqs", "seats": ["human", "human"], "public": true })).await;
    let page = browser.visitor(&server).await;
    page.go("/watch").await;
    page.shows("#games svg").await;
    page.eval("document.querySelector('#games a').focus()").await;
    let before = page.text("#games .muted").await;
    let mv = server.state(&game).await["legal"][0].as_str().unwrap().to_owned();
    assert_eq!(server.play(&game, &mv, 0).await.status, 200);
    page.wait(&format!("document.querySelector('#games .muted').textContent !== {}", json!(before))).await;
    page.wait("document.activeElement.matches('#games a')").await;
    assert_eq!(server.act(&game, "resign").await.status, 200);
    page.wait("!document.querySelector('#games li') && document.getElementById('none').checkVisibility()")
        .await;
}

#[tokio::test]
#[should_panic(expected = "the page has crashed")]
async fn a_crash_of_the_page_ends_its_test() {
    let Some(browser) = Browser::open().await else { panic!("the page has crashed: no browser") };
    let server = Site::start().await;
    browser.visitor(&server).await.crash().await;
}
