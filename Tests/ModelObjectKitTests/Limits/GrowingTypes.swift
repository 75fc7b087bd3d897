import Foundation
import Testing

@testable import ModelObjectKit

/// A type of properties, and what an archive has for it that may be long and in many places.
struct GrowingType: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// A class with such a property, `v`.
  let model: ModelObject.Type
  let shape: (any Shape)?
  /// Maps a text to the class, or to an array of it.
  let map: @Sendable (Data, MappingOptions) throws -> Void
  /// The value in an archive for a long string of digits.
  let value: @Sendable (String) -> any Sendable
  /// What is done with its bytes for each object, and for all of them once.
  let perRow: [ArchiveBudget.Work]
  let once: [ArchiveBudget.Work]

  init<Value>(
    _ type: Value.Type,
    _ name: String? = nil,
    perRow: [ArchiveBudget.Work] = [],
    once: [ArchiveBudget.Work] = [],
    value: @escaping @Sendable (String) -> any Sendable = { $0 }
  ) {
    testDescription = name ?? "\(type)"
    model = Held<Value>.self
    map = { text, options in
      if text.first == UInt8(ascii: "[") {
        _ = try [Held<Value>](json: text, options: options)
      } else {
        _ = try Held<Value>(json: text, options: options)
      }
    }
    shape = ModelObjectKit.shape(of: Value?.self)
    (self.value, self.perRow, self.once) = (value, perRow, once)
  }

  /// What a `Codable` struct has become: equal values are one text.
  private static func encoded(_ text: String) -> any Sendable {
    ["$json": #"{"s":["\#(text)"]}"#]
  }
  private static func pair(_ text: String) -> any Sendable { ["s": [text]] }

  static let all = numbers + texts + containers + untyped + own + changed + foundation

  private static let numbers = [
    GrowingType(Int.self), GrowingType(Int8.self), GrowingType(Int16.self),
    GrowingType(Int32.self), GrowingType(Int64.self), GrowingType(Int128.self),
    GrowingType(UInt.self), GrowingType(UInt8.self), GrowingType(UInt16.self),
    GrowingType(UInt32.self), GrowingType(UInt64.self), GrowingType(UInt128.self),
    GrowingType(Float.self), GrowingType(Double.self), GrowingType(Decimal.self),
    GrowingType(Bool.self),
  ]

  private static let texts = [
    GrowingType(String.self), GrowingType(Character.self), GrowingType(Date.self),
    GrowingType(URL.self), GrowingType(URL.self, "a marked URL") { ["$url": "a:\($0)"] },
    GrowingType(UUID.self), GrowingType(TimeZone.self),
    GrowingType(Data.self) { Data($0.utf8) }, GrowingType(Data.self, "Data of a string"),
    GrowingType(String.self, "bytes of a string") { ["$utf8": Data($0.utf8)] },
    GrowingType(RawJSON.self), GrowingType(RawJSON.self, "the text of a struct", value: encoded),
  ]

  private static let containers = [
    GrowingType([String].self) { [$0] }, GrowingType([Int].self) { [$0] },
    GrowingType([[Date]].self) { [[$0]] }, GrowingType(String??.self) { ["$some": $0] },
    GrowingType(Set<String>.self, perRow: [.hashing]) { [$0] },
    GrowingType(Set<Int>.self, perRow: [.hashing]) { [$0] },
    GrowingType(Set<URL>.self, perRow: [.hashing]) { [$0] },
    GrowingType(Set<Data>.self, perRow: [.hashing]) { [Data($0.utf8)] },
    GrowingType([Set<String>].self, perRow: [.hashing]) { [[$0]] },
    GrowingType(Set<Level>.self, perRow: [.hashing]) { [$0] },
    GrowingType([String: String].self) { ["a": $0] },
    GrowingType([String: [Decimal]].self) { ["a": [$0]] },
    GrowingType([Int: Date].self) { ["7": $0] },
    GrowingType([UUID: Data].self) { [UUID().uuidString: Data($0.utf8)] },
    GrowingType([String: Int].self, "a long key", perRow: [.hashing]) { [$0: 7] },
    GrowingType([Int: Int].self, "a long key of a number", perRow: [.hashing]) { [$0: 7] },
    GrowingType([Level: Int].self, "a long key of an enum", perRow: [.hashing]) { [$0: 7] },
  ]

  private static let untyped = [
    GrowingType(Any.self), GrowingType(Any.self, "Any with data") { Data($0.utf8) },
    GrowingType([Any].self) { [$0] }, GrowingType([String: Any].self) { ["a": [$0]] },
    GrowingType(Any.self, "Any with a long key", perRow: [.hashing]) { [$0: 7] },
  ]

  private static let own = [
    GrowingType(Level.self), GrowingType([Level].self) { [$0] }, GrowingType(Known.self),
    GrowingType([String: Known].self) { ["a": $0] }, GrowingType(Wrapped.self),
    GrowingType(Meters.self, once: [.decoding]),
    GrowingType([Meters].self, once: [.decoding]) { [$0] },
    GrowingType(WordsStruct.self, value: pair), GrowingType([WordsStruct].self) { [["s": [$0]]] },
    GrowingType([String: WordsStruct].self) { ["a": ["s": [$0]]] },
    GrowingType(WordsStruct.self, "a struct in a struct") { ["inner": [["s": [$0]]]] },
    GrowingType(WordsStruct.self, "a set in a struct", perRow: [.hashing]) { ["names": [$0]] },
    GrowingType(WordsStruct.self, "unknown keys of a struct") { ["other": [$0]] },
    GrowingType(Words.self, once: [.decoding], value: encoded),
    GrowingType([Words].self, once: [.decoding]) { [encoded($0)] },
    GrowingType([String: Words].self, once: [.decoding]) { ["a": encoded($0)] },
    GrowingType(Set<Words>.self, perRow: [.hashing], once: [.decoding]) { [encoded($0)] },
    GrowingType(WordsClass.self, perRow: [.decoding], value: encoded),
    GrowingType(WordsModel.self, "a model that was a struct with properties", value: pair),
    GrowingType([WordsModel].self, "models that were such structs") { [["s": [$0]]] },
    GrowingType(Snapshot<WordsModel>.self, once: [.decoding]) {
      let model = WordsModel()
      model.s = [$0]
      return ["$archive": (try? model.archivedData()) ?? Data()]
    },
  ]

  /// What was a `Codable` struct when the archive was written.
  private static let changed = [
    GrowingType(Any.self, "a struct that is untyped now", once: [.decoding], value: encoded),
    GrowingType([String: Any].self, "that is a dictionary now", once: [.decoding], value: encoded),
    GrowingType(
      [String: [String]].self,
      "that is one of lists now",
      once: [.decoding],
      value: encoded
    ),
    GrowingType(Meters.self, "that is a value now", once: [.decoding], value: encoded),
    GrowingType(WordsStruct.self, "that is another struct now", once: [.decoding], value: encoded),
    GrowingType(WordsModel.self, "that is a model now", once: [.decoding], value: encoded),
    GrowingType([WordsModel].self, "that are models now", once: [.decoding]) { [encoded($0)] },
    GrowingType(String.self, "that is a string now", once: [.decoding], value: encoded),
  ]

  private static var foundation: [GrowingType] {
    guard hasFoundation else { return [] }
    return [
      GrowingType(CGFloat.self), GrowingType(NSNumber.self), GrowingType(NSString.self),
      GrowingType(NSDate.self), GrowingType(NSURL.self), GrowingType(Locale.self),
      GrowingType(NSArray.self) { [$0] }, GrowingType(NSDictionary.self) { ["a": $0] },
    ]
  }
}

extension GrowingType {
  class Held<Value>: ModelObject {
    var id = 0
    var v: Value?
    override class var identity: Set<String> { ["id"] }
    override class var archiveName: String { "Held" }
  }

  enum Level: String, Codable { case low, high }

  enum Known: String, UnknownRepresentable { case yes, unknown }

  struct Wrapped: RawRepresentable { var rawValue: String }

  struct Meters: ModelValue {
    let modelValue: Any
    init?(modelValue: Any) { self.modelValue = modelValue }
  }

  struct WordsStruct: ModelStruct, Codable {
    var s: [String] = []
    var names: Set<String> = []
    var inner: [WordsStruct] = []
  }

  struct Words: Codable, Hashable { var s: [String] = [] }

  final class WordsClass: Codable { var s: [String] = [] }

  class WordsModel: ModelObject { var s: [String] = [] }
}
