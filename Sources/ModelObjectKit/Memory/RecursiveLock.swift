import ModelObjectEssentials

/// A lock that the thread which has it may take again.
///
/// It is `@unchecked Sendable`, as its only state is the mutex, which is made to be shared.
@safe final class RecursiveLock: @unchecked Sendable {
  // The address of a lock must not change. The memory is this object's, from `init` to `deinit`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    // The attributes are initialized before they are used, and the lock before anyone has it.
    unsafe pthread_mutexattr_init(&attributes)
    defer { unsafe pthread_mutexattr_destroy(&attributes) }
    unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
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
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}
