import Foundation

extension NSNumber {
  /// The letter of the C type that the number was made of.
  var typeCode: CChar {
    // The runtime keeps the text; its first byte is the letter, or the zero that ends it.
    unsafe objCType.pointee
  }
}
