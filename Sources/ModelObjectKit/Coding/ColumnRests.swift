import ModelObjectEssentials
import Synchronization

/// What the columns of a row have besides the values to which key paths lead, for the models that
/// were read from it: an update writes such a column whole.
///
/// Models don't hold it themselves, as it would make the objects of all classes larger.
struct ColumnRests: @unchecked Sendable {
  private weak var model: AnyObject?
  /// By the key of the column; nothing changes them.
  private let rests: [String: Any]

  /// Those of models that are gone are removed when there are more than the limit.
  private static let all = Mutex((entries: [ObjectIdentifier: ColumnRests](), limit: 64))

  static func of(_ model: any Model) -> [String: Any] {
    let id = ObjectIdentifier(model)
    let kept = all.withLock { $0.entries[id] }
    return kept?.model === model ? kept?.rests ?? [:] : [:]
  }

  static func keep(_ rests: [String: Any], for model: any Model) {
    let id = ObjectIdentifier(model)
    let kept = rests.isEmpty ? nil : ColumnRests(model: model, rests: rests)
    all.withLock { all in
      all.entries[id] = kept
      guard all.entries.count > all.limit else { return }
      all.entries = all.entries.filter { $0.value.model != nil }
      all.limit = max(2 * all.entries.count, 64)
    }
  }

  /// Whether nothing is lost with a value.
  static func isVoid(_ value: Any) -> Bool {
    switch value {
    case let pairs as [String: Any]: pairs.values.allSatisfy { isVoid($0) }
    case let elements as [Any]: elements.allSatisfy { isVoid($0) }
    case let text as String: text.isEmpty || Text.string(text).isNull
    default: value is NSNull
    }
  }
}

extension ModelSchema {
  /// A new object that becomes the copy of one.
  func copyOf(_ original: any Model) -> any Model {
    let copy = type.init()
    guard keys.hasPaths else { return copy }
    let rests = ColumnRests.of(original)
    if !rests.isEmpty { ColumnRests.keep(rests, for: copy) }
    return copy
  }

  /// What the columns of a row have besides the values of the properties that are written there.
  func rests(of columns: [String: Any]) -> [String: Any] {
    var rests: [String: Any] = [:]
    for (column, value) in columns {
      let list = keys.find(column)
      guard !list.isNone else { continue }
      for target in keys.targets(of: list) where !target.path.isEmpty {
        let property = properties[target.property]
        let isWritten = property.key?.alternatives.first?.head == target.text
        guard isWritten, !lists.unexported.contains(property.name) else { continue }
        rests[target.text] = without(target.path[...], rests[target.text] ?? value)
      }
    }
    return rests.filter { !ColumnRests.isVoid($0.value) }
  }

  /// A value without that at the end of a path.
  private func without(_ path: ArraySlice<PathStep>, _ value: Any) -> Any {
    let rest = path.dropFirst()
    switch (path.first, value) {
    case (.key(let name), var pairs as [String: Any]):
      guard let key = WantedKey(name, isFuzzy: isFuzzy).best(of: pairs.keys, \.self) else { break }
      pairs[key] = rest.isEmpty ? nil : pairs[key].map { without(rest, $0) }
      return pairs
    case (.index(let index), var elements as [Any]) where elements.indices.contains(index):
      elements[index] = rest.isEmpty ? NSNull() : without(rest, elements[index])
      return elements
    default: break
    }
    return value
  }
}
