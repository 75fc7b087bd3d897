/// A property of a class or struct of models.
struct ModelProperty {
  enum Storage { case stored, constant, lazy, weak, computed }

  /// The name in the declaration.
  let place: Code
  /// As it is spelled there.
  let spelling: String
  let storage: Storage
  /// The type, as far as it shows.
  var form: TypeForm
  /// The tokens of the type; nil if none is given.
  let type: Code?
  /// Whether a wrapper or a macro stores it.
  let isWrapped: Bool
  let isPrivate: Bool
  /// Whether the macro `Observable` leaves it out.
  let isObservationIgnored: Bool
  /// The model that declares it.
  let part: DeclaredType.Part

  /// What its type sees.
  var scope: Scope { part.scope.owner?.scope ?? part.scope }

  /// The name without the underscores before it, as memory has it.
  var name: String { Self.bare(spelling) }

  static func bare(_ name: String) -> String {
    let bare = name.drop { $0 == "_" }
    return bare.isEmpty ? name : String(bare)
  }

  /// The type as it is spelled; of one that the default gives, as far as it shows.
  var typeText: String { type?.text ?? form.description }

  /// Why it is never set, if it isn't listed in `accessors`.
  var reason: String? {
    switch storage {
    case .constant: "a let"
    case .lazy: "lazy"
    case .weak: "weak or unowned"
    case .stored, .computed: nil
    }
  }

  private static let plainAttributes: Set<String> = [
    "objc", "nonobjc", "available", "IBOutlet", "IBInspectable", "MainActor", "ObservationIgnored",
    "usableFromInline", "inlinable", "preconcurrency", "_spi", "GKInspectable",
  ]

  /// The properties of a declaration.
  static func all(_ declaration: SwiftDeclaration, in part: DeclaredType.Part) -> [ModelProperty] {
    let source = part.file.source
    let attributes = declaration.attributes.map { source[$0.lowerBound + 1].text }
    return declaration.bindings.map { binding in
      let type = binding.type.map { Code(part.file, $0) }
      let value = binding.value.map { Code(part.file, $0) }
      return ModelProperty(
        place: Code(part.file, binding.name..<binding.name + 1),
        spelling: source[binding.name].name,
        storage: storage(of: binding, of: declaration, in: source),
        form: type.map { TypeForm($0) } ?? value.map { TypeForm(ofValue: $0) } ?? .unknown,
        type: type,
        isWrapped: !plainAttributes.isSuperset(of: attributes),
        isPrivate: declaration.modifiers.contains { $0.name == "private" && $0.tokens.count == 1 }
          || declaration.has("fileprivate"),
        isObservationIgnored: attributes.contains("ObservationIgnored"),
        part: part
      )
    }
  }

  private static func storage(
    of binding: SwiftDeclaration.Binding,
    of declaration: SwiftDeclaration,
    in source: SourceFile
  ) -> Storage {
    if let brace = binding.accessors, !["didSet", "willSet"].contains(source[brace + 1].text) {
      return .computed
    }
    // With observers and without a value, it is one of the superclass.
    if declaration.has("override") { return .computed }
    if declaration.has("lazy") { return .lazy }
    if declaration.has("weak") || declaration.has("unowned") { return .weak }
    return declaration.isConstant ? .constant : .stored
  }
}
