#if !PublicSymbols
import ModelObjectEssentials
import Synchronization

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

/// Whether the runtime's check was found; canary tests ask.
var hasExclusivityCheck: Bool { unsafe beginAccess != nil }

private typealias BeginAccess =
  @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt, UnsafeMutableRawPointer?)
  -> Void

/// The runtime's own entry point.
///
/// The compiler reserves its name, so it is looked up; a program that links the runtime statically
/// may hide it, and then goes without the check.
private var beginAccess: BeginAccess? {
  let known = address.load(ordering: .relaxed)
  let found = known == 0 ? findAddress() : known
  // The symbol's type is fixed by the ABI: pointer, buffer, flags, program counter.
  return found == 1 ? nil : unsafe unsafeBitCast(found, to: BeginAccess.self)
}

/// The address of the entry point: 0 until it is looked up, 1 if there is none.
///
/// Unlike a variable that is set when it is first asked for, it is read without a call, for each
/// value that is checked.
private let address = Atomic<UInt>(0)

@inline(never)
private func findAddress() -> UInt {
  let found = UInt(bitPattern: unsafe dlsym(dlopen(nil, RTLD_NOW), "swift_beginAccess"))
  address.store(max(found, 1), ordering: .relaxed)
  return max(found, 1)
}
#endif
