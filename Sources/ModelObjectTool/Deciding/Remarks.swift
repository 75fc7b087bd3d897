/// The comments after properties, on facts that their types don't show.
enum Remarks {
  static func remark(on place: Place, key: String) -> String? {
    let kinds = place.kinds
    if kinds.isEmpty { return place.nulls > 0 ? "always null" : nil }
    if !kinds.isSingle {
      guard kinds == place.scalars.kinds, place.scalars.areDatesOfTwoKinds else {
        return mixture(kinds, place)
      }
      return "number or string: exported as a string"
    }
    switch kinds {
    case .array:
      guard let elements = place.elements else { return "always empty" }
      if elements.kinds.isEmpty { return "always null" }
      return elements.kinds.isSingle
        ? remark(on: elements, key: key) : mixture(elements.kinds, elements)
    case .object:
      guard let objects = place.objects else { return nil }
      if objects.knownPairs.isEmpty, objects.values == nil { return "always empty" }
      if objects.areNumbered { return numbered }
      guard let values = objects.values, values.kinds.rawValue != 0, !values.kinds.isSingle
      else { return nil }
      return mixture(values.kinds, values)
    case .number: return remark(on: place.scalars.numbers, key: key)
    case .text: return remark(on: place.scalars.texts, key: key)
    default: return nil
    }
  }

  private static func remark(on texts: Texts, key: String) -> String? {
    if texts.onlySpellNull { return "always a string for null" }
    if texts.dateForm != nil {
      return texts.haveLocalTimes ? "no time zone: \(utc)" : nil
    }
    let isCount = texts.areNumbers && NumberNames.contain(key)
    if texts.spellNull {
      let type = isCount ? "a number" : "another type"
      return "\"null\" is a string here: an optional of \(type) would be nil"
    }
    return isCount ? "numbers in strings: could be a number, and is exported as one then" : nil
  }

  private static let utc = "UTC, unless `dates.timeZone` in `mappingOptions` is another"

  /// On dates that can't be read without a format.
  static func pattern(of place: Place) -> String {
    let hasZone = !place.texts.haveLocalTimes
    return "reads only the format in `dateFormats`" + (hasZone ? "" : ", in \(utc)")
  }

  /// On a list as PHP writes it if its numbers have a gap, or don't begin with 0.
  private static let numbered = "numbered: PHP's form of a list; sort the keys for one"

  private static func remark(on numbers: Numbers, key: String) -> String? {
    if numbers.isBeyondAll { return "too large for a number type: exported as a string" }
    if numbers.areFlags, isFlag(key) {
      return "only 0 and 1: could be a `Bool`, and is exported as true or false then"
    }
    guard EpochNames.contain(key), let epoch = numbers.epoch else { return nil }
    let unit = epoch == .secondsSince1970 ? "seconds" : "milliseconds"
    return "\(unit) since 1970: could be a `Date?` with `\(epoch.code)` in `dateFormats`"
  }

  /// Whether a key asks a question, such as `is_vip` or `hasMore`.
  private static func isFlag(_ key: String) -> Bool {
    ["is", "has", "can"].contains { word in
      key.hasPrefix(word) && key.dropFirst(word.count).first.map { !$0.isLowercase } == true
    }
  }

  /// The names of mixed kinds, such as `number or string`.
  private static func mixture(_ kinds: Kinds, _ place: Place) -> String {
    kinds.names(array: place.elements == nil ? "empty array" : "array")
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

/// The words in keys of amounts, which some servers send as strings.
enum NumberNames {
  private static let words: Set<String> = [
    "amount", "balance", "count", "price", "total", "quantity", "qty", "score", "points", "fee",
    "age", "num", "lat", "lng", "lon", "latitude", "longitude", "discount", "cost", "stock",
  ]

  /// Whether the last word of a key is one of them.
  static func contain(_ key: String) -> Bool { words.contains(SwiftName.lastWord(of: key)) }
}

extension Place {
  /// The strings here, or in the arrays or dictionaries here.
  fileprivate var texts: Texts {
    elements?.texts ?? objects?.values?.texts ?? scalars.texts
  }
}

extension Objects {
  /// Whether they are dictionaries of objects whose keys count from 0 or 1, several in one of them.
  fileprivate var areNumbered: Bool {
    guard case .dictionary(let values) = form, values.kinds == .object else { return false }
    let numbers = seenPairs.map { Int($0.key) }
    let first = numbers.compactMap(\.self).min() ?? -1
    return numbers.count > 1 && (0...1).contains(first)
      && numbers.compactMap(\.self).sorted() == Array(first..<first + numbers.count)
  }
}
