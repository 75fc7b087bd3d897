/// The responses of a server.
enum Server {
  static let firstPage = """
    {"data": {"articles": [
      {"id": 1, "title": "On tea", "summary": "Leaves and water.", "changed": "2026-03-01T08:00:00Z",
       "author": {"id": 7, "name": "Shan"}, "tags": [{"slug": "tea", "title": "Tea"}]},
      {"id": "2", "title": "On cups", "author": {"id": 8, "name": "Kim"},
       "tags": [{"slug": "clay", "title": "Clay"}, {"slug": "tea"}]},
      {"id": 3, "title": "On spoons", "author": {"id": 7}}
    ]}}
    """

  /// An article again, with its author's new name.
  static let secondPage = """
    {"data": {"articles": [
      {"id": 3, "title": "On spoons, and forks", "author": {"id": 7, "name": "Shan Li"}},
      {"id": 4, "title": "On kettles", "author": {"id": 8}, "tags": [{"slug": "tea"}]}
    ]}}
    """

  /// The response to a patch: the whole article.
  static let answer = """
    {"id": 1, "title": "On green tea", "changed": "2026-03-02T09:30:00Z", "summary": null}
    """

  /// Another user's change.
  static let change = """
    {"id": 4, "title": "On kettles and pots", "tags": [{"slug": "tea"}, {"slug": "clay"}]}
    """

  /// All remaining articles.
  static let allThatIsLeft = """
    {"data": {"articles": [{"id": 4}, {"id": 1}]}}
    """
}
