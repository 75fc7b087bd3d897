import Foundation
import Testing

@testable import ModelObjectTool

/// Source with mistakes is understood or left; nothing ends the program, and no key gets lost.
struct MigrationRobustnessTests {
  /// Sources with a token dropped, doubled, swapped or cut, or with bytes dropped.
  private static func broken(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var texts = SourceFile(bytes).tokens.map { ($0.beginsLine ? "\n" : " ") + $0.text }
    for _ in 0..<Int.random(in: 1...4, using: &dice) where !texts.isEmpty {
      let place = Int.random(in: 0..<texts.count, using: &dice)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0, 1: texts.remove(at: place)
      case 2: texts.insert(texts[place], at: place)
      case 3: texts.swapAt(place, Int.random(in: 0..<texts.count, using: &dice))
      case 4: texts[place] = String(texts[place].prefix(texts[place].count / 2))
      default:
        if Int.random(in: 0..<4, using: &dice) == 0 { texts = Array(texts.prefix(place)) }
      }
    }
    return Array(texts.joined().utf8)
  }

  @Test(arguments: MigrationTests.names)
  func brokenSourcesAreUnderstoodOrLeft(_ name: String) throws {
    let bytes = try MigrationTests.before(name)
    var dice = Dice(UInt64(name.utf8.count))
    var changed = 0
    for _ in 0..<60 {
      let source = Self.broken(bytes, &dice)
      let migration = Migration([("a.swift", source)], movesCodable: true)
      let results = migration.results()
      guard let new = results.first?.new else {
        #expect(SourceFile(source).problem == nil || !migration.report.looks.isEmpty)
        continue
      }
      changed += 1
      // What it writes can be read.
      #expect(SourceFile(new).problem == nil, "\(String(decoding: source, as: UTF8.self))")
      #expect(SourceFile(source).problem == nil)
      Self.expectNoLoss(source, new, migration)
    }
    #expect(changed > 15)
  }

  /// Each property and each other key is in the result, or the report says what became of its line.
  private static func expectNoLoss(_ old: [UInt8], _ new: [UInt8], _ migration: Migration) {
    let (before, after) = (SourceFile(old), SourceFile(new))
    let rest = String(decoding: new, as: UTF8.self)
    let names = Set(after.tokens.map(\.name))
    for plan in migration.plans {
      for property in plan.properties {
        #expect(names.contains(property.name), "\(property.name) is lost")
      }
    }
    let looks = Set(migration.report.looks.map(\.place.line))
    for (index, token) in before.tokens.enumerated() where token.kind == .text {
      guard let text = Migration.literal(token.text), !text.isEmpty else { continue }
      let given = migration.plans.contains { plan in
        plan.keys.contains { $0.plain == text }
      }
      let spelled = rest.contains(text) || rest.contains(text.replacing(".", with: "\\."))
      let indexed = text.split(separator: ".").map { Int($0) == nil ? ".\($0)" : "[\($0)]" }
      let hasIndex = rest.contains(indexed.joined().dropFirst())
      #expect(
        given || spelled || hasIndex || looks.contains(before.line(of: index)),
        "\(text) is lost"
      )
    }
  }

  @Test func randomBytesEndNothing() {
    var dice = Dice(5)
    let pieces = [
      "import HandyJSON\n", "class A: HandyJSON {", "}", "{", "(", ")", "[", "]", "\"", "\\(", "#",
      "#if A\n", "#endif\n", "func mapping(mapper: HelpingMapper)", "mapper <<< a <-- \"b\"\n",
      "var a",
      ": ", "Int", "<", ">", "?", "!", "=", "\n", "struct", "extension A", "`", "/*", "*/", "//",
      "/",
      "@", "let", "init", ",", ".", "é", "\0", "\r\n", "import ObjectMapper\n",
      "import SwiftyJSON\n", "init(json: JSON)", "a = json[\"b\"].stringValue\n",
      ".arrayValue.map { A(json: $0) }", "A(json: JSON(b))", "for a in json[\"b\"]",
      ": Codable", "init(from decoder: Decoder) throws",
      "let container = try decoder.container(keyedBy: CodingKeys.self)\n",
      "a = try container.decode(Int.self, forKey: .a)\n", "if let b = ", " ?? ",
      "JSONDecoder().decode(A.self, from: b)", "import SmartCodable\n", "import KakaJSON\n",
      ": Convertible", "a.kj.model(A.self)",
      "func kj_modelKey(from property: Property) -> ModelPropertyKey", "switch property.name",
      "case \"a\": return \"b\"\n", "model(from: b, A.self)", "class func mappingForKey()",
      "CodingKeys.a <--- [\"b\"]",
      "enum CodingKeys: String, CodingKey", "case a = \"b\"\n", "a.toDictionary()",
      ": SmartCodable", "@SmartAny",
      "Mapper<A>().map(JSON: b)",
      "a.toJSONString()", "A.deserialize(from: b)", "func mapping(map: Map)", "a <- map[\"b\"]\n",
    ]
    for _ in 0..<1000 {
      let source = (0..<Int.random(in: 1...30, using: &dice)).map { _ in
        pieces.randomElement(using: &dice) ?? ""
      }
      let bytes = Array(source.joined().utf8)
      let migration = Migration([("a.swift", bytes)], movesCodable: true)
      for result in migration.results() {
        #expect(SourceFile(result.new).problem == nil, "\(source.joined().debugDescription)")
      }
    }
  }

  @Test func deepNestingEndsNothing() {
    for (open, close) in [
      ("{", "}"), ("(", ")"), ("\"\\(", ")\""), ("class A {", "}"), ("/*", "*/"),
    ] {
      let source = String(repeating: open, count: 20000) + String(repeating: close, count: 20000)
      _ = Migration([("a.swift", Array(("import HandyJSON\n" + source).utf8))]).results()
    }
  }
}
