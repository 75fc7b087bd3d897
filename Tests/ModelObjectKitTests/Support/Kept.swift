import Foundation
import ModelObjectKit

/// A type with a value that no test input has, to show that a property kept its value.
protocol Kept {
  static var kept: Self { get }
}

extension Kept where Self: FixedWidthInteger {
  static var kept: Self { 77 }
}

extension Kept where Self: BinaryFloatingPoint {
  static var kept: Self { 77.5 }
}

extension Int: Kept {}
extension Int8: Kept {}
extension Int16: Kept {}
extension Int32: Kept {}
extension Int64: Kept {}
extension Int128: Kept {}
extension UInt: Kept {}
extension UInt8: Kept {}
extension UInt16: Kept {}
extension UInt32: Kept {}
extension UInt64: Kept {}
extension UInt128: Kept {}
extension Float: Kept {}
extension Double: Kept {}
extension CGFloat: Kept {}

extension Decimal: Kept {
  static var kept: Decimal { 77.5 }
}

extension Bool: Kept {
  static var kept: Bool { false }
}

extension String: Kept {
  static var kept: String { "as it was" }
}

extension Date: Kept {
  static var kept: Date { Date(timeIntervalSinceReferenceDate: 77.5) }
}

extension URL: Kept {
  static var kept: URL { URL(filePath: "/as/it/was") }
}

extension UUID: Kept {
  static var kept: UUID {
    UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7))
  }
}

extension TimeZone: Kept {
  static var kept: TimeZone { TimeZone(secondsFromGMT: 7 * 3600) ?? .gmt }
}

extension Locale: Kept {
  static var kept: Locale { Locale(identifier: "gsw_CH") }
}

extension RawJSON: Kept {
  static var kept: RawJSON { (try? RawJSON(#"{"kept": 77}"#)) ?? .null }
}

extension Data: Kept {
  static var kept: Data { Data([7, 7, 7]) }
}

extension Optional: Kept where Wrapped: Kept {
  static var kept: Wrapped? { Wrapped.kept }
}

extension Array: Kept where Element: Kept {
  static var kept: [Element] { [Element.kept] }
}

extension Set: Kept where Element: Kept {
  static var kept: Set<Element> { [Element.kept] }
}

extension Dictionary: Kept where Key: Kept, Value: Kept {
  static var kept: [Key: Value] { [Key.kept: Value.kept] }
}

extension ClosedRange: Kept where Bound: Kept {
  static var kept: ClosedRange<Bound> { Bound.kept...Bound.kept }
}
