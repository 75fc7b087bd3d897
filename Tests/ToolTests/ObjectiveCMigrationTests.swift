import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Models in Objective-C, and what becomes of them: these classes are part of the tests.
struct ObjectiveCMigrationTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

  static let names = ["Bookshop", "Weather", "Payments"]

  static func source(_ name: String) throws -> [UInt8] {
    Array(
      try Data(contentsOf: directory.appending(path: "Documents/Migrations/ObjectiveC/\(name)"))
    )
  }

  /// What becomes of some files, beside Swift ones.
  static func migration(
    _ files: [(path: String, bytes: [UInt8])],
    besides swift: [(path: String, bytes: [UInt8])] = []
  ) -> ObjectiveCMigration {
    ObjectiveCMigration(files, besides: Migration(swift)) { _ in false }
  }

  private static func files() throws -> [(path: String, bytes: [UInt8])] {
    try names.flatMap { ["\($0).h", "\($0).m"] }.map { ($0, try source($0)) }
  }

  private static func baseClass() throws -> (path: String, bytes: [UInt8]) {
    let file = directory.appending(path: "Migrated/AppModel.swift")
    return ("AppModel.swift", Array(try Data(contentsOf: file)))
  }

  @Test func theClassesOfTheTestsAreWhatTheToolWrites() throws {
    let migration = Self.migration(try Self.files(), besides: [try Self.baseClass()])
    #expect(migration.results.map(\.path).sorted() == Self.names.map { "\($0).swift" }.sorted())
    for result in migration.results {
      let file = Self.directory.appending(path: "Migrated/ObjectiveC/\(result.path)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(String(decoding: result.new, as: UTF8.self) == text, "\(result.path)")
    }
  }

  @Test func everythingThatIsNotMovedIsInTheReport() throws {
    let report = Self.migration(try Self.files(), besides: [try Self.baseClass()]).report
    #expect(
      report.looks.map { "\($0.place): \($0.text)" }.sorted() == [
        "Bookshop.h:56: Book.onOpen has a type without a counterpart",
        "Bookshop.h:57: Book.title is computed",
        "Bookshop.h:78: 'extern NSString *const BookDidOpen;' stays in Objective-C",
        "Bookshop.m:18: Book: 'gone' isn't a property, and is dropped",
        "Bookshop.m:44: -[Book title] stays in Objective-C",
        "Bookshop.m:48: -[Book setRating:] stays in Objective-C",
        "Bookshop.m:52: -[Book modelCustomTransformFromDictionary:] becomes didMap: write its code "
          + "in Swift",
        "Bookshop.m:65: -[Book open] stays in Objective-C",
        "Payments.m:25: Refund: 'gone' isn't a property, and is dropped",
        "Weather.m:25: -[WeatherAnswer mj_newValueFromOldValue:property:] isn't moved: values that it "
          + "changes need transforms",
      ]
    )
    let silent = Dictionary(uniqueKeysWithValues: report.silent.map { ($0.text, $0.places.count) })
    #expect(silent["a setter ran while its property was mapped"] == 1)
    #expect(silent["a number that isn't a case of an enum was kept, and is an issue now"] == 3)
    #expect(silent["files that NSKeyedArchiver wrote aren't opened"] == 1)
    #expect(silent["dates without a time zone were UTC, and are in that of AppModel"] == 3)
  }

  @Test func noDeclarationOfTheClassesIsAMistake() {
    let types: [ModelObject.Type] = [
      Book.self, Chapter.self, Reader.self, WeatherAnswer.self, WeatherDay.self, PaymentItem.self,
      Payment.self, Refund.self,
    ]
    for type in types { #expect(type.declarationProblems() == [], "\(type)") }
  }

  @Test func aSecondRunWritesNothing() throws {
    let first = Self.migration(try Self.files())
    var swift = first.results.map { (path: $0.path, bytes: $0.new) }
    swift.append(("AppModel.swift", Array(try #require(first.baseFile).utf8)))
    let second = Self.migration(try Self.files(), besides: swift)
    #expect(second.results.isEmpty)
    #expect(second.report.looks.isEmpty)
    #expect(second.baseFile == nil)
  }

  // MARK: - Values

  @Test func modelsOfYYModelGetTheirValues() throws {
    let book = try Book(
      json: #"""
        {"n": "Tea", "info": {"pages": "120"}, "coverURL": "https://example.com/a", "hidden": 1,
         "rating": 4.5, "binding": 7, "marks": 3, "chapters": [{"title": "One", "lines": [[1, 2]]}],
         "readers": {"Lisa": {"nick": "L", "title": "R"}}, "related": [{"n": "Milk"}],
         "tags": ["a", "a"], "cacheKey": "x", "default": "d", "reading_time": 1.5, "stock": 5}
        """#
    )
    #expect(book.name == "Tea")
    #expect(book.pages == 120)
    #expect(book.cover == URL(string: "https://example.com/a"))
    #expect(book.isHidden)
    #expect(book.rating == 4.5)
    #expect(book.binding == .urlOnly)
    #expect(book.marks == [.new, .sale])
    #expect(book.chapters?.first?.lines == [[1, 2]])
    #expect(book.readers?["Lisa"]?.nick == "L")
    #expect(book.related?.first?.name == "Milk")
    #expect(book.tags == ["a"])
    #expect(book.cacheKey == nil)
    #expect(book.default == "d")
    #expect(book.readingTime == 1.5)
    #expect(book.price == 9.5)
    let export = try book.dictionaryRepresentation()
    #expect(export["n"] as? String == "Tea")
    #expect(export["cover_url"] as? String == "https://example.com/a")
    #expect((export["info"] as? [String: Any])?["pages"] as? Int == 120)
    #expect(try Book(json: "{}").pages == 1)
  }

  @Test func modelsOfMJExtensionGetTheirValues() throws {
    let answer = try WeatherAnswer(
      json: #"""
        {"code": 1, "id": 7, "city_name": "Bern", "stations": [{"name": "Zytglogge"}], "height": 3,
         "days": [{"high": 21.5, "kind": 11}]}
        """#
    )
    #expect(answer.ID == "7")
    #expect(answer.first_station == "Zytglogge")
    #expect(answer.height == 0)
    #expect(answer.days?.first?.kind == .snow)
    answer.note = "mine"
    #expect(try WeatherAnswer(archive: answer.archivedData()).note == nil)
    #expect(try answer.dictionaryRepresentation()["note"] as? String == "mine")
  }

  @Test func modelsOfJSONModelGetTheirValuesAndRequireThem() throws {
    let text = #"""
      {"items": [{"id": 1, "price": 2}], "order": {"number": "A1"}, "paid_at": "2014-05-06T07:08:09Z",
       "session": "s"}
      """#
    let payment = try Payment(json: text)
    #expect(payment.items?.first?.price == 2)
    #expect(payment.orderNumber == "A1")
    #expect(payment.session == nil)
    #expect(throws: ModelError.self) { _ = try Payment(json: #"{"items": []}"#) }
    #expect(throws: ModelError.self) { _ = try Refund(json: text) }
  }

  // MARK: - Single rules

  /// The lines of the only class, without its header and brace.
  private static func body(_ header: String, _ code: String) -> [String] {
    let results = migration([
      ("A.h", Array(header.utf8)), ("A.m", Array("@implementation A\n\(code)\n@end\n".utf8)),
    ])
    .results
    let lines = results.first.map { String(decoding: $0.new, as: UTF8.self) } ?? ""
    return lines.components(separatedBy: "\n").drop { !$0.hasPrefix("class A") }.dropFirst()
      .prefix { $0 != "}" }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("override class") && !$0.hasPrefix("//") }
  }

  private static let mapper = "+ (NSDictionary *)modelCustomPropertyMapper { return @{}; }"

  @Test(arguments: [
    ("(nonatomic) int a;", "var a = 0"),
    ("(nonatomic) unsigned long long a;", "var a: UInt64 = 0"),
    ("(nonatomic, copy) NSString<Optional> *a;", "var a: String?"),
    ("(nonatomic, strong, nonnull) NSString *a;", #"var a = """#),
    ("(nonatomic, strong) NSDate * _Nonnull a;", "var a: Date!"),
    (
      "(nonatomic, strong) NSMutableArray<NSDictionary<NSString *, NSNumber *> *> *a;",
      "var a: [[String: NSNumber]]?"
    ),
    ("(nonatomic, strong) NSSet *a;", "var a: [Any]?"),
    ("(nonatomic) id <Optional> a;", "var a: Any?"),
    ("(nonatomic, strong) __kindof A *a;", "var a: A?"),
    ("(nonatomic) BOOL self;", "var selfValue = false"),
    ("NSString *a NS_AVAILABLE_IOS(9_0);", "var a: String?"),
    ("(nonatomic) NSInteger a __attribute__((deprecated(\"no\")));", "var a = 0"),
    ("(nonatomic, strong) UIImage *a;", "var a: UIImage?"),
    ("(nonatomic, strong) Other *a;", "var a: Other?"),
    ("(nonatomic) NSRange a;", "var a = NSRange()"),
  ])
  func typesOfProperties(_ property: String, _ expected: String) {
    let header = "@interface A : NSObject\n@property \(property)\n@end\n"
    #expect(Self.body(header, Self.mapper) == [expected])
  }

  @Test(arguments: [
    "(nonatomic) SEL a;", "(nonatomic) Unknown a;", "(copy) void (^a)(void);", "int a[3];",
    "char *a;",
    "a;", ";",
  ])
  func aTypeWithoutACounterpartIsAComment(_ property: String) {
    let header = "@interface A : NSObject\n@property \(property)\n@end\n"
    let file = ("A.h", Array(header.utf8))
    let code = ("A.m", Array("@implementation A\n\(Self.mapper)\n@end\n".utf8))
    let migration = Self.migration([file, code])
    let text = migration.results.first.map { String(decoding: $0.new, as: UTF8.self) }
    let isThere = text?.contains("// TODO(migrate): A.h:2: @property \(property)") ?? false
    let isLooked = migration.report.looks.contains { $0.place.description == "A.h:2" }
    #expect(isThere || text?.contains("class A") == true)
    #expect(isLooked || !isThere)
    #expect(text.map { SourceFile(Array($0.utf8)).problem == nil } ?? false)
  }

  @Test(arguments: [
    #"return @{@"a": @"b"};"#, #"return @{@"a" : @[@"b"],};"#,
    #"NSDictionary *d = @{@"a": @"b"}; return d;"#,
    #"return [NSDictionary dictionaryWithObjectsAndKeys:@"b", @"a", nil];"#,
    #"NSMutableDictionary *d = [[super modelCustomPropertyMapper] mutableCopy]; d[@"a"] = @"b"; return d;"#,
    #"NSMutableDictionary *d = [NSMutableDictionary dictionary]; [d setObject:@"b" forKey:@"a"]; return d;"#,
    #"NSMutableDictionary *d = [NSMutableDictionary dictionaryWithDictionary:@{@"a": @"b"}]; return [d copy];"#,
    #"return @{kA: @"b"};"#, #"return (@{@"a": @"" "b"});"#,
  ])
  func keysAreReadFrom(_ body: String) {
    let header = "#define kA @\"a\"\n@interface A : NSObject\n@property int a;\n@end\n"
    let code = "@implementation A\n+ (NSDictionary *)modelCustomPropertyMapper { \(body) }\n@end\n"
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    let text = migration.results.first.map { String(decoding: $0.new, as: UTF8.self) } ?? ""
    #expect(text.contains(#"keyMapping: [String: JSONKey] { ["a": "b"] }"#), "\(text)")
    #expect(migration.report.looks.map(\.text) == ["'#define kA @\"a\"' stays in Objective-C"])
  }

  @Test(arguments: [
    "return [self other];", #"if (x) return @{}; return @{@"a": @"b"};"#,
    #"return @{key(): @"b"};"#,
    "static NSDictionary *d; dispatch_once(&t, ^{ d = @{}; }); return d;", "",
  ])
  func keysThatAreNotReadAreInTheReport(_ body: String) {
    let header = "@interface A : NSObject\n@property int a;\n@end\n"
    let code = "@implementation A\n+ (NSDictionary *)modelCustomPropertyMapper { \(body) }\n@end\n"
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    #expect(migration.report.looks.map(\.place.description) == ["A.m:2"])
    let text = migration.results.first.map { String(decoding: $0.new, as: UTF8.self) } ?? ""
    #expect(text.contains("// TODO(migrate): A.m:2: +modelCustomPropertyMapper"))
  }

  @Test func aStyleThatGivesTheKeysIsThatOfTheBaseClass() throws {
    let header = "@interface A : NSObject\n@property int userId, lastName, age;\n@end\n"
    let code = """
      @implementation A
      + (NSDictionary *)mj_replacedKeyFromPropertyName { return @{@"userId": @"user_id",
        @"lastName": @"last_name"}; }
      @end
      """
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    let text = String(decoding: try #require(migration.results.first).new, as: UTF8.self)
    #expect(!text.contains("keyMapping"))
    #expect(migration.baseFile?.contains("options.keyStyle = .snakeCase") == true)
  }

  @Test func classesOfPropertiesSuperclassesAndSubclassesAreModels() throws {
    let header = """
      @interface Base : NSObject
      @property int id;
      @end
      @interface A : Base
      @property (strong) NSArray<Part *> *parts;
      @property (weak) Host *host;
      @end
      @interface Part : NSObject
      @property int size;
      @end
      @interface Sub : A
      @end
      @interface Host : NSObject
      @end
      @interface View : UIView
      + (NSDictionary *)modelCustomPropertyMapper;
      @end
      """
    let code = """
      @implementation A
      \(Self.mapper)
      @end
      @implementation View
      \(Self.mapper)
      @end
      """
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    #expect(migration.models.map(\.name) == ["Base", "A", "Part", "Sub"])
    #expect(
      migration.report.looks.map(\.text).sorted() == [
        "Host isn't a model: it stays in Objective-C",
        "View is left as it is: its superclass UIView isn't a model of these files",
        "View isn't a model: it stays in Objective-C",
      ]
    )
  }

  @Test func aClassThatIsOnlyMappedByACallIsAModel() {
    let header = "@interface A : NSObject\n@property int a;\n@end\n"
    for call in [
      "[A yy_modelWithJSON:json]", "[A mj_objectArrayWithKeyValuesArray:list]",
      "[NSArray yy_modelArrayWithClass:[A class] json:json]",
      "[NSArray yy_modelArrayWithClass:A.class json:json]",
      "[A mj_setupReplacedKeyFromPropertyName:^NSDictionary *{ return @{@\"a\": @\"b\"}; }];",
    ] {
      let code = "@implementation Client\n- (void)load { \(call); }\n@end\n"
      let migration = Self.migration([("A.h", Array(header.utf8)), ("C.m", Array(code.utf8))])
      #expect(migration.models.map(\.name) == ["A"], "\(call)")
      #expect(migration.models.first?.keys.count == (call.contains("setup") ? 1 : 0))
    }
    #expect(Self.migration([("A.h", Array(header.utf8))]).models.isEmpty)
  }

  @Test(arguments: [
    (
      "NS_ENUM(NSInteger, Kind) { KindA = -1, KindB, KindC = KindA }",
      ["enum Kind: Int {", "  case a = -1", "  case b", "  static let c = Kind.a", "}"]
    ),
    (
      "enum Kind : NSUInteger { K_FIRST = 0x10, K_SECOND = 1 << 5 | 1 } Kind",
      ["enum Kind: UInt {", "  case first = 16", "  case second = 33", "}"]
    ),
    (
      "NS_ENUM(NSInteger, Kind) { KindDefault, Kind2D }",
      ["enum Kind: Int {", "  case `default` = 0", "  case _2d", "}"]
    ),
    ("NS_ENUM(NSInteger, Kind) { KindA = OTHER }", []),
  ])
  func enums(_ declaration: String, _ expected: [String]) {
    let header = "typedef \(declaration);\n@interface A : NSObject\n@property Kind kind;\n@end\n"
    let code = "@implementation A\n\(Self.mapper)\n@end\n"
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    let lines = migration.results.first.map {
      String(decoding: $0.new, as: UTF8.self).components(separatedBy: "\n")
    }
    let start = lines?.firstIndex { $0.hasPrefix("enum") }
    let found = start.map { lines?[$0...].prefix(expected.count).map(\.self) } ?? []
    #expect(found == expected)
    if expected.isEmpty { #expect(migration.report.looks.count == 2) }
  }

  @Test func ofTwoPropertiesWithOneKeyOneIsExported() throws {
    let header = "@interface A : NSObject\n@property int sex;\n@property NSString *sexText;\n@end\n"
    let code = """
      @implementation A
      + (NSDictionary *)modelCustomPropertyMapper { return @{@"sexText": @"sex"}; }
      @end
      """
    let migration = Self.migration([("A.h", Array(header.utf8)), ("A.m", Array(code.utf8))])
    let text = String(decoding: try #require(migration.results.first).new, as: UTF8.self)
    #expect(text.contains(#"unexportedProperties: Set<String> { ["sex"] }"#))
    #expect(
      migration.report.silent.contains { $0.text.hasPrefix("another property has the same key") }
    )
  }

  @Test func aFileThatIsThereStays() {
    let files = [
      (path: "a/A.h", bytes: Array("@interface A : JSONModel\n@property int a;\n@end\n".utf8))
    ]
    let migration = ObjectiveCMigration(files, besides: Migration([])) { $0 == "a/A.swift" }
    #expect(migration.results.isEmpty)
    #expect(
      migration.report.looks.map(\.text) == [
        "a/A.swift is there already: the classes are not written"
      ]
    )
  }

  @Test func callsInSwiftGetFunctionsOfTheirNames() throws {
    let files = try Self.files()
    let swift = Array("let a = Book.yy_model(withJSON: text)\nlet b = c.toDictionary()\n".utf8)
    let migration = Migration([("Main.swift", swift)])
    let results = ObjectiveCMigration.results(files, besides: migration, in: ".") { _ in false }
    let file = try #require(results.first { $0.path == "ObjectiveCCalls.swift" })
    let text = String(decoding: file.new, as: UTF8.self)
    #expect(text.contains("static func yy_model(withJSON") && text.contains("func toDictionary()"))
    #expect(!text.contains("mj_"))
    #expect(SourceFile(file.new).problem == nil)
    #expect(results.contains { $0.path == "AppModel.swift" })
  }
}
