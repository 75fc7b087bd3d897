import Foundation
import Testing

@testable import ModelObjectKit

/// The assumptions about Foundation's decoders.
struct OfferedKeys {
  private struct Told: Decodable {
    let offered: [String]
    let all: [String]
    let isFoundations: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      let state = ThreadState.ofThread()
      state.collectsKeys = true
      let kept = container.allKeys
      state.collectsKeys = false
      #expect(kept.isEmpty)
      offered = state.offeredKeys
      state.offeredKeys = []
      all = container.allKeys.map(\.stringValue)
      #expect(container.offeredKeys.map(\.stringValue) == all)
      isFoundations = CoderKinds.of(decoder) is FoundationCoders
    }
  }

  @Test(arguments: ["{}", #"{"a": 1}"#, #"{"a": {"x": 1}, "b c": null, "1": 2, "é": 3}"#])
  func areAllThatThereAreInJSON(json: String) throws {
    let told = try JSONDecoder().decode(Told.self, from: Data(json.utf8))
    #expect(told.isFoundations && told.offered == told.all)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func areAllThatThereAreInPropertyLists(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1, "b c": ["x": 2], "1": 3],
      format: format,
      options: 0
    )
    let told = try PropertyListDecoder().decode(Told.self, from: data)
    #expect(told.isFoundations && told.offered == told.all && told.all.count == 3)
  }

  @Test func areNotAskedOfOtherDecoders() throws {
    let decoder = OddDecoder(["a": 1], .lazy, OddDecoder.Log())
    #expect(CoderKinds.of(decoder) is OtherCoders)
  }
}
