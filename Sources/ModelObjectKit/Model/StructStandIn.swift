/// The object in which a value of a struct is mapped and exported: a model whose properties are those of
/// the struct.
///
/// The layers below know it as a model with a `structType`. It lives for one value: what is in it is
/// copied out.
final class StructStandIn<Value: ModelStruct>: ModelObject {
  /// The only stored property: those of the struct are at their offsets from it.
  var value: Value

  required init() {
    value = Value()
    super.init()
  }

  init(_ value: Value) {
    self.value = value
    super.init()
  }

  override class var structType: Any.Type? { Value.self }

  override class var structHooks: Hooks? {
    var hooks: Hooks = []
    if Value.DidMapResult.self != NoHook.self { hooks.insert(.didMap) }
    if Value.ValidateResult.self != NoHook.self { hooks.insert(.validate) }
    return hooks
  }

  override class var keyMatching: KeyMatching { Value.keyMatching }
  override class var keyMapping: [String: JSONKey] { Value.keyMapping }
  override class var ignoredProperties: Set<String> { Value.ignoredProperties }
  override class var mappedProperties: Set<String>? { Value.mappedProperties }
  override class var requiredProperties: Set<String> { Value.requiredProperties }
  override class var transforms: [String: PropertyTransform] { Value.transforms }
  override class var dateFormats: [String: DateOptions.Format] { Value.dateFormats }
  override class var descriptions: [String: String] { Value.descriptions }
  /// Only a root is an object of an archive: whatever the struct is called.
  override class var archiveName: String { "ModelStruct" }

  override func didMap(_ dictionary: [String: Any]) throws { _ = try value.didMap(dictionary) }
  override func validate() throws { _ = try value.validate() }
}

extension ModelStruct {
  /// The class of the objects that stand for values.
  @_documentation(visibility: internal)
  public static var _standIn: AnyClass { StructStandIn<Self>.self }
}
