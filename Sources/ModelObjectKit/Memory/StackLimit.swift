import Foundation

/// Tells when the stack of a thread is nearly used up, and goes on with a fresh one.
///
/// How deep an input may be nested is an option, and hooks run at every level, so no frame size is
/// small enough for the 512 KB that some threads have.
@safe struct StackLimit {
  private let start: UInt
  private var lowest: UInt?

  /// What a level of the mapping, with hooks and what they call, may need at the most.
  private static let margin: UInt = 192 * 1024
  /// Where a thread's end is asked for; short runs never ask.
  private static let unaskedUse: UInt = 48 * 1024
  private static let freshSize = 64 * 1024 * 1024

  init() {
    start = currentStackAddress()
  }

  /// Whether less than the margin is left of the present thread's stack.
  mutating func isNear() -> Bool {
    let current = currentStackAddress()
    let used = start > current ? start - current : current - start
    guard used > Self.unaskedUse else { return false }
    let end = lowest ?? lowestStackAddress()
    lowest = end
    return current < end || current - end < Self.margin
  }

  /// Calls a closure on a thread with a large stack, and waits for it.
  static func withFreshStack(_ body: () -> Void) {
    // The closure is called once, before this function returns, and the box that holds it is
    // empty by then: so it neither escapes nor runs beside anything that it shares state with.
    withoutActuallyEscaping(body) { escaping in
      let work = Work(escaping)
      let thread = Thread { work.run() }
      thread.stackSize = freshSize
      thread.start()
      work.wait()
    }
  }

  /// A closure that another thread runs while this one waits; the lock guards all of it.
  private final class Work: @unchecked Sendable {
    private let condition = NSCondition()
    private var body: (() -> Void)?
    private var isDone = false

    init(_ body: @escaping () -> Void) {
      self.body = body
    }

    func run() {
      body?()
      condition.lock()
      body = nil
      isDone = true
      condition.signal()
      condition.unlock()
    }

    func wait() {
      condition.lock()
      while !isDone { condition.wait() }
      condition.unlock()
    }
  }
}

/// The address of something on the stack.
@inline(never)
private func currentStackAddress() -> UInt {
  var local: UInt8 = 0
  // The address is only compared, never followed.
  return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}

/// The lowest address of the present thread's stack; zero where that can't be found out.
private func lowestStackAddress() -> UInt {
  #if canImport(Darwin)
  let thread = pthread_self()
  // Both answers are plain numbers about the thread that asks.
  let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
  return top - UInt(pthread_get_stacksize_np(thread))
  #else
  // glibc, musl and bionic all have the call; 128 bytes hold the attributes of any of them.
  return unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { buffer in
    guard let attributes = buffer.baseAddress,
      unsafe getAttributes(UInt(pthread_self()), attributes) == 0
    else { return 0 }
    defer { _ = unsafe destroyAttributes(attributes) }
    var address: UInt = 0
    var size = 0
    guard unsafe getStack(attributes, &address, &size) == 0 else { return 0 }
    return address
  }
  #endif
}

#if !canImport(Darwin)
@_silgen_name("pthread_getattr_np")
@unsafe private func getAttributes(_ thread: UInt, _ attributes: UnsafeMutableRawPointer) -> Int32

@_silgen_name("pthread_attr_destroy")
@unsafe private func destroyAttributes(_ attributes: UnsafeMutableRawPointer) -> Int32

@_silgen_name("pthread_attr_getstack")
@unsafe private func getStack(
  _ attributes: UnsafeMutableRawPointer,
  _ address: UnsafeMutablePointer<UInt>,
  _ size: UnsafeMutablePointer<Int>
) -> Int32
#endif
