import Foundation

/// Makes the fingerprints of objects as they are saved, with their parts: the models in them that
/// aren't objects of the store.
final class FingerprintMaker {
  private let files: FiledObjects
  private var state = Fingerprint()
  /// Whether a value couldn't be read.
  private var hasFailed = false
  /// The parts that were found, by their addresses, and those whose values are still to be added.
  private var parts: [ObjectIdentifier: UInt64] = [:]
  private var waiting: [any Model] = []
  private var plans: [ObjectIdentifier: [Field]] = [:]
  private var lastPlan: (type: any Model.Type, fields: [Field])?
  private var stack = StackLimit()
  var untyped = UntypedBranch()
  private lazy var archiver = ModelArchiver(self)
  /// The values of an object that encodes itself.
  private var encoded: [String: UInt64] = [:]

  /// A property, with its place in memory if it is of a common type.
  private struct Field {
    let slot: DirectSlot
    let property: Property
  }

  init(_ files: FiledObjects) {
    self.files = files
  }

  /// The fingerprint of an object; nil if it can't be saved.
  func fingerprint(of model: any Model) -> UInt64? {
    state = Fingerprint()
    hasFailed = false
    waiting = [model]
    if !parts.isEmpty { parts = [:] }
    addParts()
    return hasFailed ? nil : state.value
  }

  /// Adds the values of the parts that wait, and of those in them.
  private func addParts() {
    var next = 0
    while next < waiting.count {
      addValues(of: waiting[next])
      next += 1
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func addValues(of model: any Model) {
    let type = type(of: model)
    state.add(.part, UInt64(UInt(bitPattern: ObjectIdentifier(type))))
    let schema = SchemaCache.schema(of: type)
    if schema.encodesItself, let model = model as? any ArchivingModel {
      return addEncoded(model)
    }
    let fields = fields(of: schema)
    ObjectMemory.with(model) { memory in
      for field in fields { add(field, of: model, memory) }
    }
  }

  private func fields(of schema: ModelSchema) -> [Field] {
    if let lastPlan, lastPlan.type == schema.type { return lastPlan.fields }
    let key = ObjectIdentifier(schema.type)
    let fields =
      plans[key]
      ?? schema.archived.map { property, _ in
        Field(
          slot: property.isAccessed ? .none : DirectSlot(property.stored),
          property: property
        )
      }
    plans[key] = fields
    lastPlan = (schema.type, fields)
    return fields
  }

  @inline(__always)
  private func add(_ field: Field, of model: any Model, _ memory: ObjectMemory) {
    switch field.slot {
    case .string(let slot): slot.borrow(from: memory) { text($0) }
    case .int(let slot): state.add(.number, UInt64(bitPattern: Int64(slot.read(from: memory))))
    case .bool(let slot): bool(slot.read(from: memory))
    case .double(let slot): double(slot.read(from: memory))
    case .date(let slot): date(slot.read(from: memory))
    default: field.property.give(from: model, to: self)
    }
  }
}

// MARK: - Values

extension FingerprintMaker: ValueSink {
  func null() { state.add(.null) }
  func untypedNull() { state.add(.null, 1) }
  func bool(_ value: Bool) { state.add(.bool, value ? 1 : 0) }
  func integer(_ value: Int64) { state.add(.number, UInt64(bitPattern: value)) }
  func integer(_ value: UInt64) { state.add(.number, value) }
  func float(_ value: Float) { state.add(.float, UInt64(value.bitPattern)) }
  func double(_ value: Double) { state.add(.float, value.bitPattern) }
  func decimal(_ value: Decimal) { text(value.description) }
  func text(_ value: String) { ByteView.with(value) { state.add(.text, $0) } }
  func date(_ value: Date) {
    state.add(.date, value.timeIntervalSinceReferenceDate.bitPattern)
  }
  func data(_ value: Data) { ByteView.with(value) { state.add(.data, $0) } }
  func some() { state.add(.null, 2) }
  func leaveOut() { state.add(.null, 3) }
  func mayNest() -> Bool { true }

  func encodable(_ value: any Encodable) {
    if let encoded = try? EncodedValue(value) { text(encoded.text) } else { hasFailed = true }
  }

  func beginArray(count: Int) { state.add(.list, UInt64(count)) }
  func endArray() { state.add(.end) }
  func beginObject(count: Int) { state.add(.pairs, UInt64(count)) }
  func key(_ key: String) { text(key) }
  func endObject() { state.add(.end) }

  func model(_ value: any Model) {
    if let entry = files.entry(of: value) {
      return state.add(.reference, UInt64(entry.number))
    }
    if let known = parts[ObjectIdentifier(value)] {
      return state.add(.reference, ~known)
    }
    parts[ObjectIdentifier(value)] = UInt64(parts.count + 1)
    waiting.append(value)
    state.add(.part)
  }

  /// Adds the sum of the elements' own fingerprints, with their parts, so that their order doesn't
  /// matter.
  func set(count: Int, _ give: (Int) -> Void) {
    let (outer, outerWaiting) = (state, waiting)
    var sum: UInt64 = 0
    waiting = []
    for number in 0..<count {
      state = Fingerprint()
      give(number)
      // Sets in sets in models may be nested deeper than the stack has room for.
      if !stack.isNear() { addParts() }
      sum &+= state.value
    }
    (state, waiting) = (outer, outerWaiting + waiting)
    state.add(.set, UInt64(count))
    state.add(.set, sum)
  }
}

// MARK: - Models that encode themselves

extension FingerprintMaker: EncodingTarget {
  private func addEncoded(_ model: any ArchivingModel) {
    let outer = encoded
    encoded = [:]
    do { try model.encode(with: archiver) } catch { hasFailed = true }
    for (key, value) in encoded.inKeyOrder() {
      text(key)
      state.add(.number, value)
    }
    encoded = outer
  }

  func encodeProperties(of model: any Model) throws {
    for (property, key) in SchemaCache.schema(of: type(of: model)).archived {
      encode(key: key) { property.give(from: model, to: self) }
    }
  }

  func encode(_ value: Any?, forKey key: String) throws {
    guard let value else { return encode(key: key) { null() } }
    guard let shape = shape(of: type(of: value)) else { return hasFailed = true }
    encode(key: key) { _ = shape.give(any: value, to: self) }
  }

  private func encode(key: String, _ give: () -> Void) {
    let outer = state
    state = Fingerprint()
    give()
    encoded[key] = state.value
    state = outer
  }
}
