import ModelObjectEssentials

// What a class lists without an effect. None of it is fatal.
extension ClassLists {
  /// The mistakes about entries of lists that can't apply, and about tags.
  var ineffective: [String] {
    unset + unmappable + keyless + undated + unreadable + unnamed + unlistedSubclasses
      + repeatedTags + newIDs
  }

  private var type: any Model.Type { declaration.type }

  /// About properties that are never set, such as a `let`, in lists about their values.
  private var unset: [String] {
    let lists: [(String, [String])] = [
      ("keyMapping", Array(keyMapping.keys)), ("transforms", Array(transforms.keys)),
      ("dateFormats", Array(dateFormats.keys)),
    ]
    return lists.flatMap { list, names in
      names.compactMap { name in
        let reason = declaration.untouched.first { $0.name == name }?.reason
        let remedy: String
        switch reason {
        case "let": remedy = "Make it a var."
        case "lazy", "weak or unowned", "unowned": remedy = "List it in accessors."
        default: return nil
        }
        return
          "\(type.shown).\(list) lists \"\(name)\", which is \(reason == "let" ? "a let" : reason ?? "")"
          + " and is never set. \(remedy)"
      }
    }
  }

  /// About properties of types that can't be mapped, in lists for mapped ones.
  private var unmappable: [String] {
    let lists: [(String, [String])] = [
      ("keyMapping", Array(keyMapping.keys)), ("transforms", Array(transforms.keys)),
      ("dateFormats", Array(dateFormats.keys)), ("descriptions", Array(descriptions.keys)),
      ("mappedProperties", Array(mapped ?? [])),
    ]
    let types = Dictionary(
      declaration.opaque.map { ($0.stored.storageName.declared, $0.stored.type) }
    ) { _, last in last }
    let accessed = declaration.accessed.names
    return lists.flatMap { list, names in
      names.filter { !accessed.contains($0) }.compactMap { name in
        guard let property = types[name], shape(of: property) == nil else { return nil }
        // A format is for keys, too.
        let keyType = (property as? any Container.Type)?.keyType
        if list == "dateFormats", keyType == Date.self { return nil }
        return "\(type.shown).\(list) lists \"\(name)\", which can't be mapped: its type is"
          + " \(property)." + (remedyForNoShape(property).map { " \($0)" } ?? "")
      }
    }
  }

  /// About a `CodingKeys` that has neither the name nor a key of a property of its class.
  var codingKeys: [String] {
    #if PublicSymbols
    return []
    #else
    func has<Key: CodingKey>(_ keys: Key.Type, _ name: String) -> Bool {
      keys.init(stringValue: name) != nil
    }
    return declaration.chain.flatMap { owner -> [String] in
      guard let keys = enumeration(named: "CodingKeys", in: owner) as? any CodingKey.Type else {
        return []
      }
      let end = StoredProperty.count(of: owner)
      let inherited = superclass(of: owner).map { StoredProperty.count(of: $0) } ?? 0
      let own = Set(StoredProperty.all(of: type)[min(inherited, end)..<end].map(\.offset))
      return properties.filter { property in
        own.contains(property.stored.offset) && property.access == nil
          && !([property.name] + property.keys).contains { has(keys, $0) }
      }.map {
        "\(owner).CodingKeys has another key for \"\($0.name)\", or none, and has no effect. List the"
          + " key in keyMapping, or the property in ignoredProperties."
      }
    }
    #endif
  }

  private var keyless: [String] {
    properties.filter { $0.key?.alternatives.isEmpty == true }.map {
      "\(type.shown).keyMapping lists \"\($0.name)\" without a key, so it is never set. Give it a key, or"
        + " list it in ignoredProperties."
    }
  }

  private var undated: [String] {
    properties.filter { property in
      let input = property.transform?.input.flatMap { shape(of: $0) }
      let isRead = property.transform == nil || input?.mayHoldDates == false
      return property.dateFormat != nil && isRead && !property.shape.mayHoldDates
    }.map {
      "\(type.shown).dateFormats lists \"\($0.name)\", whose type has no dates: \($0.shape.valueType)."
    }
  }

  /// About transforms whose results don't fit their properties.
  private var unreadable: [String] {
    properties.compactMap { property in
      guard let result = property.transform?.result, let other = shape(of: result),
        property.shape.neverTakes(other)
      else { return nil }
      return
        "\(type.shown).transforms, \"\(property.name)\": read returns \(result), which doesn't fit the"
        + " property's type, \(property.shape.valueType)."
    }
  }

  private var unnamed: [String] {
    properties.filter { $0.isNamed && !$0.shape.allowsElementClass }.map {
      "\(type.shown).arrayMapping lists \"\($0.name)\", whose type takes no models:"
        + " \($0.shape.valueType)."
    }
  }

  /// The tags that the class doesn't inherit.
  private var ownTags: ClassTags? {
    ClassFamily(declaration).isLister(type) ? type.classTags : nil
  }

  private var unlistedSubclasses: [String] {
    guard let tags = ownTags else { return [] }
    let others = tags.classes.filter { !isSubclass($0.value, of: type) }.map { tag, other in
      "\(type.shown).subclasses selects \(other) for \"\(tag)\", which isn't a subclass of \(type), so such"
        + " objects don't fit."
    }
    guard let otherwise = tags.otherwise, !isSubclass(otherwise, of: type) else { return others }
    return others + [
      "\(type.shown).subclasses selects \(otherwise) for other tags, which isn't a subclass of \(type), so"
        + " such objects don't fit."
    ]
  }

  /// About several tags of one class, if no property has the tag of an object: exports write one of
  /// them.
  private var repeatedTags: [String] {
    guard let tags = ownTags, unknownKeys == nil else { return [] }
    let groups = Dictionary(grouping: tags.classes.keys) {
      ObjectIdentifier(tags.classes[$0] ?? type)
    }
    return groups.values.filter { $0.count > 1 }.compactMap { names in
      let names = names.inKeyOrder()
      guard let listed = tags.classes[names[0]], !hasProperty(listed, for: tags.key) else {
        return nil
      }
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return
        "\(type.shown).subclasses has several tags for \(listed): \(list). Exports write \"\(names[0])\","
        + " unless the class has a property for \"\(tags.key)\"."
    }
  }

  private func hasProperty(_ type: any Model.Type, for key: String) -> Bool {
    let folded = FoldedKey(key).text
    return ClassLists(type) { _ in }.properties.contains { $0.foldedNames.contains(folded) }
  }

  /// About the `let id` of an `Identifiable` class, which neither input nor a copy keeps.
  private var newIDs: [String] {
    guard type is any Identifiable.Type, isMapped("id"), !names("id"),
      declaration.untouched.contains(where: { $0.name == "id" && $0.reason == "let" })
    else { return [] }
    return [
      "\(type.shown).id is a let, and the class is Identifiable: each copy, snapshot and mapped object has"
        + " an id of its own. Make it a var, or list it in ignoredProperties."
    ]
  }
}

extension Shape {
  /// Whether a value may be a date, or hold one that follows the property's format.
  fileprivate var mayHoldDates: Bool {
    let key = (valueType as? any Container.Type)?.keyType.flatMap { shape(of: $0) }
    if key?.leaf?.kind.schemaType == "date" { return true }
    if let part = element ?? raw { return part.mayHoldDates }
    return leaf.map { $0.kind.schemaType == "date" } ?? true
  }

  /// Whether no value of another type converts to this one, as far as the types tell it.
  fileprivate func neverTakes(_ other: any Shape) -> Bool {
    let (mine, others) = (opened, other.opened)
    let isObject = others.modelClass != nil || others.isDictionary
    if let kind = (mine.raw ?? mine).leaf?.kind {
      return kind.schemaType != nil && (isObject || others.isList)
    }
    guard mine.isDictionary else { return false }
    return others.leaf.map { $0.kind.schemaType != nil && $0.kind.schemaType != "string" } ?? false
  }
}
