/// A struct that is mapped as a class is: by its stored properties, which have defaults.
///
/// Use it for values: a price, a line, an address. Copies are independent, `let` keeps one as it is,
/// and observers of the property that holds one are told of each change. Conform, and give each stored
/// property a default:
///
/// ```swift
/// struct Price: ModelStruct {
///   var amount = 0.0
///   var currencyCode: String?
/// }
///
/// class Order: ModelObject {
///   var price = Price()
///   var discounts: [Price] = []
/// }
///
/// let json = #"{"price": {"amount": "12.5", "currency_code": "EUR"}}"#
/// let order = try Order(json: json)
/// order.price.amount  // 12.5
/// try order.jsonString()
/// // {"price":{"amount":12.5,"currencyCode":"EUR"},"discounts":[]}
/// ```
///
/// 1. A key that is missing, and a value that doesn't fit, leave the property's default: in a struct in
///    a model, that of the model's property. An update begins with the value that is there.
/// 2. Every stored `var` is mapped, whatever its access level, except those that the lists below leave
///    out. `let`, `lazy` and `weak` properties, computed ones and those of types that can't be mapped
///    aren't.
/// 3. The lists are `static var`s. There are no hooks but ``didMap(_:)`` and ``validate()``, no identity,
///    no references, no subclasses and no accessors: for these there are classes.
/// 4. Models in a struct are mapped, filed in a store and referred to as in a class.
/// 5. In a model it is archived, copied, compared, merged and exported as one value, without a name of its
///    type: renaming it changes no archive. Its properties are archived by their names.
/// 6. A type that is `Codable` too is a `ModelStruct` in models, also with coders. Its own
///    `init(from:)` isn't called there.
///
/// In a build with the trait `PublicSymbols`, which can't see the properties of structs, a type that is
/// `Codable` too is read as such; any other is a fatal error at the first use of its class.
public protocol ModelStruct {
  /// Makes a value with the defaults of its properties; Swift writes it if each has one.
  init()

  /// How keys are matched with properties; `.fuzzy` unless declared.
  ///
  /// ```swift
  /// struct Setting: ModelStruct {
  ///   var rawValue = 0
  ///   static var keyMatching: KeyMatching { .exact }
  /// }
  /// try Setting(json: #"{"raw_value": 7}"#).rawValue  // 0
  /// ```
  static var keyMatching: KeyMatching { get }

  /// The keys or key paths of properties, by property name; empty unless declared.
  ///
  /// The rules are those of ``ModelObject/keyMapping``. A name that isn't a property is a fatal error at
  /// first use; `modelobject check` finds it in the sources.
  ///
  /// ```swift
  /// struct Size: ModelStruct {
  ///   var width = 0
  ///   static var keyMapping: [String: JSONKey] { ["width": ["w", "size.width"]] }
  /// }
  /// try Size(json: #"{"size": {"width": 3}}"#).width  // 3
  /// ```
  static var keyMapping: [String: JSONKey] { get }

  /// The properties that are neither mapped nor exported; empty unless declared.
  ///
  /// Archives and copies still have them. A name that isn't a property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Line: ModelStruct {
  ///   var sku = ""
  ///   var isSelected = false
  ///   static var ignoredProperties: Set<String> { ["isSelected"] }
  /// }
  /// try Line(json: #"{"sku": "a", "isSelected": true}"#).isSelected  // false
  /// ```
  static var ignoredProperties: Set<String> { get }

  /// The only properties that are mapped and exported; nil, the default, for all.
  ///
  /// A name that isn't a property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Range: ModelStruct {
  ///   var low = 0
  ///   var cached = 0
  ///   static var mappedProperties: Set<String>? { ["low"] }
  /// }
  /// try Range(json: #"{"low": 1, "cached": 2}"#).cached  // 0
  /// ```
  static var mappedProperties: Set<String>? { get }

  /// The properties that each object in the input must have a value for; empty unless declared.
  ///
  /// Without one, the struct is rejected: a property keeps its value, an element is skipped, and a root
  /// throws. A name that isn't a mapped property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Stop: ModelStruct {
  ///   var name = ""
  ///   static var requiredProperties: Set<String> { ["name"] }
  /// }
  /// try [Stop](json: #"[{"name": "A"}, {}]"#).count  // 1
  /// ```
  static var requiredProperties: Set<String> { get }

  /// Custom conversions of properties, by property name; empty unless declared.
  ///
  /// A name that isn't a property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Weight: ModelStruct {
  ///   var grams = 0.0
  ///   static var transforms: [String: PropertyTransform] {
  ///     ["grams": .init(from: Double.self) { $0 * 1000 } write: { $0 / 1000 }]
  ///   }
  /// }
  /// try Weight(json: #"{"grams": "1.5"}"#).grams  // 1500.0
  /// ```
  static var transforms: [String: PropertyTransform] { get }

  /// The date formats of properties, by property name; empty unless declared.
  ///
  /// A name that isn't a property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Term: ModelStruct {
  ///   var end: Date?
  ///   static var dateFormats: [String: DateOptions.Format] {
  ///     ["end": .secondsSince1970]
  ///   }
  /// }
  /// try Term(json: #"{"end": 60}"#).end?.timeIntervalSince1970  // 60.0
  /// ```
  static var dateFormats: [String: DateOptions.Format] { get }

  /// The descriptions of properties in the JSON schema, by property name, and under `""` that of the
  /// struct; empty unless declared.
  ///
  /// A name that isn't a property is a fatal error at first use.
  ///
  /// ```swift
  /// struct Step: ModelStruct {
  ///   var minutes = 0
  ///   static var descriptions: [String: String] {
  ///     ["minutes": "Including rest"]
  ///   }
  /// }
  /// try Step.jsonSchemaString().contains("Including rest")  // true
  /// ```
  static var descriptions: [String: String] { get }

  /// What `didMap(_:)` returns: nothing if the struct declares it. Inferred; don't write it.
  associatedtype DidMapResult = NoHook
  /// What `validate()` returns: nothing if the struct declares it. Inferred; don't write it.
  associatedtype ValidateResult = NoHook

  /// Called when the properties have been set, with the dictionary of the input.
  ///
  /// Declare it without a result. An error rejects the struct, as in ``ModelObject/didMap(_:)``.
  ///
  /// ```swift
  /// struct Span: ModelStruct {
  ///   var from = 0
  ///   var to = 0
  ///   mutating func didMap(_ dictionary: [String: Any]) {
  ///     if to < from { swap(&from, &to) }
  ///   }
  /// }
  /// try Span(json: #"{"from": 5, "to": 2}"#).from  // 2
  /// ```
  mutating func didMap(_ dictionary: [String: Any]) throws -> DidMapResult

  /// Called after ``didMap(_:)``; an error rejects the struct.
  ///
  /// Declare it without a result.
  ///
  /// ```swift
  /// struct Share: ModelStruct {
  ///   var percent = 0
  ///   struct Invalid: Error {}
  ///   mutating func validate() throws {
  ///     if percent > 100 { throw Invalid() }
  ///   }
  /// }
  /// try [Share](json: #"[{"percent": 50}, {"percent": 500}]"#).count  // 1
  /// ```
  mutating func validate() throws -> ValidateResult

  /// The class of the objects that stand for values while they are mapped. Don't declare it.
  @_documentation(visibility: internal)
  static var _standIn: AnyClass { get }
}

/// The result of a hook that a struct doesn't declare.
///
/// ```swift
/// struct Plain: ModelStruct { var name = "" }
/// Plain.ValidateResult.self == NoHook.self  // true
/// ```
public struct NoHook: Sendable {}

extension ModelStruct {
  /// Fuzzy.
  public static var keyMatching: KeyMatching { .fuzzy }
  /// None: a property is matched by its name.
  public static var keyMapping: [String: JSONKey] { [:] }
  /// None.
  public static var ignoredProperties: Set<String> { [] }
  /// All.
  public static var mappedProperties: Set<String>? { nil }
  /// None.
  public static var requiredProperties: Set<String> { [] }
  /// None.
  public static var transforms: [String: PropertyTransform] { [:] }
  /// None: dates are in the format of the options.
  public static var dateFormats: [String: DateOptions.Format] { [:] }
  /// None.
  public static var descriptions: [String: String] { [:] }
  /// Nothing.
  public mutating func didMap(_ dictionary: [String: Any]) throws -> NoHook { NoHook() }
  /// Nothing.
  public mutating func validate() throws -> NoHook { NoHook() }
}
