/// The base class of models: subclass it with plain stored properties, and map JSON to them.
///
/// ```swift
/// class Image: ModelObject {
///   var imageId = 0
///   var imageUrl: URL?
/// }
///
/// class Person: ModelObject {
///   var name = ""
///   var personId = 0
///   var image: Image?
///   var tags: [String] = []
/// }
///
/// let json = #"{"NAME": "Shan", "person-id": "123", "image": {"image_id": 7}}"#
/// let person = try Person(json: json)
/// person.personId  // 123
/// ```
///
/// Every stored `var` of the class and its superclasses is mapped, whatever its access level:
/// `"is_admin"` sets a `private var isAdmin` too. If you don't trust the input, list the properties
/// that it may set in ``mappedProperties``, or those that it may not in ``ignoredProperties``.
/// Properties that are `let` or `static` aren't mapped. Those that are computed, `lazy`, `weak` or
/// `unowned` are mapped only if ``accessors`` lists them. Property observers of others aren't called,
/// as in an initializer.
///
/// If a stored property has no default value, write a `required init()` that sets it.
///
/// Some members, such as `init(json:)`, `copy()` and `jsonString()`, are those of
/// ``ModelObjectProtocol``, a protocol that only models conform to. Call them on any model.
nonisolated open class ModelObject: TextOutputStreamable {
  /// The mapping of this object, for `serializeValue(_:key:)`, which has no parameter for it.
  ///
  /// Borrowed: the mapping keeps the frame alive.
  final var hookFrame = Borrowed<HookFrame>(nil)

  /// Makes a model with the default values of its properties.
  ///
  /// Mapping, copying and unarchiving call it before they set the properties.
  public required init() {}

  #if !PublicSymbols
  deinit { LongRelease.end(self) }
  #endif

  // MARK: - The hook

  /// Maps one key of the input; override it to handle keys yourself.
  ///
  /// It is called for the pairs of the input that count: of the keys of a property for the best one, and
  /// for each key that no property takes; in the order of JSON text, or in the sorted order of a
  /// dictionary's keys. A pair that lost to a better key isn't passed: ``willMap(_:)`` and
  /// ``didMap(_:)`` have all of them.
  ///
  /// The default maps the value to the properties that match the key. Call `super` for that, with
  /// another value or another key if you like. An override that only calls `super` changes nothing.
  /// Outside a mapping, the default updates the object with this one pair.
  ///
  /// Pass what you compute to `super` under the property's name, as below, also if ``keyMapping``
  /// doesn't list it. What you pass under another key than the pair's own wins over the property's
  /// own pair, whichever comes first; of several values the last one counts, and null only if nothing
  /// else gives the property a value. A value that doesn't fit is an issue. What
  /// is neither a key nor a property's name is an unknown key. A property that the override sets
  /// itself, from another key, is missing for strict handling and ``requiredProperties``.
  ///
  /// Like all hooks, it runs on the thread that started the mapping. Exports don't call it: a
  /// property that is set here from another key is exported under its own name. If only a key or a
  /// unit differs, use ``keyMapping`` or ``transforms``, which work in both directions. Otherwise,
  /// rename the key in ``didExport(_:)``.
  ///
  /// ```swift
  /// class Event: ModelObject {
  ///   var title = ""
  ///   var seconds = 0.0
  ///   override func serializeValue(_ value: Any?, key: String) throws {
  ///     if FuzzyKey("minutes") ~= key {
  ///       let seconds = Self.convert(value, to: Double.self).map { $0 * 60 }
  ///       try super.serializeValue(seconds ?? value, key: "seconds")
  ///     } else {
  ///       try super.serializeValue(value, key: key)
  ///     }
  ///   }
  /// }
  /// let event = try Event(json: #"{"title": "Tea", "minutes": 5}"#)
  /// event.seconds  // 300.0
  /// ```
  ///
  /// An error rejects the object: a property that would have held it keeps its value, an element is
  /// skipped, and for the root a ``ModelError`` with the error as its
  /// ``ModelError/underlyingError`` is thrown.
  ///
  /// - Parameters:
  ///   - value: The value: plain Swift values from JSON text, or the dictionary's own value; nil
  ///     for null. From a decoder, dates and data are as it decodes them, and a value of your own
  ///     `Codable` type is the plain one that it is made of. One that you pass on unchanged is
  ///     decoded as the property's type.
  ///   - key: The key, as spelled in the input. A ``FuzzyKey`` matches other spellings too.
  /// - Throws: Any error, to reject the object; the default throws errors that end the whole
  ///   mapping.
  open func serializeValue(_ value: Any?, key: String) throws {
    try mapPair(value, key: key)
  }

  // MARK: - The properties of a class

  /// How keys are matched with properties; `.fuzzy` unless overridden.
  ///
  /// Read once per class. With `.exact`, a key must be spelled like the property, or as in
  /// ``keyMapping``. See <doc:MatchingKeys> for the rules.
  ///
  /// ```swift
  /// class Account: ModelObject {
  ///   var userName = ""
  ///   override class var keyMatching: KeyMatching { .exact }
  /// }
  /// try Account(json: #"{"user_name": "Shan"}"#).userName  // ""
  /// ```
  open class var keyMatching: KeyMatching { .fuzzy }

  /// The keys or key paths of properties, by property name; empty unless overridden.
  ///
  /// A property that is listed here is matched only by its listed keys. The lists of superclasses
  /// are included without calling `super`; if several classes list a property, the most derived one
  /// wins. Read once per class. A name that isn't a property of the class is a fatal error, whose
  /// message suggests the right one; `modelobject check` finds it in the sources.
  ///
  /// ```swift
  /// class Book: ModelObject {
  ///   var bookId = 0
  ///   var summary = ""
  ///   override class var keyMapping: [String: JSONKey] {
  ///     ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc"]
  ///   }
  /// }
  /// try Book(json: #"{"ID": 7, "ext": {"desc": "A tale"}}"#).summary  // "A tale"
  /// ```
  open class var keyMapping: [String: JSONKey] { [:] }

  /// The classes of objects in properties whose type doesn't say it (`[Any]`, `[String: Any]`,
  /// `[ModelObject]`), by property name or JSON key; empty unless overridden.
  ///
  /// The lists of superclasses are included, as for ``keyMapping``, and
  /// ``MappingOptions/arrayMapping`` comes first. Values that aren't objects are skipped.
  ///
  /// A name that is neither has no effect. `modelobject check` finds one whose type takes no models.
  ///
  /// ```swift
  /// class Feed: ModelObject {
  ///   var anything: [Any] = []
  ///   override class var arrayMapping: [String: ModelObject.Type] {
  ///     ["anything": Image.self]
  ///   }
  /// }
  /// let feed = try Feed(json: #"{"anything": [{"image_id": 9}]}"#)
  /// (feed.anything[0] as? Image)?.imageId  // 9
  /// ```
  open class var arrayMapping: [String: ModelObject.Type] { [:] }

  /// The properties that are neither mapped nor exported; empty unless overridden.
  ///
  /// The lists of superclasses are included without calling `super`. Archives and copies still
  /// have these properties. List a private property here if the input must not set it.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class User: ModelObject {
  ///   private(set) var isAdmin = false
  ///   override class var ignoredProperties: Set<String> { ["isAdmin"] }
  /// }
  /// try User(json: #"{"is_admin": true}"#).isAdmin  // false
  /// ```
  open class var ignoredProperties: Set<String> { [] }

  /// The only properties that are mapped and exported; nil, the default, for all.
  ///
  /// Only the most derived class's list is used, so it must include inherited properties.
  /// ``ignoredProperties`` are still excluded. ``unknownKeysProperty`` is used even if it isn't
  /// listed.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class User: ModelObject {
  ///   var name = ""
  ///   var isAdmin = false
  ///   override class var mappedProperties: Set<String>? { ["name"] }
  /// }
  /// try User(json: #"{"name": "Shan", "is_admin": true}"#).isAdmin  // false
  /// ```
  open class var mappedProperties: Set<String>? { nil }

  /// The properties that are mapped but never exported; empty unless overridden.
  ///
  /// The lists of superclasses are included without calling `super`.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Login: ModelObject {
  ///   var name = ""
  ///   var password = ""
  ///   override class var unexportedProperties: Set<String> { ["password"] }
  /// }
  /// let login = try Login(json: #"{"name": "Shan", "password": "x"}"#)
  /// try login.jsonString()  // {"name":"Shan"}
  /// ```
  open class var unexportedProperties: Set<String> { [] }

  /// The properties that are never archived; empty unless overridden.
  ///
  /// The lists of superclasses are included without calling `super`.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Page: ModelObject {
  ///   var title = ""
  ///   var scrollOffset = 0.0
  ///   override class var unarchivedProperties: Set<String> { ["scrollOffset"] }
  /// }
  /// let page = try Page(json: #"{"title": "Tea", "scrollOffset": 20}"#)
  /// try Page(archive: page.archivedData()).scrollOffset  // 0.0
  /// ```
  open class var unarchivedProperties: Set<String> { [] }

  /// The struct whose value an object stands for; nil for models.
  ///
  /// Only the library overrides it.
  class var structType: Any.Type? { nil }
  /// The hooks that the struct declares.
  class var structHooks: Hooks? { nil }

  /// The former name of ``unarchivedProperties``.
  @available(*, unavailable, renamed: "unarchivedProperties")
  open class var transientProperties: Set<String> { [] }

  /// The properties that each object in the input must have a value for; empty unless overridden.
  ///
  /// An object whose input lacks a value that fits one of them is rejected, even with lenient
  /// options: for the root the error is thrown, and elsewhere the object is skipped. Null isn't a
  /// value, not even for an optional. Updates don't check existing objects, which have their
  /// values; the default of a property in a new object is checked, as if it were new. In an override of ``serializeValue(_:key:)``, only values that it passes to `super`
  /// satisfy the requirement. In partial JSON, an object is checked when it is closed.
  ///
  /// The lists of superclasses are included without calling `super`. A name that isn't a mapped
  /// property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Ticket: ModelObject {
  ///   var id = 0
  ///   var title = ""
  ///   override class var requiredProperties: Set<String> { ["id"] }
  /// }
  /// let tickets = try [Ticket](json: #"[{"id": 1}, {"title": "no id"}]"#)
  /// tickets.count  // 1
  /// do {
  ///   _ = try Ticket(json: #"{"title": "no id"}"#)
  /// } catch {
  ///   print(error)  // rejected: id is required, found nothing
  /// }
  /// ```
  open class var requiredProperties: Set<String> { [] }

  /// The descriptions of properties in ``jsonSchema(_:)``, by property name; empty unless
  /// overridden.
  ///
  /// The description under `""` is that of the class. The lists of superclasses are included, as
  /// for ``keyMapping``. A name that isn't a property of the class is a fatal error, which
  /// `modelobject check` finds.
  ///
  /// ```swift
  /// class Recipe: ModelObject {
  ///   var minutes = 0
  ///   override class var descriptions: [String: String] {
  ///     ["minutes": "Including rest"]
  ///   }
  /// }
  /// try Recipe.jsonSchemaString().contains(#""description":"Including rest""#)  // true
  /// ```
  open class var descriptions: [String: String] { [:] }

  /// The properties that are read and set through a key path, by property name; empty unless
  /// overridden.
  ///
  /// 1. A property is set once for each input that has a value for it, in `init(json:)` too: after
  ///    all other properties, and after the last call of ``serializeValue(_:key:)``, in the order of
  ///    the names, and before ``didMap(_:)``. So a setter sees the other values, whatever the order
  ///    of the keys (and so does the getter of a computed property, which Swift calls before the
  ///    setter). An equal value is set again; a nested model that is updated in place isn't. An update that
  ///    throws sets stored properties back, so that observers are told; a computed one isn't set
  ///    back.
  /// 2. Exports, coders, merges and `update(from:)` go through the key path too. Copies, archives,
  ///    `==`, the hash and printing use the stored value, unless that is a wrapper that can't be
  ///    mapped: then they go through the key path, and set the copy's own wrapper. What the stored
  ///    values don't bring along, a copy gets through the key path: a `lazy` property that has a
  ///    value, a `weak` one, and a computed one that differs without it, which is asked if the class
  ///    has storage that isn't copied, such as a `let` of another class.
  /// 3. A computed or `lazy` property in this list is mapped, and may be in the other lists too.
  /// 4. In an `@Observable` class, an array, a set or a dictionary of new models that equal the old
  ///    ones is set to the old ones. If other models come that equal the old ones, such as those of a
  ///    store, observers are told, provided that the key path begins at the class that declares the
  ///    property.
  /// 5. The lists of superclasses are included, as for ``keyMapping``. A key path of another class,
  ///    of another property or to a type that can't be mapped is a fatal error. (In a class that
  ///    isn't `final`, a misspelled name counts as that of a computed property.) `modelobject check`
  ///    finds these in the sources.
  ///
  /// ```swift
  /// class Volume: ModelObject {
  ///   var level = 0 { didSet { level = min(level, 100) } }
  ///   override class var accessors: [String: PropertyAccessor] {
  ///     ["level": .init(\Volume.level)]
  ///   }
  /// }
  /// try Volume(json: #"{"level": "250"}"#).level  // 100
  /// ```
  open class var accessors: [String: PropertyAccessor] { [:] }

  /// The property that keeps the pairs whose keys match no property; nil, the default, for none.
  ///
  /// Declare it as `var others: [String: Any]`. It holds only unknown keys: even a key `others` is
  /// just one of them. Values are converted as for `Any`; null is `NSNull`. In a `[String: RawJSON]`
  /// they keep their text, and null is ``RawJSON/null``. An update adds pairs,
  /// and replaces the values of keys that are already there. Keys that are kept are no longer
  /// unknown to ``MappingOptions/unknownKeys`` and `explain`. A pair that
  /// ``serializeValue(_:key:)`` passes to `super` is kept too if its key is unknown. A decoder's dates
  /// and data are kept as these, and encoded again.
  ///
  /// An export writes the pairs after the properties, sorted by key, with their original spelling
  /// and including nulls; keys of properties win. Archives, copies and `==` treat the property like
  /// any other.
  ///
  /// Keys of properties that ``ignoredProperties`` or ``mappedProperties`` exclude aren't kept, nor
  /// are keys that match a property but whose value doesn't fit, or that lost to a better match.
  /// Those of `let`, `lazy` and `weak` properties without an accessor are kept.
  /// Only the most derived class's override is used. A name that isn't a property of this type is a
  /// fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Camera: ModelObject {
  ///   var name = ""
  ///   var others: [String: Any] = [:]
  ///   override class var unknownKeysProperty: String? { "others" }
  /// }
  /// let camera = try Camera(json: #"{"name": "a", "lens": {"mm": [35]}}"#)
  /// camera.others.keys.sorted()  // ["lens"]
  /// try camera.jsonString()  // {"name":"a","lens":{"mm":[35]}}
  /// ```
  open class var unknownKeysProperty: String? { nil }

  /// The properties that identify an object; empty, the default, for objects without an identity.
  ///
  /// Two objects of a family with equal values of these properties represent the same thing. Each
  /// class is its own family, even if it inherits the identity from a common base class: ticket 7
  /// and user 7 are two things. A class that lists ``subclasses`` or overrides ``modelType(for:)``
  /// forms a family with all of its subclasses. An update matches the elements of an array or set
  /// by them: known models are updated and stay the same objects, other elements become new models,
  /// in the order of the input; ``MappingOptions/arrays`` determines what happens to the rest. A
  /// nested model with another identity is replaced instead of updated. A ``ModelStore`` keeps one
  /// object for each identity. See <doc:IdentityAndStores> for the rules.
  ///
  /// Values are converted to the properties' types: `"7"` is 7. An object in the input that lacks
  /// all of them has no identity; one that lacks some has the other ones of a new object, or of the
  /// one in the property. The lists of superclasses are included without calling `super`. Read once
  /// per class. A name that isn't a property of the class is a fatal error, and so is a property
  /// whose type isn't `Hashable` or holds models; `modelobject check` finds both.
  ///
  /// ```swift
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// var rows = try [Row](json: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
  /// let second = rows[1]
  /// try rows.update(json: #"[{"id": "2", "name": "c"}, {"id": 3}]"#)
  /// rows[0] === second  // true
  /// second.name  // "c"
  /// rows.map(\.id)  // [2, 3]
  /// ```
  open class var identity: Set<String> { [] }

  /// The custom conversions of properties, by property name; empty unless overridden.
  ///
  /// The lists of superclasses are included, as for ``keyMapping``.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Lamp: ModelObject {
  ///   var watts = 0.0
  ///   override class var transforms: [String: PropertyTransform] {
  ///     ["watts": PropertyTransform(from: Double.self) { $0 * 1000 }]
  ///   }
  /// }
  /// try Lamp(json: #"{"watts": "0.5"}"#).watts  // 500.0
  /// ```
  open class var transforms: [String: PropertyTransform] { [:] }

  /// The date formats of properties, for reading and writing, by property name; empty unless
  /// overridden.
  ///
  /// A format overrides that of the options for the property's dates, also those in optionals,
  /// arrays, sets and dictionaries, and for date text in a number or `Any`. It doesn't apply inside
  /// nested models. It counts with every encoder and decoder, whatever their strategies. The lists of
  /// superclasses are included, as for ``keyMapping``.
  ///
  /// A name that isn't a property of the class is a fatal error, which `modelobject check` finds.
  ///
  /// ```swift
  /// class Member: ModelObject {
  ///   var birthday: Date?
  ///   var seen: Date?
  ///   override class var dateFormats: [String: DateOptions.Format] {
  ///     ["birthday": .custom("dd.MM.yyyy")]
  ///   }
  /// }
  /// let json = #"{"birthday": "06.05.1990", "seen": "2014-05-06T07:08:00Z"}"#
  /// let member = try Member(json: json)
  /// try member.jsonString()  // {"birthday":"06.05.1990","seen":"2014-05-06T07:08:00Z"}
  /// ```
  open class var dateFormats: [String: DateOptions.Format] { [:] }

  /// The options of a mapping for which the caller names this class, if the call has none; lenient
  /// unless overridden.
  ///
  /// They apply to nested models too, and to objects for which a tag selects a subclass: the options of
  /// those classes aren't used. `[Shape](json:)` uses those of `Shape` for each element. An update
  /// uses those of the object's own class, that of a list those of its element type.
  ///
  /// ```swift
  /// class Payment: ModelObject {
  ///   var amount = 0
  ///   override class var mappingOptions: MappingOptions { .strict }
  /// }
  /// try Payment(json: #"{"amount": "a lot"}"#)  // throws
  /// try Payment(json: #"{"amount": "a lot"}"#, options: .lenient).amount  // 0
  /// ```
  open class var mappingOptions: MappingOptions { .lenient }

  /// The options of an export with this class as its root, if the call has none; `ExportOptions()`
  /// unless overridden.
  ///
  /// They apply to nested models too; an array or dictionary of models uses the options of its
  /// declared class. Encoders use them as well, except for the date format: the encoder's own is
  /// used.
  ///
  /// ```swift
  /// class Reply: ModelObject {
  ///   var lastSeen = 1
  ///   override class var exportOptions: ExportOptions {
  ///     ExportOptions(keyStyle: .snakeCase)
  ///   }
  /// }
  /// try Reply().jsonString()  // {"last_seen":1}
  /// try Reply().jsonString(options: ExportOptions())  // {"lastSeen":1}
  /// ```
  open class var exportOptions: ExportOptions { ExportOptions() }

  /// The class of the model to make from a dictionary; nil, the default, for the declared class.
  ///
  /// Called on the declared class for each object, before a model is made. Return the declared
  /// class or a subclass: any other is a mismatch, and at the root an error. An export doesn't
  /// write the class, so keep the value that determines it in a property. If the value of one key
  /// determines the class, ``subclasses`` are simpler and faster; they are used if this method
  /// returns nil.
  ///
  /// <!-- with: class Circle: Shape {} -->
  /// ```swift
  /// class Shape: ModelObject {
  ///   override class func modelType(
  ///     for dictionary: [String: Any]
  ///   ) -> ModelObject.Type? {
  ///     dictionary["radius"] == nil ? nil : Circle.self
  ///   }
  /// }
  /// try Shape(json: #"{"radius": 2}"#) is Circle  // true
  /// ```
  open class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

  /// The subclasses, by the tag in the input that selects them; nil, the default, for none.
  ///
  /// Read once per class. Used for each object for which ``modelType(for:)`` returns nil. Only the
  /// most derived class's override is used; there is no need to call `super`. A selected class that
  /// overrides this property continues among its own subclasses; where it is declared, only its own
  /// tag is asked. A class that isn't allowed in its place is a mismatch, and at the root an error.
  ///
  /// An update replaces a nested object whose tag selects another class; without a tag, the object
  /// is updated whatever its class. The tag of the object that `update` was called on is ignored.
  ///
  /// The tag's key is never an unknown key. An export writes the tag of a listed class before its
  /// properties, under the key as spelled here, unless a property writes a tag of that class there.
  /// With `otherwise:`, an object of the declared class has no tag. Archives that are opened with the class know all listed classes.
  ///
  /// <!-- with: class Square: Figure {} -->
  /// ```swift
  /// class Figure: ModelObject {
  ///   override class var subclasses: Subclasses? {
  ///     .byTag("kind", ["square": Square.self])
  ///   }
  /// }
  /// try Figure(json: #"{"kind": "square"}"#) is Square  // true
  /// ```
  open class var subclasses: Subclasses? { nil }

  // MARK: - Lifecycle

  /// Called with each object of the input before any of its pairs is mapped; the returned
  /// dictionary is mapped instead.
  ///
  /// Called once. If the class has an ``identity``, and the input may be for an object that is there,
  /// it is called on a new one, since what it returns says which: what it sets in itself counts only
  /// if that stays the one. It is called again, on an object of the property's class, if the property
  /// has an object of a subclass and the input is for another one.
  ///
  /// The default returns the dictionary unchanged; there is no need to call `super`. An error
  /// rejects the object, as in ``serializeValue(_:key:)``. See <doc:Hooks> for the order of the
  /// hooks.
  ///
  /// ```swift
  /// class Talk: ModelObject {
  ///   var title = ""
  ///   override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
  ///     dictionary["talk"] as? [String: Any] ?? dictionary
  ///   }
  /// }
  /// try Talk(json: #"{"talk": {"title": "Swift"}}"#).title  // "Swift"
  /// ```
  open func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }

  /// Called with the dictionary that ``willMap(_:)`` returned, after all its pairs were mapped.
  ///
  /// The default does nothing; there is no need to call `super`. An error rejects the object, as in
  /// ``serializeValue(_:key:)``. Not called if the object has an issue whose handling is `.fail`.
  ///
  /// ```swift
  /// class Item: ModelObject {
  ///   var title = ""
  ///   override func didMap(_ dictionary: [String: Any]) throws {
  ///     if title.isEmpty { title = dictionary["caption"] as? String ?? title }
  ///   }
  /// }
  /// try Item(json: #"{"caption": "Tea"}"#).title  // "Tea"
  /// ```
  open func didMap(_ dictionary: [String: Any]) throws {}

  /// Called when all stored properties are set: after mapping, updating, unarchiving and copying.
  ///
  /// Use it to restore weak references. The default does nothing; call `super` if the superclass
  /// overrides it. Not called if the object has an issue whose handling is `.fail`. A store doesn't
  /// have the new objects of the same input yet.
  ///
  /// <!-- with: class Slot: ModelObject { weak var talk: Talk? } -->
  /// ```swift
  /// class Talk: ModelObject {
  ///   var slots: [Slot] = []
  ///   override func awake() {
  ///     for slot in slots { slot.talk = self }
  ///   }
  /// }
  /// let talk = try Talk(json: #"{"slots": [{}]}"#)
  /// talk.slots[0].talk === talk  // true
  /// ```
  open func awake() {}

  /// Checks the model: called after ``awake()``, in mapping, updating and unarchiving; throws if
  /// the model is invalid.
  ///
  /// The default accepts every model; call `super` if the superclass overrides it. An error rejects
  /// the object, as in ``serializeValue(_:key:)``. Not called if the object has an issue whose
  /// handling is `.fail`.
  ///
  /// <!-- with: struct TooLong: Error {} -->
  /// ```swift
  /// class Slot: ModelObject {
  ///   var minutes = 0
  ///   override func validate() throws {
  ///     if minutes > 60 { throw TooLong() }
  ///   }
  /// }
  /// try Slot(json: #"{"minutes": 90}"#)  // throws
  /// try [Slot](json: #"[{"minutes": 90}, {"minutes": 30}]"#).map(\.minutes)  // [30]
  /// ```
  open func validate() throws {}

  /// Called with the exported dictionary of each model; change it as you like.
  ///
  /// Called once per exported model, nested ones too, also for JSON text; for one in which a model
  /// around it is left out, once for each place. The dictionary holds plain values, also for nested
  /// models; a model, date or data that you add is exported by the options. An encoder encodes a
  /// value that you leave, or move to another key, as the property's own type; for a row of a
  /// database, the dictionary has `NSNull` for nil. In JSON text, the keys of properties keep their
  /// order, and new keys follow, sorted. For text and for encoders, the `write` of a transform is
  /// called twice: for the dictionary, and for what you leave.
  /// The default does nothing; call `super` if the superclass overrides it. After an error a nested
  /// model is omitted; for the root, a ``ModelError`` with the error as its
  /// ``ModelError/underlyingError`` is thrown.
  ///
  /// ```swift
  /// class Photo: ModelObject {
  ///   var width = 4
  ///   var height = 3
  ///   override func didExport(_ dictionary: inout [String: Any]) throws {
  ///     dictionary["area"] = width * height
  ///   }
  /// }
  /// try Photo().dictionaryRepresentation()["area"]  // 12
  /// ```
  open func didExport(_ dictionary: inout [String: Any]) throws {}

  // MARK: - Identity

  /// Returns whether another model is equal to this one; `==` calls it.
  ///
  /// Called once for each compared pair of models, nested ones too. By default, models are equal if
  /// they have the same class and equal stored properties, including those that aren't mapped.
  /// `let`, `lazy` and `weak` properties, closures, and other values that can't be compared, such as
  /// tuples and enums with associated values, are ignored; other objects are equal by their
  /// own `==`, or if they are identical. Two models that are already being compared are assumed to
  /// be equal, so cycles are safe.
  ///
  /// There is no need to call `super`. In an override, `super` compares only the properties without
  /// models. If it returns true, the models in the other properties are compared after the override
  /// has returned, and must be equal too; so a graph of any size can be compared. Swift compares the
  /// elements of arrays each for itself: if they share many models, compare two models that hold
  /// them. If you override this method, override ``hash(into:)`` too.
  ///
  /// ```swift
  /// class Tag: ModelObject {
  ///   var name = ""
  ///   override func isEqual(to other: ModelObject) -> Bool {
  ///     (other as? Tag)?.name.lowercased() == name.lowercased()
  ///   }
  ///   override func hash(into hasher: inout Hasher) {
  ///     hasher.combine(name.lowercased())
  ///   }
  /// }
  /// try Tag(json: #"{"name": "Tea"}"#) == Tag(json: #"{"name": "TEA"}"#)  // true
  /// ```
  open func isEqual(to other: ModelObject) -> Bool {
    Comparison.haveEqualProperties(self, other)
  }

  /// Adds the model to a hasher.
  ///
  /// Called when the model is hashed, such as when it is inserted into a set. The default adds the
  /// class and the stored properties without models, so equal models have equal hashes. There is no
  /// need to call `super`. A model must not change while it is in a set. See ``isEqual(to:)`` for an
  /// example.
  open func hash(into hasher: inout Hasher) {
    ModelHasher.hash(self, into: &hasher)
  }

  // MARK: - Archives

  /// The name of the class in archives: its qualified name, such as `Shop.Person`, unless
  /// overridden.
  ///
  /// Override it in a class that may be renamed or moved, or that can't be found by name because it
  /// is private, local or generic. An override applies only to the class itself, not to its
  /// subclasses. If two classes have the same name, an archive with objects of that name is an
  /// error of code `unsupportedValue`; ``declarationProblems()`` finds such classes.
  ///
  /// The default doesn't contain the file or function of a private or local class: an archive of
  /// one such class can be opened with another of the same name.
  ///
  /// ```swift
  /// class Customer: ModelObject {
  ///   override class var archiveName: String { "Shop.Customer" }
  /// }
  /// Customer.archiveName  // "Shop.Customer"
  /// ```
  open class var archiveName: String { nameWithoutAddress(of: self) }

  /// The names of the class in older archives; empty unless overridden.
  ///
  /// An override applies only to the class itself, not to its subclasses.
  ///
  /// <!-- with:
  /// class OldCustomer: ModelObject {
  ///   var name = "Shan"
  ///   override class var archiveName: String { "Shop.Person" }
  /// }
  /// let data = try OldCustomer().archivedData()
  /// -->
  /// ```swift
  /// class Customer: ModelObject {
  ///   var name = ""
  ///   override class var formerArchiveNames: Set<String> { ["Shop.Person"] }
  /// }
  /// // An archive of the time when the class was `Person`:
  /// try Customer(archive: data).name  // "Shan"
  /// ```
  open class var formerArchiveNames: Set<String> { [] }

  /// The version of the class in archives; zero unless overridden.
  ///
  /// Increase it when old archives need conversion. ``decode(with:)`` reads the archive's version
  /// as ``ModelUnarchiver/archiveVersion``, and has an example.
  open class var archiveVersion: Int { 0 }

  /// Encodes the object into an archive.
  ///
  /// Called once for each object. The default encodes every stored property, except
  /// ``unarchivedProperties``, under its name; call `super` to keep that. Without `super`, the
  /// archive holds only the values that the override encodes. An error ends the archiving, as the
  /// ``ModelError/underlyingError`` of a ``ModelError``.
  ///
  /// A ``StoreFile`` calls it for each object of the class whenever `save()` looks for changes, and
  /// when the file is opened: once, and again if classes override `awake()` or `decode(with:)`. Don't
  /// change other objects in it: they may be in the archive already, and `save()` may not notice.
  ///
  /// <!-- with:
  /// class Library: ModelObject {
  ///   var cache: [String: Int] = [:]
  /// …
  /// }
  /// -->
  /// ```swift
  /// override func encode(with archiver: ModelArchiver) throws {
  ///   try super.encode(with: archiver)
  ///   try archiver.encode(cache.keys.sorted(), forKey: "cached")
  /// }
  /// ```
  open func encode(with archiver: ModelArchiver) throws {
    try archiver.encodeProperties(of: self)
  }

  /// Decodes the object from an archive.
  ///
  /// Called once for each object, after `init()`. The default sets each stored property to the
  /// value under its name: a property that the archive lacks keeps its default, and a value of
  /// another type is converted if it fits. Call `super` to keep that. Nested models may not be
  /// decoded yet: do work that needs their values in ``awake()``. An error ends the unarchiving, as
  /// the ``ModelError/underlyingError`` of a ``ModelError``.
  ///
  /// <!-- with:
  /// class Song: ModelObject {
  ///   var seconds = 0.0
  /// …
  /// }
  /// -->
  /// ```swift
  /// override class var archiveVersion: Int { 2 }
  /// override func decode(with unarchiver: ModelUnarchiver) throws {
  ///   try super.decode(with: unarchiver)
  ///   if unarchiver.archiveVersion < 2,
  ///     let minutes = try unarchiver.decode(Double.self, forKey: "minutes")
  ///   {
  ///     seconds = minutes * 60
  ///   }
  /// }
  /// ```
  open func decode(with unarchiver: ModelUnarchiver) throws {
    try unarchiver.decodeProperties(of: self)
  }
}

#if !PublicSymbols
extension ModelObject: CustomReflectable {}
#endif
