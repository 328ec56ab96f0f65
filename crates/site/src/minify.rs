//! Scripts without what browsers ignore: comments, most of which are types, and white space.

/// Signs that need no space beside them.
const TIGHT: &[u8] = b"=,(){}[]:?;<>&|*!";
/// Signs after which a statement goes on, so that no line break has to follow.
const OPENING: &[u8] = b"{([,;:?=&|";
/// Signs that continue or close a statement, so that no line break has to come before them.
const CLOSING: &[u8] = b"})].?:&|";
/// Signs after which a slash begins a regular expression.
const BEFORE_REGEX: &[u8] = b"(,=:[!&|?{};>";

/// Removes comments, and spaces and line breaks that no statement needs. Copies strings, templates and regular expressions.
pub(crate) fn minify(script: &str) -> String {
    let mut minified = Minified { text: String::with_capacity(script.len()), gap: None };
    let bytes = script.as_bytes();
    // The open braces in each `${`.
    let mut templates: Vec<u32> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &script[at..];
        let length = match byte {
            b'\n' => {
                minified.gap = Some('\n');
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                minified.gap.get_or_insert(' ');
                at += 1;
                continue;
            }
            b'/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with("/*") => {
                minified.gap.get_or_insert(' ');
                at += rest.find("*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            b'/' if minified.text.bytes().last().is_none_or(|last| BEFORE_REGEX.contains(&last)) => {
                regex_length(rest.as_bytes())
            }
            b'"' | b'\'' => literal_length(rest.as_bytes(), byte),
            b'`' => template_length(rest.as_bytes(), &mut templates),
            b'}' if templates.last() == Some(&0) => {
                templates.pop();
                template_length(rest.as_bytes(), &mut templates)
            }
            _ => {
                if let Some(depth) = templates.last_mut() {
                    *depth = match byte {
                        b'{' => *depth + 1,
                        b'}' => depth.saturating_sub(1),
                        _ => *depth,
                    };
                }
                rest.chars().next().map_or(1, char::len_utf8)
            }
        };
        minified.push(&rest[..length]);
        at += length;
    }
    minified.text
}

/// The text so far, and the white space after it.
struct Minified {
    text: String,
    gap: Option<char>,
}

impl Minified {
    fn push(&mut self, part: &str) {
        let (last, first) = (self.text.bytes().last(), part.bytes().next());
        let touches = |before: &[u8], after: &[u8]| {
            last.is_none_or(|last| before.contains(&last)) || first.is_none_or(|first| after.contains(&first))
        };
        match self.gap.take() {
            Some(' ') if !touches(TIGHT, TIGHT) => self.text.push(' '),
            Some('\n') if !touches(OPENING, CLOSING) => self.text.push('\n'),
            _ => {}
        }
        self.text.push_str(part);
    }
}

/// The length of a string with its quotes.
fn literal_length(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    text.len().min(at + 1)
}

/// The length of a regular expression with its slashes.
fn regex_length(text: &[u8]) -> usize {
    let (mut at, mut is_class) = (1, false);
    while at < text.len() && (text[at] != b'/' || is_class) {
        match text[at] {
            b'\\' => at += 1,
            b'[' => is_class = true,
            b']' => is_class = false,
            _ => {}
        }
        at += 1;
    }
    text.len().min(at + 1)
}

/// The length of a template or its continuation, from a backtick or `}` to the next `${` or its end.
fn template_length(text: &[u8], templates: &mut Vec<u32>) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'`' => return at + 1,
            b'$' if text.get(at + 1) == Some(&b'{') => {
                templates.push(0);
                return at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_spaces_are_left_out_and_code_is_not() {
        let script = "// Adds.\n\n/** One line. */\nexport const add = (/** @type {number} */ n) => n; // here\n\
                      /**\n * @param {string} url a `//` and a `*`\n */\nconst far = \"http://there\";\n\
                      /** @type {HTMLElement} */ (far).focus();\n";
        assert_eq!(minify(script), "export const add=(n)=>n;const far=\"http://there\";(far).focus();");
    }

    #[test]
    fn strings_templates_and_regular_expressions_are_copied() {
        for kept in [
            "'a  // b'",
            "\"a \\\" = b\"",
            "`a  ${b?`{ ${c} }`:\"}\"}  // d`",
            "`two\n  lines`",
            "x=/[ /,]+ \\/ = /;",
            "a / b / c",
            "a + +b - -c",
            "f(`${t} €`)",
        ] {
            assert_eq!(minify(kept), kept);
        }
    }

    #[test]
    fn line_breaks_that_end_a_statement_stay() {
        assert_eq!(minify("let a = b\n(c)\n"), "let a=b\n(c)");
        assert_eq!(minify("if (a) {\n  b();\n}\nc = [\n  1,\n];\n"), "if(a){b();}\nc=[1,];");
        assert_eq!(minify("return\n}"), "return}");
    }

    #[test]
    fn broken_scripts_end_somewhere() {
        for broken in ["\"", "`${", "/[", "/*", "a }", "'\\", "}", "`\\"] {
            assert!(minify(broken).len() <= broken.len(), "{broken}");
        }
    }
}
