extension Mapping {
  /// A mapping with the classes that a caller gave.
  convenience init(
    text: ByteView? = nil,
    options: MappingOptions?,
    arrayMapping: [String: ModelObject.Type],
    isReport: Bool = false
  ) {
    // Converting an empty dictionary costs as much as a full one.
    self.init(
      text: text,
      options: options,
      namedClasses: arrayMapping.isEmpty ? [:] : arrayMapping,
      isReport: isReport
    )
  }
}
