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

  final var state: State {
    @inline(__always) _read {
      // No access lasts longer than the one that asks for it: see above.
      yield unsafe unwatched
    }
    @inline(__always) _modify {
      // As above.
      yield unsafe &unwatched
    }
  }
}
