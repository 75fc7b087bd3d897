import ModelObjectKit
import Testing

private class Person: ModelObject {
  var name = "Ada"
  var age: Int?
  let fixed = 1
  override class var ignoredProperties: Set<String> { ["secret"] }
  var secret = ""
}

private final class Worker: Person {
  var tags = ["a"]
}

struct ThePropertiesOfAClass {
  @Test func areListedWithNamesTypesAndValues() {
    let properties = Worker.modelProperties
    #expect(properties.map(\.name) == ["name", "age", "tags"])
    #expect(properties[0].type == String.self && properties[1].type == Int?.self)
    let worker = Worker()
    #expect(properties[0].value(of: worker) as? String == "Ada")
    #expect(properties[1].value(of: worker) == nil)
    #expect(properties[2].value(of: worker) as? [String] == ["a"])
  }

  @Test func haveNoValueInAnotherClass() {
    #expect(Worker.modelProperties.allSatisfy { $0.value(of: Person()) == nil })
  }
}
