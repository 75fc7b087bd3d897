/// A key whatever its text; one that a decoder made of a number keeps that.
///
/// It is small enough to stand in an existential by itself: containers make one of each key.
struct AnyKey: CodingKey {
  let stringValue: String
  /// The number, or the least one, which is no place in anything, for none.
  private let number: Int

  var intValue: Int? { number == .min ? nil : number }

  init(_ text: String) {
    stringValue = text
    number = .min
  }

  /// Nil while all keys are asked for: then the text is kept elsewhere.
  init?(stringValue: String) {
    if let state = ThreadState.current, state.takesKeys {
      state.offeredKeys.append(stringValue)
      return nil
    }
    self.init(stringValue)
  }

  init?(intValue: Int) {
    stringValue = String(intValue)
    number = intValue
  }
}

/// A container that is decoded from, with keys of any text.
typealias KeyedSource = KeyedDecodingContainer<AnyKey>

/// A container that is encoded to, with keys of any text.
typealias KeyedTarget = KeyedEncodingContainer<AnyKey>
