import Foundation
import ModelObjectKit
import Testing

private class Large: ModelObject {
  var id = 0
  var text = ""
  var double = 0.0
  var decimal: Decimal = 0
  var date: Date?
  var data = Data()
  var numbers: [Int] = []
  var parts: [Part] = []
  var byName: [String: Int] = [:]
  var any: Any?
  var last = 0
}

private final class HookedLarge: Large {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Part: ModelObject {
  var id = 0
  var name = ""
}

/// Text of which nearly all is of one kind; after it, if it has pairs, comes `"last": 7`.
private enum LargeInput: String, CaseIterable, Codable {
  case objects, untypedObjects, unknownObjects, numbers, pairs, unknownPairs, sameKey,
    sameUnknownKey, losingKey
  case text, escapes, data, key, blanks
  case integer, double, decimal, date, numberAsText, untypedNumber, exponent
  case arrays, nestedObjects

  /// The error in the text: nested too deep, and never closed.
  var isTooDeep: Bool { self == .arrays || self == .nestedObjects }

  func json(count: Int) -> Data {
    let digits: (String) -> Data = { filled("{\"\($0)\":1", "9", #","last":7}"#, count) }
    switch self {
    case .objects: return listed(#"{"parts":["#, #"],"last":7}"#, count, Self.part)
    case .untypedObjects: return listed(#"{"any":["#, #"],"last":7}"#, count, Self.part)
    case .unknownObjects: return listed(#"{"unknown":["#, #"],"last":7}"#, count, Self.part)
    case .numbers: return listed(#"{"numbers":["#, #"],"last":7}"#, count) { "\($0)" }
    case .pairs: return listed(#"{"byName":{"#, #"},"last":7}"#, count) { #""k\#($0)":\#($0)"# }
    case .unknownPairs: return listed("{", #","last":7}"#, count) { #""k\#($0)":\#($0)"# }
    case .sameKey: return listed("{", #","last":7}"#, count) { #""id":\#($0)"# }
    case .sameUnknownKey: return listed("{", #","last":7}"#, count) { #""unknown":\#($0)"# }
    case .losingKey: return listed(#"{"id":7,"#, #","last":7}"#, count) { #""ID":\#($0)"# }
    case .text: return filled(#"{"text":""#, "x", #"","last":7}"#, count)
    case .escapes: return filled(#"{"text":""#, #"\u00e9\n"#, #"","last":7}"#, count)
    case .data: return filled(#"{"data":""#, "AAAA", #"","last":7}"#, count)
    case .key: return filled(#"{""#, "k", #"":1,"last":7}"#, count)
    case .blanks: return filled("{", " \n\t\r", #""last":7}"#, count)
    case .integer: return digits("id")
    case .double: return digits("double")
    case .decimal: return digits("decimal")
    case .date: return digits("date")
    case .numberAsText: return digits("text")
    case .untypedNumber: return digits("any")
    case .exponent: return filled(#"{"decimal":1e"#, "9", #","last":7}"#, count)
    case .arrays: return filled(#"{"any":"#, "[", "", count)
    case .nestedObjects: return filled("", #"{"any":"#, "", count)
    }
  }

  private static func part(_ number: Int) -> String { #"{"id":\#(number),"name":"n\#(number)"}"# }

  private func filled(_ start: String, _ middle: String, _ end: String, _ count: Int) -> Data {
    let repeated = Array(middle.utf8)
    var data = Data(start.utf8)
    data.reserveCapacity(count + 100)
    let piece = Data((0..<4_096).flatMap { _ in repeated })
    while data.count < count { data += piece }
    return data + Data(end.utf8)
  }

  private func listed(
    _ start: String,
    _ end: String,
    _ count: Int,
    _ item: (Int) -> String
  ) -> Data {
    var data = Data(start.utf8)
    data.reserveCapacity(count + 100)
    var number = 0
    while data.count < count {
      if number > 0 { data.append(UInt8(ascii: ",")) }
      data.append(contentsOf: item(number).utf8)
      number += 1
    }
    return data + Data(end.utf8)
  }
}

/// Inputs of some megabytes: one in the gate, two hundred if `MODELOBJECT_MEGABYTES` says so.
struct LargeInputs {
  private static let megabytes =
    ProcessInfo.processInfo.environment["MODELOBJECT_MEGABYTES"].flatMap { Int($0) } ?? 1

  @Test(arguments: LargeInput.allCases)
  fileprivate func areMapped(input: LargeInput) async {
    await onThread(stackSize: .smallStack) {
      let json = input.json(count: Self.megabytes << 20)
      #expect(json.count >= Self.megabytes << 20)
      Self.expectMapped(json, input, to: Large.self)
      // Hooks take a second for each ten megabytes, whatever the size.
      if Self.megabytes < 64 { Self.expectMapped(json, input, to: HookedLarge.self) }
    }
  }

  private static func expectMapped<Model: Large>(
    _ json: Data,
    _ input: LargeInput,
    to type: Model.Type
  ) {
    do {
      let model = try Model(json: json)
      #expect(!input.isTooDeep && model.last == 7, "\(type)")
      // A value is read to its last byte, or is omitted completely.
      switch input {
      case .objects: #expect(model.parts.last?.id == model.parts.count - 1)
      case .numbers: #expect(model.numbers.last == model.numbers.count - 1)
      case .pairs: #expect(model.byName["k\(model.byName.count - 1)"] == model.byName.count - 1)
      case .text: #expect(model.text.utf8.count == json.count - 20)
      case .numberAsText: #expect(model.text.utf8.count == json.count - 18)
      case .sameKey: #expect(model.id > 50_000)
      case .losingKey: #expect(model.id == 7)
      case .integer, .exponent, .decimal: #expect(model.id == 0 && model.decimal == 0)
      case .double: #expect(model.double == 0)
      case .date: #expect(model.date == nil)
      default: break
      }
    } catch let error as ModelError {
      #expect(input.isTooDeep && error.code == .tooDeep, "\(type): \(error)")
    } catch {
      Issue.record(error)
    }
  }

  // Swift 6.2, with which these tests run on arm64, hands no values to another process.
  #if os(Linux) && compiler(>=6.3)
  /// Each in a separate process, to get its peak memory.
  @Test(.enabled(if: megabytes >= 64), arguments: LargeInput.allCases)
  fileprivate func takeMemoryInProportion(input: LargeInput) async {
    await #expect(processExitsWith: .success) { [input = input as LargeInput] in
      let count = Self.megabytes << 20
      let json = input.json(count: count)
      let model = try? Large(json: json)
      #expect(input.isTooDeep || model?.last == 7)
      let report = try? Large.explain(json: json)
      #expect(input.isTooDeep || report != nil)
      let most = try Self.mostMemory()
      print("\(input.rawValue): \(most >> 20) MB for \(json.count >> 20) MB of text")
      #expect(most < 32 * count)
    }
  }

  /// Of a file with a value of five times as many megabytes beside the array only a piece is in memory.
  @Test(.enabled(if: megabytes >= 64), arguments: ["text", "escapes", "key", "number", "blanks"])
  fileprivate func takeNoMemoryBesideTheElements(kind: String) async {
    await #expect(processExitsWith: .success) { [kind = kind as String] in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      var most = 0
      // The first two files take what the program and its tests keep for good.
      for megabytes in [1, 1, 5 * Self.megabytes] {
        try Self.write(kind, megabytes, to: file)
        let reader = try ModelReader<Part>(contentsOf: file, at: "items")
        var ids: [Int] = []
        while let part = try reader.next() { ids.append(part.id) }
        #expect(ids == Array(0..<1_000) && reader.bytesRead == reader.totalBytes)
        let growth = try Self.mostMemory() - most
        if megabytes > 1 {
          print("\(kind): \(growth >> 10) kB for \(megabytes) MB beside the array")
          #expect(growth < 2 << 20)
        }
        most += growth
      }
    }
  }

  /// Writes a document with a long value in front of the array, piece by piece.
  private static func write(_ kind: String, _ megabytes: Int, to file: URL) throws {
    let (start, piece, end) =
      switch kind {
      case "text": ("{\"a\": \"", "text é ", "\",")
      case "escapes": ("{\"a\": [\"", #"\ud83d\ude00\""#, "\"],")
      case "key": ("{\"a", "key", "\": 1,")
      case "number": ("{\"a\": 0.1", "9", "e-1,")
      default: ("{", " \n\t\r", "")
      }
    let items = (0..<1_000).map { #"{"id":\#($0),"name":"n"}"# }.joined(separator: ",")
    let block = Data(String(repeating: piece, count: (1 << 20) / piece.utf8.count + 1).utf8)
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(start.utf8))
    for _ in 0..<megabytes { try handle.write(contentsOf: block) }
    try handle.write(contentsOf: Data((end + "\"items\": [" + items + "]}").utf8))
    try handle.close()
  }

  /// The peak memory of the process in bytes.
  private static func mostMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return try #require(line.flatMap { Int($0.filter(\.isNumber)) }) * 1_024
  }
  #endif
}
