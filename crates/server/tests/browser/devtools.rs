//! The DevTools protocol: requests with their responses, and errors reported by pages.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::chromium::Chromium;
use crate::client::{Site, within};
use crate::page::Page;

type Answer = Result<Value, String>;

#[derive(Default)]
struct Shared {
    number: u64,
    open: HashMap<u64, oneshot::Sender<Answer>>,
    /// The sessions of crashed pages, which no longer answer.
    crashed: HashSet<String>,
    /// Wakes all callers when a page crashes.
    on_crash: Arc<Notify>,
    /// Exceptions, errors on the console and violations of the policy, by session.
    complaints: HashMap<String, Vec<String>>,
}

/// A line to the browser.
pub(crate) struct Line {
    out: mpsc::UnboundedSender<Message>,
    shared: Arc<Mutex<Shared>>,
}

impl Line {
    async fn open(address: &str) -> Self {
        // Pictures are large.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let connecting = tokio_tungstenite::connect_async_with_config(address, Some(config), true);
        let (mut socket, _) = within(Box::pin(connecting)).await.unwrap();
        let (out, mut to_send) = mpsc::unbounded_channel();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let heard = Arc::clone(&shared);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    message = to_send.recv() => match message {
                        Some(message) => { let _ = socket.send(message).await; }
                        None => break,
                    },
                    message = socket.next() => match message {
                        Some(Ok(Message::Text(text))) => hear(&heard, &serde_json::from_str(&text).unwrap()),
                        Some(Ok(_)) => {}
                        _ => break,
                    },
                }
            }
        });
        Self { out, shared }
    }

    /// Sends a request to the browser, or to the page of a session.
    pub(crate) async fn ask(&self, session: Option<&str>, method: &str, params: Value) -> Answer {
        let (answered, answer) = oneshot::channel();
        let number = {
            let mut shared = self.shared.lock().unwrap();
            shared.number += 1;
            let number = shared.number;
            shared.open.insert(number, answered);
            number
        };
        let mut message = json!({ "id": number, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.out.send(Message::text(message.to_string())).unwrap();
        tokio::select! {
            answer = within(answer) => answer.unwrap_or_else(|_| panic!("the browser has gone: {method}")),
            () = self.crash_of(session) => panic!("the page has crashed: {method}"),
        }
    }

    /// Returns when the page of a session has crashed.
    async fn crash_of(&self, session: Option<&str>) {
        let on_crash = Arc::clone(&self.shared.lock().unwrap().on_crash);
        loop {
            let crash = on_crash.notified();
            if session.is_some_and(|session| self.shared.lock().unwrap().crashed.contains(session)) {
                return;
            }
            crash.await;
        }
    }

    /// Returns the errors that a page has reported since the last call.
    pub(crate) fn complaints(&self, session: &str) -> Vec<String> {
        self.shared.lock().unwrap().complaints.remove(session).unwrap_or_default()
    }
}

fn hear(shared: &Mutex<Shared>, message: &Value) {
    let mut shared = shared.lock().unwrap();
    if let Some(number) = message["id"].as_u64() {
        let answer = match message.get("error") {
            Some(error) => Err(error["message"].as_str().unwrap_or_default().to_owned()),
            None => Ok(message["result"].clone()),
        };
        if let Some(open) = shared.open.remove(&number) {
            // The caller may have stopped waiting.
            let _ = open.send(answer);
        }
        return;
    }
    if message["method"] == "Inspector.targetCrashed"
        && let Some(session) = message["sessionId"].as_str()
    {
        shared.crashed.insert(session.to_owned());
        shared.on_crash.notify_waiters();
    }
    let params = &message["params"];
    let complaint = match message["method"].as_str() {
        Some("Runtime.exceptionThrown") => Some(&params["exceptionDetails"]),
        Some("Runtime.consoleAPICalled")
            if ["error", "assert"].iter().any(|kind| params["type"] == *kind) =>
        {
            Some(&params["args"])
        }
        // Violations of the policy are among these.
        Some("Log.entryAdded") if params["entry"]["level"] == "error" => Some(&params["entry"]),
        _ => None,
    };
    if let (Some(complaint), Some(session)) = (complaint, message["sessionId"].as_str()) {
        shared.complaints.entry(session.to_owned()).or_default().push(complaint.to_string());
    }
}

/// A browser for one test.
pub(crate) struct Browser {
    line: Arc<Line>,
    _chromium: Arc<Chromium>,
}

impl Browser {
    /// Opens a browser; `None`, with a message, if there is no Chromium.
    pub(crate) async fn open() -> Option<Self> {
        let chromium = Chromium::shared()?;
        let line = Arc::new(Line::open(&chromium.address).await);
        Some(Self { line, _chromium: chromium })
    }

    /// Opens a visitor's page in a separate browser context, which shares nothing with other visitors.
    pub(crate) async fn visitor(&self, site: &Site) -> Page {
        self.visitor_at(site.address).await
    }

    /// Does the same for a server at another address.
    pub(crate) async fn visitor_at(&self, address: SocketAddr) -> Page {
        let ask = |method: &'static str, params: Value| async move {
            self.line.ask(None, method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
        };
        let context = ask("Target.createBrowserContext", json!({ "disposeOnDetach": true })).await;
        self.page_in(&context["browserContextId"], address).await
    }

    /// Opens another tab of a visitor.
    pub(crate) async fn tab_of(&self, page: &Page, site: &Site) -> Page {
        self.page_in(&page.context, site.address).await
    }

    async fn page_in(&self, context: &Value, address: SocketAddr) -> Page {
        let ask = |method: &'static str, params: Value| async move {
            self.line.ask(None, method, params).await.unwrap_or_else(|error| panic!("{method}: {error}"))
        };
        let target =
            ask("Target.createTarget", json!({ "url": "about:blank", "browserContextId": context })).await;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = ask("Target.attachToTarget", attach).await;
        let session = session["sessionId"].as_str().unwrap().to_owned();
        Page::new(Arc::clone(&self.line), session, address, context.clone()).await
    }
}
