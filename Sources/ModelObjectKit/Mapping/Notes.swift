/// The notes of a mapping: issues, and for a report also the matches.
///
/// Nothing is kept unless the options or a report ask for it. Paths are made from the inside out:
/// the code that maps a nested value prefixes the paths of its notes with a step.
struct Notes {
  /// The kinds of issues that are errors.
  var errors: IssueKinds {
    didSet { isKept = keepsSome }
  }
  /// The kinds with which the options' report is called, errors or not.
  var told: IssueKinds = [] {
    didSet { isKept = keepsSome }
  }
  /// Counts the issues; nil unless the options have one.
  var census: MappingCensus? {
    didSet { isKept = keepsSome }
  }
  /// Whether issues are kept at all, because some are errors, or are reported or counted.
  private(set) var isKept: Bool
  /// Whether the notes are for a report: then matches are kept as well, and all issues.
  let isReport: Bool
  /// The notes; nil until there is one.
  private var pages: Pages?

  private final class Pages {
    var notes: [Note] = []
    var issueCount = 0
    var errorCount = 0
  }

  /// One of the notes; only a match lies in place, because a report may have millions of them.
  enum Note {
    indirect case issue(ModelError.Issue, isError: Bool)
    case match(MappingReport.Match)
    indirect case leftAlone(MappingReport.Unfed)
    indirect case finding(Finding)
    indirect case awaited(AwaitedModels)
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
    isKept = isReport || !errors.isEmpty
  }

  private var keepsSome: Bool { isReport || census != nil || !errors.isEmpty || !told.isEmpty }

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

  var issueCount: Int { pages?.issueCount ?? 0 }
  /// How many of the issues are errors.
  var errorCount: Int { pages?.errorCount ?? 0 }

  var issues: [ModelError.Issue] { issues(since: Mark()) }

  /// The issues that were kept since the mark.
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

  /// The key of the value that was taken last.
  var lastTakenKey: String? { pages?.notes.lastMatch { _ in true }?.key }

  var leftAlone: [MappingReport.Unfed] {
    notes { if case .leftAlone(let property) = $0 { property } else { nil } }
  }

  /// What the census is to count.
  var findings: [Finding] {
    notes { if case .finding(let finding) = $0 { finding } else { nil } }
  }

  private func notes<Kind>(since mark: Mark = Mark(), _ kind: (Note) -> Kind?) -> [Kind] {
    pages?.notes.dropFirst(mark.notes).compactMap(kind) ?? []
  }

  /// Whether issues of a kind are kept.
  func takes(_ kind: ModelError.Issue.Kind) -> Bool {
    isReport || errors.union(told).contains(IssueKinds(kind))
  }

  var notesUnknownKeys: Bool { isKept && (census != nil || takes(.unknownKey)) }

  // MARK: - Adding

  /// Adds an issue if its kind is kept, and a finding for the census.
  mutating func add(
    _ issue: ModelError.Issue,
    as kind: MappingCensus.Kind,
    of input: Input? = nil,
    expected: String? = nil
  ) {
    if census != nil {
      add(.finding(Finding(kind: kind, found: input?.jsonType, expected: expected)))
    }
    add(issue)
  }

  /// Adds an issue if its kind is kept.
  mutating func add(_ issue: ModelError.Issue) {
    guard takes(issue.kind) else { return }
    add(.issue(issue, isError: errors.contains(IssueKinds(issue.kind))))
  }

  /// Adds a note; of issues only the first 100, and the first 100 errors, unless for a report.
  mutating func add(_ note: Note) {
    let pages = written
    if case .issue(_, let isError) = note {
      pages.issueCount += 1
      if isError { pages.errorCount += 1 }
      let number = isError ? pages.errorCount : pages.issueCount
      guard isReport || number <= ModelError.maximumIssueCount else { return }
    }
    pages.notes.append(note)
  }

  // MARK: - Since a mark

  /// Prefixes the paths of all notes since the mark: the input's paths with `key`, the models'
  /// paths with `property`.
  ///
  /// The property is nil for a step to the root. The `owner` is the class of the property to which
  /// the step leads; issues that have no class yet are its own.
  @inline(never)
  mutating func prefix(
    since mark: Mark,
    key: PathStep,
    property: PathStep?,
    owner: (any Model.Type)? = nil
  ) {
    guard let pages else { return }
    for index in pages.notes.indices.dropFirst(mark.notes) {
      pages.notes[index].prefix(key, property)
    }
    if let owner { setOwner(owner, property, since: mark) }
  }

  /// Sets the class of the issues since the mark, or of all, that have none yet.
  mutating func setOwner(
    _ owner: any Model.Type,
    _ property: PathStep? = nil,
    since mark: Mark = Mark()
  ) {
    guard let pages else { return }
    for index in pages.notes.indices.dropFirst(mark.notes) {
      pages.notes[index].setOwner(owner, property)
    }
  }

  /// Forgets all notes since the mark.
  mutating func forget(since mark: Mark) {
    guard let pages, self.mark != mark else { return }
    pages.notes.removeSubrange(mark.notes...)
    pages.issueCount = mark.issueCount
    pages.errorCount = mark.errorCount
  }

  /// Forgets what is awaited since the mark, and perhaps the matches and the unmapped properties,
  /// but not the issues.
  mutating func forgetFacts(since mark: Mark, areMatches: Bool) {
    guard let pages, pages.notes.count > mark.notes else { return }
    let kept = pages.notes[mark.notes...].filter { note in
      switch note {
      case .issue, .finding: true
      case .awaited: false
      case .match, .leftAlone: !areMatches
      }
    }
    pages.notes.replaceSubrange(mark.notes..., with: kept)
  }

  /// Takes all notes since the mark back, to be added again or dropped.
  mutating func takeBack(since mark: Mark) -> Postponed {
    defer { forget(since: mark) }
    return postponed(since: mark)
  }

  /// All notes since the mark, to be added again.
  func postponed(since mark: Mark) -> Postponed {
    var postponed = Postponed(notes(since: mark) { $0 })
    postponed.issueCount = issueCount - mark.issueCount
    postponed.errorCount = errorCount - mark.errorCount
    return postponed
  }

  /// Adds notes that were taken back.
  mutating func add(_ postponed: Postponed) {
    let (count, errors) = (issueCount, errorCount)
    for note in postponed.notes { add(note) }
    written.issueCount = count + postponed.issueCount
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

    /// Whether the value refers to models that aren't there yet.
    var isAwaiting: Bool { notes.contains { if case .awaited = $0 { true } else { false } } }

    /// The key that gave the property the value.
    func key(of property: String) -> String? { notes.lastMatch { $0.property == property }?.key }
  }

  // MARK: - Taking

  /// All properties that name models that weren't there; they aren't noted any more.
  mutating func takeAwaited() -> [AwaitedModels] {
    let awaited = notes { if case .awaited(let models) = $0 { models } else { nil } }
    if !awaited.isEmpty { forgetFacts(since: Mark(), areMatches: false) }
    return awaited
  }
}

extension Notes.Note {
  /// The note that the value of a property's key gave way to that of a better key.
  static func lost(_ property: String, key: String, to better: String) -> Notes.Note {
    let reason = "lost to \(better)"
    return .leftAlone(
      MappingReport.Unfed(property: property, key: key, reason: reason, subject: .key)
    )
  }

  fileprivate mutating func prefix(_ key: PathStep, _ property: PathStep?) {
    switch self {
    case .issue(var issue, let isError):
      issue.path = key.joined(to: issue.path)
      self = .issue(issue, isError: isError)
    case .match(var match):
      match.key = key.joined(to: match.key)
      if let property { match.property = property.joined(to: match.property) }
      self = .match(match)
    case .leftAlone(var unfed):
      unfed.key = unfed.key.map { key.joined(to: $0) }
      unfed.issuePath = unfed.issuePath.map { key.joined(to: $0) }
      if let property { unfed.property = property.joined(to: unfed.property) }
      self = .leftAlone(unfed)
    case .finding: break
    case .awaited(var models):
      models.steps.append((key, property))
      self = .awaited(models)
    }
  }

  fileprivate mutating func setOwner(_ owner: any Model.Type, _ property: PathStep?) {
    switch self {
    case .issue(var issue, let isError) where issue.typeName.isEmpty:
      issue.typeName = "\(owner)"
      self = .issue(issue, isError: isError)
    case .finding(var finding) where finding.owner == nil:
      finding.owner = owner
      if case .key(let name)? = property { finding.key = name }
      self = .finding(finding)
    default: break
    }
  }
}

extension [Notes.Note] {
  fileprivate func lastMatch(
    where isWanted: (MappingReport.Match) -> Bool
  ) -> MappingReport.Match? {
    for case .match(let match) in reversed() where isWanted(match) { return match }
    return nil
  }
}
