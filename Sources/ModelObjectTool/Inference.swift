/// Finds the classes of a document.
///
/// An object belongs to a class by the first of these rules:
///
/// 1. all objects of one place (a property, the elements of one array) are of one class;
/// 2. a class whose name the key would give too, where they share half of the keys of the smaller;
/// 3. a class with which it shares four keys and four fifths of the keys of the larger one, whatever
///    the names;
/// 4. a new class.
///
/// A class has the keys of all its objects; what some of them lack is optional.
struct Inference {
  typealias Pairs = [SamplePair]

  private(set) var classes: [ClassShape] = []
  private var names: Set<String>
  /// The classes that one name was wanted for.
  private var wanted: [String: [Int]] = [:]
  /// The classes that have a key.
  private var owners: [String: [Int]] = [:]

  init(rootName: String) {
    names = SwiftName.reservedClassNames.union([rootName])
    classes = [ClassShape(name: rootName)]
    wanted = [rootName: [0]]
  }

  /// Takes the objects that are the root of the document, or stand in it.
  mutating func addRoots(_ objects: [Pairs]) {
    add(objects, to: 0)
  }

  private mutating func add(_ objects: [Pairs], to number: Int) {
    var values: [String: [Sample]] = [:]
    var keys: [String] = []
    classes[number].count += objects.count
    for pair in objects.joined() {
      if values[pair.key] == nil { keys.append(pair.key) }
      values[pair.key, default: []].append(pair.value)
    }
    for key in keys where classes[number].places[key] == nil {
      owners[key, default: []].append(number)
    }
    // All keys before the first value, so that an object inside can be known as of the same class.
    let places = keys.map { classes[number].place($0) }
    for (key, place) in zip(keys, places) {
      let values = values[key] ?? []
      place.count += values.count
      add(values, to: place, key: key, owner: number)
    }
  }

  private mutating func add(_ values: [Sample], to place: Place, key: String, owner: Int) {
    var objects: [Pairs] = []
    var elements: [Sample] = []
    for value in values {
      switch value {
      case .null: place.hasNull = true
      case .bool: place.scalars.addBool()
      case .number(let text): place.scalars.addNumber(text)
      case .text(let text): place.scalars.addText(text)
      case .array(let values):
        place.hasArray = true
        elements += values
      case .object(let pairs):
        place.hasObject = true
        objects.append(pairs)
      }
    }
    if !elements.isEmpty {
      let inner = place.elements ?? Place()
      place.elements = inner
      add(elements, to: inner, key: SwiftName.singular(key), owner: owner)
    }
    if objects.contains(where: { !$0.isEmpty }) {
      add(objects, in: place, key: key, owner: owner)
    } else if case .model(let number) = place.objects {
      classes[number].count += objects.count
    } else {
      place.emptyObjects += objects.count
    }
  }

  private mutating func add(_ objects: [Pairs], in place: Place, key: String, owner: Int) {
    switch place.objects {
    case .dictionary(let values):
      add(
        objects.flatMap { $0.map(\.value) },
        to: values,
        key: SwiftName.singular(key),
        owner: owner
      )
    case .model(let number): add(objects, to: number)
    case .unknown:
      if objects.joined().allSatisfy({ IdentifierKey.matches($0.key) }) {
        place.objects = .dictionary(Place())
        add(objects, in: place, key: key, owner: owner)
      } else {
        let number = classNumber(for: objects, key: key, owner: owner)
        place.objects = .model(number)
        classes[number].count += place.emptyObjects
        add(objects, to: number)
      }
    }
  }
}

// MARK: - Classes

extension Inference {
  private mutating func classNumber(for objects: [Pairs], key: String, owner: Int) -> Int {
    let keys = Set(objects.joined().map(\.key))
    let name = SwiftName.className(key)
    var common = Array(repeating: 0, count: classes.count)
    for key in keys {
      for number in owners[key] ?? [] { common[number] += 1 }
    }
    if let number = wanted[name]?
      .first(where: { common[$0] * 2 >= min(classes[$0].keys.count, keys.count) })
    {
      return number
    }
    if let number = classes.indices
      .first(where: {
        common[$0] >= 4 && common[$0] * 5 >= max(classes[$0].keys.count, keys.count) * 4
      })
    {
      return number
    }
    classes.append(ClassShape(name: freeName(name, owner: classes[owner].name)))
    wanted[name, default: []].append(classes.count - 1)
    return classes.count - 1
  }

  /// The name itself, or with that of the class around it in front, or with a number behind.
  private mutating func freeName(_ name: String, owner: String) -> String {
    if names.insert(name).inserted { return name }
    let longer = owner + name
    if names.insert(longer).inserted { return longer }
    var number = 2
    while !names.insert("\(longer)\(number)").inserted { number += 1 }
    return "\(longer)\(number)"
  }
}

/// Keys that are ids rather than names: an object that has no others is a dictionary.
///
/// These are ids:
///
/// 1. digits, maybe with a sign: `42`;
/// 2. digits with `-`, `.`, `:` or `/` between them: `2014-05-06`, `10.0.0.1`;
/// 3. hexadecimal digits, 8 or more, hyphens aside, with a digit and either a hyphen or a letter:
///    `9f86d081`, UUIDs;
/// 4. 16 or more ASCII letters and digits, four digits among them: `5dtqz0yw3m1k8xv2`.
enum IdentifierKey {
  static func matches(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits > 0, let first = bytes.first, let last = bytes.last else { return false }
    func areAll(_ allowed: String) -> Bool {
      let allowed = Set(allowed.utf8)
      return bytes.allSatisfy(allowed.contains)
    }
    let isDigitAtEnds = [first, last].allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    if areAll("0123456789") || first == UInt8(ascii: "-") && digits == bytes.count - 1 {
      return true
    }
    if isDigitAtEnds, areAll("0123456789-.:/") { return true }
    if bytes.count(where: { $0 != UInt8(ascii: "-") }) >= 8,
      areAll("0123456789abcdef-") || areAll("0123456789ABCDEF-"), first != UInt8(ascii: "-")
    {
      return true
    }
    return bytes.count >= 16 && digits >= 4
      && areAll("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  }
}
