import Foundation
import ModelObjectKit
import Observation
import Testing

private class Image: ModelObject {
  var url: String?
  private var width = 4
}

private class Person: ModelObject {
  var name = "Shan"
  var _age = 3
  var nick: String?
  var image: Image? = Image()
  var tags = ["a"]
  let constant = 1
  lazy var later = 2
  var secret = 5
  override class var ignoredProperties: Set<String> { ["secret"] }
}

private class Employee: Person {
  var number = 7
}

@Observable private class Observed: ModelObject {
  var name = "o"
}

private class Storing: ModelObject {
  var customMirror = "stored"
}

struct Mirrors {
  @Test(.differs(.mirrors)) func showThePropertiesAsPrintingDoes() {
    let mirror = Mirror(reflecting: Employee())
    #expect(
      mirror.children.map(\.label) == ["name", "age", "nick", "image", "tags", "secret", "number"]
    )
    let printed = "\(Employee())".split(separator: "\n").dropFirst().filter { !$0.hasPrefix("   ") }
    #expect(
      mirror.children.map { $0.label ?? "" }
        == printed.map { String($0.drop { $0 == " " }.prefix { $0 != ":" }) }
    )
  }

  @Test(.differs(.mirrors)) func tellTheClassOfTheObject() {
    let person: Person = Employee()
    let mirror = Mirror(reflecting: person)
    #expect("\(mirror.subjectType)" == "Employee")
    #expect(mirror.displayStyle == .class)
    #expect(mirror.superclassMirror == nil)
    #expect(Mirror(reflecting: ModelObject()).children.isEmpty)
  }

  @Test func holdTheValues() throws {
    let person = Person()
    person.nick = "S"
    let mirror = Mirror(reflecting: person)
    #expect(mirror.descendant("name") as? String == "Shan")
    #expect(mirror.descendant("nick") as? String == "S")
    #expect(mirror.descendant("image") as? Image === person.image)
    #expect(mirror.descendant("tags", 0) as? String == "a")
    person.nick = nil
    let nick = try #require(Mirror(reflecting: person).children.dropFirst(2).first)
    #expect(nick.value as? String == nil)
    #expect("\(nick.value)" == "nil")
  }

  @Test(.differs(.mirrors)) func dumpsShowNothingOfTheBase() {
    var text = ""
    dump(Employee(), to: &text)
    #expect(text.contains("- name: \"Shan\""))
    #expect(text.contains("- number: 7"))
    #expect(!text.contains("hookFrame") && !text.contains("super"))
    text = ""
    dump([Observed()], to: &text)
    #expect(text.contains("- name: \"o\""))
    #expect(!text.contains("registrar") && !text.contains("Registrar"))
  }

  @Test func leaveTheirNameToAProperty() throws {
    let model = try Storing(json: #"{"custom_mirror": "mine"}"#)
    #expect(model.customMirror == "mine")
    #expect(Mirror(reflecting: model).children.map(\.label) == ["customMirror"])
    #expect(try model.jsonString() == #"{"customMirror":"mine"}"#)
  }
}
