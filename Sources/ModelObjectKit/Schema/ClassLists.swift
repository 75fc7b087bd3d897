/// The lists and dictionaries of properties in a class hierarchy, merged and checked: for one
/// property, the most derived class wins, so an override needn't call `super`.
final class ClassLists {
  let declaration: ClassDeclaration
  private let onMistake: (String) -> Void
  /// The lists with the names in them.
  private var given: [(list: String, names: [String])] = []
  private(set) var keyMapping: [String: JSONKey] = [:]
  private(set) var transforms: [String: PropertyTransform] = [:]
  private(set) var dateFormats: [String: DateOptions.Format] = [:]
  private(set) var elementClasses: [String: any Model.Type] = [:]
  private(set) var ignored: Set<String> = []
  private(set) var mapped: Set<String>?
  private(set) var unexported: Set<String> = []
  private(set) var unarchived: Set<String> = []
  private(set) var required: Set<String> = []
  /// The descriptions of the properties, and under `""` that of the class itself.
  private(set) var descriptions: [String: String] = [:]
  private(set) var unknownKeysName: String?
  /// The properties of the identity.
  private(set) var identityNames: Set<String> = []

  /// The mapped properties in declaration order, those of superclasses first.
  private(set) var properties: [Property] = []
  /// The declared fields that are never mapped, and why.
  private(set) var untouched: [(name: String, reason: String)] = []
  /// The property that keeps unknown keys; nil if there is none.
  private(set) var unknownKeys: UnknownKeys?
  /// The identity of the class's objects; nil if it has none.
  private(set) var identity: IdentityRule?

  /// Passes every mistake in the declarations to a closure.
  init(_ type: any Model.Type, onMistake: @escaping (String) -> Void) {
    declaration = ClassDeclaration(type, onMistake)
    self.onMistake = onMistake
    merge()
    checkNames()
    unknownKeys = UnknownKeys(self, onMistake)
    chooseProperties()
    identity = IdentityRule(self, onMistake)
    checkRequired()
  }

  private func merge() {
    let type = declaration.type
    keyMapping = merged("keyMapping") { $0.keyMapping }
    transforms = merged("transforms") { $0.transforms }
    dateFormats = merged("dateFormats") { $0.dateFormats }
    ignored = united("ignoredProperties") { $0.ignoredProperties }
    mapped = type.mappedProperties.map { united("mappedProperties", $0) }
    unexported = united("unexportedProperties") { $0.unexportedProperties }
    unarchived = united("unarchivedProperties") { $0.unarchivedProperties }
    unknownKeysName = type.unknownKeysProperty.flatMap { united("unknownKeysProperty", [$0]).first }
    identityNames = united("identity") { $0.identity }
    required = united("requiredProperties") { $0.requiredProperties }
    // The description of a class isn't inherited.
    descriptions = merged("descriptions", except: "") { $0.descriptions }
    descriptions[""] = type.descriptions[""]
    for type in declaration.chain {
      for (name, element) in type.elementClasses { elementClasses[FoldedKey(name).text] = element }
    }
  }

  /// The class that names the family of the class, and the properties of its identity.
  ///
  /// 1. The topmost class that picks the classes of its objects, by `subclasses` or
  ///    `modelType(for:)`, is one family with all classes below it.
  /// 2. Any other class is a family of its own, whatever class declares its identity.
  /// 3. A class whose hooks can't be known doesn't pick by `modelType(for:)`.
  var identityFamily: (type: any Model.Type, names: Set<String>) {
    var names: Set<String> = []
    for type in declaration.chain {
      names.formUnion(type.identity.map(declaration.propertyName))
      let hooks = type.overriddenHooks
      let picks = hooks.contains(.modelType) && !hooks.contains(.areGuessed)
      if picks || type.classTags != nil { return (type, names) }
    }
    return (declaration.type, identityNames)
  }

  /// The entries of a dictionary in all classes, by the properties' names; compiled once for all
  /// types of values.
  @_semantics("optimize.sil.specialize.generic.never")
  private func merged<Value>(
    _ list: String,
    except left: String? = nil,
    _ own: (any Model.Type) -> [String: Value]
  ) -> [String: Value] {
    var merged: [String: Value] = [:]
    var names: [String] = []
    for type in declaration.chain {
      for (name, value) in own(type) where name != left {
        let name = declaration.propertyName(name)
        if merged.updateValue(value, forKey: name) == nil { names.append(name) }
      }
    }
    given.append((list, names))
    return merged
  }

  /// The names in a list of all classes.
  private func united(_ list: String, _ own: (any Model.Type) -> Set<String>) -> Set<String> {
    united(list, declaration.chain.reduce(into: []) { $0.formUnion(own($1)) })
  }

  private func united(_ list: String, _ all: Set<String>) -> Set<String> {
    let names = Set(all.map { declaration.propertyName($0) })
    given.append((list, Array(names)))
    return names
  }

  /// Whether a property is mapped and exported.
  @inline(never)
  func isMapped(_ name: String) -> Bool {
    !ignored.contains(name) && mapped?.contains(name) != false
  }

  private func chooseProperties() {
    for property in declaration.accessed.properties where property !== unknownKeys?.property {
      let name = property.name
      if isMapped(name) {
        property.dateFormat = dateFormats[name]
        property.key = keyMapping[name]
        property.transform = transforms[name]
        property.number = properties.count
        property.isNamed =
          !elementClasses.isEmpty && property.foldedNames.contains { elementClasses[$0] != nil }
        properties.append(property)
      } else {
        untouched.append((name, ignored.contains(name) ? "ignored" : "not in mappedProperties"))
      }
    }
    untouched += declaration.untouched
  }

  /// Finds names that aren't properties of the class: typos that would otherwise go unnoticed.
  private func checkNames() {
    guard given.contains(where: { !$0.names.isEmpty }) else { return }
    // Even of nothing, a sorted list makes the runtime search all conformances.
    for (name, transform) in transforms.isEmpty ? [] : transforms.inKeyOrder() {
      guard let type = transform.input, shape(of: type) == nil else { continue }
      onMistake(
        "\(declaration.type.shown).transforms, \"\(name)\": \(reasonForNoShape(type))."
      )
    }
    let known = Set(declaration.names)
    for (list, names) in given where !known.isSuperset(of: names) {
      for wrong in names.filter({ !known.contains($0) }).inKeyOrder() {
        let list = "\(declaration.type.shown).\(list)"
        onMistake(NameDistance.mistake(wrong, in: list, among: declaration.names))
      }
    }
  }

  private func checkRequired() {
    for name in declaration.names where required.contains(name) {
      guard !properties.contains(where: { $0.name == name }) else { continue }
      onMistake(
        "\(declaration.type.shown).requiredProperties lists \"\(name)\", which is not mapped."
      )
    }
  }

  /// Whether one of the lists contains a property.
  func names(_ name: String) -> Bool { given.contains { $0.names.contains(name) } }
}
