/// Some bytes of a value in memory: those of its parts, without padding.
///
/// Equal bytes are equal values as long as one of them is alive, unless they lead to an object that
/// changes.
struct ValueImage: Hashable {
  private let type: ObjectIdentifier
  private let bytes: [UInt8]

  /// The ranges are in the value.
  init<Value>(_ value: Value, in ranges: [Range<Int>]) {
    type = ObjectIdentifier(Value.self)
    // The bytes of a value that lives during the call; they are only compared.
    bytes = unsafe withUnsafeBytes(of: value) { all in
      var bytes: [UInt8] = []
      for range in ranges where range.upperBound <= all.count {
        for index in range { unsafe bytes.append(all[index]) }
      }
      return bytes
    }
  }
}
