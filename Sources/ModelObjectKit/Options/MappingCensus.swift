/// Counts the input that doesn't fit, by class and key, without recording any values.
///
/// Set one census as ``MappingOptions/census`` of your mappings, and read it whenever you like. Any
/// number of threads may share it. It holds only the names of classes and properties, unknown keys,
/// the types of JSON values, and counts, so you can log it, upload it, or store it and compare it
/// in a test.
///
/// Objects, their missing and unknown keys, and unknown tags are counted when they are read. What
/// doesn't fit counts only if its value does.
///
/// Unknown keys are as the input spells them, up to 200 characters. If an object in the input is a
/// dictionary, its keys are data: `{"jane@example.org": …}`. If your classes may get such objects,
/// count unknown keys together before the census leaves the device: see
/// ``init(countsUnknownKeysTogether:)``.
///
/// <!-- with:
/// class Person: ModelObject {
///   var personId = 0
///   var nickname: String?
/// }
/// -->
/// ```swift
/// let census = MappingCensus()
/// let options = MappingOptions(census: census)
/// _ = try Person(json: #"{"person_id": [], "nick_nam": "Shan"}"#, options: options)
/// print(census)
/// // Person, 1 object
/// //   nickname   always missing
/// //   personId   1 time an array instead of a number
/// //   ? nick_nam 1 time, a string; near nickname
/// ```
public final class MappingCensus: Sendable {
  /// The number of different unknown keys per class; the rest are counted together.
  static let maximumUnknownKeys = 1_000
  /// The key for unknown keys beyond that number.
  static let moreKeys = "and more"

  private let counts = Locked(Counts())
  private let countsUnknownKeysTogether: Bool

  /// Makes an empty census.
  ///
  /// A census that counts unknown keys together has one entry for all unknown keys of a class,
  /// without their names. ``merge(_:)`` adds those of another census to it.
  ///
  /// <!-- with:
  /// class Person: ModelObject { var personId = 0 }
  /// -->
  /// ```swift
  /// let census = MappingCensus(countsUnknownKeysTogether: true)
  /// let options = MappingOptions(census: census)
  /// let json = #"{"person_id": 7, "jane@example.org": 1, "kim@example.org": true}"#
  /// _ = try Person(json: json, options: options)
  /// print(census)
  /// // Person, 1 object
  /// //   ? unknown keys of Person 2 times
  /// ```
  ///
  /// - Parameter countsUnknownKeysTogether: Whether the unknown keys of a class are one entry,
  ///   whose key is `unknown keys of` and the name of the class.
  public init(countsUnknownKeysTogether: Bool = false) {
    self.countsUnknownKeysTogether = countsUnknownKeysTogether
  }

  /// Makes a census from stored entries.
  ///
  /// Its ``objectCounts`` are empty. Entries whose count isn't positive are ignored, and counts stop
  /// at the largest number.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let census = MappingCensus()
  /// let options = MappingOptions(census: census)
  /// _ = try Person(json: #"{"age": []}"#, options: options)
  /// let data = try JSONEncoder().encode(census.entries)
  /// let entries = try JSONDecoder().decode([MappingCensus.Entry].self, from: data)
  /// MappingCensus(entries).entries == census.entries  // true
  /// ```
  public convenience init(_ entries: [Entry]) {
    self.init()
    counts.withLock { counts in
      for entry in entries where entry.count > 0 { counts.add(counts.named(entry)) }
    }
  }

  /// A finding about a key, and how often it occurred.
  public struct Entry: Codable, Hashable, Sendable {
    /// The name of the class; with its module and the types around it, if the census has another
    /// class of that name already.
    public fileprivate(set) var typeName: String
    /// The name with the module and the types around it, by which censuses tell classes apart; nil in
    /// entries that an earlier version has stored.
    fileprivate let className: String?
    /// The name of the property, or a key that matches no property.
    ///
    /// Empty for an object that isn't in a property. Beyond 1,000 unknown keys of a class, the
    /// others are counted as `and more`; a census that counts unknown keys together has
    /// `unknown keys of` the class instead.
    public let key: String
    /// The kind of the finding.
    public let kind: Kind
    /// The type of the JSON value, such as `string`; nil if there is no value.
    public let found: String?
    /// How often it occurred.
    public fileprivate(set) var count: Int
  }

  /// A kind of finding: that of an issue, or one that only a census counts.
  public typealias Kind = ModelError.Issue.Kind

  /// All counts, sorted by class, key, kind and type of value.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let census = MappingCensus()
  /// let options = MappingOptions(census: census)
  /// _ = try [Person](json: #"[{"age": []}, {"age": []}]"#, options: options)
  /// census.entries[0].key  // "age"
  /// census.entries[0].kind == .typeMismatch  // true
  /// census.entries[0].count  // 2
  /// ```
  public var entries: [Entry] { settled.orderedLines.map(\.entry) }

  /// The number of mapped objects, by the name of the class.
  public var objectCounts: [String: Int] { settled.objects }

  /// Adds the counts of another census.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 }
  /// let (monday, tuesday) = (MappingCensus(), MappingCensus())
  /// let options = MappingOptions(census: tuesday)
  /// _ = try Person(json: "{}", options: options)
  /// -->
  /// ```swift
  /// monday.merge(tuesday)
  /// monday.objectCounts  // ["Person": 1]
  /// ```
  public func merge(_ other: MappingCensus) {
    // Never two locks at once: another thread may merge the other way.
    let others = other.settled
    counts.withLock { counts in
      // In an order, as the first class of a short name has it.
      for (name, count) in others.objects.inKeyOrder() {
        counts.addObjects(count, of: counts.name(name, ofClass: others.classNames[name]))
      }
      // In an order, in case that there are too many unknown keys.
      for line in others.orderedLines where counts.add(counted(counts.named(line.entry))) {
        counts.lines[counts.lines.count - 1].expected = line.expected
      }
    }
  }

  /// Resets all counts.
  public func reset() { counts.withLock { $0 = Counts() } }

  /// The entries that an earlier census doesn't have, whatever their counts.
  ///
  /// <!-- with:
  /// class Person: ModelObject { var age = 0 }
  /// func census(of json: String) throws -> MappingCensus {
  ///   let census = MappingCensus()
  ///   let options = MappingOptions(census: census)
  ///   _ = try Person(json: json, options: options)
  ///   return census
  /// }
  /// -->
  /// ```swift
  /// let known = try census(of: #"{"age": 1}"#)
  /// let today = try census(of: #"{"age": {}, "name": "Shan"}"#)
  /// today.difference(from: known).map(\.key)  // ["age", "name"]
  /// ```
  public func difference(from earlier: MappingCensus) -> [Entry] {
    let known = earlier.entries
    let (names, classNames) = (Set(known.map(\.name)), Set(known.compactMap(\.nameOfClass)))
    let withoutClass = Set(known.filter { $0.className == nil }.map(\.name))
    return entries.filter { entry in
      guard let name = entry.nameOfClass else { return !names.contains(entry.name) }
      return !classNames.contains(name) && !withoutClass.contains(entry.name)
    }
  }
}

extension MappingCensus.Entry {
  /// What tells entries apart, and puts them in their order; unknown keys come last.
  fileprivate var name: ExactKey { name(of: typeName, key) }

  /// The same by the class, whatever a census calls that; nil without one.
  fileprivate var nameOfClass: ExactKey? {
    className.map { name(of: $0, key == togetherKey ? "" : key) }
  }

  private func name(of type: String, _ key: String) -> ExactKey {
    let parts = [type, kind == .unknownKey ? "1" : "0", key, kind.rawValue, found ?? ""]
    return ExactKey(parts.joined(separator: "\0"))
  }

  /// The key for all unknown keys of the class.
  fileprivate var togetherKey: String { "unknown keys of \(typeName)" }

  /// The same number of unknown keys under one key for several.
  fileprivate func together(_ key: String) -> MappingCensus.Entry {
    MappingCensus.Entry(
      typeName: typeName,
      className: className,
      key: key,
      kind: kind,
      found: nil,
      count: count
    )
  }
}

// MARK: - Counting

extension MappingCensus {
  /// An entry, and what is expected: the type of the property, or one with a name nearby.
  typealias Line = (entry: Entry, expected: String?)

  /// The objects of a class since the lines were settled, and how many had no key for each
  /// property.
  ///
  /// Numbers are counted faster than names.
  struct ClassCount {
    /// Making a name takes longer than counting an object.
    let name: String
    let className: String
    var properties: [String] = []
    var objects = 0
    var missing: [Int] = []

    /// Counts an object, and each property for which it has no key.
    mutating func add(_ properties: () -> [String], has: (Int) -> Bool) {
      if objects == 0 {
        self.properties = properties()
        missing = self.properties.map { _ in 0 }
      }
      objects += 1
      for property in missing.indices where !has(property) { missing[property] += 1 }
    }
  }

  struct Counts {
    /// The number of objects by the names of their classes, without those of `classes`.
    var objects: [String: Int] = [:]
    var lines: [Line] = []
    /// The indexes of the lines by the names of their entries.
    private var indexes: [ExactKey: Int] = [:]
    /// The unknown keys that are counted by themselves, after the names of their classes.
    private var unknownKeys: Set<ExactKey> = []
    /// How many these are, by the names of their classes.
    private var unknownCounts: [String: Int] = [:]
    private var classes: [ObjectIdentifier: ClassCount] = [:]
    /// The whole names of the classes by those in the lines, and the reverse.
    private(set) var classNames: [String: String] = [:]
    private var names: [String: String] = [:]
    /// The classes of the program by their names in the lines.
    private var named: [String: ObjectIdentifier] = [:]

    var orderedLines: [Line] { lines.inKeyOrder { $0.entry.name.text } }

    /// The sum of two counts; the largest number if that isn't enough.
    private static func sum(_ first: Int, _ second: Int) -> Int {
      let (sum, overflow) = first.addingReportingOverflow(second)
      return overflow ? .max : sum
    }

    mutating func addObjects(_ count: Int, of name: String) {
      objects[name] = Self.sum(objects[name, default: 0], count)
    }

    /// Adds to the count of an entry; true if its line is new, and the last one.
    @discardableResult
    mutating func add(_ entry: Entry) -> Bool {
      if let index = indexes[entry.name] {
        lines[index].entry.count = Self.sum(lines[index].entry.count, entry.count)
        return false
      }
      // Without a value, it is that of several keys.
      if entry.kind == .unknownKey, entry.found != nil {
        let (type, key) = (entry.typeName, ExactKey("\(entry.typeName)\0\(entry.key)"))
        let count = unknownCounts[type, default: 0]
        guard count < maximumUnknownKeys || unknownKeys.contains(key) else {
          return add(entry.together(moreKeys))
        }
        if unknownKeys.insert(key).inserted { unknownCounts[type] = count + 1 }
      }
      indexes[entry.name] = lines.count
      lines.append((entry, nil))
      return true
    }

    /// Calls a closure with the count of a class.
    mutating func with<Result>(_ type: Any.Type, _ body: (inout ClassCount) -> Result) -> Result {
      let id = ObjectIdentifier(type)
      if classes[id] == nil {
        let className = (type as? AnyClass).map(nameWithoutAddress) ?? "\(type)"
        var name = name("\(type)", ofClass: className)
        // Private classes may have the same whole name, too.
        if named[name, default: id] != id { name = className }
        named[name] = id
        classes[id] = ClassCount(name: name, className: className)
      }
      return body(&classes[id, default: ClassCount(name: "", className: "")])
    }

    /// The name of a class in the lines: its short name, or the whole one if another class has that.
    ///
    /// Without a whole name, it is the class of the short one.
    mutating func name(_ name: String, ofClass className: String?) -> String {
      guard let className else { return name }
      if let known = names[className] { return known }
      let free = classNames[name] == nil ? name : className
      (names[className], classNames[free]) = (free, className)
      return free
    }

    /// An entry with the name of its class in these lines.
    mutating func named(_ entry: Entry) -> Entry {
      var named = entry
      named.typeName = name(entry.typeName, ofClass: entry.className)
      return entry.key == entry.togetherKey && entry.found == nil
        ? named.together(named.togetherKey) : named
    }

    /// Moves the counts of classes to the lines.
    mutating func settle() {
      for (id, counted) in classes where counted.objects > 0 {
        addObjects(counted.objects, of: counted.name)
        for (key, count) in zip(counted.properties, counted.missing) where count > 0 {
          add(
            Entry(
              typeName: counted.name,
              className: counted.className,
              key: key,
              kind: .missingKey,
              found: nil,
              count: count
            )
          )
        }
        classes[id] = ClassCount(name: counted.name, className: counted.className)
      }
    }
  }

  var settled: Counts {
    counts.withLock { counts in
      counts.settle()
      return counts
    }
  }

  /// An entry as this census counts it.
  private func counted(_ entry: Entry) -> Entry {
    entry.kind == .unknownKey && countsUnknownKeysTogether
      ? entry.together(entry.togetherKey) : entry
  }

  /// Counts an object, and each property for which it has no key.
  func addObject(of type: Any.Type, _ properties: () -> [String], has: (Int) -> Bool) {
    counts.withLock { $0.with(type) { $0.add(properties, has: has) } }
  }

  /// Counts a finding about a key.
  @inline(never)
  func add(
    _ kind: Kind,
    _ key: String,
    of type: Any.Type,
    found: String?,
    expected: @autoclosure () -> String? = nil,
    count: Int = 1
  ) {
    counts.withLock { counts in
      let (name, className) = counts.with(type) { ($0.name, $0.className) }
      let entry = Entry(
        typeName: name,
        className: className,
        key: key,
        kind: kind,
        found: found,
        count: count
      )
      // Finding it takes longer than counting.
      if counts.add(counted(entry)) { counts.lines[counts.lines.count - 1].expected = expected() }
    }
  }
}
