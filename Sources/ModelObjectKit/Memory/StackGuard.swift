/// A recursive walk that checks its stack as it goes; all of its parts share the limit, which is
/// that of the thread that the walk is on.
protocol StackUser: AnyObject {
  var stack: StackLimit { get set }
}

extension StackUser {
  /// Calls a closure, on a thread with a large stack where this one's end is near.
  func onEnoughStack<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard stack.isNear() else { return try body() }
    let outer = stack
    defer { stack = outer }
    let state = ThreadState.current
    return try StackLimit.withFreshStack { () throws(Failure) in
      stack = StackLimit()
      if let state { ThreadState.adopt(state) }
      return try body()
    }
  }
}

/// The stack limit of a walk that is no `StackUser` itself.
final class StackGuard: StackUser {
  var stack = StackLimit()

  func run<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try onEnoughStack(body)
  }
}
