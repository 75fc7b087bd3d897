/// The `subclasses` in a class hierarchy.
struct ClassFamily {
  /// The `subclasses` that aren't inherited, those closest to the base class first.
  private var own: [(type: any Model.Type, tags: ClassTags)] = []

  init(_ declaration: ClassDeclaration) {
    var inherited: ClassTags?
    for type in declaration.chain {
      let tags = type.classTags
      if let tags, inherited?.isSame(as: tags) != true { own.append((type, tags)) }
      inherited = tags
    }
  }

  /// Whether a class doesn't inherit its `subclasses`.
  func isLister(_ type: any Model.Type) -> Bool { own.last.map { $0.type == type } ?? false }

  /// The keys of all tags that an object of the class may have.
  var keys: [String] { own.map(\.tags.key) }

  /// Whether a value under the key of a tag selects a listed class.
  func lists(_ value: Input, under key: String) -> Bool {
    guard let tag = value.tag?.string else { return false }
    let folded = FoldedKey(key)
    return own.contains { _, tags in
      // The dictionary finds canonically equivalent tags too.
      let index = tags.classes.index(forKey: tag)
      return index.map { ExactKey(tags.classes[$0].key) == ExactKey(tag) } == true
        && FoldedKey(tags.key) == folded
    }
  }

  /// Whether there is a value under the key of a tag that doesn't select a listed class.
  func isUnknown(_ value: Any, under key: String) -> Bool {
    let input = Input(Unknown.rawValue(of: value) ?? value)
    return !input.isNullOrNullText && !lists(input, under: key)
  }

  /// A tag that is written with an object.
  struct WrittenTag {
    let key: String
    let text: String
    /// All tags of the same class.
    let names: Set<ExactKey>
    /// Whether unknown tags select the same class, too, for each class that lists tags under the key.
    fileprivate(set) var takesUnknown: Bool

    /// Whether a value under the key selects the same class.
    func isNamed(by value: Any) -> Bool {
      Input(Unknown.rawValue(of: value) ?? value).tag.map { names.contains(ExactKey($0.string)) }
        ?? false
    }
  }

  /// The key of the tag under which an object of a class has nothing, as every value there selects
  /// another class; nil if there is none.
  func unwrittenKey(for type: any Model.Type) -> String? {
    guard let last = own.last, last.type == type, let otherwise = last.tags.otherwise else {
      return nil
    }
    return otherwise == type ? nil : last.tags.key
  }

  /// The tags that are written with an object of a class, outermost first, each key once.
  ///
  /// The most derived class that lists the class determines its tag, and so on for that class.
  func written(for type: any Model.Type) -> [WrittenTag] {
    var written: [WrittenTag] = []
    var listed = type
    for (lister, tags) in own.reversed() {
      guard let tag = tags.tag(of: listed) ?? tags.tag(of: type) else { continue }
      let takesUnknown = type == (tags.otherwise ?? lister)
      if let index = written.firstIndex(where: { $0.key == tags.key }) {
        written[index].takesUnknown = written[index].takesUnknown && takesUnknown
      } else {
        let names = tags.classes.filter { $0.value == tags.classes[tag] }.keys
        written.append(
          WrittenTag(
            key: tags.key,
            text: tag,
            names: Set(names.map { ExactKey($0) }),
            takesUnknown: takesUnknown
          )
        )
      }
      listed = lister
    }
    return written.reversed()
  }
}

/// The tags of a class's objects, prepared for looking up classes.
struct TagPlan {
  struct Listed {
    let type: any Model.Type
    /// Whether it is the class of the plan or a subclass.
    let isBelow: Bool
    /// Whether it is another class that overrides `subclasses`.
    let hasSubclasses: Bool
  }

  /// The class with these `subclasses`.
  let type: any Model.Type
  let key: String
  /// Whether the class doesn't inherit its `subclasses`.
  let isOwn: Bool
  let matching: KeyMatching
  /// Finds the key, however it is spelled.
  let keys: KeyIndex
  private let tags: SpellingTable
  private let classes: ImmortalArray<Listed>
  private let otherwise: Listed?

  init?(_ family: ClassFamily, of type: any Model.Type, matching: KeyMatching) {
    guard let tags = type.classTags else { return nil }
    func listed(_ listed: any Model.Type) -> Listed {
      Listed(
        type: listed,
        isBelow: isSubclass(listed, of: type),
        hasSubclasses: listed != type && listed.classTags.map { !$0.isSame(as: tags) } ?? false
      )
    }
    self.type = type
    key = tags.key
    isOwn = family.isLister(type)
    self.matching = matching
    keys = KeyIndex([], matching: matching, names: [tags.key])
    let classes = Array(tags.classes)
    self.tags = SpellingTable(classes.map(\.key))
    self.classes = ImmortalArray(classes.map { listed($0.value) })
    otherwise = tags.otherwise.map { listed($0) }
  }

  /// The tags, for an issue: `one of circle, square`.
  var expectation: String {
    let tags = (type.classTags?.classes.keys).map { Array($0) } ?? []
    let shown = tags.inKeyOrder().prefix(20).joined(separator: ", ")
    return "one of \(shown)" + (tags.count > 20 ? ", …" : "")
  }

  /// Whether a key is exactly the tag's key.
  @inline(__always)
  func isExactKey(_ key: ByteView) -> Bool { ByteView.with(self.key) { key.equals($0) } }

  /// The class for a value under the tag's key; nil if it isn't a tag, or is unknown without an
  /// `otherwise` class.
  func listed(_ input: Input) -> Listed? {
    guard let tag = input.tag else { return nil }
    return tag.withBytes { listed($0) } ?? (input.isNullOrNullText ? nil : otherwise)
  }

  /// The class for a string under the tag's key; nil if no class is listed under it.
  func listed(_ tag: ByteView) -> Listed? {
    let number = tags.find(tag)
    return number >= 0 ? classes[number] : nil
  }
}

extension Input {
  /// The tag; nil if the value isn't one.
  fileprivate var tag: Text? {
    switch self {
    case .text(let text): text
    case .number(let number): number.shortestText.map { .string($0) }
    default: nil
    }
  }
}

extension Number {
  /// The shortest text of the number, however the input spells it.
  fileprivate var shortestText: String? {
    if let integer = integer(as: Int64.self) { return String(integer) }
    if let integer = integer(as: UInt64.self) { return String(integer) }
    return double.flatMap { Number.double($0).text } ?? text
  }
}
