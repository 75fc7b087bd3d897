extension StackLimit {
  /// The reason why no array or object may be opened at a depth; nil if one may.
  mutating func message(at depth: Int, with more: Int = 0) -> String? {
    guard depth < FixedOptions.defaultDepth else {
      return "more than \(FixedOptions.defaultDepth) levels"
    }
    return isNear(with: more) ? Self.message : nil
  }
}
