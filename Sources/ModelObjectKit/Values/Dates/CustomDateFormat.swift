/// A parsed Unicode date pattern.
///
/// Foundation's `DateFormatter` rounds to milliseconds, accepts weekdays that contradict the date,
/// differs between systems, and takes a thousand times as long. So this type handles the letters
/// that servers use.
struct CustomDateFormat: DatePattern {
  let parts: [Part]

  enum Part: Equatable {
    /// Literal text, in UTF-8.
    case literal([UInt8])
    /// This number of spaces when written, and at least one when read.
    case spaces(Int)
    /// A field, and how often its letter occurs; next to another field of digits, it is packed: it
    /// has as many digits as letters.
    case field(Field, count: Int, isPacked: Bool)
  }

  /// A field of a pattern; the raw value is its letter.
  enum Field: Character {
    case year = "y"
    case month = "M"
    case day = "d"
    case weekday = "E"
    case dayPeriod = "a"
    /// 0 to 23, 1 to 24, 1 to 12 and 0 to 11.
    case hour = "H", hourTo24 = "k", hourTo12 = "h", hourTo11 = "K"
    case minute = "m"
    case second = "s"
    case fraction = "S"
    case offset = "Z", isoOffset = "X", isoOffsetWithoutZ = "x", zoneName = "z"
  }

  /// Parses a pattern; nil if it has an unknown letter or length, or an open quote.
  init?(_ pattern: String) {
    var parts: [Part] = []
    var isQuoted = false
    var rest = Array(pattern)[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      if character == "'", run.count == 1 {
        isQuoted.toggle()
        rest.removeFirst()
        continue
      }
      if isQuoted || character == "'" {
        // Two quotes are one.
        parts.append(.literal(Array(String(character).utf8)))
        rest.removeFirst(character == "'" ? 2 : 1)
        continue
      }
      rest.removeFirst(run.count)
      if character.isASCII, character.isLetter {
        // In English, the month alone is the same as in a date.
        let letter = character == "L" ? "M" : character
        guard let field = Field(rawValue: letter), field.lengths.contains(run.count) else {
          return nil
        }
        parts.append(.field(field, count: run.count, isPacked: false))
      } else if character == " " {
        parts.append(.spaces(run.count))
      } else {
        parts.append(.literal(Array(String(run).utf8)))
      }
    }
    if isQuoted { return nil }
    self.parts = Self.packing(parts)
  }

  /// Marks adjacent numeric fields: only their lengths determine where they end.
  private static func packing(_ parts: [Part]) -> [Part] {
    parts.indices.map { index in
      guard case .field(let field, let count, _) = parts[index], parts[index].isNumeric else {
        return parts[index]
      }
      let touchesPrevious = index > 0 && parts[index - 1].isNumeric
      let touchesNext = index + 1 < parts.count && parts[index + 1].isNumeric
      return .field(field, count: count, isPacked: touchesPrevious || touchesNext)
    }
  }

  /// Whether the pattern contains a zone or an offset.
  var namesZone: Bool {
    parts.contains { if case .field(let field, _, _) = $0 { field.isZone } else { false } }
  }
}

extension CustomDateFormat.Field {
  var isZone: Bool {
    switch self {
    case .offset, .isoOffset, .isoOffsetWithoutZ, .zoneName: true
    default: false
    }
  }

  /// How often the letter may occur.
  fileprivate var lengths: ClosedRange<Int> {
    switch self {
    case .year: 1...6
    case .month, .weekday: 1...4
    case .offset, .isoOffset, .isoOffsetWithoutZ: 1...5
    case .dayPeriod, .zoneName: 1...3
    case .fraction: 1...19
    default: 1...2
    }
  }
}

extension CustomDateFormat.Part {
  fileprivate var isNumeric: Bool {
    guard case .field(let field, let count, _) = self else { return false }
    switch field {
    case .month: return count <= 2
    case .weekday, .dayPeriod: return false
    default: return !field.isZone
    }
  }
}
