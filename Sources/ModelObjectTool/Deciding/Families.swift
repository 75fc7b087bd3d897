/// Tells whether two families of subclasses are one.
enum Families {
  /// Whether both have the same tag's key and a tag in common, and are compatible in each such tag.
  ///
  /// A model whose objects have all one tag counts as a family of a single subclass beside a
  /// family.
  static func areOne(_ first: Objects, _ second: Objects, depth: Int = 0) -> Bool {
    switch (first.form, second.form) {
    case (.family(let one), .family(let other)):
      one.key == other.key && share(one, first, other, second, depth)
    case (.family(let one), .model(let record)): belongs(record, second, to: one, depth)
    case (.model(let record), .family(let other)): belongs(record, first, to: other, depth)
    default: false
    }
  }

  private static func share(
    _ one: Family,
    _ first: Objects,
    _ other: Family,
    _ second: Objects,
    _ depth: Int
  ) -> Bool {
    let tags = Set(first.tags.map(\.value)).intersection(second.tags.map(\.value))
    guard !tags.isEmpty else { return false }
    return tags.allSatisfy {
      areCompatible(one.keys(ofTag: $0), other.keys(ofTag: $0), depth)
    }
  }

  private static func belongs(
    _ record: Record,
    _ objects: Objects,
    to family: Family,
    _ depth: Int
  ) -> Bool {
    guard let tag = objects.soleTag, tag.key == family.key,
      family.members.contains(where: { $0.tags.contains(tag.value) })
    else { return false }
    return areCompatible(record.places, family.keys(ofTag: tag.value), depth)
  }

  private static func areCompatible(
    _ first: [String: Place],
    _ second: [String: Place],
    _ depth: Int
  ) -> Bool {
    let shared = first.keys.filter { second[$0] != nil }
    guard shared.count * 2 >= min(first.count, second.count) else { return false }
    return shared.allSatisfy { key in
      guard let one = first[key], let other = second[key] else { return true }
      return Likeness.areCompatible([one], [other], depth: depth + 1)
    }
  }
}

extension Family {
  /// The keys of the subclass of a tag, with those of the base class.
  fileprivate func keys(ofTag tag: String) -> [String: Place] {
    var places = base.places
    for member in members where member.tags.contains(tag) {
      places.merge(member.record.places) { known, _ in known }
    }
    return places
  }
}
