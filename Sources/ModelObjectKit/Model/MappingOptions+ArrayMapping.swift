extension MappingOptions {
  /// The classes of objects in properties whose type doesn't say it (`[Any]`, `[ModelObject]`), by
  /// property name or JSON key; empty unless set.
  ///
  /// They apply at every level of the input, and take precedence over a class's
  /// ``ModelObject/arrayMapping``. Values that aren't objects are skipped.
  ///
  /// <!-- with: class Feed: ModelObject { var anything: [Any] = [] } -->
  /// ```swift
  /// var options = MappingOptions()
  /// options.arrayMapping = ["anything": Image.self]
  /// let feed = try Feed(json: #"{"anything": [{"image_id": 9}]}"#, options: options)
  /// (feed.anything[0] as? Image)?.imageId  // 9
  /// ```
  public var arrayMapping: [String: ModelObject.Type] {
    get { elementClasses.compactMapValues { $0 as? ModelObject.Type } }
    set { elementClasses = newValue }
  }
}
