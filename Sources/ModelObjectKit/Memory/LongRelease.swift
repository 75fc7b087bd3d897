#if !PublicSymbols
import ModelObjectEssentials

/// The release of a chain of objects that is too long for a thread's stack.
///
/// Swift releases what an object holds while it releases the object, so each object of a chain
/// takes some hundred bytes of stack. Near the end of the stack, an object gives its parts to
/// another thread, which releases them one after the other, and waits for it.
///
/// - Assumes: in the `deinit` of its superclass, an object still has its stored properties.
/// - Canary: `ReleasedChains`.
/// - If it fails: properties are released twice, near the end of a stack alone.
/// - A user would see: a crash while a long chain is released, as without this.
final class LongRelease {
  /// What is released at last.
  private var parts: [Any] = []

  /// Makes a `deinit` of a model safe: takes the object's parts away near the end of the stack.
  @inline(__always)
  static func end(_ object: AnyObject) {
    let here = StackBounds.current()
    let block = Block(at: here)
    if roomyBlocks[block.place] != block.number { end(object, at: here, block) }
  }

  /// Forgets what is known about the stack of a thread that ends.
  static func forget() {
    for place in 0..<Block.placeCount { roomyBlocks[place] = -1 }
  }

  @inline(never)
  private static func end(_ object: AnyObject, at here: UInt, _ block: Block) {
    let state = ThreadState.ofThread()
    if state.isRoomy(block.addresses) {
      roomyBlocks[block.place] = block.number
    } else if StackLimit.isNearlyUsedUp(at: here, in: state) {
      takeApart(object, state)
    }
  }

  /// 64 KB of addresses.
  private struct Block {
    static let placeCount = 64
    private static let bits: UInt = 16

    let number: Int

    @inline(__always)
    init(at address: UInt) { number = Int(bitPattern: address >> Self.bits) }

    /// Stacks lie at regular distances, so their blocks are scattered.
    @inline(__always)
    var place: Int { Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 58) }

    var addresses: Range<UInt> {
      let start = UInt(bitPattern: number) << Self.bits
      return start..<start + 1 << Self.bits
    }
  }

  private static func takeApart(_ object: AnyObject, _ state: ThreadState) {
    var parts: [Any] = []
    for property in StoredProperty.all(of: type(of: object)) where property.isStrong {
      if let part = part(property, of: ObjectMemory(object)) { parts.append(part) }
    }
    guard !parts.isEmpty else { return }
    if let running = state.longRelease {
      running.parts += parts
    } else {
      let release = LongRelease()
      release.parts = parts
      parts = []
      release.run()
    }
  }

  /// Releases the parts, and those that their objects give away meanwhile, on another thread.
  private func run() {
    // Without another thread, it is tried on this one.
    if !OtherThread.run(releaseParts) { releaseParts() }
  }

  private func releaseParts() {
    let state = ThreadState.ofThread()
    state.longRelease = self
    while parts.popLast() != nil {}
    state.longRelease = nil
  }

  /// The value of a property that can be empty, and is so afterwards; nil for any other.
  private static func part(_ property: StoredProperty, of memory: ObjectMemory) -> Any? {
    if let slot = Slot<Any>(property) {
      defer { slot.write((), in: memory) }
      return slot.read(from: memory)
    }
    func part<Value: Emptied>(_ type: Value.Type) -> Any? {
      guard let slot = Slot<Value>(property) else { return nil }
      defer { slot.write(Value(), in: memory) }
      return slot.read(from: memory)
    }
    return (property.type as? any Emptied.Type).flatMap { part($0) }
  }
}

/// Blocks in the middle of the stacks of threads: a `deinit` there needs to know nothing else.
private let roomyBlocks = AtomicWords(count: 64)

/// A type with an empty value.
private protocol Emptied {
  init()
}

extension Optional: Emptied {
  fileprivate init() { self = nil }
}

extension Array: Emptied {}
extension Set: Emptied {}
extension Dictionary: Emptied {}
#endif
