import Foundation

/// What a census is told of an archive while its objects are decoded.
struct ArchiveCounts {
  let census: MappingCensus
  /// The class and the property whose value is being read; nil between two of them.
  var current: (type: any Model.Type, property: Property)?
  /// Of objects that decode themselves, those that let their properties be read, and the keys that
  /// each asks for.
  var withProperties: Set<Int> = []
  var keys: [Int: Set<String>] = [:]
}

extension ArchiveReader {
  /// Decodes all objects for a census, and lets them go.
  func count(in census: MappingCensus) throws {
    counts = ArchiveCounts(census: census)
    defer { breakCycles() }
    let models = try readAll()
    if documents[0].root == .store { countUnfiled(models, census) }
  }

  /// Counts the objects that wouldn't be in the store: those without an identity, or with that of
  /// an earlier one.
  private func countUnfiled(_ models: [any Model], _ census: MappingCensus) {
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

  /// Counts a decoded object, the properties that the archive lacks, and the keys that neither a
  /// property nor the class itself takes.
  func count(_ number: Int, _ filling: ClassFilling, _ counts: ArchiveCounts) throws(Misfit) {
    let (schema, properties) = (filling.schema, filling.properties)
    let countsKeys = !schema.decodesItself || counts.withProperties.contains(number)
    var missing = PropertySet()
    for (index, filled) in properties.enumerated() where countsKeys {
      switch try mark(filled.name, of: number) {
      case nil, .absent?: missing.insert(index)
      default: break
      }
    }
    counts.census.addObject(of: schema.type, { properties.map(\.property.name) }) {
      !missing.contains($0)
    }
    guard countsKeys, let table = table(of: number) else { return }
    let known = (counts.keys[number] ?? []).union(properties.map(\.name))
    for key in table.keys(row: number - table.first) where !known.contains(key) {
      guard let mark = try mark(key, of: number), !mark.isNull else { continue }
      counts.census.add(
        .unknownKey,
        key.cut(to: PathStep.maximumKeyLength),
        of: schema.type,
        found: mark.jsonType,
        expected: NameDistance.nearest(to: key, among: schema.declaration.names)
      )
    }
  }

  /// Counts a value of the property that is being read, or a part of it, that doesn't fit; a nil
  /// loses nothing.
  func countMisfit(_ mark: StoredMark, _ shape: (any Shape)?) {
    guard let counts, let (type, property) = counts.current, !mark.isNull else { return }
    let shape = shape ?? property.shape.wrapped.element
    var kind = MappingCensus.Kind.mismatch
    if case .plain(let input) = mark, shape?.isUnknownRawValue(input) == true {
      kind = .unknownRawValue
    }
    counts.census.add(
      kind,
      property.name,
      of: type,
      found: mark.jsonType,
      expected: shape?.jsonWords
    )
  }

  /// Removes the models from the properties of all objects, so that cycles are released too.
  private func breakCycles() {
    for case let model? in models {
      let schema = SchemaCache.schema(of: type(of: model))
      let properties = schema.archived.map(\.property).filter { $0.heldModels.holdsModels }
      guard !properties.isEmpty else { continue }
      let new = schema.type.init()
      for property in properties { property.copy(from: new, to: model) }
    }
  }
}

extension StoredMark {
  fileprivate var isNull: Bool { jsonType == "null" }

  /// The type of the JSON value that holds the same.
  fileprivate var jsonType: String {
    switch self {
    case .absent, .object(ArchiveFormat.noObject): "null"
    case .object: "object"
    case .objects: "array"
    case .some(let mark): mark.jsonType
    case .special(.json, let text): EncodedValue(text: text).jsonType
    case .special: "string"
    case .plain(.foreign(let value)):
      switch value {
      case is NSNull: "null"
      case is any Model: "object"
      case is Date: "date"
      case let value as SomeInput: StoredMark.plain(value.input).jsonType
      case let value as EncodedValue: value.jsonType
      default: "value"
      }
    case .plain(let input): input.jsonType
    }
  }
}

extension EncodedValue {
  fileprivate var jsonType: String { (try? tree()).map { Input($0).jsonType } ?? "value" }
}
