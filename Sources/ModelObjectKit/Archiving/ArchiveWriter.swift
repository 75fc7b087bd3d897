import ModelObjectEssentials

/// The archiving of models to the bytes of an archive.
///
/// Objects are found breadth first and kept in a list, so a chain of any length takes no stack.
final class ArchiveWriter {
  private var objects = FoundObjects()
  private var origins = ObjectTrail()
  private var tables: [WrittenTable] = []
  /// The tables of whole objects, and those of objects that are only named, by their classes.
  private var tablesByClass: [ObjectIdentifier: WrittenTable] = [:]
  private var namesByClass: [ObjectIdentifier: WrittenTable] = [:]
  /// The classes by their names, also former ones, and whether these are their names now.
  private var names: [String: (type: any Model.Type, isNow: Bool)] = [:]
  /// The table of the object that is being written.
  private var lastTable: WrittenTable?
  private var row: [String: WrittenNode] = [:]
  /// What the frame of a save has besides its objects; nil for any other archive.
  private var frame: WrittenFrame?

  /// The classes with which the archive is to be opened; nil if they aren't known.
  private var registry: ClassRegistry?

  private lazy var sink = ArchiveSink { [unowned self] in number(of: $0) }
  private lazy var archiver = ModelArchiver(self)

  /// The archive of some models, in their order; as a single one, there must be one.
  static func archive(
    _ models: [any Model],
    as root: ArchiveFormat.Root,
    _ registry: ClassRegistry? = nil
  ) throws -> Data {
    let writer = ArchiveWriter()
    writer.registry = registry
    writer.objects = FoundObjects(expecting: models.count)
    let numbers = models.enumerated().map { index, model in
      if root != .model {
        writer.origins.current = (ObjectTrail.root(index), "")
      }
      return writer.number(of: model)
    }
    return try writer.finish(root, numbers)
  }

  /// The archive of a save: objects of a store, each once with its place, and the identities of
  /// removed ones.
  ///
  /// Other objects of the store are only named, unless the closure says that the file doesn't have
  /// them: these are saved too, and returned.
  static func archive(
    _ models: [(model: any Model, place: Int)],
    removed: [RemovedObject],
    registry: ClassRegistry,
    _ role: @escaping WrittenFrame.Role
  ) throws -> (data: Data, others: [any Model]) {
    let writer = ArchiveWriter()
    writer.registry = registry
    writer.objects = FoundObjects(expecting: models.count)
    for (model, _) in models { _ = writer.number(of: model) }
    writer.frame = WrittenFrame(models.map(\.place), role: role)
    let data = try writer.finish(.store, [], removed: removed)
    let others = writer.frame?.numbers.dropFirst(models.count) ?? []
    return (data, others.map { writer.objects[$0] })
  }

  /// The archive of models that have been opened, as one of a save would have them, and with it the
  /// models in the order of their numbers there.
  static func archive(
    again models: [any Model],
    _ role: @escaping WrittenFrame.Role
  ) throws -> (data: Data, models: [any Model]) {
    let writer = ArchiveWriter()
    writer.frame = WrittenFrame(role: role)
    for model in models { _ = writer.number(of: model) }
    let data = try writer.finish(.store, [])
    let models = writer.tables.flatMap { table in
      (0..<table.objects.count).map { writer.objects[Int(table.objects[$0])] }
    }
    return (data, models)
  }

  /// The number of a model; a new model is added to the list.
  private func number(of model: any Model) -> Int {
    let (number, isNew) = objects.number(of: model)
    guard isNew else { return number }
    origins.add(number)
    frame?.add(model, number)
    return number
  }

  private func finish(
    _ root: ArchiveFormat.Root,
    _ roots: [Int],
    removed: [RemovedObject] = []
  ) throws -> Data {
    var next = 0
    while next < objects.count {
      guard objects.count + removed.count <= Int32.max else {
        throw ModelError(.unsupportedValue, message: "more than \(Int32.max) objects")
      }
      if let (place, identity) = frame?.named[next] {
        addName(next, of: type(of: objects[next]), place: place, identity: identity)
      } else {
        try write(objects[next], next)
      }
      next += 1
    }
    for object in removed {
      frame?.removed.append(next)
      addName(next, of: object.type, place: object.place, identity: object.identity)
      next += 1
    }
    var numbers = Array(repeating: 0, count: next)
    next = 0
    for table in tables {
      table.first = next
      for index in 0..<table.objects.count {
        numbers[Int(table.objects[index])] = next
        next += 1
      }
    }
    let document = document(root, roots, numbers: numbers)
    // The columns are all that is left to write.
    origins = ObjectTrail()
    if frame == nil { objects = FoundObjects() }
    return PropertyListWriter.list(of: document, numbers: numbers)
  }

  /// The whole archive.
  private func document(_ root: ArchiveFormat.Root, _ roots: [Int], numbers: [Int]) -> WrittenNode {
    let objects = (frame?.numbers ?? roots).map { numbers[$0] }
    var pairs: [String: WrittenNode] = [
      "format": .text(ArchiveFormat.name), "version": .integer(ArchiveFormat.version),
      root.rawValue: root == .model ? .integer(objects[0]) : .numbers(objects),
      "classes": .array(tables.map(\.node)),
    ]
    if let frame {
      pairs["places"] = .places(frame.places)
      pairs["removed"] = .numbers(frame.removed.map { numbers[$0] })
    }
    return .dictionary(pairs)
  }

  private func write(_ model: any Model, _ number: Int) throws {
    let type = type(of: model)
    origins.current = (number, "")
    let table = try table(for: type)
    table.objects.append(Int32(number))
    guard table.encodesItself, let model = model as? any ArchivingModel else {
      return try write(model, number, to: table)
    }
    row = [:]
    do {
      try model.encode(with: archiver)
    } catch  where !(error is ModelError) {
      throw traced(ModelError(.rejected, underlyingError: error))
    }
    table.rows.append(row)
  }

  private func table(for type: any Model.Type) throws -> WrittenTable {
    if let last = lastTable, last.type == type { return last }
    let table = try tablesByClass[ObjectIdentifier(type)] ?? addTable(type)
    lastTable = table
    return table
  }

  private func write(_ model: any Model, _ number: Int, to columns: WrittenColumns) throws {
    for index in 0..<columns.slots.count {
      let isPacked = ObjectMemory.with(model) { pack(index, of: $0, columns) }
      if isPacked { continue }
      let (property, key) = columns.properties[index]
      origins.current = (number, key)
      if packModel(property, of: model, columns.state[index]) { continue }
      let hasStructs = ObjectMemory.with(model) { packStructs(index, of: $0, columns) }
      if !hasStructs {
        columns.append(sink.node { property.write(from: model, to: $0) }, to: index)
      }
      if let failure = sink.failure { throw traced(failure) }
    }
  }

  /// Puts a common value from its property into a packed column; false if there is none, or the value
  /// has to become a node.
  @inline(__always)
  private func pack(_ index: Int, of memory: ObjectMemory, _ columns: WrittenColumns) -> Bool {
    let isPacked = columns.state[index].with { packer in
      pack(columns.slots[index], of: memory, packer)
        || pack(columns.lists[index], of: memory, packer)
    }
    return isPacked ?? false
  }

  /// Puts a struct, or a list of them, into the columns of their properties; false for any other value.
  private func packStructs(_ index: Int, of memory: ObjectMemory, _ columns: WrittenColumns) -> Bool
  {
    guard let slot = columns.structs[index], let packer = columns.state[index].object,
      let inner = packer.columnsOfStructs
    else { return false }
    let count = slot.each(in: memory) { memory in
      for index in 0..<inner.slots.count
      where !pack(index, of: memory, inner) && !packStructs(index, of: memory, inner) {
        let property = inner.properties[index].property
        inner.append(sink.node { property.write(from: memory, to: $0) }, to: index)
      }
    }
    guard let count else { return packer.appendNil() }
    packer.appendStructs(count)
    return true
  }

  /// The same for a model.
  private func packModel(
    _ property: Property,
    of object: any Model,
    _ packer: Borrowed<ColumnPacker>
  ) -> Bool {
    guard property.nested != nil, let packer = packer.object else { return false }
    return property.model(in: object).map { packer.append(object: number(of: $0)) }
      ?? packer.appendNil()
  }

  @inline(__always)
  private func pack(_ slot: DirectSlot, of memory: ObjectMemory, _ packer: ColumnPacker) -> Bool {
    @inline(__always)
    func append<Value>(_ value: Value?, _ append: (Value) -> Bool) -> Bool {
      if let value { append(value) } else { packer.appendNil() }
    }
    return switch slot {
    case .string(let slot): slot.borrow(from: memory) { packer.append(string: $0) }
    case .int(let slot): packer.append(integer: slot.read(from: memory))
    case .bool(let slot): packer.append(boolean: slot.read(from: memory))
    case .double(let slot): packer.append(double: slot.read(from: memory))
    case .date(let slot): packer.append(date: slot.read(from: memory))
    case .optionalString(let slot):
      append(slot.read(from: memory)) { packer.append(string: $0) }
    case .optionalInt(let slot): append(slot.read(from: memory)) { packer.append(integer: $0) }
    case .optionalBool(let slot): append(slot.read(from: memory)) { packer.append(boolean: $0) }
    case .optionalDouble(let slot): append(slot.read(from: memory)) { packer.append(double: $0) }
    case .optionalDate(let slot): append(slot.read(from: memory)) { packer.append(date: $0) }
    case .other, .none: false
    }
  }

  private func pack(_ slot: ListSlot, of memory: ObjectMemory, _ packer: ColumnPacker) -> Bool {
    switch slot {
    case .strings(let slot):
      packer.append(list: slot.read(from: memory)) { $0.append(string: $1) }
    case .integers(let slot):
      packer.append(list: slot.read(from: memory)) { $0.append(integer: $1) }
    case .doubles(let slot):
      packer.append(list: slot.read(from: memory)) { $0.append(double: $1) }
    case .keyedStrings(let slot):
      packer.append(dictionary: slot.read(from: memory)) { $0.append(string: $1) }
    case .keyedIntegers(let slot):
      packer.append(dictionary: slot.read(from: memory)) { $0.append(integer: $1) }
    case .keyedDoubles(let slot):
      packer.append(dictionary: slot.read(from: memory)) { $0.append(double: $1) }
    case .none: false
    }
  }

  private func addTable(_ type: any Model.Type) throws -> WrittenTable {
    let table = WrittenTable(type)
    if let known = registry?.find(table.name), known.count > 1 {
      throw traced(ArchiveName.error(table.name, known))
    }
    for name in ArchiveName.all(of: type) {
      let isNow = name == table.name
      if let other = names[name], isNow || other.isNow, other.type != type {
        throw traced(ArchiveName.error(name, [other.type, type]))
      }
      if names[name]?.isNow != true { names[name] = (type, isNow) }
    }
    tables.append(table)
    tablesByClass[ObjectIdentifier(type)] = table
    return table
  }

  /// Adds an object of the store that is only named.
  private func addName(
    _ number: Int,
    of type: any Model.Type,
    place: Int,
    identity: ModelIdentity
  ) {
    let key = ObjectIdentifier(type)
    let table = namesByClass[key] ?? WrittenTable(type, isOfNames: true)
    if namesByClass.updateValue(table, forKey: key) == nil { tables.append(table) }
    table.objects.append(Int32(number))
    table.places.append(place)
    for (index, (property, _)) in table.properties.enumerated() {
      let value = identity.values[index].value
      let node = sink.node { sink in
        // The integer that identifies an object whose property is a `Double`.
        if !property.shape.write(any: value, to: sink) { sink.untyped(value) }
      }
      table.append(node, to: index)
    }
  }

  /// An error with the path of the value being written.
  @inline(never)
  private func traced(_ error: ModelError) -> ModelError {
    var error = error
    error.path = origins.path
    return error
  }
}

// MARK: - Models that encode themselves

extension ArchiveWriter: EncodingTarget {
  func encode(key: String, _ write: (any ValueSink) throws -> Void) throws {
    origins.current.property = key
    do {
      row[key] = try sink.node(write)
    } catch let error as ModelError {
      throw traced(error)
    }
    if let failure = sink.failure { throw traced(failure) }
  }
}
