import ModelObjectKit
import Testing

@Suite struct ErrorsArticle {
  class Image: ModelObject {
    var width = 0
  }

  class Person: ModelObject {
    var name = ""
    var age = 0
    var images: [Image] = []
  }

  @Test func lenient() throws {
    let person = try Person(json: #"{"name": "Shan", "age": "old", "images": [{"width": 2}, 5]}"#)
    #expect(person.age == 0)
    #expect(person.images.count == 1)
  }

  @Test func strict() throws {
    do {
      _ = try Person(json: #"{"age": "old", "images": [{"width": {}}]}"#, options: .strict)
      Issue.record("not reached")
    } catch let error as ModelError where error.code == .invalidInput {
      #expect(
        "\(error)" == """
          invalidInput
            age: expected Int, found String "old"
            images[0].width: expected Int, found an object
            name: missing key (String)
          """
      )
      #expect(error.issues[0].path == "age")
    }
  }

  @Test func unknownKeys() throws {
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    options.unknownKeys = .fail
    do {
      _ = try Person(json: #"{"nam": "Shan"}"#, options: options)
      Issue.record("not reached")
    } catch let error as ModelError {
      #expect(error.issues[0].description == "nam: unknown key, near name")
    }
  }

  struct TooYoung: Error {}

  class Adult: ModelObject {
    var age = 0
    override func validate() throws {
      if age < 18 { throw TooYoung() }
    }
  }

  @Test func rejected() throws {
    do {
      _ = try Adult(json: #"{"age": 5}"#)
      Issue.record("not reached")
    } catch let error as ModelError {
      #expect((error.code == .rejected) == true)
      #expect((error.underlying is TooYoung) == true)
    }
  }

  @Test func malformed() throws {
    do {
      _ = try Person(json: "{\"name\": \"Shan\",\n \"age\": 05}")
      Issue.record("not reached")
    } catch let error as ModelError {
      #expect((error.code == .malformedJSON) == true)
      #expect("\(error)" == "malformedJSON: line 2, column 10: expected ',' or '}', found '5'")
    }
  }

  @Test func report() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.report = { issues in log.add(issues.map(\.description)) }
    let person = try Person(json: #"{"name": "Shan", "age": "old"}"#, options: options)
    #expect(person.name == "Shan")
    #expect(log.texts == [#"age: expected Int, found String "old""#])
  }

  @Test func explain() throws {
    let report = try Person.explain(json: #"{"NAME": "Shan", "age": "old", "nam": 1}"#)
    #expect(report.matches[0].property == "name")
    #expect(report.matches[0].key == "NAME")
    #expect(report.issues[0].description == #"age: expected Int, found String "old""#)
    #expect(report.issues[1].description == "nam: unknown key, near name")
    #expect(report.leftAlone[0].property == "age")
    #expect(report.leftAlone[0].reason == "\"old\" is no number")

    let short = try Person.explain(json: #"{"NAME": "Shan", "nam": 1}"#)
    #expect(
      "\(short)" == """
        Person: 1 mapped, 2 left alone, 1 unknown key
          name   ← NAME  "Shan"
          age    –       no such key
          images –       no such key
          ?      ← nam   unknown key, near name
        """
    )
  }
}
