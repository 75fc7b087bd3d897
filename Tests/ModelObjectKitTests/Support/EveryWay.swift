import Foundation
import ModelObjectKit
import Testing

/// The ways in: how input comes to an object.
enum WayIn: String, CaseIterable {
  case text, data
  /// Parsed by `JSONSerialization`: a tree with `NSNumber` in it.
  case foundation
  /// The same tree made of Swift values only.
  case native
  case decoder
  case elementOfText = "an array in text"
  case elementOfTrees = "an array of dictionaries"
  case valueInText = "a dictionary in text"
  case path = "a path"
  case reader = "a stream"
  case beginning = "growing text"
  case update, updateFromDictionary = "an update from a dictionary"
  case again = "a second update"
  case upsert = "an upsert"

  /// Those in which most rules can go wrong, for objects inside others.
  static let nested: [WayIn] = [.text, .native, .decoder, .beginning, .again]
  /// Those that preserve the digits of numbers.
  static let verbatim: Set<WayIn> = Set(allCases).subtracting([.foundation, .native, .decoder])

  func map<Root: ModelObject>(
    _ json: String,
    to root: Root.Type,
    _ options: MappingOptions?
  ) throws -> Root {
    switch self {
    case .text: return try Root(json: json, options: options)
    case .data: return try Root(json: Data(json.utf8), options: options)
    case .foundation:
      return try JSONInput(json, by: .foundation).map(to: root, options: options)
    case .native: return try JSONInput(json, by: .native).map(to: root, options: options)
    case .decoder:
      let decoder = JSONDecoder()
      if let options { decoder.userInfo[.mappingOptions] = options }
      return try decoder.decode(Root.self, from: Data(json.utf8))
    case .elementOfText:
      return try #require(try [Root](json: "[\(json), \(json)]", options: options).last)
    case .elementOfTrees:
      let tree = try JSONInput(json, by: .native).dictionary()
      return try #require(try [Root](dictionaries: [tree], options: options).first)
    case .valueInText:
      return try #require(try [String: Root](json: #"{"b": \#(json)}"#, options: options)["b"])
    case .path: return try Root(json: #"{"a": [{"b": \#(json)}]}"#, at: "a[0].b", options: options)
    case .reader:
      return try withFolder { folder in
        let file = folder.appending(path: "lines.json")
        try Data("\(json)\n".utf8).write(to: file)
        let reader = try ModelReader<Root>(contentsOf: file, options: options)
        return try #require(try reader.next())
      }
    case .beginning: return try Root(partialJSON: json, options: options)
    case .update:
      let model = Root()
      try model.update(json: json, options: options)
      return model
    case .updateFromDictionary:
      let model = Root()
      try model.update(dictionary: JSONInput(json, by: .native).dictionary(), options: options)
      return model
    case .again:
      let model = try Root(json: json, options: options)
      try model.update(json: json, options: options)
      return model
    case .upsert: return try ModelStore().upsert(Root.self, json: json, options: options)
    }
  }
}

/// The classes that take the ways in; all have the same properties.
enum ProbeKind: String, CaseIterable {
  case plain = "a plain class"
  case hooked = "a hook"
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
}

/// Maps an input by every way in, at the root and inside other objects, as classes with and without
/// hooks, accessors, tags and so on, with the options of the call and those of the class.
///
/// Each message begins with the way that differs.
///
/// `pairs` are those of a JSON object, without its brackets; `paths` are those of the issues if
/// values that don't fit are errors. There are fewer `ways` than all if the result depends on the
/// spelling of digits.
func expectEveryWay<S: Subject>(
  of subject: S.Type,
  _ pairs: String,
  becomes expected: S.Value,
  issuesAt paths: [String] = [],
  ways: Set<WayIn> = Set(WayIn.allCases),
  kinds: Set<ProbeKind> = Set(ProbeKind.allCases),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = Examiner<S>(pairs, .success(expected), ways, kinds, sourceLocation)
  examiner.examine(S.options)
  var strict = S.options
  strict.mismatches = .fail
  examiner.expected = paths.isEmpty ? .success(expected) : .failure(Refusal(paths))
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
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = Examiner<S>(pairs, .failure(Refusal(issues)), ways, kinds, sourceLocation)
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
  let pairs: String
  var expected: Result<S.Value, Refusal>
  let ways: Set<WayIn>
  let kinds: Set<ProbeKind>
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
    let needs = P.needs
    let json = "{\(needs)\(needs.isEmpty || pairs.isEmpty ? "" : ", ")\(pairs)}"
    let (expected, hasPairs) = (expected, !pairs.isEmpty)
    for way in WayIn.allCases where ways.contains(way) && (way != .upsert || kind == .filed) {
      examine(way, "at the root", kind) {
        let model = try way.map(json, to: P.self, options)
        let isPassedBy = (model as? HookedProbe<S>)?.calls.count == 0 && hasPairs
        return isPassedBy ? nil : model.value
      } expected: {
        switch way {
        case .elementOfText: expected.inside("[0]", "[1]")
        case .elementOfTrees, .reader: expected.inside("[0]")
        case .valueInText: expected.inside("b")
        case .path: expected.inside("a[0].b")
        default: expected
        }
      }
    }
    // Of the classes, only that of the root gives its options.
    guard let options else { return }
    examine(InProperty<P>.self, "in a property", kind, json, options)
    examine(InHookedProperty<P>.self, "in a hooked class", kind, json, options)
    examine(InList<P>.self, "in a list", kind, json, options)
    examine(InDictionary<P>.self, "in a dictionary", kind, json, options)
    examine(InMappedArray<P>.self, "by arrayMapping", kind, json, options)
    examine(InPath<P>.self, "at a path", kind, json, options)
  }

  private mutating func examine<H: ProbeHolder, P: Probe<S>>(
    _ holder: H.Type,
    _ place: String,
    _ kind: ProbeKind,
    _ json: String,
    _ options: MappingOptions
  ) where H.Held == P {
    let (around, expected) = (H.around(json), expected)
    for way in WayIn.nested + (kind == .filed ? [.upsert] : []) where ways.contains(way) {
      examine(way, place, kind) {
        try #require(try way.map(around, to: H.self, options).held).value
      } expected: {
        expected.inside(H.paths)
      }
    }
  }

  private mutating func examine(
    _ way: WayIn,
    _ place: String,
    _ kind: ProbeKind,
    _ map: () throws -> S.Value?,
    expected: () -> Result<S.Value, Refusal>
  ) {
    let found: Result<S.Value, Refusal>?
    var text: String
    do {
      // Without a value, a hook has got no pair.
      let value = try map()
      found = value.map { .success($0) }
      text = value.map { "\($0)" } ?? "the hook wasn't called"
    } catch let error as ModelError {
      let refusal =
        error.code == .invalidInput ? Refusal(error.issues.map(\.path)) : Refusal(code: error.code)
      (found, text) = (.failure(refusal), "\(error)")
    } catch {
      (found, text) = (nil, "\(error)")
    }
    let expected = expected()
    if found == expected { return }
    switch expected {
    case .success(let value): text += ", not \(value)"
    case .failure(let refusal): text += ", not issues at \(refusal.paths)"
    }
    differences.append(("\(way.rawValue), \(place), \(kind.rawValue)", text))
  }

  /// Records the ways that differ as one issue, and forgets them.
  mutating func report() {
    guard let first = differences.first else { return }
    let others = differences.dropFirst().prefix(20).map { "\n  \($0.way): \($0.found)" }.joined()
    Issue.record(
      """
      by \(first.way): \(first.found), of {\(pairs)}; so do \(differences.count - 1) other ways\(others)
      """,
      sourceLocation: sourceLocation
    )
    differences = []
  }
}
