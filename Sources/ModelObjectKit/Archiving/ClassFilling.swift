/// How the objects of one class are decoded from an archive.
final class ClassFilling {
  let schema: ModelSchema
  /// The numbers of the objects of its table, which holds this.
  let numbers: Range<Int>
  let properties: [FilledProperty]
  /// Whether its objects may lack properties that the class has now.
  let mayBeIncomplete: Bool
  /// For each property, its column if that needs no conversion.
  let direct: ReusedBuffer<DirectColumn?>
  /// For each property the strings of its column that are there once each.
  let texts: [[String]]
  /// Whether an archive may be opened with its class.
  let isOfKnownClass: Bool

  init(
    _ type: any Model.Type,
    _ table: StoredTable,
    isOfKnownClass: Bool = false
  ) throws(Misfit) {
    schema = SchemaCache.schema(of: type)
    numbers = table.first..<table.first + table.count
    self.isOfKnownClass = isOfKnownClass
    let archived = schema.archived(where: { table.keys.contains($0) }, of: { table.keys })
    properties = try archived.map { (property, key) throws(Misfit) in
      FilledProperty(property, key, try table.column(key))
    }
    mayBeIncomplete =
      schema.hooks.isDisjoint(with: .ofArchiving) && properties.contains { $0.column == nil }
    texts = properties.map(\.texts)
    var direct = ReusedBuffer<DirectColumn?>()
    for property in properties { direct.append(DirectColumn(property.column, property.property)) }
    self.direct = direct
  }
}

extension ModelSchema {
  /// The archived properties with their keys among others, which may be those of another version.
  ///
  /// A property takes the first of these that is there:
  ///
  /// 1. its own key;
  /// 2. the names in its `keyMapping`, and the paths of one step;
  /// 3. a key that matches one of these fuzzily, unless the class matches keys exactly.
  ///
  /// The name of a property is never another one's key, and no two properties take the same key.
  func archived(
    where isThere: (String) -> Bool,
    of all: () -> Set<String>
  ) -> [(property: Property, key: String)] {
    if archived.allSatisfy({ isThere($0.key) }) { return archived }
    var keys = archived.map { isThere($0.key) ? $0.key : nil }
    let missing = keys.indices.filter { keys[$0] == nil }
    var free = all().subtracting(archived.map(\.key))
    free.subtract(declaration.names)
    guard !free.isEmpty else { return archived }
    let names = archived.map { lists.keyMapping[$0.property.name]?.names ?? [] }
    for order in 0..<(names.map(\.count).max() ?? 0) {
      for index in missing where keys[index] == nil && order < names[index].count {
        keys[index] = free.remove(names[index][order])
      }
    }
    for index in missing where keys[index] == nil && matching.takesOtherSpellings {
      for name in [archived[index].property.name] + names[index] where keys[index] == nil {
        keys[index] = WantedKey(name, matching).best(of: free) { $0 }.flatMap {
          free.remove($0)
        }
      }
    }
    return zip(archived, keys).map { ($0.property, $1 ?? $0.key) }
  }
}

extension JSONKey {
  /// The names that the key may have in the object itself.
  fileprivate var names: [String] {
    alternatives.flatMap { [$0.text] + ($0.path?.count == 1 ? [$0.head ?? $0.text] : []) }
  }
}

/// A property and its column in the archive.
final class FilledProperty {
  let property: Property
  /// The key in the archive.
  let name: String
  /// Nil if the archive has none, or the class encoded its objects itself.
  let column: StoredColumn?
  let comparesModels: Bool
  /// How structs are read directly; nil for all else.
  let structs: StructFilling?
  private let place: FieldPlace

  init(_ property: Property, _ name: String, _ column: StoredColumn?) {
    self.property = property
    self.name = name
    self.column = column
    comparesModels = property.heldModels.comparesModels
    structs = StructFilling(column, property)
    place = property.stored.place
  }

  /// The strings of a packed column that are there once each.
  var texts: [String] { if case .packed(let column)? = column { column.texts } else { [] } }

  /// Stores a string, an integer, a list or a dictionary of the column directly; false if the value
  /// must be converted.
  func store(_ row: Int, in memory: ObjectMemory) -> Bool {
    switch column {
    case .texts(let texts)? where texts[row].utf8.first != ArchiveFormat.markByte:
      place.write(texts[row], in: memory)
    case .integers(let integers)?: place.write(Int(integers[row]), in: memory)
    case .packed(let column)?: store(partsIn: column, row, in: memory)
    default: false
    }
  }

  /// The same, also for structs and for any value without parts.
  func store(
    _ row: Int,
    in memory: ObjectMemory,
    _ reader: ArchiveReader
  ) throws(Misfit) -> Bool {
    if store(row, in: memory) { return true }
    if let structs { return try structs.store(row, in: memory, reader) }
    guard let plain = property.plain, property.dateFormat == nil, !property.keepsText, let column,
      let stored = try reader.state.document.input(in: column, row)
    else { return false }
    if case .foreign(let value) = stored, value is EncodedValue { return false }
    return try reader.fitting { () throws(Misfit) in
      try plain.type.map(stored, plain.place, of: memory, reader)
    } != nil
  }

  private func store(partsIn column: PackedColumn, _ row: Int, in memory: ObjectMemory) -> Bool {
    guard !property.isAccessed, let range = column.lists?.range(row), column.rows[row] == .value
    else { return false }
    func store<Element>(_ element: (Int) -> Element?) -> Bool {
      guard column.keys == nil else { return storePairs(element) }
      guard place.type == [Element].self || place.type == [Element]?.self else { return false }
      var list: [Element] = []
      list.reserveCapacity(range.count)
      for index in range {
        guard let element = element(index) else { return false }
        list.append(element)
      }
      return place.write(list, in: memory)
    }
    func storePairs<Element>(_ element: (Int) -> Element?) -> Bool {
      guard place.type == [String: Element].self || place.type == [String: Element]?.self else {
        return false
      }
      var pairs = [String: Element](minimumCapacity: range.count)
      for index in range {
        // Longer ones are counted.
        guard let key = column.key(index), key.utf8.count < 256, let element = element(index) else {
          return false
        }
        if let former = pairs.updateValue(element, forKey: key) { pairs[key] = former }
      }
      return place.write(pairs, in: memory)
    }
    return switch column.values {
    case .integers(let integers): store { integers[$0] }
    case .doubles(let bytes): store { bytes.double(at: $0) }
    case .strings(let strings): store { strings[$0] }
    case .indexes(let indexes): store { column.texts[indexes[$0]] }
    case .floats, .booleans, .dates, .objects: false
    }
  }
}
