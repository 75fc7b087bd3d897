import ModelObjectEssentials

/// The bounds of the present thread's stack.
///
/// - Assumes: the C library knows a thread's bounds: `pthread_get_stackaddr_np` on Apple's systems;
///   `pthread_getattr_np` elsewhere, which glibc, musl and Android's bionic all have, with
///   attributes of 128 bytes at the most, and whose arguments are passed alike in C's and in
///   Swift's calling convention.
/// - Canary: `StackLimits`, on threads with small stacks.
/// - If it fails: the end is taken to be far away.
/// - A user would see: input that is nested some hundred levels deep ends the program by an overflow
///   of the stack.
enum StackBounds {
  /// An address at the present end of the stack.
  @inline(__always)
  static func current() -> UInt {
    var local: UInt8 = 0
    // The address is only compared, never followed.
    return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }

  /// A part of the present thread's stack that lies well above its end; nil if the bounds can be
  /// asked for instead.
  ///
  /// On Linux the C library finds the bounds of a program's first thread by reading a file. That
  /// stack grows to a limit of some megabytes, so a program that begins to use it where this is
  /// called has some room below.
  static func roomyPart() -> Range<UInt>? {
    #if canImport(Glibc)
    guard isFirstThread, let limit = limitOfFirstThread(), limit >= 4 << 20 else {
      return nil
    }
    let start = current()
    return start - (256 << 10)..<start + (1 << 20)
    #else
    return nil
    #endif
  }

  #if canImport(Glibc)
  /// Whether the present thread is the program's first one: its number is the program's.
  private static var isFirstThread: Bool {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let base = buffer.baseAddress else { return false }
      // "12/task/34": the buffer has room for that many bytes, and only those that were written are
      // read.
      let count = unsafe readlink("/proc/thread-self", base, buffer.count)
      guard count > 0 else { return false }
      let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
      let parts = unsafe String(decoding: bytes, as: UTF8.self).split(separator: "/")
      return parts.first == parts.last
    }
  }

  /// The size to which the stack of the first thread grows; nil if it isn't limited.
  private static func limitOfFirstThread() -> UInt? {
    var limit = rlimit()
    // The call fills in the structure.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else {
      return nil
    }
    return UInt(clamping: limit.rlim_cur)
  }
  #endif

  /// The lowest address of the present thread's stack, and its size; zero if they aren't known.
  static func ofThread() -> (lowest: UInt, size: Int) {
    #if canImport(Darwin)
    // The thread is a pointer on Apple's systems; both results are plain numbers about this thread. The
    // address is the upper end, and the size of the main thread's stack is that to which it may grow.
    let thread = unsafe pthread_self()
    let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
    let size = unsafe pthread_get_stacksize_np(thread)
    return (top - UInt(size), size)
    #elseif PublicSymbols && canImport(Glibc)
    return boundsInMaps()
    #elseif PublicSymbols
    return (0, 0)
    #else
    // 128 bytes hold the attributes of any of the C libraries.
    return unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { buffer in
      guard let attributes = buffer.baseAddress,
        unsafe getAttributes(pthread_self(), attributes) == 0
      else { return (0, 0) }
      defer { _ = unsafe destroyAttributes(attributes) }
      var address: UInt = 0
      var size = 0
      guard unsafe getStack(attributes, &address, &size) == 0 else { return (0, 0) }
      return (address, size)
    }
    #endif
  }
}

#if PublicSymbols && canImport(Glibc)
extension StackBounds {
  /// The bounds in the list of the program's memory that Linux keeps: a line for each piece, such as
  /// `7ffd4c000000-7ffd4c021000 rw-p … [stack]`.
  private static func boundsInMaps() -> (lowest: UInt, size: Int) {
    let here = current()
    let file = try? OpenFile("/proc/self/maps", O_RDONLY)
    let text = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] <= here, here < ends[1] else { continue }
      guard line.hasSuffix("[stack]") else { return (ends[0], Int(ends[1] - ends[0])) }
      // That of the first thread grows to its limit.
      guard let limit = limitOfFirstThread(), limit < ends[1] else { break }
      return (ends[1] - limit, Int(limit))
    }
    return (0, 0)
  }
}
#endif

#if !canImport(Darwin) && !PublicSymbols
// Declared here, as the modules of the C libraries leave the first one out and differ in the types
// of the others. A thread is a number for glibc and bionic and a pointer for musl: one word.

@_silgen_name("pthread_getattr_np")
@unsafe private func getAttributes(
  _ thread: pthread_t,
  _ attributes: UnsafeMutableRawPointer
) -> Int32

@_silgen_name("pthread_attr_destroy")
@unsafe private func destroyAttributes(_ attributes: UnsafeMutableRawPointer) -> Int32

@_silgen_name("pthread_attr_getstack")
@unsafe private func getStack(
  _ attributes: UnsafeMutableRawPointer,
  _ address: UnsafeMutablePointer<UInt>,
  _ size: UnsafeMutablePointer<Int>
) -> Int32
#endif
