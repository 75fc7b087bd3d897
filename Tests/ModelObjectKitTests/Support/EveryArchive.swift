import Foundation
import ModelObjectKit
import Testing

/// A value as a user's own type would have encoded it, before the library knew the type.
private struct Former<Value: Codable & Hashable>: Codable, Hashable {
  var value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

private final class Before<Value: Codable & Hashable>: ModelObject {
  var one: Former<Value>?
  var list: [Former<Value>] = []
  var optionals: [Former<Value>?] = []
  var lists: [[Former<Value>]] = []
  var set: Set<Former<Value>> = []
  var byName: [String: Former<Value>] = [:]
  var byNameInList: [[String: Former<Value>]] = []
  override class var archiveName: String { "EveryArchive" }
}

private final class After<Value: Hashable & Kept>: ModelObject {
  var one: Value?
  var list: [Value] = []
  var optionals: [Value?] = []
  var lists: [[Value]] = []
  var set: Set<Value> = []
  var byName: [String: Value] = [:]
  var byNameInList: [[String: Value]] = []
  override class var archiveName: String { "EveryArchive" }
}

private final class AfterAlone<Value: Hashable & Kept>: ModelObject {
  var one = Value.kept
  override class var archiveName: String { "EveryArchive" }
}

/// Archives values as a user's own type encodes them, and opens them as values of a type that the
/// library knows: alone, and in every container.
///
/// There are enough objects of both kinds of archives: a table of few has other columns than one of
/// many.
func expectEveryArchive<Value: Codable & Hashable & Kept>(
  ofEncoded value: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for count in [1, 40] {
    let objects = (0..<count).map { _ in
      let object = Before<Value>()
      let former = Former(value)
      object.one = former
      object.list = [former, former]
      object.optionals = [nil, former]
      object.lists = [[], [former]]
      object.set = [former]
      object.byName = ["a": former]
      object.byNameInList = [[:], ["a": former]]
      return object
    }
    let label: Comment = "\(Value.self), \(count) objects"
    #expect(throws: Never.self, label, sourceLocation: sourceLocation) {
      let data = try objects.archivedData()
      let again = try #require(try [After<Value>](archive: data).last)
      #expect(again.one == value, label, sourceLocation: sourceLocation)
      #expect(again.list == [value, value], label, sourceLocation: sourceLocation)
      #expect(again.optionals == [nil, value], label, sourceLocation: sourceLocation)
      #expect(again.lists == [[], [value]], label, sourceLocation: sourceLocation)
      #expect(again.set == [value], label, sourceLocation: sourceLocation)
      #expect(again.byName == ["a": value], label, sourceLocation: sourceLocation)
      #expect(again.byNameInList == [[:], ["a": value]], label, sourceLocation: sourceLocation)
      let alone = try #require(try [AfterAlone<Value>](archive: data).last)
      #expect(alone.one == value, label, sourceLocation: sourceLocation)
      let census = try MappingCensus(archive: data, classes: [After<Value>.self])
      let misfits = census.entries.filter { $0.kind == .typeMismatch }
      #expect(misfits == [], label, sourceLocation: sourceLocation)
    }
  }
}
