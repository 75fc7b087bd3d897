extension String {
  /// Whether a key comes before another one in the one order of keys: by their UTF-8 bytes, as
  /// `JSONEncoder` sorts them.
  ///
  /// The strings' own order takes two spellings of one letter for the same.
  func precedes(_ other: String) -> Bool {
    ByteView.with(self) { bytes in ByteView.with(other) { bytes.precedes($0) } }
  }
}

/// An order of places, by what is at them.
///
/// All sorting is `sorted`: with a closure as its argument, it would be compiled for each, in 6 KB.
final class Order {
  private let precedes: (Int, Int) -> Bool

  init(_ precedes: @escaping (Int, Int) -> Bool) {
    self.precedes = precedes
  }

  /// As many places in their order; those of equals stay in theirs.
  @inline(never)
  func sorted(_ count: Int) -> [Int] { (0..<count).sorted { precedes($0, $1) } }
}

/// The places of keys in their one order; all sorting of keys is this function.
@inline(never)
func keyOrder(_ keys: [String]) -> [Int] {
  Order { keys[$0].precedes(keys[$1]) }.sorted(keys.count)
}

// Compiled once, and not again for each type: half a kilobyte for each of thirty.
extension Sequence {
  /// The elements in the one order of their keys.
  @_semantics("optimize.sil.specialize.generic.never")
  func inKeyOrder(by key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    return keyOrder(elements.map(key)).map { elements[$0] }
  }

  /// The elements in the order of their numbers.
  @_semantics("optimize.sil.specialize.generic.never")
  func inOrder(by number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    let numbers = elements.map(number)
    let order = Order { numbers[$0] < numbers[$1] }
    return order.sorted(elements.count).map { elements[$0] }
  }
}

extension Sequence<String> {
  /// The keys in their one order.
  func inKeyOrder() -> [String] { inKeyOrder { $0 } }
}

extension Dictionary where Key == String {
  /// The pairs in the one order of keys.
  func inKeyOrder() -> [(key: String, value: Value)] { inKeyOrder { $0.key } }
}
