/// The state of one object while its pairs are mapped.
struct Filling {
  let model: any Model
  let schema: ModelSchema
  let traits: Traits
  /// The properties that a key of the input belongs to, and those that several compete for.
  var claims: Claims

  struct Traits {
    /// Whether this mapping made the object: then nobody else can be accessing it.
    let isFresh: Bool
    let isRoot: Bool
    /// Whether each value goes through its rules: because a report tells of it, or because each
    /// write has to make sure that nobody else is accessing the property.
    let isWatched: Bool

    init(isFresh: Bool, isRoot: Bool, isReport: Bool) {
      self.isFresh = isFresh
      self.isRoot = isRoot
      isWatched = isReport || !isFresh
    }
  }

  struct Claims {
    /// The properties that a key of the input belongs to.
    var fed: PropertySet
    /// The properties that several keys compete for.
    var contested: PropertySet

    /// The keys with paths behind them that were met in text, by the numbers of their targets.
    var plans: PropertySet

    init(_ plan: TextPlan) {
      fed = PropertySet(count: plan.propertyCount)
      contested = PropertySet(count: plan.propertyCount)
      plans = PropertySet(count: plan.keys.count)
    }

    /// Whether no key belongs to a property yet, and none competes for it.
    @inline(__always)
    func areFree(_ property: Int) -> Bool {
      !fed.contains(property, or: contested)
    }

    /// Notes that a key belongs to a property.
    @inline(__always)
    mutating func take(_ property: Int) {
      _ = fed.insert(property)
    }
  }

  init(_ model: any Model, _ schema: ModelSchema, _ traits: Traits, _ claims: Claims? = nil) {
    self.model = model
    self.schema = schema
    self.traits = traits
    self.claims = claims ?? Claims(schema.textPlan)
  }

  var isFresh: Bool { traits.isFresh }
  var isRoot: Bool { traits.isRoot }

  var fed: PropertySet {
    get { claims.fed }
    _modify { yield &claims.fed }
  }

  var plans: PropertySet {
    get { claims.plans }
    _modify { yield &claims.plans }
  }

  var contested: PropertySet {
    get { claims.contested }
    _modify { yield &claims.contested }
  }
}

/// A set of property numbers; of the first sixty-four without memory of its own.
struct PropertySet {
  private var first: UInt64 = 0
  private var others: [UInt64]

  init(count: Int) {
    others = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : []
  }

  var isEmpty: Bool { first == 0 && others.allSatisfy { $0 == 0 } }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    number < 64 ? first >> UInt64(number) & 1 == 1 : others[number >> 6 - 1].hasBit(number)
  }

  /// Whether the number is in this set or in another one of the same size.
  @inline(__always)
  func contains(_ number: Int, or other: PropertySet) -> Bool {
    if number < 64 { return (first | other.first) >> UInt64(number) & 1 == 1 }
    return contains(number) || other.contains(number)
  }

  /// Whether the number was not in the set yet.
  @inline(__always)
  mutating func insert(_ number: Int) -> Bool {
    guard number < 64 else { return insertLate(number) }
    let bit: UInt64 = 1 << UInt64(number)
    defer { first |= bit }
    return first & bit == 0
  }

  @inline(never)
  private mutating func insertLate(_ number: Int) -> Bool {
    let index = number >> 6 - 1
    defer { others[index] |= 1 << UInt64(number & 63) }
    return !others[index].hasBit(number)
  }

  mutating func remove(_ number: Int) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if number < 64 { first &= ~bit } else { others[number >> 6 - 1] &= ~bit }
  }
}

extension UInt64 {
  /// Whether the bit of a number is set, of which the lowest six bits count.
  fileprivate func hasBit(_ number: Int) -> Bool { self >> UInt64(number & 63) & 1 == 1 }
}
