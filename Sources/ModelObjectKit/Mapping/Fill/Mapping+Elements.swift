extension Mapping {
  /// Maps a text that is an element of an array; nil if the element is left out.
  ///
  /// Paths in errors begin at the element; paths in the options' report begin at the root of the
  /// complete text.
  ///
  /// `depth` is the number of objects and arrays around the text, `path` the steps to the element
  /// from the root of the complete text.
  static func element(
    _ type: any Model.Type,
    _ text: ByteView,
    depth: Int,
    options: FixedOptions?,
    path: @autoclosure () -> [PathStep]
  ) throws -> (any Model)? {
    if options == nil, text.peek(0) == UInt8(ascii: "{"),
      let plan = SchemaCache.classPlan(of: type), plan.isLenient, plan.way == .short
    {
      // No hook refuses such a model, so that an element is mapped like a root.
      return try root(type, from: text, options: nil, depth: depth)
    }
    let mapping = Mapping(text: text, options: options)
    mapping.reader.remainingDepth -= depth
    return try mapping.element(of: type, path)
  }

  private func element(
    of type: any Model.Type,
    _ path: () -> [PathStep]
  ) throws -> (any Model)? {
    let shape = shape(of: type)
    fixOptions(of: type)
    recordModelsOfRoot()
    if options.issueHandler != nil { rare.reportPath = path() }
    return try rootValue { () throws(Misfit) in
      _ = reader.next()
      let start = reader.position
      let input = try nextInput()
      var model: (any Model)?
      do throws(Misfit) {
        model = try self.model(of: type, from: input, updating: nil)
      } catch {
        guard !error.isFatal else { throw error }
        if let shape { note(error, of: input, as: shape) }
      }
      try finishValue(from: start)
      return model
    }
  }
}
