import Foundation
import ModelObjectKit
import Testing

private enum Color: String, Codable, Kept {
  case red, green
  static var kept: Color { .red }
}

private struct Point: Codable, Hashable, Kept {
  var x = 0
  var y = 0.5
  static var kept: Point { Point(x: 77, y: 7.5) }
}

private struct Meters: ModelValue, Equatable, Kept {
  var length: Double

  init(length: Double) { self.length = length }
  init?(modelValue: Any) {
    guard let length = modelValue as? Double ?? (modelValue as? Int).map(Double.init) else {
      return nil
    }
    self.length = length
  }

  var modelValue: Any { length }
  static var kept: Meters { Meters(length: 77) }
}

extension Character: Kept {
  static var kept: Character { "K" }
}

/// A value in a JSON text, by every way in; what a class declares doesn't matter inside others.
private func expectValue<Value: Kept & Equatable>(
  _ json: String,
  becomes value: Value,
  ways: Set<WayIn> = Set(WayIn.allCases),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectEveryWay(
    of: Of<Value>.self,
    #""value": \#(json)"#,
    becomes: value,
    ways: ways,
    kinds: runsLongTests ? Set(ProbeKind.allCases) : ProbeKind.ofValues,
    inside: runsLongTests ? ProbeKind.ofValues : [],
    sourceLocation: sourceLocation
  )
}

/// Each type that the library maps goes every way in and out, alone and in containers.
struct EveryLeaf {
  /// The value of a JSON text in each shape: alone, in an optional, in lists and dictionaries.
  private func expectLeaf<Value: Kept & Hashable>(
    _ value: Value,
    _ json: String,
    except unwritten: Set<WayOut> = [],
    exceptBack lost: Set<WayBack> = [],
    ways: Set<WayIn> = Set(WayIn.allCases)
  ) {
    expectShapes(value, json, except: unwritten, exceptBack: lost, ways: ways)
    expectBothWays([value] as Set, "[\(json)]", except: unwritten)
  }

  private func expectShapes<Value: Kept & Equatable>(
    _ value: Value,
    _ json: String,
    except unwritten: Set<WayOut> = [],
    exceptBack lost: Set<WayBack> = [],
    ways: Set<WayIn> = Set(WayIn.allCases)
  ) {
    // As if it had been a type of an app's own.
    if let value = value as? any (Codable & Hashable & Kept) {
      expectEveryArchive(ofEncoded: value)
    }
    expectBothWays(value, json, except: unwritten, ways: ways)
    expectBothWays(value as Value?, json, except: unwritten, ways: ways)
    expectValue("null", becomes: nil as Value?)
    expectBothWays([value, value], "[\(json), \(json)]", except: unwritten)
    expectBothWays([nil, value], "[null, \(json)]", except: unwritten)
    expectBothWays([[value], []], "[[\(json)], []]", except: unwritten)
    let map = #"{"a": \#(json)}"#
    expectBothWays(["a": value], map, except: unwritten.union([.patch]), exceptBack: lost)
  }

  private func expectBothWays<Value: Kept & Equatable>(
    _ value: Value,
    _ json: String,
    except unwritten: Set<WayOut>,
    exceptBack lost: Set<WayBack> = [],
    ways: Set<WayIn> = Set(WayIn.allCases)
  ) {
    expectValue(json, becomes: value, ways: ways)
    expectEveryWayOut(
      of: Of<Value>.self,
      value,
      writes: json,
      except: unwritten,
      exceptBack: lost
    )
  }

  @Test func integers() {
    expectLeaf(-5, "-5")
    expectLeaf(UInt8(200), "200")
    expectLeaf(UInt64.max, "18446744073709551615")
    expectLeaf(Int16(-300), "-300")
  }

  @Test func fractions() {
    expectLeaf(0.25, "0.25")
    expectLeaf(Float(1.5), "1.5")
    expectLeaf(Decimal(string: "12.5") ?? 0, "12.5")
  }

  @Test func boolsAndStrings() {
    expectLeaf(true, "true")
    expectLeaf("Tea", #""Tea""#)
    expectLeaf(Character("é"), #""é""#)
  }

  @Test func dates() {
    expectLeaf(Date(timeIntervalSinceReferenceDate: 86_400), #""2001-01-02T00:00:00Z""#)
  }

  @Test func identifiers() throws {
    expectLeaf(try #require(URL(string: "https://example.com/a")), #""https://example.com/a""#)
    expectLeaf(
      try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#
    )
    // A row has data as they are.
    expectLeaf(Data([1, 2]), #""AQI=""#, ways: WayIn.exceptRows)
    // Encoders write its own form.
    expectLeaf(TimeZone.gmt, #""GMT""#, except: [.encoder])
  }

  @Test(.needsFoundation) func locales() {
    // Encoders write its own form.
    expectLeaf(Locale(identifier: "de_CH"), #""de_CH""#, except: [.encoder])
  }

  @Test(arguments: [#"{"a":null,"b":[1.5,"x",{}]}"#, "[[],2]", "7"])
  func textsOfJSON(json: String) throws {
    // A null stays in a dictionary.
    expectLeaf(try RawJSON(json), json, exceptBack: [.patch])
  }

  @Test func typesOfAnApp() {
    expectLeaf(Color.green, #""green""#)
    expectLeaf(Point(x: 3, y: 1.5), #"{"x": 3, "y": 1.5}"#)
    expectShapes(Meters(length: 2.5), "2.5")
  }
}
