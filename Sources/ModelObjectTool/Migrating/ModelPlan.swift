/// What becomes of one model.
final class ModelPlan {
  struct Property {
    let name: String
    let type: String?
    let declaration: SwiftDeclaration
    let binding: SwiftDeclaration.Binding
    let hasObservers: Bool
    /// Whether it is a constant with a value.
    var isFixed: Bool { declaration.isConstant && binding.value != nil }
  }

  struct Key {
    let property: String
    /// Code that spells the keys: string literals or expressions.
    let codes: [String]
    /// The text of the only key, if it is a literal without a path.
    let plain: String?
    /// The code of the keys in the old source.
    let source: String
  }

  /// Code that moves into a hook, with the edits in it.
  struct Kept {
    let file: Int
    let statements: [Range<Int>]
  }

  let place: Int
  let entry: CodeBase.TypeEntry
  let library: Library
  /// Another library whose functions it has, too.
  var second: Library?
  let properties: [Property]
  var keys: [Key] = []
  private(set) var transforms: [(property: String, code: String)] = []
  var dateFormats: [(property: String, code: String)] = []
  var ignored: [String] = []
  var required: [String] = []
  var unexported: [String] = []
  /// Code for the end of `didMap`, or of `willMap`.
  var didMap: [Kept] = []
  var willMap: [Kept] = []
  /// Whole members, made of code of the source.
  var members: [(Migration) -> [String]] = []
  /// Lines that nothing was made of.
  var leftovers: [String] = []
  /// The words in what nothing was made of.
  var leftNames: Set<String> = []
  /// Where the lists go, in the file of the type; nil for the end of its body.
  var anchor: Int?
  /// Where they went.
  var insertionPlace: Int?
  /// Defaults for properties that had none; empty for nil.
  var initialValues: [String: String] = [:]
  /// Whether a function or an initializer of the library was found.
  var hasMapping = false
  /// Whether exports write the names of properties, unless they are asked for keys.
  var exportsNames: Bool
  /// Closures that make the values that exports write.
  var exportedValues: [String: String] = [:]
  /// The label of an initializer that takes a `JSON`, and whether it may give nil.
  var jsonInitializer: (label: String, isFailable: Bool)?
  /// Whether there was `init(object: Any)`.
  var hasObjectInitializer = false
  /// The lists of labels with which its members are passed elsewhere.
  var memberwiseLabels: [[String]] = []

  var libraries: [Library] { [library] + (second.map { [$0] } ?? []) }
  var name: String { entry.name }
  /// Whether it is a struct that conforms to `ModelStruct`.
  var staysStruct = false
  var becomesClass: Bool { entry.declaration.kind == .struct && !staysStruct }
  /// The code by which a value is converted in a hook.
  var convert: String { staysStruct ? "ModelObject.convert" : "Self.convert" }
  /// Whether an `init()` is among its new members.
  var makesInitializer = false
  /// What members need that override those of other modules.
  var access: String {
    let declaration = entry.declaration
    if declaration.has("public") || declaration.has("open") { return "public " }
    if declaration.has("package") { return "package " }
    let isHidden = ["private", "fileprivate", "internal"].contains { declaration.has($0) }
    return entry.isInPublic && !isHidden ? "public " : ""
  }

  init(at place: Int, of entry: CodeBase.TypeEntry, library: Library, in source: SourceFile) {
    (self.place, self.entry, self.library) = (place, entry, library)
    exportsNames = library.exportsNames
    properties = entry.declaration.members.flatMap { Self.properties($0, source) }
  }

  /// The stored properties of a declaration.
  private static func properties(
    _ declaration: SwiftDeclaration,
    _ source: SourceFile
  ) -> [Property] {
    guard declaration.kind == .variable, !declaration.isStatic, !declaration.has("lazy") else {
      return []
    }
    return declaration.bindings.enumerated().compactMap { index, binding in
      var hasObservers = false
      if let brace = binding.accessors {
        hasObservers = ["didSet", "willSet"].contains(source[brace + 1].text)
        guard hasObservers else { return nil }
      }
      // `var a, b: Int` gives its type to both.
      let typed = declaration.bindings[index...].first { $0.type != nil || $0.value != nil }
      return Property(
        name: source[binding.name].name,
        type: (binding.type ?? typed?.type).map(source.text),
        declaration: declaration,
        binding: binding,
        hasObservers: hasObservers
      )
    }
  }

  func key(of property: String) -> Key? { keys.first { $0.property == property } }

  /// Lists a key before the others of its property: exports write the first one.
  func putFirst(_ code: String, of known: Key) {
    guard let place = keys.firstIndex(where: { $0.property == known.property }) else { return }
    let codes = [code] + known.codes.filter { $0 != code }
    keys[place] = Key(property: known.property, codes: codes, plain: nil, source: known.source)
  }

  /// Lists a transform; false if the property has another one.
  @discardableResult func addTransform(_ property: String, _ code: String) -> Bool {
    if let known = transforms.first(where: { $0.property == property }) {
      if known.code == code { return true }
      leftovers.append("// TODO(migrate): another transform for \(property)")
      leftovers += code.split(separator: "\n").map { "// \($0)" }
      return false
    }
    transforms.append((property, code))
    return true
  }

  /// Adds a member of some lines, and of statements of the source with the edits in them.
  func addMember(
    _ head: String,
    _ lines: [String] = [],
    statements: [Range<Int>] = [],
    in file: Int = 0
  ) {
    members.append { [unowned self] migration in
      let all = lines + statements.flatMap { migration[file].lines($0) }
      return [head] + all.map { migration.unit(self) + $0 } + ["}"]
    }
  }

  /// The functions that change the struct.
  private(set) lazy var mutatingFunctions = Set(
    entry.members.map(\.member).filter { $0.has("mutating") }.map(\.name)
  )

  func property(_ name: String) -> Property? { properties.first { $0.name == name } }

  /// A default for a type that has an obvious one.
  static func defaultValue(of type: String) -> String? {
    let type = type.filter { !$0.isWhitespace }
    switch type {
    case "String", "Substring", "NSString": return "\"\""
    case "Bool": return "false"
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
      "Decimal":
      return "0"
    case "Double", "Float", "CGFloat", "TimeInterval": return "0.0"
    case "Date": return "Date(timeIntervalSince1970: 0)"
    case "Data": return "Data()"
    case "UUID": return "UUID()"
    case "URL": return "URL(fileURLWithPath: \"/\")"
    case "Any": return nil
    default: break
    }
    if type.hasPrefix("["), type.hasSuffix("]") {
      var depth = 0
      var isDictionary = false
      for character in type {
        if "[(<".contains(character) { depth += 1 }
        if "])>".contains(character) { depth -= 1 }
        if character == ":", depth == 1 { isDictionary = true }
        if depth == 0, character == "]" { break }
      }
      return isDictionary ? "[:]" : "[]"
    }
    if type.hasSuffix(">") {
      if type.hasPrefix("Array<") || type.hasPrefix("Set<") { return "[]" }
      if type.hasPrefix("Dictionary<") { return "[:]" }
    }
    return nil
  }

  static func isOptional(_ type: String) -> Bool {
    type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<")
  }
}
