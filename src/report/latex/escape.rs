//! Text that LaTeX sets as it stands, whichever engine and font encoding reads it.

use std::collections::BTreeSet;

/// Text with every character that LaTeX would act on escaped, the ligatures of its fonts taken apart, and
/// symbols that fonts of text lack set as mathematics.
pub(super) fn escape(text: &str) -> String {
    set(text, Quotes::Curly, None)
}

/// The same for a paragraph: a long word may break behind its punctuation, and every so many letters where it
/// has none.
pub(super) fn breakable(text: &str) -> String {
    broken(text, Quotes::Curly, 24)
}

/// The same for a narrow column.
pub(super) fn narrow_cell(text: &str) -> String {
    broken(text, Quotes::Curly, 12)
}

/// A command to type: the quotes in it stay straight.
pub(super) fn command(text: &str) -> String {
    broken(text, Quotes::Straight, 24)
}

/// Words of more than `long` characters get places to break at.
fn broken(text: &str, quotes: Quotes, long: usize) -> String {
    text.split_inclusive(' ')
        .map(|word| set(word, quotes, (word.chars().count() > long).then_some(long.min(EVERY))))
        .collect()
}

/// So many letters without punctuation get a place to break at.
const EVERY: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// A single quote is an apostrophe.
    Curly,
    /// Every quote is the one of the keyboard.
    Straight,
}

fn set(text: &str, quotes: Quotes, every: Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = 0;
    let mut characters = text.chars().peekable();
    let mut before = None;
    while let Some(c) = characters.next() {
        let next = characters.peek().copied();
        let doubled = next == Some(c) || before == Some(c);
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            // its own name is no command in the oldest of the font encodings, its number is a glyph in all
            '"' => out.push_str("\\symbol{34}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '\'' if doubled || quotes == Quotes::Straight => out.push_str("\\textquotesingle{}"),
            // two of these are one glyph in fonts of text
            '-' | ',' if next == Some(c) => {
                out.push(c);
                out.push_str("{}");
            }
            '\u{a0}' => out.push('~'),
            '\n' | '\r' | '\t' => out.push(' '),
            _ => match mathematics(c) {
                Some(symbol) => {
                    out.push_str("\\ensuremath{");
                    out.push_str(symbol);
                    out.push('}');
                }
                None => out.push(c),
            },
        }
        if let (Some(every), Some(next)) = (every, next) {
            run = if c.is_alphanumeric() { run + 1 } else { 0 };
            let behind = matches!(
                c,
                '/' | '\\' | '_' | '-' | '.' | ',' | ';' | '=' | '@' | '+' | ':' | '&' | '?' | '%' | '#'
            );
            if (behind && next != c && next != ' ') || run == every {
                out.push_str("\\allowbreak{}");
                run = 0;
            }
        }
        before = Some(c);
    }
    out
}

/// The characters of a text that no font of text surely has: pdfLaTeX stops at them, other engines leave
/// them out.
pub(super) fn unknown(text: &str, into: &mut BTreeSet<char>) {
    into.extend(text.chars().filter(|c| !c.is_ascii() && mathematics(*c).is_none() && !known(*c)));
}

/// Whether pdfLaTeX's fonts of text have it in T1: tried one by one.
const fn known(c: char) -> bool {
    matches!(c,
        '\u{a0}'..='\u{125}' | '\u{128}'..='\u{137}' | '\u{139}'..='\u{13e}' | '\u{141}'..='\u{148}'
        | '\u{14a}'..='\u{165}' | '\u{168}'..='\u{17e}' | '\u{218}'..='\u{21b}' | '\u{2010}'..='\u{2016}'
        | '\u{2018}'..='\u{201a}' | '\u{201c}'..='\u{201e}' | '\u{2020}'..='\u{2022}' | '\u{2026}'
        | '\u{2030}'..='\u{2031}' | '\u{2039}'..='\u{203a}' | '\u{20ac}' | '\u{2116}' | '\u{2122}')
}

/// Whether a character shows nothing by itself, as those that join the parts of an emoji.
pub(super) const fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// What sets a symbol in mathematics, without a package.
const fn mathematics(c: char) -> Option<&'static str> {
    Some(match c {
        'Α' => "\\mathrm{A}",
        'Β' => "\\mathrm{B}",
        'Γ' => "\\Gamma",
        'Δ' | '∆' => "\\Delta",
        'Ε' => "\\mathrm{E}",
        'Ζ' => "\\mathrm{Z}",
        'Η' => "\\mathrm{H}",
        'Θ' => "\\Theta",
        'Ι' => "\\mathrm{I}",
        'Κ' => "\\mathrm{K}",
        'Λ' => "\\Lambda",
        'Μ' => "\\mathrm{M}",
        'Ν' => "\\mathrm{N}",
        'Ξ' => "\\Xi",
        'Ο' => "\\mathrm{O}",
        'Π' => "\\Pi",
        'Ρ' => "\\mathrm{P}",
        'Σ' => "\\Sigma",
        'Τ' => "\\mathrm{T}",
        'Υ' => "\\Upsilon",
        'Φ' => "\\Phi",
        'Χ' => "\\mathrm{X}",
        'Ψ' => "\\Psi",
        'Ω' | '\u{2126}' => "\\Omega",
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        'ε' => "\\varepsilon",
        'ϵ' => "\\epsilon",
        'ζ' => "\\zeta",
        'η' => "\\eta",
        'θ' => "\\theta",
        'ϑ' => "\\vartheta",
        'ι' => "\\iota",
        'κ' => "\\kappa",
        'λ' => "\\lambda",
        'μ' | '\u{b5}' => "\\mu",
        'ν' => "\\nu",
        'ξ' => "\\xi",
        'ο' => "o",
        'π' => "\\pi",
        'ρ' => "\\rho",
        'σ' => "\\sigma",
        'ς' => "\\varsigma",
        'τ' => "\\tau",
        'υ' => "\\upsilon",
        'φ' => "\\varphi",
        'ϕ' => "\\phi",
        'χ' => "\\chi",
        'ψ' => "\\psi",
        'ω' => "\\omega",
        'ℓ' => "\\ell",
        'ℏ' => "\\hbar",
        '≈' => "\\approx",
        '≠' => "\\neq",
        '≡' => "\\equiv",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '≪' => "\\ll",
        '≫' => "\\gg",
        '∼' => "\\sim",
        '≃' => "\\simeq",
        '≅' => "\\cong",
        '∝' => "\\propto",
        '±' => "\\pm",
        '∓' => "\\mp",
        '−' => "-",
        '×' => "\\times",
        '÷' => "\\div",
        '⋅' | '∙' => "\\cdot",
        '∗' => "\\ast",
        '∘' => "\\circ",
        '⊕' => "\\oplus",
        '⊗' => "\\otimes",
        '√' | '✓' | '✔' => "\\surd",
        '✗' | '✘' => "\\times",
        '∞' => "\\infty",
        '∂' => "\\partial",
        '∇' => "\\nabla",
        '∑' => "\\sum",
        '∏' => "\\prod",
        '∫' => "\\int",
        '∈' => "\\in",
        '∉' => "\\notin",
        '∪' => "\\cup",
        '∩' => "\\cap",
        '⊂' => "\\subset",
        '⊆' => "\\subseteq",
        '⊃' => "\\supset",
        '⊇' => "\\supseteq",
        '∅' => "\\emptyset",
        '∀' => "\\forall",
        '∃' => "\\exists",
        '¬' => "\\neg",
        '∧' => "\\wedge",
        '∨' => "\\vee",
        '←' => "\\leftarrow",
        '→' => "\\rightarrow",
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '↔' => "\\leftrightarrow",
        '⇐' => "\\Leftarrow",
        '⇒' => "\\Rightarrow",
        '⇔' => "\\Leftrightarrow",
        '↦' => "\\mapsto",
        '△' => "\\triangle",
        '▽' => "\\bigtriangledown",
        '○' => "\\bigcirc",
        '●' => "\\bullet",
        '★' | '⋆' | '☆' => "\\star",
        '♠' => "\\spadesuit",
        '♣' => "\\clubsuit",
        '♥' | '♡' => "\\heartsuit",
        '♦' | '♢' => "\\diamondsuit",
        '⁰' => "^{0}",
        '¹' => "^{1}",
        '²' => "^{2}",
        '³' => "^{3}",
        '⁴' => "^{4}",
        '⁵' => "^{5}",
        '⁶' => "^{6}",
        '⁷' => "^{7}",
        '⁸' => "^{8}",
        '⁹' => "^{9}",
        '⁺' => "^{+}",
        '⁻' => "^{-}",
        'ⁿ' => "^{n}",
        '₀' => "_{0}",
        '₁' => "_{1}",
        '₂' => "_{2}",
        '₃' => "_{3}",
        '₄' => "_{4}",
        '₅' => "_{5}",
        '₆' => "_{6}",
        '₇' => "_{7}",
        '₈' => "_{8}",
        '₉' => "_{9}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_joined_and_nothing_acts() {
        for (text, set) in [
            ("a--b", "a-{}-b"),
            ("a---b", "a-{}-{}-b"),
            ("``q''", "\\textasciigrave{}\\textasciigrave{}q\\textquotesingle{}\\textquotesingle{}"),
            ("it's", "it's"),
            (",,x", ",{},x"),
            ("say \"x\"", "say \\symbol{34}x\\symbol{34}"),
            (
                "50% & $x_1$ #2 {a} ~ ^ \\",
                "50\\% \\& \\$x\\_1\\$ \\#2 \\{a\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{}",
            ),
            ("a<b>c|d", "a\\textless{}b\\textgreater{}c\\textbar{}d"),
            ("α ≤ β", "\\ensuremath{\\alpha} \\ensuremath{\\leq} \\ensuremath{\\beta}"),
            ("−1 ± 2", "\\ensuremath{-}1 \\ensuremath{\\pm} 2"),
        ] {
            assert_eq!(escape(text), set);
        }
        assert_eq!(command("--by 'a b'"), "-{}-by \\textquotesingle{}a b\\textquotesingle{}");
    }

    #[test]
    fn long_words_may_break() {
        let hash = "0123456789abcdef".repeat(4);
        assert_eq!(breakable(&hash).matches("\\allowbreak{}").count(), 5);
        assert_eq!(breakable("results/of/the/year/2024/table.csv").matches("/\\allowbreak{}").count(), 5);
        assert!(!breakable("short words stay whole").contains("allowbreak"));
    }

    #[test]
    fn what_fonts_lack_is_found() {
        let mut found = BTreeSet::new();
        unknown("Größe, α → “ok” 字 и", &mut found);
        assert_eq!(found.into_iter().collect::<String>(), "и字");
    }
}
