// Whether two families of subclasses are one.
extension Likeness {
  /// Whether both have the same tag's key and a tag in common, and are compatible in each such tag.
  ///
  /// A model whose objects have all one tag counts as a family of a single subclass beside a
  /// family.
  mutating func areOne(_ first: Objects, _ second: Objects) -> Bool {
    switch (first.form, second.form) {
    case (.family(let one), .family(let other)):
      guard one.key == other.key else { return false }
      let tags = Set(first.tags.map(\.value)).intersection(second.tags.map(\.value))
      return !tags.isEmpty
        && tags.allSatisfy { share(one.keys(ofTag: $0), other.keys(ofTag: $0)) }
    case (.family(let one), .model(let record)): return belongs(record, second, to: one)
    case (.model(let record), .family(let other)): return belongs(record, first, to: other)
    default: return false
    }
  }

  private mutating func belongs(_ record: Record, _ objects: Objects, to family: Family) -> Bool {
    guard let tag = objects.soleTag, tag.key == family.key,
      family.members.contains(where: { $0.tags.contains(tag.value) })
    else { return false }
    return share(record.placesByKey.mapValues { [$0] }, family.keys(ofTag: tag.value))
  }
}

extension Family {
  /// The keys of the subclass of a tag, with those of the base class.
  fileprivate func keys(ofTag tag: String) -> [String: [Place]] {
    var places = base.placesByKey
    for member in members where member.tags.contains(tag) {
      places.merge(member.record.placesByKey) { known, _ in known }
    }
    return places.mapValues { [$0] }
  }
}
