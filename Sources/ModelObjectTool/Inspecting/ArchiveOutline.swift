import ModelObjectEssentials
import ModelObjectKit

/// An archive as JSON for programs: the objects in the order of their numbers.
///
/// A reference to an object is `{"$object": number}`.
final class ArchiveOutline: ModelObject {
  var root: Int?
  var roots: [Int]?
  var store: [Int]?
  /// In the frame of a save: the places of its objects in the store, and the removed ones.
  var places: [Int]?
  var removed: [Int]?
  var classes: [ArchivedClass] = []
  var objects: [ArchivedObject] = []

  /// The JSON of an archive; `tell` is called with the part of the objects that is done.
  static func json(
    of archive: ArchiveContents,
    tell: (Double) -> Void = { _ in }
  ) throws -> String {
    try text(of: ArchiveOutline(archive, tell))
  }

  static func text(of outline: ModelObject) throws -> String {
    var options = ExportOptions()
    options.sortedKeys = true
    options.prettyPrinted = true
    return try outline.jsonString(options: options) + "\n"
  }

  convenience init(_ archive: ArchiveContents, _ tell: (Double) -> Void) throws {
    self.init()
    if archive.isArray {
      roots = archive.roots
    } else if archive.isStore {
      store = archive.roots
      if archive.isSave { (places, removed) = (archive.places, archive.removed) }
    } else {
      root = archive.roots.first
    }
    for table in archive.tables {
      let type = ArchivedClass()
      type.name = table.name
      type.version = table.version
      type.count = table.count
      type.places = table.places.isEmpty ? nil : table.places
      classes.append(type)
    }
    for number in 0..<archive.objectCount {
      let object = ArchivedObject()
      object.number = number
      object.className = archive.className(of: number)
      for (key, value) in try archive.values(of: number) {
        if let value { object.values[key] = Self.tree(of: value) }
      }
      objects.append(object)
      archive.tell(tell, of: number + 1)
    }
  }

  private static func tree(of value: Any) -> Any {
    switch value {
    case let value as any FloatingPoint where !value.isFinite: "\(value)"
    case let object as ObjectNumber: ["$object": object.value]
    case let encoded as EncodedValue:
      if let models = encoded.models {
        ["$json": encoded.text, "$models": [models.key] + models.objects.map(tree)]
      } else {
        encoded.text
      }
    case let elements as [Any]: elements.map(tree)
    case let pairs as [String: Any]: pairs.mapValues(tree)
    default: value
    }
  }
}

extension ArchiveContents {
  /// Reports the part of the objects that is done, once for a thousand of them.
  func tell(_ tell: (Double) -> Void, of count: Int) {
    if count.isMultiple(of: 1000) { tell(Double(count) / Double(objectCount)) }
  }
}

final class ArchivedClass: ModelObject {
  var name = ""
  var version = 0
  var count = 0
  /// For objects that are only named: their places in the store.
  var places: [Int]?
}

final class ArchivedObject: ModelObject {
  var number = 0
  var className = ""
  var values: [String: Any] = [:]
}
