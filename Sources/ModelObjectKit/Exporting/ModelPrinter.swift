/// Prints a model as an indented tree of `property: value`.
///
/// Each model is printed once, and only mentioned when it occurs again. Models and containers
/// nested deeper than `maximumDepth` are an ellipsis.
struct ModelPrinter {
  static let maximumDepth = 64

  private var printed: Set<ObjectIdentifier> = []

  static func write<Target: TextOutputStream>(_ model: any Model, to target: inout Target) {
    if let description = model.customDescription { return target.write(description) }
    var printer = ModelPrinter()
    printer.write(model, to: &target)
  }

  private mutating func write<Target: TextOutputStream>(
    _ root: any Model,
    to target: inout Target
  ) {
    // The remaining lines of each open model, in reverse order.
    var waiting: [[PrintedLine]] = [[PrintedLine(indent: 0, depth: 0, text: "", model: root)]]
    var isFirst = true
    while let line = waiting[waiting.count - 1].popLast() {
      if !isFirst { target.write("\n") }
      isFirst = false
      let indent = String(repeating: "  ", count: line.indent)
      target.write(indent + line.text)
      if let model = line.model {
        let lines = begin(model, line, to: &target)
        if !lines.isEmpty { waiting.append(lines.reversed()) }
      }
      while waiting.count > 1, waiting[waiting.count - 1].isEmpty { waiting.removeLast() }
    }
  }

  /// Writes the rest of a model's own line, and returns the lines of its properties.
  private mutating func begin<Target: TextOutputStream>(
    _ model: any Model,
    _ line: PrintedLine,
    to target: inout Target
  ) -> [PrintedLine] {
    guard line.depth < Self.maximumDepth else {
      target.write("…")
      return []
    }
    if let description = model.customDescription {
      let margin = String(repeating: "  ", count: line.indent + 1)
      target.write(
        description.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: "\n" + margin)
      )
      return []
    }
    target.write(String(describing: type(of: model)))
    guard printed.insert(ObjectIdentifier(model)).inserted else {
      target.write(" (shown above)")
      return []
    }
    let schema = SchemaCache.schema(of: type(of: model))
    let page = PrintedPage(indent: line.indent + 1, depth: line.depth + 1)
    for property in schema.outgoing.identity(schema).properties {
      page.name = property.name + ": "
      property.give(from: model, to: page)
    }
    return page.lines
  }
}

/// A line of the tree.
struct PrintedLine {
  let indent: Int
  /// The number of models around it.
  let depth: Int
  var text: String
  /// The model whose class, or description, ends the line.
  var model: (any Model)?
}
