import Foundation
import ModelObjectKit
import Synchronization
import Testing

private final class Listed: ModelObject {
  var list: [Int] = []
  override class var archiveName: String { "Listed" }
}

/// An archive isn't trusted: a bad one is an error, and nothing worse.
struct ArchiveHostileTests {
  @Test func everyTruncationIsAnError() throws {
    let data = try Sample.archive()
    for length in 0..<data.count {
      expectError([.invalidArchive]) { try Sample(archive: data.prefix(length)) }
      expectError([.invalidArchive]) { try Sample(archive: data.suffix(length)) }
    }
  }

  @Test func everyByteMayBeWrong() throws {
    let data = try Sample.archive()
    for offset in data.indices {
      for change: UInt8 in [1, 0x80, 0xFF, 0x10] {
        var changed = data
        changed[offset] ^= change
        expectModelErrorOrNone { try Sample(archive: changed) }
      }
    }
  }

  @Test func randomBytesAreAnError() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<240, using: &random)
      var data = Data("bplist00".utf8)
      for _ in 0..<count { data.append(UInt8.random(in: 0...255, using: &random)) }
      // A valid trailer, so that the bytes are read.
      if count > 60, Bool.random(using: &random) {
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 9])
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, UInt8.random(in: 0..<9, using: &random)])
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, UInt8(count - 1)])
      }
      expectError([.invalidArchive]) { try Sample(archive: data) }
    }
  }

  @Test func randomChangesAreErrorsOrNone() throws {
    var random = SeededGenerator(seed: 5)
    let data = try Sample.archive()
    for _ in 0..<inLongTests(5_000, else: 1_000) {
      var changed = data
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 8..<changed.count, using: &random)
        changed[offset] = UInt8.random(in: 0...255, using: &random)
      }
      expectModelErrorOrNone { try Sample(archive: changed) }
    }
  }

  @Test(arguments: [.xml, .binary] as [PropertyListSerialization.PropertyListFormat])
  func otherPropertyListsAreNoArchives(_ format: PropertyListSerialization.PropertyListFormat)
    throws
  {
    for list: Any in [["a": 1], [1, 2], "text", [String: Any](), ["format": "ModelObject"]] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: list,
        format: format,
        options: 0
      )
      expectError([.invalidArchive]) { try Sample(archive: data) }
      expectError([.invalidArchive]) { try [Sample](archive: data) }
    }
    let keyed = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: ["a"]),
      requiringSecureCoding: true
    )
    expectError([.invalidArchive]) { try Sample(archive: keyed) }
  }

  @Test(arguments: Tampering.all)
  func tamperedArchivesAreErrors(_ tampering: Tampering) throws {
    let data = try tampering.apply(to: Sample.archive())
    expectError(tampering.codes) { try Sample(archive: data) }
  }

  @Test(arguments: [
    "ModelObjectKit.ModelObject", "Foundation.NSObject", "NSObject", "Swift.String", "", ".", "..",
    "A.B.C.D.E.F", "4Main", "$s4Main", "Module.\u{0}", "ModelObjectKitTests.Unrelated",
    "Swift._EmptyArrayStorage", "ModelObjectKitTests.", "ModelObjectKitTests.ArchiveHostileTests",
    "ModelObjectKitTests.Étrange", "So8NSObjectC", "Module.Class<Swift.Int>",
  ])
  func classesThatMayNotStandThereAreNeverMade(_ name: String) throws {
    let tampering = Tampering("", []) { root in
      root.classes { $0[0]["class"] = name }
    }
    let data = try tampering.apply(to: Sample.archive())
    expectError([.unknownClass]) { try Sample(archive: data) }
    #expect(Unrelated.count.withLock { $0 } == 0)
  }

  @Test func anUnknownClassIsNamedWithWhatToDo() throws {
    let tampering = Tampering("", []) { root in
      root.classes { $0[0]["class"] = "Program.Chip" }
    }
    let data = try tampering.apply(to: Sample.archive())
    let error = #expect(throws: ModelError.self) { try Sample(archive: data) }
    #expect(
      error?.description.hasSuffix(
        #"there is no class "Program.Chip". Pass it in classes: or subclasses:. If it was renamed,"#
          + #" list "Program.Chip" in its formerArchiveNames."#
      ) == true
    )
  }

  @Test func sharedContainersAreRefused() throws {
    expectError([.invalidArchive]) { try Sample(archive: nestedArrays(40, sharing: true)) }
    expectError([.invalidArchive]) { try Sample(archive: nestedArrays(200, sharing: true)) }
  }

  @Test func deepContainersAreRefused() throws {
    expectError([.invalidArchive]) { try Sample(archive: nestedArrays(250, sharing: false)) }
    expectError([.invalidArchive]) { try Sample(archive: deepArrays(20_000)) }
  }

  @Test func containersThatHoldThemselvesAreRefused() throws {
    let bytes: [UInt8] = [0xA1, 0x00]
    expectError([.invalidArchive]) { try Sample(archive: propertyList(of: [bytes])) }
    let pairs: [[UInt8]] = [[0xD1, 0x01, 0x00], [0x51, 0x61]]
    expectError([.invalidArchive]) { try Sample(archive: propertyList(of: pairs)) }
  }

  @Test func aTextInManyPlacesIsBounded() throws {
    // 1 MB of text that an array names 100,000 times would be 100 GB.
    var text: [UInt8] = [0x5F, 0x12]
    text += withUnsafeBytes(of: UInt32(1_000_000).bigEndian) { Array($0) }
    text += Array(repeating: 0x61, count: 1_000_000)
    var array: [UInt8] = [0xAF, 0x12]
    array += withUnsafeBytes(of: UInt32(100_000).bigEndian) { Array($0) }
    array += Array(repeating: 1, count: 100_000)
    expectError([.invalidArchive]) { try Sample(archive: propertyList(of: [array, text])) }
  }

  /// Lists in lists, of which a part is in data of its own, so that each is within the limit of levels.
  @Test func endlessListsTakeNoStack() async throws {
    func list(_ value: Any, data: Bool) throws -> Any {
      let levels = (0..<190).reduce(value) { value, _ in [value] }
      guard data else { return levels }
      return [
        "$nested": try PropertyListSerialization.data(
          fromPropertyList: [levels],
          format: .binary,
          options: 0
        )
      ]
    }
    let value = try (0..<8).reduce(1 as Any) { value, _ in try list(value, data: true) }
    let table: [String: Any] = [
      "class": "Listed", "first": 0, "count": 1,
      "columns": ["list": [try list(value, data: false)]],
    ]
    let root: [String: Any] = [
      "format": "ModelObject", "version": 1, "root": 0, "classes": [table],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: root,
      format: .binary,
      options: 0
    )
    let answer = await onThread(stackSize: .smallStack) {
      (try? "\(Listed(archive: data).list)") ?? "an error"
    }
    #expect(answer == "[]")
  }

  @Test func longTextsInManyNestedListsComeBack() throws {
    let text = String(repeating: "long text ", count: 3_000)
    let value = (0..<210).reduce(text as Any) { value, _ in [value] }
    let models = (0..<300).map { _ in
      let model = Heavy()
      model.any = value
      return model
    }
    let again = try [Heavy](archive: models.archivedData())
    #expect(again == models)
  }

  @Test func longTextsInManyObjectsComeBack() throws {
    let text = String(repeating: "long text ", count: 1_000)
    let bytes = Data(repeating: 7, count: 10_000)
    let models = (0..<200).map { _ in
      let model = Heavy()
      model.text = text
      model.maybe = "e\u{301}" + text
      model.data = bytes
      model.pairs = [text: text]
      return model
    }
    let data = try models.archivedData()
    #expect(data.count < 100_000)
    let again = try [Heavy](archive: data)
    #expect(again.count == 200)
    #expect(again.allSatisfy { $0.text == text && $0.data == bytes })
    #expect(again[199].maybe.utf8.elementsEqual(models[0].maybe.utf8))
    #expect(again[199].pairs == models[0].pairs)
  }

  @Test func emptyContainersTakeNoLongerThanFullOnes() throws {
    let model = Heavy()
    let count = inLongTests(200_000, else: 20_000)
    let arrays = Array(repeating: [Any](), count: count)
    model.any = [arrays, Array(repeating: [String: Any](), count: count)] as [Any]
    let again = try Heavy(archive: model.archivedData())
    #expect((again.any as? [Any])?.map { ($0 as? [Any])?.count } == [count, count])
  }

  @Test func valuesThatNoReaderCouldFollowAreErrors() throws {
    var value: Any = 1
    for _ in 0..<513 { value = [value] }
    let model = Heavy()
    model.any = value
    let error = #expect(throws: ModelError.self) { try model.archivedData() }
    #expect(error?.code == .tooDeep)
    #expect(error?.path == "any")
  }
}

// MARK: - Property lists by hand

/// Nested arrays, each of which holds the next one once or twice.
private func nestedArrays(_ depth: Int, sharing: Bool) -> Data {
  var objects: [[UInt8]] = []
  for level in 1...depth {
    objects.append(sharing ? [0xA2, UInt8(level), UInt8(level)] : [0xA1, UInt8(level)])
  }
  objects.append([0x09])
  return propertyList(of: objects)
}

private func deepArrays(_ depth: Int) -> Data {
  var objects: [[UInt8]] = []
  for level in 1...depth { objects.append([0xA1, UInt8(level >> 8), UInt8(level & 255)]) }
  objects.append([0x09])
  return propertyList(of: objects)
}

private func expectError<Value>(
  _ codes: Set<ModelError.Code>,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ open: () throws -> Value
) {
  do {
    _ = try open()
    Issue.record("no error", sourceLocation: sourceLocation)
  } catch let error as ModelError {
    #expect(codes.contains(error.code), "\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

private func expectModelErrorOrNone<Value>(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ open: () throws -> Value
) {
  do {
    _ = try open()
  } catch {
    #expect(error is ModelError, sourceLocation: sourceLocation)
  }
}

// MARK: - Models

private class Sample: ModelObject {
  var text = "text"
  var number = 1.5
  var part: SamplePart? = SamplePart()
  var parts: [SamplePart] = [SamplePart(), SamplePart()]
  var pairs: [String: Int] = ["a": 1, "b": 2]
  var any: Any = [1, "x", ["k": true]] as [Any]
  var data = Data([1, 2, 3])
  var date = Date(timeIntervalSinceReferenceDate: 1)
  var wide = "今天"

  static func archive() throws -> Data { try Sample().archivedData() }
}

private class SamplePart: ModelObject {
  var name = "part"
}

private class Heavy: ModelObject {
  var text = ""
  var maybe = ""
  var data = Data()
  var pairs: [String: String] = [:]
  var any: Any = 0
}

class Unrelated: ModelObject {
  static let count = Mutex(0)

  required init() {
    super.init()
    Self.count.withLock { $0 += 1 }
  }
}
