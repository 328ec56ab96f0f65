//! A visitor's page: reads its contents, and points, types and drags on it.

use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use cairn_test_support::{POLL_INTERVAL, TIMEOUT};
use serde_json::{Value, json};

use crate::client::{Created, within};
use crate::devtools::Line;

/// Returns whether to write screenshots to `target/screenshots`.
pub(crate) fn wants_pictures() -> bool {
    env::var_os("CAIRN_SCREENSHOTS").is_some()
}

/// A pointing device.
#[derive(Clone, Copy, Eq, PartialEq, Debug)]
pub(crate) enum Hand {
    Mouse,
    Finger,
}

/// A page in a separate browser context. It fails at the end if the page reported an error.
pub(crate) struct Page {
    line: Arc<Line>,
    session: String,
    origin: String,
    forgiven: Vec<&'static str>,
    /// The browser context, which the tabs of a visitor share.
    pub(crate) context: Value,
}

impl Drop for Page {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.is_calm();
        }
    }
}

impl Page {
    pub(crate) async fn new(line: Arc<Line>, session: String, address: SocketAddr, context: Value) -> Self {
        let page = Self { line, session, origin: format!("http://{address}"), forgiven: Vec::new(), context };
        for domain in ["Inspector", "Page", "Runtime", "Log", "Network"] {
            page.ask(&format!("{domain}.enable"), json!({})).await;
        }
        page.resize(1280, 800).await;
        page.ask("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        page
    }

    async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.line.ask(Some(&self.session), method, params).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Tolerates errors with these words from here on.
    pub(crate) fn forgive(&mut self, words: &'static str) {
        self.forgiven.push(words);
    }

    /// Asserts that the page has reported no unexpected error.
    #[track_caller]
    pub(crate) fn is_calm(&self) {
        let mut complaints = self.line.complaints(&self.session);
        complaints.retain(|complaint| !self.forgiven.iter().any(|words| complaint.contains(words)));
        assert!(complaints.is_empty(), "the page reports errors: {complaints:#?}");
    }

    // -- Places ---------------------------------------------------------------------------------

    /// Opens a path, and waits until the page and its scripts are loaded.
    pub(crate) async fn go(&self, path: &str) {
        self.ask("Page.navigate", json!({ "url": format!("{}{path}", self.origin) })).await;
        let here = path.split('#').next().unwrap_or_default();
        let loaded = format!(
            "document.readyState === 'complete' && (location.pathname + location.search).startsWith({})",
            json!(here.split('?').next())
        );
        self.wait(&loaded).await;
    }

    /// Crashes the renderer of the page.
    pub(crate) async fn crash(&self) {
        self.ask("Page.crash", json!({})).await;
    }

    pub(crate) async fn reload(&self) {
        self.eval("window.old = true").await;
        self.ask("Page.reload", json!({})).await;
        self.wait("!window.old && document.readyState === 'complete'").await;
    }

    /// Opens a game with the tokens of all people.
    pub(crate) async fn sit(&self, game: &Created) {
        let seats = game.reply["state"]["seats"].as_array().unwrap().iter().enumerate();
        let mine: Vec<usize> =
            seats.filter(|(_, seat)| seat["kind"] == "human").map(|(seat, _)| seat).collect();
        self.sit_on(game, &mine).await;
    }

    /// Opens a game with the tokens of these seats.
    pub(crate) async fn sit_on(&self, game: &Created, mine: &[usize]) {
        self.go("/settings").await;
        let state = &game.reply["state"];
        let kept = json!([{ "id": game.id, "token": game.token, "seats": mine, "game": state["game"] }]);
        self.eval(&format!("localStorage.setItem('cairn.games', JSON.stringify({kept}))")).await;
        self.go(&format!("/games/{}", game.id)).await;
    }

    pub(crate) async fn set_cookie(&self, name: &str, value: &str) {
        self.ask("Network.setCookie", json!({ "name": name, "value": value, "url": self.origin })).await;
    }

    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let is_phone = width < 600;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.ask("Emulation.setDeviceMetricsOverride", metrics).await;
        self.ask("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone })).await;
    }

    /// Emulates reduced motion.
    pub(crate) async fn keep_still(&self) {
        let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Emulates forced colours.
    pub(crate) async fn force_colors(&self) {
        let features = json!([{ "name": "forced-colors", "value": "active" }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Sets the default font size.
    pub(crate) async fn set_letters(&self, pixels: u32) {
        self.ask("Page.setFontSizes", json!({ "fontSizes": { "standard": pixels } })).await;
    }

    pub(crate) async fn set_online(&self, is_online: bool) {
        let conditions =
            json!({ "offline": !is_online, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.ask("Network.emulateNetworkConditions", conditions).await;
    }

    /// Makes requests to these addresses fail, and no others.
    pub(crate) async fn block(&self, addresses: &[&str]) {
        self.ask("Network.setBlockedURLs", json!({ "urls": addresses })).await;
    }

    // -- Reading --------------------------------------------------------------------------------

    /// Returns the value of an expression.
    pub(crate) async fn eval(&self, expression: &str) -> Value {
        self.try_eval(expression).await.unwrap_or_else(|error| panic!("{error} in {expression}"))
    }

    async fn try_eval(&self, expression: &str) -> Result<Value, String> {
        self.try_eval_in(expression, None).await
    }

    async fn try_eval_in(&self, expression: &str, context: Option<&Value>) -> Result<Value, String> {
        let mut params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        if let Some(context) = context {
            params["contextId"] = context.clone();
        }
        let answer = self.line.ask(Some(&self.session), "Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// The value of an expression in the first frame of the page.
    pub(crate) async fn frame(&self, expression: &str) -> Value {
        self.try_frame(expression).await.unwrap_or_else(|error| panic!("{error} in {expression}"))
    }

    async fn try_frame(&self, expression: &str) -> Result<Value, String> {
        let ask = |method: &'static str, params: Value| self.line.ask(Some(&self.session), method, params);
        let tree = ask("Page.getFrameTree", json!({})).await?;
        let frame = &tree["frameTree"]["childFrames"][0]["frame"]["id"];
        let world = ask("Page.createIsolatedWorld", json!({ "frameId": frame, "worldName": "test" })).await?;
        self.try_eval_in(expression, Some(&world["executionContextId"])).await
    }

    /// Waits until the browser has refused to show the first frame.
    pub(crate) async fn frame_is_blocked(&self) {
        let address = async || {
            let tree = self.ask("Page.getFrameTree", json!({})).await;
            let url = &tree["frameTree"]["childFrames"][0]["frame"]["url"];
            Ok(json!(url.as_str().is_some_and(|url| url.starts_with("chrome-error:"))))
        };
        self.until("the frame is blocked", address).await;
    }

    /// The element that assistive technology finds by its role and the beginning of its name.
    pub(crate) async fn accessible(&self, role: &str, name: &str) -> Option<Value> {
        let tree = self.ask("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().unwrap();
        let is_it = |node: &&Value| {
            node["role"]["value"] == role
                && node["name"]["value"].as_str().is_some_and(|found| found.starts_with(name))
        };
        nodes.iter().find(is_it).map(|node| node["backendDOMNodeId"].clone())
    }

    /// Focuses an element that assistive technology has found, and presses Enter.
    pub(crate) async fn activate(&self, element: &Value) {
        self.ask("DOM.enable", json!({})).await;
        self.ask("DOM.focus", json!({ "backendNodeId": element })).await;
        self.key("Enter").await;
    }

    /// Waits until an expression is true in the first frame.
    pub(crate) async fn frame_wait(&self, expression: &str) {
        self.until(expression, || self.try_frame(expression)).await;
    }

    /// Clicks on an element in the first frame.
    pub(crate) async fn frame_click(&self, selector: &str) {
        let selector = json!(selector);
        let find = format!(
            "(() => {{
                const element = document.querySelector({selector});
                if (!element?.checkVisibility() || element.disabled) return null;
                element.scrollIntoView({{ block: 'nearest' }});
                const {{ left, top, width, height }} = element.getBoundingClientRect();
                return [left + width / 2, top + height / 2];
            }})()"
        );
        let inside = self.until(&find, || self.try_frame(&find)).await;
        let frame = "(() => { const { left, top } = document.querySelector('iframe').getBoundingClientRect(); return [left, top]; })()";
        let frame = self.eval(frame).await;
        let at = |index: usize| inside[index].as_f64().unwrap() + frame[index].as_f64().unwrap();
        self.click_at((at(0), at(1))).await;
    }

    /// Waits until an expression is true, also while pages come and go.
    pub(crate) async fn wait(&self, expression: &str) -> Value {
        self.until(expression, || self.try_eval(expression)).await
    }

    /// Evaluates an expression until it is true.
    async fn until<F: Future<Output = Result<Value, String>>>(
        &self,
        expression: &str,
        evaluate: impl Fn() -> F,
    ) -> Value {
        let waiting = async {
            loop {
                let value = evaluate().await.unwrap_or_default();
                if !matches!(value, Value::Null | Value::Bool(false))
                    && value != json!("")
                    && value != json!(0)
                {
                    return value;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        if let Ok(value) = tokio::time::timeout(TIMEOUT, waiting).await {
            return value;
        }
        let shown =
            self.try_eval("location.href + '\\n' + document.body.innerText").await.unwrap_or_default();
        let complaints = self.line.complaints(&self.session);
        panic!("never came: {expression}\n{}\n{complaints:?}", shown.as_str().unwrap_or_default());
    }

    /// Returns the text of the first element of a selector.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let text = format!("document.querySelector({})?.textContent ?? ''", json!(selector));
        self.eval(&text).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the text of an element contains these words.
    pub(crate) async fn sees(&self, selector: &str, words: &str) {
        let selector = json!(selector);
        self.wait(&format!(
            "[...document.querySelectorAll({selector})].some((e) => e.checkVisibility() && e.textContent.includes({}))",
            json!(words)
        ))
        .await;
    }

    /// Waits until an element is visible.
    pub(crate) async fn shows(&self, selector: &str) {
        self.wait(&format!("document.querySelector({})?.checkVisibility()", json!(selector))).await;
    }

    /// Writes a screenshot of the window or of the whole page, if screenshots are enabled.
    pub(crate) async fn picture(&self, name: &str, is_whole: bool) {
        if !wants_pictures() {
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        fs::create_dir_all(&folder).unwrap();
        let mut params = json!({ "format": "png" });
        if is_whole {
            let size = &self.ask("Page.getLayoutMetrics", json!({})).await["cssContentSize"];
            params["captureBeyondViewport"] = true.into();
            params["clip"] =
                json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        }
        let answer = self.ask("Page.captureScreenshot", params).await;
        fs::write(folder.join(format!("{name}.png")), from_base64(answer["data"].as_str().unwrap())).unwrap();
    }

    // -- Input ----------------------------------------------------------------------------------

    /// Returns a point of an element that nothing covers.
    async fn place(&self, element: &str) -> (f64, f64) {
        let find = format!(
            "(() => {{
                const element = {element};
                if (!element?.checkVisibility() || element.disabled) return null;
                const part = element.dataset?.site ? element.firstElementChild : element;
                const outside = () => {{
                    const box = part.getBoundingClientRect();
                    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
                }};
                if (outside()) part.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = part.getBoundingClientRect();
                for (const [fx, fy] of [[.5, .5], [.5, .8], [.2, .8], [.8, .8], [.2, .2], [.8, .2]]) {{
                    const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
                    const hit = document.elementFromPoint(x, y);
                    if (hit && (element.contains(hit) || hit.contains(element) && hit.matches('label'))) return [x, y];
                }}
                return null;
            }})()"
        );
        // A click on a moving element would miss it.
        let mut place = self.wait(&find).await;
        loop {
            let again = self.wait(&find).await;
            if again == place {
                break;
            }
            place = again;
        }
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Clicks on an element or touches it.
    pub(crate) async fn point(&self, selector: &str, hand: Hand) {
        self.point_at(&first(selector), hand).await;
    }

    async fn point_at(&self, element: &str, hand: Hand) {
        let place = self.place(element).await;
        match hand {
            Hand::Mouse => self.click_at(place).await,
            Hand::Finger => {
                let at = json!([{ "x": place.0, "y": place.1 }]);
                let touch = |kind: &str, points| json!({ "type": kind, "touchPoints": points });
                // Sends both at once, so that a busy machine does not make it a long press.
                tokio::join!(
                    self.ask("Input.dispatchTouchEvent", touch("touchStart", at)),
                    self.ask("Input.dispatchTouchEvent", touch("touchEnd", json!([]))),
                );
            }
        }
    }

    async fn click_at(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place, 0).await;
        self.mouse("mousePressed", place, 1).await;
        self.mouse("mouseReleased", place, 0).await;
    }

    /// From the next page on, a page can hold back what it sends on sockets: while `holding` is true, messages wait in
    /// `held` for `release()`.
    pub(crate) async fn prepare_to_hold(&self) {
        let source = "{
            window.held = [];
            window.holding = false;
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                if (window.holding) window.held.push([this, text]);
                else send.call(this, text);
            };
            window.release = () => {
                window.holding = false;
                for (const [socket, text] of window.held.splice(0)) send.call(socket, text);
            };
        }";
        self.ask("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// From the next page on, messages on sockets take longer, each way half of this.
    pub(crate) async fn delay_sockets(&self, ms: u32) {
        let source = format!(
            "{{
                const half = {ms} / 2;
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (text) {{ setTimeout(() => this.readyState === 1 && send.call(this, text), half); }};
                const handler = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
                Object.defineProperty(WebSocket.prototype, 'onmessage', {{
                    set(listener) {{ handler.set.call(this, listener && ((event) => setTimeout(() => listener.call(this, event), half))); }},
                    get() {{ return handler.get.call(this); }},
                    configurable: true,
                }});
            }}"
        );
        self.ask("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// From the next page on, the game gives up its socket with the first click. The response to the request that it sends
    /// instead has the state before the reply to the first move, and arrives when the next socket has brought the reply.
    pub(crate) async fn answer_moves_late(&self) {
        let source = "{
            const [start, send] = [setTimeout, fetch];
            let [opened, heard, clicks] = [0, 0, 0];
            addEventListener('pointerdown', () => (clicks = 1), { once: true });
            window.WebSocket = class extends WebSocket {
                constructor(address) {
                    super(address);
                    const number = (opened += 1);
                    this.addEventListener('message', () => (heard = number));
                }
            };
            window.setTimeout = (run, ms, ...values) => start(run, ms === 8000 && clicks-- > 0 ? 0 : ms, ...values);
            window.fetch = async (...request) => {
                let response = await send(...request);
                if (request[0].endsWith('/moves') && !window.answered) {
                    const state = await response.json();
                    const hasReply = () => heard > 1 && document.querySelectorAll('#moves .move').length === 2;
                    while (!hasReply()) await new Promise((go) => start(go, 10));
                    const past = { ply: 1, moves: state.moves.slice(0, 1), to_move: 1, updated: state.updated - 1 };
                    response = Response.json({ ...state, ...past });
                    window.answered = true;
                }
                window.viewed ||= window.answered && request[0].includes('/view');
                return response;
            };
        }";
        self.ask("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Disables long presses from the next page on, so that a slow machine does not cause them.
    pub(crate) async fn without_long_presses(&self) {
        let source = "{
            const start = setTimeout;
            window.setTimeout = (run, ms, ...values) => ms === 500 ? 0 : start(run, ms, ...values);
        }";
        self.ask("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Touches an element until another one appears.
    pub(crate) async fn hold(&self, selector: &str, shown: &str) {
        let (x, y) = self.place(&first(selector)).await;
        let at = json!([{ "x": x, "y": y }]);
        self.ask("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": at })).await;
        self.shows(shown).await;
        self.ask("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    pub(crate) async fn click(&self, selector: &str) {
        self.point(selector, Hand::Mouse).await;
    }

    /// Clicks on the button or link with this text.
    pub(crate) async fn click_text(&self, text: &str) {
        let element = labelled(text);
        // An update can move the element between pressing and releasing, and a person would then click again. A page
        // loaded by the click has no such variable.
        let watch = format!(
            "window.wasClicked = false;
            addEventListener('click', ({{ target }}) => {{
                if (target.closest?.('button, a, label, summary')?.textContent.trim() === {}) window.wasClicked = true;
            }}, {{ capture: true, once: true }})",
            json!(text)
        );
        loop {
            let watched = self.try_eval(&watch).await;
            self.point_at(&element, Hand::Mouse).await;
            if watched.is_err() || self.try_eval("window.wasClicked").await != Ok(json!(false)) {
                return;
            }
        }
    }

    /// Opens the menu of the toolbar, and clicks on one of its entries.
    pub(crate) async fn menu(&self, text: &str) {
        self.click("#menu-button").await;
        self.shows("#menu:popover-open").await;
        self.click_text(text).await;
    }

    /// Resigns and confirms it.
    pub(crate) async fn resign(&self) {
        self.shows("#menu-button").await;
        if self
            .eval("[...document.querySelectorAll('#tools button')].some((e) => e.textContent === 'Resign')")
            .await
            == false
        {
            self.click("#menu-button").await;
        }
        self.click_text("Resign").await;
        self.click("dialog[open] .primary").await;
    }

    /// Presses the mouse on the button or link with this text, and does not release it.
    pub(crate) async fn press_text(&self, text: &str) -> (f64, f64) {
        self.press_on(&labelled(text)).await
    }

    /// Presses the mouse on an element, and holds it there.
    pub(crate) async fn press(&self, selector: &str) -> (f64, f64) {
        self.press_on(&first(selector)).await
    }

    async fn press_on(&self, element: &str) -> (f64, f64) {
        let place = self.place(element).await;
        self.mouse("mouseMoved", place, 0).await;
        self.mouse("mousePressed", place, 1).await;
        place
    }

    /// Releases the mouse.
    pub(crate) async fn release(&self, place: (f64, f64)) {
        self.mouse("mouseReleased", place, 0).await;
    }

    async fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u8) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let params =
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.ask("Input.dispatchMouseEvent", params).await;
    }

    /// Drags from one element to another.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.place(&first(from)).await, self.place(&first(to)).await);
        self.mouse("mouseMoved", from, 0).await;
        self.mouse("mousePressed", from, 1).await;
        for part in 1..=8 {
            let part = f64::from(part) / 8.0;
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, 1).await;
        }
        self.mouse("mouseReleased", to, 0).await;
    }

    /// Presses a key by its name.
    pub(crate) async fn key(&self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Backspace" => (8, ""),
            "Escape" => (27, ""),
            "End" => (35, ""),
            "Home" => (36, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (u32::from(letter.to_uppercase().bytes().next().unwrap()), letter),
        };
        let mut down = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            down["text"] = text.into();
        }
        self.ask("Input.dispatchKeyEvent", down).await;
        self.ask(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }),
        )
        .await;
    }

    /// Types into the focused element.
    pub(crate) async fn write(&self, text: &str) {
        self.ask("Input.insertText", json!({ "text": text })).await;
    }

    /// Presses Tab until an expression about `document.activeElement`, as `it`, holds.
    pub(crate) async fn tab_to(&self, expression: &str) {
        let there = format!("((it) => Boolean({expression}))(document.activeElement)");
        within(async {
            while self.eval(&there).await != true {
                self.key("Tab").await;
            }
        })
        .await;
    }

    /// Clears a field and types into it.
    pub(crate) async fn fill(&self, selector: &str, text: &str) {
        self.click(selector).await;
        self.eval(&format!("document.querySelector({}).select()", json!(selector))).await;
        if text.is_empty() {
            self.key("Backspace").await;
        } else {
            self.write(text).await;
        }
    }

    /// Selects from a list.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.shows(selector).await;
        self.eval(&format!(
            "(() => {{
                const list = document.querySelector({});
                list.value = {};
                list.dispatchEvent(new Event('change', {{ bubbles: true }}));
            }})()",
            json!(selector),
            json!(value)
        ))
        .await;
    }
}

/// Returns an expression for the enabled button or link with this text.
fn labelled(text: &str) -> String {
    format!(
        "[...document.querySelectorAll('button, a, label, summary')]
            .find((e) => e.textContent.trim() === {} && e.checkVisibility() && !e.disabled)",
        json!(text)
    )
}

/// Returns an expression for the first element of a selector.
fn first(selector: &str) -> String {
    format!("document.querySelector({})", json!(selector))
}

fn from_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = (bits << 6 | u32::from(six)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
