//! Encrypted connections: a trusted certificate, and an untrusted one.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use super::player::Player;
use super::site::Site;

/// Creates a certificate authority.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Writes a certificate in the format of a system's trust store.
fn write_certificate(path: &Path, der: &[u8]) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::from("-----BEGIN CERTIFICATE-----");
    for (number, bytes) in der.chunks(3).enumerate() {
        if number % 16 == 0 {
            text.push('\n');
        }
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*bytes.get(at).unwrap_or(&0)));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= bytes.len() { letter.into() } else { '=' });
        }
    }
    text.push_str("\n-----END CERTIFICATE-----\n");
    fs::write(path, text).unwrap();
}

/// Starts an encrypting proxy in front of a server; returns its address.
fn encrypted(site: &Site, issuer: &CertifiedIssuer<'static, KeyPair>) -> String {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = CertificateDer::from(params.signed_by(&key, issuer).unwrap().der().to_vec());
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let inside = site.url.strip_prefix("http://").unwrap().to_owned();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    listener.set_nonblocking(true).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, inside) = (acceptor.clone(), inside.clone());
                tokio::spawn(async move {
                    // A client that does not trust the certificate closes the connection.
                    let Ok(mut outer) = acceptor.accept(stream).await else { return };
                    let mut inner = TcpStream::connect(inside).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut outer, &mut inner).await;
                });
            }
        });
    });
    format!("https://localhost:{port}")
}

#[test]
fn only_servers_with_a_trusted_certificate_are_used() {
    let site = Site::start();
    let issuer = authority();
    let url = encrypted(&site, &issuer);
    let folder = tempfile::tempdir().unwrap();
    let (trusted, other) = (folder.path().join("trusted.pem"), folder.path().join("other.pem"));
    write_certificate(&trusted, issuer.der());
    write_certificate(&other, authority().der());
    let trust = |file: &Path| ("SSL_CERT_FILE", file.to_str().unwrap().to_owned());

    let ana =
        Player::start_with(&["play", "staqs:size=4", "--online", &url, "--name", "Ana"], &[trust(&trusted)]);
    let link = ana.first_line();
    assert!(link.starts_with(&format!("{url}/games/")), "{link}");
    // The game itself uses an encrypted socket; the other player is on the server without encryption.
    let plain = link.replace(&url, &site.url);
    let mut rui = Player::join(&plain, "Rui");
    ana.wait_for("(Rui) has joined");
    rui.wait_for("You play");
    rui.types("resign\nyes");
    assert!(ana.end_well().contains("result: first (resignation)"));

    for (file, address) in [(&other, &url), (&trusted, &url.replace("localhost", "127.0.0.1"))] {
        let player = Player::start_with(&["play", "staqs", "--online", address], &[trust(file)]);
        let (status, seen) = player.end();
        assert_eq!(status.code(), Some(1), "{seen}");
        assert!(
            seen.contains(&format!("{address} could not prove who it is, so nothing was sent to it")),
            "{seen}"
        );
    }
}
