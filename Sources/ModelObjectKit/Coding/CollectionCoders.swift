/// A pass over the elements of a container that are decoded one by one.
///
/// At first the decoder's errors are passed on to it: some decoders then try the same element in
/// another way. If the decoder gives up, the container is decoded again: elements that were decoded
/// are not made twice, and elements that do not fit are left out.
class ElementPass {
  /// The number of each element's value by its place; nil where it was left out.
  private var byPlace: [Int?] = []
  /// The same by the elements' keys, where there are any: their order may differ the next time.
  private var byName: [String: Int?] = [:]
  fileprivate var place = 0
  fileprivate let hasNames: Bool
  fileprivate(set) var isLenient: Bool

  fileprivate init(hasNames: Bool, isLenient: Bool) {
    self.hasNames = hasNames
    self.isLenient = isLenient
  }

  fileprivate var elementRules: ValueRules { ValueRules() }
  fileprivate var mayHoldModels: Bool { false }

  /// Decodes an element, keeps its value and returns the number of it.
  fileprivate func take(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Int { 0 }

  /// The outcome for an element that was decoded before: the number of its value, or nil where it
  /// was left out; `.none` for a new element.
  fileprivate func outcome(_ decoder: any Decoder) -> Int?? {
    if hasNames {
      guard let name = decoder.codingPath.last?.stringValue, let known = byName[name] else {
        return .none
      }
      return .some(known)
    }
    guard place < byPlace.count else { return .none }
    return .some(byPlace[place])
  }

  fileprivate func keep(_ outcome: Int?, _ decoder: any Decoder) {
    place += 1
    if !hasNames {
      byPlace.append(outcome)
    } else if let name = decoder.codingPath.last?.stringValue {
      byName.updateValue(outcome, forKey: name)
    }
  }
}

/// The values of one container's elements.
private final class Elements<Element>: ElementPass {
  private let coder: ValueCoder<Element>
  var values: [Element] = []

  init(_ coder: ValueCoder<Element>, hasNames: Bool) {
    self.coder = coder
    super.init(hasNames: hasNames, isLenient: !coder.holdsModels)
  }

  override var elementRules: ValueRules { coder.rules }
  override var mayHoldModels: Bool { coder.isOwnCodable || coder.rules.contents.holdsModels }

  override func take(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Int {
    values.append(try coder.decodeElement(decoder, decoding))
    return values.count - 1
  }
}

/// An element whose value is kept by the `ElementPass`, so that one which does not fit leaves the
/// others alone.
struct DecodedElement: Decodable {
  /// The number of its value; nil where it is left out.
  let index: Int?

  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current, let pass = decoding.elements else {
      throw Misfit.mismatch
    }
    if let known = pass.outcome(decoder) {
      index = known
      pass.place += 1
    } else {
      index = try decoding.inside(decoder) { try Self.index(decoder, decoding, pass) }
      pass.keep(index, decoder)
    }
  }

  private static func index(
    _ decoder: any Decoder,
    _ decoding: ModelDecoding,
    _ pass: ElementPass
  ) throws -> Int? {
    let mark = decoding.mapping.notes.mark
    decoding.tableInput = .foreign(UnreadableValue())
    if pass.mayHoldModels { decoding.notedDepth = decoder.codingPath.count }
    let index: Int?
    do {
      index = try pass.take(decoder, decoding)
    } catch {
      guard pass.isLenient || error is Misfit else { throw error }
      let misfit = error as? Misfit ?? .mismatch
      if misfit.isFatal { throw misfit }
      decoding.mapping.note(misfit, decoding.tableInput, pass.elementRules)
      index = nil
    }
    if decoding.mapping.notes.mark != mark {
      let last = decoder.codingPath.last
      let step =
        pass.hasNames ? PathStep.key(last?.stringValue ?? "") : last?.step ?? .index(pass.place)
      decoding.mapping.notes.prefix(since: mark, key: step, property: step)
    }
    return index
  }
}

extension ModelDecoding {
  /// Whether an element that does not fit is left out.
  var isLenient: Bool { elements?.isLenient ?? false }

  /// Decodes a container whose values the pass keeps; nil where there is no such container.
  fileprivate func collect<Container: Decodable>(
    _ type: Container.Type,
    _ pass: ElementPass,
    _ place: DecodingPlace
  ) throws(Misfit) -> Container? {
    let outer = elements
    elements = pass
    let outerDepth = notedDepth
    defer {
      elements = outer
      notedDepth = outerDepth
    }
    return try atNextLevel { () throws(Misfit) in
      while true {
        do {
          pass.place = 0
          return try asking { try place.decode(Container.self) }
        } catch {
          if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
          guard !pass.isLenient else { return nil }
          pass.isLenient = true
        }
      }
    }
  }
}

/// A container whose elements have a coder.
class ContainerCoder<Value>: ValueCoder<Value> {
  override final func decodeIfPresent(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value? {
    try place.isNull ? nil : decode(place, decoding, existing: nil)
  }

  override final func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    guard holdsModels || (native == nil && !encoding.usesOwnDates) else {
      return try super.encode(value, &container, key, encoding)
    }
    if let native, takesAll(of: value, encoding) {
      try encoding.asking { try native.encode(value, &container, key) }
    } else {
      try encoding.asking { try encodeElements(of: value, &container, key, encoding) }
    }
  }

  /// Whether no element is left out.
  fileprivate func takesAll(of value: Value, _ encoding: ModelEncoding) -> Bool { true }

  /// Encodes the elements that are not left out.
  fileprivate func encodeElements(
    of value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {}
}

/// `[T]`: as the decoder decodes it, else element by element.
///
/// Arrays of models are decoded element by element at once, so that no model is made twice.
final class ArrayCoder<Element>: ContainerCoder<[Element]> {
  private let element: ValueCoder<Element>

  init(_ rules: Rules<[Element]>, _ element: ValueCoder<Element>) {
    self.element = element
    super.init(rules)
  }

  override var hasDates: Bool { element.hasDates }
  override var holdsModels: Bool { element.holdsModels }
  override var shape: TreeShape { .array(element.shape) }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: [Element]?
  ) throws(Misfit) -> [Element] {
    if !holdsModels, comesNatively(decoding), let values = nativeValue(place, decoding) {
      return values
    }
    let elements = Elements(element, hasNames: false)
    if try decoding.collect([DecodedElement].self, elements, place) != nil {
      return elements.values
    }
    return try decodeByTable(place, decoding)
  }

  override func takesAll(of value: [Element], _ encoding: ModelEncoding) -> Bool {
    value.allSatisfy { encoding.takes($0) }
  }

  override func encodeElements(
    of value: [Element],
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    let elements = value.compactMap { element.encodable($0, encoding) }
    try container.encode(elements.map { EncodedTree($0) }, forKey: key)
  }
}

/// `Set<T>`: as an array.
final class SetCoder<Element: Hashable>: ValueCoder<Set<Element>> {
  private let array: ArrayCoder<Element>

  init(_ rules: Rules<Set<Element>>, _ element: ValueCoder<Element>) {
    array = ArrayCoder(ArrayRules(element.rules), element)
    super.init(rules)
  }

  override var hasDates: Bool { array.hasDates }
  override var holdsModels: Bool { array.holdsModels }
  override var shape: TreeShape { array.shape }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Set<Element>?
  ) throws(Misfit) -> Set<Element> {
    Set(try array.decode(place, decoding, existing: nil))
  }

  override func decodeIfPresent(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Set<Element>?
  ) throws(Misfit) -> Set<Element>? {
    try array.decodeIfPresent(place, decoding, existing: nil).map { Set($0) }
  }

  override func encode(
    _ value: Set<Element>,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    if holdsModels {
      try array.encode(Array(value), &container, key, encoding)
    } else {
      try super.encode(value, &container, key, encoding)
    }
  }
}

/// Dictionaries: as the decoder decodes them, else pair by pair.
final class DictionaryCoder<Key: Hashable, Element>: ContainerCoder<[Key: Element]> {
  private let key: Rules<Key>
  private let element: ValueCoder<Element>

  init(_ rules: Rules<[Key: Element]>, _ key: Rules<Key>, _ element: ValueCoder<Element>) {
    self.key = key
    self.element = element
    super.init(rules)
  }

  override var hasDates: Bool { element.hasDates }
  override var holdsModels: Bool { element.holdsModels }
  override var shape: TreeShape { .dictionary(element.shape) }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: [Key: Element]?
  ) throws(Misfit) -> [Key: Element] {
    // For keys that are no text it depends on the coder whether there is an object or an array.
    let isNative = !holdsModels || (Key.self != String.self && Key.self != Int.self)
    if isNative, comesNatively(decoding), let values = nativeValue(place, decoding) {
      return values
    }
    if element is UntypedCoder<Element> {
      let named = decoding.mapping.elementClass
      let shape = named.map { .dictionary(.instance($0)) } ?? shape
      return try rules.read(try decoding.input(at: place, shape), decoding.mapping)
    }
    var named = try lists(place, decoding)
    if named == nil { named = try pairs(place, decoding) }
    guard let named else { return try decodeByTable(place, decoding) }
    var values: [Key: Element] = [:]
    for (name, value) in named.inKeyOrder().reversed() {
      do throws(Misfit) {
        let key = try self.key.read(.text(.string(name)), decoding.mapping)
        values.updateValue(value, forKey: key)
      } catch {
        if error.isFatal { throw error }
        let mark = decoding.mapping.notes.mark
        decoding.mapping.note(.mismatch, .text(.string(name)), key)
        decoding.mapping.notes.prefix(since: mark, key: .key(name), property: .key(name))
      }
    }
    return values
  }

  private func pairs(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> [String: Element]? {
    let elements = Elements(element, hasNames: true)
    let cells = try decoding.collect([String: DecodedElement].self, elements, place)
    return cells?.compactMapValues { $0.index.map { elements.values[$0] } }
  }

  /// The values where they are lists of models; nil for others, and with Foundation's decoders.
  ///
  /// Each is asked for by its key: only then do decoders of XML collect the elements of one name.
  private func lists(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> [String: Element]? {
    guard holdsModels, element.rules.isList, decoding.kind.scalars == .loose else { return nil }
    var values: [String: Element] = [:]
    let isThere = try decoding.visit(place) { container throws(Misfit) in
      var told: Set<String> = []
      for key in container.allKeys where told.insert(key.stringValue).inserted {
        let mark = decoding.mapping.notes.mark
        let step = PathStep.key(key.stringValue)
        do throws(Misfit) {
          let place = DecodingPlace.keyed(container, key)
          values[key.stringValue] = try element.decode(place, decoding, existing: nil)
        } catch {
          if error.isFatal { throw error }
          decoding.mapping.note(error, decoding.tableInput, element.rules)
        }
        decoding.mapping.notes.prefix(since: mark, key: step, property: step)
      }
    }
    return isThere ? values : nil
  }

  override func takesAll(of value: [Key: Element], _ encoding: ModelEncoding) -> Bool {
    value.values.allSatisfy { encoding.takes($0) }
  }

  override func encodeElements(
    of value: [Key: Element],
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    var pairs: [String: EncodedTree] = [:]
    for (key, value) in value {
      guard let name = self.key.keyText(of: key), let value = element.encodable(value, encoding)
      else { continue }
      pairs[name] = EncodedTree(value)
    }
    try container.encode(pairs, forKey: key)
  }
}
