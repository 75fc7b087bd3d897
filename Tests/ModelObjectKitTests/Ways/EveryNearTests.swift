import Foundation
import ModelObjectKit
import Testing

private enum Color: String { case red, reD }

private struct Point: Codable, Hashable {
  var x = 0
  var y = 0.5
}

private struct Meters: ModelValue, Hashable {
  var length: Double

  init(length: Double) { self.length = length }
  init?(modelValue: Any) {
    guard let length = modelValue as? Double else { return nil }
    self.length = length
  }

  var modelValue: Any { length }
}

private class Holder<Value: Hashable>: ModelObject {
  var id = 0
  var value: Value?
  var list: [Value] = []
  var byName: [String: Value] = [:]
  override class var identity: Set<String> { ["id"] }

  func hold(_ value: Value) -> Self {
    id = 1
    self.value = value
    list = [value]
    byName = ["a": value]
    return self
  }
}

/// The smallest difference between two values of a type is one everywhere: it is exported, is in a
/// patch, is merged and saved.
struct EveryNearTests {
  private func expectDifference<Value: Hashable & SendableMetatype>(
    _ value: Value,
    _ near: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (old, new) = (Holder<Value>().hold(value), Holder<Value>().hold(near))
    #expect(old != new, sourceLocation: sourceLocation)
    #expect(new.copy() == new, sourceLocation: sourceLocation)
    #expect(Set([old, new, new.copy()]).count == 2, sourceLocation: sourceLocation)
    let json = try new.jsonString()
    #expect(try json != old.jsonString(), sourceLocation: sourceLocation)
    #expect(try Holder<Value>(json: json) == new, "\(json)", sourceLocation: sourceLocation)

    let patch = try new.jsonString(changesSince: old)
    for name in ["value", "list", "byName"] {
      #expect(patch.contains("\"\(name)\""), "\(patch)", sourceLocation: sourceLocation)
    }
    let ways: [(Holder<Value>) throws -> Void] = [
      { try $0.update(json: patch) },
      { try $0.update(json: json) },
      { try $0.update(from: new) },
      { _ = try $0.merge(json: json, since: $0.copy()) },
      { try $0.update(from: new.snapshot()) },
    ]
    for update in ways {
      let updated = old.copy()
      try update(updated)
      #expect(updated == new, sourceLocation: sourceLocation)
    }
    let changed = new.snapshot().changedProperties(since: old.snapshot())
    #expect(changed.count == 3, "\(changed)", sourceLocation: sourceLocation)
    #expect(try Holder<Value>(archive: new.archivedData()) == new, sourceLocation: sourceLocation)
  }

  /// The next saving writes it.
  private func expectSaved<Value: Hashable & SendableMetatype>(
    _ value: Value,
    _ near: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let object = Holder<Value>().hold(value)
      try save(object, near, to: url)
      let opened = try StoreFile(at: url, classes: [Holder<Value>.self])
      #expect(opened.store[Holder<Value>.self, 1] == object, sourceLocation: sourceLocation)
    }
  }

  private func save<Value: Hashable & SendableMetatype>(
    _ object: Holder<Value>,
    _ near: Value,
    to url: URL
  ) throws {
    let file = try StoreFile(at: url, classes: [Holder<Value>.self])
    try file.store.insert(object)
    try file.save()
    _ = object.hold(near)
    try file.save()
  }

  private func expect<Value: Hashable & SendableMetatype>(
    _ value: Value,
    _ near: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectDifference(value, near, sourceLocation: sourceLocation)
    try expectSaved(value, near, sourceLocation: sourceLocation)
  }

  @Test func ofNumbersCounts() throws {
    try expect(-5, -6)
    try expect(UInt8(200), 201)
    try expect(UInt64.max, .max - 1)
    try expect(Int16.min, .min + 1)
    try expect(0.25, 0.25.nextUp)
    try expect(Float(1.5), Float(1.5).nextUp)
    try expect(0.0, .leastNonzeroMagnitude)
    try expect(
      try #require(Decimal(string: "12.50000000000000000000000000000000001")),
      try #require(Decimal(string: "12.50000000000000000000000000000000002"))
    )
  }

  @Test func ofTextCounts() throws {
    try expect(true, false)
    try expect("Tea", "tea")
    try expect("Tea", "Tea ")
    try expect("", "\0")
    try expect(Character("é"), "e")
    try expect(Color.red, .reD)
    try expect(
      try #require(URL(string: "https://example.com/a")),
      try #require(URL(string: "https://example.com/a/"))
    )
  }

  @Test func ofOtherValuesCounts() throws {
    let date = Date(timeIntervalSinceReferenceDate: 86_400)
    try expect(date, date + 0.001)
    try expect(
      try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5E"))
    )
    try expect(Data([1, 2]), Data([1, 2, 0]))
    try expect(
      try #require(TimeZone(secondsFromGMT: 3_600)),
      try #require(TimeZone(secondsFromGMT: 3_660))
    )
  }

  @Test func ofTypesOfAnAppCounts() throws {
    try expect(Point(x: 3, y: 1.5), Point(x: 3, y: 1.5.nextUp))
    try expect(Meters(length: 2.5), Meters(length: 2.5.nextUp))
    try expect([1, 2], [2, 1])
    try expect(["a": 1], ["A": 1])
    try expect([1] as Set, [1, 2])
    try expect([1, nil], [1])
    try expect([String?.none], [])
  }
}
