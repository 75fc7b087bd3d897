/// The lists and maps that the classes of a chain declare about their properties, merged: the
/// nearest class wins for one property, so that an override need not call `super`.
final class ClassLists {
  private let declaration: ClassDeclaration
  private(set) var keyMapping: [String: JSONKey] = [:]
  private(set) var transforms: [String: PropertyTransform] = [:]
  private(set) var dateFormats: [String: DateOptions.Format] = [:]
  private(set) var elementClasses: [String: any Model.Type] = [:]
  private(set) var ignored: Set<String> = []
  private(set) var mapped: Set<String>?
  private(set) var unexported: Set<String> = []
  private(set) var transient: Set<String> = []
  /// The name of the property that keeps unknown keys.
  private(set) var unknownKeys: String?
  /// The properties of the identity, and the class nearest to the base that has all of them.
  private(set) var identity: Set<String> = []
  private(set) var identityFamily: (any Model.Type)?

  init(_ declaration: ClassDeclaration) {
    self.declaration = declaration
    for type in declaration.chain {
      keyMapping.merge(Self.byName(type.keyMapping, declaration)) { $1 }
      transforms.merge(Self.byName(type.transforms, declaration)) { $1 }
      dateFormats.merge(Self.byName(type.dateFormats, declaration)) { $1 }
      elementClasses.merge(type.elementClasses.map { (FoldedKey($0.key).text, $0.value) }) { $1 }
      ignored.formUnion(type.ignoredProperties.map(declaration.propertyName))
      unexported.formUnion(type.unexportedProperties.map(declaration.propertyName))
      transient.formUnion(type.transientProperties.map(declaration.propertyName))
      let known = identity.count
      identity.formUnion(type.identity.map(declaration.propertyName))
      if identity.count > known { identityFamily = type }
    }
    mapped = declaration.type.mappedProperties.map { Set($0.map(declaration.propertyName)) }
    unknownKeys = declaration.type.unknownKeysProperty.map(declaration.propertyName)
  }

  /// Whether a property takes part in mapping and export.
  func isMapped(_ name: String) -> Bool {
    !ignored.contains(name) && mapped?.contains(name) != false
  }

  /// Stops the program where a list names no field of the class: a typing mistake, which would
  /// otherwise only show as a property that stays empty.
  func check() {
    guard saysAnything else { return }
    let names = Set(declaration.names)
    let lists: [(String, [String])] = [
      ("keyMapping", Array(keyMapping.keys)),
      ("transforms", Array(transforms.keys)),
      ("dateFormats", Array(dateFormats.keys)),
      ("ignoredProperties", Array(ignored)),
      ("mappedProperties", Array(mapped ?? [])),
      ("unexportedProperties", Array(unexported)),
      ("transientProperties", Array(transient)),
      ("unknownKeysProperty", unknownKeys.map { [$0] } ?? []),
      ("identity", Array(identity)),
    ]
    for (name, transform) in transforms.inKeyOrder() {
      guard let type = transform.input, ValueRules.of(type) == nil else { continue }
      stop("\(declaration.type).transforms, \"\(name)\": \(ValueRules.reasonForNone(type)).")
    }
    for (list, given) in lists {
      guard let wrong = given.filter({ !names.contains($0) }).min() else { continue }
      let nearest = NameDistance.nearest(to: wrong, among: declaration.names)
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
      stop(
        "\(declaration.type).\(list) names \"\(wrong)\", which is no property of the class\(hint)"
      )
    }
  }

  /// Whether any of the lists is not empty.
  private var saysAnything: Bool {
    !(keyMapping.isEmpty && transforms.isEmpty && dateFormats.isEmpty && ignored.isEmpty
      && mapped == nil && unexported.isEmpty && transient.isEmpty && unknownKeys == nil
      && identity.isEmpty)
  }

  private static func byName<Value>(
    _ map: [String: Value],
    _ declaration: ClassDeclaration
  ) -> [(String, Value)] {
    map.map { (declaration.propertyName($0.key), $0.value) }
  }
}

/// Finds the name that was probably meant.
enum NameDistance {
  /// The name that takes the fewest changes; nil where that is more than half of the letters, so
  /// that a name of one letter has none.
  static func nearest(to name: String, among names: [String]) -> String? {
    let folded = Array(FoldedKey(name).text.unicodeScalars.prefix(100))
    let distances = names.map { candidate in
      (candidate, distance(folded, Array(FoldedKey(candidate).text.unicodeScalars.prefix(100))))
    }
    guard let best = distances.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
      best.1 <= folded.count / 2
    else { return nil }
    return best.0
  }

  /// The number of letters to add, drop or change.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var row = Array(0...second.count)
    for (line, scalar) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let change = diagonal + (scalar == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}

/// Stops the program, with a message, for a mistake of the programmer.
func stop(_ message: String) -> Never {
  fatalError(message)
}
