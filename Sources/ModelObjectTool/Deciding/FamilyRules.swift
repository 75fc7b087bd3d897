/// Decides whether objects with different tags are of classes of their own.
///
/// They are a family if all of this is so:
///
/// 1. there are two tags or more, all under one key; if they are more than 48, none has a space, and
///    of more than 1000 each comes twice on average;
/// 2. at least two of them differ: each always has a key that the other never has, or a key has
///    values of different kinds in them;
/// 3. the keys that differ are at least a quarter of the smaller one's keys.
///
/// The base class has the keys that occur with every tag, with values that are compatible, and
/// those of objects without a tag. The subclass of a tag has the others.
enum FamilyRules {
  private static let many = 48
  private static let veryMany = 1000

  /// The tags' key; nil if the objects aren't a family.
  static func key(of objects: Objects) -> String? {
    let tagged = objects.groups.filter { $0.tag != nil }
    guard tagged.count >= 2, objects.groups.count < Objects.maximumGroups,
      let key = tagged[0].tag?.key, tagged.allSatisfy({ $0.tag?.key == key }),
      tagged.count <= many || !tagged.contains(where: { $0.tag?.value.contains(" ") ?? false }),
      tagged.count <= veryMany || objects.count >= tagged.count * 2,
      hasDifferentMembers(tagged.map(\.record), key)
    else { return nil }
    return key
  }

  static func family(of objects: Objects, unite: (Objects, Objects) -> Void) -> Family? {
    guard let key = key(of: objects) else { return nil }
    let tagged = objects.groups.filter { $0.tag != nil }
    var common = commonKeys(tagged.map(\.record), key)
    for group in objects.groups where group.tag == nil { common.formUnion(group.record.keys) }
    let base = Record()
    // The tag comes first.
    for group in tagged { base.add(group.record.place(key), under: key, unite: unite) }
    var members: [Family.Member] = []
    for group in objects.groups {
      let record = Record()
      base.addEmpty(group.record.count)
      record.addEmpty(group.record.count)
      // The tags are there already; without a tag, the key holds something else.
      for (name, place) in group.record.pairs where name != key || group.tag == nil {
        if common.contains(name) {
          base.add(place, under: name, unite: unite)
        } else {
          record.add(place, under: name, unite: unite)
        }
      }
      if let tag = group.tag { members.append(Family.Member(tags: [tag.value], record: record)) }
    }
    return Family(key: key, base: base, members: members)
  }

  /// Each is compared with the first ones alone, which is enough in all but contrived documents.
  private static func hasDifferentMembers(_ records: [Record], _ tag: String) -> Bool {
    for (place, first) in records.enumerated() {
      for second in records.prefix(min(place, many)) where areDifferent(first, and: second, by: tag)
      {
        return true
      }
    }
    return false
  }

  private static func areDifferent(_ first: Record, and second: Record, by tag: String) -> Bool {
    var (own, others, contradicting) = (0, 0, 0)
    for (key, place) in first.pairs where key != tag {
      if let other = second[key] {
        if !Likeness.areCompatible([place], [other]) { contradicting += 1 }
      } else if place.count == first.count {
        own += 1
      }
    }
    for (key, place) in second.pairs where first[key] == nil && place.count == second.count {
      others += 1
    }
    let size = min(first.keys.count, second.keys.count) - 1
    guard own > 0 && others > 0 || contradicting > 0 else { return false }
    return (min(own, others) + contradicting) * 4 >= size
  }

  private static func commonKeys(_ records: [Record], _ tag: String) -> Set<String> {
    guard let first = records.first else { return [] }
    return Set(
      first.keys.filter { key in
        let places = records.compactMap { $0[key] }
        guard key != tag, places.count == records.count else { return false }
        return places.dropFirst().allSatisfy { Likeness.areCompatible([places[0]], [$0]) }
      }
    )
  }
}
