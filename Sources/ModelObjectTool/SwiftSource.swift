/// Writes classes as Swift source: those that the root needs stand inside of it.
struct SwiftSource {
  private let classes: [ClassShape]
  /// How the root is read, for its comment.
  private let usage: String
  private var lines: [String] = []

  static func text(of classes: [ClassShape], usage: String) -> String {
    var source = SwiftSource(classes: classes, usage: usage)
    source.write()
    return source.lines.joined(separator: "\n") + "\n"
  }

  private init(classes: [ClassShape], usage: String) {
    self.classes = classes
    self.usage = usage
  }

  private mutating func write() {
    let needed = neededClasses
    let types = needed.flatMap { number in classes[number].keys.map(classes[number].type) }
    if types.contains(where: \.needsFoundation) { lines.append("import Foundation") }
    lines += ["import ModelObjectKit", "", "/// Read it with `\(usage)`."]
    lines.append("class \(SwiftName.declared(classes[0].name)): ModelObject {")
    writeMembers(of: classes[0], indent: "  ")
    for number in needed.dropFirst() {
      if lines.last?.hasSuffix("{") == false { lines.append("") }
      lines.append("  class \(SwiftName.declared(classes[number].name)): ModelObject {")
      writeMembers(of: classes[number], indent: "    ")
      lines.append("  }")
    }
    lines.append("}")
  }

  /// The classes that properties have, the root first; others only stood where `Any` came out.
  private var neededClasses: [Int] {
    var needed = [0]
    var known: Set = [0]
    var position = 0
    while position < needed.count {
      let shape = classes[needed[position]]
      for model in shape.keys.compactMap({ shape.type(of: $0).model })
      where known.insert(model).inserted {
        needed.append(model)
      }
      position += 1
    }
    return needed
  }

  private mutating func writeMembers(of shape: ClassShape, indent: String) {
    let names = PropertyNames(shape.keys)
    for (name, key) in zip(names.names, shape.keys) {
      lines.append(indent + declaration(SwiftName.declared(name), shape.type(of: key)))
    }
    if names.isExact {
      lines += ["", indent + "override class var keyMatching: KeyMatching { .exact }"]
    }
    guard !names.mapping.isEmpty else { return }
    lines += ["", indent + "override class var keyMapping: [String: JSONKey] {"]
    let pairs = names.mapping.map { "\"\($0.name)\": \(Self.literal($0.key))" }
    let single = "\(indent)  [\(pairs[0])]"
    // As formatters want it.
    if pairs.count == 1, single.count <= 100 {
      lines.append(single)
    } else {
      lines += ["\(indent)  ["] + pairs.map { "\(indent)    \($0)," } + ["\(indent)  ]"]
    }
    lines.append(indent + "}")
  }

  private func declaration(_ name: String, _ type: SwiftType) -> String {
    let typeName = type.name { SwiftName.declared(classes[$0].name) }
    guard let value = type.defaultValue else { return "var \(name): \(typeName)" }
    return type.isInferred ? "var \(name) = \(value)" : "var \(name): \(typeName) = \(value)"
  }

  /// A text as a literal.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      default:
        literal += isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
