import Foundation
import ModelObjectKit
import Testing

/// Sets, and dictionaries that Swift encodes as arrays: a record has changed if its text has.
struct SetsInCoders {
  @Test func areWrittenInAnOrderThatTheirMembersDecide() throws {
    final class Label: ModelObject {
      var name = ""
      var inner: Label?
    }
    final class Labels: ModelObject {
      var models: Set<Label> = []
      var plain: Set<Int> = []
      var byID: [UUID: Label] = [:]
      var numbers: [UUID: Int?] = [:]
    }
    func labels(_ order: [Int]) -> Labels {
      let labels = Labels()
      for number in order {
        let label = Label()
        label.inner = Label()
        label.inner?.name = "n\(number)"
        labels.models.insert(label)
        labels.plain.insert(number)
        guard let id = UUID(uuidString: "0000000\(number)-0000-0000-0000-000000000000") else {
          continue
        }
        labels.byID[id] = label
        labels.numbers[id] = number == 3 ? .some(nil) : number
      }
      return labels
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var options = ExportOptions()
    options.sortedKeys = true
    let order = Array(0..<8)
    let expected = String(decoding: try encoder.encode(labels(order)), as: UTF8.self)
    let models = order.map { #"{"inner":{"name":"n\#($0)"},"name":""}"# }
    #expect(expected.contains(#""models":[\#(models.joined(separator: ","))]"#))
    #expect(expected.contains(#""plain":[0,1,2,3,4,5,6,7]"#))
    let json = try labels(order).jsonString(options: options)
    for order in [order.reversed(), [3, 1, 7, 0, 2, 6, 4, 5]] {
      let labels = labels(order)
      let decoded = try JSONDecoder().decode(Labels.self, from: encoder.encode(labels))
      for made in [labels, labels.copy(), decoded] {
        #expect(made == labels)
        #expect(String(decoding: try encoder.encode(made), as: UTF8.self) == expected)
        #expect(try made.jsonString(options: options) == json)
      }
    }
  }
}
