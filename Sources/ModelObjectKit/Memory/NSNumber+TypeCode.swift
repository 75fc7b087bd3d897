import Foundation

extension NSNumber {
  /// The integer, where the number was made of a signed one that an `Int` holds; the rules of the
  /// types know what to do with all others.
  var exactInteger: Int? {
    switch UInt8(bitPattern: typeCode) {
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "s"): intValue
    default: nil
    }
  }

  /// The letter of the C type that the number was made of.
  var typeCode: CChar {
    // The runtime keeps the text; its first byte is the letter, or the zero that ends it.
    unsafe objCType.pointee
  }
}
