/// The Swift files of some folders, and the types in them.
struct CodeBase {
  /// A declaration of a type, or an extension of it.
  typealias Part = (file: Int, declaration: SwiftDeclaration)

  /// A declared type, with its extensions.
  struct TypeEntry {
    let file: Int
    let declaration: SwiftDeclaration
    /// With the types around it: `Order.Item`.
    let name: String
    var extensions: [Part] = []
    /// Whether it is in an extension that makes it public.
    var isInPublic = false

    var shortName: String { declaration.name }
    /// The declaration and its extensions, which have its members.
    var parts: [Part] { [(file, declaration)] + extensions }
    /// The members of all parts, with their files.
    var members: [(file: Int, member: SwiftDeclaration)] {
      parts.flatMap { file, declaration in declaration.members.map { (file, $0) } }
    }
  }

  let files: [CodeFile]
  private(set) var types: [TypeEntry] = []
  /// The places in `types` of each short name.
  private var places: [String: [Int]] = [:]
  let modules: Set<String>
  /// The names of all declared functions.
  let functions: Set<String>
  /// What other names of types mean.
  private let aliases: [String: String]
  /// Where a name that begins with a capital has a parenthesis after it.
  let calls: [String: [(file: Int, token: Int)]]

  init(_ files: [CodeFile]) {
    self.files = files
    var modules: Set<String> = []
    var functions: Set<String> = []
    var calls: [String: [(file: Int, token: Int)]] = [:]
    var aliases: [String: String] = [:]
    for (index, file) in files.enumerated() {
      for (place, token) in file.source.tokens.enumerated() where token.kind == .word {
        if token.text == "typealias", file.source[place + 2].text == "=",
          file.source[place + 4].beginsLine || file.source[place + 4].text == "}"
        {
          aliases[file.source[place + 1].name] = file.source[place + 3].name
        }
        if token.text == "func" { functions.insert(file.source[place + 1].name) }
        if token.text.first?.isUppercase ?? false, file.source[place + 1].text == "(" {
          calls[token.text, default: []].append((index, place))
        } else if token.text == "init", file.source[place + 1].text == "(",
          file.source[place - 1].text == "."
        {
          calls[file.source[place - 2].text, default: []].append((index, place))
        }
      }
    }
    (self.functions, self.calls, self.aliases) = (functions, calls, aliases)
    var extensions: [Part] = []
    for (index, file) in files.enumerated() {
      Self.collect(
        file.source.declarations,
        in: index,
        inside: "",
        types: &types,
        extensions: &extensions
      )
      for declaration in file.source.declarations where declaration.kind == .import {
        modules.insert(declaration.name)
      }
    }
    self.modules = modules
    for (index, type) in types.enumerated() { places[type.shortName, default: []].append(index) }
    for part in extensions {
      if let place = place(of: part.declaration.name, in: "") {
        types[place].extensions.append(part)
      }
    }
  }

  private static func collect(
    _ declarations: [SwiftDeclaration],
    in file: Int,
    inside outer: String,
    types: inout [TypeEntry],
    extensions: inout [Part],
    isInPublic: Bool = false
  ) {
    for declaration in declarations {
      guard declaration.isType else {
        // Types in a function have the name of what is around it.
        collect(
          declaration.members,
          in: file,
          inside: outer,
          types: &types,
          extensions: &extensions
        )
        continue
      }
      let name = outer.isEmpty ? declaration.name : "\(outer).\(declaration.name)"
      if declaration.kind == .extension {
        extensions.append((file, declaration))
      } else {
        var entry = TypeEntry(file: file, declaration: declaration, name: name)
        entry.isInPublic = isInPublic
        types.append(entry)
      }
      collect(
        declaration.members,
        in: file,
        inside: name,
        types: &types,
        extensions: &extensions,
        isInPublic: declaration.kind == .extension && declaration.has("public")
      )
    }
  }

  /// The type that a name means inside another type: one in it, one beside it, or one outside.
  func place(of name: String, in outer: String) -> Int? {
    guard let last = name.split(separator: ".").last, let found = places[String(last)] else {
      return nil
    }
    var scope = outer
    while !scope.isEmpty {
      if let place = found.first(where: { types[$0].name == "\(scope).\(name)" }) { return place }
      scope = scope.split(separator: ".").dropLast().joined(separator: ".")
    }
    if let place = found.first(where: { types[$0].name == name }) { return place }
    return found.count == 1 ? found.first : nil
  }

  /// The names that a type and its extensions inherit.
  func names(inheritedBy type: TypeEntry) -> [String] {
    type.parts.flatMap { inherited($0.declaration, $0.file).map(\.name) }
  }

  /// The names in an inheritance clause, without generic arguments.
  func inherited(_ declaration: SwiftDeclaration, _ file: Int) -> [(
    name: String, tokens: Range<Int>
  )] {
    let source = files[file].source
    return declaration.inherited.flatMap { part -> [(name: String, tokens: Range<Int>)] in
      var name = ""
      var index = part.lowerBound
      if source[index].text == "@", source[index + 1].text == "preconcurrency" { index += 2 }
      while index < part.upperBound, source[index].kind == .word || source[index].text == "." {
        // `@unchecked Sendable` isn't one name.
        if source[index].kind == .word, !name.isEmpty, !name.hasSuffix(".") { break }
        name += source[index].name
        index += 1
      }
      // Another name of a protocol.
      return [(places[name] == nil ? aliases[name] ?? name : name, part)]
    }
  }
}
