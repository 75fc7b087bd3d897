import Foundation
import ModelObjectKit

/// Checks merges of two changes of one object against a merge of plain trees.
struct MergeCheck<Model: Living> {
  private let base: Version
  private let options: MappingOptions?

  init(base: Model, options: MappingOptions?) {
    (self.base, self.options) = (Version(base, .empty), options)
  }

  /// The base after an update, and the text of that.
  private struct Version {
    let model: Model
    let document: Document
    let side: Side

    init(_ model: Model, _ document: Document) {
      (self.model, self.document, side) = (model, document, Side(model))
    }
  }

  /// Merges what two inputs change, one here and one at the server, and then the other way around.
  func check(_ here: Document, _ there: Document) {
    guard let mine = updated(here), let theirs = updated(there) else {
      return checkRefusal(here, there)
    }
    // An export of what is inside itself shows the values around it.
    guard ![base, mine, theirs].contains(where: \.model.isInsideItself) else { return }
    let text = [shown(base.model), here.string, there.string].joined(separator: "\n")
    merge(mine, theirs, .theirs, text)
    if let first = merge(mine, theirs, .mine, text), let second = merge(theirs, mine, .mine, text) {
      guard first.map(\.path) == second.map(\.path) else {
        found("conflicts aren't symmetric", text, "\(first)", "\(second)")
      }
    }
    // With no change on one side, the other side counts.
    for (mine, theirs) in [(base, theirs), (mine, base)] {
      guard let conflicts = merge(mine, theirs, .theirs, text), !conflicts.isEmpty else { continue }
      found("a change of one side is a conflict", text, "\(conflicts)")
    }
  }

  private func updated(_ document: Document) -> Version? {
    let model = base.model.copy()
    guard (try? model.update(json: document.text, options: options)) != nil else { return nil }
    return Version(model, document)
  }

  /// The conflicts; nil for what the merge may refuse.
  @discardableResult
  private func merge(
    _ mine: Version,
    _ theirs: Version,
    _ choice: ModelConflict.Choice,
    _ text: String
  ) -> [ModelConflict]? {
    let (merged, base) = (mine.model.copy(), base.model.copy())
    var merge = SideMerge(choice == .theirs)
    let expected = merge.merged(mine.side, self.base.side, theirs.side)
    do {
      let json = theirs.document.text
      let conflicts = try merged.merge(json: json, since: base, options: options) { _ in choice }
      expect(base, theirs.side, "the base isn't theirs", text)
      // A model in two places is merged in one of them, so that it is one conflict, and the other
      // place shows what the first one comes to, whichever side that is taken from.
      let isShared = [self.base, mine, theirs].contains(where: \.model.holdsAModelTwice)
      if !isShared || merge.conflicts.isEmpty { expect(merged, expected, "a merge differs", text) }
      let paths = conflicts.map(\.path)
      guard isShared ? Set(paths).isSubset(of: merge.conflicts) : paths == merge.conflicts else {
        found("other conflicts", text, "\(conflicts)", "\(merge.conflicts)")
      }
      return conflicts
    } catch {
      let code = (error as? ModelError)?.code
      // What the two sides come to together may be refused, and a base is of the same identity.
      guard
        code == .rejected && merged is Member
          || code == .unsupportedValue && merged.naming != base.naming
      else { found("a merge fails", text, "\(error)") }
      expect(merged, mine.side, "a merge that fails changes the object", text)
      expect(base, self.base.side, "a merge that fails changes the base", text)
      return nil
    }
  }

  private func expect(_ model: Model, _ expected: Side, _ what: String, _ text: String) {
    let side = Side(model)
    guard side != expected else { return }
    found(what, text, difference(expected.lines, side.lines))
  }

  /// What no update takes, no merge does.
  private func checkRefusal(_ here: Document, _ there: Document) {
    guard let mine = updated(here), mine.model.naming == base.model.naming else { return }
    let (merged, base) = (mine.model.copy(), base.model.copy())
    let text = here.string + "\n" + there.string
    guard (try? merged.merge(json: there.text, since: base, options: options)) == nil else {
      found("a merge takes what no update takes", text)
    }
    expect(merged, mine.side, "a refused merge changes the object", text)
    expect(base, self.base.side, "a refused merge changes the base", text)
  }
}

/// A merge of trees.
private struct SideMerge {
  private let takesTheirs: Bool
  private(set) var conflicts: [String] = []

  init(_ takesTheirs: Bool) { self.takesTheirs = takesTheirs }

  mutating func merged(_ mine: Side, _ base: Side, _ theirs: Side, at path: String? = nil) -> Side {
    if case .model(let my) = mine, case .model(let its) = base, case .model(let their) = theirs,
      path == nil || my.isSameThing(as: its) && my.isSameThing(as: their)
    {
      var result = my
      for index in my.properties.indices {
        let name = my.properties[index].name
        result.properties[index].value = merged(
          my.properties[index].value,
          its.properties[index].value,
          their.properties[index].value,
          at: path.map { "\($0).\(name)" } ?? name
        )
      }
      return .model(result)
    }
    if base == theirs || mine == theirs { return mine }
    if base == mine { return theirs }
    conflicts.append(path ?? "")
    return takesTheirs ? theirs : mine
  }
}

/// A value of a property: as text, or the properties of a model.
indirect enum Side: Equatable {
  case value(String)
  case model(Properties)

  struct Property: Equatable {
    let name: String
    var value: Side
  }

  struct Properties: Equatable {
    let type: String
    /// The names of the properties that identify it.
    let naming: Set<String>
    var properties: [Property]

    private var identity: [Property] { properties.filter { naming.contains($0.name) } }

    func isSameThing(as other: Self) -> Bool { type == other.type && identity == other.identity }
  }

  /// The properties of a model that is inside others.
  init(_ model: Item, inside outer: [Item] = []) {
    var children: [(name: String, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror, level.subjectType != ModelObject.self {
      children.insert(
        contentsOf: level.children.compactMap { child in child.label.map { ($0, child.value) } },
        at: 0
      )
      mirror = level.superclassMirror
    }
    let outer = outer + [model]
    let sides = children.map { (name: $0.name, value: Side($0.value, inside: outer)) }
    let exports = Exports(model, sides.filter { $0.value == nil }.map(\.name))
    let type = type(of: model)
    self = .model(
      Properties(
        type: "\(type)",
        naming: type.identity,
        properties: sides.map { name, value in
          Property(name: name, value: value ?? .value(exports[name]))
        }
      )
    )
  }

  /// A line for each value.
  var lines: String {
    switch self {
    case .value(let text): text
    case .model(let model):
      model.properties.map { "\($0.name) \($0.value.lines)" }.joined(separator: "\n")
    }
  }

  /// Nil for a value that an export shows.
  private init?(_ value: Any, inside outer: [Item]) {
    let mirror = Mirror(reflecting: value)
    let some: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : value
    switch some {
    case let part as Item where outer.contains { $0 === part }: self = .value("around it")
    case let part as Item: self = Side(part, inside: outer)
    case let date as Date: self = .value("\(date.timeIntervalSinceReferenceDate)")
    case nil: self = .value("nil")
    default: return nil
    }
  }
}

/// Values of a model as they are exported.
private struct Exports {
  private let model: Item
  /// Those that are under the names of their properties.
  private var values: [String: Tree] = [:]

  init(_ model: Item, _ names: [String]) {
    self.model = model
    // Unknown keys may have any name.
    let named = names.filter { $0 != type(of: model).unknownKeysProperty }
    guard case .object(let pairs)? = tree(named) else { return }
    for (name, value) in pairs where named.contains(name) { values[name] = value }
  }

  subscript(_ name: String) -> String {
    let tree = values[name].map { Tree.object([(name, $0)]) } ?? tree([name])
    // Two spellings of a string are equal.
    return (tree?.withIntegers.withSortedSets.json ?? "none")
      .precomposedStringWithCanonicalMapping
  }

  private func tree(_ names: [String]) -> Tree? {
    var options = ExportOptions()
    (options.sortedKeys, options.properties) = (true, Set(names))
    (options.includesNulls, options.dateFormat) = (true, .secondsSince1970)
    return (try? model.jsonString(options: options)).flatMap { ReferenceReader.read($0.utf8)?.tree }
  }
}
