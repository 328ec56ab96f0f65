//! Identifies clients by address, limits their requests, and schedules their work fairly.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Extension;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use cairn_texts::Texts;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::api::ApiError;
use crate::app::{App, Limits};
use crate::pool::{Lane, NoResult, Pool, QueueFull, Slice};
use cairn_protocol::Problem;

/// The sender of a request, an extension of every request except health checks.
#[derive(Clone)]
pub(crate) struct Client {
    /// Its address, as [`network`] returns it.
    pub(crate) address: IpAddr,
    /// The texts of the language that the request prefers.
    pub(crate) texts: Texts,
    pool: Arc<Pool>,
}

/// Returns the address that identifies a client: all addresses of an IPv6 /64 network count as one client.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Returns the address of the client that sent a request.
fn address_of(request: &Request, behind_proxy: bool) -> IpAddr {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // Our own proxy adds the last address.
    let forwarded = || {
        let list = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    let address = behind_proxy.then(forwarded).flatten().or(connected);
    network(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ExtensionRejection> {
        Extension::from_request_parts(parts, state).await.map(|Extension(client)| client)
    }
}

impl Client {
    pub(crate) fn new(address: IpAddr, texts: Texts, pool: &Arc<Pool>) -> Self {
        Self { address, texts, pool: Arc::clone(pool) }
    }

    /// Adds a job that ends its slice soon after `pause` is set; fails with status 429 if the lane is full.
    pub(crate) fn add_pausable(
        &self,
        lane: Lane,
        pause: Arc<AtomicBool>,
        run: impl FnMut(bool) -> Slice + Send + 'static,
    ) -> Result<(), Problem> {
        let added = self.pool.add_pausable(lane, &self.address.to_string(), pause, run);
        added.map_err(|QueueFull| self.busy())
    }

    /// Runs `work` in a lane, in turn with the work of other clients; fails with status 429 if the lane is full.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.pool.run(lane, &self.address.to_string(), work).await {
            Ok(result) => result,
            Err(NoResult::NotRun) => Err(self.busy()),
            Err(NoResult::Failed) => Err(Problem::unavailable("computing the answer failed")),
        }
    }

    fn busy(&self) -> Problem {
        Problem::too_many(self.texts.text("web.problem.busy"))
    }
}

/// Limits the requests, new games and studies of each client.
pub(crate) struct RateLimits {
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    games: Option<DefaultKeyedRateLimiter<IpAddr>>,
    studies: Option<DefaultKeyedRateLimiter<IpAddr>>,
    study_kib: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl RateLimits {
    /// Creates the limits; 0 means no limit.
    pub(crate) fn new(limits: &Limits) -> Self {
        let number = NonZeroU32::new;
        let requests = number(limits.requests).zip(number(limits.burst));
        let hourly = |limit| number(limit).map(|limit| RateLimiter::keyed(Quota::per_hour(limit)));
        let requests = requests.map(|(rate, burst)| Quota::per_second(rate).allow_burst(burst));
        Self {
            requests: requests.map(RateLimiter::keyed),
            games: hourly(limits.games),
            studies: hourly(limits.studies),
            study_kib: hourly(limits.study_kib),
        }
    }

    /// Counts a new game; returns whether it is allowed.
    pub(crate) fn allow_game(&self, client: IpAddr) -> bool {
        self.games.as_ref().is_none_or(|games| games.check_key(&client).is_ok())
    }

    /// Counts a new study; returns whether it is allowed.
    pub(crate) fn allow_study(&self, client: IpAddr) -> bool {
        self.studies.as_ref().is_none_or(|studies| studies.check_key(&client).is_ok())
    }

    /// Counts the bytes of a study; returns whether they may be stored.
    pub(crate) fn allow_study_bytes(&self, client: IpAddr, bytes: usize) -> bool {
        let kib = u32::try_from(bytes.div_ceil(1024).max(1)).ok().and_then(NonZeroU32::new);
        let is_allowed = |limiter: &DefaultKeyedRateLimiter<IpAddr>| {
            kib.is_some_and(|kib| matches!(limiter.check_key_n(&client, kib), Ok(Ok(()))))
        };
        self.study_kib.as_ref().is_none_or(is_allowed)
    }

    fn allow_request(&self, client: IpAddr) -> bool {
        self.requests.as_ref().is_none_or(|requests| requests.check_key(&client).is_ok())
    }

    /// Removes clients that have sent nothing for a while.
    pub(crate) fn evict_idle(&self) {
        let all = [&self.requests, &self.games, &self.studies, &self.study_kib];
        for limiter in all.into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Rejects requests of a client that sends too many, and adds the [`Client`] to all others.
pub(crate) async fn limit_requests(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    app.metrics.requests.add();
    let address = address_of(&request, app.config.behind_proxy);
    if !app.rates.allow_request(address) {
        app.metrics.rejected.add();
        return Err(Problem::too_many("too many requests; please wait a moment").into());
    }
    let texts = cairn_site::texts_for(request.headers());
    request.extensions_mut().insert(Client::new(address, texts, &app.pool));
    Ok(next.run(request).await)
}
