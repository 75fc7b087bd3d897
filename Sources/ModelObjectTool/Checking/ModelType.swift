/// A class of models, or a struct of models, in the sources.
final class ModelType {
  let type: DeclaredType
  let superclass: ModelType?
  let isStruct: Bool
  /// Whether all that it and its superclasses declare is known.
  let isWhole: Bool
  /// Its own properties, in the order of their declaration.
  let own: [ModelProperty]
  /// Its own lists.
  let lists: [ModelList: ReadList]
  /// Declarations that look like lists, and aren't.
  let mistaken: [(list: ModelList, member: SwiftDeclaration, part: DeclaredType.Part)]
  /// Those that inherit from it.
  fileprivate(set) var subclasses: [ModelType] = []

  var name: String { type.name }

  /// The class and its superclasses, those closest to the base class first.
  var chain: [ModelType] { (superclass?.chain ?? []) + [self] }

  /// The class and all that inherit from it.
  var family: [ModelType] { [self] + subclasses.flatMap(\.family) }

  /// All properties, those of superclasses first.
  lazy var properties: [ModelProperty] = (superclass?.properties ?? []) + own

  /// The properties by their names in lists.
  lazy var named: [String: ModelProperty] = {
    var named: [String: ModelProperty] = [:]
    for property in properties where property.storage == .computed {
      named[property.spelling] = property
    }
    for property in properties where property.storage != .computed {
      named[property.spelling] = property
      if property.name == property.spelling || !hasProperty(property.name) {
        named[property.name] = property
      }
    }
    return named
  }()

  private func hasProperty(_ spelling: String) -> Bool {
    properties.contains { $0.spelling == spelling && $0.storage != .computed }
  }

  /// The stored property that a list means by a name.
  func property(_ name: String) -> ModelProperty? {
    if let known = named[name] { return known }
    return name.hasPrefix("_") ? named[ModelProperty.bare(name)] : nil
  }

  /// The name under which the lists know a property.
  func listedName(_ name: String) -> String {
    named[name] == nil && name.hasPrefix("_") ? ModelProperty.bare(name) : name
  }

  // MARK: - Lists with those of superclasses

  /// The entries of a list, those of superclasses too, by name: the most derived ones.
  func entries(_ list: ModelList) -> [String: ReadList.Entry] {
    var found: [String: ReadList.Entry] = [:]
    for entry in read(list).flatMap(\.entries) { found[listedName(entry.name)] = entry }
    return found
  }

  func names(_ list: ModelList) -> Set<String> { Set(entries(list).keys) }

  /// Whether all of a list is known.
  func isWhole(_ list: ModelList) -> Bool { isWhole && read(list).allSatisfy(\.isWhole) }

  /// The lists of the class and its superclasses; of one that isn't merged, the last.
  private func read(_ list: ModelList) -> [ReadList] {
    let all = chain.compactMap { $0.lists[list] }
    return list.isReplaced ? all.suffix(1) : all
  }

  /// Whether keys must be spelled like the properties.
  var matchesExactly: Bool {
    chain.compactMap { $0.lists[.keyMatching] }.last?.values.first?.last.text == "exact"
  }

  /// The names that are mapped; nil for all.
  lazy var mappedNames: Set<String>? = {
    guard let list = read(.mappedProperties).last, !list.mayBeNil else { return nil }
    return names(.mappedProperties)
  }()

  lazy var ignored = names(.ignoredProperties)
  lazy var accessed = names(.accessors)
  /// Whether it is known which properties are mapped.
  lazy var knowsMapped =
    isWhole(.ignoredProperties) && isWhole(.mappedProperties) && isWhole(.accessors)

  /// Whether the lists let a property be mapped.
  func isMapped(_ name: String) -> Bool {
    !ignored.contains(name) && mappedNames?.contains(name) != false
  }

  /// The name of a property in lists.
  func name(of property: ModelProperty) -> String {
    property.storage == .computed || hasOther(property) ? property.spelling : property.name
  }

  private func hasOther(_ property: ModelProperty) -> Bool {
    property.spelling != property.name && hasProperty(property.name)
  }

  /// The properties that are mapped, each once, in the order of their declaration.
  lazy var mapped: [ModelProperty] = properties.filter { property in
    let name = name(of: property)
    guard isMapped(name), name != entries(.unknownKeysProperty).keys.first else { return false }
    return property.storage == .stored || accessed.contains(name)
  }

  fileprivate init(
    _ type: DeclaredType,
    superclass: ModelType?,
    isStruct: Bool,
    isWhole: Bool,
    constant: @escaping (Code, DeclaredType.Part) -> Code?,
    form: (ModelProperty) -> TypeForm
  ) {
    self.type = type
    self.superclass = superclass
    self.isStruct = isStruct
    var isWhole = isWhole && superclass?.isWhole != false && !type.mayHaveMore
    var properties: [ModelProperty] = []
    var lists: [ModelList: ReadList] = [:]
    var mistaken: [(list: ModelList, member: SwiftDeclaration, part: DeclaredType.Part)] = []
    let attributes = type.declaration.attributes.map {
      type.file.source[$0.lowerBound + 1].text
    }
    // A macro may declare more.
    if !Conformances.plainAttributes.isSuperset(of: attributes) { isWhole = false }
    for part in type.parts {
      let source = part.file.source
      for member in part.declaration.members {
        switch member.kind {
        case .variable where !member.isStatic:
          properties += ModelProperty.all(member, in: part)
        case .other:
          let word = source[member.keyword].text
          if ["var", "let"].contains(word) || word.hasPrefix("#") || word == "@" {
            isWhole = false
          }
        default: break
        }
        guard member.kind == .variable || member.kind == .function,
          let list = ModelList(rawValue: member.name)
        else { continue }
        if let read = Self.read(member, as: list, in: part, isStruct: isStruct, constant) {
          lists[list] = lists[list] ?? read
        } else {
          mistaken.append((list, member, part))
        }
      }
    }
    for place in properties.indices { properties[place].form = form(properties[place]) }
    own = Self.united(properties)
    (self.lists, self.mistaken, self.isWhole) = (lists, mistaken, isWhole)
    superclass?.subclasses.append(self)
  }

  /// A list that the library reads; nil for another declaration.
  private static func read(
    _ member: SwiftDeclaration,
    as list: ModelList,
    in part: DeclaredType.Part,
    isStruct: Bool,
    _ constant: @escaping (Code, DeclaredType.Part) -> Code?
  ) -> ReadList? {
    guard member.kind == .variable, member.isStatic,
      isStruct ? list.isOfStructs : member.has("override"),
      let binding = member.bindings.first
    else { return nil }
    let type = binding.type.map { Code(part.file, $0) }
    // A subclass must have the type; a struct with another one has another property.
    if isStruct, type.map({ !list.isType($0) }) ?? (list != .keyMatching) { return nil }
    let body =
      binding.accessors.flatMap { Code(part.file, $0..<part.file.source.after($0)).inner }
      ?? binding.value.map { Code(part.file, $0) }
    guard let body else { return nil }
    let place = Code(part.file, binding.name..<binding.name + 1)
    return ReadList(list, at: place, body: body) { constant($0, part) }
  }

  /// The properties, of which a condition may declare several under one name.
  private static func united(_ properties: [ModelProperty]) -> [ModelProperty] {
    var united: [ModelProperty] = []
    var places: [String: Int] = [:]
    for property in properties {
      guard let place = places[property.spelling] else {
        places[property.spelling] = united.count
        united.append(property)
        continue
      }
      if united[place].form != property.form { united[place].form = .unknown }
    }
    return united
  }
}

/// All models of the sources.
final class ModelCatalog {
  let index: SourceIndex
  let judge: TypeJudge
  private(set) var models: [ModelType] = []
  private var known: [ObjectIdentifier: ModelType] = [:]
  private var others: Set<ObjectIdentifier> = []

  init(_ index: SourceIndex) {
    self.index = index
    judge = TypeJudge(index)
    for type in index.types where type.kind == .class || type.kind == .struct {
      _ = model(of: type)
    }
    judge.model = { [unowned self] in known[ObjectIdentifier($0)] }
  }

  /// The model that a type is; nil if it isn't one.
  func model(of type: DeclaredType) -> ModelType? {
    let id = ObjectIdentifier(type)
    if let model = known[id] { return model }
    // Also while it is looked at.
    guard others.insert(id).inserted else { return nil }
    guard let model = type.kind == .struct ? structModel(type) : classModel(type) else {
      return nil
    }
    known[id] = model
    models.append(model)
    return model
  }

  /// The model that a name means.
  func model(_ path: [String], in scope: Scope, _ file: CodeFile) -> ModelType? {
    guard case .type(let type) = index.find(path, from: scope, file) else { return nil }
    return model(of: type)
  }

  private func structModel(_ type: DeclaredType) -> ModelType? {
    guard judge.conformances(of: type).names.contains("ModelStruct") else { return nil }
    return made(type, nil, isStruct: true, isWhole: true)
  }

  private func classModel(_ type: DeclaredType) -> ModelType? {
    guard let first = index.superclass(of: type) else { return nil }
    switch first {
    case .foreign("ModelObject"): return made(type, nil, isWhole: true)
    case .type(let other) where other.kind == .class:
      if isBase(other) { return made(type, nil, isWhole: true) }
      if let parent = model(of: other) { return made(type, parent, isWhole: true) }
    default: break
    }
    // What it overrides shows that a class of another module is a model.
    return overridesList(type) ? made(type, nil, isWhole: false) : nil
  }

  /// Whether a class is the library's own.
  private func isBase(_ type: DeclaredType) -> Bool {
    type.name == "ModelObject" && type.declaration.has("open")
      && type.declaration.members.contains { $0.name == ModelList.keyMapping.rawValue }
  }

  private func overridesList(_ type: DeclaredType) -> Bool {
    type.parts.contains { part in
      part.declaration.members.contains { member in
        guard member.has("override"), member.kind == .variable, member.isStatic,
          let list = ModelList(rawValue: member.name), let type = member.bindings.first?.type
        else { return false }
        return list.isType(Code(part.file, type))
      }
    }
  }

  private func made(
    _ type: DeclaredType,
    _ superclass: ModelType?,
    isStruct: Bool = false,
    isWhole: Bool
  ) -> ModelType {
    ModelType(
      type,
      superclass: superclass,
      isStruct: isStruct,
      isWhole: isWhole,
      constant: { [unowned self] in constant($0, in: $1.scope.owner ?? type, $1.file) },
      form: { form(of: $0) }
    )
  }

  /// The type of a property, of which a case of an enum may be the default.
  private func form(of property: ModelProperty) -> TypeForm {
    guard case .ofCase(let path, let name) = property.form else { return property.form }
    guard case .type(let type) = index.find(path, from: property.scope, property.part.file),
      type.cases.contains(name)
    else { return .unknown }
    return .named(path, [])
  }

  // MARK: - Names in code

  /// The value of a constant that an expression names: `keys`, `Self.keys`, `Person.keys`.
  private func constant(_ name: Code, in type: DeclaredType, _ file: CodeFile) -> Code? {
    let words = name.range.map { file.source[$0] }
    guard words.count == 1 || words.count == 3 && words[1].text == ".", words[0].kind == .word,
      let last = words.last
    else { return nil }
    if words.count == 1 {
      var scope: Scope? = type.scope
      while let inner = scope {
        if let owner = inner.owner, let value = value(of: last.name, in: owner) { return value }
        scope = inner.outer
      }
      return value(ofGlobal: last.name, file)
    }
    if words[0].text == "Self" { return value(of: last.name, in: type) }
    guard case .type(let other) = index.find([words[0].name], from: type.scope, file) else {
      return nil
    }
    return value(of: last.name, in: other)
  }

  private func value(of name: String, in type: DeclaredType) -> Code? {
    for part in type.parts {
      for member in part.declaration.members
      where member.kind == .variable && member.isStatic && ModelList(rawValue: name) == nil {
        for binding in member.bindings where part.file.source[binding.name].name == name {
          return value(of: binding, part.file)
        }
      }
    }
    return nil
  }

  private func value(ofGlobal name: String, _ file: CodeFile) -> Code? {
    let all = index.globals[name, default: []]
    let own = all.filter { $0.file === file }
    let found = own.isEmpty ? all : own
    return found.count == 1 ? value(of: found[0].binding, found[0].file) : nil
  }

  private func value(of binding: SwiftDeclaration.Binding, _ file: CodeFile) -> Code? {
    if let value = binding.value { return Code(file, value) }
    guard let brace = binding.accessors else { return nil }
    let body = Code(file, brace..<file.source.after(brace)).inner
    return body.flatMap { $0.statements.count == 1 ? $0 : nil }
  }

  /// The facts about a property's type.
  func facts(_ property: ModelProperty) -> TypeFacts {
    property.isWrapped
      ? .unknown : judge.facts(property.form, in: property.scope, property.part.file)
  }
}
