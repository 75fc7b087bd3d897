extension String {
  /// Whether a key comes before another one in the one order of keys: by their UTF-8 bytes, as
  /// `JSONEncoder` sorts them.
  ///
  /// The strings' own order takes two spellings of one letter for the same.
  func precedes(_ other: String) -> Bool {
    ByteView.with(self) { bytes in ByteView.with(other) { bytes.precedes($0) } }
  }
}

/// The places of keys in their one order; all sorting of keys is this function.
@inline(never)
func keyOrder(_ keys: [String]) -> [Int] {
  keys.indices.sorted { keys[$0].precedes(keys[$1]) }
}

extension Sequence {
  /// The elements in the one order of their keys.
  func inKeyOrder(by key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return keyOrder(elements.map(key)).map { elements[$0] }
  }
}

/// The places of numbers in their order.
@inline(never)
private func numberOrder(_ numbers: [Int]) -> [Int] {
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}

extension Sequence {
  /// The elements in the order of their numbers; like that of keys, compiled once for all types.
  func inOrder(by number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return numberOrder(elements.map(number)).map { elements[$0] }
  }
}

extension Sequence<String> {
  /// The keys in their one order.
  func inKeyOrder() -> [String] { inKeyOrder { $0 } }

  /// The first of the keys in their one order.
  func firstInKeyOrder() -> String? { self.min { $0.precedes($1) } }
}

extension Dictionary where Key == String {
  /// The pairs in the one order of keys.
  func inKeyOrder() -> [(key: String, value: Value)] { inKeyOrder { $0.key } }
}
