import Synchronization

/// Counts the input that doesn't fit, by class and key, without recording any values.
///
/// Set one census as ``MappingOptions/census`` of your mappings, and read it whenever you like. Any
/// number of threads may share it. It holds only the names of classes, properties and keys, the
/// types of JSON values, and counts, so you can log it, upload it, or store it and compare it in a
/// test.
///
/// <!-- with:
/// class Person: ModelObject {
///   var personId = 0
///   var nickname: String?
/// }
/// -->
/// ```swift
/// let census = MappingCensus()
/// var options = MappingOptions()
/// options.census = census
/// _ = try Person(json: #"{"person_id": [], "nick_nam": "Shan"}"#, options: options)
/// print(census)
/// // Person, 1 object
/// //   nickname   never came
/// //   personId   1 time an array instead of a number
/// //   ? nick_nam 1 time, a string; near nickname
/// ```
public final class MappingCensus: Sendable {
  /// The number of different unknown keys per class; the rest are counted together.
  static let maximumUnknownKeys = 1_000
  /// The key for unknown keys beyond that number.
  static let moreKeys = "and more"

  private let classes = Mutex(Classes())

  /// Makes an empty census.
  public init() {}

  /// Makes a census from stored entries.
  ///
  /// Its ``objectCounts`` are empty.
  public convenience init(_ entries: [Entry]) {
    self.init()
    classes.withLock { classes in
      for entry in entries {
        classes.named[entry.typeName, default: ClassCount()].add(entry.line, entry.count)
      }
    }
  }

  /// A finding about a key, and how often it occurred.
  public struct Entry: Codable, Hashable, Sendable {
    /// The name of the class.
    public let typeName: String
    /// The name of the property, or a key that matches no property.
    ///
    /// Empty for an object that isn't in a property. Beyond 1,000 unknown keys of a class, the
    /// others are counted as `and more`.
    public let key: String
    /// The kind of the finding.
    public let kind: Kind
    /// The type of the JSON value, such as `string`; nil if there is no value.
    public let found: String?
    /// How often it occurred.
    public let count: Int
  }

  /// A kind of finding.
  ///
  /// A later version may add kinds, so a `switch` needs a `default`.
  public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
    /// The kind's name, such as `missingKey`.
    public let rawValue: String

    /// Makes a kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The input has no key for a property, optional or not.
    public static let missingKey = Kind(rawValue: "missingKey")
    /// The key matches no property.
    public static let unknownKey = Kind(rawValue: "unknownKey")
    /// The value is null, and the property isn't optional.
    public static let null = Kind(rawValue: "null")
    /// The value doesn't fit the property's type.
    public static let mismatch = Kind(rawValue: "mismatch")
    /// A hook or `validate` rejected a model.
    public static let rejected = Kind(rawValue: "rejected")
    /// The value refers to a model that isn't there.
    public static let unresolved = Kind(rawValue: "unresolved")
    /// The tag doesn't belong to any class of the family.
    public static let unknownTag = Kind(rawValue: "unknownTag")
    /// An enum has no case for the raw value.
    public static let unknownRawValue = Kind(rawValue: "unknownRawValue")
  }

  /// All counts, sorted by class, key, kind and type of value.
  public var entries: [Entry] {
    classes.withLock { classes in
      classes.byName.flatMap { name, counted in
        counted.lines.map { line, count in
          Entry(
            typeName: name,
            key: line.key,
            kind: line.kind,
            found: line.found,
            count: count.count
          )
        }
      }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) { $0.precedes($1) } }
    }
  }

  /// The number of mapped objects, by the name of the class.
  public var objectCounts: [String: Int] {
    classes.withLock { $0.byName.mapValues(\.objects).filter { $0.value > 0 } }
  }

  /// Adds the counts of another census.
  public func merge(_ other: MappingCensus) {
    // Never two locks at once: another thread may merge the other way.
    let others = other.classes.withLock { $0.byName }
    classes.withLock { classes in
      for (name, other) in others { classes.named[name, default: ClassCount()].add(other) }
    }
  }

  /// Resets all counts.
  public func reset() { classes.withLock { $0 = Classes() } }

  /// The entries that an earlier census doesn't have, whatever their counts.
  ///
  /// <!-- with:
  /// class Person: ModelObject {
  ///   var age = 0
  /// }
  /// func census(of json: String) throws -> MappingCensus {
  ///   let census = MappingCensus()
  ///   var options = MappingOptions()
  ///   options.census = census
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
    let known = Set(earlier.entries.map(\.order))
    return entries.filter { !known.contains($0.order) }
  }
}

extension MappingCensus.Entry {
  fileprivate var line: MappingCensus.Line {
    MappingCensus.Line(key: key, kind: kind, found: found)
  }

  /// All but the count; unknown keys come last.
  fileprivate var order: [String] {
    [typeName, kind == .unknownKey ? "1" : "0", key, kind.rawValue, found ?? ""]
  }
}

// MARK: - Counting

extension MappingCensus {
  /// A row of a class.
  struct Line: Hashable {
    let key: String
    let kind: Kind
    let found: String?
  }

  /// A line's count, and what its description says beside it.
  private struct Count {
    var count = 0
    /// The type that the property has, or the property whose name is near.
    var expected: String?
  }

  private struct ClassCount {
    var objects = 0
    private(set) var lines: [Line: Count] = [:]
    private var unknownKeys = 0

    mutating func add(
      _ line: Line,
      _ count: Int,
      expected: @autoclosure () -> String? = nil
    ) {
      if let place = lines.index(forKey: line) {
        lines.values[place].count += count
      } else if line.kind == .unknownKey, unknownKeys >= MappingCensus.maximumUnknownKeys {
        let more = Line(key: MappingCensus.moreKeys, kind: .unknownKey, found: nil)
        lines[more, default: Count()].count += count
      } else {
        if line.kind == .unknownKey { unknownKeys += 1 }
        // Finding a similar name takes longer than counting.
        lines[line] = Count(count: count, expected: expected())
      }
    }

    mutating func add(_ other: ClassCount) {
      objects += other.objects
      for (line, count) in other.lines { add(line, count.count, expected: count.expected) }
    }
  }

  /// The objects of a class, and how many had no key for each property.
  ///
  /// Numbers are counted faster than names.
  private struct ObjectCount {
    let properties: [String]
    var objects: Int
    var missing: [Int]
  }

  private struct Classes {
    var named: [String: ClassCount] = [:]
    private var objects: [ObjectIdentifier: ObjectCount] = [:]
    /// The names of the classes: making one takes longer than counting an object.
    private var names: [ObjectIdentifier: String] = [:]

    /// All counts, by the names of the classes.
    var byName: [String: ClassCount] {
      mutating get {
        for (type, counted) in objects {
          var sum = ClassCount()
          sum.objects = counted.objects
          for (name, count) in zip(counted.properties, counted.missing) where count > 0 {
            sum.add(Line(key: name, kind: .missingKey, found: nil), count)
          }
          named[names[type] ?? "", default: ClassCount()].add(sum)
        }
        objects = [:]
        return named
      }
    }

    mutating func count(_ type: Any.Type, _ add: (inout ClassCount) -> Void) {
      add(&named[name(of: type), default: ClassCount()])
    }

    mutating func countObject(of type: Any.Type, _ properties: () -> [String], _ has: (Int) -> Bool)
    {
      let id = ObjectIdentifier(type)
      guard let place = objects.index(forKey: id) else {
        _ = name(of: type)
        let properties = properties()
        let missing = properties.indices.map { has($0) ? 0 : 1 }
        objects[id] = ObjectCount(properties: properties, objects: 1, missing: missing)
        return
      }
      objects.values[place].objects += 1
      for number in objects.values[place].missing.indices where !has(number) {
        objects.values[place].missing[number] += 1
      }
    }

    private mutating func name(of type: Any.Type) -> String {
      if let name = names[ObjectIdentifier(type)] { return name }
      let name = "\(type)"
      names[ObjectIdentifier(type)] = name
      return name
    }
  }

  /// Counts an object and the properties that it has no key for; they are known by their numbers.
  func addObject(of type: Any.Type, _ properties: () -> [String], has: (Int) -> Bool) {
    classes.withLock { $0.countObject(of: type, properties, has) }
  }

  func add(_ line: Line, of type: Any.Type, expected: @autoclosure () -> String?) {
    classes.withLock { classes in
      classes.count(type) { $0.add(line, 1, expected: expected()) }
    }
  }
}

// MARK: - Description

extension MappingCensus: CustomStringConvertible {
  /// The counts as text: a line for each class, and below it a line for each property and key.
  public var description: String {
    let classes = classes.withLock { $0.byName }
    let entries = Dictionary(grouping: entries, by: \.typeName)
    return classes.keys.sorted { $0.precedes($1) }.map { name in
      let objects = classes[name]?.objects ?? 0
      let lines = (entries[name] ?? []).map { entry in
        let key = entry.kind == .unknownKey ? "? \(entry.key)" : entry.key
        let expected = classes[name]?.lines[entry.line]?.expected
        return (key: key, words: Self.words(entry, expected, of: objects))
      }
      let width = lines.map(\.key.count).max() ?? 0
      let title = "\(name), \(objects) \(objects == 1 ? "object" : "objects")"
      return
        ([title]
        + lines.map { key, words in
          "  \(key)\(String(repeating: " ", count: width - key.count)) \(words)".onOneLine
        })
        .joined(separator: "\n")
    }
    .joined(separator: "\n")
  }

  private static func words(_ entry: Entry, _ expected: String?, of objects: Int) -> String {
    let times = "\(entry.count) \(entry.count == 1 ? "time" : "times")"
    let found = entry.found.map { $0 == "null" ? $0 : $0.withArticle }
    switch entry.kind {
    case .missingKey: return entry.count == objects ? "never came" : "missing \(times)"
    case .unknownKey:
      return times + (found.map { ", \($0)" } ?? "") + (expected.map { "; near \($0)" } ?? "")
    case .null: return "\(times) null"
    case .rejected: return "\(times) rejected"
    case .unresolved: return "\(times) an object that isn't there"
    case .unknownTag: return "\(times) an unknown tag"
    case .unknownRawValue: return "\(times) an unknown value"
    default:
      let instead = expected.map { " instead of \($0)" } ?? ""
      return "\(times) \(found ?? "a value")\(instead)"
    }
  }
}
