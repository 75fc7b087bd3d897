/// A set of properties, by their numbers in the class.
///
/// Numbers below 64 need no allocation.
struct PropertySet {
  private var first: UInt64 = 0
  /// The bits of the numbers from 64 on, as far as one was inserted.
  private var others: [UInt64]?

  @_transparent
  init() {}

  init(_ numbers: [Int]) {
    for number in numbers { insert(number) }
  }

  var isEmpty: Bool { first == 0 && others?.allSatisfy { $0 == 0 } ?? true }

  @_transparent
  func contains(_ number: Int) -> Bool {
    number < 64 ? first & Self.bit(number) != 0 : containsLate(number)
  }

  /// Whether all numbers below a count are in the set.
  func holds(all count: Int) -> Bool { (0..<count).allSatisfy { contains($0) } }

  /// Inserts a number; false if it was already in the set.
  @_transparent
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard number < 64 else { return insertLate(number) }
    let bits = first
    first = bits | Self.bit(number)
    return bits & Self.bit(number) == 0
  }

  mutating func remove(_ number: Int) {
    if number < 64 {
      first &= ~Self.bit(number)
    } else if containsLate(number) {
      others?[number >> 6 - 1] &= ~Self.bit(number)
    }
  }

  @inline(never)
  private func containsLate(_ number: Int) -> Bool {
    let word = number >> 6 - 1
    guard let others, word < others.count else { return false }
    return others[word] & Self.bit(number) != 0
  }

  @inline(never)
  private mutating func insertLate(_ number: Int) -> Bool {
    let word = number >> 6 - 1
    var words = others.take() ?? []
    while words.count <= word { words.append(0) }
    let bits = words[word]
    words[word] = bits | Self.bit(number)
    others = words
    return bits & Self.bit(number) == 0
  }

  @_transparent
  private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }
}
