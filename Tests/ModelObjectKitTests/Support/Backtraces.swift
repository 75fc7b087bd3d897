#if os(Linux)
/// Takes the place of the function of the C library with this name, in the program of the tests: it
/// finds nothing.
///
/// Swift Testing keeps the backtrace of each error that is thrown, though it prints none of them. Many
/// tests throw on purpose, a thousand times and from deep inside, and this was most of their time. The
/// manifest has the linker show the function to Swift Testing.
@c(backtrace) public func noBacktrace(
  _ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ count: CInt
) -> CInt { 0 }
#endif
