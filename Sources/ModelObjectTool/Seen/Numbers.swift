import ModelObjectEssentials

/// The facts about the numbers of one place that decide their type.
struct Numbers {
  private var hasInteger = false
  private var hasFraction = false
  /// An integer that `Int64` does not hold.
  private var isBeyondInteger = false
  /// A number of which a `Double` does not hold every digit; only counts if there are fractions.
  private var isBeyondDouble = false
  /// A number that `Decimal` may not hold.
  private var isBeyondDecimal = false
  /// A number that no type holds.
  private(set) var isBeyondAll = false
  /// The smallest and the largest number, zeros aside.
  private(set) var smallest = Double.infinity
  private(set) var largest = -Double.infinity

  var isEmpty: Bool { !hasInteger && !hasFraction }

  /// `Int` for integers, else `Double`; `Decimal` if these would lose digits, or `Any` if
  /// `Decimal` might too.
  var type: SwiftType {
    // A text keeps all digits.
    if isBeyondAll { return .string }
    if isBeyondInteger || hasFraction && isBeyondDouble {
      return isBeyondDecimal ? .any : .decimal
    }
    return hasFraction ? .double : .int
  }

  /// Whether all of them are 0 or 1.
  var areFlags: Bool {
    !hasFraction && hasInteger && (smallest > largest || smallest == 1 && largest == 1)
  }

  mutating func add(_ text: String) {
    let value = Double(text) ?? .infinity
    if value != 0 {
      smallest = min(smallest, value)
      largest = max(largest, value)
    }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let digits = Self.significant(mantissa)
    if mantissa.count == text.count, !text.contains("."), text != "-0" {
      hasInteger = true
      if digits > 15 { isBeyondDouble = true }
      if Int64(text) == nil { isBeyondInteger = true }
      if digits > 38 { isBeyondAll = true }
      return
    }
    hasFraction = true
    if digits > 17 { isBeyondDouble = true }
    if digits > 38 || !value.isFinite || value == 0 && digits > 0 { isBeyondAll = true }
    // A Decimal has exponents up to 127.
    if abs(Int(text.dropFirst(mantissa.count + 1)) ?? 0) > 60 { isBeyondDecimal = true }
  }

  mutating func add(_ other: Numbers) {
    hasInteger = hasInteger || other.hasInteger
    hasFraction = hasFraction || other.hasFraction
    isBeyondInteger = isBeyondInteger || other.isBeyondInteger
    isBeyondDouble = isBeyondDouble || other.isBeyondDouble
    isBeyondDecimal = isBeyondDecimal || other.isBeyondDecimal
    isBeyondAll = isBeyondAll || other.isBeyondAll
    smallest = min(smallest, other.smallest)
    largest = max(largest, other.largest)
  }

  /// The number of digits without the zeros in front.
  private static func significant(_ mantissa: Substring) -> Int {
    var count = 0
    for byte in mantissa.utf8 where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      if count > 0 || byte != UInt8(ascii: "0") { count += 1 }
    }
    return count
  }
}

// MARK: - Points in time

extension Numbers {
  /// The form of the numbers as times since 1970; nil if one is before 1980 or after 2100.
  ///
  /// Counts of other things are seldom as large.
  var epoch: DateForm? {
    guard !isEmpty, smallest <= largest else { return nil }
    if (315_532_800...4_102_444_800).contains(smallest), largest <= 4_102_444_800 {
      return .secondsSince1970
    }
    if (315_532_800_000...4_102_444_800_000).contains(smallest), largest <= 4_102_444_800_000 {
      return .millisecondsSince1970
    }
    return nil
  }
}
