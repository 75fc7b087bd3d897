// What of the columns of a row is written again with a model that was read from it.

extension ColumnRests {
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
      rests.end(number)
      let steps = ExportPlan.steps(to: property, .property)
      guard let column = steps.first?.name, let part = rests.parts[column] else { continue }
      rests.parts[column] = schema.without(steps.dropFirst(), part)
    }
    return rests
  }

  /// The value that stays where a content is written; nil if the content is.
  func value(insteadOf content: PairContent?, at key: String, part: Any?) -> Any? {
    switch content {
    case .property(let property)?, .nothing(let property)?, .written(_, let property)?:
      values[property.number] ?? (former[property.number] == nil ? nil : part)
    case .tag?: tags[key]
    default: nil
    }
  }
}

extension ModelSchema {
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
