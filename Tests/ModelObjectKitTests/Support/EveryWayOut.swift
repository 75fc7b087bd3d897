import Foundation
import ModelObjectKit
import Testing

/// The ways out: how the values of an object become JSON, or those of another object.
enum WayOut: String, CaseIterable {
  case text
  case dictionary
  case encoder
  /// The changes since a new object.
  case patch

  func tree(of root: ModelObject) throws -> Any {
    let data: Data
    switch self {
    case .text: data = try root.jsonData()
    case .dictionary:
      data = try JSONSerialization.data(withJSONObject: root.dictionaryRepresentation())
    case .encoder:
      let encoder = JSONEncoder()
      encoder.userInfo[.exportOptions] = type(of: root).exportOptions
      data = try encoder.encode(root)
    case .patch: data = try root.jsonData(changesSince: type(of: root).init())
    }
    return try JSONSerialization.jsonObject(with: data)
  }
}

/// The ways there and back: how an object becomes another one with its values.
enum WayBack: String, CaseIterable {
  case text
  case dictionary
  case coders
  case patch
  case copy
  case snapshot
  case archive
  case archiveOfAList = "an archive of a list"
  case archiveOfAStore = "an archive of a store"
  case updateFrom = "update(from:)"

  func model<Root: ModelObject>(from root: Root) throws -> Root {
    switch self {
    case .text: return try Root(json: root.jsonString())
    case .dictionary: return try Root(dictionary: root.dictionaryRepresentation())
    case .coders:
      return try JSONDecoder().decode(Root.self, from: JSONEncoder().encode(root))
    case .patch:
      let model = Root()
      try model.update(json: root.jsonString(changesSince: Root()))
      return model
    case .copy: return root.copy()
    case .snapshot: return root.snapshot().makeModel()
    case .archive: return try Root(archive: root.archivedData())
    case .archiveOfAList:
      return try #require(try [Root](archive: [root, Root()].archivedData()).first)
    case .archiveOfAStore:
      let store = ModelStore()
      try store.insert(root)
      let again = try ModelStore(archive: store.archivedData(), classes: [Root.self])
      return try #require(again.all(Root.self).first)
    case .updateFrom:
      let model = Root()
      try model.update(from: root)
      return model
    }
  }
}

/// Writes a value by every way out, of objects at the root and inside others, of classes with and
/// without hooks, accessors, tags and so on; and reads it again.
///
/// `json` is the JSON of the value, `unwritten` are the ways that write something else, and `lost`
/// those that don't keep the value, as documented. Classes of two kinds are inside others.
func expectEveryWayOut<S: Subject>(
  of subject: S.Type,
  _ value: S.Value,
  writes json: String,
  except unwritten: Set<WayOut> = [],
  exceptBack lost: Set<WayBack> = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = OutExaminer<S>(value, json, unwritten, lost, sourceLocation)
  examiner.examine(Probe<S>.self, .plain)
  examiner.examine(HookedProbe<S>.self, .hooked)
  examiner.examine(WholeProbe<S>.self, .whole)
  examiner.examine(ExportingProbe<S>.self, nil)
  examiner.examine(AccessedProbe<S>.self, .accessed)
  examiner.examine(KeepingProbe<S>.self, .keeping)
  examiner.examine(FiledProbe<S>.self, .filed)
  examiner.examine(PickedProbe<S>.self, .tagged)
  examiner.report()
}

private struct OutExaminer<S: Subject> {
  private var differences: [String] = []
  private let value: S.Value
  private let json: String
  private let unwritten: Set<WayOut>
  private let lost: Set<WayBack>
  private let sourceLocation: SourceLocation

  init(
    _ value: S.Value,
    _ json: String,
    _ unwritten: Set<WayOut>,
    _ lost: Set<WayBack>,
    _ sourceLocation: SourceLocation
  ) {
    (self.value, self.json, self.unwritten, self.lost) = (value, json, unwritten, lost)
    self.sourceLocation = sourceLocation
  }

  mutating func examine<P: Probe<S>>(_ probe: P.Type, _ kind: ProbeKind?) {
    let name = kind?.rawValue ?? "didExport"
    let object = P()
    object.value = value
    object.equip()
    examine(object, { $0 }, at: "", "at the root, \(name)")
    examineText(of: object, name)
    guard kind.map(ProbeKind.ofValues.contains) != false else { return }
    examine(InProperty<P>.self, object, "in a property, \(name)")
    examine(InHookedProperty<P>.self, object, "in a hooked class, \(name)")
    examine(InList<P>.self, object, "in a list, \(name)")
    examine(InDictionary<P>.self, object, "in a dictionary, \(name)")
    examine(InMappedArray<P>.self, object, "by arrayMapping, \(name)")
  }

  private mutating func examine<H: ProbeHolder, P: Probe<S>>(
    _ holder: H.Type,
    _ object: P,
    _ place: String
  ) where H.Held == P {
    let root = H()
    root.hold(object)
    examine(root, { $0.held }, at: H.paths[H.paths.count - 1], place)
  }

  private mutating func examine<Root: ModelObject, P: Probe<S>>(
    _ root: Root,
    _ held: (Root) -> P?,
    at path: String,
    _ place: String
  ) {
    for way in WayOut.allCases where !unwritten.contains(way) {
      do {
        let pairs = try written(in: way.tree(of: root), at: path)
        // The class of an object that was there isn't among its changes.
        if let mark = P.mark, pairs?[mark] == nil, way != .patch {
          differences.append("by \(way.rawValue), \(place): wrote no \(mark)")
        }
        let found = try pairs?["value"].map(text) ?? "nothing"
        let expected = try text(
          of: JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        )
        if found == expected { continue }
        differences.append("by \(way.rawValue), \(place): wrote \(found), not \(json)")
      } catch {
        differences.append("by \(way.rawValue), \(place): \(error)")
      }
    }
    for way in WayBack.allCases where !lost.contains(way) {
      // Only objects with an identity are in the archive of a store.
      if way == .archiveOfAStore, Root.identity.isEmpty { continue }
      do {
        guard let found = held(try way.model(from: root)) else {
          differences.append("back by \(way.rawValue), \(place): no object")
          continue
        }
        // What has a mark in exports is kept in the object.
        if P.mark != nil, let neglected = found.neglected(by: .text) {
          differences.append("back by \(way.rawValue), \(place): \(neglected)")
        }
        if found.value == value { continue }
        differences.append("back by \(way.rawValue), \(place): \(found.value), not \(value)")
      } catch {
        differences.append("back by \(way.rawValue), \(place): \(error)")
      }
    }
  }

  /// Compares an object with its schema and with its printed form.
  private mutating func examineText<P: Probe<S>>(of object: P, _ place: String) {
    do {
      if try !SchemaChecker(P.jsonSchema()).accepts(object.jsonData()) {
        differences.append("by its schema, \(place): refused")
      }
      if "\(object)" == "\(P())" { differences.append("by printing, \(place): no value") }
    } catch {
      differences.append("by its schema, \(place): \(error)")
    }
  }

  private func text(of tree: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: tree, options: options),
      as: UTF8.self
    )
  }

  /// The pairs of the object at a path.
  private func written(in tree: Any, at path: String) -> [String: Any]? {
    var place: Any? = tree
    for step in path.split(whereSeparator: { ".[]".contains($0) }) {
      if let index = Int(step) {
        let list = place as? [Any] ?? []
        place = list.indices.contains(index) ? list[index] : nil
      } else {
        place = (place as? [String: Any])?[String(step)]
      }
    }
    return place as? [String: Any]
  }

  /// Records the ways that differ as one issue.
  func report() {
    guard let first = differences.first else { return }
    let others = differences.dropFirst().prefix(20).map { "\n  \($0)" }.joined()
    Issue.record(
      "\(first); so do \(differences.count - 1) other ways\(others)",
      sourceLocation: sourceLocation
    )
  }
}
