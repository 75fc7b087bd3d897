#if !PublicSymbols
import ModelObjectWords
import ModelObjectEssentials

/// Traps, as Swift itself would, if a property is being accessed by other code.
///
/// A write through a slot is invisible to Swift's own checks. Without this one, a write into a
/// property that is being mutated up the stack would corrupt memory. Accesses belong to a thread:
/// those of a thread that waits for this one are not seen.
///
/// - Assumes: `swift_beginAccess(address, buffer, flags, counter)`, with flags of 1 for a
///   modification that is not tracked.
/// - Canary: `ExclusivityChecks`, and tests of programs that must stop.
/// - If it fails, or the runtime is linked statically and hides the name: there is no check.
/// - A user would see: nothing, unless a property is mutated while it is being mapped; then memory
///   that is damaged in place of a program that stops.
///
/// The caller keeps the object alive.
func checkExclusiveAccess(to memory: ObjectMemory, at offset: Int) {
  guard let beginAccess = unsafe beginAccess else { return }
  unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { scratch in
    guard let scratch = scratch.baseAddress else { return }
    // Flags 1 is "modify, untracked": the runtime checks, traps or not, and keeps nothing, so the
    // scratch buffer may go and nothing has to be ended.
    unsafe beginAccess(memory.place(offset), scratch, 1, nil)
  }
}

/// Whether code further up the stack is accessing an object, so that each write has to be checked.
///
/// It is asked once for an object that was there, since a check of each property takes a fifth of an
/// update. Code that is called later, a hook, may begin an access, too.
///
/// - Assumes: what is tracked is in a list of the thread, the newest access first. Each is three words
///   in the buffer that `swift_beginAccess` gets: an address, a program counter, and the next access,
///   with flags in the lowest bits.
/// - Canary: `ExclusivityChecks`, and tests of programs that must stop.
/// - If it fails: the list is tried before its first use, and each write is checked.
/// - A user would see: slower updates.
///
/// The caller keeps the object alive.
func isAccessed(_ memory: ObjectMemory, of type: AnyClass) -> Bool {
  guard let list = AccessList.found else { return true }
  let start = UInt(bitPattern: unsafe memory.place(0))
  return list.holdsAccess(to: start..<start + UInt(ClassMetadata(type).instanceSize))
}

/// The accesses that this thread has begun.
struct AccessList: Sendable {
  /// Nil if it isn't found, or isn't what `isAccessed` assumes; canary tests ask.
  static let found = AccessList()

  private let endAddress: UInt

  private init?() {
    guard let end = address(of: "swift_endAccess") else { return nil }
    endAddress = end
    let isRead = unsafe tracking { first in
      unsafe tracking { second in
        unsafe second[0] == UInt(bitPattern: second) && next(second) == first
      }
    }
    guard isRead == true else { return nil }
  }

  fileprivate func holdsAccess(to addresses: Range<UInt>) -> Bool {
    let isHeld = unsafe tracking { access in
      // Each access in the list goes on further up this thread's stack, where its buffer is.
      var access = unsafe next(access)
      while let known = unsafe access {
        if unsafe addresses.contains(known[0]) { return true }
        unsafe access = next(known)
      }
      return false
    }
    return isHeld ?? true
  }

  /// The result of a closure that is called during an access that is tracked, to its own buffer.
  private func tracking(_ body: (UnsafePointer<UInt>) -> Bool?) -> Bool? {
    guard let beginAccess = unsafe beginAccess else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: 8) { buffer in
      guard let buffer = buffer.baseAddress else { return nil }
      // The type of the symbol is fixed by the ABI: the buffer.
      let endAccess = unsafe unsafeBitCast(endAddress, to: EndAccess.self)
      // Flags 32 is "read, tracked": no other code has the address.
      unsafe beginAccess(buffer, buffer, 32, nil)
      defer { unsafe endAccess(buffer) }
      return unsafe body(UnsafePointer(buffer))
    }
  }

  /// The access that began before this one and goes on.
  private func next(_ access: UnsafePointer<UInt>) -> UnsafePointer<UInt>? {
    // Three words, the third with flags, as `isAccessed` assumes.
    unsafe UnsafePointer(bitPattern: access[2] & ~3)
  }
}

/// Whether the runtime's check was found; canary tests ask.
var hasExclusivityCheck: Bool { unsafe beginAccess != nil }

private typealias BeginAccess =
  @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt, UnsafeMutableRawPointer?)
  -> Void
private typealias EndAccess = @convention(c) (UnsafeMutableRawPointer) -> Void

/// The runtime's own entry point.
///
/// The compiler reserves its name, so it is looked up; a program that links the runtime statically
/// may hide it, and then goes without the check.
private var beginAccess: BeginAccess? {
  // The word is never freed: 0 until the address is looked up, 1 if there is none.
  let address = unsafe modelObjectLoad(modelObjectBeginAccess())
  let found = address == 0 ? findAddress() : address
  // The symbol's type is fixed by the ABI: pointer, buffer, flags, program counter.
  return found == 1 ? nil : unsafe unsafeBitCast(found, to: BeginAccess.self)
}

@inline(never)
private func findAddress() -> Int {
  let found = address(of: "swift_beginAccess").map { Int(bitPattern: $0) } ?? 1
  // Several threads may look it up: each finds the same.
  unsafe modelObjectStore(modelObjectBeginAccess(), found)
  return found
}

/// The address of one of the runtime's functions.
private func address(of name: String) -> UInt? {
  unsafe dlsym(dlopen(nil, RTLD_NOW), name).map { UInt(bitPattern: $0) }
}
#endif
