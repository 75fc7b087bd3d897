/// What is known of the texts, numbers and truth values that were seen in one place.
struct Scalars {
  private(set) var hasBool = false
  private(set) var numbers = Numbers()
  private(set) var texts = Texts()

  mutating func addBool() { hasBool = true }

  mutating func addText(_ text: String) { texts.add(text) }

  mutating func addNumber(_ text: String) { numbers.add(text) }

  mutating func add(_ other: Scalars) {
    hasBool = hasBool || other.hasBool
    numbers.add(other.numbers)
    texts.add(other.texts)
  }

  var kinds: Kinds {
    var kinds: Kinds = []
    if hasBool { kinds.insert(.bool) }
    if !numbers.isEmpty { kinds.insert(.number) }
    if !texts.isEmpty { kinds.insert(.text) }
    return kinds
  }

  /// The type that takes them all and gives them back as they came; kinds that differ have `Any` in
  /// common.
  var type: SwiftType {
    let kinds = kinds
    guard kinds.isSingle else { return .any }
    return kinds == .bool ? .bool : kinds == .number ? numbers.type : texts.type
  }
}
