/// What methods of a class mean to the library that maps it.
enum ObjectiveCRule {
  /// Keys by property.
  case keys
  /// Classes by property.
  case containers
  case ignored
  case mapped
  case unarchived
  /// `+ keyMapper` of JSONModel.
  case keyMapper
  /// Whether the property with a name is optional, or is ignored.
  case isOptional, isIgnored
  /// The class, or the name of the protocol, for a property.
  case elementClass
  /// One key for each property, made of its name.
  case styled
  case hook(Hook)
  /// Archives, copies, comparisons: the base class has them.
  case boilerplate
  case look(String)

  enum Hook: String, CaseIterable {
    case modelType, willMap, didMap, didExport
  }

  static let bySelector: [String: ObjectiveCRule] = {
    var rules: [String: ObjectiveCRule] = [
      "modelCustomPropertyMapper": .keys,
      "modelContainerPropertyGenericClass": .containers,
      "modelPropertyBlacklist": .ignored,
      "modelPropertyWhitelist": .mapped,
      "modelCustomClassForDictionary:": .hook(.modelType),
      "modelCustomWillTransformFromDictionary:": .hook(.willMap),
      "modelCustomTransformFromDictionary:": .hook(.didMap),
      "modelCustomTransformToDictionary:": .hook(.didExport),
    ]
    let ofMJExtension: [String: ObjectiveCRule] = [
      "replacedKeyFromPropertyName": .keys,
      "objectClassInArray": .containers,
      "ignoredPropertyNames": .ignored,
      "allowedPropertyNames": .mapped,
      "ignoredCodingPropertyNames": .unarchived,
      "allowedCodingPropertyNames": .look(
        "archives have all properties here: unarchivedProperties"
      ),
      "replacedKeyFromPropertyName121:": .styled,
      "objectClassInArray:": .elementClass,
      "newValueFromOldValue:property:": .look("values that it changes need transforms"),
      "keyValuesDidFinishConvertingToObject": .hook(.didMap),
      "keyValuesDidFinishConvertingToObject:": .hook(.didMap),
      "didConvertToObjectWithKeyValues:": .hook(.didMap),
      "objectDidFinishConvertingToKeyValues": .hook(.didExport),
      "objectDidConvertToKeyValues:": .hook(.didExport),
    ]
    for (selector, rule) in ofMJExtension {
      rules[selector] = rule
      rules["mj_" + selector] = rule
    }
    return rules
  }()

  static let ofJSONModel: [String: ObjectiveCRule] = [
    "keyMapper": .keyMapper,
    "propertyIsOptional:": .isOptional,
    "propertyIsIgnored:": .isIgnored,
    "classForCollectionProperty:": .elementClass,
    "protocolForArrayProperty:": .elementClass,
    "validate:": .look("becomes validate()"),
  ]

  /// What every model has.
  ///
  /// These methods go if they only ask the library for it.
  static let inherited: Set<String> = [
    "encodeWithCoder:", "initWithCoder:", "copyWithZone:", "mutableCopyWithZone:", "hash",
    "isEqual:", "description", "debugDescription", "supportsSecureCoding",
  ]

  static let macros: Set<String> = [
    "MJExtensionCodingImplementation", "MJCodingImplementation",
    "MJExtensionSecureCodingImplementation",
    "MJExtensionLogAllProperties", "MJLogAllIvars", "MJSecureCodingImplementation",
  ]

  /// Methods that are called on the class of a model.
  static let calls: Set<String> = [
    "yy_modelWithJSON", "yy_modelWithDictionary", "modelWithJSON", "modelWithDictionary",
    "mj_objectWithKeyValues", "objectWithKeyValues", "mj_objectArrayWithKeyValuesArray",
    "objectArrayWithKeyValuesArray", "mj_objectWithFile", "mj_objectWithFilename",
    "mj_objectArrayWithFilename", "mj_objectArrayWithFile", "objectWithFilename",
    "objectArrayWithFilename",
  ]
  /// Methods that take the class of a model.
  static let callsWithClass: Set<String> = [
    "yy_modelArrayWithClass", "yy_modelDictionaryWithClass", "modelArrayWithClass",
    "modelDictionaryWithClass",
  ]
  /// `[Tag mj_setupReplacedKeyFromPropertyName:^NSDictionary *{ return @{…}; }]`.
  static let setups: [String: ObjectiveCRule] = {
    var setups: [String: ObjectiveCRule] = [:]
    for (name, rule) in [
      ("ReplacedKeyFromPropertyName", ObjectiveCRule.keys), ("ObjectClassInArray", .containers),
      ("IgnoredPropertyNames", .ignored), ("AllowedPropertyNames", .mapped),
      ("IgnoredCodingPropertyNames", .unarchived),
    ] {
      setups["mj_setup" + name] = rule
      setups["setup" + name] = rule
    }
    return setups
  }()
}
