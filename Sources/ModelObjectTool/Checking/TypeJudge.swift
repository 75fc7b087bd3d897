/// What is known about a type; nil for what the sources don't show.
struct TypeFacts {
  /// Whether values are mapped.
  var isMapped: Bool?
  /// What to do so that it is.
  var remedy: String?
  /// Whether values can be the keys of an object.
  var isKey: Bool?
  var isHashable: Bool?
  var holdsModels: Bool?
  /// Whether a value may be a date, or hold one that follows the property's format.
  var mayHoldDates: Bool?
  /// Whether `arrayMapping` may name the class of its objects.
  var takesClass: Bool?
  /// Whether it is `Any`.
  var isUntyped = false
  var isDictionary = false
  /// The only class of a value, or of one in an optional.
  var model: ModelType?

  static var unknown: TypeFacts { TypeFacts() }

  static func leaf(isKey: Bool? = false, isDate: Bool = false) -> TypeFacts {
    TypeFacts(
      isMapped: true,
      isKey: isKey,
      isHashable: true,
      holdsModels: false,
      mayHoldDates: isDate,
      takesClass: false
    )
  }

  static func unmapped(_ remedy: String? = nil) -> TypeFacts {
    TypeFacts(
      isMapped: false,
      remedy: remedy,
      isKey: false,
      isHashable: false,
      holdsModels: false,
      mayHoldDates: nil,
      takesClass: nil
    )
  }
}

/// Judges types by the rules by which the library finds their shapes.
final class TypeJudge {
  let index: SourceIndex
  private var known: [ObjectIdentifier: TypeFacts] = [:]
  private var conformances: [ObjectIdentifier: Conformances] = [:]
  /// The class or struct of models that a declared type is.
  var model: (DeclaredType) -> ModelType? = { _ in nil }

  init(_ index: SourceIndex) { self.index = index }

  /// The facts about a type that is spelled in a scope.
  func facts(_ form: TypeForm, in scope: Scope, _ file: CodeFile, depth: Int = 0) -> TypeFacts {
    guard depth < 24 else { return .unknown }
    func inner(_ form: TypeForm) -> TypeFacts { facts(form, in: scope, file, depth: depth + 1) }
    switch form {
    case .unknown, .ofCase: return .unknown
    case .tuple, .function, .metatype: return .unmapped()
    case .existential(let name): return existential(name)
    case .optional(let wrapped): return inner(wrapped)
    case .array(let element): return list(inner(element))
    case .dictionary(let key, let value):
      return dictionary(of: key, key: inner(key), value: inner(value))
    case .named(["Set"], let arguments) where arguments.count == 1:
      var facts = list(inner(arguments[0]))
      if facts.isMapped != nil { facts.isHashable = true }
      return facts
    case .named(let path, let arguments):
      return named(path, arguments: arguments, in: scope, file: file)
    }
  }

  private func existential(_ name: String) -> TypeFacts {
    if ["Any", "Sendable"].contains(name) { return Self.untyped }
    return .unmapped()
  }

  private static var untyped: TypeFacts {
    TypeFacts(
      isMapped: true,
      isKey: false,
      isHashable: nil,
      holdsModels: nil,
      mayHoldDates: true,
      takesClass: true,
      isUntyped: true
    )
  }

  private func list(_ element: TypeFacts) -> TypeFacts {
    var facts = element
    (facts.isKey, facts.model, facts.isUntyped, facts.isDictionary) = (false, nil, false, false)
    // `[Any]` isn't `Hashable`, although a lone `Any` may be.
    if element.isUntyped { facts.isHashable = false }
    return facts
  }

  private func dictionary(of form: TypeForm, key: TypeFacts, value: TypeFacts) -> TypeFacts {
    if key.isKey == false {
      return .unmapped("\(form) can't be the key type of a dictionary.")
    }
    var facts = list(value)
    facts.isDictionary = true
    if key.isKey == nil, facts.isMapped == true { facts.isMapped = nil }
    if key.mayHoldDates != false, facts.mayHoldDates == false { facts.mayHoldDates = nil }
    return facts
  }

  private func named(
    _ path: [String],
    arguments: [TypeForm],
    in scope: Scope,
    file: CodeFile
  ) -> TypeFacts {
    switch index.find(path, from: scope, file) {
    case .unknown: return .unknown
    case .foreign(let name): return arguments.isEmpty ? foreign(name) : .unknown
    case .type(let type):
      if let known = known[ObjectIdentifier(type)] { return known }
      // A type in itself is as it would be without that.
      known[ObjectIdentifier(type)] = .unknown
      let facts = declared(type)
      known[ObjectIdentifier(type)] = facts
      return facts
    }
  }

  private static let keys: Set<String> = [
    "String", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "UInt128", "UUID",
  ]
  private static let leaves: Set<String> = [
    "Float", "Double", "CGFloat", "Decimal", "Bool", "Character", "URL", "Data", "TimeZone",
    "Locale",
    "NSNumber", "NSString", "NSURL", "RawJSON",
  ]
  private static let dates: Set<String> = ["Date", "NSDate"]

  /// A type that isn't declared in the files.
  private func foreign(_ name: String) -> TypeFacts {
    if Self.keys.contains(name) { return .leaf(isKey: true) }
    if Self.leaves.contains(name) { return .leaf() }
    if Self.dates.contains(name) { return .leaf(isKey: nil, isDate: true) }
    switch name {
    case "Any": return Self.untyped
    case "ModelObject":
      return TypeFacts(
        isMapped: true,
        isKey: false,
        isHashable: true,
        holdsModels: true,
        mayHoldDates: nil,
        takesClass: true
      )
    case "AnyObject", "Error", "AnyClass": return existential(name)
    case "AnyHashable": return .unmapped()
    default: return .unknown
    }
  }

  private func declared(_ type: DeclaredType) -> TypeFacts {
    if let model = model(type) {
      return TypeFacts(
        isMapped: true,
        isKey: false,
        isHashable: model.isStruct ? conformances(of: type).isHashable : true,
        holdsModels: model.isStruct ? nil : true,
        mayHoldDates: nil,
        takesClass: !model.isStruct,
        model: model
      )
    }
    let found = conformances(of: type)
    if type.kind == .protocol {
      return found.isWhole ? existential(type.name) : .unknown
    }
    var facts = TypeFacts(isHashable: found.isHashable)
    (facts.isMapped, facts.isKey) = (found.isMapped, found.isKey)
    if facts.isMapped == false { facts.remedy = found.remedy(of: type) }
    facts.takesClass = facts.isMapped == true ? false : nil
    facts.holdsModels = found.rawName != nil ? false : nil
    facts.mayHoldDates = found.rawName != nil ? false : nil
    return facts
  }

  /// What a type conforms to.
  func conformances(of type: DeclaredType) -> Conformances {
    if let known = conformances[ObjectIdentifier(type)] { return known }
    var found = Conformances(of: type)
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(type)]
    collect(from: type, into: &found, &seen)
    conformances[ObjectIdentifier(type)] = found
    return found
  }

  private func collect(
    from type: DeclaredType,
    into found: inout Conformances,
    _ seen: inout Set<ObjectIdentifier>
  ) {
    if type.mayHaveMore { found.isWhole = false }
    for attribute in type.declaration.attributes
    where !Conformances.plainAttributes.contains(type.file.source[attribute.lowerBound + 1].text) {
      found.isWhole = false
    }
    for (fragment, part) in type.inherited {
      for name in fragment.names(around: "&") {
        add(name, of: part, to: &found, &seen)
      }
    }
  }

  private func add(
    _ fragment: Code,
    of part: DeclaredType.Part,
    to found: inout Conformances,
    _ seen: inout Set<ObjectIdentifier>
  ) {
    guard case .named(let path, _) = TypeForm(fragment) else { return found.isWhole = false }
    // The scope around the type: what it inherits isn't looked up in it.
    switch index.find(path, from: part.scope.outer ?? part.scope, part.file) {
    case .unknown: found.isWhole = false
    case .foreign(let name): found.add(name)
    case .type(let other):
      guard seen.insert(ObjectIdentifier(other)).inserted else { return }
      if other.kind == .enum || other.kind == .struct { return found.add(other.name) }
      collect(from: other, into: &found, &seen)
    }
  }
}

extension Code {
  /// The parts between a sign.
  fileprivate func names(around sign: String) -> [Code] {
    guard let (before, after) = split(at: sign) else {
      // `@unchecked Sendable`, `nonisolated Codable`.
      var rest = self
      while rest.starts(with: "@") { rest = rest.dropFirst(2) }
      if rest.count > 1, rest[1].kind == .word { rest = rest.dropFirst(1) }
      return [rest]
    }
    return before.names(around: sign) + after.names(around: sign)
  }
}

/// What a declared type conforms to, its protocols' protocols included.
struct Conformances {
  /// Whether everything is known.
  var isWhole = true
  private(set) var names: Set<String> = []
  private let kind: SwiftDeclaration.Kind
  private let hasCases: Bool
  private let hasPayloads: Bool
  private let isGeneric: Bool
  /// The type of an enum's raw values.
  private(set) var rawName: String?

  init(of type: DeclaredType) {
    kind = type.kind
    isGeneric = type.isGeneric
    let cases = type.declaration.members.filter { $0.kind == .case }
    hasCases = !cases.isEmpty
    let source = type.file.source
    hasPayloads = cases.contains { $0.tokens.contains { source[$0].text == "(" } }
  }

  static let plainAttributes: Set<String> = [
    "available", "frozen", "objc", "objcMembers", "MainActor", "dynamicMemberLookup", "Observable",
    "propertyWrapper", "resultBuilder", "nonobjc", "usableFromInline", "unchecked", "globalActor",
    "dynamicCallable", "main", "preconcurrency", "_spi", "safe", "unsafe",
  ]

  /// Protocols that change nothing about mapping.
  private static let others: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Sendable", "SendableMetatype",
    "CustomStringConvertible",
    "CustomDebugStringConvertible", "CustomReflectable", "TextOutputStreamable", "Identifiable",
    "CaseIterable", "Error", "LocalizedError", "CustomNSError", "Copyable", "Escapable",
    "AnyObject",
    "NSObjectProtocol", "NSCopying", "Sequence", "Collection", "IteratorProtocol", "Strideable",
    "ObservableObject", "Observable", "LosslessStringConvertible", "Actor", "NSObject",
    "ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral",
    "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral", "ExpressibleByNilLiteral",
    "ExpressibleByBooleanLiteral", "ExpressibleByStringInterpolation", "AdditiveArithmetic",
  ]
  private static let rawTypes: Set<String> = [
    "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "Double", "Float", "CGFloat",
  ]
  private static let mapped: Set<String> = [
    "Codable", "ModelValue", "ModelStruct", "UnknownRepresentable", "RawRepresentable", "OptionSet",
  ]

  mutating func add(_ name: String) {
    if kind == .enum, Self.rawTypes.contains(name) {
      rawName = name
    } else if Self.mapped.contains(name) || Self.others.contains(name)
      || ["Decodable", "Encodable"].contains(name)
    {
      names.insert(name)
    } else {
      isWhole = false
    }
  }

  /// Whether values are mapped; nil if that isn't certain.
  var isMapped: Bool? {
    if rawName != nil || !names.isDisjoint(with: Self.mapped)
      || names.isSuperset(of: ["Decodable", "Encodable"])
    {
      // A generic type may conform only for some arguments.
      return isGeneric ? nil : true
    }
    return isWhole ? false : nil
  }

  var isKey: Bool? {
    if let rawName { return ["String", "Int", "UInt"].contains { rawName.hasPrefix($0) } }
    if names.contains("RawRepresentable") || names.contains("OptionSet") { return nil }
    if names.contains("UnknownRepresentable") { return nil }
    return isWhole ? false : nil
  }

  var isHashable: Bool? {
    if names.contains("Hashable") || names.contains("OptionSet") { return true }
    if kind == .enum, hasCases, !hasPayloads { return true }
    return isWhole ? false : nil
  }

  /// What to do so that values are mapped.
  func remedy(of type: DeclaredType) -> String {
    kind == .enum && !hasPayloads
      ? "Add \": String\" to \(type.name), or make it Codable or a ModelValue."
      : "Make \(type.name) Codable or a ModelValue."
  }
}
