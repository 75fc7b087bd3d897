/// Values that come as strings of JSON, for `PropertyTransform.jsonText`.
extension Mapping {
  /// The value in a string of JSON; nil for another input.
  @inline(never)
  func parsed(_ input: Input, _ property: Property) throws(Misfit) -> Input? {
    guard case .text(let text) = input, !input.isNullOrNullText else { return nil }
    let source = text.string
    return try ByteView.with(source) { (bytes) throws(Misfit) in
      if bytes.trimmed.count == 0 {
        return property.shape.wrapped.isList ? .array(.tree([])) : .null
      }
      return self.input(of: try tree(ofJSON: bytes, property))
    }
  }

  private func tree(ofJSON bytes: ByteView, _ property: Property) throws(Misfit) -> Any {
    let inner = Mapping(text: bytes, options: nil)
    inner.reader.remainingDepth = reader.remainingDepth
    do throws(Misfit) {
      // A number that no type holds has a stand-in, which fits none.
      inner.state.trees.isOfModels = property.shape.heldModels.isRelationship
      let tree = try inner.makingHookTree { () throws(Misfit) in
        try inner.tree(of: try inner.nextInput())
      }
      try inner.reader.end()
      return tree
    } catch {
      switch error {
      case .syntax:
        let message = inner.error(for: error).message ?? ""
        noteInside(", which isn't JSON: \(message)", property.shape)
        throw .mismatch
      case .tooDeep: throw .tooDeep(offset: reader.position)
      default: throw stop(inner.error(for: error))
      }
    }
  }
}
