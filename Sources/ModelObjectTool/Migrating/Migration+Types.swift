import ModelObjectEssentials

// What is known about the types of properties.
extension Migration {
  private static let unmapped: Set<String> = [
    "CLLocationCoordinate2D", "CLLocation", "CLRegion", "UIColor", "NSColor", "CGColor", "Color",
    "UIImage", "NSImage", "UIFont", "NSFont", "NSAttributedString", "AttributedString", "UIView",
    "UIEdgeInsets", "NSRange", "CGAffineTransform", "CATransform3D", "Selector", "Error",
    "IndexPath", "NSPredicate", "DateFormatter", "Timer", "DispatchQueue",
  ]
  private static let raw: Set<String> = [
    "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "Double", "Float", "Character",
  ]
  /// Protocols whose values are mapped.
  private static let mapped: Set<String> = [
    "Codable", "Decodable", "Encodable", "ModelValue", "RawRepresentable", "OptionSet",
    "ModelObject", "UnknownRepresentable",
  ]
  /// Protocols that say nothing about it.
  private static let neutral: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Sendable", "Identifiable", "CaseIterable", "Error",
    "CustomStringConvertible", "CustomDebugStringConvertible", "NSObject", "NSObjectProtocol",
    "ObservableObject", "AnyObject",
  ]

  /// Whether a property of a type is mapped; nil if that isn't certain.
  func isMapped(_ type: String, in scope: String, depth: Int = 0) -> Bool? {
    let type = Self.base(of: type)
    guard depth < 8 else { return nil }
    if type.hasPrefix("(") || type.contains("->") || type.contains("&") || type.hasPrefix("any") {
      return false
    }
    if let inner = Self.elements(of: type) { return isMapped(inner, in: scope, depth: depth + 1) }
    let name = String(type.prefix { $0 != "<" })
    if plan(named: name, in: scope) != nil { return true }
    guard let place = code.place(of: name, in: scope) else {
      return Self.unmapped.contains(name) ? false : nil
    }
    return isMapped(code.types[place], depth)
  }

  private func isMapped(_ entry: CodeBase.TypeEntry, _ depth: Int) -> Bool? {
    if entry.declaration.kind == .protocol { return false }
    var isCertain = true
    for part in entry.parts {
      for (name, _) in code.inherited(part.declaration, part.file) {
        if Self.mapped.contains(name) { return true }
        if entry.declaration.kind == .enum, Self.raw.contains(name) { return true }
        if Self.neutral.contains(name) || libraries.contains(where: { $0.dropped.contains(name) }) {
          continue
        }
        guard let place = code.place(of: name, in: entry.name), depth < 8 else {
          isCertain = false
          continue
        }
        let other = code.types[place]
        let inherited =
          other.declaration.kind == .protocol
          ? refines(other, depth + 1) : isMapped(other, depth + 1)
        if inherited != false { return inherited }
      }
    }
    return isCertain ? false : nil
  }

  /// Whether a protocol of the app refines one whose values are mapped.
  private func refines(_ entry: CodeBase.TypeEntry, _ depth: Int) -> Bool? {
    var isCertain = true
    for (name, _) in code.inherited(entry.declaration, entry.file) {
      if Self.mapped.contains(name) { return true }
      if Self.neutral.contains(name) { continue }
      guard let place = code.place(of: name, in: entry.name), depth < 8 else {
        isCertain = false
        continue
      }
      let inherited = refines(code.types[place], depth + 1)
      if inherited != false { return inherited }
    }
    return isCertain ? false : nil
  }

  /// A type without spaces, and without being optional.
  static func base(of type: String) -> String {
    var type = type.filter { !$0.isWhitespace }
    while type.hasSuffix("?") || type.hasSuffix("!") { type.removeLast() }
    if type.hasPrefix("Optional<"), type.hasSuffix(">") {
      type = String(type.dropFirst(9).dropLast())
    }
    return type
  }

  /// The elements of a list or a set, or the values of a dictionary.
  static func elements(of type: String) -> String? {
    let type = base(of: type)
    for name in ["Array<", "Set<", "ContiguousArray<"] where type.hasPrefix(name) {
      return String(type.dropFirst(name.count).dropLast())
    }
    if type.hasPrefix("Dictionary<") { return afterMark(",", type.dropFirst(11).dropLast()) }
    guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
    let inner = type.dropFirst().dropLast()
    return afterMark(":", inner) ?? String(inner)
  }

  /// What is after a mark that is in no bracket.
  private static func afterMark(_ mark: Character, _ text: Substring) -> String? {
    var depth = 0
    for index in text.indices {
      if "[(<".contains(text[index]) { depth += 1 }
      if "])>".contains(text[index]) { depth -= 1 }
      if text[index] == mark, depth == 0 { return String(text[text.index(after: index)...]) }
    }
    return nil
  }

  /// Says which transforms are never called, because their property isn't mapped.
  func lookAtUnmappedTransforms(_ plan: ModelPlan) {
    let names = Set(plan.transforms.map(\.property) + plan.required)
    for property in plan.properties where names.contains(property.name) {
      guard let type = property.type, isMapped(type, in: plan.name) == false else { continue }
      plan.required.removeAll { $0 == property.name }
      var leaf = Self.base(of: type)
      while let inner = Self.elements(of: leaf) { leaf = Self.base(of: inner) }
      let hasTransform = plan.transforms.contains { $0.property == property.name }
      self[plan.entry.file].look(
        at: property.binding.name,
        "\(property.name) isn't mapped, as no \(leaf) is"
          + (hasTransform ? ", and its transform isn't called" : "")
          + ": make the type `Codable` or a `ModelValue`, or an enum one of raw values"
      )
    }
  }

  /// The type that a transform makes; nil if it isn't certain.
  func object(ofTransform tokens: Range<Int>, _ file: Int, depth: Int = 0) -> String? {
    let source = source(file)
    guard let first = tokens.first, depth < 4 else { return nil }
    if source[first].text == "TransformOf", source[first + 1].text == "<" {
      let end = self[file].endOfGenerics(first + 1) ?? first + 2
      return source.parts(of: first + 2..<max(first + 2, end - 1)).first.map(source.text)
    }
    if source[first].text == "DateFormatterTransform" { return "Date" }
    let words = tokens.prefix { source[$0].kind == .word || source[$0].text == "." }
      .filter { source[$0].kind == .word }
    guard let name = words.last(where: { source[$0].text != "init" }).map({ source[$0].name })
    else {
      return nil
    }
    if let place = code.place(of: name, in: "") { return object(ofTransform: code.types[place]) }
    return constant(name, depth)
  }

  /// That of a type of the app.
  private func object(ofTransform entry: CodeBase.TypeEntry) -> String? {
    for (file, member) in entry.members {
      let source = source(file)
      if member.kind == .typealias, member.name == "Object",
        let equals = source.find("=", in: member.tokens)
      {
        return source.text(equals + 1..<member.tokens.upperBound)
      }
      if member.kind == .function, member.name == "transformFromJSON",
        let open = member.parameters,
        let arrow = (source.after(open)..<source.after(open) + 3).first(where: {
          source[$0].text == "->"
        })
      {
        return Self.base(of: source.text(arrow + 1..<(member.body ?? member.tokens.upperBound)))
      }
    }
    return nil
  }

  /// That of a constant: `let decimals = TransformOf<Decimal, String>(…)`.
  private func constant(_ name: String, _ depth: Int) -> String? {
    for (file, source) in code.files.map(\.source).enumerated() where source.problem == nil {
      for index in source.tokens.indices
      where source[index].name == name && ["let", "var"].contains(source[index - 1].text) {
        var value = index + 2
        if source[index + 1].text == ":",
          let type = object(ofTransform: value..<value + 12, file, depth: depth + 1)
        {
          return type
        }
        value = (index..<index + 16).first { source[$0].text == "=" }.map { $0 + 1 } ?? value
        let end = DeclarationReader(source).endOfExpression(value, source.tokens.count)
        return object(ofTransform: value..<max(value, end), file, depth: depth + 1)
      }
    }
    return nil
  }
}
