/// What is known of each property of an object while its pairs are mapped, and of the keys with
/// paths behind them.
///
/// For numbers below sixty-four it needs no memory of its own.
struct Claims {
  enum Kind {
    /// The properties that a key of the input belongs to.
    case fed
    /// The properties that several keys compete for.
    case contested
    /// The properties that a hook has given a value.
    case given
    /// The keys with paths behind them that were met in text, by the numbers of their targets.
    case path
  }

  private struct Bits {
    var fed: UInt64 = 0
    var contested: UInt64 = 0
    var given: UInt64 = 0
    var path: UInt64 = 0

    subscript(kind: Kind) -> UInt64 {
      @inline(__always) get {
        switch kind {
        case .fed: fed
        case .contested: contested
        case .given: given
        case .path: path
        }
      }
      @inline(__always) set {
        switch kind {
        case .fed: fed = newValue
        case .contested: contested = newValue
        case .given: given = newValue
        case .path: path = newValue
        }
      }
    }
  }

  private var first = Bits()
  /// The bits of the numbers from sixty-four on.
  private var others: [Bits]

  @inline(__always)
  init(_ plan: TextPlan) {
    let count = max(plan.propertyCount, plan.keys.count)
    others = count > 64 ? Self.bits(of: count) : []
  }

  @inline(never)
  private static func bits(of count: Int) -> [Bits] {
    Array(repeating: Bits(), count: (count - 1) / 64)
  }

  /// Whether no key belongs to a property yet, and none competes for it.
  @inline(__always)
  func areFree(_ property: Int) -> Bool {
    property < 64
      ? (first.fed | first.contested).hasNoBit(property)
      : !contains(property, .fed) && !contains(property, .contested)
  }

  @inline(__always)
  func contains(_ number: Int, _ kind: Kind) -> Bool {
    number < 64 ? !first[kind].hasNoBit(number) : !others[number >> 6 - 1][kind].hasNoBit(number)
  }

  @inline(__always)
  func hasAny(_ kind: Kind) -> Bool {
    first[kind] != 0 || !others.isEmpty && others.contains { $0[kind] != 0 }
  }

  /// Whether the number was not there yet.
  @inline(__always)
  @discardableResult
  mutating func insert(_ number: Int, _ kind: Kind) -> Bool {
    guard number < 64 else { return insertLate(number, kind) }
    let bits = first[kind]
    first[kind] = bits | 1 << UInt64(number)
    return bits.hasNoBit(number)
  }

  @inline(never)
  private mutating func insertLate(_ number: Int, _ kind: Kind) -> Bool {
    let bits = others[number >> 6 - 1][kind]
    others[number >> 6 - 1][kind] = bits | 1 << UInt64(number & 63)
    return bits.hasNoBit(number)
  }

  mutating func remove(_ number: Int, _ kind: Kind) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if number < 64 { first[kind] &= ~bit } else { others[number >> 6 - 1][kind] &= ~bit }
  }
}

extension UInt64 {
  /// Whether the bit of a number is not set, of which the lowest six bits count.
  @inline(__always)
  fileprivate func hasNoBit(_ number: Int) -> Bool { self >> UInt64(number & 63) & 1 == 0 }
}
