import Foundation

/// Dates, without options.
extension Oracle {
  /// Seconds since 1970.
  static func date(_ tree: OracleTree) -> Double? {
    switch tree {
    case .number(let digits): Double(digits).map(bySize)
    case .text(let text):
      seconds(text) ?? Double(text.trimmingCharacters(in: .whitespaces)).map(bySize)
    default: nil
    }
  }

  private static func bySize(_ number: Double) -> Double {
    switch abs(number) {
    case ..<1e11: number
    case ..<1e14: number / 1e3
    default: number / 1e6
    }
  }

  /// Text that is a date and not a number, except 8 or 14 digits of a calendar date.
  static func seconds(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.first == "/" || text.first?.isNumber == true else { return nil }
    if let match = text.wholeMatch(of: /\/Date\((-?[0-9]+)([-+][0-9]{4})?\)\//.ignoresCase()) {
      return Double(match.1).map { $0 / 1e3 }
    }
    let digits = text.allSatisfy { $0.isASCII && $0.isNumber }
    if digits, text.count == 8 || text.count == 14 { return calendar(Array(text)) }
    guard
      let match = text.wholeMatch(
        of:
          /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(Z|[-+][0-9]{2}:?[0-9]{2})?)?/
      )
    else { return nil }
    let parts: [Substring] = [
      match.1, match.2, match.3, match.4 ?? "00", match.5 ?? "00", match.6 ?? "00",
    ]
    guard let whole = calendar(Array(parts.joined())) else { return nil }
    let fraction = match.7.flatMap { Double("0" + $0) } ?? 0
    return whole + fraction - (match.8.map { offset($0.filter { $0 != ":" }) } ?? 0)
  }

  private static func offset(_ zone: String) -> Double {
    guard zone != "Z", let number = Int(zone) else { return 0 }
    let size = abs(number)
    return Double(number < 0 ? -1 : 1) * Double(size / 100 * 3_600 + size % 100 * 60)
  }

  /// Eight or fourteen digits: year, month, day, hour, minute, second.
  private static func calendar(_ digits: [Character]) -> Double? {
    func number(_ range: Range<Int>) -> Int {
      digits.count < range.upperBound ? 0 : Int(String(digits[range])) ?? 0
    }
    let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1, (1...12).contains(month), (1...lengths[month - 1]).contains(day),
      number(8..<10) < 24, number(10..<12) < 60, number(12..<14) < 60
    else { return nil }
    // Years before this one, with their leap days, then months, then days.
    let before = year - 1
    var days = before * 365 + before / 4 - before / 100 + before / 400
    days += lengths[..<(month - 1)].reduce(0, +) + day - 1
    // Days from the year 1 to 1970.
    days -= 719_162
    return Double(days * 86_400 + number(8..<10) * 3_600 + number(10..<12) * 60 + number(12..<14))
  }
}
