/// How a type is spelled.
indirect enum TypeForm: Equatable {
  /// A name with those around it, and its generic arguments.
  case named([String], [TypeForm])
  case optional(TypeForm)
  case array(TypeForm)
  case dictionary(TypeForm, TypeForm)
  case tuple
  case function
  /// `any P`.
  case existential(String)
  /// `P.Type`.
  case metatype
  /// The type of a default, `Size.small`, if that is a case of an enum.
  case ofCase([String], String)
  case unknown

  static func named(_ name: String) -> TypeForm { .named([name], []) }

  /// The type without the optionals around it.
  var opened: TypeForm {
    switch self {
    case .optional(let wrapped): wrapped.opened
    default: self
    }
  }
}

extension TypeForm: CustomStringConvertible {
  /// The type as it is spelled, as far as that is known.
  var description: String {
    switch self {
    case .named(let path, let arguments):
      path.joined(separator: ".")
        + (arguments.isEmpty ? "" : "<\(arguments.map(\.description).joined(separator: ", "))>")
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .existential(let name): "any \(name)"
    case .tuple: "a tuple"
    case .function: "a function"
    case .metatype: "a metatype"
    case .ofCase, .unknown: "unknown"
    }
  }

  /// Reads a type.
  init(_ fragment: Code) {
    var fragment = fragment
    while fragment.starts(with: "@"), fragment.count > 1 {
      fragment = fragment.dropFirst(2)
      if fragment.starts(with: "("), let count = fragment.bracketCount {
        fragment = fragment.dropFirst(count)
      }
    }
    guard !fragment.isEmpty else {
      self = .unknown
      return
    }
    if fragment.split(at: "->") != nil {
      self = .function
    } else if fragment.starts(with: "any") {
      self = .existential(fragment.dropFirst(1).spelling)
    } else if fragment.starts(with: "some") || fragment.split(at: "&") != nil {
      self = .unknown
    } else {
      self = Self.postfixed(fragment)
    }
  }

  /// A type with `?`, `!`, `.Type` or nothing after it.
  private static func postfixed(_ fragment: Code) -> TypeForm {
    let last = fragment.last
    if last.kind == .sign, last.text.allSatisfy({ $0 == "?" || $0 == "!" }) {
      let wrapped = TypeForm(fragment.dropLast(1))
      return last.text.reduce(wrapped) { form, _ in .optional(form) }
    }
    if fragment.count > 2, ["Type", "Protocol"].contains(last.text),
      fragment[fragment.count - 2].text == "."
    {
      return .metatype
    }
    if let inner = fragment.inner {
      if fragment.starts(with: "(") {
        let parts = inner.parts
        if parts.isEmpty { return .unknown }
        return parts.count == 1 && inner.split(at: ":") == nil ? TypeForm(parts[0]) : .tuple
      }
      guard fragment.starts(with: "[") else { return .unknown }
      guard let pair = inner.split(at: ":") else {
        return inner.parts.count == 1 && inner[1].text != "of" ? .array(TypeForm(inner)) : .unknown
      }
      return .dictionary(TypeForm(pair.before), TypeForm(pair.after))
    }
    return name(fragment)
  }

  private static func name(_ fragment: Code) -> TypeForm {
    var path: [String] = []
    var arguments: [TypeForm] = []
    var rest = fragment
    while rest[0].kind == .word {
      path.append(rest[0].name)
      rest = rest.dropFirst(1)
      if rest.starts(with: "<") {
        guard let end = rest.endOfGenerics else { return .unknown }
        arguments = rest.prefix(end - 1).dropFirst(1).parts.map { TypeForm($0) }
        rest = rest.dropFirst(end)
      }
      guard rest.starts(with: ".") else { break }
      rest = rest.dropFirst(1)
    }
    guard rest.isEmpty, !path.isEmpty else { return .unknown }
    return standard(path, arguments) ?? .named(path, arguments)
  }

  /// The form of `Optional<T>` and the like.
  private static func standard(_ path: [String], _ arguments: [TypeForm]) -> TypeForm? {
    switch (path.last, arguments.count) {
    case ("Optional", 1): .optional(arguments[0])
    case ("Array", 1): .array(arguments[0])
    case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
    case ("Void", 0): .unknown
    default: nil
    }
  }
}

extension Code {
  /// How many tokens there are up to the end of the generic arguments that the fragment begins with.
  var endOfGenerics: Int? {
    var depth = 0
    for number in 0..<count where self[number].kind == .sign && self[number].text != "->" {
      for character in self[number].text {
        if character == "<" { depth += 1 }
        if character == ">" { depth -= 1 }
      }
      if depth == 0 { return number + 1 }
    }
    return nil
  }
}

// MARK: - Values

extension TypeForm {
  /// The type of a default value, as far as it shows; a call of an initializer may give an optional.
  init(ofValue value: Code) {
    let first = value[0]
    switch first.kind {
    case .text where value.count == 1: self = .named("String")
    case .number where value.count == 1: self = Self.number(first.text)
    case .sign where first.text == "-" && value.count == 2 && value[1].kind == .number:
      self = Self.number(value[1].text)
    case .word where value.count == 1 && ["true", "false"].contains(first.text):
      self = .named("Bool")
    case .word: self = Self.made(value)
    case .mark where first.text == "[": self = Self.container(value)
    case .mark where first.text == "(":
      guard let inner = value.inner else {
        self = .unknown
        return
      }
      let parts = inner.parts
      self = parts.count > 1 ? .tuple : parts.isEmpty ? .unknown : TypeForm(ofValue: inner)
    case .mark where first.text == "{" && value.inner != nil: self = .function
    default: self = .unknown
    }
  }

  private static func number(_ text: String) -> TypeForm {
    let isHexadecimal = text.hasPrefix("0x")
    let isFraction = text.contains { ".pP".contains($0) || !isHexadecimal && "eE".contains($0) }
    return .named(isFraction ? "Double" : "Int")
  }

  private static func container(_ value: Code) -> TypeForm {
    guard let inner = value.bracketed, let count = value.bracketCount else { return .unknown }
    let rest = value.dropFirst(count)
    if rest.starts(with: "("), rest.bracketCount == rest.count {
      return TypeForm(value.prefix(count))
    }
    guard rest.isEmpty else { return .unknown }
    let parts = inner.parts
    guard !parts.isEmpty else { return .unknown }
    func common(_ values: [Code]) -> TypeForm {
      let forms = values.map { TypeForm(ofValue: $0) }
      return forms.allSatisfy { $0 == forms[0] } ? forms[0] : .unknown
    }
    let pairs = parts.compactMap { $0.split(at: ":") }
    if pairs.isEmpty { return .array(common(parts)) }
    guard pairs.count == parts.count else { return .unknown }
    return .dictionary(common(pairs.map(\.before)), common(pairs.map(\.after)))
  }

  /// `Name(…)`, `Outer.Name<T>()`, `Name.case`.
  private static func made(_ value: Code) -> TypeForm {
    var end = 0
    while value[end].kind == .word {
      guard value[end].name.first?.isUppercase == true else {
        guard end > 0, case .named(let path, []) = TypeForm(value.prefix(end - 1)) else {
          return .unknown
        }
        return value.count == end + 1 ? .ofCase(path, value[end].name) : .unknown
      }
      end += 1
      let rest = value.dropFirst(end)
      if rest.starts(with: "<") {
        guard let generics = rest.endOfGenerics else { return .unknown }
        end += generics
      }
      guard value[end].text == "." else { break }
      end += 1
    }
    let rest = value.dropFirst(end)
    guard end > 0, rest.starts(with: "("), rest.bracketCount == rest.count else { return .unknown }
    let form = TypeForm(value.prefix(end))
    if case .named(let path, _) = form, mayFail.contains(path.last ?? "") { return .unknown }
    return form
  }

  /// Types whose initializers may return nil.
  private static let mayFail: Set<String> = [
    "URL", "Int", "Double", "UUID", "TimeZone", "Data", "Decimal", "Float", "Bool", "NSURL",
  ]
}
