/// The mistakes in the declaration of a class: the first one is a fatal error, unless they are
/// collected.
final class Mistakes {
  private(set) var texts: [String] = []
  private let areCollected: Bool

  private init(areCollected: Bool) {
    self.areCollected = areCollected
  }

  /// Mistakes that are fatal errors.
  static var fatal: Mistakes { Mistakes(areCollected: false) }

  /// Mistakes that are collected.
  static var collected: Mistakes { Mistakes(areCollected: true) }

  func add(_ text: String) {
    if areCollected { texts.append(text) } else { fatalError(text) }
  }

  /// The message for a name in a list that isn't a property.
  static func unknown(_ name: String, in list: String, among names: [String]) -> String {
    let hint = NameDistance.nearest(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return "\(list) lists \"\(name)\", which is not a property of the class.\(hint)"
  }
}

extension ExportOptions {
  /// Throws if `properties` lists a name that none of the root models' classes has.
  func checkProperties(of types: @autoclosure () -> [any Model.Type]) throws {
    guard let properties else { return }
    var seen: Set<ObjectIdentifier> = []
    let declarations = types().filter { seen.insert(ObjectIdentifier($0)).inserted }
      .map { SchemaCache.schema(of: $0).declaration }
    let names = declarations.flatMap(\.names)
    let wrong = properties.filter { given in
      !declarations.isEmpty
        && !declarations.contains { $0.names.contains($0.propertyName(given)) }
    }
    guard let wrong = wrong.min() else { return }
    throw ModelError(
      .unsupportedValue,
      message: Mistakes.unknown(wrong, in: "ExportOptions.properties", among: names)
    )
  }
}

extension ClassDeclaration {
  /// The mistakes in the declarations of a class, its superclasses, the classes of its properties
  /// and those that it lists, and the properties that can't be mapped; sorted.
  static func mistakes(in type: any Model.Type) -> [String] {
    var texts: [String] = []
    var known: [ObjectIdentifier: Set<String>] = [:]
    var waiting = [type]
    while let type = waiting.popLast() {
      guard type != type.root, known[ObjectIdentifier(type)] == nil else { continue }
      let mistakes = Mistakes.collected
      let declaration = ClassDeclaration(type, mistakes)
      if let parent = declaration.chain.dropLast().last, known[ObjectIdentifier(parent)] == nil {
        waiting += [type, parent]
        continue
      }
      let lists = ClassLists(declaration)
      lists.check(mistakes)
      let mapped = declaration.accessed.properties.filter {
        lists.isMapped($0.name) && $0.name != lists.unknownKeys
      }
      _ = UnknownKeys(declaration, lists, mistakes)
      _ = IdentityRule(declaration, lists, mapped: mapped, mistakes)
      lists.checkRequired(mapped, mistakes)
      declaration.addUnmapped(lists, mistakes)
      // An inherited mistake is reported for the superclass.
      let name = "\(type)"
      let own = mistakes.texts.map { $0.dropFirst(name.count) }
      let inherited =
        declaration.chain.dropLast().last.flatMap { known[ObjectIdentifier($0)] } ?? []
      texts += own.filter { !inherited.contains(String($0)) }.map { name + $0 }
      known[ObjectIdentifier(type)] = inherited.union(own.map(String.init))
      waiting += declaration.classes(lists)
    }
    return texts.sorted()
  }

  /// The classes that the properties declare, and those that the class lists.
  private func classes(_ lists: ClassLists) -> [any Model.Type] {
    var classes = Array(lists.elementClasses.values)
    for property in accessed.properties {
      if case .of(let type) = property.shape.contents.models { classes.append(type) }
    }
    return classes + (type.classTags?.listed ?? [])
  }

  /// Adds the stored `var`s that can't be mapped and aren't in a list of the class.
  private func addUnmapped(_ lists: ClassLists, _ mistakes: Mistakes) {
    #if PublicSymbols
    for (name, _) in untouched where lists.isMapped(name) && !lists.names(name) {
      mistakes.add("\(type).\(name) has no accessor. List it in accessors or ignoredProperties.")
    }
    #endif
    for stored in opaque.map(\.stored) where stored.isVar && !stored.storageName.isOfMacro {
      let name = stored.storageName.declared
      guard lists.isMapped(name), !lists.names(name), !accessed.names.contains(name) else {
        continue
      }
      mistakes.add(
        "\(type).\(name) can't be mapped: its type is \(stored.type)."
          + " If that is intended, list it in ignoredProperties."
      )
    }
  }
}
