import ModelObjectEssentials

/// The comparison, hashing or coding that a thread is running, for methods without a parameter for
/// it, and the end of its stack.
///
/// Comparing and hashing call the user's code, which calls them again (`==` of a struct that holds
/// models, an override that calls `super`). As they only read, nothing may be kept in the objects.
@safe final class ThreadState {
  /// The running comparison.
  var comparison: AnyObject?
  /// The decoding or encoding that has asked a coder for a value.
  var coding: AnyObject?
  /// The keys that a decoder offers, while it is asked for all of them.
  var offeredKeys: [String] = []
  /// Whether `AnyKey` collects the strings of offered keys in `offeredKeys`, and refuses the keys.
  var collectsKeys = false
  /// Whether a model's properties are being hashed.
  var isHashing = false
  /// Whether models are equal only to themselves, because they aren't complete.
  private(set) var comparesIdentities = false
  #if !PublicSymbols
  /// What the thread is there to release.
  var longRelease: LongRelease?
  deinit { LongRelease.forget() }
  #endif
  private(set) lazy var stack = StackBounds.ofThread()
  /// Where the thread's stack counts as used up.
  private(set) lazy var stackEnd = StackLimit.end(of: stack)
  /// The addresses at which the stack isn't used up, as far as that is known without asking the
  /// system.
  private let roomyPart = StackBounds.roomyPart()

  /// An address above which the stack isn't used up, for work that begins at an address.
  func stackEnd(from address: UInt) -> UInt {
    guard let roomyPart, roomyPart.contains(address) else { return stackEnd }
    return roomyPart.lowerBound
  }

  /// Whether addresses lie in the thread's stack, and above its end.
  func isRoomy(_ addresses: Range<UInt>) -> Bool {
    if let roomyPart, roomyPart.contains(addresses) { return true }
    return addresses.lowerBound >= stackEnd
      && addresses.upperBound <= stack.lowest + UInt(stack.size)
  }

  /// The state of the present thread, if it has one.
  static var current: ThreadState? {
    guard let address = unsafe pthread_getspecific(key) else { return nil }
    // The thread holds a reference until it ends.
    return unsafe Unmanaged<ThreadState>.fromOpaque(address).takeUnretainedValue()
  }

  /// The state of the present thread, made if it has none.
  @inline(never)
  static func ofThread() -> ThreadState {
    if let current { return current }
    let state = ThreadState()
    // The reference is given back by the key's destructor when the thread ends.
    _ = unsafe pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }

  /// Calls a closure while a decoding or encoding is the one that the present thread is running.
  static func with<Value, Failure>(
    coding: AnyObject,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let state = ofThread()
    let outer = state.coding
    state.coding = coding
    defer { state.coding = outer }
    return try body()
  }

  /// Calls a closure; if so, models are equal only to themselves meanwhile.
  static func with<Value, Failure>(
    comparingIdentities isSo: Bool,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard isSo else { return try body() }
    let state = ofThread()
    let outer = state.comparesIdentities
    state.comparesIdentities = true
    defer { state.comparesIdentities = outer }
    return try body()
  }

  // Apple's headers say that the system passes no null pointer, others don't.
  #if canImport(Darwin)
  private typealias Word = UnsafeMutableRawPointer
  #else
  private typealias Word = UnsafeMutableRawPointer?
  #endif

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let release: @convention(c) (Word) -> Void = { word in
      let address: UnsafeMutableRawPointer? = unsafe word
      // The thread's own reference; nothing reads it any more.
      if let address = unsafe address {
        unsafe Unmanaged<ThreadState>.fromOpaque(address).release()
      }
    }
    guard unsafe pthread_key_create(&key, release) == 0 else {
      fatalError("no key is left for what belongs to a thread")
    }
    return key
  }()
}
