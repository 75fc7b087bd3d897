import ModelObjectEssentials

/// What a value of a user's `Codable` type encodes, in the order in which it does, until it is
/// passed to a sink.
///
/// Encoders may go on with any container that they were given before, so the parts of a value come
/// in any order. A part leads to the next one in the same container.
final class StructTree: UncheckedStorage<[StructTree.Part]> {
  /// What a part is.
  enum Content {
    /// Nothing has been encoded yet.
    case nothing
    case null
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    indirect case decimal(Decimal)
    case text(String)
    case date(Date)
    case data(Data)
    case raw(RawJSON)
    case model(any Model)
    indirect case holder(any ModelHolder)
    case array
    case object
  }

  struct Part {
    fileprivate(set) var content = Content.nothing
    /// The key in an object.
    let key: String
    fileprivate let container: Int32
    fileprivate var next: Int32 = -1
    fileprivate var first: Int32 = -1
    fileprivate var last: Int32 = -1
    fileprivate(set) var count: Int32 = 0
    /// The marks of the keys in it.
    fileprivate var marks: UInt64 = 0
  }

  private(set) var parts: [Part] {
    @inline(__always) _read { yield state }
    @inline(__always) _modify { yield &state }
  }
  /// The steps to the value: it is an element of lists.
  var indexes: [Int] = []
  /// Whether dates, models and numbers that JSON doesn't have are encoded for an archive, which has
  /// to give them back.
  let isArchive: Bool
  /// Whether models are parts of their own; if not, they encode themselves.
  let keepsModels: Bool
  /// The models that an archive has apart, in the order in which they were written.
  private(set) var models: [any Model] = []
  /// The key of the objects that stand for these.
  private(set) lazy var modelKey: String = {
    let names = Set(parts.map(\.key))
    var key = "#"
    while names.contains(key) { key += "#" }
    return key
  }()
  /// The error because of which the value can't be written, although its code has gone on.
  private(set) var failure: (any Error)?
  /// The parts by their keys, for objects with many.
  private var places: [Int32: [String: Int]] = [:]
  private var stack = StackLimit()

  init(isArchive: Bool = false, keepsModels: Bool? = nil) {
    (self.isArchive, self.keepsModels) = (isArchive, keepsModels ?? !isArchive)
    super.init([Part(key: "", container: -1)])
  }

  /// What a value encodes.
  convenience init(
    _ value: any Encodable,
    isArchive: Bool = false,
    keepsModels: Bool? = nil
  ) throws {
    self.init(isArchive: isArchive, keepsModels: keepsModels)
    try fill(with: value)
  }

  func fill<Value: Encodable>(with value: Value) throws {
    try encode(value, at: 0)
    if let failure { throw failure }
  }

  fileprivate func removeAll() {
    parts.removeAll(keepingCapacity: true)
    parts.append(Part(key: "", container: -1))
    (indexes, failure) = ([], nil)
    if !places.isEmpty { places = [:] }
  }

  /// There is a decimal in a value for an archive that isn't a number.
  struct NoNumber: Error {}

  func fail(_ error: any Error) { failure = failure ?? error }

  var userInfo: [CodingUserInfoKey: Any] { isArchive ? [.losesNothing: true] : [:] }
}

// MARK: - Parts

extension StructTree {
  subscript(place: Int) -> Content {
    get { parts[place].content }
    set { parts[place].content = newValue }
  }

  @inline(__always)
  private func eachPart(of place: Int, _ body: (Int) -> Void) {
    var next = parts[place].first
    while next >= 0 {
      body(Int(next))
      next = parts[Int(next)].next
    }
  }

  /// The places of the parts in a container.
  private func parts(in place: Int) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(Int(parts[place].count))
    eachPart(of: place) { places.append($0) }
    return places
  }

  /// The steps from the value to a part.
  func path(to place: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = place
    while parts[place].container >= 0 {
      let container = Int(parts[place].container)
      if case .array = parts[container].content {
        path.append(AnyKey(parts(in: container).firstIndex(of: place) ?? 0))
      } else {
        path.append(AnyKey(parts[place].key))
      }
      place = container
    }
    return indexes.map { AnyKey($0) } + path.reversed()
  }

  /// Adds a part to an array.
  func add(to place: Int, _ content: Content = .nothing) -> Int { append("", to: place, content) }

  /// Adds a part to an object; it takes the place of one with the same key.
  @discardableResult
  func add(_ key: String, to place: Int, _ content: Content = .nothing) -> Int {
    let mark = Self.mark(of: key)
    defer { parts[place].marks |= mark }
    if parts[place].marks & mark != 0, let known = known(key, in: place) {
      let (container, next) = (parts[known].container, parts[known].next)
      parts[known] = Part(content: content, key: key, container: container, next: next)
      places[Int32(known)] = nil
      return known
    }
    let new = append(key, to: place, content)
    if parts[place].count > Self.fewParts { places[Int32(place)]?[key] = new }
    return new
  }

  /// The container under a key of an object: the one that is there, or a new part.
  func container(_ key: String, in place: Int, _ content: Content) -> Int {
    if parts[place].marks & Self.mark(of: key) != 0, let known = known(key, in: place) {
      switch (parts[known].content, content) {
      case (.object, .object), (.array, .array): return known
      default: break
      }
    }
    return add(key, to: place, content)
  }

  @inline(__always)
  private func append(_ key: String, to place: Int, _ content: Content) -> Int {
    let new = Int32(truncatingIfNeeded: parts.count)
    let last = parts[place].last
    let container = Int32(truncatingIfNeeded: place)
    parts.append(Part(content: content, key: key, container: container))
    if last >= 0 { parts[Int(last)].next = new } else { parts[place].first = new }
    parts[place].last = new
    parts[place].count += 1
    return Int(new)
  }

  /// A bit for a key, the same for equal ones: of its first and its last character.
  ///
  /// All bits if it isn't ASCII: such keys may be equal and begin with other bytes.
  private static func mark(of key: String) -> UInt64 {
    ByteView.with(key) { bytes in
      guard bytes.count > 0 else { return .max }
      for index in 0..<bytes.count where bytes[index] >= 0x80 { return .max }
      let bit = bytes[0] & 7 | (bytes[bytes.count &- 1] & 7) &<< 3
      return 1 &<< UInt64(bit)
    }
  }

  /// As many keys are compared one by one.
  private static let fewParts = 8

  private func known(_ key: String, in place: Int) -> Int? {
    guard parts[place].count > Self.fewParts else {
      var next = parts[place].first
      while next >= 0 {
        if parts[Int(next)].key == key { return Int(next) }
        next = parts[Int(next)].next
      }
      return nil
    }
    if let known = places[Int32(place)] { return known[key] }
    var known: [String: Int] = [:]
    for part in parts(in: place) { known[parts[part].key] = part }
    places[Int32(place)] = known
    return known[key]
  }

  /// Makes a part an array or an object; one that is something else already is an error of the
  /// type's code.
  func begin(_ place: Int, isArray: Bool) -> Int {
    switch parts[place].content {
    case .nothing: parts[place].content = isArray ? .array : .object
    case .array where isArray: break
    case .object where !isArray: break
    default:
      fail(error(at: place, nil, "encodes two values in one place"))
      return add(to: place)
    }
    return place
  }

  func error(at place: Int, _ value: Any?, _ words: String) -> EncodingError {
    let context = EncodingError.Context(codingPath: path(to: place), debugDescription: words)
    return .invalidValue(value ?? (), context)
  }
}

// MARK: - Values

extension StructTree {
  /// Encodes a value at a place.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, at place: Int) throws {
    if Value.self == String.self {
      parts[place].content = .text(try exactly(value, String.self))
    } else if Value.self == Int.self {
      parts[place].content = .signed(Int64(try exactly(value, Int.self)))
    } else if Value.self == Double.self {
      parts[place].content = try content(of: try exactly(value, Double.self), at: place)
    } else if Value.self == Bool.self {
      parts[place].content = .bool(try exactly(value, Bool.self))
    } else {
      try encodeOther(value, at: place)
    }
  }

  @inline(never)
  private func encodeOther<Value: Encodable>(_ value: Value, at place: Int) throws {
    switch StructType.of(Value.self).form {
    case .integer:
      if let value = value as? any FixedWidthInteger, let content = content(of: value) {
        return parts[place].content = content
      }
    case .float:
      if let value = value as? Float {
        return parts[place].content = try content(of: value, at: place)
      }
    case .date where !isArchive:
      if let value = value as? Date { return parts[place].content = .date(value) }
    case .data: if let value = value as? Data { return parts[place].content = .data(value) }
    case .url:
      if let value = value as? URL { return parts[place].content = .text(value.absoluteString) }
    case .decimal:
      if let value = value as? Decimal {
        if value.isNaN, isArchive { throw NoNumber() }
        if value.isNaN { throw error(at: place, value, "JSON has no such number") }
        return parts[place].content = .decimal(value)
      }
    case .raw where !isArchive:
      if let value = value as? RawJSON { return parts[place].content = .raw(value) }
    case .model where keepsModels:
      if let value = value as? any Model { return parts[place].content = .model(value) }
    case .holder where !isArchive:
      if let value = value as? any ModelHolder { return parts[place].content = .holder(value) }
    case .set, .dictionary:
      if let value = value as? any Container, try encode(value, at: place) { return }
    default: break
    }
    try encodeOwn(value, at: place)
  }

  /// Encodes a value by its type's own code.
  private func encodeOwn<Value: Encodable>(_ value: Value, at place: Int) throws {
    guard !stack.isNear() else {
      let error = ModelError(.tooDeep, message: StackLimit.message)
      fail(error)
      throw error
    }
    try value.encode(to: StructEncoder(tree: self, place: place))
    // Code that encodes nothing stands for an empty object.
    if case .nothing = parts[place].content { parts[place].content = .object }
  }

  /// Encodes a set, or a dictionary, which has no order, in one that its members alone decide;
  /// false for another value.
  private func encode(_ value: any Container, at place: Int) throws -> Bool {
    if let pairs = value.pairs { return try encode(pairs, of: value, at: place) }
    guard let members = value.orderedElements else { return false }
    parts[place].content = .array
    for member in members {
      guard let member = Unknown.encodable(member) else { return false }
      try encodeAny(member, at: add(to: place))
    }
    return true
  }

  private func encode(
    _ pairs: [(Any, Any)],
    of dictionary: any Container,
    at place: Int
  ) throws -> Bool {
    guard let isNamed = Self.isNamed(type(of: dictionary).keyType) else { return false }
    let keys = pairs.map { key, _ in Self.name(of: key) ?? shownText(of: key) }
    parts[place].content = isNamed ? .object : .array
    for index in keyOrder(keys) {
      let (key, value) = pairs[index]
      guard let value = Unknown.encodable(value) else { return false }
      if isNamed {
        try encodeAny(value, at: add(keys[index], to: place))
      } else if let key = Unknown.encodable(key) {
        // As Swift does: the key and its value in turns.
        try encodeAny(key, at: add(to: place))
        try encodeAny(value, at: add(to: place))
      }
    }
    return true
  }

  /// Whether Swift encodes dictionaries with keys of a type as objects; nil for no dictionary.
  static func isNamed(_ key: Any.Type?) -> Bool? {
    guard let key else { return nil }
    if key == String.self || key == Int.self { return true }
    guard #available(iOS 15.4, macOS 12.3, tvOS 15.4, *) else { return false }
    return key is any CodingKeyRepresentable.Type
  }

  private static func name(of key: Any) -> String? {
    if let key = key as? String { return key }
    if let key = key as? Int { return String(key) }
    guard #available(iOS 15.4, macOS 12.3, tvOS 15.4, *) else { return nil }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue
  }

  private func encodeAny(_ value: some Encodable, at place: Int) throws {
    try encode(value, at: place)
  }

  private func content(of value: any FixedWidthInteger) -> Content? {
    if let value = Int64(exactly: value) { return .signed(value) }
    if let value = UInt64(exactly: value) { return .unsigned(value) }
    return Decimal(string: "\(value)", locale: nil).map { .decimal($0) }
  }

  func content(of value: Double, at place: Int) throws -> Content {
    value.isFinite ? .double(value) : try content(ofOdd: value, at: place)
  }

  private func content(of value: Float, at place: Int) throws -> Content {
    value.isFinite ? .float(value) : try content(ofOdd: Double(value), at: place)
  }

  private func content(ofOdd value: Double, at place: Int) throws -> Content {
    guard !isArchive else { return .text(Self.name(of: value)) }
    throw error(at: place, value, "JSON has no such number")
  }

  /// How archives spell numbers that JSON doesn't have.
  private static func name(of value: Double) -> String {
    value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
  }

  /// The number that an archive has spelled.
  static func number(named name: String) -> Double? {
    switch name {
    case "nan": .nan
    case "inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }
}

// MARK: - Writing

extension StructTree {
  /// Passes what was encoded to a sink.
  func write(to sink: any ValueSink, sortsKeys: Bool = false) {
    write(0, to: sink, sortsKeys)
  }

  private func write(_ place: Int, to sink: any ValueSink, _ sortsKeys: Bool) {
    switch parts[place].content {
    case .nothing, .null: sink.null()
    case .bool(let value): sink.bool(value)
    case .signed(let value): sink.integer(value)
    case .unsigned(let value): sink.integer(value)
    case .float(let value): sink.float(value)
    case .double(let value): sink.double(value)
    case .decimal(let value): sink.decimal(value)
    case .text(let value): sink.text(value)
    case .date(let value): sink.date(value)
    case .data(let value): sink.data(value)
    case .raw(let value): sink.raw(value)
    case .model(let model) where isArchive: writePlace(of: model, to: sink)
    case .model(let model): sink.embedded(model)
    case .holder(let holder): holder.withModel { sink.embedded($0) }
    case .array:
      sink.begin(isArray: true, count: Int(parts[place].count))
      eachPart(of: place) { write($0, to: sink, sortsKeys) }
      sink.end(isArray: true)
    case .object:
      var count = 0
      eachPart(of: place) { if isWritten($0) { count &+= 1 } }
      sink.begin(isArray: false, count: count)
      if sortsKeys {
        let places = parts(in: place).inKeyOrder { parts[$0].key }
        for place in places { writePair(place, to: sink, sortsKeys) }
      } else {
        eachPart(of: place) { writePair($0, to: sink, sortsKeys) }
      }
      sink.end(isArray: false)
    }
  }

  /// Writes what stands for a model in an archive: an object with its number, by a key that no object
  /// of the value has.
  private func writePlace(of model: any Model, to sink: any ValueSink) {
    sink.begin(isArray: false, count: 1)
    sink.key(modelKey)
    sink.integer(Int64(models.count))
    sink.end(isArray: false)
    models.append(model)
  }

  private func isWritten(_ place: Int) -> Bool {
    if case .nothing = parts[place].content { false } else { true }
  }

  private func writePair(_ place: Int, to sink: any ValueSink, _ sortsKeys: Bool) {
    guard isWritten(place) else { return }
    sink.key(parts[place].key)
    write(place, to: sink, sortsKeys)
  }
}

extension StructTree {
  /// Whether two values have encoded the same, in whichever order of keys.
  func isEqual(to other: StructTree) -> Bool { isEqual(0, to: other, 0) }

  private func isEqual(_ place: Int, to other: StructTree, _ otherPlace: Int) -> Bool {
    switch (parts[place].content, other.parts[otherPlace].content) {
    case (.array, .array), (.object, .object):
      var (inner, others) = (parts(in: place), other.parts(in: otherPlace))
      guard inner.count == others.count else { return false }
      if case .object = parts[place].content {
        inner = inner.inKeyOrder { parts[$0].key }
        others = others.inKeyOrder { other.parts[$0].key }
      }
      return zip(inner, others).allSatisfy { inner, outer in
        ExactKey(parts[inner].key) == ExactKey(other.parts[outer].key)
          && isEqual(inner, to: other, outer)
      }
    case (.nothing, .nothing), (.null, .null): return true
    case (.bool(let first), .bool(let second)): return first == second
    case (.signed(let first), .signed(let second)): return first == second
    case (.unsigned(let first), .unsigned(let second)): return first == second
    case (.float(let first), .float(let second)): return first == second
    case (.double(let first), .double(let second)): return first == second
    case (.decimal(let first), .decimal(let second)): return first == second
    case (.text(let first), .text(let second)): return ExactKey(first) == ExactKey(second)
    case (.data(let first), .data(let second)): return first == second
    // Archives have no other contents.
    default: return false
    }
  }
}

/// A tree that is used for one value after another.
final class ReusedTree: UncheckedStorage<StructTree?> {
  /// The tree of the last value, unless the code of a type has kept a part of it; else a new one.
  func take() -> StructTree {
    defer { state = nil }
    guard isKnownUniquelyReferenced(&state), let tree = state else { return StructTree() }
    tree.removeAll()
    return tree
  }

  func giveBack(_ tree: StructTree) {
    tree.indexes = []
    state = tree
  }
}

/// A value that holds a model, which it hands out for the length of a call.
protocol ModelHolder {
  func withModel(_ body: (any Model) -> Void)
}
