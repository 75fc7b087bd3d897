#if !PublicSymbols
import ModelObjectEssentials

/// The bytes of an object's stored properties at one moment, which tell what has changed since.
///
/// Bytes that are equal are the same value, padding included, as long as the values of that moment
/// are alive: code that keeps an image keeps these values, too.
@safe struct MemoryImage {
  private let start: Int
  private let bytes: [UInt8]

  /// The bytes of an object in a range of offsets, which lie in its stored properties.
  init(of object: AnyObject, in range: Range<Int>) {
    start = range.lowerBound
    // The range comes from the offsets and types that the runtime reports for the object's class.
    // An array that is left empty here would write its count to the storage that all empty arrays
    // share, which the thread sanitizer reports in every program that uses stores on two threads.
    let place = unsafe ObjectMemory(object).place(range.lowerBound)
    unsafe bytes = Array(UnsafeRawBufferPointer(start: place, count: range.count))
    extendLifetime(object)
  }

  /// Whether the object has the same bytes now.
  func isSame(as object: AnyObject, in range: Range<Int>) -> Bool {
    defer { extendLifetime(object) }
    // Both places hold the bytes of one property, which are only compared.
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      let place = unsafe ObjectMemory(object).place(range.lowerBound)
      return unsafe memcmp(base + (range.lowerBound - start), place, range.count) == 0
    }
  }
}

extension StoredProperty {
  /// The offsets of the property's bytes.
  var bytes: Range<Int> {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    let type = type
    return offset..<offset + size(of: type)
  }
}
#endif
