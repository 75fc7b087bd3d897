/// Collects integers in the form in which `PackedIntegers` reads them: each in the least of 1, 2, 4
/// or 8 bytes that all of them fit in.
final class IntegerPacker {
  /// The size of each, and all of them.
  let data = ByteBuffer()
  private var size = 1
  private(set) var count = 0

  init() { data.append(UInt8(1)) }

  @inline(__always)
  func append(_ value: Int) {
    if !fits(value) { widen(for: value) }
    data.append(littleEndian: UInt64(truncatingIfNeeded: value), size: size)
    count &+= 1
  }

  /// Whether all are the same.
  var areEqual: Bool { data.with { $0[1, $0.count].repeats(every: size) } }

  /// Calls a closure with all of them.
  @inline(__always)
  func with<Result>(_ body: (PackedIntegers) -> Result) -> Result {
    data.with { body(PackedIntegers($0[1, $0.count], size: size)) }
  }

  private func fits(_ value: Int) -> Bool {
    let unused = 64 &- 8 &* size
    return (value &<< unused) &>> unused == value
  }

  @inline(never)
  private func widen(for value: Int) {
    let former = (bytes: data.bytes(from: 1), size: size)
    while !fits(value) { size *= 2 }
    data.truncate(to: 0)
    data.reserve(size * (count + 1) + 1)
    data.append(UInt8(size))
    ByteView.with(former.bytes) { view in
      let integers = PackedIntegers(view, size: former.size)
      for index in 0..<count {
        data.append(littleEndian: UInt64(truncatingIfNeeded: integers[index]), size: size)
      }
    }
  }
}
