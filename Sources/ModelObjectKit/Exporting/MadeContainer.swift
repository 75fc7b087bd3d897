/// An array or object that a sink is making.
///
/// Values are added in place: in a copy of the container, all of them would be copied each time.
struct MadeContainer<Value> {
  let isArray: Bool
  var elements: [Value] = []
  var pairs: [String: Value] = [:]
  /// The key of the next value of an object; nil if that is omitted.
  var key: String?

  init(isArray: Bool, count: Int) {
    self.isArray = isArray
    if isArray { elements.reserveCapacity(count) } else { pairs.reserveCapacity(count) }
  }

  mutating func add(_ value: Value) {
    if isArray {
      elements.append(value)
    } else if let key {
      pairs[key] = value
      self.key = nil
    }
  }
}
