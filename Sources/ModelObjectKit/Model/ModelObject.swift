/// The base class of models: subclass it with plain stored properties, and JSON fills them.
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
/// let person = try Person(json: #"{"NAME": "Shan", "person-id": "123", "image": {"image_id": 7}}"#)
/// person.personId  // 123
/// ```
///
/// Every stored `var` of the class and its superclasses takes part, whatever its access level: a
/// `private var isAdmin` is fed by `"is_admin"` too. For input that is not trusted, name the
/// properties that it may feed in ``mappedProperties``, or those that it may not in
/// ``ignoredProperties``. Never touched are `let`, computed, `static`, `lazy`, `weak` and `unowned`
/// properties. Property observers are not called, as in an initialiser.
///
/// A stored property without a default value needs an own `required init()`.
nonisolated open class ModelObject: TextOutputStreamable, CustomReflectable {
  /// The mapping that is filling this object, for `serializeValue(_:key:)`, which has no parameter
  /// for it.
  ///
  /// Borrowed: the mapping keeps the frame alive.
  final var hookFrame = Borrowed<HookFrame>(nil)

  /// Makes a model with the default values of its properties.
  ///
  /// Models that come from an input are made by this initialiser first.
  public required init() {}

  // MARK: - The hook

  /// Maps one key of the input; override it to treat keys yourself.
  ///
  /// It is called once for each pair of the input, also if no property takes the key: in the order
  /// of the text, or in the order of the keys of a dictionary. A key that occurs twice is passed
  /// twice, and keys that compete for one property are passed as they come.
  ///
  /// The default gives the value to the properties that the key belongs to. Call `super` to do so,
  /// with another value or another key if wanted; the call counts as the key that it names. An
  /// override that only calls `super` changes nothing. Called outside of a mapping, the default
  /// updates the object with this one pair.
  ///
  /// Like all hooks it runs on the thread that asked for the mapping, however deep the object is.
  ///
  /// ```swift
  /// class Event: ModelObject {
  ///   var title = ""
  ///   var seconds = 0
  ///   override func serializeValue(_ value: Any?, key: String) throws {
  ///     if key == "minutes", let minutes = Self.convert(value, to: Int.self) {
  ///       seconds = minutes * 60
  ///     } else {
  ///       try super.serializeValue(value, key: key)
  ///     }
  ///   }
  /// }
  /// let event = try Event(json: #"{"title": "Tea", "minutes": 5}"#)
  /// event.seconds  // 300
  /// ```
  ///
  /// An error that it throws rejects the object: the property that would have held it keeps its
  /// value, an array goes without the element, and for the root the error is thrown, as the
  /// ``ModelError/underlyingError`` of a ``ModelError``.
  ///
  /// - Parameters:
  ///   - value: The value as plain Swift values, or as the dictionary holds it; nil for null.
  ///   - key: The key as the input spells it.
  /// - Throws: Any error of the override; the default passes on errors that end the whole mapping.
  open func serializeValue(_ value: Any?, key: String) throws {
    try mapPair(value, key: key)
  }

  // MARK: - The properties of a class

  /// How keys are matched with properties: `.fuzzy` unless overridden.
  ///
  /// Asked once for each class. With `.exact` a key must be spelled as the property, or as
  /// ``keyMapping`` says. All the rules are in <doc:MatchingKeys>.
  open class var keyMatching: KeyMatching { .fuzzy }

  /// The keys or key paths that feed properties, by property name; empty unless overridden.
  ///
  /// A property that is named here answers to the listed keys only. Asked once for each class of a
  /// chain; for one property the nearest class wins, so an override need not ask `super`. A name
  /// that is no property of the class stops the program, with a message that names it.
  ///
  /// ```swift
  /// override class var keyMapping: [String: JSONKey] {
  ///   ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc"]
  /// }
  /// ```
  open class var keyMapping: [String: JSONKey] { [:] }

  /// The classes of objects in properties whose type does not say it (`[Any]`, `[ModelObject]`),
  /// by property name or JSON key; empty unless overridden.
  ///
  /// Merged along the chain of classes as ``keyMapping`` is; that of the options comes
  /// first. Values that are not objects are skipped.
  ///
  /// ```swift
  /// class Feed: ModelObject {
  ///   var anything: [Any] = []
  ///   override class var arrayMapping: [String: ModelObject.Type] { ["anything": Image.self] }
  /// }
  /// let feed = try Feed(json: #"{"anything": [{"image_id": 9}]}"#)
  /// (feed.anything[0] as? Image)?.imageId  // 9
  /// ```
  open class var arrayMapping: [String: ModelObject.Type] { [:] }

  /// The names of properties that are neither mapped nor exported; empty unless overridden.
  ///
  /// The names of all classes of a chain count, without asking `super`. Archives and copies have
  /// the properties all the same. Name a private property here that an input must not set.
  ///
  /// ```swift
  /// class User: ModelObject {
  ///   private(set) var isAdmin = false
  ///   override class var ignoredProperties: Set<String> { ["isAdmin"] }
  /// }
  /// try User(json: #"{"is_admin": true}"#).isAdmin  // false
  /// ```
  open class var ignoredProperties: Set<String> { [] }

  /// The names of the only properties that are mapped and exported, or nil, as by default, for all.
  ///
  /// The nearest class's list counts alone, so it also says which inherited properties take part.
  /// ``ignoredProperties`` are left out of it.
  open class var mappedProperties: Set<String>? { nil }

  /// The names of properties that are mapped but never exported; empty unless overridden.
  ///
  /// The names of all classes of a chain count, without asking `super`.
  open class var unexportedProperties: Set<String> { [] }

  /// The names of properties that are never archived; empty unless overridden.
  ///
  /// The names of all classes of a chain count, without asking `super`.
  open class var transientProperties: Set<String> { [] }

  /// The names of the properties without which an object of the input is rejected; empty unless
  /// overridden.
  ///
  /// An object that a mapping makes, and whose input gives one of these properties no value that
  /// fits, is rejected under lenient handling too: for the root the error is thrown, and elsewhere
  /// the object is skipped. Null is no value, not even for an optional. An object that is updated
  /// has its values. A value that ``serializeValue(_:key:)`` sets itself doesn't count; one that it
  /// passes to `super` does. While a text is still arriving, an object is rejected only once it is
  /// closed.
  ///
  /// The names of all classes in the class hierarchy are merged, without asking `super`. A name that
  /// is not a property of the class is a fatal error, with a message that names it.
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

  /// What the properties mean, by their names, for ``jsonSchema(_:)``; empty unless overridden.
  ///
  /// Under `""` it says what the class means.
  ///
  /// The descriptions of all classes in the hierarchy are merged, without asking `super`; that of the
  /// nearest class wins. A name that is not a property of the class is a fatal error, with a message that names
  /// it.
  open class var descriptions: [String: String] { [:] }

  /// The properties that are read and set through a key path, by name; empty unless overridden.
  ///
  /// 1. A property is set whenever a value is taken, in `init` too: twice, if a better key comes
  ///    later. Everything is set before ``didMap(_:)``; in a class with ``serializeValue(_:key:)``
  ///    before `super` returns. An equal value is set anyway; a nested model that is updated in
  ///    place isn't.
  /// 2. Exports, coders and ``update(from:)`` go through the key path too. Copies, archives, `==`,
  ///    the hash and printing use the stored value.
  /// 3. A computed or `lazy` property that is named here takes part, and the other lists may name
  ///    it.
  /// 4. Merged along the chain of classes as ``keyMapping`` is. A wrong name stops the program, as
  ///    do key paths of other classes, and key paths to types that can't be mapped.
  ///
  /// ```swift
  /// class Volume: ModelObject {
  ///   var level = 0 { didSet { level = min(level, 100) } }
  ///   override class var accessors: [String: PropertyAccessor] { ["level": .init(\Volume.level)] }
  /// }
  /// try Volume(json: #"{"level": "250"}"#).level  // 100
  /// ```
  open class var accessors: [String: PropertyAccessor] { [:] }

  /// The name of the property that keeps the pairs which no property takes, or nil, as by default,
  /// for none.
  ///
  /// The property is declared as `var others: [String: Any]`, and filled only by unknown keys: a
  /// key `others` is kept in it as any other. Values are as for `Any`, null is `NSNull`. An update
  /// adds to it; a value replaces the one under its key as a whole. Keys that are kept are no
  /// longer unknown to ``MappingOptions/unknownKeys`` and `explain`. A value that
  /// ``serializeValue(_:key:)`` passes to `super` under a key that no property takes is kept too.
  ///
  /// An export writes the pairs behind those of the properties, sorted and spelled as they came,
  /// null included; keys of properties win. Archives, copies and `==` have the property as any
  /// other.
  ///
  /// Not kept are keys of properties that ``ignoredProperties`` or ``mappedProperties`` leave out.
  /// A key whose value does not fit its property, or that gave way to a better one, belongs to that
  /// property. The nearest class's override counts alone. A name that is no property of the class,
  /// or a property of another type, stops the program, with a message that names it.
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

  /// The names of the properties that tell two objects of the class apart; empty, as by default,
  /// for objects without an identity.
  ///
  /// Two objects with equal values of these properties are the same thing. In an update the
  /// elements of an array or set are matched by them: known models are updated and stay the same
  /// objects, new ones are made, the order is that of the input, and ``MappingOptions/arrays`` says
  /// what becomes of the rest. A nested model with another identity is replaced, not changed. A
  /// ``ModelStore`` keeps one object for each identity. The article <doc:IdentityAndStores> has all
  /// the rules.
  ///
  /// The values are read by the properties' own rules: `"7"` is 7. An input that does not give all
  /// of them names no object, whatever the defaults are. The names of all classes of a chain count,
  /// without asking `super`; a class that adds a name starts a family of its own. Asked once, at
  /// the first use of the class. A name that is no property of the class stops the program, and so
  /// does a property whose type is not `Hashable`.
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

  /// Conversions that come before a property's own rules, by property name; empty unless
  /// overridden.
  ///
  /// Merged along the chain of classes as ``keyMapping`` is. See ``PropertyTransform`` for an
  /// example.
  open class var transforms: [String: PropertyTransform] { [:] }

  /// The date formats of properties that have their own, in and out, by property name; empty unless
  /// overridden.
  ///
  /// These formats come before the format of the options. A format reaches the dates in optionals,
  /// arrays, sets and dictionaries of the property, and date text for a number or `Any`; models in
  /// it have their own. Merged along the chain of classes as ``keyMapping`` is.
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
  /// try Member(json: json).jsonString()  // {"birthday":"06.05.1990","seen":"2014-05-06T07:08:00Z"}
  /// ```
  open class var dateFormats: [String: DateOptions.Format] { [:] }

  /// The options of a mapping without options of its own whose root is of this class: lenient
  /// unless overridden.
  ///
  /// Nested models follow the object around them.
  ///
  /// ```swift
  /// override class var mappingOptions: MappingOptions { .strict }
  /// ```
  open class var mappingOptions: MappingOptions { .lenient }

  /// The options of an export without options of its own whose root is of this class:
  /// `ExportOptions()` unless overridden.
  ///
  /// Nested models follow the object around them; an array and a dictionary of models use those of
  /// the class that they declare. Through a coder they hold too, except for the forms of dates,
  /// which are the coder's own.
  ///
  /// ```swift
  /// class Reply: ModelObject {
  ///   var lastSeen = 1
  ///   override class var exportOptions: ExportOptions {
  ///     var options = ExportOptions()
  ///     options.keyStyle = .snakeCase
  ///     return options
  ///   }
  /// }
  /// try Reply().jsonString()  // {"last_seen":1}
  /// try Reply().jsonString(options: ExportOptions())  // {"lastSeen":1}
  /// ```
  open class var exportOptions: ExportOptions { ExportOptions() }

  /// The class of the model that a dictionary becomes, or nil, as by default, for the declared one.
  ///
  /// Called on the declared class for each object, before a model is made. The result must be the
  /// declared class or derive from it: any other class does not fit, and at the root it throws. An
  /// export does not write the class; keep a value that tells it in a property. Where the value of
  /// one key tells the class, ``subclasses`` are simpler and faster; they count where this returns
  /// nil.
  ///
  /// <!-- with: class Circle: Shape {} -->
  /// ```swift
  /// class Shape: ModelObject {
  ///   override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
  ///     dictionary["radius"] == nil ? nil : Circle.self
  ///   }
  /// }
  /// try Shape(json: #"{"radius": 2}"#) is Circle  // true
  /// ```
  open class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

  /// The subclasses by the tag that names them in the data, or nil, as by default, for none.
  ///
  /// Asked once, at the first use of the class. It applies to each object of the class in the data
  /// for which ``modelType(for:)`` returns nil. The nearest class's override counts alone; there is
  /// no need to call `super`. A class that was picked, and has an override of its own, picks on
  /// among its own subclasses. A class that is not allowed in its place does not fit there, and at
  /// the root it throws.
  ///
  /// In an update a nested object whose tag names another class is replaced; without a tag it is
  /// updated, whatever its class. The tag of the object that `update` was called on changes
  /// nothing.
  ///
  /// The tag's key is never an unknown key. An export writes the tag of a listed class in front of
  /// its properties, under the key as it is spelled here, unless a property writes that key.
  /// Archives that are opened with the class know all classes that it lists.
  ///
  /// <!-- with: class Square: Figure {} -->
  /// ```swift
  /// class Figure: ModelObject {
  ///   override class var subclasses: Subclasses? { .byTag("kind", ["square": Square.self]) }
  /// }
  /// try Figure(json: #"{"kind": "square"}"#) is Square  // true
  /// ```
  open class var subclasses: Subclasses? { nil }

  // MARK: - Lifecycle

  /// Called with the whole object before any of its pairs is mapped; the dictionary that it returns
  /// is mapped instead.
  ///
  /// The default returns the dictionary; there is no need to call `super`. An error rejects the
  /// object, as in ``serializeValue(_:key:)``. The order of the hooks is in <doc:Hooks>.
  ///
  /// ```swift
  /// override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
  ///   dictionary["talk"] as? [String: Any] ?? dictionary
  /// }
  /// ```
  open func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }

  /// Called with the whole object, as ``willMap(_:)`` returned it, after all its pairs were mapped.
  ///
  /// The default does nothing; there is no need to call `super`. An error rejects the object, as
  /// in ``serializeValue(_:key:)``. Not called where strict handling found something wrong.
  open func didMap(_ dictionary: [String: Any]) throws {}

  /// Called when all stored properties are in place: after mapping, unarchiving and copying.
  ///
  /// The place to restore weak references. The default does nothing; call `super` if the superclass
  /// overrides it. Not called where strict handling found something wrong.
  ///
  /// <!-- with:
  /// class Slot: ModelObject { weak var talk: Talk? }
  /// class Talk: ModelObject {
  ///   var slots: [Slot] = []
  /// …
  /// }
  /// -->
  /// ```swift
  /// override func awake() {
  ///   for slot in slots { slot.talk = self }
  /// }
  /// ```
  open func awake() {}

  /// Called last: throws if the model is invalid.
  ///
  /// The default accepts everything; call `super` if the superclass checks something. An error
  /// rejects the object, as in ``serializeValue(_:key:)``. Not called where strict handling found
  /// something wrong. After unarchiving it is called too.
  ///
  /// <!-- with:
  /// struct TooLong: Error {}
  /// class Slot: ModelObject {
  ///   var minutes = 0
  /// …
  /// }
  /// -->
  /// ```swift
  /// override func validate() throws {
  ///   if minutes > 60 { throw TooLong() }
  /// }
  /// ```
  open func validate() throws {}

  /// Called with the exported dictionary of the model, and may change it.
  ///
  /// Called once for each model of an export, nested ones too, also where JSON text is asked for;
  /// not for models that are left out. The dictionary holds plain values, also for nested models; a
  /// model, a date or data that is put there is exported by the options where text is written.
  /// In the text the keys of properties keep their order, and new keys come behind them, sorted.
  /// The default does nothing; call `super` if the superclass overrides it. An error leaves out a
  /// nested model; for the root it is thrown, as the ``ModelError/underlyingError`` of a ``ModelError``.
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

  /// Whether another model equals this one; `==` calls it.
  ///
  /// Called once for each pair that is compared, nested ones too. By default models are equal where
  /// they are of the same class and all stored properties are equal, those that mapping ignores
  /// included. Closures and other values that can't be compared do not count; other objects are
  /// equal by their own `==`, or where they are the same. Two models that are already being
  /// compared further out count as equal, so that graphs with cycles can be compared.
  ///
  /// There is no need to call `super`. In an override, `super` compares the properties that hold no
  /// models and returns the result. If that is true, the models in the others are compared after
  /// the override has returned, and all have to be equal. So a graph of any size can be compared.
  /// An override needs one of ``hash(into:)`` too.
  open func isEqual(to other: ModelObject) -> Bool {
    Comparison.haveEqualProperties(self, other)
  }

  /// Feeds the model to a hasher.
  ///
  /// Called wherever the model is hashed, as when it goes into a set. The default feeds the class
  /// and the stored properties that hold no models, so that equal models hash alike. There is no
  /// need to call `super`. A model must not change while it is in a set.
  open func hash(into hasher: inout Hasher) {
    ModelHasher.hash(self, into: &hasher)
  }

  // MARK: - Archives

  /// The name by which archives know the class: its qualified name, such as `Shop.Person`, unless
  /// overridden.
  ///
  /// Asked for each class in an archive. Override it in a class that may be renamed or moved, or
  /// that can't be found by its name: private and local classes, and generic ones. A superclass's
  /// override counts for that class alone. Two classes with one name in one archive stop the
  /// program, with a message that names them.
  ///
  /// The name says nothing of the file or function that a private or local class is in: an
  /// archive with objects of one such class can be opened with another one of its name.
  open class var archiveName: String { ArchiveName.qualified(self) }

  /// The names that older archives have for the class; empty unless overridden.
  ///
  /// Asked for each class that an archive is opened with. A superclass's override counts for that
  /// class alone.
  ///
  /// ```swift
  /// class Customer: ModelObject {
  ///   var name = ""
  ///   override class var formerArchiveNames: Set<String> { ["Shop.Person"] }
  /// }
  /// ```
  open class var formerArchiveNames: Set<String> { [] }

  /// The version of the class's archived form; zero unless overridden.
  ///
  /// Each archive keeps it, and ``ModelUnarchiver/archiveVersion`` tells it to ``decode(with:)``.
  /// Raise it when old archives need conversion.
  open class var archiveVersion: Int { 0 }

  /// Puts the object into an archive.
  ///
  /// Called once for each object of the graph. The default encodes every stored property that is
  /// not named in ``transientProperties`` under its own name; call `super` in an override that adds
  /// something. Without `super` the archive holds only the values that the override encodes. An
  /// error ends the archiving, as the ``ModelError/underlyingError`` of a ``ModelError``.
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

  /// Takes the object's values from an archive.
  ///
  /// Called once for each object, after `init()`. The default gives each stored property the value
  /// under its name: a property that is missing there keeps its default, and a value of another
  /// type is converted where that fits. Call `super` in an override that adds something. Decoded
  /// models may not be filled yet: work that needs their values belongs in ``awake()``. An error
  /// ends the reading, as the ``ModelError/underlyingError`` of a ``ModelError``.
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
  ///   if unarchiver.archiveVersion < 2 {
  ///     seconds = (try unarchiver.decode(Double.self, forKey: "minutes") ?? 0) * 60
  ///   }
  /// }
  /// ```
  open func decode(with unarchiver: ModelUnarchiver) throws {
    try unarchiver.decodeProperties(of: self)
  }
}
