import ModelObjectKit

/// The objects of one place, or of several that turned out to be of one class.
///
/// They are gathered in groups by their tag, such as `"type": "circle"`, until all are seen: only
/// then can their form be decided, and whether the groups are classes of their own.
final class Objects {
  /// The decision on the objects: dictionaries, models, or models with subclasses.
  enum Form {
    /// Not decided yet, or nothing but empty objects.
    case open
    case dictionary(Place)
    case model(Record)
    case family(Family)
  }

  /// A name that the class of the objects might have.
  struct Use {
    let key: String
    /// Whether the key has several of the objects, in an array or a dictionary.
    var isSeveral = false
    /// The objects that have the key; nil for the root.
    let owner: Objects?
    /// The tag of those objects, if only these have it.
    let tag: String?
    /// The number of classes around it.
    let depth: Int
    /// The number of objects.
    var count = 0

    static var root: Use { Use(key: "", owner: nil, tag: nil, depth: 0) }

    var several: Use { Use(key: key, isSeveral: true, owner: owner, tag: tag, depth: depth) }
  }

  struct Group {
    let tag: Tag?
    let record: Record
  }

  var form = Form.open
  /// The tags that were seen.
  private(set) var tags: [Tag] = []
  /// Whether there are objects with keys, but without a tag.
  private var hasUntagged = false
  private(set) var uses: [Use] = []
  private(set) var groups: [Group] = []
  /// The number of objects without any key.
  private(set) var emptyCount = 0
  private var numbers: [Tag?: Int] = [:]
  private var next: Objects?

  /// The greatest number of groups, which is beyond the number of kinds of anything.
  static let maximumGroups = 10_000

  /// The objects into which these were united, else these.
  var current: Objects {
    var objects = self
    while let next = objects.next { objects = next }
    return objects
  }

  var count: Int { groups.reduce(0) { $0 + $1.record.count } }

  func add(_ pairs: [JSONTree.Pair]) {
    let tag = Tag(of: pairs)
    if pairs.isEmpty { emptyCount += 1 } else if tag == nil { hasUntagged = true }
    group(tag).record.add(pairs)
  }

  func add(_ use: Use) {
    uses.append(use)
    uses[uses.count - 1].count = count
  }

  /// All groups as one.
  func combined(unite: (Objects, Objects) -> Void) -> Record {
    let record = Record()
    for group in groups { record.add(group.record, unite: unite) }
    return record
  }

  /// Unites other objects with these, which take over their uses.
  func take(_ other: Objects) {
    other.next = self
    uses += other.uses
  }

  /// Adds the groups of other objects that are still open.
  func addGroups(of other: Objects, unite: (Objects, Objects) -> Void) {
    emptyCount += other.emptyCount
    for theirs in other.groups { group(theirs.tag).record.add(theirs.record, unite: unite) }
  }

  func addTags(of other: Objects) {
    for tag in other.tags where !tags.contains(tag) { tags.append(tag) }
    hasUntagged = hasUntagged || other.hasUntagged
  }

  private func group(_ tag: Tag?) -> Group {
    if let number = numbers[tag] { return groups[number] }
    guard tag == nil || groups.count < Self.maximumGroups else { return group(nil) }
    numbers[tag] = groups.count
    if let tag, !tags.contains(tag) { tags.append(tag) }
    groups.append(Group(tag: tag, record: Record()))
    return groups[groups.count - 1]
  }
}

extension Objects {
  /// The tag, if all objects have the same one.
  var soleTag: Tag? { tags.count == 1 && !hasUntagged ? tags[0] : nil }

  /// All keys, in the order of the document, each with its places.
  var seenPairs: [(key: String, places: [Place])] {
    var keys: [String] = []
    var places: [String: [Place]] = [:]
    for (key, place) in groups.flatMap(\.record.pairs) {
      if places[key] == nil { keys.append(key) }
      places[key, default: []].append(place)
    }
    return keys.map { ($0, places[$0] ?? []) }
  }
}

/// A base class and its subclasses.
final class Family {
  let key: String
  let base: Record
  var members: [Member]

  struct Member {
    var tags: [String]
    let record: Record
  }

  init(key: String, base: Record, members: [Member]) {
    self.key = key
    self.base = base
    self.members = members
  }
}
