import ModelObjectEssentials

/// A thread with a stack of its own.
enum OtherThread {
  // Apple's headers say that the system passes no null pointer, others don't.
  #if canImport(Darwin)
  private typealias Word = UnsafeMutableRawPointer
  #else
  private typealias Word = UnsafeMutableRawPointer?
  #endif

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Calls a closure on a new thread, and waits until that has ended; false if there can be no more
  /// threads, and the closure wasn't called.
  static func run(_ body: @escaping () -> Void) -> Bool {
    let main: @convention(c) (Word) -> UnsafeMutableRawPointer? = { word in
      let address: UnsafeMutableRawPointer? = unsafe word
      // The reference that was passed on to the thread.
      if let address = unsafe address {
        unsafe Unmanaged<Work>.fromOpaque(address).takeRetainedValue().body()
      }
      return nil
    }
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var id: pthread_t?
    #else
    var id = pthread_t()
    #endif
    // The thread gets the reference, which is given back here if there is no thread.
    guard unsafe pthread_create(&id, nil, main, work.toOpaque()) == 0 else {
      unsafe work.release()
      return false
    }
    // The thread has been created, and nothing else waits for it. It is a pointer on Apple's systems.
    #if canImport(Darwin)
    if let id = unsafe id { unsafe pthread_join(id, nil) }
    #else
    pthread_join(id, nil)
    #endif
    return true
  }
}
