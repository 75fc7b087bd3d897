/// Values that are exported as strings of JSON, for `PropertyTransform.jsonText`.
extension Exporter {
  /// How many such strings may be inside each other: the quotes in each of them have twice as many
  /// backslashes as in the one around it.
  private static let maximumTextDepth = 8

  /// The JSON of a property's value; nil if the property is nil or omitted.
  @inline(never)
  func jsonText(of property: Property, in model: any Model) -> String? {
    guard !property.isNil(in: model) else { return nil }
    guard textDepth < Self.maximumTextDepth else {
      let message = "more than \(Self.maximumTextDepth) strings of JSON inside each other"
      fail(ModelError(.tooDeep, message: message))
      return nil
    }
    textDepth += 1
    defer { textDepth -= 1 }
    var layout = options
    layout.prettyPrinted = false
    let writer = JSONWriter(options: layout, models: self)
    property.write(from: model, to: writer)
    return writer.buffer.count > 0 ? writer.buffer.string : nil
  }
}
