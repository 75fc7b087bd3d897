extension ExportOptions {
  /// Throws if `properties` lists a name that none of the root models' classes has.
  @inline(__always)
  func checkProperties(of types: @autoclosure () -> [any Model.Type]) throws {
    if let properties { try Self.check(properties, of: types()) }
  }

  private static func check(_ properties: Set<String>, of types: [any Model.Type]) throws {
    var seen: Set<ObjectIdentifier> = []
    let declarations = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
      .map { SchemaCache.schema(of: $0).declaration }
    let names = declarations.flatMap(\.names)
    let wrong = properties.filter { given in
      !declarations.isEmpty
        && !declarations.contains { $0.names.contains($0.propertyName(given)) }
    }
    guard let wrong = wrong.min() else { return }
    throw ModelError(
      .unsupportedValue,
      message: NameDistance.mistake(wrong, in: "ExportOptions.properties", among: names)
    )
  }
}

extension ClassLists {
  /// The mistakes in the declarations of a class, the classes of its properties and those that it
  /// lists, each with what it inherits, and the properties that can't be mapped.
  ///
  /// Calls the closure once with each of the classes, but not with classes that are only superclasses.
  static func mistakes(
    in type: any Model.Type,
    _ visit: (any Model.Type) -> Void
  ) -> Set<String> {
    var mistakes: Set<String> = []
    var visited: Set<ObjectIdentifier> = [ObjectIdentifier(type.root)]
    var waiting = [type]
    while let type = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(type)).inserted else { continue }
      visit(type)
      let lists = ClassLists(type) { mistakes.insert($0) }
      mistakes.formUnion(lists.unmapped + lists.unobserved + lists.hidden)
      mistakes.formUnion(lists.clashes + lists.unwritable)
      mistakes.formUnion(lists.pathsIntoModels + lists.overridden)
      mistakes.formUnion(lists.misspelled + lists.ineffective + lists.unknownPatterns)
      mistakes.formUnion(lists.codingKeys)
      waiting += lists.classes(in: lists.declaration.accessed.properties)
    }
    return mistakes
  }

  /// The classes that properties declare, and those that the class lists.
  func classes(in properties: [Property]) -> [any Model.Type] {
    var classes = Array(elementClasses.values)
    for property in properties {
      if case .of(let type) = property.heldModels.allowed { classes.append(type) }
      if let standIn = property.standIns { classes.append(standIn) }
    }
    return classes + (declaration.type.classTags?.listed ?? [])
  }

  /// The mistakes about properties with the name of one in a superclass: both are private.
  private var hidden: [String] {
    var names: Set<String> = []
    let exported = properties.filter { !unexported.contains($0.name) }
    return exported.filter { !names.insert($0.name).inserted }.map {
      "\(declaration.type.shown).\($0.name) has the name of a property in a superclass: input sets both,"
        + " and exports have only one of them. Rename one."
    }
  }

  /// The mistakes about properties whose values aren't of the type that the `write` of their
  /// transform takes.
  private var unwritable: [String] {
    properties.compactMap { property in
      guard let output = property.transform?.output, !property.shape.mayBe(output) else {
        return nil
      }
      return "\(declaration.type.shown).transforms, \"\(property.name)\": write takes \(output),"
        + " but the property is of type \(property.shape.valueType), so exports throw."
    }
  }

  /// The mistakes about accessors whose name is a typo of that of a stored property, which has none:
  /// exports have the value twice.
  private var misspelled: [String] {
    guard StoredProperty.hasPlace else { return [] }
    let (type, accessed) = (declaration.type, declaration.accessed.names)
    let plain = declaration.stored.filter { isMapped($0.name) && !accessed.contains($0.name) }
    let computed = Set(accessed).subtracting(declaration.stored.map(\.name))
    return properties.filter { computed.contains($0.name) }.compactMap { property in
      let like = plain.filter { $0.valueType == property.valueType }.map(\.name)
      return NameDistance.nearest(to: property.name, among: like, isTypo: true).map {
        "\(type.shown).accessors lists \"\(property.name)\", but the stored property is \"\($0)\"."
          + " If both are right, list \"\($0)\" too."
      }
    }
  }

  /// The mistakes about date patterns with letters that aren't meant, or with rare letters, which need
  /// all of Foundation.
  private var unknownPatterns: [String] {
    let type = declaration.type
    let formats =
      dateFormats.map { (place: "dateFormats, \"\($0)\"", format: $1) } + [
        ("mappingOptions, dates.format", type.mappingOptions.dates.format),
        ("exportOptions, dateFormat", type.exportOptions.dateFormat),
      ]
    return formats.compactMap { place, format in
      guard case .custom(let pattern) = format.kind else { return nil }
      let problem =
        DateText.reads(pattern: pattern)
        ? DateText.slip(inPattern: pattern)
        : "fits no date. Build the package with its trait Foundation."
      return problem.map { "\(type.shown).\(place): the pattern \"\(pattern)\" \($0)" }
    }
  }

  /// The mistakes about stored `var`s that can't be mapped and aren't in a list of the class.
  private var unmapped: [String] {
    var mistakes: [String] = []
    let type = declaration.type
    #if PublicSymbols
    for (name, _) in declaration.untouched where isMapped(name) && !names(name) {
      mistakes.append(
        "\(type.shown).\(name) has no accessor. List it in accessors or"
          + " ignoredProperties."
      )
    }
    #endif
    for stored in declaration.opaque.map(\.stored)
    where stored.isVar && !stored.storageName.isOfMacro {
      let name = stored.storageName.declared
      guard isMapped(name), !names(name), !declaration.accessed.names.contains(name) else {
        continue
      }
      let remedy = remedyForNoShape(stored.type).map { " \($0)" } ?? ""
      mistakes.append(
        "\(type.shown).\(name) can't be mapped: its type is \(stored.type).\(remedy)"
          + " If that is intended, list it in ignoredProperties."
      )
    }
    return mistakes
  }
}

extension Shape {
  /// Whether a cast of the values to a type may succeed, as far as the types tell it.
  fileprivate func mayBe(_ type: Any.Type) -> Bool {
    guard let other = shape(of: type)?.opened, !opened.isUntyped, !other.isUntyped else {
      return true
    }
    let (mine, others) = (opened.valueType, other.valueType)
    // Casts look into containers, and at the class of an object.
    let isOpened = opened.element != nil && other.element != nil
    return mine == others || isOpened || mine is AnyClass || others is AnyClass
  }

  /// The shape without the optionals around it.
  var opened: any Shape { takesNull ? element?.opened ?? self : self }
}
