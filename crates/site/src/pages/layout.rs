//! The parts that all pages share: head, navigation, and the headers of the response.

use cairn_texts::Texts;
use http::{HeaderValue, Response, StatusCode, header};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::{client_texts, icons};
use crate::PageContext;
use crate::assets;

/// Allows scripts, styles and connections from this origin only, and nothing inline. The sites that may show the page in a
/// frame follow.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors";

/// A page, built step by step.
pub(super) struct Page {
    title: String,
    /// The path of its entry in the navigation.
    place: &'static str,
    description: Option<String>,
    /// The path of a preview picture.
    picture: Option<String>,
    script: Option<&'static str>,
    data: Option<String>,
    class: &'static str,
    is_listed: bool,
    /// The path of the whole page, if this one is for a frame on another site.
    whole: Option<String>,
    body: Markup,
}

impl Page {
    pub(super) fn new(title: String, place: &'static str) -> Self {
        let (description, picture, script, data, class) = (None, None, None, None, "");
        let (is_listed, whole) = (true, None);
        Self { title, place, description, picture, script, data, class, is_listed, whole, body: html! {} }
    }

    pub(super) fn body(self, body: Markup) -> Self {
        Self { body, ..self }
    }

    /// Sets the description for link previews.
    pub(super) fn about(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    /// Sets the path of the picture for link previews.
    pub(super) fn picture(self, path: String) -> Self {
        Self { picture: Some(path), ..self }
    }

    /// Sets the script of the page.
    pub(super) fn script(self, name: &'static str) -> Self {
        Self { script: Some(name), ..self }
    }

    /// Sets the data of the script.
    pub(super) fn data(self, data: &impl Serialize) -> Self {
        Self { data: serde_json::to_string(data).ok(), ..self }
    }

    /// Sets the class of the page.
    pub(super) fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Excludes the page from search engines; its link previews work.
    pub(super) fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    /// Makes it a page for a frame on another site, without header and footer, that stands for a whole page.
    pub(super) fn framed(self, whole: String) -> Self {
        Self { whole: Some(whole), class: "embedded", ..self }.unlisted()
    }

    pub(super) fn render(self, context: &PageContext) -> Response<String> {
        self.render_with_status(StatusCode::OK, context)
    }

    pub(super) fn render_with_status(self, status: StatusCode, context: &PageContext) -> Response<String> {
        let ancestors = self.whole.as_ref().and(context.frame_ancestors()).unwrap_or("'none'");
        let policy = HeaderValue::from_str(&format!("{POLICY} {ancestors}"));
        // A page in a frame has no cookies.
        let vary = match self.whole {
            Some(_) => "accept-language, accept-encoding",
            None => "cookie, accept-language, accept-encoding",
        };
        let mut response = Response::new(self.markup(context).into_string());
        *response.status_mut() = status;
        if let Ok(policy) = policy {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        for (name, value) in [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, vary),
        ] {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }

    fn markup(self, context: &PageContext) -> Markup {
        let texts = context.texts;
        let title = match self.place {
            "/" => format!("Cairn: {}", self.title),
            _ => format!("{} · Cairn", self.title),
        };
        let description = self.description.unwrap_or_else(|| texts.text("web.about").to_owned());
        let looks = |name| context.look(name);
        html! {
            (DOCTYPE)
            html lang=(texts.language().word()) data-theme=(looks("theme")) data-size=(looks("size"))
                data-pieces=(looks("pieces")) data-board=(looks("board")) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    title { (title) }
                    meta name="description" content=(description);
                    @if !self.is_listed { meta name="robots" content="noindex"; }
                    @for (theme, color) in [("light", "#ffffff"), ("dark", "#1c1f26")] {
                        @match looks("theme") {
                            "auto" => meta name="theme-color" media=(format!("(prefers-color-scheme: {theme})")) content=(color);,
                            chosen => { @if chosen == theme { meta name="theme-color" content=(color); } }
                        }
                    }
                    meta property="og:title" content=(title);
                    meta property="og:description" content=(description);
                    meta property="og:type" content="website";
                    @if let Some(picture) = &self.picture {
                        meta property="og:image" content=(format!("{}{picture}", context.origin()));
                        meta name="twitter:card" content="summary_large_image";
                    }
                    @if let Some(whole) = &self.whole { link rel="canonical" href=(format!("{}{whole}", context.origin())); }
                    link rel="icon" type="image/svg+xml" href=(assets::path("icon.svg"));
                    link rel="manifest" href="/cairn.webmanifest";
                    link rel="stylesheet" href=(assets::path("style.css"));
                    @if let Some(script) = self.script {
                        @for module in assets::modules_of(script) {
                            link rel="modulepreload" href=(assets::path(module));
                        }
                        script type="module" src=(assets::path(script)) {}
                    }
                }
                body class=(self.class) {
                    @if self.whole.is_some() {
                        main { (self.body) }
                    } @else {
                        a.skip href="#main" { (texts.text("web.skip")) }
                        (header(self.place, texts))
                        main #main tabindex="-1" { (self.body) }
                        (footer(texts))
                    }
                    @if let Some(data) = &self.data {
                        script #data type="application/json" { (escape_json(data)) }
                    }
                    @if self.script.is_some() {
                        script #texts type="application/json" { (escape_json(&client_texts::json(texts))) }
                    }
                }
            }
        }
    }
}

/// What a list says while it is empty, with links to what the visitor can do about it. Scripts show it.
pub(super) fn empty(id: &str, text: &str, links: &[(&str, &str)]) -> Markup {
    html! {
        div.empty id=(id) hidden {
            p.muted { (text) }
            p.actions { @for (path, name) in links { a.button href=(path) { (name) } } }
        }
    }
}

/// Escapes JSON so that it cannot close the element around it.
fn escape_json(json: &str) -> PreEscaped<String> {
    PreEscaped(json.replace('<', "\\u003c"))
}

fn header(place: &str, texts: Texts) -> Markup {
    let entries = [
        ("/new", texts.text("web.nav_play")),
        ("/puzzles", texts.text("web.nav_puzzles")),
        ("/learn", texts.text("web.nav_learn")),
        ("/analysis", texts.text("web.nav_analysis")),
        ("/watch", texts.text("web.nav_watch")),
        ("/rules", texts.text("web.nav_rules")),
        ("/saved", texts.text("web.nav_saved")),
    ];
    let entry = |path: &str, name: &str| {
        html! { li { a href=(path) aria-current=[(path == place).then_some("page")] { (name) } } }
    };
    html! {
        header.top {
            a.brand href="/" { (icons::CAIRN) span { "Cairn" } }
            // A row on wide screens; elsewhere a menu that a button opens.
            nav #nav popover aria-label=(texts.text("web.nav")) {
                ul.links { @for (path, name) in entries { (entry(path, name)) } }
            }
            a.icon-link href="/settings" title=(texts.text("web.nav_settings"))
                aria-label=(texts.text("web.nav_settings"))
                aria-current=[(place == "/settings").then_some("page")] { (icons::SLIDERS) }
            button.icon-link.nav-button type="button" popovertarget="nav" aria-label=(texts.text("web.nav")) { (icons::MENU) }
        }
    }
}

fn footer(texts: Texts) -> Markup {
    html! {
        footer.foot {
            p { (texts.text("web.foot")) }
            p { a href="/settings" { (texts.text("web.nav_settings")) } " · " a href="/api/v1/openapi.json" { "API" } }
        }
    }
}
