//! Serialization of the rules' types (feature `serde`): names as in records, sets as lists, and messages as their key
//! and their English text. Types with static text (scenes, steps, messages) can only be serialized.

use serde::de::Error;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Message, Pieces, Player, Players, Reason};

/// Serializes a type by its `Display` and deserializes it by its `FromStr`.
macro_rules! as_text {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

as_text!(Player, Reason);

impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Player>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut message = serializer.serialize_struct("Message", 2)?;
        message.serialize_field("key", self.key())?;
        message.serialize_field("text", &self.to_string())?;
        message.end()
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut layers = serializer.serialize_seq(None)?;
        for layer in self.layers() {
            layers.serialize_element(&layer)?;
        }
        layers.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use crate::games::stac::{Stac, StacOptions};
    use crate::{Game, Message, Outcome, Player, Present, Reason, Site, Step, Wdl, WdlBounds};

    #[test]
    fn outcomes_round_trip() {
        let outcome = Outcome::win(Player::SECOND, Reason::FourTowers);
        let value = to_value(outcome).unwrap();
        assert_eq!(value, json!({ "best": ["second"], "seats": 2, "reason": "four towers" }));
        assert_eq!(serde_json::from_value::<Outcome>(value).unwrap(), outcome);
        let error = serde_json::from_value::<Player>(json!("fifth")).unwrap_err().to_string();
        assert!(error.starts_with("unknown player `fifth`"), "{error}");
        let bounds = WdlBounds { low: Wdl::Draw, high: Wdl::Win };
        assert_eq!(serde_json::from_value::<WdlBounds>(to_value(bounds).unwrap()).unwrap(), bounds);
    }

    #[test]
    fn scenes_steps_and_messages_are_data() {
        let scene = to_value(Stac::start(&StacOptions::default()).scene()).unwrap();
        assert_eq!(scene["to_move"], json!("first"));
        let pieces = json!([{ "owner": null, "height": 1 }]);
        let pile = json!({ "pieces": pieces, "pins": null, "state": "free" });
        let site =
            json!({ "name": "a1", "column": 0, "row": 0, "ground": "plain", "pile": pile, "pawn": "first" });
        assert_eq!(scene["sites"][0], site);
        assert_eq!(to_value(Step::Site(Site(7))).unwrap(), json!({ "site": 7 }));
        let message = Message::new("pieces: {n}").with("n", 3);
        assert_eq!(to_value(message).unwrap(), json!({ "key": "pieces: {n}", "text": "pieces: 3" }));
    }
}
