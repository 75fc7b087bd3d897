/// A key of any text; a key that a decoder made from a number keeps it.
///
/// It fits into an existential without a box: containers put each key in one.
struct AnyKey: Sendable {
  let stringValue: String
  /// The number of the key; `Int.min`, which can't be an index, for none.
  private let number: Int

  var intValue: Int? { number == .min ? nil : number }

  init(_ text: String) {
    stringValue = text
    number = .min
  }

  init(_ number: Int) {
    stringValue = String(number)
    self.number = number
  }
}

/// A container that is decoded from, with keys of any text.
typealias KeyedSource = KeyedDecodingContainer<AnyKey>

/// A container that is encoded to, with keys of any text.
typealias KeyedTarget = KeyedEncodingContainer<AnyKey>
