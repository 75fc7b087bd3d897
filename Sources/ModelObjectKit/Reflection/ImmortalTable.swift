import Synchronization

/// A small table of objects that live forever, read without a lock.
///
/// It forgets: a place holds what was stored there last, so the reader checks what it gets.
@safe final class ImmortalTable<Value: AnyObject & Sendable>: Sendable {
  private let places: [Place]

  private final class Place: Sendable {
    let word = Atomic<UInt>(0)
  }

  init() {
    places = (0..<512).map { _ in Place() }
  }

  /// What was stored last in the place that belongs to the key.
  func find(_ key: ObjectIdentifier) -> Value? {
    let word = places[Self.place(of: key)].word.load(ordering: .acquiring)
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // The word came from `store`, which made the object immortal before it published it.
    return unsafe Unmanaged<Value>.fromOpaque(address).takeUnretainedValue()
  }

  /// Puts an object, which from then on is never freed, in the place that belongs to the key.
  func store(_ value: Value, for key: ObjectIdentifier) {
    // The extra retain is never given back: that is what makes reading without a lock safe.
    let address = unsafe Unmanaged.passRetained(value).toOpaque()
    places[Self.place(of: key)].word.store(UInt(bitPattern: address), ordering: .releasing)
  }

  private static func place(of key: ObjectIdentifier) -> Int {
    let mixed = UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 55)
  }
}
