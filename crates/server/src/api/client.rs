//! Identifies clients by address, limits their requests, and runs their work in turn with that of others.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_texts::Texts;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::app::{App, Limits};
use crate::pool::{Lane, NoResult, Pool, QueueFull, Slice};
use crate::problem::{ApiError, Problem};

/// The address of a client. All addresses of an IPv6 /64 network count as one client.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct ClientAddr(pub(crate) IpAddr);

impl ClientAddr {
    /// The client at an address.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self(network(address))
    }

    fn of(extensions: &Extensions, headers: &HeaderMap, behind_proxy: bool) -> Self {
        let connected = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        // The last address is the one that our own proxy added.
        let forwarded = || {
            let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            list.rsplit(',').next()?.trim().parse().ok()
        };
        let address = behind_proxy.then(forwarded).flatten().or(connected);
        Self::at(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl FromRequestParts<Arc<App>> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions, &parts.headers, app.config.behind_proxy))
    }
}

/// Limits the requests and new games of each client.
pub(crate) struct RateLimits {
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    games: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl RateLimits {
    /// A limit of 0 means no limit.
    pub(crate) fn new(limits: &Limits) -> Self {
        let number = NonZeroU32::new;
        let requests = number(limits.requests).zip(number(limits.burst));
        let requests = requests.map(|(rate, burst)| Quota::per_second(rate).allow_burst(burst));
        Self {
            requests: requests.map(RateLimiter::keyed),
            games: number(limits.games).map(|games| RateLimiter::keyed(Quota::per_hour(games))),
        }
    }

    /// Counts a new game.
    pub(crate) fn count_game(&self, client: &ClientAddr) -> Result<(), Problem> {
        let games = self.games.as_ref();
        let is_allowed = games.is_none_or(|games| games.check_key(&client.0).is_ok());
        is_allowed.then_some(()).ok_or_else(|| Problem::too_many("too many new games; please wait a while"))
    }

    fn count_request(&self, client: &ClientAddr) -> Result<(), Problem> {
        let requests = self.requests.as_ref();
        let is_allowed = requests.is_none_or(|requests| requests.check_key(&client.0).is_ok());
        is_allowed.then_some(()).ok_or_else(|| Problem::too_many("too many requests; please wait a moment"))
    }

    /// Removes clients that have sent nothing for a while.
    pub(crate) fn evict_idle(&self) {
        for limiter in [&self.requests, &self.games].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Rejects requests of a client that sends too many, and gives the others their [`Workers`].
pub(crate) async fn limit_requests(
    State(app): State<Arc<App>>,
    client: ClientAddr,
    mut request: Request,
    next: Next,
) -> Response {
    app.metrics.requests.add();
    match app.rates.count_request(&client) {
        Ok(()) => {
            request.extensions_mut().insert(Workers::new(&app.pool, &client));
            next.run(request).await
        }
        Err(problem) => {
            app.metrics.rejected.add();
            ApiError(problem).into_response()
        }
    }
}

/// Runs the work of one client in the pool. An extension of every request except health checks.
#[derive(Clone)]
pub(crate) struct Workers {
    pool: Arc<Pool>,
    client: String,
}

impl Workers {
    pub(crate) fn new(pool: &Arc<Pool>, client: &ClientAddr) -> Self {
        Self { pool: Arc::clone(pool), client: client.0.to_string() }
    }

    /// Adds a job that ends its slice soon after `pause` is set; status 429 if the lane is full.
    pub(crate) fn add_pausable(
        &self,
        lane: Lane,
        texts: Texts,
        pause: Arc<AtomicBool>,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), Problem> {
        let added = self.pool.add_pausable(lane, &self.client, pause, run);
        added.map_err(|QueueFull| busy(texts))
    }

    /// Runs `work` in a lane, in turn with the work of other clients; status 429 if the lane is full.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        texts: Texts,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.pool.run(lane, &self.client, work).await {
            Ok(result) => result,
            Err(NoResult::NotRun) => Err(busy(texts)),
            Err(NoResult::Failed) => Err(Problem::unavailable("computing the answer failed")),
        }
    }
}

fn busy(texts: Texts) -> Problem {
    Problem::too_many(texts.text("web.problem.busy"))
}
