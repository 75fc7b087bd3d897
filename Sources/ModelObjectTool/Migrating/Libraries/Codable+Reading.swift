// `init(from:)`.
extension CodableRules {
  /// A container of a decoder or an encoder: its keys, and the path to it.
  struct Container {
    let keys: [String: String]
    let path: SourcePath
  }

  /// A call that decodes a value.
  struct Decoding {
    /// With `try` and its mark.
    let tokens: Range<Int>
    let path: SourcePath
    let type: String
    /// Whether nil is a result: of `decodeIfPresent`, and of `try?`.
    let isOptional: Bool
    let isTolerant: Bool
    /// Whether what follows is called on the value, and `try?` is around all of it.
    var isInTry = false
  }

  func take(_ member: SwiftDeclaration, _ file: Int) {
    guard let body = member.body else { return }
    let source = migration.source(file)
    var reader = CodingReader(rules: self, file: file)
    reader.take(DeclarationReader(source).statements(body))
    reader.finish()
    for property in plan.properties where !property.isFixed && !reader.read.contains(property.name)
    {
      plan.ignored.append(property.name)
    }
    migration.keepComments(for: plan, in: file, of: body, besides: [])
    migration.removeMapping(of: plan, in: part(member, file), member)
    migration.report.count("init(from:)")
  }

  /// The declaration or the extension that a member is in.
  func part(_ member: SwiftDeclaration, _ file: Int) -> Library.Part {
    let part = plan.entry.parts.first { part in
      part.file == file && part.declaration.tokens.contains(member.keyword)
    }
    return Library.Part(file: file, declaration: part?.declaration ?? plan.entry.declaration)
  }

  /// The keys of an enum, by the names of its cases.
  func keys(named name: String) -> [String: String] {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let own = members.first { isKeys($0.member, $0.file) && $0.member.name == short }
    if let own { return dictionary(own.member, own.file) }
    guard let place = migration.code.place(of: name, in: plan.name) else { return [:] }
    let type = migration.code.types[place]
    return isKeys(type.declaration, type.file) ? dictionary(type.declaration, type.file) : [:]
  }

  private func dictionary(_ member: SwiftDeclaration, _ file: Int) -> [String: String] {
    Dictionary(keys(member, file).map { ($0.name, $0.key) }) { first, _ in first }
  }

  /// `container(keyedBy: Keys.self)` of a coder, or `nestedContainer(keyedBy: Keys.self, forKey: .a)`.
  func container(
    at call: Int,
    in file: Int,
    among containers: [String: Container]
  ) -> Container? {
    let source = migration.source(file)
    guard source[call + 1].text == "(", source[call - 1].text == "." else { return nil }
    let arguments = migration.arguments(file, call + 1)
    guard let first = arguments.first, first.label == "keyedBy",
      source.text(first.value).hasSuffix(".self")
    else { return nil }
    let keys = keys(named: String(source.text(first.value).dropLast(5)))
    switch source[call].text {
    case "container" where arguments.count == 1: return Container(keys: keys, path: SourcePath())
    case "nestedContainer" where arguments.count == 2 && arguments[1].label == "forKey":
      guard let outer = containers[source[call - 2].name],
        let key = key(arguments[1].value, in: file, of: outer)
      else { return nil }
      return Container(keys: keys, path: outer.path.appending(.key(key)))
    default: return nil
    }
  }

  /// `.name`, `CodingKeys.name` or `"name"`.
  func key(_ tokens: Range<Int>, in file: Int, of container: Container) -> String? {
    let source = migration.source(file)
    guard let last = tokens.last else { return nil }
    if tokens.count == 1, source[last].kind == .text { return Migration.literal(source[last].text) }
    guard source[last - 1].text == ".", source[last].kind == .word, tokens.count <= 3 else {
      return nil
    }
    return container.keys[source[last].name]
  }
}
