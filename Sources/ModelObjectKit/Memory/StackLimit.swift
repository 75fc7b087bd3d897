/// The limit of a thread's stack: tells when the stack is nearly used up.
///
/// How deep an input may be nested is an option, and hooks run at every level, so no frame size is
/// small enough for the 512 KB that some threads have.
@safe struct StackLimit {
  private let start: UInt
  private var lowest: UInt?

  /// The most stack that one level of a mapping may need, with its hooks.
  private static let margin: UInt = 192 * 1024
  /// The use of the stack up to which its end is not looked up.
  private static let unaskedUse: UInt = 48 * 1024

  init() {
    start = StackBounds.current()
  }

  /// Whether less than the margin is left of the present thread's stack.
  mutating func isNear() -> Bool {
    let current = StackBounds.current()
    let used = start > current ? start - current : current - start
    guard used > Self.unaskedUse else { return false }
    let end = lowest ?? StackBounds.lowest()
    lowest = end
    return current < end || current - end < Self.margin
  }
}
