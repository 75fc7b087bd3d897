import ModelObjectEssentials

/// The bytes of a type's values that tell two of them apart; nil if something in a value can change
/// without it: an object, or what may hold one.
func wholeBytes(of type: Any.Type, inside outer: [Any.Type] = []) -> [Range<Int>]? {
  func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
  let all = 0..<size(of: type)
  if let container = type as? any Container.Type {
    let parts = [container.keyType, container.partType].compactMap { $0 }
    return parts.allSatisfy { wholeBytes(of: $0, inside: outer) != nil } ? [all] : nil
  }
  switch declaredKind(of: type) {
  case .structure:
    if type is any Leaf.Type || outer.contains(where: { $0 == type }) { return [all] }
    guard let types = StoredProperty.types(inStructure: type) else { return nil }
    let fields = StoredProperty.all(inStructure: type)
    guard fields.count == types.count else { return nil }
    var ranges: [Range<Int>] = []
    for field in fields {
      guard let inner = wholeBytes(of: field.type, inside: outer + [type]) else { return nil }
      ranges += inner.map { $0.lowerBound + field.offset..<$0.upperBound + field.offset }
    }
    return ranges
  // A smaller one has no room for an object.
  case .enumeration: return all.count < MemoryLayout<Int>.size ? [all] : nil
  case .class, nil: return nil
  }
}
