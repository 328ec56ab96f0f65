//! The configuration of a PostgreSQL server: every wait has a timeout, and no error contains the password.

use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime};
use tokio_postgres::Error as PgError;
use tokio_postgres::config::{Config, Host, SslMode};

use super::tls::Tls;
use crate::store::StoreError;

/// The maximum time for the database to answer.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections for reads and writes, besides one for notifications and one for locks.
const MAX_CONNECTIONS: usize = 16;

/// The settings of every connection: the server cancels statements after our timeout, soon detects that an instance has
/// died (and releases its locks), and uses the isolation level that the statements rely on.
const SETTINGS: &str = "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000 \
    -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 \
    -c default_transaction_isolation=read\\ committed";

/// The address of a database.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: Config,
    pub(super) tls: Tls,
    /// Its name in messages, without secrets.
    name: String,
}

impl Server {
    /// Parses a URL.
    pub(super) fn parse(url: &str) -> Result<Self, StoreError> {
        // The library's error may quote the URL, with the password.
        let mut config = Config::from_str(url).map_err(|_| {
            StoreError::Failed(
                "the URL of the database is not understood (postgres://USER:PASSWORD@HOST:PORT/NAME is one)"
                    .to_owned(),
            )
        })?;
        let options = config.get_options().map_or(SETTINGS.to_owned(), |own| format!("{SETTINGS} {own}"));
        config.options(options);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        config.keepalives_retries(3).tcp_user_timeout(Duration::from_secs(20));
        if config.get_application_name().is_none() {
            config.application_name("cairn");
        }
        // Encryption without certificate verification would not protect, so it is either verified or off.
        let is_encrypted = config.get_ssl_mode() == SslMode::Require;
        if !is_encrypted {
            config.ssl_mode(SslMode::Disable);
        }
        let name = name(&config);
        let tls = Tls::new(is_encrypted).map_err(|error| StoreError::Failed(format!("{name}: {error}")))?;
        Ok(Self { config, tls, name })
    }

    /// Creates a pool that connects on demand.
    pub(super) fn pool(&self) -> Result<Pool, StoreError> {
        let settings = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        Pool::builder(Manager::from_config(self.config.clone(), self.tls.clone(), settings))
            .max_size(MAX_CONNECTIONS)
            .wait_timeout(Some(RESPONSE_TIMEOUT))
            .create_timeout(Some(RESPONSE_TIMEOUT))
            .recycle_timeout(Some(RESPONSE_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| self.failure(&error.to_string()))
    }

    /// Creates an error that names the database.
    pub(super) fn failure(&self, problem: &str) -> StoreError {
        StoreError::Failed(format!("{}: {problem}", self.name))
    }

    /// Converts an error of the database.
    pub(super) fn rejected(&self, error: &PgError) -> StoreError {
        self.failure(&explain(error))
    }

    /// Returns the error after [`RESPONSE_TIMEOUT`].
    pub(super) fn timed_out(&self) -> StoreError {
        self.failure(&format!("no answer within {} seconds", RESPONSE_TIMEOUT.as_secs()))
    }

    /// Returns the error of a pool without a free connection.
    pub(super) fn no_connection(&self, error: &PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => self.rejected(error),
            PoolError::Timeout(_) => self.timed_out(),
            other => self.failure(&other.to_string()),
        }
    }
}

/// Returns the hosts and the name of a database, without secrets.
fn name(config: &Config) -> String {
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .enumerate()
        .map(|(index, host)| {
            let host = match host {
                Host::Tcp(host) => host.clone(),
                #[cfg(unix)]
                Host::Unix(path) => path.display().to_string(),
            };
            let ports = config.get_ports();
            match ports.get(index).or(ports.first()) {
                Some(port) => format!("{host}:{port}"),
                None => host,
            }
        })
        .collect();
    format!("postgres://{}/{}", hosts.join(","), config.get_dbname().unwrap_or_default())
}

/// Formats an error with its cause.
fn explain(error: &PgError) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_database_without_its_password() {
        for (url, name) in [
            ("postgres://me:secret@db.example:5433/cairn", "postgres://db.example:5433/cairn: x"),
            ("postgresql://db.example/cairn?password=secret", "postgres://db.example:5432/cairn: x"),
            ("postgres://me:secret@a:1,b:2/cairn", "postgres://a:1,b:2/cairn: x"),
            ("postgres://me:secret@%2Frun%2Fpostgresql/cairn", "postgres:///run/postgresql:5432/cairn: x"),
        ] {
            let error = Server::parse(url).map(|server| server.failure("x")).unwrap();
            assert_eq!(error.to_string(), format!("the database failed: {name}"));
        }
        for url in ["postgres://me:secret@host:port/cairn", "postgres://me:secret@host/x?what=secret"] {
            let error = Server::parse(url).map(|server| server.name).unwrap_err().to_string();
            assert!(error.contains("is not understood") && !error.contains("secret"), "{error}");
        }
    }
}
