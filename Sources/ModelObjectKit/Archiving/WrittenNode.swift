import Foundation

/// A value of an archive before it is written.
///
/// Objects are numbered in the order of finding; their numbers in the archive are known when all
/// have been found.
enum WrittenNode {
  /// A string of the format itself, such as `null`.
  case own(String)
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)
  case text(String)
  case date(Date)
  case data(Data)
  case object(Int)
  case array([WrittenNode])
  case dictionary([String: WrittenNode])
  indirect case tagged(ArchiveFormat.Tag, WrittenNode)
}

extension WrittenNode {
  /// Whether Foundation stores a number exactly.
  ///
  /// It writes equal numbers once, so a negative zero becomes a positive one, and it drops the bits
  /// of NaN.
  static func isExact(_ value: some BinaryFloatingPoint) -> Bool {
    !value.isNaN && !(value.isZero && value.sign == .minus)
  }

  /// A number with all its bits.
  init(_ value: Double) {
    self =
      Self.isExact(value)
      ? .double(value) : .tagged(.double, .text(String(value.bitPattern, radix: 16)))
  }

  /// A number with all its bits.
  init(_ value: Float) {
    self =
      Self.isExact(value)
      ? .float(value) : .tagged(.float, .text(String(value.bitPattern, radix: 16)))
  }

  /// A date; before the year 1 and after the year 9999 a number, because some readers of property
  /// lists reject such dates.
  init(_ value: Date) {
    let seconds = value.timeIntervalSinceReferenceDate
    let isCommon = seconds >= -63_113_904_000 && seconds < 252_423_993_600
    self = isCommon ? .date(value) : .tagged(.date, WrittenNode(seconds))
  }

  /// Whether two values are certainly the same; containers aren't compared.
  func isSame(as other: WrittenNode) -> Bool {
    switch (self, other) {
    case (.own(let value), .own(let other)): value == other
    case (.bool(let value), .bool(let other)): value == other
    case (.integer(let value), .integer(let other)): value == other
    case (.double(let value), .double(let other)): value == other
    case (.text(let value), .text(let other)): value.utf8.elementsEqual(other.utf8)
    case (.date(let value), .date(let other)): value == other
    default: false
    }
  }
}
