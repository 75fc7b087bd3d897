import ModelObjectEssentials

/// The property in which a class keeps pairs with unknown keys.
final class UnknownKeys {
  /// The property, which no key matches.
  let property: Property
  /// The slot of a property of untyped values; nil if it is set through a key path, too.
  let slot: Slot<[String: Any]>?
  /// Whether the values keep the text of the input.
  let keepsText: Bool
  /// The shape of the values.
  let shape: any Shape
  /// The keys of declared properties that the class doesn't map.
  private let leftOut: KeyIndex

  /// Returns nil if the class specifies no property, or ignores it.
  ///
  /// It is a mistake if it isn't declared as `var name: [String: Any]` or `[String: RawJSON]`.
  init?(_ lists: ClassLists, _ onMistake: (String) -> Void) {
    guard let name = lists.unknownKeysName else { return nil }
    let declaration = lists.declaration
    let named = declaration.accessed.properties.last { $0.name == name }
    let types: [Any.Type] = [[String: Any].self, [String: RawJSON].self]
    guard let named, types.contains(where: { $0 == named.valueType }) else {
      if declaration.names.contains(name) {
        onMistake(
          "\(declaration.type).unknownKeysProperty lists \"\(name)\","
            + " which must be declared as var \(name): [String: Any] or [String: RawJSON]."
        )
      }
      return nil
    }
    guard !lists.ignored.contains(name) else { return nil }
    named.dateFormat = lists.dateFormats[name]
    property = named
    keepsText = named.valueType != [String: Any].self
    shape = keepsText ? LeafShape<RawJSON>() : UntypedShape()
    slot = Slot<[String: Any]>(named.stored)
    let others = Set(declaration.names.filter { $0 != name && !lists.isMapped($0) })
    let stored = declaration.properties.filter { others.contains($0.name) }.map(\.stored.name)
    let keys = others.flatMap { lists.keyMapping[$0]?.alternatives ?? [] }
      .flatMap { [$0.text, $0.head ?? $0.text] }
    let names = Array(others) + stored + keys
    leftOut = KeyIndex([], matching: declaration.type.keyMatching, names: names)
  }

  /// Whether the class keeps an unknown key: not that of a property that isn't mapped, which an
  /// export would write again.
  func keeps(_ key: String) -> Bool { leftOut.find(key).isNone }

  /// The kept value for an input.
  func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Any {
    if case .null = input, !keepsText { return JSONNull.value }
    return try property.dated(context) { () throws(Misfit) in try shape.read(input, context) }
  }

  /// Passes a kept value to a sink.
  func write(_ value: Any, to sink: any ValueSink) {
    if let json = value as? RawJSON { return sink.raw(json) }
    sink.with(property.dateFormat) { sink.untyped(value) }
  }

  /// Sets the property of an object.
  func set(_ pairs: [String: Any], in object: AnyObject) {
    let texts = keepsText ? pairs.compactMapValues { $0 as? RawJSON } : [:]
    property.restore(keepsText ? texts as Any : pairs, in: object)
  }

  /// Sets or removes the value under a key.
  func keep(
    _ value: Any?,
    under key: String,
    at slot: Slot<[String: Any]>,
    in memory: ObjectMemory
  ) {
    var pairs = slot.read(from: memory)
    // A uniquely referenced dictionary is changed in place.
    slot.write([:], in: memory)
    // They seldom come alone.
    if pairs.isEmpty { pairs = Dictionary(minimumCapacity: 4) }
    let old =
      if let value { pairs.updateValue(value, forKey: key) } else { pairs.removeValue(forKey: key) }
    slot.write(pairs, in: memory)
    // The `deinit` of the old value may read the property.
    withExtendedLifetime(old) {}
  }

  /// The unknown keys that an object keeps.
  func read(from object: AnyObject) -> [String: Any] {
    slot?.read(from: object) ?? property.value(in: object) as? [String: Any] ?? [:]
  }
}
