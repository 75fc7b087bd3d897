import ModelObjectEssentials

/// A lock that one thread has at a time.
///
/// It is one of POSIX, the same code on all systems. Swift's own `Mutex` needs iOS 18 or macOS 15.
///
/// It is `@unchecked Sendable`, as its only state is the mutex, which is made to be shared.
@safe final class Lock: @unchecked Sendable {
  // The address of a lock must not change. The memory is this object's, from `init` to `deinit`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// If it is recursive, the thread that has it may take it again.
  init(isRecursive: Bool = false) {
    var attributes = pthread_mutexattr_t()
    // The attributes are initialized before they are used, and the lock before anyone has it.
    unsafe pthread_mutexattr_init(&attributes)
    defer { unsafe pthread_mutexattr_destroy(&attributes) }
    let kind = isRecursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK
    unsafe pthread_mutexattr_settype(&attributes, CInt(kind))
    let status = unsafe pthread_mutex_init(mutex, &attributes)
    precondition(status == 0, "the system makes no lock")
  }

  deinit {
    // No thread can have it: one that has it holds a reference.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    // It was initialized with this object.
    let status = unsafe pthread_mutex_lock(mutex)
    // The thread has it already, and would wait for itself.
    precondition(status == 0, "the lock is taken twice")
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}

/// A value that one thread uses at a time.
///
/// It is `@unchecked Sendable`, as the value is used by the thread that has the lock alone: what a
/// closure returns of it is a copy, or an object that may be shared.
final class Locked<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
