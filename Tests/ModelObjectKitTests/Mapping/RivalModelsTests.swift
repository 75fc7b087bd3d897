import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private class Part: ModelObject {
  var x = 1
  var y = 1
}

private class Holder: ModelObject {
  var part: Part?
  var list: [Item] = []
  var set: Set<Item> = []
}

/// The texts of an object with the pairs in every order.
private func everyOrder(_ pairs: [String]) -> [String] {
  func orders(_ rest: [String]) -> [[String]] {
    rest.isEmpty
      ? [[]]
      : rest.indices.flatMap { place in
        var others = rest
        let first = others.remove(at: place)
        return orders(others).map { [first] + $0 }
      }
  }
  return orders(pairs).map { "{\($0.joined(separator: ", "))}" }
}

/// Models that several keys of an object give to one property.
@Suite struct RivalModels {
  @Test func theValuesOfALosingKeyAreUndone() throws {
    let pairs = [#""part-": {"x": 2}"#, #""Part": 5"#, #""part": {"y": 3}"#]
    for input in everyOrder(pairs).flatMap(everyWay) {
      let holder = Holder()
      let part = Part()
      holder.part = part
      try input.update(holder, options: nil)
      #expect(holder.part === part && part.x == 1 && part.y == 3, "\(input)")
    }
  }

  @Test func theElementsOfALosingKeyAreNotMerged() throws {
    var options = MappingOptions()
    options.arrays = .merge
    let lists = [#""l_ist": [{"id": 1}]"#, #""list": [{"id": 2}]"#, #""LIST": 5"#]
    let sets = [#""s_et": [{"id": 1}]"#, #""set": [{"id": 2}]"#]
    var inputs = (everyOrder(lists) + everyOrder(sets)).flatMap(everyWay)
    inputs.append(JSONInput(#"{"list": [{"id": 1}], "list": [{"id": 2}]}"#, by: .text))
    for input in inputs {
      let holder = Holder()
      let item = Item()
      item.id = 9
      (holder.list, holder.set) = ([item], [item])
      try input.update(holder, options: options)
      let changed = input.json.contains("set") ? Array(holder.set) : holder.list
      #expect(Set(changed.map(\.id)) == [9, 2] && changed.count == 2, "\(input)")
    }
  }
}
