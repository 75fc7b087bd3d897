/// The notes of a mapping: issues, and for a report also the matches.
///
/// Nothing is kept unless the options or a report ask for it. Paths are made from the inside out:
/// the code that maps a nested value prefixes the paths of its notes with a step.
struct Notes {
  /// The kinds of issues that are errors.
  var errors: IssueKinds {
    didSet { isKept = isReport || !kept.isEmpty || census != nil }
  }
  /// The kinds with which the options' report is called, errors or not.
  var told: IssueKinds = [] {
    didSet { isKept = isReport || !kept.isEmpty || census != nil }
  }
  private var kept: IssueKinds { errors.union(told) }
  /// The kinds of errors that were found: at the end a class's options are not in force any more.
  private var found: IssueKinds = []
  /// Counts the issues; nil unless the options have one.
  var census: MappingCensus? {
    didSet { isKept = isReport || !kept.isEmpty || census != nil }
  }
  /// Whether issues are kept at all, because some are errors, or are reported or counted.
  private(set) var isKept: Bool
  /// Whether the notes are for a report: then matches are kept as well, and all issues.
  let isReport: Bool
  /// The notes; nil until there is one.
  private var pages: Pages?

  init(isReport: Bool, errors: IssueKinds) {
    self.isReport = isReport
    self.errors = errors
    isKept = isReport || !errors.isEmpty
  }

  /// A point among the notes, to go back to or to begin from.
  struct Mark: Equatable {
    fileprivate let issues: Int
    fileprivate let issueCount: Int
    let errorCount: Int
    fileprivate let matches: Int
    fileprivate let leftAlone: Int
    fileprivate let awaited: Int
    /// The number of findings since the beginning, counted or not yet.
    fileprivate let findings: Int
  }

  var mark: Mark {
    guard let pages else {
      return Mark(
        issues: 0,
        issueCount: 0,
        errorCount: 0,
        matches: 0,
        leftAlone: 0,
        awaited: 0,
        findings: 0
      )
    }
    return Mark(
      issues: pages.issues.count,
      issueCount: pages.issueCount,
      errorCount: pages.errorCount,
      matches: pages.matches.count,
      leftAlone: pages.leftAlone.count,
      awaited: pages.awaited.count,
      findings: pages.settled + pages.findings.count
    )
  }

  /// The issues that were kept since the mark.
  func issues(since mark: Mark) -> ArraySlice<ModelError.Issue> {
    issues.dropFirst(mark.issues)
  }

  /// Whether issues of a kind are kept.
  func takes(_ kind: ModelError.Issue.Kind) -> Bool {
    isReport || kept.contains(IssueKinds(kind))
  }

  var notesUnknownKeys: Bool { census != nil || takes(.unknownKey) }

  /// Adds an issue if its kind is kept: the first 100, and the first 100 errors; and a finding for
  /// the census.
  mutating func add(
    _ issue: ModelError.Issue,
    as kind: MappingCensus.Kind,
    of input: Input? = nil,
    expected: String? = nil
  ) {
    if census != nil {
      let finding = Finding(kind: kind, found: input?.jsonType, expected: expected)
      written.findings.append(finding)
    }
    add(issue)
  }

  /// Adds an issue if its kind is kept: the first 100, and the first 100 errors.
  mutating func add(_ issue: ModelError.Issue) {
    guard takes(issue.kind) else { return }
    issueCount += 1
    let isError = errors.contains(IssueKinds(issue.kind))
    let hasRoom =
      issues.count < ModelError.maximumIssueCount
      || (isError && errorCount < ModelError.maximumIssueCount)
    if isError {
      errorCount += 1
      found.insert(IssueKinds(issue.kind))
    }
    if isReport || hasRoom { issues.append(issue) }
  }

  /// The first of the issues that are errors.
  var firstErrors: [ModelError.Issue] {
    Array(
      issues.lazy.filter { found.contains(IssueKinds($0.kind)) }
        .prefix(ModelError.maximumIssueCount)
    )
  }

  mutating func add(_ match: MappingReport.Match) {
    matches.append(match)
  }

  mutating func add(_ property: MappingReport.Unfed) {
    leftAlone.append(property)
  }

  mutating func add(_ models: AwaitedModels) {
    written.awaited.append(models)
  }

  /// All properties that name models that weren't there; they aren't noted any more.
  mutating func takeAwaited() -> [AwaitedModels] {
    guard let pages, !pages.awaited.isEmpty else { return [] }
    defer { pages.awaited = [] }
    return pages.awaited
  }

  /// Prefixes the paths of all notes since the mark: the input's paths with `key`, the models'
  /// paths with `property`.
  ///
  /// The property is nil for a step to the root. The `owner` is the class of the property to which
  /// the step leads; issues that have no class yet are its own.
  mutating func prefix(
    since mark: Mark,
    key: PathStep,
    property: PathStep?,
    owner: (any Model.Type)? = nil
  ) {
    for index in issues.indices.dropFirst(mark.issues) {
      issues[index].path = key.joined(to: issues[index].path)
    }
    if let owner { setOwner(owner, property, since: mark) }
    for index in matches.indices.dropFirst(mark.matches) {
      matches[index].key = key.joined(to: matches[index].key)
      if let property {
        matches[index].property = property.joined(to: matches[index].property)
      }
    }
    for index in leftAlone.indices.dropFirst(mark.leftAlone) {
      leftAlone[index].key = leftAlone[index].key.map { key.joined(to: $0) }
      leftAlone[index].issuePath = leftAlone[index].issuePath.map { key.joined(to: $0) }
      if let property {
        leftAlone[index].property = property.joined(to: leftAlone[index].property)
      }
    }
    guard let pages else { return }
    for index in pages.awaited.indices.dropFirst(mark.awaited) {
      pages.awaited[index].steps.append((key, property))
    }
  }

  /// Names the class of the issues since the mark, or of all, that have none yet.
  mutating func setOwner(
    _ owner: any Model.Type,
    _ property: PathStep? = nil,
    since mark: Mark? = nil
  ) {
    if let pages {
      let first = mark.map { pages.place(of: $0) } ?? 0
      for index in pages.findings.indices.dropFirst(first)
      where pages.findings[index].owner == nil {
        pages.findings[index].owner = owner
        if case .key(let name)? = property { pages.findings[index].key = name }
      }
    }
    for index in issues.indices.dropFirst(mark?.issues ?? 0) where issues[index].typeName.isEmpty {
      issues[index].typeName = "\(owner)"
    }
  }

  /// Forgets what is awaited since the mark, and perhaps the matches and the properties left alone,
  /// but not the issues.
  mutating func forgetFacts(since mark: Mark, areMatches: Bool) {
    pages?.awaited.removeSubrange(mark.awaited...)
    guard areMatches else { return }
    matches.removeLast(matches.count - mark.matches)
    leftAlone.removeSubrange(mark.leftAlone...)
  }

  /// Takes all notes since the mark back, to be added again or dropped.
  mutating func takeBack(since mark: Mark) -> Postponed {
    let postponed = Postponed(
      issues: Array(issues.dropFirst(mark.issues)),
      issueCount: issueCount - mark.issueCount,
      errorCount: errorCount - mark.errorCount,
      matches: Array(matches.dropFirst(mark.matches)),
      leftAlone: Array(leftAlone.dropFirst(mark.leftAlone)),
      awaited: Array(pages?.awaited.dropFirst(mark.awaited) ?? []),
      findings: pages.map { Array($0.findings.dropFirst($0.place(of: mark))) } ?? []
    )
    forget(since: mark)
    return postponed
  }

  /// Adds notes that were taken back.
  mutating func add(_ postponed: Postponed) {
    let (count, errors) = (issueCount, errorCount)
    for issue in postponed.issues { add(issue) }
    issueCount = count + postponed.issueCount
    errorCount = errors + postponed.errorCount
    matches += postponed.matches
    leftAlone += postponed.leftAlone
    if !postponed.awaited.isEmpty { written.awaited += postponed.awaited }
    if !postponed.findings.isEmpty { written.findings += postponed.findings }
  }

  /// The notes on one value of a property, which count only if the value does.
  struct Postponed {
    fileprivate let issues: [ModelError.Issue]
    fileprivate let issueCount: Int
    fileprivate let errorCount: Int
    fileprivate let matches: [MappingReport.Match]
    fileprivate let leftAlone: [MappingReport.Unfed]
    fileprivate var awaited: [AwaitedModels] = []
    fileprivate var findings: [Finding] = []

    /// Whether the value names models that aren't there yet.
    var isAwaiting: Bool { !awaited.isEmpty }

    /// The key that gave the property the value.
    func key(of property: String) -> String? { matches.last { $0.property == property }?.key }

    /// The note that a property's value gave way to that of a better key.
    func lost(_ property: String, to better: String) -> Postponed {
      let key = key(of: property)
      let note = MappingReport.Unfed(
        property: property,
        key: key,
        reason: "gave way to \(better)",
        subject: .key
      )
      return Postponed(
        issues: [],
        issueCount: 0,
        errorCount: 0,
        matches: [],
        leftAlone: key == nil ? [] : [note]
      )
    }
  }

  /// Forgets all notes since the mark.
  mutating func forget(since mark: Mark) {
    guard self.mark != mark else { return }
    issues.removeLast(issues.count - mark.issues)
    issueCount = mark.issueCount
    errorCount = mark.errorCount
    matches.removeLast(matches.count - mark.matches)
    leftAlone.removeLast(leftAlone.count - mark.leftAlone)
    pages?.awaited.removeSubrange(mark.awaited...)
    if let pages { pages.findings.removeSubrange(pages.place(of: mark)...) }
  }
}

// MARK: - Pages

extension Notes {
  private final class Pages {
    var issues: [ModelError.Issue] = []
    var issueCount = 0
    var errorCount = 0
    var matches: [MappingReport.Match] = []
    var leftAlone: [MappingReport.Unfed] = []
    /// The properties that name models that aren't there yet.
    var awaited: [AwaitedModels] = []
    /// What the census is to count, and how much of it has been counted.
    var findings: [Finding] = []
    var settled = 0

    /// The place of the first finding since a mark; some may have been counted meanwhile.
    func place(of mark: Mark) -> Int { max(0, mark.findings - settled) }
  }

  /// How many findings wait to be counted.
  var findingCount: Int { pages?.findings.count ?? 0 }

  /// Takes the first findings, to be counted, up to one whose property isn't known yet.
  mutating func takeFindings() -> [Finding] {
    guard let pages else { return [] }
    let findings = Array(pages.findings.prefix { $0.owner != nil })
    pages.settled += findings.count
    pages.findings.removeFirst(findings.count)
    return findings
  }

  private var written: Pages {
    mutating get {
      if let pages { return pages }
      let made = Pages()
      pages = made
      return made
    }
  }

  private(set) var issues: [ModelError.Issue] {
    get { pages?.issues ?? [] }
    _modify { yield &written.issues }
  }

  private(set) var issueCount: Int {
    get { pages?.issueCount ?? 0 }
    set { written.issueCount = newValue }
  }

  /// How many of the issues are errors.
  private(set) var errorCount: Int {
    get { pages?.errorCount ?? 0 }
    set { written.errorCount = newValue }
  }

  private(set) var matches: [MappingReport.Match] {
    get { pages?.matches ?? [] }
    _modify { yield &written.matches }
  }

  private(set) var leftAlone: [MappingReport.Unfed] {
    get { pages?.leftAlone ?? [] }
    _modify { yield &written.leftAlone }
  }
}
