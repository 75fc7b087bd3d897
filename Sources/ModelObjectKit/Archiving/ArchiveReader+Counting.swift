import ModelObjectEssentials

/// What a census is told of an archive while its objects are decoded.
final class ArchiveCounts {
  let census: MappingCensus
  /// The class and the property whose value is being read; nil between two of them.
  var current: (type: any Model.Type, property: Property)?
  /// Of objects that decode themselves, those that let their properties be read, and the keys that
  /// each asks for.
  var withProperties: Set<Int> = []
  var keys: [Int: Set<String>] = [:]
  /// The tables whose keys are counted, by the numbers of their first objects, with the rows of the
  /// counted objects.
  fileprivate var rows: [Int: [Int]] = [:]

  init(_ census: MappingCensus) { self.census = census }
}

extension ArchiveReader {
  /// Decodes all objects of an archive for a census, and lets them go.
  static func count(_ data: Data, classes: [any Model.Type], in census: MappingCensus) throws {
    try reading(data, classes: classes, counts: ArchiveCounts(census)) { reader in
      // They may hold each other.
      defer { Copier.empty(reader.state.models.compactMap(\.self)) }
      let models = try reader.readAll()
      try reader.countUnknownKeys()
      if reader.documents[0].root == .store { countUnfiled(models, census) }
    }
  }

  /// Counts the objects that wouldn't be in the store: those without an identity, or with that of
  /// an earlier one.
  private static func countUnfiled(_ models: [any Model], _ census: MappingCensus) {
    var known: Set<ModelIdentity> = []
    for model in models {
      guard let identity = ModelIdentity(of: model) else {
        census.add(.unidentified, "", of: type(of: model), found: nil)
        continue
      }
      guard !known.insert(identity).inserted else { continue }
      census.add(.replaced, "", of: type(of: model), found: nil)
    }
  }

  /// Counts a decoded object, and the properties that the archive lacks.
  func count(_ number: Int, _ filling: ClassFilling, into counts: ArchiveCounts) throws(Misfit) {
    let (schema, properties) = (filling.schema, filling.properties)
    let first = filling.numbers.lowerBound
    let countsKeys = !schema.hooks.contains(.decode) || counts.withProperties.contains(number)
    var missing = PropertySet()
    for (index, filled) in properties.enumerated() where countsKeys {
      if try stored(filled.name, of: number) == nil { missing.insert(index) }
    }
    counts.census.addObject(of: schema.type.shown, { properties.map(\.property.name) }) {
      !missing.contains($0)
    }
    if countsKeys { counts.rows[first, default: []].append(number - first) }
  }

  /// Counts the keys that neither a property nor the class itself takes.
  ///
  /// Each key of a table is looked at once: if all its objects have one value, the archive has that
  /// once, too, however many they are.
  private func countUnknownKeys() throws {
    guard let counts else { return }
    do throws(Misfit) {
      for table in tables {
        guard let rows = counts.rows[table.first], let filling = table.filling else { continue }
        var known = Set(filling.properties.map(\.name))
        for row in rows { known.formUnion(counts.keys[table.first + row] ?? []) }
        for row in rows {
          for key in table.pairs(row: row)?.keys.inKeyOrder() ?? [] where !known.contains(key) {
            try countUnknown(key, table, row: row, schema: filling.schema, in: counts.census)
          }
        }
        for key in table.columnKeys where !known.contains(key) {
          let isSame = if case .every? = try table.column(key) { true } else { false }
          for row in isSame ? [rows[0]] : rows {
            let count = isSame ? rows.count : 1
            try countUnknown(
              key,
              table,
              row: row,
              schema: filling.schema,
              in: counts.census,
              count: count
            )
          }
        }
      }
    } catch {
      throw finalError()
    }
  }

  private func countUnknown(
    _ key: String,
    _ table: StoredTable,
    row: Int,
    schema: ModelSchema,
    in census: MappingCensus,
    count: Int = 1
  ) throws(Misfit) {
    guard let stored = try stored(key, of: table.first + row), !stored.isNull else { return }
    census.add(
      .unknownKey,
      key.cut(to: PathStep.maximumKeyLength),
      of: schema.type,
      found: stored.archivedType,
      expected: NameDistance.nearest(to: key, among: schema.declaration.names),
      count: count
    )
  }

  /// Whether someone hears of values that don't fit.
  var tellsMisfits: Bool { counts != nil || state.leftOut.tellsMisfits }

  /// Counts or tells of a value of the property that is being read, or a part of it, that doesn't fit;
  /// a nil loses nothing, nor does an empty dictionary in the place of a list.
  func countMisfit(_ input: Input, _ shape: (any Shape)?) {
    guard tellsMisfits, state.awaited == nil, !input.isNull else { return }
    if case .object(.tree(let pairs)) = input, pairs.isEmpty, shape?.wrapped.isList == true {
      return
    }
    if !isLeftOut(input) {
      state.leftOut.add(input.archivedType, insteadOf: shape, at: state.origins.path)
    }
    guard let counts, let (type, property) = counts.current else { return }
    let shape = shape ?? property.shape.wrapped.element
    counts.census.add(
      shape?.isUnknownRawValue(input) == true ? .unknownRawValue : .typeMismatch,
      property.name,
      of: type,
      found: input.archivedType,
      expected: shape?.jsonWords
    )
  }

  /// Tells of what didn't fit in the value that is being read.
  func tell(_ issues: [ModelError.Issue]) {
    for issue in issues { state.leftOut.add(issue, below: state.origins.path) }
  }

  /// Whether an input is an object that is skipped.
  private func isLeftOut(_ input: Input) -> Bool {
    guard case .foreign(let value) = input,
      let object = payload(of: value, as: ObjectNumber.self)
    else { return false }
    return state.leftOut.contains(versions?.last(of: object.value) ?? object.value)
  }
}

extension EncodedValue {
  /// The type of the JSON value that the text is, by its first byte.
  fileprivate var jsonType: String {
    switch text.utf8.first {
    case UInt8(ascii: "{"): Input.object(.tree([:])).jsonType
    case UInt8(ascii: "["): Input.array(.tree([])).jsonType
    case UInt8(ascii: "\""): Input.text(.string("")).jsonType
    case UInt8(ascii: "t"), UInt8(ascii: "f"): Input.bool(true).jsonType
    case UInt8(ascii: "n"): Input.null.jsonType
    case nil: "value"
    default: Input.number(.signed(0)).jsonType
    }
  }
}

extension Input {
  fileprivate var isNull: Bool { archivedType == "null" }

  /// The type of the JSON value that holds the same.
  fileprivate var archivedType: String {
    guard case .foreign(let value) = self else { return jsonType }
    return switch value {
    case is JSONNull: "null"
    case is ObjectNumber, is any Model: "object"
    case is Date: "date"
    case is URL, is UUID, is TimeZone: "string"
    case let value as SomeInput: value.input.archivedType
    case let value as EncodedValue: value.jsonType
    default: jsonType
    }
  }
}
