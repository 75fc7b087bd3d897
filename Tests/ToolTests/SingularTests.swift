import Testing

@testable import ModelObjectTool

/// The name of one of several.
struct SingularTests {
  @Test(arguments: [
    ("users", "user"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"),
    ("matches", "match"), ("wishes", "wish"), ("quizzes", "quiz"), ("keys", "key"),
    ("cookies", "cookie"), ("movies", "movie"), ("zombies", "zombie"), ("ties", "tie"),
    ("properties", "property"), ("caches", "cache"), ("branches", "branch"), ("heroes", "hero"),
    ("superheroes", "superhero"), ("shoes", "shoe"), ("photos", "photo"), ("leaves", "leaf"),
    ("lives", "life"), ("olives", "olive"), ("waves", "wave"), ("archives", "archive"),
    ("aliases", "alias"), ("databases", "database"), ("purchases", "purchase"),
    ("indices", "index"), ("indexes", "index"), ("services", "service"), ("vertices", "vertex"),
    ("buses", "bus"), ("houses", "house"), ("clauses", "clause"), ("statuses", "status"),
    ("analyses", "analysis"), ("responses", "response"), ("lenses", "lens"),
    ("licenses", "license"), ("axes", "axis"), ("sizes", "size"), ("prizes", "prize"),
    ("people", "person"), ("children", "child"), ("women", "woman"), ("mice", "mouse"),
    ("criteria", "criterion"), ("menus", "menu"), ("apis", "api"), ("canvases", "canvas"),
  ])
  func plurals(_ plural: String, _ singular: String) {
    #expect(Singular.of(plural) == singular)
    #expect(Singular.of(singular) == singular)
  }

  @Test(arguments: [
    "status", "bus", "news", "data", "media", "lens", "alias", "address", "series", "timeseries",
    "species", "analysis", "is", "gas", "canvas", "https", "specimen", "class", "", "_", "items2",
  ])
  func whatIsNoPluralStays(_ word: String) {
    #expect(Singular.of(word) == word)
  }

  @Test(arguments: [
    ("relatedMovies", "relatedMovie"), ("browser_caches", "browser_cache"), ("userIDs", "userID"),
    ("URLs", "URL"), ("APIs", "API"), ("MOVIES", "MOVIE"), ("Indices", "Index"),
    ("related-people", "related-person"), ("_links", "_link"), ("top10Heroes", "top10Hero"),
    ("Children", "Child"), ("SUB_CATEGORIES", "SUB_CATEGORY"),
  ])
  func theLastWordCounts(_ plural: String, _ singular: String) {
    #expect(Singular.of(plural) == singular)
  }
}
