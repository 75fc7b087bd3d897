/// Unites objects of different places, with everything in them.
///
/// Objects may turn out to be one with objects around them, so the pairs to unite wait in a list.
struct Uniting {
  private var waiting: [(Objects, Objects)] = []

  static func unite(_ first: Objects, _ second: Objects) {
    var uniting = Uniting()
    uniting.waiting = [(first, second)]
    uniting.run()
  }

  /// Adds a place to another one.
  static func add(_ place: Place, to other: Place) {
    var uniting = Uniting()
    other.add(place) { uniting.waiting.append(($0, $1)) }
    uniting.run()
  }

  private mutating func run() {
    while let (first, second) = waiting.popLast() {
      let (kept, other) = (first.current, second.current)
      if kept !== other { take(other, kept) }
    }
  }

  private mutating func take(_ other: Objects, _ kept: Objects) {
    kept.take(other)
    kept.form = united(kept, other)
  }

  private mutating func united(_ kept: Objects, _ other: Objects) -> Objects.Form {
    var found: [(Objects, Objects)] = []
    defer { waiting += found }
    let unite: (Objects, Objects) -> Void = { found.append(($0, $1)) }
    // Afterwards: the sole tag of `kept` is needed below.
    defer { kept.addTags(of: other) }
    switch (kept.form, other.form) {
    case (.open, .open):
      kept.addGroups(of: other, unite: unite)
      return .open
    case (.open, let form), (let form, .open):
      let empty = if case .open = kept.form { kept } else { other }
      form.addEmpty(empty.count)
      return form
    case (.dictionary(let values), .dictionary(let others)):
      values.add(others, unite: unite)
      return kept.form
    case (.dictionary(let values), _):
      for pair in other.knownPairs { values.add(pair.place, unite: unite) }
      return kept.form
    case (_, .dictionary(let values)):
      for pair in kept.knownPairs { values.add(pair.place, unite: unite) }
      return other.form
    case (.model(let record), .model(let others)):
      record.add(others, unite: unite)
      return kept.form
    case (.family(let family), .family(let others)):
      family.add(others, of: other, seen: kept.tags, unite: unite)
      return kept.form
    case (.family(let family), .model(let record)):
      family.add(record, of: other, seen: kept.tags, unite: unite)
      return kept.form
    case (.model(let record), .family(let family)):
      family.add(record, of: kept, seen: other.tags, unite: unite)
      return other.form
    }
  }
}

extension Objects.Form {
  fileprivate func addEmpty(_ count: Int) {
    switch self {
    case .open, .dictionary: break
    case .model(let record): record.addEmpty(count)
    case .family(let family): family.base.addEmpty(count)
    }
  }
}

extension Family {
  /// Adds objects that are a family themselves; `seen` are the tags of the objects in this one.
  fileprivate func add(
    _ other: Family,
    of objects: Objects,
    seen: [Tag],
    unite: (Objects, Objects) -> Void
  ) {
    let known = other.key == key ? other.members.flatMap(\.tags) : []
    addLacking(objects.tags.filter { !known.contains($0.value) })
    base.add(other.base, unite: unite)
    if other.key == key {
      for theirs in other.members {
        let record = record(of: theirs.tags, seen: seen)
        for (key, place) in theirs.record.pairs { record.add(place, under: key, unite: unite) }
        record.addEmpty(theirs.record.count)
      }
    } else {
      for (key, place) in other.members.flatMap(\.record.pairs) {
        base.add(place, under: key, unite: unite)
      }
    }
    liftCommonKeys(unite: unite)
  }

  /// Adds objects of one class; if all have one tag, they belong to its subclass.
  fileprivate func add(
    _ record: Record,
    of objects: Objects,
    seen: [Tag],
    unite: (Objects, Objects) -> Void
  ) {
    if let tag = objects.soleTag, tag.key == key {
      base.addEmpty(record.count)
      let own = self.record(of: [tag.value], seen: seen)
      own.addEmpty(record.count)
      for (name, place) in record.pairs {
        (name == key ? base : own).add(place, under: name, unite: unite)
      }
    } else {
      addLacking(objects.tags)
      base.add(record, unite: unite)
    }
    liftCommonKeys(unite: unite)
  }

  /// Counts objects with some tags for their subclasses, whose keys they lack.
  ///
  /// How many they are isn't known: at least one.
  private func addLacking(_ tags: [Tag]) {
    let values = Set(tags.filter { $0.key == key }.map(\.value))
    for member in members where !values.isDisjoint(with: member.tags) { member.record.addEmpty(1) }
  }

  /// The record of a subclass, a new one if there is none.
  ///
  /// The base class may have seen objects with its tag.
  private func record(of tags: [String], seen: [Tag]) -> Record {
    if let member = members.first(where: { !Set($0.tags).isDisjoint(with: tags) }) {
      return member.record
    }
    members.append(Member(tags: tags, record: Record()))
    addLacking(seen.filter { tags.contains($0.value) })
    return members[members.count - 1].record
  }

  /// Moves the keys of the subclasses that the base class has too into the base class.
  private func liftCommonKeys(unite: (Objects, Objects) -> Void) {
    for member in members {
      for key in member.record.keys where base[key] != nil {
        if let place = member.record.remove(key) { base.add(place, under: key, unite: unite) }
      }
    }
  }
}
