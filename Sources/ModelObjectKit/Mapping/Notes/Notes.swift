/// The notes of a mapping: issues, and for a report also the matches.
///
/// Nothing is recorded unless the options or a report ask for it. While notes are recorded, so are
/// the steps to the value that is being read, and each note has its complete path.
struct Notes {
  /// The kinds of issues that are errors.
  var errors: IssueKinds {
    didSet { isOn = recordsSome }
  }
  /// The kinds with which the options' report is called, errors or not.
  var reportedKinds: IssueKinds = [] {
    didSet { isOn = recordsSome }
  }
  /// Counts the issues; nil unless the options have one.
  var census: MappingCensus? {
    didSet { isOn = recordsSome }
  }
  /// Whether issues are recorded at all, because some are errors, or are reported or counted.
  private(set) var isOn: Bool
  /// Whether the notes are for a report: then matches are recorded as well, and all issues.
  let isReport: Bool
  /// The class that the caller asked for.
  var root: (any Model.Type)?
  /// The steps from the root to the value that is being read.
  var steps: [Step] = []
  /// Whether the element or pair that was read last was left out, so that the next one gets its
  /// index; `popLeftOut` clears it.
  var leftOutPart = false
  /// The notes; nil until there is one.
  private var pages: Pages?

  /// A step into a value.
  struct Step {
    let key: PathStep
    /// The step in the paths of properties; nil if these leave it out.
    var property: PathStep?
    /// The class of the property to which the step leads; nil for a part of its value.
    var owner: (any Model.Type)?
  }

  private final class Pages {
    var notes: [Note] = []
    var issueCount = 0
    var errorCount = 0
  }

  /// One of the notes; a match lies in place, because a report may have millions of them.
  enum Note {
    indirect case issue(ModelError.Issue, isError: Bool)
    case match(MappingReport.Match)
    indirect case unmapped(MappingReport.UnmappedPart)
    /// Something at a path that the census is to count, unless a better key makes it nothing.
    case finding(at: String, (MappingCensus) -> Void)
  }

  /// A point among the notes, to go back to or to begin from.
  struct Mark: Equatable {
    fileprivate var notes = 0
    fileprivate var issueCount = 0
    fileprivate(set) var errorCount = 0
  }

  init(isReport: Bool, errors: IssueKinds) {
    self.isReport = isReport
    self.errors = errors
    isOn = isReport || !errors.isEmpty
  }

  private var recordsSome: Bool {
    isReport || census != nil || !errors.isEmpty || !reportedKinds.isEmpty
  }

  private var written: Pages {
    mutating get {
      if let pages { return pages }
      let made = Pages()
      pages = made
      return made
    }
  }

  var mark: Mark {
    guard let pages else { return Mark() }
    return Mark(
      notes: pages.notes.count,
      issueCount: pages.issueCount,
      errorCount: pages.errorCount
    )
  }

  /// Whether there has been a note, so that marks may differ.
  var hasAny: Bool { pages != nil }
  var issueCount: Int { pages?.issueCount ?? 0 }
  /// How many of the issues are errors.
  var errorCount: Int { pages?.errorCount ?? 0 }

  var issues: [ModelError.Issue] { issues(since: Mark()) }

  /// The issues that were recorded since the mark.
  @inline(never)
  func issues(since mark: Mark) -> [ModelError.Issue] {
    notes(since: mark) { if case .issue(let issue, _) = $0 { issue } else { nil } }
  }

  /// The first of the issues that are errors.
  var firstErrors: [ModelError.Issue] {
    let errors = notes { if case .issue(let issue, isError: true) = $0 { issue } else { nil } }
    return Array(errors.prefix(ModelError.maximumIssueCount))
  }

  var matches: [MappingReport.Match] {
    notes { if case .match(let match) = $0 { match } else { nil } }
  }

  var unmapped: [MappingReport.UnmappedPart] {
    notes { if case .unmapped(let property) = $0 { property } else { nil } }
  }

  /// What the census is to count.
  private var findings: [(MappingCensus) -> Void] {
    notes { if case .finding(_, let count) = $0 { count } else { nil } }
  }

  /// Counts what the census is to count.
  func settle() {
    guard let census else { return }
    for count in findings { count(census) }
  }

  private func notes<Kind>(since mark: Mark = Mark(), _ kind: (Note) -> Kind?) -> [Kind] {
    pages?.notes.dropFirst(mark.notes).compactMap(kind) ?? []
  }

  /// Whether issues of a kind are recorded.
  func records(_ kind: ModelError.Issue.Kind) -> Bool {
    isReport || errors.union(reportedKinds).contains(IssueKinds(kind))
  }

  /// Whether another issue of a kind would be recorded, and not only counted.
  func hasRoom(for kind: ModelError.Issue.Kind) -> Bool {
    let count = errors.contains(IssueKinds(kind)) ? errorCount : issueCount
    return isReport || count < ModelError.maximumIssueCount
  }

  var notesUnknownKeys: Bool { isOn && (census != nil || records(.unknownKey)) }

  // MARK: - Paths

  /// The path of the value that is being read, or of a key in it.
  func path(_ key: PathStep? = nil) -> String {
    let keys = steps.map(\.key)
    return (key.map { keys + [$0] } ?? keys).path
  }

  /// The path of the property whose value is being read, or of one in it.
  func propertyPath(_ property: PathStep? = nil) -> String {
    let properties = steps.compactMap(\.property)
    return (property.map { properties + [$0] } ?? properties).path
  }

  /// Adds the steps to a part of the value that is being read.
  mutating func enter(_ parts: @autoclosure () -> [PathStep]) {
    if isOn { steps += parts().map { Step(key: $0, property: $0) } }
  }

  /// The step to the property whose value is being read.
  private var owning: Step? { steps.last { $0.owner != nil } }

  // MARK: - Adding

  /// Adds an issue with the value that is being read, or a key in it, if its kind is recorded, and
  /// a finding for the census.
  @inline(never)
  mutating func add(
    _ issue: ModelError.Issue,
    at key: PathStep? = nil,
    as kind: ModelError.Issue.Kind,
    of input: Input? = nil,
    expected: String? = nil
  ) {
    if census != nil, let owner = owning?.owner ?? root {
      let (found, property) = (input?.jsonType, owning?.property?.name ?? "")
      add(
        .finding(at: path(key)) {
          $0.add(kind, property, of: owner.shown, found: found, expected: expected)
        }
      )
    }
    add(issue, at: key)
  }

  /// Adds an issue if its kind is recorded.
  @inline(never)
  mutating func add(_ issue: ModelError.Issue, at key: PathStep? = nil) {
    let isError = errors.contains(IssueKinds(issue.kind))
    guard records(issue.kind), count(isError: isError) else { return }
    var issue = issue
    issue.path = path(key)
    if issue.typeName.isEmpty, let owner = owning?.owner ?? root {
      issue.typeName = "\(owner.shown)"
    }
    written.notes.append(.issue(issue, isError: isError))
  }

  /// Counts an issue; only the first 100, and the first 100 errors, are recorded, unless for a
  /// report.
  private mutating func count(isError: Bool) -> Bool {
    let pages = written
    pages.issueCount += 1
    if isError { pages.errorCount += 1 }
    let number = isError ? pages.errorCount : pages.issueCount
    return isReport || number <= ModelError.maximumIssueCount
  }

  mutating func add(_ note: Note) { written.notes.append(note) }

  /// Names the other keys of a property in the issue, if there is one since a mark, with the value of
  /// its key.
  mutating func name(_ others: [String], besides key: PathStep, since mark: Mark) {
    guard let pages, !others.isEmpty else { return }
    let path = path(key)
    let last = pages.notes.indices.dropFirst(mark.notes).last { index in
      if case .issue(let issue, _) = pages.notes[index] { issue.path == path } else { false }
    }
    // A null of the input decides only if the others are null, too.
    guard let last, case .issue(var issue, let isError) = pages.notes[last],
      issue.kind != .unexpectedNull || issue.found != nil
    else { return }
    let names = others.prefix(4).map { $0.cut(to: PathStep.maximumKeyLength) }
    let rest = others.count > names.count ? ", …" : ""
    let words = "other keys: \(names.joined(separator: ", "))\(rest)"
    issue.found = issue.found.map { "\($0) (\(words))" } ?? words
    pages.notes[last] = .issue(issue, isError: isError)
  }

  /// Forgets the notes on the value at a path, and in it.
  mutating func forget(below path: String) {
    guard let pages else { return }
    func isBelow(_ other: String?) -> Bool {
      guard let other, other.hasPrefix(path) else { return false }
      return other.count == path.count || [".", "["].contains(other.dropFirst(path.count).first)
    }
    pages.notes.removeAll { note in
      switch note {
      case .issue(let issue, let isError):
        guard isBelow(issue.path) else { return false }
        pages.issueCount -= 1
        if isError { pages.errorCount -= 1 }
        return true
      case .match(let match): return isBelow(match.key)
      case .unmapped(let part):
        return [.property, .part].contains(part.subject) && isBelow(part.issuePath ?? part.key)
      case .finding(let found, _): return isBelow(found)
      }
    }
  }

  // MARK: - Since a mark

  /// Forgets all notes since the mark.
  mutating func forget(since mark: Mark) {
    guard let pages, self.mark != mark else { return }
    pages.notes.removeSubrange(mark.notes...)
    pages.issueCount = mark.issueCount
    pages.errorCount = mark.errorCount
  }

  /// Forgets the matches and the unmapped properties since the mark, but not the issues.
  mutating func forgetMatches(since mark: Mark) {
    guard let pages, pages.notes.count > mark.notes else { return }
    let rest = pages.notes[mark.notes...].filter { note in
      switch note {
      case .issue, .finding: true
      case .match, .unmapped: false
      }
    }
    pages.notes.replaceSubrange(mark.notes..., with: rest)
  }

  /// Removes all notes since the mark and returns them, to be added again or dropped.
  mutating func removeAll(since mark: Mark) -> Postponed {
    defer { forget(since: mark) }
    return postponed(since: mark)
  }

  /// All notes since the mark, to be added again.
  @inline(__always)
  func postponed(since mark: Mark) -> Postponed {
    pages == nil ? Postponed([]) : recorded(since: mark)
  }

  @inline(never)
  private func recorded(since mark: Mark) -> Postponed {
    var postponed = Postponed(notes(since: mark) { $0 })
    postponed.issueCount = issueCount - mark.issueCount
    postponed.errorCount = errorCount - mark.errorCount
    return postponed
  }

  /// Adds notes that were removed.
  mutating func add(_ postponed: Postponed) {
    let (issues, errors) = (issueCount, errorCount)
    for note in postponed.notes {
      if case .issue(_, let isError) = note, !count(isError: isError) { continue }
      written.notes.append(note)
    }
    written.issueCount = issues + postponed.issueCount
    written.errorCount = errors + postponed.errorCount
  }

  /// The notes on one value of a property, which count only if the value does.
  struct Postponed {
    fileprivate let notes: [Note]
    fileprivate var issueCount = 0
    fileprivate var errorCount = 0

    init(_ notes: [Note]) {
      self.notes = notes
    }
  }
}
