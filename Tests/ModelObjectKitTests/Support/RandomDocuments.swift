import Foundation

/// Random JSON objects for the classes of the differential tests, the same in every run.
struct RandomDocuments {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The factor for the length of such tests: the number in `MODELOBJECT_ROUNDS`, or one.
  static let rounds = max(
    1,
    ProcessInfo.processInfo.environment["MODELOBJECT_ROUNDS"].flatMap { Int($0) } ?? 1
  )

  /// Names of properties, and some others.
  private static let names = [
    "id", "name", "price", "flag", "tags", "date", "leaf", "own", "leaves", "byName", "numbers",
    "matrix", "anything", "map", "url", "size", "small", "ratio", "optional", "choice", "set",
    "ext", "desc", "unknown", "other", "",
  ]

  private static let texts = [
    #""""#, #""a""#, #""12""#, #"" 7 ""#, #""-1""#, #""300""#, #""0.5""#, #""true""#, #""no""#,
    #""null""#, #""(null)""#, #""2014-05-06""#, #""2015/13/45""#, #""/Date(1451606400000)/""#,
    #""http://a.b/c?d=e""#, #""größe 😀""#, #""\n\t\u0000\"""#, #""red""#, #""RED""#, #""12abc""#,
    #""2014-05-06T07:08:09.25+02:00""#, #""1e3""#, #""eighteen characters""#,
  ]

  private static let numbers = [
    "0", "1", "2", "-1", "7", "127", "128", "-128", "-129", "255", "300", "0.5", "-2.25",
    "1451606400",
    "9007199254740993", "9223372036854775807", "18446744073709551615", "-9223372036854775807",
    "1234567.125",
  ]

  /// An object, with a maximum number of levels below it.
  mutating func object(depth: Int = 4) -> String {
    var seen: Set<String> = []
    var pairs: [String] = []
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      let key = key()
      // The same key twice means different things to different readers.
      guard seen.insert(key).inserted else { continue }
      pairs.append("\(blank())\"\(key)\"\(blank()):\(blank())\(value(depth: depth - 1))\(blank())")
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  /// A text with a few of its bytes changed.
  mutating func mutated(_ text: String) -> Data {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0...6, using: &random) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 5:
        let marks = Array(#"{}[]:,"\0123456789eE+-. tfnu/"#.utf8)
        bytes[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return Data(bytes)
  }

  private mutating func key() -> String {
    let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
    switch Int.random(in: 0...5, using: &random) {
    case 0: return name.uppercased()
    case 1: return name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
    case 2: return name.prefix(1) + "-" + name.dropFirst()
    default: return name
    }
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0...(depth > 0 ? 11 : 6), using: &random) {
    case 0, 1: return Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
    case 2, 3: return Self.numbers[Int.random(in: 0..<Self.numbers.count, using: &random)]
    case 4: return "null"
    case 5: return Bool.random(using: &random) ? "true" : "false"
    case 6: return Bool.random(using: &random) ? "[]" : "{}"
    case 7, 8, 9: return object(depth: depth)
    default:
      let count = Int.random(in: 0...4, using: &random)
      return "[" + (0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ", ") + "]"
    }
  }

  private mutating func blank() -> String {
    ["", "", " ", "\n    ", "\t"][Int.random(in: 0...4, using: &random)]
  }
}
