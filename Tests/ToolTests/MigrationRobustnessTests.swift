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
    for _ in 0..<inLongTests(60, else: 30) {
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
    #expect(changed > inLongTests(15, else: 5))
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

  /// A name in a function is in the result, or the report has its line: a call, a variable, a
  /// condition, or a word in the middle of what is understood.
  @Test(arguments: MigrationTests.names)
  func noWordOfAMappingFunctionIsLost(_ name: String) throws {
    let bytes = try MigrationTests.before(name)
    var dice = Dice(UInt64(name.utf8.count) + 7)
    var seen = 0
    for _ in 0..<inLongTests(60, else: 20) {
      let source = Self.planted(bytes, &dice)
      let migration = Migration([("a.swift", source)], movesCodable: true)
      guard let new = migration.results().first?.new else { continue }
      let (before, after) = (SourceFile(source), SourceFile(new))
      let code = String(decoding: new, as: UTF8.self) + (migration.baseFile() ?? "")
      let names = Set(after.tokens.map(\.name))
      var looks = Set(migration.report.looks.map(\.place.line))
      // A function that goes as a whole, and is said.
      for member in before.declarations.flatMap(\.members)
      where looks.contains(before.line(of: member.keyword)) {
        looks.formUnion(member.tokens.map(before.line(of:)))
      }
      for (index, token) in before.tokens.enumerated()
      where token.text.hasPrefix("planted") && token.kind == .word {
        seen += 1
        #expect(
          names.contains(token.name) || code.contains(token.name)
            || looks.contains(before.line(of: index)),
          "\(token.name) is lost: \(Self.line(source, before.line(of: index)))"
        )
      }
    }
    #expect(seen > inLongTests(100, else: 30))
  }

  private static func line(_ source: [UInt8], _ number: Int) -> Substring {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Substring(String(decoding: lines[number - 1], as: UTF8.self))
  }

  /// Sources with words and statements that the tool hasn't seen, in functions.
  private static func planted(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let source = SourceFile(bytes)
    var edits: [SourceEdit] = []
    let bodies = source.declarations.flatMap(\.members)
      .filter { [.function, .initializer].contains($0.kind) }.compactMap(\.body)
    for number in 0..<4 {
      guard let body = bodies.randomElement(using: &dice), let close = source.partner(body) else {
        continue
      }
      let statements = DeclarationReader(source).statements(body)
      guard let statement = statements.randomElement(using: &dice), close > body + 1 else {
        continue
      }
      let name = "planted\(number)x\(Int.random(in: 0..<1000, using: &dice))"
      let start = source[statement.lowerBound].range.lowerBound
      let new = ["\(name)()", "let \(name) = 5", "if \(name) {\n}"]
      switch Int.random(in: 0..<4, using: &dice) {
      case let place where place < 3:
        edits.append(SourceEdit(range: start..<start, text: new[place] + "\n"))
      default:
        // A word in the middle of what is understood, but for keywords, types, labels, parameters
        // and new variables.
        let keywords: Set = [
          "let", "var", "return", "try", "self", "super", "in", "if", "else", "for", "switch",
          "case", "default", "guard", "as", "decoder", "encoder", "container",
          "map", "property",
        ]
        let words = statement.filter {
          source[$0].kind == .word && !keywords.contains(source[$0].text)
            && source[$0].text.first?.isLowercase ?? false
            && !["let", "var"].contains(source[$0 - 1].text) && source[$0 + 1].text != ":"
        }
        guard let word = words.randomElement(using: &dice) else { continue }
        edits.append(SourceEdit(range: source[word].range, text: name))
      }
    }
    return SourceEdit.applied(edits, to: bytes) ?? bytes
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
