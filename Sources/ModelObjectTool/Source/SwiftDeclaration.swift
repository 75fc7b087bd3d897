/// A declaration in Swift source; ranges and places are those of tokens.
struct SwiftDeclaration {
  enum Kind: String {
    case `class`, `struct`, `enum`, `protocol`, `extension`, actor
    case variable, function, initializer, deinitializer, `case`, `import`, `typealias`
    case other
  }

  struct Modifier: Equatable {
    let name: String
    /// With the parentheses of `private(set)`.
    let tokens: Range<Int>
  }

  struct Binding: Equatable {
    let name: Int
    var type: Range<Int>?
    var value: Range<Int>?
    /// The brace of its accessors or observers.
    var accessors: Int?
  }

  var kind = Kind.other
  /// All of it, with attributes and modifiers.
  var tokens: Range<Int>
  var attributes: [Range<Int>] = []
  var modifiers: [Modifier] = []
  /// The word that says what it is.
  var keyword = 0
  var name = ""
  var generics: Range<Int>?
  /// What follows the colon of a type.
  var inherited: [Range<Int>] = []
  /// The parenthesis of the parameters.
  var parameters: Int?
  /// The brace of a type or a function.
  var body: Int?
  var members: [SwiftDeclaration] = []
  var bindings: [Binding] = []
  /// Whether it is `let`.
  var isConstant = false

  var isType: Bool {
    switch kind {
    case .class, .struct, .enum, .protocol, .extension, .actor: true
    default: false
    }
  }

  func has(_ modifier: String) -> Bool { modifiers.contains { $0.name == modifier } }

  var isStatic: Bool { has("static") || has("class") }
}
