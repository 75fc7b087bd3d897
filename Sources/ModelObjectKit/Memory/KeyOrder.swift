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
/// All sorting is `sorted`: by a closure of its own, each would be compiled for itself, in 6 KB.
class Order {
  func precedes(_ first: Int, _ second: Int) -> Bool { first < second }

  /// As many places in their order; those of equals stay in theirs.
  @inline(never)
  final func sorted(_ count: Int) -> [Int] { (0..<count).sorted { precedes($0, $1) } }
}

private final class OrderOfKeys: Order {
  private let keys: [String]
  init(_ keys: [String]) { self.keys = keys }
  override func precedes(_ first: Int, _ second: Int) -> Bool { keys[first].precedes(keys[second]) }
}

private final class OrderOfNumbers: Order {
  private let numbers: [Int]
  init(_ numbers: [Int]) { self.numbers = numbers }
  override func precedes(_ first: Int, _ second: Int) -> Bool { numbers[first] < numbers[second] }
}

/// The places of keys in their one order; all sorting of keys is this function.
@inline(never)
func keyOrder(_ keys: [String]) -> [Int] { OrderOfKeys(keys).sorted(keys.count) }

@inline(never)
private func numberOrder(_ numbers: [Int]) -> [Int] {
  OrderOfNumbers(numbers).sorted(numbers.count)
}

extension Sequence {
  /// The elements in the one order of their keys.
  func inKeyOrder(by key: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return keyOrder(elements.map(key)).map { elements[$0] }
  }

  /// The elements in the order of their numbers.
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
