// What of the columns of a row is written again with a model that was read from it.

extension ColumnRests {
  /// Whether nothing is lost with a value in place of which an object or array is written.
  static func isVoid(_ value: Any) -> Bool {
    switch value {
    case let pairs as [String: Any]: pairs.isEmpty
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
      rests.parts[column] = schema.without(steps.dropFirst(), part, isReplaced: true)
    }
    rests.parts = rests.parts.compactMapValues { TakenPart.left(of: $0) }
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
      let tree = (value as? String).flatMap { Mapping.markedTree(of: $0, keepsDigits: true) }
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
    return rests.filter { column, rest in
      rest is [String: Any] || rest is [Any] || !ColumnRests.isVoid(rest)
    }
  }

  /// Whether a property is written as a whole column.
  func isWritten(_ property: Property, as column: String) -> Bool {
    let key = property.key?.alternatives.first
    return key?.head == nil
      && WantedKey(key?.text ?? property.name, matching).matches(column)
  }

  /// The key of a step in an object of a column, as it is spelled there; nil if there is none.
  func key(of step: String, in pairs: [String: Any]) -> String? {
    WantedKey(step, matching).best(of: pairs.keys, \.self)
  }

  /// Whether there is something on a path where the next step needs an object or array.
  func isBlocked(_ path: ArraySlice<PathStep>, in value: Any) -> Bool {
    guard let inner = part(path, of: value) else { return !ColumnRests.isVoid(value) }
    return path.count > 1 && inner.map { isBlocked(path.dropFirst(), in: $0) } == true
  }

  /// What a value has at the first step of a path; nil in it if there is nothing, nil if it can't be gone.
  private func part(_ path: ArraySlice<PathStep>, of value: Any) -> Any?? {
    switch (path.first, value) {
    case (.key(let name), let pairs as [String: Any]):
      .some(key(of: name, in: pairs).flatMap { pairs[$0] })
    case (.index(let index), let elements as [Any]):
      .some(elements.indices.contains(index) ? elements[index] : nil)
    default: nil
    }
  }

  /// A value without that at the end of a path, and without the objects and arrays on the way that had
  /// nothing else; without what is in the way, too, if a new value is written.
  fileprivate func without(
    _ path: ArraySlice<PathStep>,
    _ value: Any,
    isReplaced: Bool = false
  ) -> Any {
    let rest = path.dropFirst()
    switch (path.first, value) {
    case (nil, _): return TakenPart()
    case (.key(let name), var pairs as [String: Any]):
      guard let key = key(of: name, in: pairs), let inner = pairs[key] else { break }
      let left = without(rest, inner, isReplaced: isReplaced)
      pairs[key] = left is TakenPart ? nil : left
      return pairs.isEmpty ? TakenPart() : pairs
    case (.index(let index), var elements as [Any]) where elements.indices.contains(index):
      elements[index] = without(rest, elements[index], isReplaced: isReplaced)
      return elements.allSatisfy { $0 is TakenPart } ? TakenPart() : elements
    case (.key, is [String: Any]), (.index, is [Any]): break
    default: return isReplaced ? TakenPart() : value
    }
    return value
  }
}

/// In place of a part of a column that a property has.
private struct TakenPart {
  /// A value with null for the elements that properties have; nil if they have all of it.
  static func left(of value: Any) -> Any? {
    switch value {
    case is TakenPart: nil
    case let pairs as [String: Any]: pairs.compactMapValues { left(of: $0) }
    case let elements as [Any]: elements.map { left(of: $0) ?? JSONNull.value }
    default: value
    }
  }
}
