/// Writes classes as Swift source: the first class, or the namespace, contains the others.
struct SwiftSource {
  private let list: ClassList
  private let hasAccessors: Bool
  private(set) var lines: [String] = []

  /// The greatest number of characters in a line.
  private static let width = 100

  /// The text of the classes of a document.
  ///
  /// - Parameters:
  ///   - list: The classes, that of the document first.
  ///   - comment: The lines of the comment over the first class.
  ///   - namespace: The name of a type around all classes, if none is that of the document.
  ///   - hasAccessors: Whether each class lists its properties in `accessors`.
  /// - Returns: The source, with a newline at its end.
  static func text(
    of list: ClassList,
    comment: [String],
    namespace: String? = nil,
    hasAccessors: Bool = false
  ) -> String {
    var source = SwiftSource(list: list, hasAccessors: hasAccessors)
    source.write(comment, namespace)
    return source.lines.joined(separator: "\n") + "\n"
  }

  private init(list: ClassList, hasAccessors: Bool) {
    self.list = list
    self.hasAccessors = hasAccessors
  }

  private mutating func write(_ comment: [String], _ namespace: String?) {
    let types = list.classes.flatMap(\.properties).map(\.type)
    if types.contains(where: \.needsFoundation) { lines.append("import Foundation") }
    lines += ["import ModelObjectKit", ""]
    lines += comment.map { $0.isEmpty ? "///" : "/// \($0)" }
    var inner = list.classes[...]
    if let namespace {
      lines.append("enum \(SwiftName.declared(namespace)) {")
    } else if let root = inner.popFirst() {
      lines.append(head(of: root))
      writeMembers(of: root, indent: "  ")
    }
    for shape in inner {
      if lines.last?.hasSuffix("{") == false { lines.append("") }
      lines.append("  " + head(of: shape))
      writeMembers(of: shape, indent: "    ")
      lines.append("  }")
    }
    lines.append("}")
  }

  private func head(of shape: ClassShape) -> String {
    let superclass = SwiftName.declared(shape.superclass ?? "ModelObject")
    return "class \(SwiftName.declared(shape.name)): \(superclass) {"
  }

  private mutating func writeMembers(of shape: ClassShape, indent: String) {
    for property in shape.properties { write(property, indent: indent) }
    if let name = shape.keptProperty {
      lines += ["\(indent)var \(name): [String: Any] = [:]", ""]
      lines.append("\(indent)override class var unknownKeysProperty: String? { \"\(name)\" }")
    }
    if shape.isExact {
      lines += ["", indent + "override class var keyMatching: KeyMatching { .exact }"]
    }
    writeDictionary(
      "override class var keyMapping: [String: JSONKey]",
      shape.mapping.map { "\"\($0.name)\": \(SwiftLiteral.path($0.key))" },
      indent: indent
    )
    writeDictionary(
      "override class var dateFormats: [String: DateOptions.Format]",
      shape.properties.compactMap { property in
        property.dateForm.map { "\"\(property.name)\": \($0.code)" }
      },
      indent: indent
    )
    if let (key, classes) = shape.subclasses {
      writeSubclasses(
        SwiftLiteral.text(key),
        classes,
        otherwise: shape.takesOtherTags ? SwiftName.declared(shape.name) : nil,
        indent: indent
      )
    }
    if hasAccessors { writeAccessors(of: shape, indent: indent) }
  }

  private mutating func writeAccessors(of shape: ClassShape, indent: String) {
    let names = shape.properties.map(\.name) + [shape.keptProperty].compactMap { $0 }
    let name = SwiftName.declared(shape.name)
    writeDictionary(
      "override class var accessors: [String: PropertyAccessor]",
      // No key path leads to these.
      names.filter { !["self", "Type", "Protocol"].contains($0) }.map {
        "\"\($0)\": .init(\\\(name).\(SwiftName.declared($0)))"
      },
      indent: indent
    )
  }

  private mutating func write(_ property: ClassShape.Property, indent: String) {
    let line = indent + declaration(SwiftName.declared(property.name), property.type)
    guard let remark = property.remark else { return lines.append(line) }
    let whole = "\(line)  // \(remark)"
    lines += whole.count <= Self.width ? [whole] : ["\(indent)// \(remark)", line]
  }

  private func declaration(_ name: String, _ type: SwiftType) -> String {
    let typeName = list.typeName(type)
    guard let value = type.defaultValue else { return "var \(name): \(typeName)" }
    return type.isInferred ? "var \(name) = \(value)" : "var \(name): \(typeName) = \(value)"
  }

  /// Writes a property that returns a dictionary, as formatters break its lines.
  private mutating func writeDictionary(_ head: String, _ pairs: [String], indent: String) {
    guard !pairs.isEmpty else { return }
    lines += ["", "\(indent)\(head) {"]
    let single = "\(indent)  [\(pairs[0])]"
    if pairs.count == 1, single.count <= Self.width {
      lines.append(single)
    } else {
      lines += ["\(indent)  ["] + pairs.map { "\(indent)    \($0)," } + ["\(indent)  ]"]
    }
    lines.append("\(indent)}")
  }

  private mutating func writeSubclasses(
    _ key: String,
    _ classes: [(tag: String, name: String)],
    otherwise: String?,
    indent: String
  ) {
    let pairs = classes.map {
      "\(SwiftLiteral.text($0.tag)): \(SwiftName.declared($0.name)).self"
    }
    lines += ["", "\(indent)override class var subclasses: Subclasses? {"]
    let rest = otherwise.map { "otherwise: \($0).self" }
    let single =
      "\(indent)  .byTag(\(key), [\(pairs.joined(separator: ", "))]"
      + (rest.map { ", \($0)" } ?? "") + ")"
    if single.count <= Self.width {
      lines.append(single)
    } else {
      lines += ["\(indent)  .byTag(", "\(indent)    \(key),", "\(indent)    ["]
      lines += pairs.map { "\(indent)      \($0)," }
      lines.append("\(indent)    ]" + (rest == nil ? "" : ","))
      if let rest { lines.append("\(indent)    \(rest)") }
      lines.append("\(indent)  )")
    }
    lines.append("\(indent)}")
  }
}
