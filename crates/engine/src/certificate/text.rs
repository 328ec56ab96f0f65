//! The file format of certificates: a header, the claims with one reply per line, and a CRC-32 of all of
//! that as the last line.

use std::fmt::{self, Write as _};

use cairn_rules::{Message, Player, Wdl};

use super::{Certificate, CertificateError, Claim};

const HEAD: &str = "cairn certificate 1";
/// Separates a position from its reply.
const ARROW: &str = " > ";

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { spec, position, value, claims } = self;
        let mut text = format!("{HEAD}\ngame {spec}\nposition {position}\nvalue {value}\n");
        for Claim { player, least, replies } in claims {
            writeln!(text, "claim {} {least} {}", player.name(), replies.len())?;
            for (position, mv) in replies {
                text.extend([position, ARROW, mv, "\n"]);
            }
        }
        writeln!(f, "{text}check {:08x}", crc32fast::hash(text.as_bytes()))
    }
}

impl Certificate {
    /// Parses a certificate and checks its checksum.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        let text = std::str::from_utf8(bytes).map_err(|_| damaged(Message::new("it is not UTF-8 text")))?;
        let end = text.len().saturating_sub("check 01234567\n".len());
        let (body, check) =
            text.split_at_checked(end).ok_or_else(|| damaged(Message::new("it is cut off")))?;
        if check != format!("check {:08x}\n", crc32fast::hash(body.as_bytes())) {
            return Err(damaged(Message::new("its checksum does not match")));
        }
        let mut lines = body.lines();
        if lines.next() != Some(HEAD) {
            return Err(damaged(Message::new("it does not begin with `{head}`").with("head", HEAD)));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            let missing = || damaged(Message::new("a line `{name} ...` is missing").with("name", name));
            line.map(ToOwned::to_owned).ok_or_else(missing)
        };
        let (spec, position, value) = (field("game")?, field("position")?, field("value")?);
        let value = Wdl::named(&value)
            .ok_or_else(|| damaged(Message::new("`{value}` is not a value").with("value", &value)))?;
        let mut claims = Vec::new();
        while let Some(line) = lines.next() {
            let (player, least, count) = read_claim(line)
                .ok_or_else(|| damaged(Message::new("`{line}` is not a claim").with("line", line)))?;
            let reply = |line: &str| {
                let (position, mv) = line.split_once(ARROW)?;
                Some((position.to_owned(), mv.to_owned()))
            };
            let replies: Vec<_> = lines.by_ref().take(count).map_while(reply).collect();
            if replies.len() != count {
                return Err(damaged(Message::new("a reply is missing")));
            }
            claims.push(Claim { player, least, replies });
        }
        Ok(Self { spec, position, value, claims })
    }
}

/// Parses `claim first win 12`.
fn read_claim(line: &str) -> Option<(Player, Wdl, usize)> {
    let mut words = line.split(' ');
    let (claim, player, least, count) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let player = Player::seats(2).find(|seat| seat.name() == player)?;
    let is_claim = claim == "claim" && words.next().is_none();
    Some((player, Wdl::named(least)?, count.parse().ok()?)).filter(|_| is_claim)
}

pub(super) const fn damaged(problem: Message) -> CertificateError {
    CertificateError::Damaged { problem }
}
