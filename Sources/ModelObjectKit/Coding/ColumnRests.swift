import ModelObjectEssentials

/// What the columns of a row have that isn't in the model that was read from it: an update writes
/// each column whole.
///
/// Models don't hold it themselves, as it would make the objects of all classes larger.
struct ColumnRests {
  /// The columns into which paths lead, by their keys: JSON, as it is only read if it is written.
  var columns: [String: Any] = [:]
  /// What these have besides the values of the properties.
  private(set) var parts: [String: Any] = [:]
  /// The values that couldn't be read, or not completely, by the numbers of their properties.
  var values: [Int: Any] = [:]
  /// The tags that select no class, by their keys.
  var tags: [String: Any] = [:]
  /// What the properties had when the row had been read whose values couldn't be read, or not
  /// completely, by their numbers.
  private var former: [Int: Any] = [:]

  private var isEmpty: Bool { columns.isEmpty && tags.isEmpty && former.isEmpty }

  /// The properties are those whose values couldn't be read.
  init(_ unread: Set<Int>, of model: any Model) {
    let properties = SchemaCache.schema(of: type(of: model)).properties
    let holdModels = unread.contains { properties[$0].heldModels.holdsModels }
    let source = holdModels ? Copier.copy(of: model) : model
    for number in unread { former[number] = properties[number].savedValue(in: source) }
  }

  /// The rests of a model; nothing changes them.
  private struct Entry: @unchecked Sendable {
    weak var model: AnyObject?
    let rests: ColumnRests
  }

  /// Those of models that are gone are removed when there are more than the limit.
  private static let all = Locked((entries: [ObjectIdentifier: Entry](), limit: 64))
  /// Whether there has ever been an entry: most programs have no rows.
  private static let isUsed = AtomicWords(count: 1)

  static func of(_ model: any Model) -> ColumnRests? {
    guard isUsed[0] == 1 else { return nil }
    let id = ObjectIdentifier(model)
    let kept = all.withLock { $0.entries[id] }
    return kept?.model === model ? kept?.rests : nil
  }

  static func keep(_ rests: ColumnRests, for model: any Model) {
    guard isUsed[0] == 1 || !rests.isEmpty else { return }
    isUsed[0] = 1
    let id = ObjectIdentifier(model)
    let kept = rests.isEmpty ? nil : Entry(model: model, rests: rests)
    // What isn't kept any more may hold models, whose code isn't called while others wait.
    let released: [Entry?] = all.withLock { all in
      let former = all.entries.removeValue(forKey: id)
      all.entries[id] = kept
      guard all.entries.count > all.limit else { return [former] }
      let released = all.entries.values.filter { $0.model == nil }
      all.entries = all.entries.filter { $0.value.model != nil }
      all.limit = max(2 * all.entries.count, 64)
      return released + [former]
    }
    withExtendedLifetime(released) {}
  }

  /// Whether nothing is lost with a value.
  static func isVoid(_ value: Any) -> Bool {
    switch value {
    case let pairs as [String: Any]: pairs.values.allSatisfy { isVoid($0) }
    case let elements as [Any]: elements.allSatisfy { isVoid($0) }
    case let text as String: text.isEmpty || Text.string(text).isNull
    default: isJSONNull(value)
    }
  }

  /// The rests without those of the properties that have been set to something else since.
  func without(changesOf model: any Model) -> ColumnRests {
    var rests = self
    let schema = SchemaCache.schema(of: type(of: model))
    rests.parts = schema.rests(of: columns, unread: Set(former.keys))
    for (number, value) in former {
      let property = schema.properties[number]
      if Comparison().decide({ property.isEqual(to: value, in: model, $0) }) { continue }
      rests.former[number] = nil
      rests.values[property.number] = nil
      let steps = ExportPlan.steps(to: property, .property)
      guard let column = steps.first?.name, let part = rests.parts[column] else { continue }
      rests.parts[column] = schema.without(steps.dropFirst(), part)
    }
    return rests
  }

  /// The value that stays where a content is written; nil if the content is.
  func value(insteadOf content: PairContent?, at key: String, part: Any?) -> Any? {
    switch content {
    case .property(let property)?, .nothing(let property)?:
      values[property.number] ?? (former[property.number] == nil ? nil : part)
    case .tag?: tags[key]
    default: nil
    }
  }
}

extension ModelSchema {
  /// A new object that becomes the copy of one.
  func copyOf(_ original: any Model) -> any Model {
    let copy = type.init()
    guard let rests = ColumnRests.of(original), Swift.type(of: original) == type else {
      return copy
    }
    ColumnRests.keep(rests, for: copy)
    return copy
  }

  /// What the columns of a row have besides the values of the properties that are written there and
  /// could be read.
  func rests(of columns: [String: Any], unread: Set<Int>) -> [String: Any] {
    var rests: [String: Any] = [:]
    for (column, value) in columns {
      let list = keys.find(column)
      guard !list.isNone else { continue }
      let tree = (value as? String).flatMap { Mapping.markedTree(of: $0) }
      for target in keys.targets(of: list) where !target.path.isEmpty {
        let property = properties[target.property]
        let isWritten = property.key?.alternatives.first?.head == target.text
        guard isWritten, !lists.unexported.contains(property.name) else { continue }
        let isContainer = target.path[0].index == nil ? tree is [String: Any] : tree is [Any]
        let value = rests[target.text] ?? (isContainer ? tree ?? value : value)
        let isUnread = unread.contains(target.property)
        rests[target.text] = isUnread ? value : without(target.path[...], value)
      }
    }
    return rests.filter { !ColumnRests.isVoid($0.value) }
  }

  /// Whether a property is written as a whole column.
  func isWritten(_ property: Property, as column: String) -> Bool {
    let key = property.key?.alternatives.first
    return key?.head == nil
      && WantedKey(key?.text ?? property.name, matching).matches(column)
  }

  /// A value without that at the end of a path.
  fileprivate func without(_ path: ArraySlice<PathStep>, _ value: Any) -> Any {
    let rest = path.dropFirst()
    switch (path.first, value) {
    case (.key(let name), var pairs as [String: Any]):
      guard let key = WantedKey(name, matching).best(of: pairs.keys, \.self) else { break }
      pairs[key] = rest.isEmpty ? nil : pairs[key].map { without(rest, $0) }
      return pairs
    case (.index(let index), var elements as [Any]) where elements.indices.contains(index):
      elements[index] = rest.isEmpty ? JSONNull.value : without(rest, elements[index])
      return elements
    default: break
    }
    return value
  }
}
