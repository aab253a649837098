//! Spellings that look like one name.

use unicode_normalization::UnicodeNormalization;

use crate::results::codes::Coded;

/// The name without what people write differently: case, blanks, hyphens, underscores, compatibility
/// forms, and slashes between letters.
pub(super) fn skeleton(name: &str) -> String {
    name.nfkc()
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '‐' | '‑' | '–' | '—' | '/'))
        .collect()
}

/// Groups of at least two words with one skeleton. A sign at the end is kept apart: `HEM-` and `HEM+`
/// are different names, and so are `HEM-` and `HEM`.
pub(super) fn alike(column: &Coded) -> Vec<Vec<String>> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for word in &column.words {
        let sign = word.chars().last().filter(|c| matches!(c, '-' | '+' | '*' | '−'));
        let mut key = skeleton(word);
        key.extend(sign);
        match groups.iter_mut().find(|g| g.0 == key) {
            Some(group) => group.1.push(word.clone()),
            None => groups.push((key, vec![word.clone()])),
        }
    }
    groups.into_iter().map(|g| g.1).filter(|g| g.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::alike;
    use crate::ingest::Codes;
    use crate::results::codes::Coded;

    #[test]
    fn hyphens_case_and_blanks_are_one_spelling_and_signs_are_not() {
        let words =
            ["ResNet50", "ResNet-50", "Swin T", "SwinT", "HEM-", "HEM+", "HEM", "ViT-B/16", "vit_b16"];
        let column = Coded { codes: Codes::default(), words: words.map(str::to_owned).to_vec() };
        let expected = [["ResNet50", "ResNet-50"], ["Swin T", "SwinT"], ["ViT-B/16", "vit_b16"]];
        assert_eq!(alike(&column), expected.map(|g| g.map(str::to_owned).to_vec()));
    }
}
