import ModelObjectEssentials

/// Values that are written whole, and the classes of the models in them.
///
/// 1. As long as the class stays, a patch doesn't contain the tag, unless the tag itself changes.
/// 2. A model of another class is written whole. Tags that it doesn't have are null, so that an
///    update makes a model of the declared class.
/// 3. If an update would still find or make a model of another class, there is no patch.
extension MergePatch {
  /// A value that is written whole, or removed; nil for neither.
  func renewed(_ new: Part?, _ old: Part?, isThere: Bool) throws -> Part? {
    try new.flatMap { try wholePart($0, over: old, isThere: isThere) } ?? old.flatMap { gone($0) }
  }

  /// A whole value, with null for keys that a merge would keep; nil if it is omitted.
  ///
  /// `isThere` is whether an update finds the older value there.
  private func wholePart(_ new: Part, over old: Part?, isThere: Bool) throws -> Part? {
    switch new {
    case .null: return old.flatMap { gone($0) } ?? new
    case .plain: return new
    case .pairs(let pairs, let isArray):
      var others: [Pair] = []
      if case .pairs(let pairs, let wasArray)? = old, wasArray == isArray { others = pairs }
      let whole = try parts(pairs, others, isArray: isArray) {
        try renewed($0, $1, isThere: isThere)
      }
      return .pairs(whole, isArray: isArray)
    case .value(let value):
      guard let tree = value.tree() else { return nil }
      // A merge takes an array as it is, so nothing in it is removed.
      let isInArray = path.contains { $0.index != nil }
      var reach = Reach(value: value, levels: isInArray ? 0 : value.levels, isThere: isThere)
      var former: Any?
      if case .value(let value)? = old {
        former = value.tree()
        reach.levels = min(reach.levels, value.levels)
      }
      let writesModels = value.property?.heldModels.writesModels ?? false
      if !writesModels, former == nil || reach.levels == 0 { return new }
      return try wholeTree(tree, over: former, reach)
    }
  }

  /// How far an older value is known to a part of a new one, and whether an update finds it there.
  private struct Reach {
    let value: Value
    var levels: Int
    var isThere: Bool
  }

  private func wholeTree(_ new: Any, over old: Any?, _ reach: Reach) throws -> Part {
    var reach = reach
    if let model = reference(in: new) as? any Model {
      if let identity = newer.identity(ofOuter: model) {
        return .plain(try newer.tree(of: identity, of: model))
      }
      var former = old.flatMap { reference(in: $0) as? any Model }
      if let outer = former, older.branch.contains(outer) { former = nil }
      return try both(model, former) { try wholeModel(model, $0, over: former, $1, reach) }
    }
    if let pairs = new as? [String: Any] {
      let others = reach.levels > 0 ? old as? [String: Any] ?? [:] : [:]
      reach.levels -= 1
      reach.isThere = false
      var keys = (pairs.keys + others.keys.filter { pairs[$0] == nil }).inKeyOrder()
      if case .counted = reach.value.content { keys = keys.inOrder { Int($0) ?? 0 } }
      let whole: [Pair] = try keys.map { key in
        guard let value = pairs[key] else { return (key, .null) }
        return (key, try at(.key(key)) { try wholeTree(value, over: others[key], reach) })
      }
      return .pairs(whole, isArray: false)
    }
    if let elements = new as? [Any] {
      var known: KnownElements = [:]
      if reach.isThere, let old { add(old, to: &known) }
      return try wholeList(elements, &known, reach)
    }
    return .plain(new)
  }

  /// The models of an older list, by identity.
  private typealias KnownElements = [ModelIdentity: ArraySlice<any Model>]

  private func add(_ value: Any, to known: inout KnownElements) {
    if let model = reference(in: value) as? any Model {
      if let identity = ModelIdentity(of: model) { known[identity, default: []].append(model) }
    } else if let elements = value as? [Any] {
      for element in elements { add(element, to: &known) }
    }
  }

  /// A whole list.
  ///
  /// An update maps its models to those of the older list with the same identity, so each needs
  /// null for keys that only the older one has. In a set, equal identities aren't matched.
  private func wholeList(_ list: [Any], _ known: inout KnownElements, _ reach: Reach) throws -> Part
  {
    let areOrdered = reach.value.property?.heldModels.areHashed != true
    var elements: [Pair] = []
    for (index, element) in list.enumerated() {
      let part = try at(.index(index)) {
        if let inner = element as? [Any] { return try wholeList(inner, &known, reach) }
        var old: (any Model)?
        if let identity = (reference(in: element) as? any Model).flatMap({ ModelIdentity(of: $0) }),
          areOrdered || known[identity]?.count == 1
        {
          old = known[identity]?.popFirst()
        }
        let inner = Reach(value: reach.value, levels: 0, isThere: old != nil)
        return try wholeTree(element, over: old, inner)
      }
      elements.append((String(index), part))
    }
    return .pairs(elements, isArray: true)
  }

  /// A whole model; throws if an update would find or make a model of another class.
  private func wholeModel(
    _ model: any Model,
    _ news: [Pair],
    over old: (any Model)?,
    _ olds: [Pair],
    _ reach: Reach
  ) throws -> Part {
    let type = type(of: model)
    let schema = SchemaCache.schema(of: type)
    let former = old.map { Swift.type(of: $0) }
    let keys = Set(news.map(\.key))
    var tags: [String] = []
    if let former, former != type { tags = schema.family.keys.filter { !keys.contains($0) } }
    var isSame = reach.isThere && old.map { isFound($0, by: model) } == true
    var result: (any Model.Type)? = type
    if let declared = declared(reach.value), declared != declared.root {
      let gone = tags.isEmpty && isSame ? olds.map(\.key).filter { !keys.contains($0) } : tags
      let picked = picked(declared, news + gone.map { ($0, .null) }) {
        let plan = schema.exportPlan(newer.options.keyStyle)
        let exported = try? newer.dictionaries(of: model, schema, plan, isRoot: false)
        var pairs = exported?.after ?? [:]
        for key in gone { pairs[key] = JSONNull.value }
        return pairs
      }
      isSame = isSame && former.flatMap { picked?.fits($0) } == true
      result = isSame ? former : picked?.schema.type
    }
    guard result == type else {
      let path = path.path
      let message = "no tag selects class \(type)"
      throw ModelError(.unsupportedValue, path: path, message: message)
    }
    let isInPlace = isSame && former == type
    // In an array, a new model would store null for an unknown key.
    let storesNulls =
      !isInPlace && schema.unknownKeys != nil && path.contains { $0.index != nil }
    let others = olds.filter { key, _ in
      keys.contains(key)
        || !tags.contains(key)
          && !(storesNulls && schema.keys.isEmpty(schema.keys.find(key)))
    }
    let whole = try parts(news, others) { try renewed($0, $1, isThere: isInPlace) }
    return .pairs(tags.map { ($0, .null) } + whole, isArray: false)
  }

  /// Whether an update with a model's values finds an older model of any class.
  private func isFound(_ old: any Model, by new: any Model) -> Bool {
    // The update reads the identity by the rule of the older model's class.
    let properties = SchemaCache.schema(of: type(of: new)).properties
    let rule = SchemaCache.schema(of: type(of: old)).identity
    let identity = rule?.identity { part in
      properties.last { $0.name == part.name }?.value(in: new).flatMap { IdentityValue($0) }
    }
    return identity == nil || identity == rule?.identity(of: old)
  }

  // MARK: - The class that an update picks

  /// The class of the models in a value; nil if an update makes none.
  func declared(_ value: Value) -> (any Model.Type)? {
    guard let property = value.property else { return nil }
    let named = mapping.namedClass(property, value.export.plan.schema)
    return property.heldModels.allowed.class(named: named)
  }

  /// Whether an update with only the changes of a model changes it in place.
  func isTakenInPlace(
    _ model: any Model,
    _ changes: Part,
    _ declared: (any Model.Type)?
  ) -> Bool {
    guard let declared else { return true }
    guard case .pairs(let pairs, _) = changes else { return true }
    let picked = picked(declared, pairs) {
      newer.builder.value { Self.write(changes, to: $0) } as? [String: Any] ?? [:]
    }
    return picked?.fits(type(of: model)) ?? false
  }

  /// The class that an update selects for an object; nil if that isn't allowed there.
  ///
  /// A hook gets the whole dictionary. Tags need none of the models in it, which would be written
  /// once for each level.
  private func picked(
    _ declared: any Model.Type,
    _ pairs: [Pair],
    _ dictionary: () -> [String: Any]
  ) -> Mapping.PickedObject? {
    let schema = SchemaCache.schema(of: declared)
    let isHooked = schema.hooks.contains(.modelType)
    guard schema.tags != nil || isHooked else { return Mapping.PickedObject(schema: schema) }
    var values: [String: Any] = [:]
    if isHooked {
      values = dictionary()
    } else {
      for (key, part) in pairs { values[key] = part.valueWithoutModels }
    }
    return try? mapping.pickClass(.dictionary(values), declared, isRoot: false)
  }
}

extension MergePatch.Part {
  /// The value, with models as they are, and nothing of an object that is written by its pairs; nil if
  /// it is omitted.
  fileprivate var valueWithoutModels: Any? {
    switch self {
    case .null: JSONNull.value
    case .plain(let value): value
    case .value(let value): value.tree()
    case .pairs: [String: Any]()
    }
  }
}

extension Mapping.PickedObject {
  /// Whether an existing object of a class is changed in place.
  fileprivate func fits(_ present: any Model.Type) -> Bool {
    isExact ? present == schema.type : isSubclass(present, of: schema.type)
  }
}
