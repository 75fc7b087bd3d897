public import ModelObjectEssentials

extension ModelStruct {
  /// The value as a dictionary of plain values.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point().dictionaryRepresentation().keys.sorted()  // ["x"]
  /// ```
  public func dictionaryRepresentation(options: ExportOptions? = nil) throws -> [String: Any] {
    try StructStandIn(self).dictionaryRepresentation(options: options)
  }

  /// The value as JSON text in UTF-8.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point().jsonData().count  // 7
  /// ```
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try StructStandIn(self).jsonData(options: options)
  }

  /// The value as JSON text.
  ///
  /// ```swift
  /// struct Point: ModelStruct {
  ///   var x = 0
  ///   var name: String?
  /// }
  /// try Point().jsonString()  // {"x":0}
  /// ```
  ///
  /// - Throws: A ``ModelError`` if it can't be written: two properties have the same key, a transform
  ///   throws, or it is too deep.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try StructStandIn(self).jsonString(options: options)
  }

  /// A merge patch in JSON text: what differs from an earlier value.
  ///
  /// ```swift
  /// struct Point: ModelStruct {
  ///   var x = 0
  ///   var y = 0
  /// }
  /// var point = Point()
  /// point.y = 3
  /// try point.jsonString(changesSince: Point())  // {"y":3}
  /// ```
  public func jsonString(changesSince before: Self, options: ExportOptions? = nil) throws -> String
  {
    try StructStandIn(self).jsonString(changesSince: StructStandIn(before), options: options)
  }

  /// The value as a binary property list.
  ///
  /// In it are the properties by their names, and the models in them.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// var point = Point()
  /// point.x = 5
  /// try Point(archive: point.archivedData()).x  // 5
  /// ```
  public func archivedData() throws -> Data { try StructStandIn(self).archivedData() }

  /// Makes a value from an archive of one.
  ///
  /// What the archive lacks, or what doesn't fit, has its default. The type may have another name than the
  /// one that was archived.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point(archive: Point().archivedData()).x  // 0
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the data isn't an archive of a struct.
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    self = try StructStandIn<Self>(archive: data, subclasses: subclasses).value
  }
}

extension Array where Element: ModelStruct {
  /// The values as dictionaries of plain values.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point()].dictionaryRepresentations().count  // 1
  /// ```
  public func dictionaryRepresentations(options: ExportOptions? = nil) throws -> [[String: Any]] {
    try standIns.dictionaryRepresentations(options: options)
  }

  /// The values as JSON text in UTF-8.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point()].jsonData().count  // 9
  /// ```
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try text(options).buffer.popData()
  }

  /// The values as JSON text.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// print(try [Point()].jsonString())  // [{"x":0}]
  /// ```
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try text(options).buffer.string
  }

  /// The values as a binary property list.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point](archive: [Point(), Point()].archivedData()).count  // 2
  /// ```
  public func archivedData() throws -> Data { try standIns.archivedData() }

  /// Makes values from an archive of an array of them.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point](archive: [Point]().archivedData()).isEmpty  // true
  /// ```
  public init(archive data: Data, subclasses: [ModelObject.Type] = []) throws {
    self = try [StructStandIn<Element>](archive: data, subclasses: subclasses).map(\.value)
  }

  private var standIns: [StructStandIn<Element>] { map { StructStandIn($0) } }

  private func text(_ given: ExportOptions?) throws -> JSONWriter {
    let options = given ?? ExportOptions()
    guard options.properties == nil, let shape = ModelObjectKit.shape(for: [Element].self)
    else {
      let models = standIns
      return try Exporter(options, for: models).text(of: models)
    }
    let exporter = Exporter(options, numbersModels: true)
    return try exporter.text { writer in
      try exporter.checked { shape.write(self, to: writer) }
    }
  }
}

extension Dictionary where Key == String, Value: ModelStruct {
  /// The values as JSON text, by their keys.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try ["a": Point()].jsonString()  // {"a":{"x":0}}
  /// ```
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try mapValues { StructStandIn($0) }.jsonString(options: options)
  }
}
