import Foundation
import ModelObjectKit
import Testing

/// The classes that take the ways in; all have the same properties.
enum ProbeKind: String, CaseIterable {
  case plain = "a plain class"
  case hooked = "a hook"
  case handed = "what a hook gets"
  case whole = "willMap"
  case picking = "modelType(for:)"
  case checked = "validate"
  case accessed = "an accessor"
  case keeping = "kept unknown keys"
  case requiring = "a required property"
  case filed = "an identity"
  case tagged = "a tag"
  case own = "options of the class"
  case ownHooked = "a hook and options of the class"
  case ownWhole = "willMap and options of the class"
  case ownTagged = "a class with options, and a tag"

  /// Those that take different ways to a value, whatever else the class declares.
  static let ofValues: Set<ProbeKind> = [.plain, .hooked]
}

/// Maps an input by every way in, at the root and inside other objects, as classes with and without
/// hooks, accessors, tags and so on, with the options of the call and those of the class.
///
/// Each message begins with the way that differs.
///
/// `pairs` are those of a JSON object, without its brackets; `paths` are those of the issues if
/// values that don't fit are errors. There are fewer `ways` than all if the result depends on the
/// spelling of digits. Only classes of the kinds `inside` are in other objects, too: it is enough to
/// have some there if it isn't a rule of classes that is tested.
func expectEveryWay<S: Subject>(
  of subject: S.Type,
  _ pairs: String,
  becomes expected: S.Value,
  issuesAt paths: [String] = [],
  options: MappingOptions = S.options,
  ways: Set<WayIn> = Set(WayIn.allCases),
  kinds: Set<ProbeKind> = Set(ProbeKind.allCases),
  inside: Set<ProbeKind> = Set(ProbeKind.allCases),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = Examiner<S>(pairs, .success(expected), ways, kinds, sourceLocation)
  examiner.inside = inside
  examiner.examine(options)
  examiner.explain(options, paths)
  var strict = options
  strict.mismatches = .fail
  examiner.expect(paths.isEmpty ? .success(expected) : .failure(Refusal(paths)))
  examiner.examineErrors(strict)
  examiner.report()
}

/// The same for an input that the options refuse: each way in throws, and has these issues.
func expectEveryWay<S: Subject>(
  of subject: S.Type,
  _ pairs: String,
  failsAt issues: [String],
  ways: Set<WayIn> = Set(WayIn.allCases),
  kinds: Set<ProbeKind> = Set(ProbeKind.allCases),
  inside: Set<ProbeKind> = Set(ProbeKind.allCases),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = Examiner<S>(pairs, .failure(Refusal(issues)), ways, kinds, sourceLocation)
  examiner.inside = inside
  examiner.examine(S.options)
  examiner.report()
}

/// The paths of the issues of an error, or the code of one that has none.
private struct Refusal: Error, Equatable {
  let paths: [String]

  init(_ paths: [String]) { self.paths = paths.sorted() }
  init(code: ModelError.Code) { paths = ["\(code)"] }

  func inside(_ places: [String]) -> Refusal {
    if paths == ["\(ModelError.Code.tooDeep)"] { return self }
    return Refusal(places.flatMap { place in paths.map { "\(place).\($0)" } })
  }
}

extension Result where Failure == Refusal {
  /// The same for the object inside others, at one path or several.
  fileprivate func inside(_ places: String...) -> Self { inside(places) }
  fileprivate func inside(_ places: [String]) -> Self { mapError { $0.inside(places) } }
}

private struct Examiner<S: Subject> {
  /// What a way gave that differs, by the ways.
  private var differences: [(way: String, found: String)] = []
  /// What the issues of the first error of each way say: there, numbers have the same names.
  private var firstIssues: [WayIn: Set<String>] = [:]
  /// The key and the value of the property in the first report that has them.
  private var reported: String?
  let pairs: String
  private var expected: Result<S.Value, Refusal>
  let ways: Set<WayIn>
  let kinds: Set<ProbeKind>
  var inside = Set(ProbeKind.allCases)
  let sourceLocation: SourceLocation

  init(
    _ pairs: String,
    _ expected: Result<S.Value, Refusal>,
    _ ways: Set<WayIn>,
    _ kinds: Set<ProbeKind>,
    _ sourceLocation: SourceLocation
  ) {
    (self.pairs, self.expected, self.ways, self.kinds) = (pairs, expected, ways, kinds)
    self.sourceLocation = sourceLocation
  }

  mutating func examine(_ options: MappingOptions) {
    examine(Probe<S>.self, .plain, options)
    examine(HookedProbe<S>.self, .hooked, options)
    // Its hook keeps the value from the property.
    if case .success = expected, S.requiredProperties.isEmpty {
      examine(HandedProbe<S>.self, .handed, options)
    }
    examine(WholeProbe<S>.self, .whole, options)
    examine(PickingProbe<S>.self, .picking, options)
    examine(CheckedProbe<S>.self, .checked, options)
    examine(AccessedProbe<S>.self, .accessed, options)
    examine(KeepingProbe<S>.self, .keeping, options)
    examine(RequiringProbe<S>.self, .requiring, options)
    examine(FiledProbe<S>.self, .filed, options)
    examine(TaggedProbe<S>.self, .tagged, options)
    examine(OwnProbe<S>.self, .own, nil)
    examine(OwnHookedProbe<S>.self, .ownHooked, nil)
    examine(OwnWholeProbe<S>.self, .ownWhole, nil)
    examine(OwnTaggedProbe<S>.self, .ownTagged, nil)
  }

  /// Changes what is expected.
  mutating func expect(_ result: Result<S.Value, Refusal>) {
    (expected, firstIssues) = (result, [:])
  }

  /// The classes whose errors have most to do with the way.
  mutating func examineErrors(_ options: MappingOptions) {
    examine(Probe<S>.self, .plain, options)
    examine(HookedProbe<S>.self, .hooked, options)
  }

  private mutating func examine<P: Probe<S>>(
    _ probe: P.Type,
    _ kind: ProbeKind,
    _ options: MappingOptions?
  ) {
    guard kinds.contains(kind) else { return }
    let (json, expected) = (self.json(P.self), expected)
    for way in WayIn.allCases
    where ways.contains(way) && (!way.needsIdentity || !P.identity.isEmpty)
      // An object that is there has its class, and the options of that.
      && !((way.isUpdate || way == .again) && kind == .ownTagged)
    {
      examine(way, "at the root", kind) {
        try Self.mapped(json, by: way, options) { (root: P) in root }
      } expected: {
        switch way {
        case .elementOfText: expected.inside("[0]", "[1]")
        case .elementOfTrees, .reader, .sequence: expected.inside("[0]")
        case .valueInText: expected.inside("b")
        case .path: expected.inside("a[0].b")
        default: expected
        }
      }
    }
    // Of the classes, only that of the root gives its options.
    guard let options, inside.contains(kind) else { return }
    examine(InProperty<P>.self, "in a property", kind, json, options)
    examine(InHookedProperty<P>.self, "in a hooked class", kind, json, options)
    examine(InList<P>.self, "in a list", kind, json, options)
    examine(InDictionary<P>.self, "in a dictionary", kind, json, options)
    examine(InMappedArray<P>.self, "by arrayMapping", kind, json, options)
    examine(InPath<P>.self, "at a path", kind, json, options)
    examine(InFiled<P>.self, "in a class with an identity", kind, json, options)
  }

  private mutating func examine<H: ProbeHolder, P: Probe<S>>(
    _ holder: H.Type,
    _ place: String,
    _ kind: ProbeKind,
    _ json: String,
    _ options: MappingOptions
  ) where H.Held == P {
    let (around, expected) = (H.around(json), expected)
    let isFiled = !H.identity.isEmpty || !P.identity.isEmpty
    for way in WayIn.nested where ways.contains(way) && (!way.needsIdentity || isFiled) {
      examine(way, place, kind) {
        try Self.mapped(around, by: way, options) { (holder: H) in holder.held }
      } expected: {
        expected.inside(H.paths)
      }
    }
  }

  private func json<P: Probe<S>>(_ probe: P.Type) -> String {
    "{\(P.needs)\(P.needs.isEmpty ? "" : ", ")\(pairs)}"
  }

  /// The value of the object in a root, or what the way has left undone.
  private static func mapped<Root: ModelObject, P: Probe<S>>(
    _ json: String,
    by way: WayIn,
    _ options: MappingOptions?,
    held: (Root) -> P?
  ) throws -> S.Value {
    let mapped = try way.map(json, to: Root.self, options, held: held)
    guard let model = mapped.model else { throw Omission("there is no object") }
    if let neglected = model.neglected(by: way) ?? S.neglected() { throw Omission(neglected) }
    if !P.identity.isEmpty {
      // Without a store, the objects of a dictionary are always new.
      let isReplaced = way == .again && Root.self == InDictionary<P>.self
      if !isReplaced, let earlier = mapped.earlier, earlier !== model {
        throw Omission("another object has taken its place")
      }
      if let store = mapped.store, store[P.self, 1] !== model {
        throw Omission("it isn't in the store")
      }
    }
    return model.value
  }

  // MARK: Reports

  /// Compares what reports say about the value with what the mapping has done, and with one another.
  mutating func explain(_ options: MappingOptions, _ paths: [String]) {
    explain(Probe<S>.self, .plain, options, paths)
    explain(HookedProbe<S>.self, .hooked, options, paths)
    explain(AccessedProbe<S>.self, .accessed, options, paths)
    explain(TaggedProbe<S>.self, .tagged, options, paths)
    explain(OwnHookedProbe<S>.self, .ownHooked, nil, paths)
  }

  private mutating func explain<P: Probe<S>>(
    _ probe: P.Type,
    _ kind: ProbeKind,
    _ options: MappingOptions?,
    _ paths: [String]
  ) {
    guard kinds.contains(kind) else { return }
    let json = json(P.self)
    explain(P.self, [""], "at the root, \(kind.rawValue)", json, options, paths)
    guard let options, ProbeKind.ofValues.contains(kind), inside.contains(kind) else { return }
    func explainInside<H: ProbeHolder>(_ holder: H.Type, _ place: String) {
      let places = H.paths.map { "\($0)." }
      explain(
        H.self,
        places,
        "\(place), \(kind.rawValue)",
        H.around(json),
        options,
        paths
      )
    }
    explainInside(InProperty<P>.self, "in a property")
    explainInside(InHookedProperty<P>.self, "in a hooked class")
    explainInside(InList<P>.self, "in a list")
    explainInside(InDictionary<P>.self, "in a dictionary")
    explainInside(InMappedArray<P>.self, "by arrayMapping")
  }

  private mutating func explain<Root: ModelObject>(
    _ root: Root.Type,
    _ places: [String],
    _ name: String,
    _ json: String,
    _ options: MappingOptions?,
    _ paths: [String]
  ) {
    var reports: [(input: String, made: () throws -> MappingReport)] = [
      ("of text", { try Root.explain(json: json, options: options) })
    ]
    if ways.contains(.native) {
      reports.append(
        (
          "of a dictionary",
          {
            let tree = try JSONInput(json, by: .native).dictionary()
            return try Root.explain(dictionary: tree, options: options)
          }
        )
      )
    }
    for (input, made) in reports {
      do {
        guard let found = mistake(in: try made(), places, paths) else { continue }
        differences.append(("a report \(input), \(name)", found))
      } catch {
        differences.append(("a report \(input), \(name)", "\(error)"))
      }
    }
  }

  /// What a report says about the values at some places that isn't so; nil if there is nothing.
  private mutating func mistake(
    in report: MappingReport,
    _ places: [String],
    _ paths: [String]
  ) -> String? {
    let issues = report.issues.filter { ![.unknownKey, .missingKey].contains($0.kind) }
    let expectedPaths = places.flatMap { place in paths.map { place + $0 } }
    guard issues.map(\.path).sorted() == expectedPaths.sorted() else {
      return "\(issues), not issues at \(expectedPaths)"
    }
    for place in places {
      let matches = report.matches.filter { $0.property == place + "value" }
      let unmapped = report.unmapped.filter { $0.property == place + "value" }
      let isChanged = expected != .success(S.initial)
      guard matches.count + unmapped.count == 1, !isChanged || matches.count == 1 else {
        return "\(matches.count) matches and \(unmapped.count) reasons for \(place)value"
      }
      let text = matches.first.map { "\($0.key.dropFirst(place.count)): \($0.value)" }
      reported = reported ?? text
      guard text == reported else {
        return "\(text ?? "nothing") for \(place)value, not \(reported ?? "nothing")"
      }
    }
    return nil
  }

  private mutating func examine(
    _ way: WayIn,
    _ place: String,
    _ kind: ProbeKind,
    _ map: () throws -> S.Value,
    expected: () -> Result<S.Value, Refusal>
  ) {
    let found: Result<S.Value, Refusal>?
    var text: String
    var issues: Set<String> = []
    do {
      let value = try map()
      (found, text) = (.success(value), "\(value)")
    } catch let error as ModelError {
      let refusal =
        error.code == .invalidInput ? Refusal(error.issues.map(\.path)) : Refusal(code: error.code)
      (found, text) = (.failure(refusal), "\(error)")
      issues = Set(error.issues.map { "\($0.expected ?? "-"), \($0.found ?? "-")" })
    } catch {
      (found, text) = (nil, "\(error)")
    }
    let expected = expected()
    if found == expected {
      let first = firstIssues[way, default: issues]
      firstIssues[way] = first
      if issues == first { return }
      text = "\(issues), not \(first)"
    } else if case .failure(let refusal) = expected {
      text += ", not issues at \(refusal.paths)"
    } else if case .success(let value) = expected {
      text += ", not \(value)"
    }
    differences.append(("\(way.rawValue), \(place), \(kind.rawValue)", text))
  }

  /// Records the ways that differ as one issue, and forgets them.
  mutating func report() {
    guard let first = differences.first else { return }
    let others = differences.dropFirst().prefix(10).map { "\n  \($0.way): \($0.found)" }.joined()
    Issue.record(
      """
      by \(first.way): \(first.found), of {\(pairs)}; so do \(differences.count - 1) other ways\(others)
      """,
      sourceLocation: sourceLocation
    )
    differences = []
  }
}
