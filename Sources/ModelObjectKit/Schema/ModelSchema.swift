/// Everything that the library knows about a class, made once.
///
/// Any number of threads may read it: it and its properties and shapes never change, except for
/// hints that any thread may set.
final class ModelSchema: @unchecked Sendable {
  let type: any Model.Type
  let hooks: Hooks
  let options: FixedOptions
  /// The lists that the class and its superclasses declare about their properties.
  let lists: ClassLists
  /// The mapped properties in declaration order, those of superclasses first.
  let properties: [Property]
  let classPlan: ClassPlan
  var keys: KeyIndex { classPlan.keys }
  /// The properties by their names, under which hooks may pass values on whatever their keys are.
  var names: KeyIndex {
    knownNames.value { KeyIndex(properties.map(\.namedTarget), matching: matching) }
  }
  private let knownNames = ImmortalHint<KeyIndex>()
  /// How keys are matched.
  let matching: KeyMatching
  /// The class's `arrayMapping`, by folded property name or key.
  let elementClasses: [String: any Model.Type]
  /// The fields that the class and its superclasses declare.
  let declaration: ClassDeclaration
  /// The `subclasses` of the class and its superclasses.
  let family: ClassFamily
  /// The plan for selecting classes by tags; nil if the class has no tags.
  let tags: Immortal<TagPlan>?
  /// The property that keeps unknown keys; nil if there is none.
  let unknownKeys: UnknownKeys?
  /// The identity of the class's objects; nil if it has none.
  let identity: IdentityRule?
  /// The numbers of the required properties.
  let required: [Int]
  /// Whether some properties are set through a key path.
  let hasAccessors: Bool
  private let knownFiling = ImmortalHint<Bool>()
  /// The plans for exporting, archiving and saving objects, each made at its first use.
  let outgoing = OutgoingPlans()

  init(_ type: any Model.Type) {
    self.type = type
    hooks = type.overriddenHooks
    options = FixedOptions(type.mappingOptions)
    let lists = ClassLists(type) { fatalError($0) }
    self.lists = lists
    declaration = lists.declaration
    elementClasses = lists.elementClasses
    family = ClassFamily(lists.declaration)
    tags = TagPlan(family, of: type, matching: type.keyMatching).map { Immortal($0) }
    unknownKeys = lists.unknownKeys
    identity = lists.identity
    let chosen = lists.properties
    properties = chosen
    required = chosen.indices.filter { lists.required.contains(chosen[$0].name) }
    hasAccessors = chosen.contains { $0.isAccessed }
    matching = type.keyMatching
    let slots = ImmortalArray(chosen) {
      PropertySlots($0, of: type, mapsElements: !lists.elementClasses.isEmpty)
    }
    let isPlain =
      hooks.isDisjoint(with: .ofMapping) && lists.unknownKeys == nil && type != type.root
      && required.isEmpty
    let ownWay: Way = isPlain ? .short : .full
    let picks = hooks.contains(.modelType)
    let storage = ClassPlan.Storage(
      type: type,
      keys: KeyIndex(
        chosen.flatMap(\.targets),
        matching: type.keyMatching,
        slots: slots,
        names: family.keys
      ),
      slots: slots,
      isLenient: options.isLenient,
      accessorOrder: ImmortalArray(
        chosen.indices.filter { chosen[$0].isAccessed }.inKeyOrder { chosen[$0].name }
      ),
      tags: picks ? nil : tags,
      way: picks ? .full : tags == nil ? ownWay : .picked,
      ownWay: ownWay
    )
    classPlan = ClassPlan(storage: Immortal(storage))
  }

  /// Whether hooks of the class are called when an object is mapped.
  var isHooked: Bool { !hooks.isDisjoint(with: .ofMapping) }

  /// Finds out whether hooks or accessors see that an object is mapped, or one in it.
  fileprivate var findsNotice: Bool {
    reaches { $0.hasAccessors || !$0.hooks.isDisjoint(with: [.ofMapping, .modelType]) }
  }

  /// Whether a store may file an object of the class, or a model in it.
  var mayFile: Bool {
    knownFiling.value {
      reaches { schema in
        schema.identity != nil || schema.hooks.contains(.modelType)
          || schema.properties.contains {
            if case .of(let any) = $0.heldModels.allowed { any == any.root } else { false }
          }
      }
    }
  }

  /// Whether the class, or one that its objects may hold, satisfies a condition.
  private func reaches(_ condition: (ModelSchema) -> Bool) -> Bool {
    // Sorted. For the first set of them, the runtime would search all conformances of the program,
    // which takes a sixth of the time in which the first object of a process is mapped.
    var seen: [ObjectIdentifier] = []
    var waiting = [type]
    while let type = waiting.popLast() {
      guard type != type.root else { continue }
      let place = seen.insertionIndex(of: ObjectIdentifier(type))
      guard place == seen.count || seen[place] != ObjectIdentifier(type) else { continue }
      seen.insert(ObjectIdentifier(type), at: place)
      let schema = SchemaCache.schema(of: type)
      if condition(schema) { return true }
      waiting += schema.lists.classes(in: schema.properties)
    }
    return false
  }

  /// The field that would match a key if it were mapped, and why it isn't.
  func untouched(by key: String) -> (name: String, reason: String)? {
    let wanted = WantedKey(key, matching)
    let field =
      lists.untouched.first { $0.name == key }
      ?? lists.untouched.first { wanted.matches($0.name) }
    return field.map { name, reason in
      switch reason {
      case "let": (name, "\(name) is a let")
      case "lazy", "weak or unowned", "unowned", "ignored", "not in mappedProperties":
        (name, "\(name) is \(reason)")
      default: (name, reason)
      }
    }
  }
}

extension [ObjectIdentifier] {
  /// Where one is in a sorted array, or belongs.
  fileprivate func insertionIndex(of id: ObjectIdentifier) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ClassPlan {
  /// Whether hooks or accessors see that an object is mapped, or one in it, and in which order its
  /// values are.
  @inline(__always)
  var isNoticed: Bool { storage.value.knownNotice.value { schema.findsNotice } }
}

/// The stored properties that a class and its superclasses declare.
final class ClassDeclaration {
  let type: any Model.Type
  /// The class and its superclasses, without the base class, those closest to it first.
  let chain: [any Model.Type]
  /// The properties as the class stores them.
  let stored: [Property]
  /// Those that are archived.
  let properties: [Property]
  /// Those that are copied and compared: these, and then those of unknown types.
  let copied: [Property]
  /// The slots of the copied properties without parts, which hold no models.
  let slots: [PlainSlot]
  /// The other copied properties.
  let others: [Property]
  /// Those of the others that are hashed.
  let hashed: [Property]
  /// The properties with an accessor whose storage, if they have any, can't be compared.
  let unseen: [Property]
  /// Those of them that only a key path brings into a copy.
  let distant: [DistantProperty]
  /// Those that a new copy is looked at for: computed ones only if the class has storage that isn't
  /// copied.
  let missing: [DistantProperty]
  private(set) var untouched: [(name: String, reason: String)] = []
  /// The stored `var`s of unknown types, such as closures.
  private(set) var opaque: [Property] = []
  /// The accessors of stored `var`s that hold a value of an unknown type, such as a wrapper that can't
  /// be encoded: only they know the value.
  private(set) var reached: [Property] = []
  /// The mapped properties, with their accessors.
  let accessed: AccessedProperties

  /// Passes every mistake to a closure.
  init(_ type: any Model.Type, _ onMistake: @escaping (String) -> Void) {
    self.type = type
    let ancestors = sequence(first: type as AnyClass) { superclass(of: $0) }
    chain = ancestors.prefix { $0 != type.root }.compactMap { type.root.subclass($0) }.reversed()
    let all = StoredProperty.all(of: type).dropFirst(StoredProperty.count(of: type.root))
    let own = type.structType.map { Self.fields(of: $0, in: all.last, onMistake) } ?? Array(all)
    let fields = own.map { (stored: $0, property: Property.of($0, type.keyMatching)) }
    if fields.contains(where: { $0.stored.name.isEmpty }) {
      onMistake(
        "\(type) has stored properties without names: a module was built with"
          + " -disable-reflection-names. Build it without that flag."
      )
    }
    let properties = fields.compactMap(\.property)
    Self.tellApart(properties)
    for (field, property) in fields where property == nil {
      if !field.storageName.isOfMacro {
        untouched.append((field.storageName.declared, field.reasonForNotMapping))
      }
      if !field.storageName.isLazy, let property = Property.opaque(field) {
        opaque.append(property)
      }
    }
    stored = properties
    let accessed = AccessedProperties(self.chain, of: type, fields, onMistake)
    self.accessed = accessed
    #if PublicSymbols
    self.properties = fields.map(\.stored).filter { !$0.storageName.isLazy }
      .compactMap { accessed.byOffset[$0.offset] }
    untouched += properties.filter { !$0.stored.storageName.isOfMacro }
      .map { ($0.name, "without an accessor") }
    copied = self.properties + opaque
    #else
    for (field, property) in fields
    where property == nil && field.isVar && field.isStrong && !field.storageName.isLazy {
      if let accessor = accessed.byOffset[field.offset] { reached.append(accessor) }
    }
    self.properties = properties + reached
    copied = self.properties + opaque.filter { accessed.byOffset[$0.stored.offset] == nil }
    #endif
    slots = copied.compactMap(\.plain)
    others = copied.filter { $0.plain == nil }
    hashed = others.filter { !$0.isOpaque && !$0.heldModels.holdsModels }
    let compared = copied.filter(\.isCompared).compactMap { accessed.byOffset[$0.stored.offset] }
    let comparedIDs = Set(compared.map { ObjectIdentifier($0) })
    unseen = accessed.properties.filter {
      $0.isAccessed && !comparedIDs.contains(ObjectIdentifier($0))
    }
    distant = DistantProperty.all(among: unseen, accessed)
    let keepsMore =
      distant.contains(where: \.isComputed)
      && fields.contains { accessed.byOffset[$0.stored.offset] == nil && $0.stored.mayHideValues }
    missing = distant.filter { keepsMore || !$0.isComputed }
    untouched.removeAll { accessed.names.contains($0.name) }
    for type in chain { checkReflection(type, onMistake) }
  }

  /// Renames the property `_name` to its name in memory if there is also a `name`: so they have
  /// different keys, and both are exported.
  ///
  /// Private properties of the same name, in a class and its superclass, keep it.
  private static func tellApart(_ properties: [Property]) {
    guard properties.contains(where: { $0.stored.name != $0.name }) else { return }
    for group in Dictionary(grouping: properties, by: \.name).values where group.count > 1 {
      let closest = group.map(\.stored.name.utf8.count).min()
      for property in group where property.stored.name.utf8.count != closest {
        property.name = property.stored.name
      }
    }
  }

  /// The name of a property in a list, which may be its name in memory.
  @inline(never)
  func propertyName(_ given: String) -> String { Self.propertyName(given, among: properties) }

  @inline(never)
  static func propertyName(_ given: String, among properties: [Property]) -> String {
    guard given.utf8.first == UInt8(ascii: "_"), !properties.contains(where: { $0.name == given })
    else { return given }
    return StorageName.bare(given)
  }

  /// The properties of a struct in the object that stands for its values, which holds one.
  private static func fields(
    of type: Any.Type,
    in holder: StoredProperty?,
    _ onMistake: (String) -> Void
  ) -> [StoredProperty] {
    guard StoredProperty.hasPlace else {
      onMistake(
        "\(type) is a ModelStruct, whose properties can't be seen when ModelObject is built with"
          + " PublicSymbols. Make it Codable for use in models, or a class."
      )
      return []
    }
    return holder.map { holder in
      StoredProperty.all(inStructure: type).map { $0.moved(into: holder) }
    } ?? []
  }

  /// Whether no property has parts.
  var isFlat: Bool { others.isEmpty }

  /// The names of all declared fields.
  var names: [String] { accessed.properties.map(\.name) + untouched.map(\.name) }

  #if PublicSymbols
  /// Adds a class whose own properties have no accessors, unless it ignores them.
  private func checkReflection(_ type: any Model.Type, _ onMistake: (String) -> Void) {
    let inherited = superclass(of: type).map { StoredProperty.count(of: $0) } ?? 0
    let own = stored.filter {
      $0.stored.offset >= inherited && $0.stored.offset < StoredProperty.count(of: type)
    }
    let left = own.filter { !type.ignoredProperties.contains($0.name) }
    guard let first = left.first, !own.contains(where: { accessed.names.contains($0.name) }) else {
      return
    }
    onMistake(
      "\(type) has no accessors, which ModelObject needs when it is built with PublicSymbols. Paste"
        + " \(type).accessorsSource into the class; it begins with override class var accessors:"
        + " [String: PropertyAccessor] { [\"\(first.name)\": .init(\\\(type).\(first.stored.name)),"
    )
  }
  #else
  /// Adds a class that is larger than its superclass although the runtime reports no fields: it was
  /// built without reflection metadata.
  private func checkReflection(_ type: any Model.Type, _ onMistake: (String) -> Void) {
    guard let parent = superclass(of: type),
      StoredProperty.count(of: type) == StoredProperty.count(of: parent),
      ClassMetadata(type).instanceSize > ClassMetadata(parent).instanceSize
    else { return }
    onMistake(
      "\(type) has stored properties, but the runtime reports none of them: its module was built"
        + " with -disable-reflection-metadata. Build it without that flag."
    )
  }
  #endif
}

extension StoredProperty {
  /// The reason why the property isn't mapped.
  fileprivate var reasonForNotMapping: String {
    if storageName.isLazy { return "lazy" }
    // For an optional, the runtime only reports that it isn't strong.
    if !isStrong { return type is any OptionalType.Type ? "weak or unowned" : "unowned" }
    if !isVar { return "let" }
    if type == Void.self { return "the runtime does not report its type" }
    return reasonForNoShape(type)
  }
}
