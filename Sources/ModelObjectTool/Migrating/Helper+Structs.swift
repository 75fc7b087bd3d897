import ModelObjectEssentials

// What helpers are for structs.
extension Helper {
  func code(_ access: String, forClasses: Bool, forStructs: Bool) -> String {
    let code = code(access)
    guard forStructs else { return code }
    switch self {
    case .transformType, .elementTransform, .transformOf, .dateFormatterTransform,
      .valueTransformable, .fastTransformer:
      return code
    case .mapper:
      // One type, with functions for both.
      let parts = code.components(separatedBy: "<Model: ModelObject> {\n  \(access)init() {}\n\n")
      let head = "\(parts[0])<Model> {\n  \(access)init() {}\n}\n\n"
      let functions = parts.dropFirst().joined()
      let ofClasses = "extension Mapper where Model: ModelObject {\n\(functions)"
      let ofStructs = Self.ofStructs(ofClasses)
        .replacingEach("    try? model", with: "    var model = model\n    try? model")
      return head + (forClasses ? ofClasses + "\n\n" : "") + ofStructs
    case .kj: return forClasses ? code : Self.ofStructs(code)
    case .deserialize, .deserializeList, .toJSON, .toJSONList, .toJSONAlways, .toJSONListAlways,
      .toJSONString, .toJSONStringList, .deserializePlainList, .toDictionary, .swiftyJSON:
      return (forClasses ? code + "\n\n" : "") + Self.ofStructs(code)
    }
  }

  /// The code of functions for classes as one for structs.
  private static func ofStructs(_ code: String) -> String {
    let names = [
      ("ModelObjectProtocol where Self: ModelObject", "ModelStruct"),
      (": ModelObject {", ": ModelStruct {"),
      ("<Model: ModelObject>", "<Model: ModelStruct>"),
      ("ModelObject.Type) -> ModelObject?", "ModelObject.Type) -> (any ModelStruct)?"),
      ("ModelObject.Type) -> ModelObject", "ModelObject.Type) -> any ModelStruct"),
      ("type: ModelObject.Type", "type: any ModelStruct.Type"),
      ("[ModelObject]", "[any ModelStruct]"),
      ("as? ModelObject)", "as? any ModelStruct)"),
      ("model as ModelObject:", "model as any ModelStruct:"),
      ("let model = type.init()", "var model = type.init()"),
      ("Self.exportOptions", "ExportOptions()"),
      ("Element.exportOptions", "ExportOptions()"),
      ("Model.exportOptions", "ExportOptions()"),
    ]
    return names.reduce(code) { $0.replacingEach($1.0, with: $1.1) }
  }
}
