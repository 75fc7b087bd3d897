/// Strings one after another as UTF-8, and where each ends.
struct PackedStrings {
  private let bytes: ByteView
  private let ends: PackedIntegers

  /// Returns nil unless each ends where the next one begins, and the last one with the bytes.
  init?(_ bytes: ByteView, _ ends: PackedIntegers) {
    guard ends.areEnds, ends.last ?? 0 == bytes.count else { return nil }
    self.bytes = bytes
    self.ends = ends
  }

  var count: Int { ends.count }

  /// A string; nil if its bytes aren't UTF-8.
  @inline(__always)
  subscript(index: Int) -> String? {
    bytes[index == 0 ? 0 : ends[index &- 1], ends[index]].validText
  }
}
