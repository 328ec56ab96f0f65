//! Tests that pages are complete, safe and in the client's language.

use cairn_coach::puzzle::Day;
use cairn_protocol::{StoredStudy, Study, StudyNode};
use cairn_rules::games::ALL;
use http::{HeaderMap, Response, StatusCode, header};

use super::*;
use crate::{EmbedLooks, FrameAncestors};

/// Returns the context of a request with these cookies.
fn context(cookies: &str) -> PageContext {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, "cairn.example".parse().unwrap());
    headers.insert(header::COOKIE, cookies.parse().unwrap());
    PageContext::new(&headers, Day::after_epoch(20_000))
}

fn analysis_of(context: &PageContext, query: &AnalysisQuery) -> Response<String> {
    analysis(context, query, &analysis_board(query, context.texts))
}

/// Renders all pages, with their addresses.
fn all_pages(context: &PageContext) -> Vec<(String, Response<String>)> {
    let mut pages = vec![
        ("/".to_owned(), home(context)),
        ("/new".to_owned(), new_game(context, &NewGameQuery::default())),
        ("/watch".to_owned(), watch(context)),
        ("/analysis".to_owned(), analysis_of(context, &AnalysisQuery::default())),
        ("/puzzles".to_owned(), puzzles(context)),
        ("/puzzles/staqs-1".to_owned(), puzzle(context, "staqs-1")),
        ("/learn".to_owned(), learn(context)),
        ("/rules".to_owned(), rules_list(context)),
        ("/saved".to_owned(), saved(context)),
        ("/settings".to_owned(), settings(context)),
    ];
    for info in ALL {
        let game = Some(info.id.to_owned());
        let new = NewGameQuery { game: game.clone(), ..NewGameQuery::default() };
        let position = AnalysisQuery { game, ..AnalysisQuery::default() };
        pages.extend([
            (format!("/new?game={}", info.id), new_game(context, &new)),
            (format!("/analysis?game={}", info.id), analysis_of(context, &position)),
            (format!("/learn/{}", info.id), lesson(context, info.id)),
            (format!("/rules/{}", info.id), rules(context, info.id)),
        ]);
    }
    pages
}

#[test]
fn every_page_is_whole_in_both_languages_and_has_nothing_inline() {
    for language in ["en", "pt"] {
        for (path, page) in all_pages(&context(&format!("language={language}; theme=dark"))) {
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{path}");
            let page = page.into_body();
            assert!(page.contains(&format!("<html lang=\"{language}\" data-theme=\"dark\"")), "{path}");
            assert!(page.contains("<title>") && page.contains("</html>") && page.contains("<h1"), "{path}");
            assert_eq!(page.matches("<h1").count(), 1, "{path}");
            for banned in [" style=\"", "<style", " onclick", "javascript:", "{{", "http://", "https://"] {
                let page = page.replace("http://www.w3.org/2000/svg", "").replace("http://cairn.example", "");
                assert!(!page.contains(banned), "{path} has {banned}");
            }
            for script in page.split("<script").skip(1) {
                let is_data = script.contains("type=\"application/json\"");
                assert!(is_data || script.contains("></script>"), "{path} has an inline script");
            }
            // A text without a translation would show its key.
            assert!(!page.contains(">web.") && !page.contains("\"web.x"), "{path}");
        }
    }
}

/// The context of a page in a frame.
fn framed(cookies: &str, query: &str) -> PageContext {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, "cairn.example".parse().unwrap());
    headers.insert(header::COOKIE, cookies.parse().unwrap());
    headers.insert(header::ACCEPT_LANGUAGE, "pt-PT,pt;q=0.9".parse().unwrap());
    let words = |name: &str| {
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
    };
    let looks = EmbedLooks { theme: words("theme"), board: words("board"), language: words("language") };
    PageContext::new(&headers, Day::after_epoch(20_000)).embedded(&headers, &looks)
}

/// All pages for frames, each with the path of the whole page.
fn embedded(context: &PageContext) -> Vec<(String, Response<String>)> {
    let query = |moves: &str| AnalysisQuery {
        game: Some("staqs:size=4".to_owned()),
        position: None,
        moves: Some(moves.to_owned()),
    };
    let session = crate::study::open("staqs:size=4", None, Some("a1,b2"), context.texts).unwrap();
    let study = StoredStudy {
        id: "abc".to_owned(),
        version: 0,
        created: 0,
        updated: 0,
        study: Study {
            title: "\"><script>alert(1)</script>".to_owned(),
            game: "staqs:size=4".to_owned(),
            position: None,
            nodes: vec![StudyNode { comment: "</script><img>".to_owned(), ..StudyNode::default() }],
        },
    };
    let position = EmbeddedPosition::open(&query("a1,b2"), context.texts).unwrap();
    vec![
        ("/analysis?game=staqs%3Asize%3D4&moves=a1%2Cb2".to_owned(), embed_position(context, &position)),
        ("/games/abc".to_owned(), embed_game(context, "abc", &EmbeddedGame::of(&*session, context.texts))),
        ("/studies/abc".to_owned(), embed_study(context, &study, &study_board(&study, context.texts))),
    ]
}

#[test]
fn pages_for_frames_alone_can_be_framed_and_their_address_decides_how_they_look() {
    for (whole, page) in embedded(&framed("theme=light; language=en", "theme=dark&board=slate&language=pt")) {
        assert_eq!(page.status(), StatusCode::OK, "{whole}");
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self';") && policy.ends_with("frame-ancestors *"),
            "{policy}"
        );
        assert!(!page.headers()[header::VARY].to_str().unwrap().contains("cookie"));
        let page = page.into_body();
        assert!(
            page.contains("<html lang=\"pt\" data-theme=\"dark\"") && page.contains("data-board=\"slate\"")
        );
        assert_eq!(page.matches("<h1").count(), 1, "{whole}");
        assert!(
            !page.contains("<header") && !page.contains("<footer") && !page.contains("<script>"),
            "{page}"
        );
        let link = format!("href=\"{}\"", whole.replace('&', "&amp;"));
        assert!(page.contains(&format!("{link} target=\"_blank\"")), "{whole}");
        assert!(page.contains("rel=\"canonical\" href=\"http://cairn.example/"));
        assert!(page.contains("property=\"og:image\" content=\"http://cairn.example/api/v1/"));
        assert!(page.contains("data-site=\"a1\"") && page.contains("content=\"noindex\""));
    }
    // Cookies do not count, and neither do words that are no setting.
    for (_, page) in embedded(&framed("theme=dark; language=en", "theme=%22&language=xx")) {
        assert!(page.into_body().contains("<html lang=\"pt\" data-theme=\"auto\""));
    }
    for (path, page) in all_pages(&context("")) {
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}");
    }
}

#[test]
fn the_operator_decides_which_sites_may_frame_pages() {
    let club = FrameAncestors(Some("https://club.example https://blog.example".into()));
    for (_, page) in embedded(&framed("", "").framed_by(club)) {
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors https://club.example https://blog.example"), "{policy}");
    }
    let nobody = framed("", "").framed_by(FrameAncestors(None));
    for (whole, page) in embedded(&nobody) {
        assert_eq!(page.status(), StatusCode::NOT_FOUND, "{whole}");
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
    }
    let has_code = |context: &PageContext| {
        analysis_of(context, &AnalysisQuery::default()).into_body().contains("id=\"embed\"")
    };
    assert!(has_code(&context("")) && !has_code(&nobody));
}

#[test]
fn empty_lists_offer_something_to_do_in_both_languages() {
    for language in ["en", "pt"] {
        let context = context(&format!("language={language}"));
        for (page, id, action) in [
            (home(&context), "watch-none", "/new?public=1"),
            (watch(&context), "none", "/new?public=1"),
            (saved(&context), "no-running", "/new?opponent=open"),
            (saved(&context), "no-finished", "/learn"),
            (saved(&context), "no-studies", "/analysis"),
        ] {
            let page = page.into_body();
            let block = page.split(&format!("id=\"{id}\"")).nth(1).unwrap().split("</div>").next().unwrap();
            assert!(block.contains(&format!("class=\"button\" href=\"{action}\"")), "{id}: {block}");
            assert!(!block.contains(">web."), "{id}: {block}");
        }
        let puzzles = puzzles(&context).into_body();
        assert!(puzzles.contains("id=\"show-all\"") && puzzles.contains("id=\"all-solved\""));
    }
}

#[test]
fn unknown_addresses_have_a_page_with_links() {
    let context = context("language=pt");
    for page in
        [not_found(&context), rules(&context, "chess"), lesson(&context, "chess"), puzzle(&context, "none-9")]
    {
        assert_eq!(page.status(), StatusCode::NOT_FOUND);
        let body = page.into_body();
        assert!(body.contains("Não há nada aqui") && !body.contains("<script>"));
        for place in ["/", "/saved", "/new", "/puzzles", "/learn", "/watch"] {
            assert!(body.split("<main").nth(1).unwrap().contains(&format!("href=\"{place}\"")), "{place}");
        }
    }
}

#[test]
fn words_of_an_address_cannot_leave_their_place() {
    let hostile = Some("\"><script>alert(1)</script>".to_owned());
    let context = context("theme=%22%3E; language=xx");
    let position =
        AnalysisQuery { game: Some("staqs".to_owned()), position: hostile.clone(), moves: hostile.clone() };
    let new = NewGameQuery { game: hostile.clone(), opponent: hostile.clone(), public: hostile };
    for page in [analysis_of(&context, &position), new_game(&context, &new)] {
        assert_eq!(page.status(), StatusCode::OK);
        let body = page.into_body();
        assert!(!body.contains("<script>alert") && body.contains("data-theme=\"auto\""));
    }
}

#[test]
fn a_link_has_a_preview_and_a_browser_can_install_the_app() {
    let dark = context("theme=dark");
    let sight = AnalysisQuery { game: Some("sight".to_owned()), ..AnalysisQuery::default() };
    for page in [home(&dark), puzzle(&dark, "staqs-1"), analysis_of(&dark, &sight)] {
        let page = page.into_body();
        let picture = page.split("property=\"og:image\" content=\"http://cairn.example").nth(1).unwrap();
        assert!(picture.starts_with("/api/v1/position/board.png?game="));
        // The frame of the browser has only the colour of the chosen theme.
        assert_eq!(page.matches("name=\"theme-color\"").count(), 1);
        assert!(page.contains("<link rel=\"manifest\" href=\"/cairn.webmanifest\">"));
    }
    let page = home(&context("theme=auto")).into_body();
    assert_eq!(page.matches("name=\"theme-color\" media=\"(prefers-color-scheme: ").count(), 2);
}
