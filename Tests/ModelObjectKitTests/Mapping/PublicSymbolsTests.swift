// `.ci/public` runs these.
#if PublicSymbols
import Foundation
import ModelObjectKit
import Testing

private class Bare: ModelObject, ListsAccessors {
  var name = ""
  let id = 1
}

private class Partial: ModelObject, ListsAccessors {
  var name = ""
  var count = 0
  var log: [String] = []
  lazy var later = 0
  var action: (() -> Void)?
  override class var ignoredProperties: Set<String> { ["log", "later"] }
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\Partial.name)] }
}

private final class Below: Partial {
  var own = 0
}

private final class Ordered: ModelObject, ListsAccessors {
  var z = 1
  var a = 2
  var m: Int {
    get { z + a }
    set { z = newValue }
  }
  override class var accessors: [String: PropertyAccessor] {
    ["a": .init(\Ordered.a), "m": .init(\Ordered.m), "z": .init(\Ordered.z)]
  }
}

private final class OfItself: ModelObject, ListsAccessors {
  var name = ""
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\OfItself.name)] }
  required init() {
    super.init()
    try? update(json: "{}")
  }
}

/// The library without private symbols.
struct PublicSymbols {
  @Test func aClassWithoutAccessorsStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Bare(json: "{}")
    }
    expect(
      result,
      says: [
        "Bare has no accessors", "Bare.accessorsSource", #"["name": .init(\Bare.name)"#,
      ]
    )
  }

  @Test func aClassThatMapsItselfWhenItIsMadeStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try OfItself(json: "{}")
    }
    expect(result, says: ["OfItself() uses models of its own class"])
  }

  @Test func propertiesWithoutAccessorsAreProblems() {
    let end = "has no accessor. List it in accessors or ignoredProperties."
    #expect(Partial.declarationProblems() == ["Partial.action \(end)", "Partial.count \(end)"])
    #expect(Below.declarationProblems().contains { $0.hasPrefix("Below has no accessors") })
  }

  @Test func propertiesWithoutAccessorsAreLeftAlone() throws {
    let partial = try Partial(json: #"{"name": "a", "count": 3}"#)
    #expect(partial.count == 0 && partial.name == "a")
    partial.count = 4
    #expect(partial.copy().count == 0 && partial.copy() == partial)
  }

  @Test func storedPropertiesComeInTheirOrderThenComputedOnes() throws {
    let ordered = try Ordered(json: #"{"m": 5}"#)
    #expect(try ordered.jsonString() == #"{"z":5,"a":2,"m":7}"#)
    #expect(try Ordered(archive: ordered.archivedData()) == ordered)
    #expect("\(ordered)" == "Ordered\n  z: 5\n  a: 2")
  }

  @Test func theSourceOfAccessorsIsWritten() {
    #expect(Bare.accessorsSource.contains(#""name": .init(\Bare.name),"#))
    #expect(Ordered.accessorsSource.contains(#""z": .init(\Ordered.z),"#))
  }
}
#endif
