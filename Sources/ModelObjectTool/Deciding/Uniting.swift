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
      family.add(others, unite: unite)
      return kept.form
    case (.family(let family), .model(let record)):
      family.add(record, of: other, unite: unite)
      return kept.form
    case (.model(let record), .family(let family)):
      family.add(record, of: kept, unite: unite)
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
  fileprivate func add(_ other: Family, unite: (Objects, Objects) -> Void) {
    if other.key == key {
      base.add(other.base, unite: unite)
      for theirs in other.members {
        let record = record(of: theirs.tags)
        for (key, place) in theirs.record.pairs { record.add(place, under: key, unite: unite) }
        record.addEmpty(theirs.record.count)
      }
    } else {
      base.add(other.base, unite: unite)
      for (key, place) in other.members.flatMap(\.record.pairs) {
        base.add(place, under: key, unite: unite)
      }
    }
    liftCommonKeys(unite: unite)
  }

  /// Adds objects of one class; if all have one tag, they belong to its subclass.
  fileprivate func add(_ record: Record, of objects: Objects, unite: (Objects, Objects) -> Void) {
    if let tag = objects.soleTag, tag.key == key {
      base.addEmpty(record.count)
      let own = self.record(of: [tag.value])
      own.addEmpty(record.count)
      for (name, place) in record.pairs {
        (name == key ? base : own).add(place, under: name, unite: unite)
      }
    } else {
      // How many of them have a tag isn't known: at least one, without the keys of its subclass.
      let tags = Set(objects.tags.filter { $0.key == key }.map(\.value))
      for member in members where !tags.isDisjoint(with: member.tags) { member.record.addEmpty(1) }
      base.add(record, unite: unite)
    }
    liftCommonKeys(unite: unite)
  }

  private func record(of tags: [String]) -> Record {
    if let member = members.first(where: { !Set($0.tags).isDisjoint(with: tags) }) {
      return member.record
    }
    members.append(Member(tags: tags, record: Record()))
    return members[members.count - 1].record
  }

  /// Moves the keys of the subclasses that the base class has too into the base class.
  private func liftCommonKeys(unite: (Objects, Objects) -> Void) {
    for member in members {
      for key in member.record.keys where base.places[key] != nil {
        if let place = member.record.remove(key) { base.add(place, under: key, unite: unite) }
      }
    }
  }
}
