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
    printer.write(model, depth: 0, margin: "\n", to: &target)
  }

  /// Writes a model behind its property's name, and the lines of its properties behind a margin.
  private mutating func write<Target: TextOutputStream>(
    _ model: any Model,
    depth: Int,
    margin: String,
    to target: inout Target
  ) {
    guard depth < Self.maximumDepth else { return target.write("…") }
    let margin = margin + "  "
    if let description = model.customDescription {
      let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
      return target.write(lines.joined(separator: margin))
    }
    target.write(String(describing: type(of: model)))
    guard printed.insert(ObjectIdentifier(model)).inserted else {
      return target.write(" (shown above)")
    }
    let schema = SchemaCache.schema(of: type(of: model))
    let page = PrintedPage()
    for property in schema.declaration.properties {
      page.name = property.name + ": "
      property.give(from: model, to: page)
    }
    for line in page.lines {
      let margin = margin + String(repeating: "  ", count: line.indent)
      target.write(margin + line.text)
      if let model = line.model { write(model, depth: depth + 1, margin: margin, to: &target) }
    }
  }
}
