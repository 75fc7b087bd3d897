/// The lists and dictionaries of properties in a class hierarchy, merged: for one property, the
/// most derived class wins, so an override needn't call `super`.
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
  private(set) var required: Set<String> = []
  /// The descriptions of the properties, and under `""` that of the class itself.
  private(set) var descriptions: [String: String] = [:]
  /// The name of the property that keeps unknown keys.
  private(set) var unknownKeys: String?
  /// The properties of the identity, and the first class from the base that has all of them.
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
      required.formUnion(type.requiredProperties.map(declaration.propertyName))
      // The description of a class isn't inherited.
      descriptions[""] = nil
      descriptions.merge(
        type.descriptions.map { ($0.key.isEmpty ? "" : declaration.propertyName($0.key), $0.value) }
      ) { $1 }
      let known = identity.count
      identity.formUnion(type.identity.map(declaration.propertyName))
      if identity.count > known { identityFamily = type }
    }
    mapped = declaration.type.mappedProperties.map { Set($0.map(declaration.propertyName)) }
    unknownKeys = declaration.type.unknownKeysProperty.map(declaration.propertyName)
  }

  /// Whether a property is mapped and exported.
  func isMapped(_ name: String) -> Bool {
    !ignored.contains(name) && mapped?.contains(name) != false
  }

  /// Adds the names that aren't properties of the class: typos that would otherwise go unnoticed.
  func check(_ mistakes: Mistakes) {
    let given = given
    guard given.contains(where: { !$0.names.isEmpty }) else { return }
    for (name, transform) in transforms.inKeyOrder() {
      guard let type = transform.input, shape(of: type) == nil else { continue }
      mistakes.add(
        "\(declaration.type).transforms, \"\(name)\": \(reasonForNoShape(type))."
      )
    }
    let known = Set(declaration.names)
    for (list, names) in given {
      for wrong in names.filter({ !known.contains($0) }).inKeyOrder() {
        let list = "\(declaration.type).\(list)"
        mistakes.add(Mistakes.unknown(wrong, in: list, among: declaration.names))
      }
    }
  }

  /// Adds the required properties that aren't mapped.
  func checkRequired(_ mapped: [Property], _ mistakes: Mistakes) {
    for name in required.inKeyOrder() where declaration.names.contains(name) {
      guard !mapped.contains(where: { $0.name == name }) else { continue }
      mistakes.add(
        "\(declaration.type).requiredProperties lists \"\(name)\", which is not mapped."
      )
    }
  }

  /// Whether one of the lists contains a property.
  func names(_ name: String) -> Bool { given.contains { $0.names.contains(name) } }

  /// The lists with their names.
  private var given: [(list: String, names: [String])] {
    [
      ("keyMapping", Array(keyMapping.keys)),
      ("transforms", Array(transforms.keys)),
      ("dateFormats", Array(dateFormats.keys)),
      ("ignoredProperties", Array(ignored)),
      ("mappedProperties", Array(mapped ?? [])),
      ("unexportedProperties", Array(unexported)),
      ("transientProperties", Array(transient)),
      ("unknownKeysProperty", unknownKeys.map { [$0] } ?? []),
      ("identity", Array(identity)),
      ("requiredProperties", Array(required)),
      ("descriptions", descriptions.keys.filter { !$0.isEmpty }),
    ]
  }

  private static func byName<Value>(
    _ map: [String: Value],
    _ declaration: ClassDeclaration
  ) -> [(String, Value)] {
    map.map { (declaration.propertyName($0.key), $0.value) }
  }
}

/// Finds the name that was probably intended.
enum NameDistance {
  /// The name with the fewest changes; nil if more than half of the letters change, so that a name
  /// of one letter has none.
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

  /// The number of letters to add, remove or change.
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
