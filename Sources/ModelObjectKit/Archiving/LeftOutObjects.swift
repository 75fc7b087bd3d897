/// The objects of an archive that are skipped wherever they occur, and the values that don't fit.
struct LeftOutObjects {
  /// The root object, which can't be skipped.
  var root: Int?
  /// Whether objects of unknown classes are skipped.
  var skipsUnknown = false
  /// Whether someone hears of values that don't fit.
  var tellsMisfits = false
  /// Whether objects that `validate` rejects are skipped.
  var skipsRejected = true
  private var numbers: Set<Int> = []
  private var skipped: [(number: Int?, issue: ModelError.Issue)] = []
  private var places: Set<String> = []
  private var round = 0

  var count: Int { numbers.count }
  var issues: [ModelError.Issue] { skipped.map(\.issue) }

  func contains(_ number: Int) -> Bool { !numbers.isEmpty && numbers.contains(number) }

  /// Whether a rejected object may be skipped.
  ///
  /// Each round may reject objects because others are missing. There's a limit, so that a long
  /// chain doesn't take a round for each of its objects.
  func maySkip(_ number: Int) -> Bool { skipsRejected && number != root && round < 64 }

  /// Adds an object, or only one of its places if the number is nil.
  mutating func add(_ number: Int?, of typeName: String, because reason: String, path: String) {
    let isNew =
      if let number { numbers.insert(number).inserted } else {
        places.insert([path, typeName, reason].joined(separator: "\0")).inserted
      }
    guard isNew else { return }
    let issue = ModelError.Issue(kind: .rejected, path: path, typeName: typeName, found: reason)
    skipped.append((number, issue))
  }

  /// Adds a value, or a part of it, that isn't what its place takes, unless the reason was added just
  /// before.
  mutating func add(_ found: String, insteadOf shape: (any Shape)?, at path: String) {
    guard tellsMisfits, skipped.last?.issue.path != path || skipped.last?.issue.kind != .rejected
    else { return }
    add(
      ModelError.Issue(
        kind: .typeMismatch,
        path: path,
        typeName: shape?.typeName ?? "",
        expected: shape?.expectation ?? "another value",
        found: found.withArticle
      )
    )
  }

  /// Adds what didn't fit in a value that has become a model.
  mutating func add(_ issue: ModelError.Issue, below path: String) {
    guard tellsMisfits, issue.kind == .typeMismatch || issue.kind == .rejected else { return }
    var issue = issue
    issue.path = path + (issue.path.isEmpty || issue.path.hasPrefix("[") ? "" : ".") + issue.path
    add(issue)
  }

  /// Adds an issue of a value, once in a round.
  private mutating func add(_ issue: ModelError.Issue) {
    let place = [issue.path, issue.expected ?? "", issue.found ?? ""].joined(separator: "\0")
    if places.insert(place).inserted { skipped.append((nil, issue)) }
  }

  /// Begins another round of reading.
  mutating func beginRound() {
    round += 1
    places = []
    skipped.removeAll { $0.number == nil }
  }
}
