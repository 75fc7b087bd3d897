import ModelObjectEssentials

/// The trees made of objects for hooks: a hook further in may need the same.
struct HookTrees {
  /// Whether the tree that is being made is for a hook; set as long as `makingHookTree` runs.
  fileprivate var isForHook = false
  /// Whether they hold all numbers of the text: no number type holds `1e999`, and from then on no
  /// tree is recorded.
  fileprivate var areWhole = true
  /// Whether the steps to the parts of a value are kept, because one of them can't be read.
  fileprivate var tracesParts = false
  /// Whether parts that can't be read are marked, for a decoder that may not ask for them.
  fileprivate var marksUnreadable = false
  /// Whether numbers that no type holds are their text, so that they can be written as they were.
  fileprivate var keepsDigits = false
  /// Whether the objects become models, in which null gives way to an equal key's value.
  var isOfModels = false
  /// Nil until there is one.
  private var store: Store?

  private final class Store {
    /// The trees by the offsets of the objects.
    var trees: [Int: [String: Any]] = [:]
    /// Those of dictionaries, each after the ones inside it, and their numbers by the marks of these.
    var made: [(original: [String: Any], tree: [String: Any])] = []
    var numbers: [StorageMark: Int] = [:]

    /// Releases the trees from the outside in: each holds those inside it, and to release ten
    /// thousand levels at once would take as many levels of the stack.
    deinit {
      while made.popLast() != nil {}
      guard trees.count > 64 else { return }
      for start in trees.keys.sorted() { trees[start] = nil }
    }
  }

  fileprivate subscript(start: Int) -> [String: Any]? { store?.trees[start] }

  fileprivate mutating func record(_ dictionary: [String: Any], at start: Int) {
    guard isForHook, areWhole else { return }
    let store = store ?? Store()
    store.trees[start] = dictionary
    self.store = store
  }

  /// The tree that was made of a dictionary.
  fileprivate func tree(of dictionary: [String: Any]) -> [String: Any]? {
    guard isForHook, let store, let number = store.numbers[StorageMark(dictionary)] else {
      return nil
    }
    return store.made[number].tree
  }

  fileprivate mutating func record(_ tree: [String: Any], of dictionary: [String: Any]) {
    // A mark is found at once if it is an address.
    guard isForHook, StoredProperty.hasPlace else { return }
    let store = store ?? Store()
    for mark in [StorageMark(dictionary), StorageMark(tree)] {
      store.numbers[mark] = store.made.count
    }
    store.made.append((dictionary, tree))
    self.store = store
  }
}

extension Mapping {
  /// A part that can't be read is left out of the array or object that contains it, and noted.
  func tree(of input: Input) throws(Misfit) -> Any {
    let depth = reader.remainingDepth
    do throws(Misfit) {
      return try branch(of: input)
    } catch {
      // The reader may have stopped inside the value.
      switch input {
      case .array(.text(let start)), .object(.text(let start)):
        guard !error.isFatal else { throw error }
        if case .mismatch = error {
          (reader.position, reader.remainingDepth) = (start, depth)
          state.trees.tracesParts = true
          defer { state.trees.tracesParts = false }
          return try branch(of: input)
        }
        try skipValue(from: start, depth: depth)
      default: break
      }
      throw error
    }
  }

  /// The plain value of a text of JSON, in which parts that can't be read are marked; nil for any other
  /// text.
  ///
  /// In one that keeps digits, numbers that no type holds are their text.
  static func markedTree(of text: String, keepsDigits: Bool = false) -> Any? {
    ByteView.with(text) { bytes in
      let mapping = Mapping(text: bytes, options: nil)
      mapping.state.trees.marksUnreadable = true
      mapping.state.trees.keepsDigits = keepsDigits
      do throws(Misfit) {
        _ = mapping.state.reader.next()
        let tree = try mapping.tree(of: try mapping.nextInput())
        try mapping.state.reader.end()
        return tree
      } catch {
        return nil
      }
    }
  }

  private func branch(of input: Input) throws(Misfit) -> Any {
    switch input {
    case .null: return JSONNull.value
    case .bool(let value): return value
    case .number(.literal(let text)) where state.trees.keepsDigits && !text.isExact:
      return RawJSON(checked: String(text.bytes))
    case .number(let number):
      if !number.isHeld {
        // A hook gets a stand-in; handed back unchanged, the number is read from the text.
        guard state.trees.isForHook else { throw .mismatch }
        state.trees.areWhole = false
      }
      return number.untyped
    case .text(let text): return untyped(text)
    case .foreign(let value as CutString):
      if dropsCutText { throw .unfinished }
      return value.text
    case .foreign(is UnreadableValue): throw .mismatch
    case .foreign(let value): return value
    case .object(let pairs):
      try checkStack()
      return try tree(of: pairs)
    case .array(let items):
      try checkStack()
      return try tree(of: items)
    }
  }

  private func tree(of items: Input.Items) throws(Misfit) -> [Any] {
    var elements: [Any] = []
    switch items {
    case .text(let start) where !state.trees.tracesParts:
      reader.position = start
      guard try reader.open(closing: UInt8(ascii: "]")) else { return elements }
      let handsText = handsTextAsItIs
      elements.reserveCapacity(reader.usualCount)
      repeat {
        if let element = try nextBranch(handsText) { elements.append(element) }
      } while try reader.hasMore(closing: UInt8(ascii: "]"))
      reader.usualCount = min(elements.count, 8)
    default:
      try eachElement(of: items) { input throws(Misfit) in
        if let element = try part(input) { elements.append(element) }
      }
    }
    return elements
  }

  /// A part of an untyped value; nil, and noted, if it can't be read.
  private func part(_ input: Input) throws(Misfit) -> Any? {
    do throws(Misfit) {
      return try branch(of: input)
    } catch {
      switch error {
      case .mismatch where state.trees.marksUnreadable: return UnreadableValue()
      case .mismatch: note(error, of: input, as: UntypedShape())
      // A cut string is left out, too.
      case .unfinished: break
      default: throw error
      }
      return nil
    }
  }

  /// The dictionary of an object.
  ///
  /// Those made for hooks are recorded.
  func tree(of pairs: Input.Pairs) throws(Misfit) -> [String: Any] {
    guard case .text(let start) = pairs, !state.trees.tracesParts else {
      return try tree(ofEach: pairs)
    }
    reader.position = start
    if let known = state.trees[start], state.trees.isForHook || !isUnfinished(at: start) {
      try passValue(&state.reader)
      return known
    }
    let dictionary = try readPairs()
    state.trees.record(dictionary, at: start)
    return dictionary
  }

  private func tree(ofEach pairs: Input.Pairs) throws(Misfit) -> [String: Any] {
    if case .tree(let given) = pairs, let known = state.trees.tree(of: given) { return known }
    var tree: [String: Any] = [:]
    try eachPair(of: pairs) { key, input throws(Misfit) in tree[key] = try part(input) }
    if case .tree(let given) = pairs { state.trees.record(tree, of: given) }
    return tree
  }

  private func readPairs() throws(Misfit) -> [String: Any] {
    guard try reader.open(closing: UInt8(ascii: "}")) else { return [:] }
    let handsText = handsTextAsItIs
    // The objects of one document often have the same count of pairs.
    var dictionary = [String: Any](minimumCapacity: reader.usualPairCount)
    repeat {
      let key = try reader.keyText()
      // Of a repeated key the last value counts, also if it can't be read.
      let value = try nextBranch(handsText)
      if state.trees.isOfModels, let value, isJSONNull(value), dictionary[key] != nil { continue }
      dictionary[key] = value
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    reader.usualPairCount = min(dictionary.count, 64)
    return dictionary
  }

  /// Reads the value at the position of the text; nil for a cut string that is left out, and for a
  /// value that can't be read, which throws if that is to be noted.
  @inline(__always)
  private func nextBranch(_ handsText: Bool) throws(Misfit) -> Any? {
    let first = reader.next()
    if isCut(at: reader.position), dropsCutText {
      try reader.skipValue()
      return nil
    }
    if handsText, first == UInt8(ascii: "\"") { return try reader.stringText() }
    if let integer = reader.smallInteger() { return integer }
    do throws(Misfit) {
      return try branch(of: try nextInput())
    } catch {
      guard case .mismatch = error, !notes.isOn, !state.trees.marksUnreadable else { throw error }
      return nil
    }
  }

  /// Whether strings of the input are `String`s in a tree, so that none of them becomes an `Input` before
  /// a hook gets it.
  ///
  /// An option that changes strings is to be named here.
  var handsTextAsItIs: Bool { !makesDates }

  /// Whether strings that are dates become dates in a tree, or their seconds.
  private var makesDates: Bool {
    let conversion = options.dates.conversion
    return conversion != .automatic && conversion != .string
  }

  /// Whether cut strings are left out: hooks get only complete values, and the string may become a
  /// date.
  private var dropsCutText: Bool {
    state.trees.isForHook || makesDates
  }

  /// Makes a tree for a hook, of a value that is still to be mapped.
  func makingHookTree<Tree>(_ make: () throws(Misfit) -> Tree) throws(Misfit) -> Tree {
    let outer = state.trees.isForHook
    state.trees.isForHook = true
    defer { state.trees.isForHook = outer }
    return try make()
  }

  /// The untyped value of a text: a date if the options ask for dates.
  private func untyped(_ text: Text) -> Any {
    guard makesDates else { return text.string }
    let dates = options.dates
    let date: Date? = text.withBytes { bytes in
      DecimalText(bytes.trimmed) == nil ? DateText.read(bytes, dates) : nil
    }
    guard let date else { return text.string }
    return dates.conversion == .date ? date : DateText.seconds(of: date)
  }

  func json(of input: Input) throws(Misfit) -> Data {
    switch input {
    case .object(.text(let start)), .array(.text(let start)):
      reader.position = start
      try reader.skipValue()
      return Data(reader.bytes[start, reader.position])
    default:
      // Dates are written so that the format in force reads them again.
      var form = ExportOptions()
      form.dateFormat = options.dates.format
      form.timeZone = options.dates.timeZone
      let writer = JSONWriter(options: form)
      let outer = state.trees.marksUnreadable
      state.trees.marksUnreadable = true
      defer { state.trees.marksUnreadable = outer }
      let value = try using(options.with { $0.conversion = .string }) { () throws(Misfit) -> Any in
        try tree(of: input)
      }
      guard writer.write(value) else { throw .mismatch }
      return writer.data
    }
  }
}
