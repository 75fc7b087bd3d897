/// A value of a JSON document, its keys in the order of the text.
enum Sample {
  case null
  case bool
  /// The number as the text has it.
  case number(String)
  case text(String)
  case array([Sample])
  case object([SamplePair])
}

/// A key of an object, and its value.
struct SamplePair {
  let key: String
  var value: Sample
}
