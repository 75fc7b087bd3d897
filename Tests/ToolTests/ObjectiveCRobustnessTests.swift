import Foundation
import Testing

@testable import ModelObjectTool

/// Objective-C with mistakes is understood or left: nothing ends the program, no property gets lost.
struct ObjectiveCRobustnessTests {
  /// A source with tokens dropped, doubled, swapped or cut.
  private static func broken(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var texts = ObjectiveCFile(path: "", bytes).tokens.map { token in
      (token.beginsLine ? "\n" : " ") + token.text
    }
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

  @Test(arguments: ObjectiveCMigrationTests.names)
  func brokenSourcesAreUnderstoodOrLeft(_ name: String) throws {
    let header = try ObjectiveCMigrationTests.source("\(name).h")
    let code = try ObjectiveCMigrationTests.source("\(name).m")
    var dice = Dice(UInt64(name.utf8.count))
    var written = 0
    for round in 0..<inLongTests(40, else: 15) {
      let files = [
        (path: "a.h", bytes: round % 3 == 0 ? header : Self.broken(header, &dice)),
        (path: "a.m", bytes: round % 3 == 1 ? code : Self.broken(code, &dice)),
      ]
      let migration = ObjectiveCMigrationTests.migration(files)
      guard let new = migration.results.first?.new else { continue }
      written += 1
      let swift = SourceFile(new)
      #expect(swift.problem == nil, "\(String(decoding: new, as: UTF8.self))")
      Self.expectNoLoss(migration, swift)
    }
    #expect(written > inLongTests(20, else: 7))
  }

  /// Each property and each key is in the result, or the report says what became of its line.
  private static func expectNoLoss(_ migration: ObjectiveCMigration, _ swift: SourceFile) {
    let names = Set(swift.tokens.map(\.name))
    let text = String(decoding: swift.bytes, as: UTF8.self)
    let looks = Set(migration.report.looks.map(\.place.description))
    for model in migration.models {
      for property in model.properties {
        let file = migration.base.files[property.file]
        let place = "\(file.path):\(file.line(of: property.source.tokens.lowerBound))"
        #expect(
          names.contains(property.name) || looks.contains(place),
          "\(property.name) of \(place) is lost"
        )
      }
      for key in model.keys {
        let isGiven = key.keys.allSatisfy { key in
          text.contains("\"\(key)\"") || swift.tokens.contains { SwiftName.folds($0.name, to: key) }
        }
        #expect(isGiven, "\(key.keys) is lost")
      }
      for (_, method) in model.entry.methods where method.selector.isEmpty {
        #expect(!model.left.isEmpty)
      }
    }
  }

  @Test func randomPiecesEndNothing() {
    var dice = Dice(7)
    let pieces = [
      "@interface A : NSObject\n", "@interface A ()\n", "@end\n", "@implementation A\n",
      "@property (nonatomic) int a;\n", "@property", "(", ")", "<", ">", "*", "NSArray<A *> *b;\n",
      "+ (NSDictionary *)modelCustomPropertyMapper {", "return @{", "@\"a\"", ":", "@[", "]", "}",
      ";\n", "{", "typedef NS_ENUM(NSInteger, B) {", "typedef enum {", "BOne,", "} B;\n", "=",
      "1 <<",
      "#define A @\"b\"\n", "#if A\n", "#endif\n", "#pragma mark - B\n", "\"", "'", "@", "^", "-",
      "+",
      "- (void)b:(int)c", "/*", "*/", "//", "é", "\0", "\\", "@protocol A\n", "@class A;\n",
      "[A yy_modelWithJSON:b]", "NS_ASSUME_NONNULL_BEGIN\n", "static NSString *const k = @\"b\";\n",
      "@interface A : JSONModel\n", "+ (BOOL)propertyIsOptional:(NSString *)a {", "if (", "@ {",
      "mj_setupObjectClassInArray:^{ return @{}; }", "init { self = [super init]; _a = 1;",
    ]
    for _ in 0..<600 {
      let source = (0..<Int.random(in: 1...40, using: &dice)).map { _ in
        pieces.randomElement(using: &dice) ?? ""
      }
      let bytes = Array(source.joined().utf8)
      let migration = ObjectiveCMigrationTests.migration([("a.h", bytes), ("a.m", bytes)])
      for result in migration.results {
        #expect(SourceFile(result.new).problem == nil, "\(source.joined().debugDescription)")
      }
    }
  }

  @Test func deepNestingEndsNothing() {
    for (open, close) in [
      ("{", "}"), ("(", ")"), ("@[", "]"), ("NSArray<", ">"), ("@interface A {", "}"), ("/*", "*/"),
      ("(", "}"), ("@property (", ")"),
    ] {
      let nested = String(repeating: open, count: 3000) + String(repeating: close, count: 3000)
      for source in [
        nested, "@interface A : JSONModel\n@property \(nested) *a;\n@end",
        "@interface A : JSONModel\n@end\n@implementation A\n+ (id)keyMapper { return \(nested); }\n@end",
      ] {
        _ = ObjectiveCMigrationTests.migration([("a.m", Array(source.utf8))]).results
      }
    }
  }
}
