/// The objects of an archive that are left out where they occur.
struct LeftOutObjects {
  /// The object that was asked for, which can't be left out.
  var root: Int?
  /// Whether objects of unknown classes are left out.
  var takesUnknown = false
  /// Whether objects are left out that `validate` rejects.
  var takesRejected = true
  private var numbers: Set<Int> = []
  private var skipped: [(number: Int?, issue: ModelError.Issue)] = []
  private var places: Set<ModelError.Issue> = []
  private var round = 0

  var count: Int { numbers.count }
  var issues: [ModelError.Issue] { skipped.map(\.issue) }

  func contains(_ number: Int) -> Bool { !numbers.isEmpty && numbers.contains(number) }

  /// Whether an object that is rejected may be left out.
  ///
  /// Each round may reject objects because others are missing. There's a limit, so that a long
  /// chain doesn't take a round for each of its objects.
  func takes(_ number: Int) -> Bool { takesRejected && number != root && round < 64 }

  /// Adds an object, or only one of its places if the number is nil.
  mutating func add(_ number: Int?, _ reason: String, path: String) {
    let issue = ModelError.Issue(kind: .rejected, path: path, found: reason)
    guard number.map({ numbers.insert($0).inserted }) ?? places.insert(issue).inserted else {
      return
    }
    skipped.append((number, issue))
  }

  /// Begins to read once more: places are found again.
  mutating func beginRound() {
    round += 1
    places = []
    skipped.removeAll { $0.number == nil }
  }
}
