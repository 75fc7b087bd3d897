// `encode(to:)`.
extension CodableRules {
  func takeWriting(_ member: SwiftDeclaration) {
    guard let body = member.body else { return }
    var containers: [String: Container] = [:]
    var written: Set<String> = []
    var unread: [Range<Int>] = []
    var open: Range<Int>?
    for statement in statements(body) {
      if ["let", "var"].contains(source[statement.lowerBound].text),
        let call = statement.first(where: {
          ["container", "nestedContainer"].contains(source[$0].text) && source[$0 + 1].text == "("
        }), let container = container(at: call, among: containers)
      {
        containers[source[statement.lowerBound + 1].name] = container
      } else if let name = encoding(statement, among: containers) {
        written.insert(name)
      } else if !source.text(statement).hasPrefix("try super.encode(") {
        unread.append(statement)
        open = (open?.lowerBound ?? statement.lowerBound)..<statement.upperBound
        continue
      }
      if let tokens = open { leaveWriting(tokens) }
      open = nil
    }
    if let tokens = open { leaveWriting(tokens) }
    // A line that isn't understood writes the properties that it names.
    let named = Set(unread.joined().filter { source[$0].kind == .word }.map { source[$0].name })
    let left = plan.properties.filter {
      !$0.isFixed && !written.contains($0.name) && !plan.ignored.contains($0.name)
        && !named.contains($0.name)
    }
    plan.unexported += left.map(\.name)
    if !left.isEmpty, let place = unread.first(where: { passesCoder($0) }) {
      look(
        at: place.lowerBound,
        "exports leave out \(left.map(\.name).joined(separator: ", ")), unless this line wrote it"
      )
    }
    keepComments(of: body)
    removeMapping(member)
    count("encode(to:)")
  }

  /// Whether a statement passes the object or the coder on.
  private func passesCoder(_ statement: Range<Int>) -> Bool {
    statement.contains { index in
      source[index].kind == .word && ["(", ":", ","].contains(source[index - 1].text)
        && [")", ","].contains(source[index + 1].text)
        && ["self", "encoder", "container"].contains(source[index].text)
    }
  }

  private func leaveWriting(_ tokens: Range<Int>) {
    leave(tokens, because: "not understood in encode(to:)")
  }

  /// The property that a statement writes under the key from which it is read.
  private func encoding(_ statement: Range<Int>, among containers: [String: Container]) -> String? {
    guard
      let method = statement.first(where: {
        ["encode", "encodeIfPresent"].contains(source[$0].text) && source[$0 + 1].text == "("
      }), source.after(method + 1) == statement.upperBound,
      let container = containers[source[method - 2].name]
    else { return nil }
    let arguments = arguments(method + 1)
    guard arguments.count == 2, arguments[1].label == "forKey",
      let name = propertyName(arguments[0].value), plan.property(name) != nil,
      let key = key(arguments[1].value, of: container)
    else { return nil }
    let path = container.path.appending(.key(key))
    guard let known = plan.key(of: name) else {
      // What init(from:) does with it isn't understood; this is its key.
      guard !plan.ignored.contains(name) else { return nil }
      addKey(for: name, path, at: statement)
      return name
    }
    guard known.codes.contains(path.code) else { return nil }
    if known.codes.first != path.code { plan.putFirst(path.code, of: known) }
    return name
  }
}
