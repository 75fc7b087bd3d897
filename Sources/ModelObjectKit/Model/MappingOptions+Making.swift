extension MappingOptions {
  /// The classes of objects in properties whose type doesn't say it (`[Any]`, `[ModelObject]`), by
  /// property name or JSON key; empty unless set.
  ///
  /// They apply at every level of the input, and take precedence over a class's
  /// ``ModelObject/arrayMapping``. Values that aren't objects are skipped.
  ///
  /// <!-- with: class Feed: ModelObject { var anything: [Any] = [] } -->
  /// ```swift
  /// let options = MappingOptions(arrayMapping: ["anything": Image.self])
  /// let feed = try Feed(json: #"{"anything": [{"image_id": 9}]}"#, options: options)
  /// (feed.anything[0] as? Image)?.imageId  // 9
  /// ```
  public var arrayMapping: [String: ModelObject.Type] {
    get { elementClasses.compactMapValues { $0 as? ModelObject.Type } }
    set { elementClasses = newValue }
  }

  /// Makes options; what isn't given has its default value, which is lenient.
  ///
  /// ```swift
  /// let options = MappingOptions(unknownKeys: .fail)
  /// try Person(json: #"{"name": "Shan"}"#, options: options).name  // "Shan"
  /// try Person(json: #"{"name": "Shan", "new": 1}"#, options: options)  // throws
  /// ```
  public init(
    dates: DateOptions = .usual,
    mismatches: Handling = .report,
    missingKeys: Handling = .ignore,
    unknownKeys: Handling = .ignore,
    duplicateKeys: Handling = .ignore,
    conversions: ConversionHandling = .apply,
    maximumDepth: Int = defaultDepth,
    arrays: ArrayHandling = .replace,
    references: ReferenceHandling = .none,
    arrayMapping: [String: ModelObject.Type] = [:],
    census: MappingCensus? = nil,
    issueHandler: (@Sendable ([ModelError.Issue]) -> Void)? = nil
  ) {
    self.init()
    self.dates = dates
    self.mismatches = mismatches
    self.missingKeys = missingKeys
    self.unknownKeys = unknownKeys
    self.duplicateKeys = duplicateKeys
    self.conversions = conversions
    // An initializer calls no `didSet`.
    self.maximumDepth = max(1, maximumDepth)
    self.arrays = arrays
    self.references = references
    self.arrayMapping = arrayMapping
    self.census = census
    self.issueHandler = issueHandler
  }
}
