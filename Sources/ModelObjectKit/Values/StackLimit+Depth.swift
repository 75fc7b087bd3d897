extension StackLimit {
  /// The error if no array or object may be opened at a depth; nil if one may.
  mutating func error(at depth: Int) -> ModelError? {
    let isInside = depth < FixedOptions.usualDepth
    guard !isInside || isNear() else { return nil }
    let message = isInside ? Self.message : "more than \(FixedOptions.usualDepth) levels"
    return ModelError(.tooDeep, message: message)
  }
}
