import Foundation
import ModelObjectKit
import Synchronization
import Testing

private let made = Mutex(0)

private func count() { made.withLock { $0 += 1 } }

private final class Text: ModelObject {
  var value = ""
  var list: [String] = []
  override class var archiveName: String { "LongValue" }
}

private final class Held<Value>: ModelObject {
  var value: Value?
  var list: [Value] = []
  override class var archiveName: String { "LongValue" }
}

private struct Coded: Codable {
  let text: String

  init(from decoder: any Decoder) throws {
    count()
    text = try decoder.singleValueContainer().decode(String.self)
  }
}

private struct Own: ModelValue {
  let text: String

  init?(modelValue: Any) {
    guard let text = modelValue as? String else { return nil }
    count()
    self.text = text
  }

  var modelValue: Any { text }
}

/// A long string that many values of an archive are becomes a value once for each type: a small archive
/// takes small memory.
@Suite(.serialized) struct LongValueTests {
  /// Each string is in two properties of ten objects.
  private func archive(_ strings: [String]) throws -> Data {
    let texts = (0..<10).map { number in
      let text = Text()
      text.value = strings[number % strings.count]
      text.list = [text.value]
      return text
    }
    return try texts.archivedData()
  }

  private static let long = String(repeating: "YWFh", count: 100)

  @Test(arguments: [[long], [long, long + "eHh4"]])
  func areMadeOnce(strings: [String]) throws {
    let data = try archive(strings)
    made.withLock { $0 = 0 }
    let coded = try [Held<Coded>](archive: data)
    #expect(coded.map { $0.value?.text } == coded.map { $0.list.first?.text })
    #expect(made.withLock { $0 } == strings.count)
    made.withLock { $0 = 0 }
    let own = try [Held<Own>](archive: data)
    #expect(own.compactMap { $0.value?.text }.count == 10)
    #expect(made.withLock { $0 } == strings.count)
  }

  @Test(arguments: [[long], [long, long + "eHh4"]])
  func haveTheSameBytes(strings: [String]) throws {
    let objects = try [Held<Data>](archive: archive(strings))
    let places = objects.flatMap { [$0.value] + $0.list }.map { data in
      data?.withUnsafeBytes { $0.baseAddress }
    }
    #expect(places.count == 20 && !places.contains(nil))
    #expect(Set(places).count == strings.count)
  }

  /// A short string isn't worth the search.
  @Test func shortOnesAreMadeInEachPlace() throws {
    let data = try archive(["YWFh"])
    made.withLock { $0 = 0 }
    _ = try [Held<Own>](archive: data)
    #expect(made.withLock { $0 } == 20)
  }
}
