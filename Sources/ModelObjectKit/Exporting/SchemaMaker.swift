import ModelObjectEssentials

/// Makes the JSON schema of a class's exports (draft 2020-12).
struct SchemaMaker {
  typealias Schema = [String: Any]

  /// The properties of an object, in the order of their declaration: services write answers in the
  /// order of a schema.
  struct Properties {
    var pairs: [(key: String, schema: Schema)] = []
  }

  private let form: SchemaForm
  private let options: ExportOptions
  /// The names of the visited classes, and their schemas; nil while one is being made.
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions: [String: Schema] = [:]
  /// Classes, and the class and property that each was first found in.
  private var waiting: [(type: any Model.Type, origin: String)] = []
  private var origin = ""
  /// The properties that are written of the root, while its schema is made; nil for all.
  private var chosen: Set<String>?

  /// The schema of a class, for its export options.
  ///
  /// Throws if the class, or one in it, can't have the form.
  static func schema(of type: any Model.Type, _ form: SchemaForm) throws -> Schema {
    var maker = SchemaMaker(form: form, options: type.exportOptions)
    guard form != .strict || maker.family(of: type).count == 1 else {
      throw ModelError(
        .unsupportedValue,
        message: "the strict schema of \(type.shown) can't be made: its root must be one class, and"
          + " \(type) has subclasses. Make it a property of another class."
      )
    }
    maker.chosen = maker.options.chosen(of: SchemaCache.schema(of: type).declaration)
    // A root of which only some properties are written differs from the same class elsewhere, and a
    // strict one is an object itself.
    let isInPlace = maker.chosen != nil || form == .strict
    var schema = isInPlace ? try maker.definition(of: type) : maker.models(type)
    maker.chosen = nil
    while let (type, origin) = maker.waiting.popLast() {
      let name = maker.names[ObjectIdentifier(type)] ?? ""
      maker.definitions[name] = try maker.definition(of: type, foundIn: origin)
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    if !maker.definitions.isEmpty { schema["$defs"] = maker.definitions }
    return schema
  }

  /// The reason why exports of a class may have other keys than its properties; nil if they don't.
  private func reason(for schema: ModelSchema, _ plan: ExportPlan) -> String? {
    if schema.hooks.contains(.didExport), !schema.hooks.contains(.areGuessed) {
      return "\(schema.type) overrides didExport, which may write any key"
    }
    return plan.unknownKeys.map { "\(schema.type).\($0.property.name) keeps unknown keys" }
  }

  // MARK: - Classes

  /// The objects that fit a declared class: those of the class itself, and of the classes of its
  /// family.
  private mutating func models(_ declared: any Model.Type) -> Schema {
    // Nothing is known about the properties of any model.
    guard declared != declared.root else { return [:] }
    let references = family(of: declared).map { reference(to: $0) }
      .inKeyOrder { $0["$ref"] as? String ?? "" }
    return references.count == 1 ? references[0] : ["anyOf": references]
  }

  /// A declared class, and the classes of its family below it.
  private func family(of declared: any Model.Type) -> [any Model.Type] {
    var types: [any Model.Type] = []
    func add(_ type: any Model.Type) {
      guard !types.contains(where: { $0 == type }) else { return }
      types.append(type)
      let listed = type.classTags?.listed ?? []
      for subclass in listed where isSubclass(subclass, of: declared) { add(subclass) }
    }
    add(declared)
    return types
  }

  private mutating func reference(to type: any Model.Type) -> Schema {
    let id = ObjectIdentifier(type)
    if names[id] == nil {
      // A reference is a part of a URI, and `Box<Int>` isn't.
      var name = String("\(type.shown)".map { $0.isLetter || $0.isNumber ? $0 : "_" })
      // Classes in different modules may have the same name.
      while names.values.contains(name) { name += "_" }
      names[id] = name
      waiting.append((type, origin))
    }
    return ["$ref": "#/$defs/\(names[id] ?? "")"]
  }

  private mutating func definition(
    of type: any Model.Type,
    foundIn origin: String = ""
  ) throws -> Schema {
    let schema = SchemaCache.schema(of: type)
    let plan = schema.exportPlan(options.keyStyle)
    if let error = plan.clash(among: { options.includes($0, of: chosen) }) { throw error }
    if form == .strict, let reason = reason(for: schema, plan) {
      throw ModelError(
        .unsupportedValue,
        message: "a strict schema can't be made: \(reason)"
          + (origin.isEmpty ? "" : " (found in \(origin))")
          + ". Write the property that needs it with a transform, or use a class without it for"
          + " this export."
      )
    }
    var result = object(plan.places, plan)
    // A hook may remove any key.
    if schema.hooks.contains(.didExport), form == .open { result["required"] = nil }
    if let text = schema.lists.descriptions[""] { result["description"] = text }
    return result
  }

  // MARK: - Objects

  private mutating func object(_ places: [ExportPlan.Place], _ plan: ExportPlan) -> Schema {
    var properties = Properties()
    var required: [String] = []
    for place in places {
      guard let content = content(of: place, plan) else { continue }
      properties.pairs.append((content.key, content.schema))
      if content.isRequired || form == .strict { required.append(content.key) }
    }
    var result: Schema = ["type": "object", "properties": properties]
    if !required.isEmpty { result["required"] = required }
    if form == .strict { result["additionalProperties"] = false }
    return result
  }

  private mutating func content(
    of place: ExportPlan.Place,
    _ plan: ExportPlan
  ) -> (key: String, schema: Schema, isRequired: Bool)? {
    let properties = self.properties(of: place)
    if let tag = place.tag {
      // A kept tag replaces the class's own, and so may a property with another tag of the class.
      if plan.unknownKeys != nil { return (place.key.text, [:], true) }
      let texts = tag.names.map(\.text).inKeyOrder()
      return (place.key.text, properties.isEmpty ? ["const": tag.text] : ["enum": texts], true)
    }
    var schemas = properties.map { schema(of: $0, plan) }
    if place.innerIsArray {
      schemas.append(["type": "array"])
    } else if !place.inner.isEmpty {
      let inner = object(place.inner, plan)
      // Of a root none of these properties may be written.
      if (inner["properties"] as? Properties)?.pairs.isEmpty == false { schemas.append(inner) }
    }
    guard let first = schemas.first else { return nil }
    if properties.contains(where: options.counts) { return (place.key.countedText, [:], false) }
    let content = schemas.count == 1 ? first : ["anyOf": schemas]
    return (place.key.text, content, isRequired(place, plan))
  }

  /// Whether something is always written at a place, or must be there to be read.
  private func isRequired(_ place: ExportPlan.Place, _ plan: ExportPlan) -> Bool {
    let properties = self.properties(of: place)
    if properties.isEmpty {
      return place.tag != nil || place.inner.contains { isRequired($0, plan) }
    }
    return properties.count == 1
      && (!properties[0].isOptional && properties[0].write == nil
        || plan.schema.lists.required.contains(properties[0].name))
  }

  private func properties(of place: ExportPlan.Place) -> [Property] {
    place.properties.filter { options.includes($0, of: chosen) }
  }

  private mutating func schema(of property: Property, _ plan: ExportPlan) -> Schema {
    origin = "\(plan.schema.type).\(property.name)"
    let lists = plan.schema.lists
    // A required property can't be null.
    let shape = lists.required.contains(property.name) ? property.shape.wrapped : property.shape
    var result: Schema
    if property.isJSONText {
      result = text(ofJSON: shape)
    } else {
      // Another transform may write anything.
      result = property.write == nil ? schema(of: shape, property.dateFormat) : [:]
    }
    if let text = lists.descriptions[property.name] {
      // Since draft 2019-09, other keywords are allowed beside a reference.
      result["description"] = text
    }
    return result
  }

  /// A string of JSON; a strict schema may have no keyword for what is in it.
  private func text(ofJSON shape: any Shape) -> Schema {
    var schema: Schema = ["type": "string"]
    if form == .open { schema["contentMediaType"] = "application/json" }
    return shape.takesNull ? orNull(schema) : schema
  }

  // MARK: - Values

  private mutating func schema(
    of shape: any Shape,
    _ dateFormat: DateOptions.Format?
  ) -> Schema {
    if let leaf = shape.leaf { return schema(of: leaf, dateFormat) }
    if let raw = shape.raw {
      let schema = schema(of: raw, dateFormat)
      guard let texts = shape.rawValues else { return schema }
      guard schema["type"] as? String != "string" else { return ["enum": texts] }
      return ["enum": texts.map { Int($0) ?? UInt64($0) ?? Double($0) ?? $0 as Any }]
    }
    if shape.takesNull, let wrapped = shape.element {
      return orNull(schema(of: wrapped, dateFormat))
    }
    if let model = shape.modelClass {
      // With references, a model may be written as one. An answer has all models whole.
      return form == .strict || options.references == .none ? models(model) : [:]
    }
    if let standIn = shape.structShape?.standIn { return models(standIn) }
    guard let element = shape.element else { return [:] }
    var inner = schema(of: element, dateFormat)
    // NaN is null in a collection. A model that an answer is for needn't have it.
    if form == .open, element.mayBeNaN { inner = orNull(inner) }
    guard shape.isList else { return ["type": "object", "additionalProperties": inner] }
    return ["type": "array", "items": inner]
  }

  private func schema(of leaf: any Leaf.Type, _ dateFormat: DateOptions.Format?) -> Schema {
    let kind = leaf.kind
    guard kind.schemaType == "date" else {
      return ["type": kind.schemaType, "format": kind.schemaFormat].compactMapValues(\.self)
    }
    switch dateFormat ?? options.dateFormat {
    case .iso8601, .automatic: return ["type": "string", "format": "date-time"]
    case .dateOnly: return ["type": "string", "format": "date"]
    case let format: return ["type": format.isNumber ? "number" : "string"]
    }
  }

  private func orNull(_ schema: Schema) -> Schema {
    if let type = schema["type"] as? String, schema["enum"] == nil {
      var schema = schema
      schema["type"] = [type, "null"]
      return schema
    }
    return schema.isEmpty ? schema : ["anyOf": [schema, ["type": "null"]]]
  }
}

extension Shape {
  /// Whether a value may be NaN or infinite, which no case of an enum is.
  fileprivate var mayBeNaN: Bool {
    rawValues == nil && (leaf ?? raw?.leaf)?.kind.schemaType == "number"
  }
}

extension JSONWriter {
  /// Writes a schema, whose keys are sorted, except those of properties.
  func write(schema: Any) {
    switch schema {
    case let schema as SchemaMaker.Schema:
      write(schema.inKeyOrder().map { ($0.key, $0.value) })
    case let properties as SchemaMaker.Properties:
      write(properties.pairs.map { ($0.key, $0.schema) })
    case let schemas as [Any]:
      begin(isArray: true, count: schemas.count)
      for schema in schemas { write(schema: schema) }
      end(isArray: true)
    default: writeUntyped(schema)
    }
  }

  private func write(_ pairs: [(key: String, schema: Any)]) {
    begin(isArray: false, count: pairs.count)
    for (key, schema) in pairs {
      self.key(key)
      write(schema: schema)
    }
    end(isArray: false)
  }
}
