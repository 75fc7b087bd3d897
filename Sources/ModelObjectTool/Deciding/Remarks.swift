/// The comments after properties, on facts that their types don't show.
enum Remarks {
  static func remark(on place: Place, key: String) -> String? {
    let kinds = place.kinds
    if kinds.isEmpty { return place.nulls > 0 ? "always null" : nil }
    if !kinds.isSingle { return mixture(kinds, place) }
    switch kinds {
    case .array:
      guard let elements = place.elements else { return "always empty" }
      if elements.kinds.isEmpty { return "always null" }
      return elements.kinds.isSingle
        ? remark(on: elements, key: key) : mixture(elements.kinds, elements)
    case .object:
      guard let objects = place.objects else { return nil }
      if objects.knownPairs.isEmpty, objects.values == nil { return "always empty" }
      guard let values = objects.values, values.kinds.rawValue != 0, !values.kinds.isSingle
      else { return nil }
      return mixture(values.kinds, values)
    case .number: return remark(on: place.scalars.numbers, key: key)
    default: return nil
    }
  }

  /// On dates that can't be read without a format.
  static let pattern = "reads only the format in `dateFormats`"

  private static func remark(on numbers: Numbers, key: String) -> String? {
    if numbers.isBeyondAll { return "too large for a number type: exported as a string" }
    guard EpochNames.contain(key), let epoch = numbers.epoch else { return nil }
    let unit = epoch == .secondsSince1970 ? "seconds" : "milliseconds"
    return "\(unit) since 1970: could be a `Date?` with `\(epoch.code)` in `dateFormats`"
  }

  /// The names of mixed kinds, such as `number or string`.
  private static func mixture(_ kinds: Kinds, _ place: Place) -> String {
    let names: [(Kinds, String)] = [
      (.bool, "boolean"), (.number, "number"), (.text, "string"),
      (.array, place.elements == nil ? "empty array" : "array"), (.object, "object"),
    ]
    return names.filter { kinds.contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}

/// The words in keys of numbers that are points in time.
enum EpochNames {
  private static let words: Set<String> = [
    "at", "on", "time", "timestamp", "ts", "date", "datetime", "created", "updated", "modified",
    "deleted", "started", "ended", "finished", "expires", "expiry", "expiration", "exp", "iat",
    "nbf", "epoch", "ms", "millis", "since", "until", "dt", "deadline", "sunrise", "sunset",
    "published", "edited", "utc", "start", "end", "received", "sent", "canceled", "due", "begin",
  ]

  /// Whether the last word of a key is one of them.
  static func contain(_ key: String) -> Bool { words.contains(SwiftName.lastWord(of: key)) }
}
