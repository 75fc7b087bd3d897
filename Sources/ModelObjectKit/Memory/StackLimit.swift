/// The limit of a thread's stack; it knows when the stack is nearly used up.
///
/// How deep an input may be nested is an option, and hooks run at every level, so no frame size is
/// small enough for the 512 KB that some threads have. Work that has no room to go on ends with an
/// error of code `tooDeep`.
struct StackLimit {
  static let message =
    "the thread's stack has no room for more levels. Use a thread with a larger stackSize, or data"
    + " with fewer levels."

  /// What is kept free, for one level: at least half of it for its hooks.
  private static let margin = 64 * 1024

  /// What a hook may take.
  static let sizeOfHook = 32 * 1024

  /// What it takes to start another thread, and to wait for it.
  private static let sizeOfOtherThread = 16 * 1024

  /// What one step of a coding path takes: Foundation makes it by recursion.
  static let sizeOfCodingStep = 256

  /// An address above which the present thread's stack isn't used up, once it is known.
  private var end: UInt?

  /// That address, to be kept for each thread.
  static func end(of stack: (lowest: UInt, size: Int)) -> UInt {
    stack.lowest + UInt(keptFree(of: stack.size))
  }

  /// A quarter of a very small stack is kept free.
  private static func keptFree(of size: Int) -> Int { min(margin, size / 4) }

  /// Whether only half of what is kept free is left, where even the deepest hook works above that, or
  /// what it takes to go on in another thread.
  static func isNearlyUsedUp(at address: UInt, in state: ThreadState) -> Bool {
    let below = Int(bitPattern: state.stackEnd(from: address) &- address)
    guard below > 0, below < margin else { return false }
    let kept = keptFree(of: state.stack.size)
    return below > kept - max(kept / 2, sizeOfOtherThread) && below < kept
  }

  /// Whether the present thread's stack is nearly used up, or would be with some more bytes.
  mutating func isNear(with more: Int = 0) -> Bool {
    let here = StackBounds.current()
    let end = end ?? ThreadState.ofThread().stackEnd(from: here)
    self.end = end
    return Int(bitPattern: here &- end) < more && isNear(at: here, with: more)
  }

  @inline(never)
  private mutating func isNear(at address: UInt, with more: Int) -> Bool {
    let end = ThreadState.ofThread().stackEnd
    self.end = end
    let left = Int(bitPattern: address &- end)
    // Far below the thread's stack there is one of the program's own, of which nothing is known.
    return left < more && left > -Self.margin
  }
}
