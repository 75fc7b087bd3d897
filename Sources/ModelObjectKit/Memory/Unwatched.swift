/// An object with one variable that Swift's dynamic exclusivity checks do not watch.
///
/// They cost as much as mapping a value does. Each access here is over before the next begins: a
/// mapping runs on one thread at a time, and nothing is handed a part of the variable to keep.
@safe class Unwatched<State: ~Copyable> {
  @exclusivity(unchecked) private final var unwatched: State

  @inline(__always)
  init(_ state: consuming State) {
    unsafe unwatched = state
  }

  /// An address and not an accessor that is called: that would cost a call for each value too.
  final var state: State {
    // No access lasts longer than the one that asks for it: see above.
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
    // As above.
    @inline(__always) unsafeMutableAddress { unsafe address }
  }

  /// Where the variable lies: a stored variable of an object has one place as long as there is the
  /// object, and whoever asks holds it.
  @inline(__always)
  private final var address: UnsafeMutablePointer<State> {
    unsafe withUnsafeMutablePointer(to: &unwatched) { unsafe $0 }
  }
}
