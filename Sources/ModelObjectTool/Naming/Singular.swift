/// The singular of keys: `category` for `categories`, `userID` for `userIDs`.
///
/// The last word of a key counts, by the first of these rules:
///
/// 1. a word of the tables: `people`, `leaves`, `movies`, `indices`; `news` stays as it is;
/// 2. `…ies` is `…y`;
/// 3. `…sses`, `…shes`, `…ches`, `…xes` and `…zzes` lose `es`;
/// 4. `…ss`, `…us`, `…is` and words of three letters aren't plurals;
/// 5. other words lose their `s`.
enum Singular {
  static func of(_ key: String) -> String {
    let word = lastWord(of: key)
    let start = key.dropLast(word.count)
    let lower = word.lowercased()
    guard let (plural, singular) = change(of: lower) else { return key }
    // The common beginning keeps its capitals.
    let common = zip(plural, singular).prefix { $0 == $1 }.count
    let rest = String(singular.dropFirst(common))
    let isShouted = word == word.uppercased()
    let kept = String(start + word.dropLast(plural.count - common))
    return kept + (isShouted ? rest.uppercased() : rest)
  }

  /// The letters after the last character that isn't a letter, or from the last capital that begins
  /// a word.
  private static func lastWord(of key: String) -> Substring {
    let start = key.lastIndex { !$0.isLetter }.map { key.index(after: $0) } ?? key.startIndex
    let letters = key[start...]
    guard
      let capital = letters.indices.dropFirst().last(where: {
        letters[$0].isUppercase && letters[letters.index(before: $0)].isLowercase
      })
    else { return letters }
    return letters[capital...]
  }

  /// The plural ending of a word and its replacement; nil if the word isn't a plural.
  private static func change(of word: String) -> (plural: String, singular: String)? {
    if unchanged.contains(word) || unchangedEndings.contains(where: word.hasSuffix) { return nil }
    if let singular = words[word] { return (word, singular) }
    for (plural, singular) in endings where word.hasSuffix(plural) { return (plural, singular) }
    guard word.count > 3, word.hasSuffix("s") else { return nil }
    if word.hasSuffix("ies") { return ("ies", "y") }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
      return ("es", "")
    }
    return ["ss", "us", "is"].contains(where: word.hasSuffix) ? nil : ("s", "")
  }
}

// MARK: - Tables

extension Singular {
  /// Words that only look like plurals, and plurals without a singular.
  private static let unchanged: Set<String> = [
    "news", "means", "goods", "thanks", "sheep", "fish", "data", "media", "info", "lens", "alias",
    "bias", "atlas", "canvas", "gas", "chaos", "always", "https", "css", "dns", "sms", "gps", "aws",
    "tls", "cors", "has", "was", "ios", "physics", "mathematics", "analytics", "economics",
    "specimen", "regimen", "omen", "abdomen", "amen", "semen", "yes", "class", "address", "process",
    "christmas", "texas", "kansas", "paris", "pass", "sass", "express", "business",
  ]

  private static let unchangedEndings = ["series", "species"]

  /// The singulars of complete words.
  private static let words: [String: String] = [
    "ties": "tie", "pies": "pie", "dies": "die", "lies": "lie", "axes": "axis", "lives": "life",
    "buses": "bus", "gases": "gas", "oxen": "ox", "elves": "elf", "selves": "self", "ids": "id",
    "wives": "wife", "ices": "ice", "menus": "menu", "gurus": "guru", "skus": "sku", "cpus": "cpu",
    "gpus": "gpu", "taxis": "taxi", "apis": "api", "kpis": "kpi", "uris": "uri", "wikis": "wiki",
    "emojis": "emoji", "skis": "ski", "uis": "ui", "guis": "gui", "dice": "die", "radii": "radius",
    "foci": "focus", "loci": "locus", "cacti": "cactus", "alumni": "alumnus", "nuclei": "nucleus",
    "stimuli": "stimulus", "fungi": "fungus", "geese": "goose", "teeth": "tooth", "urls": "url",
    "bases": "base", "pis": "pi", "pois": "poi", "plus": "plus", "gnus": "gnu", "irises": "iris",
  ]

  /// The singulars of endings of words; an ending comes before those that are endings of it.
  private static let endings: [(String, String)] = [
    ("people", "person"), ("children", "child"), ("women", "woman"), ("men", "man"),
    ("feet", "foot"), ("mice", "mouse"), ("criteria", "criterion"), ("phenomena", "phenomenon"),
    ("bacteria", "bacterium"),
    ("cookies", "cookie"), ("movies", "movie"), ("zombies", "zombie"), ("selfies", "selfie"),
    ("brownies", "brownie"), ("calories", "calorie"), ("genies", "genie"), ("rookies", "rookie"),
    ("hoodies", "hoodie"), ("smoothies", "smoothie"), ("prairies", "prairie"),
    ("newbies", "newbie"), ("hippies", "hippie"), ("cuties", "cutie"), ("freebies", "freebie"),
    ("heroes", "hero"), ("potatoes", "potato"), ("tomatoes", "tomato"), ("echoes", "echo"),
    ("vetoes", "veto"), ("torpedoes", "torpedo"), ("mosquitoes", "mosquito"),
    ("volcanoes", "volcano"), ("cargoes", "cargo"), ("buffaloes", "buffalo"),
    ("dominoes", "domino"), ("tornadoes", "tornado"), ("embargoes", "embargo"),
    ("leaves", "leaf"), ("knives", "knife"), ("shelves", "shelf"), ("halves", "half"),
    ("wolves", "wolf"), ("loaves", "loaf"), ("thieves", "thief"), ("calves", "calf"),
    ("scarves", "scarf"), ("hooves", "hoof"), ("housewives", "housewife"),
    ("caches", "cache"), ("headaches", "headache"), ("avalanches", "avalanche"),
    ("niches", "niche"), ("psyches", "psyche"),
    ("indices", "index"), ("indexes", "index"), ("vertices", "vertex"), ("matrices", "matrix"),
    ("appendices", "appendix"), ("vortices", "vortex"),
    ("statuses", "status"), ("bonuses", "bonus"), ("viruses", "virus"), ("campuses", "campus"),
    ("focuses", "focus"), ("censuses", "census"), ("radiuses", "radius"), ("geniuses", "genius"),
    ("surpluses", "surplus"), ("octopuses", "octopus"), ("choruses", "chorus"),
    ("minibuses", "minibus"), ("omnibuses", "omnibus"), ("syllabuses", "syllabus"),
    ("cactuses", "cactus"), ("consensuses", "consensus"), ("nexuses", "nexus"),
    ("aliases", "alias"), ("biases", "bias"), ("atlases", "atlas"), ("canvases", "canvas"),
    ("lenses", "lens"), ("quizzes", "quiz"), ("analyses", "analysis"), ("theses", "thesis"),
    ("crises", "crisis"), ("diagnoses", "diagnosis"), ("prognoses", "prognosis"),
    ("synopses", "synopsis"), ("emphases", "emphasis"), ("parentheses", "parenthesis"),
    ("syntheses", "synthesis"), ("neuroses", "neurosis"), ("oases", "oasis"),
  ]
}
