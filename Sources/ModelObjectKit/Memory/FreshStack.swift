import Foundation

#if canImport(Darwin)
import Dispatch
#endif

extension StackLimit {
  private static let freshSize = 64 * 1024 * 1024

  /// Calls a closure on a thread with a large stack, and waits for its result.
  ///
  /// The closure has the same task-local values, cancellation of its task and quality of service.
  /// It does not have the main thread and the main actor, the dictionary of the thread, and the
  /// accesses to properties that are open on the waiting thread, so that an overlapping one is not
  /// stopped.
  static func withFreshStack<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    run { result = Result { () throws(Failure) in try body() } }
    // The closure has run by now, which the compiler does not know.
    guard let result else { return try body() }
    return try result.get()
  }

  private static func run(_ body: () -> Void) {
    // The closure is called once, before this function returns, and the box that holds it is
    // empty by then: so it neither escapes nor runs beside anything that it shares state with.
    withoutActuallyEscaping(body) { escaping in
      let work = Work(escaping)
      // A task begins with the task-local values of the code that makes it. This task never
      // suspends, so the thread of its executor runs it from its beginning to its end.
      let isCancelled = Task.isCancelled
      Task(executorPreference: FreshThread(stackSize: freshSize)) {
        // The present task is used only inside of the closure.
        if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        work.run()
      }
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

/// Runs each job on a new thread with a stack of the given size.
private final class FreshThread: TaskExecutor {
  private let stackSize: Int

  init(stackSize: Int) {
    self.stackSize = stackSize
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job is run once, as the executor promises.
    let thread = Thread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    thread.stackSize = stackSize
    #if canImport(Darwin)
    // Apple's systems schedule threads by it, and a waiting thread does not pass its own on.
    thread.qualityOfService = .ofPresentThread
    #endif
    thread.start()
  }
}

#if canImport(Darwin)
extension QualityOfService {
  fileprivate static var ofPresentThread: QualityOfService {
    switch DispatchQoS.QoSClass(rawValue: qos_class_self()) {
    case .userInteractive: .userInteractive
    case .userInitiated: .userInitiated
    case .utility: .utility
    case .background: .background
    default: .default
    }
  }
}
#endif
