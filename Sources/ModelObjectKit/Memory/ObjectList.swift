/// Objects of one class that are gathered one by one and then moved into an array.
///
/// Their references are not counted on the way; in an array of `AnyObject`, which is copied at the
/// end, each would be retained and released twice.
@safe struct ObjectList: ~Copyable {
  private let type: AnyClass
  /// Memory that belongs to the list alone; none before the first object comes.
  private var base: UnsafeMutablePointer<AnyObject>?
  private var capacity = 0
  private(set) var count = 0

  init(of type: AnyClass) {
    self.type = type
  }

  deinit {
    // So many references were put there and not moved away.
    unsafe base?.deinitialize(count: count)
    unsafe base?.deallocate()
  }

  /// Appends an object; one of another class is left out.
  @inline(__always)
  mutating func append(_ object: consuming AnyObject) {
    guard isInstance(object, of: type) else { return }
    if count == capacity { grow() }
    // There is room, and no reference there yet.
    if let base = unsafe base { unsafe (base + count).initialize(to: object) }
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(16, 2 * capacity)
    let larger = UnsafeMutablePointer<AnyObject>.allocate(capacity: capacity)
    if let base = unsafe base {
      // The new memory has room for all, and the old one is not used any more.
      unsafe larger.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = larger
  }

  /// Moves the objects into an array, and leaves the list empty.
  mutating func take() -> [AnyObject] {
    // All empty arrays share their storage, and the initializer below would write its count into it.
    guard count > 0 else { return [] }
    let count = count
    self.count = 0
    return unsafe [AnyObject](unsafeUninitializedCapacity: count) { buffer, filled in
      // So many references were put there; the list does not count them any more.
      let source = unsafe UnsafeMutableBufferPointer(start: base, count: count)
      filled = unsafe buffer.moveInitialize(fromContentsOf: source)
    }
  }

  /// Moves the objects into an array of a class; the list stays as it is if that isn't one of its
  /// objects' classes.
  mutating func take<Element>(as type: Element.Type) -> [Element] {
    guard let elementClass = type as? AnyClass, isSubclass(self.type, of: elementClass) else {
      return []
    }
    // The objects are instances of the class.
    return unsafe array(of: type, take())
  }
}
