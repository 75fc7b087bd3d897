/// The classes to write, outer ones first, with their names.
struct ClassList {
  private(set) var classes: [ClassShape] = []
  /// The keys that an export changes, by key style.
  private(set) var changedKeys: [KeyStyle: [String]] = [:]

  private let keepsKeys: Bool
  private var names: ClassNames
  private var found: [ModelReference: String] = [:]
  private var waiting: [ModelReference] = []

  init(reserving name: String? = nil, keepsKeys: Bool) {
    names = ClassNames(reserving: name)
    self.keepsKeys = keepsKeys
  }

  /// Adds the class of objects and those of their properties.
  mutating func add(_ objects: Objects, name: String) {
    let root = ModelReference(objects: objects)
    guard found[root] == nil else { return }
    names.setName(name, of: objects)
    _ = self.name(of: root)
    // Names are given from the outside in.
    var position = waiting.count - 1
    while position < waiting.count {
      let model = waiting[position]
      position += 1
      if case .family(let family) = model.objects.form { family.uniteTwins() }
      for (_, place) in model.objects.knownPairs {
        if let inner = place.type.model { _ = self.name(of: inner) }
      }
      addClasses(of: model)
    }
  }

  /// Adds a class that keeps all pairs in a dictionary `values`.
  mutating func addKeeping(name: String) {
    var shape = ClassShape(name: name, properties: [], mapping: [], isExact: false)
    shape.keptProperty = "values"
    classes.append(shape)
  }

  func typeName(_ type: SwiftType) -> String {
    type.name { SwiftName.declared(found[$0] ?? "ModelObject") }
  }

  private mutating func name(of model: ModelReference) -> String {
    if let name = found[model] { return name }
    let name = names.addName(of: model.objects)
    found[model] = name
    waiting.append(model)
    return name
  }

  private mutating func addClasses(of model: ModelReference) {
    let name = found[model] ?? ""
    switch model.objects.form {
    case .model(let record):
      add(record, named: name, isExact: PropertyNames.areExact(record.keys))
    case .family(let family): add(family, seen: model.objects.tags, named: name)
    // The root of a document may be an empty object.
    case .open, .dictionary: add(Record(), named: name, isExact: false)
    }
  }

  private mutating func add(_ family: Family, seen: [Tag], named name: String) {
    let members = family.members.filter { !$0.record.keys.isEmpty }
    let isExact = members.contains {
      PropertyNames.areExact(family.base.keys + $0.record.keys)
    }
    let base = add(family.base, named: name, isExact: isExact, tag: family.key)
    let place = classes.count - 1
    var listed: [(tag: String, name: String)] = []
    for member in members {
      let subclass = names.addName(ofTag: member.tags[0], superclass: name)
      add(member.record, named: subclass, isExact: isExact, after: base)
      classes[classes.count - 1].superclass = name
      listed += member.tags.map { ($0, subclass) }
    }
    guard !listed.isEmpty else { return }
    classes[place].subclasses = (family.key, listed)
    // Objects without more keys are of the class itself, whatever their tag is.
    let tags = Set(listed.map(\.tag))
    classes[place].takesOtherTags = seen.contains {
      $0.key == family.key && !tags.contains($0.value)
    }
  }

  @discardableResult
  private mutating func add(
    _ record: Record,
    named name: String,
    isExact: Bool,
    after inherited: [PropertyNames.Pair] = [],
    tag: String? = nil
  ) -> [PropertyNames.Pair] {
    let names = PropertyNames(
      record.keys,
      after: inherited,
      isExact: isExact,
      keepsKeys: keepsKeys
    )
    for style in KeyStyle.all {
      let changed = names.changedKeys(by: style)
      changedKeys[style, default: []] += changed.filter {
        !changedKeys[style, default: []].contains($0)
      }
    }
    let properties = zip(names.pairs, record.pairs).map { pair, entry in
      var type = entry.place.propertyType(total: record.count)
      // Nil in an object that is made in code, so that the export writes the tag of its class.
      if entry.key == tag, type == .string { type = .optional(.string) }
      // A version may look like a day.
      if type == .optional(.date), SwiftName.lastWord(of: entry.key) == "version" {
        type =
          entry.place.count < record.count || entry.place.nulls > 0 ? .optional(.string) : .string
      }
      let form = type.isDate && entry.place.dateForm != .automatic ? entry.place.dateForm : nil
      return ClassShape.Property(
        name: pair.name,
        key: pair.key,
        type: type,
        dateForm: form,
        remark: form == nil
          ? Remarks.remark(on: entry.place, key: entry.key) : Remarks.pattern(of: entry.place)
      )
    }
    classes.append(
      ClassShape(
        name: name,
        properties: properties,
        mapping: names.mapping,
        // A subclass inherits it.
        isExact: isExact && inherited.isEmpty
      )
    )
    return names.pairs
  }
}

extension Family {
  /// Makes one subclass of those that have the same keys.
  fileprivate func uniteTwins() {
    var kept: [Member] = []
    var numbers: [Set<String>: [Int]] = [:]
    for member in members {
      let keys = Set(member.record.keys)
      let twin = numbers[keys]?.first { number in
        kept[number].record.pairs.allSatisfy { key, place in
          Likeness.areCompatible([place], member.record[key].map { [$0] } ?? [])
        }
      }
      if let twin {
        kept[twin].tags += member.tags
        kept[twin].record.add(member.record) { Uniting.unite($0, $1) }
      } else {
        if !keys.isEmpty { numbers[keys, default: []].append(kept.count) }
        kept.append(member)
      }
    }
    members = kept
  }
}
