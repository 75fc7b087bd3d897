import Foundation

/// The response of a server that grew over the years: numbers as text, null, and `"<null>"`, dates
/// in two formats, keys in three styles, items of several kinds in one list.
enum Answer {
  /// About 20 kB of JSON, the same each time.
  static var text: String {
    let items = (0..<count).map { item($0) }.joined(separator: ",\n    ")
    return """
      {
        "total_number": "\(count)",
        "next_cursor": "4611686018427387904",
        "served": "2015-09-16T12:30:00.25+08:00",
        "meta": {"server": {"region": "north", "took_ms": 12}},
        "items": [
          \(items),
          "an advertisement that is no object"
        ]
      }
      """
  }

  private static let count = 38
  private static let authors = ["Ada", "Björn", "千代", "Дарья", "Émile"]
  private static let words = [
    "morning", "tea", "harbour", "rain", "again", "nobody", "found", "the", "old", "bridge",
    "before", "noon", "and", "we", "went", "home", "by", "boat", "singing", "🎉",
  ]

  private static func item(_ number: Int) -> String {
    let kind = ["post", "photo", "video", "repost"][number % 4]
    var pairs = common(number) + ["\"kind\": \"\(kind)\""]
    switch kind {
    case "photo":
      let photos = (1...2).map { photo(number * 10 + $0) }
      pairs.append("\"photos\": [\(photos.joined(separator: ", "))]")
    case "video":
      pairs.append("\"duration\": \"\(number).5\"")
      pairs.append("\"Stream\": \"https://video.example.com/\(number).m3u8\"")
    case "repost":
      let original =
        common(number + 100) + ["\"kind\": \"photo\"", "\"photos\": [\(photo(number))]"]
      // Some originals have been deleted since.
      let isDeleted = number % 8 == 7
      pairs.append("\"original\": \(isDeleted ? "null" : "{\(original.joined(separator: ", "))}")")
    default: break
    }
    return "{\(pairs.joined(separator: ", "))}"
  }

  private static func common(_ number: Int) -> [String] {
    let text = (0..<14).map { words[(number * 7 + $0 * 3) % words.count] }.joined(separator: " ")
    let date =
      number.isMultiple(of: 2)
      ? "Wed Sep 16 \(two(number % 24)):20:09 +0800 2015"
      : "2015-09-15T\(two(number % 24)):05:00Z"
    let tags = ["[\"one\", \"two\"]", "\"single\"", "\"\"", "null"][number % 4]
    return [
      "\"id\": \"\(3_887_000_000_000_000 + number)\"",
      "\"created_at\": \"\(date)\"",
      "\"Text\": \"\(text)\"",
      "\"likes\": \(number % 5 == 4 ? "\"many\"" : "\"\(number * 31)\"")",
      "\"tags\": \(tags)",
      "\"place\": \(place(number))",
      "\"author\": \(author(number))",
    ]
  }

  private static func author(_ number: Int) -> String {
    let name = authors[number % authors.count]
    let bio = ["null", "\"<null>\"", "\"Writes from the \(words[number % 8])\""][number % 3]
    return """
      {"ID": \(1000 + number % authors.count), "screen-name": "\(name)", \
      "followers_count": "\(number * 1013)", "verified": \(number % 2), \
      "avatar": "https://img.example.com/a/\(number % authors.count).png", "bio": \(bio)}
      """
  }

  private static func place(_ number: Int) -> String {
    guard number % 3 == 0 else { return number % 3 == 1 ? "null" : "\"null\"" }
    return """
      {"name": "Pier \(number)", "latitude": "59.\(two(number))", "longitude": 18.\(two(number))}
      """
  }

  private static func photo(_ number: Int) -> String {
    """
    {"width": "\(640 + number)", "height": 480, "url": "https://img.example.com/p/\(number).jpg"}
    """
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
