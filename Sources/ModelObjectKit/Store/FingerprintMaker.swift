import ModelObjectEssentials

/// Makes the fingerprints of objects as they are saved, with their parts: the models in them that
/// aren't objects of the store.
final class FingerprintMaker: UncheckedStorage<FingerprintMaker.State> {
  struct State: ~Copyable {
    fileprivate var fingerprint = Fingerprint()
    /// The parts that were found, and the objects whose values are still to be added.
    fileprivate var parts = FoundObjects()
    fileprivate var waiting: [any Model] = []
    /// The parts of the object whose trace is being made; nil for a fingerprint.
    fileprivate var inner: [any Model]?
  }

  /// What stands for an object of the store; nil for a part.
  typealias Reference = (any Model) -> (number: Int, succession: Int)?

  private let reference: Reference
  /// Whether objects that encode themselves do so; if not, they are left out.
  private let encodes: Bool
  /// Whether a value couldn't be read.
  private var hasFailed = false
  private var stack = StackLimit()
  var untyped = UntypedBranch()
  private lazy var archiver = ModelArchiver(self)
  /// The values of an object that encodes itself.
  private var encoded: [String: Int] = [:]
  private var longTexts = LongTexts()
  /// How many parts were looked at for fingerprints.
  var partCount = 0

  /// Forgets the parts and long texts that it keeps alive.
  func forgetParts() {
    partCount = 0
    state.parts.removeAll()
    longTexts = LongTexts()
  }

  init(encodes: Bool = true, _ reference: @escaping Reference) {
    (self.reference, self.encodes) = (reference, encodes)
    super.init(State())
  }

  /// The fingerprint of an object; nil if it can't be saved.
  func fingerprint(of model: any Model) -> UInt64? {
    state.fingerprint = Fingerprint()
    hasFailed = false
    state.parts.removeAll()
    addValues(of: model)
    addParts()
    return hasFailed ? nil : state.fingerprint.value
  }

  /// A fingerprint of an object in which its parts are those at their addresses, whatever is in them,
  /// and the parts; nil if it can't be saved.
  func trace(of model: any Model) -> (value: UInt64, parts: [any Model])? {
    state.fingerprint = Fingerprint()
    hasFailed = false
    state.inner = []
    defer { state.inner = nil }
    addValues(of: model)
    return hasFailed ? nil : (state.fingerprint.value, state.inner ?? [])
  }

  /// The fingerprint of a property's value; nil if it can't be saved.
  func fingerprint(of property: Property, in model: any Model) -> UInt64? {
    state.fingerprint = Fingerprint()
    hasFailed = false
    state.parts.removeAll()
    property.write(from: model, to: self)
    addParts()
    return hasFailed ? nil : state.fingerprint.value
  }

  /// Adds the values of the parts that wait, and of those in them.
  private func addParts() {
    var next = 0
    while next < state.waiting.count {
      addValues(of: state.waiting[next])
      next += 1
    }
    partCount += next
    state.waiting.removeAll(keepingCapacity: true)
  }

  private func addValues(of model: any Model) {
    let type = type(of: model)
    state.fingerprint.add(.model, UInt64(UInt(bitPattern: ObjectIdentifier(type))))
    let schema = SchemaCache.schema(of: type)
    if schema.hooks.contains(.encode), let model = model as? any ArchivingModel {
      if encodes { addEncoded(model) }
      return
    }
    let (slots, lists) = (schema.archivedSlots, schema.archivedLists)
    ObjectMemory.with(model) { memory in
      for index in 0..<slots.count {
        switch slots[index] {
        case .string(let slot): slot.borrow(from: memory) { text($0) }
        case .int(let slot): integer(Int64(slot.read(from: memory)))
        case .bool(let slot): bool(slot.read(from: memory))
        case .double(let slot): double(slot.read(from: memory))
        case .date(let slot): date(slot.read(from: memory))
        case .optionalString(let slot): add(slot.read(from: memory)) { text($0) }
        case .optionalInt(let slot): add(slot.read(from: memory)) { integer(Int64($0)) }
        case .optionalBool(let slot): add(slot.read(from: memory)) { bool($0) }
        case .optionalDouble(let slot): add(slot.read(from: memory)) { double($0) }
        case .optionalDate(let slot): add(slot.read(from: memory)) { date($0) }
        default:
          if add(lists[index], of: memory) { continue }
          let property = schema.archived[index].property
          if property.nested == nil {
            property.write(from: model, to: self)
          } else {
            add(property.model(in: model)) { self.model($0) }
          }
        }
      }
    }
  }

  /// Adds a list of common values; false if there is none.
  private func add(_ slot: ListSlot, of memory: ObjectMemory) -> Bool {
    func add<Element>(_ slot: Slot<[Element]>, _ write: (Element) -> Void) {
      let list = slot.read(from: memory)
      begin(isArray: true, count: list.count)
      for element in list { write(element) }
      end(isArray: true)
    }
    switch slot {
    case .strings(let slot): add(slot) { text($0) }
    case .integers(let slot): add(slot) { integer(Int64($0)) }
    case .doubles(let slot): add(slot) { double($0) }
    case .keyedStrings, .keyedIntegers, .keyedDoubles, .none: return false
    }
    return true
  }

  @inline(__always)
  private func add<Value>(_ value: Value?, _ write: (Value) -> Void) {
    if let value { write(value) } else { null() }
  }
}

// MARK: - Values

extension FingerprintMaker: ValueSink {
  func null() { state.fingerprint.add(.mark, 0) }
  func untypedNull() { state.fingerprint.add(.mark, 1) }
  func bool(_ value: Bool) { state.fingerprint.add(.mark, value ? 3 : 2) }
  func integer(_ value: Int64) { state.fingerprint.add(.number, UInt64(bitPattern: value)) }
  func integer(_ value: UInt64) {
    if value > Int64.max { state.fingerprint.add(.mark, 10) }
    state.fingerprint.add(.number, value)
  }
  func float(_ value: Float) { state.fingerprint.add(.float, UInt64(value.bitPattern)) }
  func double(_ value: Double) { state.fingerprint.add(.float, value.bitPattern) }
  func decimal(_ value: Decimal) {
    state.fingerprint.add(.mark, 11)
    text(value.description)
  }
  func text(_ value: String) {
    guard value.utf8.count >= LongTexts.leastSize else {
      return ByteView.with(value) { state.fingerprint.add(.text, $0) }
    }
    state.fingerprint.add(.text, longTexts.value(of: value))
  }
  func date(_ value: Date) {
    state.fingerprint.add(.date, value.timeIntervalSinceReferenceDate.bitPattern)
  }
  func data(_ value: Data) { ByteView.with(value) { state.fingerprint.add(.data, $0) } }
  func some() { state.fingerprint.add(.mark, 4) }
  func leaveOut() { state.fingerprint.add(.mark, 5) }
  func mayNest() -> Bool { true }

  func encodable(_ value: any Encodable) {
    state.fingerprint.add(.mark, 12)
    do {
      if let value = value as? any ArchivedApart {
        data(try value.archive())
      } else {
        if let known = longTexts.encoded(value) { return text(known) }
        let parts = try EncodedParts(value)
        if parts.models.isEmpty { longTexts.keep(parts.text, of: value) }
        text(parts.text)
        for part in parts.models { model(part) }
      }
    } catch {
      hasFailed = true
    }
  }

  func raw(_ json: RawJSON) {
    state.fingerprint.add(.mark, 13)
    text(json.text)
  }

  func foreign(_ value: Any) {
    state.fingerprint.add(.model, UInt64(UInt(bitPattern: ObjectIdentifier(type(of: value)))))
    writeOwn(value)
  }

  func begin(isArray: Bool, count: Int) { state.fingerprint.add(.mark, isArray ? 6 : 7) }
  func key(_ key: String) { text(key) }
  func end(isArray: Bool) { state.fingerprint.add(.mark, 8) }

  func model(_ value: any Model) {
    if let (number, succession) = reference(value) {
      state.fingerprint.add(.model, UInt64(number))
      return state.fingerprint.add(.model, UInt64(succession))
    }
    if state.inner != nil {
      state.inner?.append(value)
      let address = UInt(bitPattern: ObjectIdentifier(value))
      return state.fingerprint.add(.model, UInt64(address))
    }
    let (part, isNew) = state.parts.number(of: value)
    // Numbers of parts are above all places.
    guard isNew else { return state.fingerprint.add(.model, .max - UInt64(part)) }
    state.waiting.append(value)
    state.fingerprint.add(.mark, 9)
  }

  var setOrder: SetOrder { .any }

  /// Adds the sum of the elements' own fingerprints, with their parts, so that their order doesn't
  /// matter.
  func set(count: Int, _ write: (Int) -> Void) {
    let (outer, outerWaiting) = (state.fingerprint, state.waiting)
    var sum: UInt64 = 0
    state.waiting = []
    for number in 0..<count {
      state.fingerprint = Fingerprint()
      write(number)
      // Sets in sets in models may be nested deeper than the stack has room for.
      if !stack.isNear() { addParts() }
      sum &+= state.fingerprint.value
    }
    (state.fingerprint, state.waiting) = (outer, outerWaiting + state.waiting)
    state.fingerprint.add(.mark, sum)
    state.fingerprint.add(.number, UInt64(count))
  }
}

// MARK: - Models that encode themselves

extension FingerprintMaker: EncodingTarget {
  private func addEncoded(_ model: any ArchivingModel) {
    // A set of models may be encoded within another object.
    let outer = encoded
    defer { encoded = outer }
    encoded = [:]
    do { try model.encode(with: archiver) } catch { hasFailed = true }
    for (key, value) in encoded.inKeyOrder() {
      text(key)
      state.fingerprint.add(.number, UInt64(bitPattern: Int64(value)))
    }
  }

  func encode(key: String, _ write: (any ValueSink) throws -> Void) throws {
    let outer = state.fingerprint
    defer { state.fingerprint = outer }
    state.fingerprint = Fingerprint()
    try write(self)
    encoded[key] = Int(truncatingIfNeeded: state.fingerprint.value)
  }
}

/// The fingerprints of long texts, of which one may be the value of many properties, and the texts of
/// `Codable` values that are so.
private struct LongTexts {
  static let leastSize = 256
  private static let maximumCount = 64
  private var known: [BytePlace: (text: String, value: UInt64)] = [:]
  private var texts: [ValueImage: (value: any Encodable, text: String)] = [:]
  /// The bytes of a type's values; nil if something in them may change by itself.
  private var wholeTypes: [ObjectIdentifier: [Range<Int>]?] = [:]

  mutating func value(of text: String) -> UInt64 {
    let (isInPlace, place) = (text.isContiguousUTF8, ByteView.with(text) { $0.place })
    // As long as the text is alive, no other bytes are there.
    if isInPlace, let known = known[place] { return known.value }
    var fingerprint = Fingerprint()
    ByteView.with(text) { fingerprint.add(.text, $0) }
    if known.count >= Self.maximumCount { known = [:] }
    if isInPlace { known[place] = (text, fingerprint.value) }
    return fingerprint.value
  }

  /// The text of a value that shares all there is to it with one that is kept.
  mutating func encoded(_ value: any Encodable) -> String? {
    texts.isEmpty ? nil : image(value).flatMap { texts[$0]?.text }
  }

  /// Keeps the text of a value in which nothing changes as long as that is kept.
  mutating func keep(_ text: String, of value: any Encodable) {
    guard text.utf8.count >= Self.leastSize, let image = image(value) else { return }
    if texts.count >= Self.maximumCount { texts = [:] }
    texts[image] = (value, text)
  }

  private mutating func image(_ value: some Encodable) -> ValueImage? {
    let type = type(of: value)
    let key = ObjectIdentifier(type)
    let bytes = wholeTypes[key] ?? wholeBytes(of: type)
    wholeTypes[key] = bytes
    return bytes.map { ValueImage(value, in: $0) }
  }
}
