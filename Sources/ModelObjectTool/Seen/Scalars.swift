/// The facts about the strings, numbers and booleans of one place that decide their type.
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

  /// Whether they are dates, some of them as seconds or milliseconds since 1970.
  var areDatesOfTwoKinds: Bool {
    !hasBool && texts.dateForm == .automatic && !texts.isEmpty && numbers.epoch != nil
  }

  /// The type that reads them all and writes them unchanged, but for dates; `Any` for several kinds.
  var type: SwiftType {
    let kinds = kinds
    if areDatesOfTwoKinds { return .date }
    guard kinds.isSingle else { return .any }
    return kinds == .bool ? .bool : kinds == .number ? numbers.type : texts.type
  }
}
