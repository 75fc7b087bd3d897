#if Foundation
import Foundation

extension NSNumber {
  /// The integer of a number that was made from a signed integer of 16 bits or more; nil for any
  /// other, which goes by the rules of its type.
  var exactInteger: Int? {
    switch UInt8(bitPattern: typeCode) {
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "s"): intValue
    default: nil
    }
  }

  /// The Double, if the number was made from one.
  var exactDouble: Double? {
    // A decimal says that it was.
    guard UInt8(bitPattern: typeCode) == UInt8(ascii: "d"), !(self is NSDecimalNumber) else {
      return nil
    }
    return doubleValue
  }

  /// The Bool, if the number was made from one.
  var exactBool: Bool? {
    type(of: self) == booleanType ? boolValue : nil
  }

  /// The letter of the C type that the number was made from.
  var typeCode: CChar {
    // The runtime keeps the text; its first byte is the letter, or the zero that ends it.
    unsafe objCType.pointee
  }
}

/// The class of Foundation's booleans, which are numbers of a class of their own: `CFBoolean` on Apple's
/// systems, where the runtime reports its name as that of a subclass.
private let booleanType: AnyClass = type(of: NSNumber(value: true))
#endif
