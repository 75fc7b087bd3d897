/// An object with one variable that Swift's dynamic exclusivity checks do not watch.
///
/// The checks cost as much as mapping a value. Each access here is over before the next begins: a
/// mapping runs on one thread at a time, and no part of the variable is passed on to be kept.
@safe class UncheckedStorage<State: ~Copyable> {
  private final let place: UnsafeMutablePointer<State>

  @inline(__always)
  init(_ state: consuming State) {
    // The memory belongs to this object alone, from here to `deinit`.
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: state)
  }

  deinit {
    // No other code has the address.
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  final var state: State {
    // The caller keeps the object alive, and the memory is initialized as long as the object lives.
    @inline(__always) unsafeAddress { unsafe UnsafePointer(place) }
    // As for reading; no access lasts longer than the one that asks for it.
    @inline(__always) unsafeMutableAddress { unsafe place }
  }
}
