extension ClassLists {
  /// The mistakes about classes of properties, or in the family, that have options of their own: those
  /// of the class that a call names hold for them.
  var overridden: [String] {
    let own = declaration.type
    let held = properties.flatMap { property -> [String] in
      guard case .of(let type) = property.heldModels.allowed, type != own else { return [] }
      let names =
        Self.mappingOptions(of: type, besides: own) + Self.exportOptions(of: type, besides: own)
      return names.map { "\(own).\(property.name): \(type).\($0)" }
    }
    let family = (own.classTags?.listed ?? []).filter { $0 != own && isSubclass($0, of: own) }
    let listed = family.flatMap { type in
      Self.mappingOptions(of: type, besides: own).map { "\(own).subclasses: \(type).\($0)" }
    }
    return (held + listed).map {
      "\($0) isn't in force there, as that of \(own) is. Override it in \(own), too, or in a class of"
        + " which both are subclasses."
    }
  }

  /// The options for mappings that a class sets, and another one sets otherwise or not at all.
  private static func mappingOptions(
    of type: any Model.Type,
    besides own: any Model.Type
  ) -> [String] {
    var names: [String] = []
    let (theirs, ours, new) = (type.mappingOptions, own.mappingOptions, MappingOptions())
    func compare<Value: Equatable>(_ name: String, _ value: (MappingOptions) -> Value) {
      if value(theirs) != value(new), value(theirs) != value(ours) { names.append(name) }
    }
    compare("dates.format") { $0.dates.format }
    compare("dates.conversion") { $0.dates.conversion }
    compare("dates.timeZone") { $0.dates.timeZone }
    compare("mismatches") { $0.mismatches }
    compare("missingKeys") { $0.missingKeys }
    compare("unknownKeys") { $0.unknownKeys }
    compare("duplicateKeys") { $0.duplicateKeys }
    compare("conversions") { $0.conversions }
    compare("maximumDepth") { $0.maximumDepth }
    compare("arrays") { $0.arrays }
    compare("references") { $0.references == .preserved }
    compare("arrayMapping") { $0.elementClasses.mapValues { ObjectIdentifier($0) } }
    compare("issueHandler") { $0.issueHandler != nil }
    compare("census") { $0.census.map { ObjectIdentifier($0) } }
    return names.map { "mappingOptions.\($0)" }
  }

  private static func exportOptions(
    of type: any Model.Type,
    besides own: any Model.Type
  ) -> [String] {
    var names: [String] = []
    let (theirs, ours, new) = (type.exportOptions, own.exportOptions, ExportOptions())
    func compare<Value: Equatable>(_ name: String, _ value: (ExportOptions) -> Value) {
      if value(theirs) != value(new), value(theirs) != value(ours) { names.append(name) }
    }
    compare("timeZone") { $0.timeZone }
    compare("keyStyle") { $0.keyStyle }
    return names.map { "exportOptions.\($0)" }
  }
}
