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

  func read(_ member: SwiftDeclaration) {
    guard let body = member.body else { return }
    var reader = CodingReader(rules: self)
    reader.take(statements(body))
    reader.finish()
    for property in plan.properties where !property.isFixed && !reader.read.contains(property.name)
    {
      plan.ignored.append(property.name)
    }
    keepComments(of: body)
    removeMapping(member)
    count("init(from:)")
  }

  /// The keys of an enum, by the names of its cases.
  func keys(named name: String) -> [String: String] {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let own = members.first { $0.rules.isKeys($0.member) && $0.member.name == short }
    if let own { return own.rules.dictionary(own.member) }
    guard let place = migration.code.place(of: name, in: plan.name) else { return [:] }
    let type = migration.code.types[place]
    let rules = rules((type.file, type.declaration))
    return rules.isKeys(type.declaration) ? rules.dictionary(type.declaration) : [:]
  }

  private func dictionary(_ member: SwiftDeclaration) -> [String: String] {
    Dictionary(keys(member).map { ($0.name, $0.key) }) { first, _ in first }
  }

  /// `container(keyedBy: Keys.self)` of a coder, or `nestedContainer(keyedBy: Keys.self, forKey: .a)`.
  func container(at call: Int, among containers: [String: Container]) -> Container? {
    guard source[call + 1].text == "(", source[call - 1].text == "." else { return nil }
    let arguments = arguments(call + 1)
    guard let first = arguments.first, first.label == "keyedBy",
      source.text(first.value).hasSuffix(".self")
    else { return nil }
    let keys = keys(named: String(source.text(first.value).dropLast(5)))
    switch source[call].text {
    case "container" where arguments.count == 1: return Container(keys: keys, path: SourcePath())
    case "nestedContainer" where arguments.count == 2 && arguments[1].label == "forKey":
      guard let outer = containers[source[call - 2].name],
        let key = key(arguments[1].value, of: outer)
      else { return nil }
      return Container(keys: keys, path: outer.path.appending(.key(key)))
    default: return nil
    }
  }

  /// `.name`, `CodingKeys.name` or `"name"`.
  func key(_ tokens: Range<Int>, of container: Container) -> String? {
    guard let last = tokens.last else { return nil }
    if tokens.count == 1, source[last].kind == .text { return Migration.literal(source[last].text) }
    guard source[last - 1].text == ".", source[last].kind == .word, tokens.count <= 3 else {
      return nil
    }
    return container.keys[source[last].name]
  }
}
