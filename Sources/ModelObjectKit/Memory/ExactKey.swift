/// A key by its bytes: canonically equivalent keys are equal as strings, but different.
struct ExactKey: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (first: ExactKey, second: ExactKey) -> Bool {
    ByteView.with(first.text) { first in ByteView.with(second.text) { first.equals($0) } }
  }

  func hash(into hasher: inout Hasher) {
    ByteView.with(text) { $0.hash(into: &hasher) }
  }
}
