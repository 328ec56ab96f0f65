//! Decides how a scene is drawn on a screen of characters.
