/// A value of the input that is offered to a property: under which key, and where it is.
struct Offer {
  /// The number of the property.
  let number: Int
  let source: ValueLocation
  /// The key, or the path behind it, as the input spells them.
  let path: PairKey
  /// The targets of the key, and which of them leads to the property; none if it is offered by
  /// the name of that.
  var targets = TargetList.none
  var index = 0
}

extension Mapping {
  /// An offered value among those that compete for its property.
  @inline(never)
  func rival(_ offer: Offer, _ object: borrowing ObjectFilling) throws(Misfit) -> RivalKey {
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    let schema = object.schema
    let target = schema.keys.targets(of: offer.targets)[offer.index]
    return RivalKey(
      rank: KeyRank(target, offer.path.key),
      pair: 0,
      source: offer.source,
      path: offer.path,
      isNull: try isNull(offer.source, for: schema.properties[offer.number])
    )
  }

  /// Whether a value doesn't decide for a property, as it is null: a transform gets every other one.
  func isNull(_ source: ValueLocation, for property: Property) throws(Misfit) -> Bool {
    if case .original(let original) = source, original.isNull { return true }
    return property.isNullWhenRead(try input(from: source))
  }
}

extension Property {
  /// Whether an input is null for the property, before its transform.
  func isNullWhenRead(_ input: Input) -> Bool {
    if case .null = input { return true }
    // A string that is still arriving isn't there yet for other types.
    if input.isCutString { return transform != nil || !shape.storesText }
    return transform == nil && isNull(input)
  }

  /// Whether an input is null for the property.
  func isNull(_ input: Input) -> Bool {
    if case .null = input { return true }
    return !shape.storesNullText && input.isNullOrNullText
  }
}
