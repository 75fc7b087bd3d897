import Foundation
import ModelObjectKit
import Testing

private class Named: ModelObject {
  var id = 0
  var userName = "a"
  var user_name: String? = "b"
}

private final class Outer: ModelObject {
  var named: Named? = Named()
  var list: [Named] = []
}

/// Both properties have the key by `keyMapping`, which is a way to read two forms of a value.
private final class Meant: ModelObject {
  var imageURL: String?
  var image: [String: Int]?
  var thumbNail = 1
  override class var keyMapping: [String: JSONKey] { ["imageURL": "image", "thumbNail": "thumb"] }
}

private final class Apart: Named {
  override class var keyMapping: [String: JSONKey] { ["user_name": "login"] }
}

private final class Unexported: Named {
  override class var unexportedProperties: Set<String> { ["user_name"] }
}

private class Pair: ModelObject {
  var partID = 1
  var part_id = 2
  override class var identity: Set<String> { ["partID", "part_id"] }
}

private final class PairHolder: ModelObject {
  var pair: Pair?
}

/// In snake case, the first property would be written under the second one's key.
private final class Mapped: ModelObject {
  var homeTown = "Bern"
  var place = "Chur"
  override class var keyMapping: [String: JSONKey] { ["place": "home_town"] }
}

/// The same text, as one character and as two.
private final class Canonical: ModelObject {
  var one = 1
  var two = 2
  var inner = 3
  override class var keyMatching: KeyMatching { .exact }
  override class var keyMapping: [String: JSONKey] {
    ["one": "a.\u{E9}", "two": "a.e\u{301}", "inner": "e\u{301}"]
  }
}

/// Properties to which a key style gives the same key: an export would lose one of two values.
struct KeyClashes {
  @Test func keysThatAreOnlyCanonicallyEqualAreApart() throws {
    let text = try Canonical().jsonString()
    #expect(
      text.utf8.elementsEqual("{\"a\":{\"\u{E9}\":1,\"e\u{301}\":2},\"e\u{301}\":3}".utf8)
    )
    let back = try Canonical(json: text.replacing("1", with: "5").replacing("2", with: "6"))
    #expect(back.one == 5 && back.two == 6)
  }

  private func options(_ style: ExportOptions.KeyStyle) -> ExportOptions {
    var options = ExportOptions()
    options.keyStyle = style
    options.sortedKeys = true
    return options
  }

  /// Calls each kind of export, which must throw an error with both names.
  private func expectClash(
    _ model: ModelObject,
    _ options: ExportOptions,
    _ names: [String] = ["userName", "user_name"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let encoder = JSONEncoder()
    encoder.userInfo[.exportOptions] = options
    let exports: [(String, () throws -> Any)] = [
      ("dictionary", { try model.dictionaryRepresentation(options: options) }),
      ("text", { try model.jsonString(options: options) }),
      ("array", { try [model].jsonString(options: options) }),
      ("patch", { try model.jsonString(changesSince: model.copy(), options: options) }),
      ("encoder", { try encoder.encode(model) }),
      (
        "lines",
        {
          let writer = ModelWriter(descriptor: -1, as: .lines, options: options)
          try writer.write(model)
          return writer
        }
      ),
    ]
    for (name, export) in exports {
      let error = #expect(throws: ModelError.self, "\(name)", sourceLocation: sourceLocation) {
        _ = try export()
      }
      #expect(error?.code == .unsupportedValue, "\(name)", sourceLocation: sourceLocation)
      for property in names {
        #expect(
          error?.description.contains(property) == true,
          "\(name)",
          sourceLocation: sourceLocation
        )
      }
    }
  }

  @Test func areErrorsInEveryExport() throws {
    for style: ExportOptions.KeyStyle in [.snakeCase, .camelCase, .pascalCase, .kebabCase] {
      expectClash(Named(), options(style))
      expectClash(Outer(), options(style))
      let outer = Outer()
      outer.named = nil
      outer.list = [Named()]
      expectClash(outer, options(style))
    }
    var message = ""
    do {
      _ = try Named().jsonString(options: options(.snakeCase))
    } catch {
      message = "\(error)"
    }
    #expect(
      message == """
        unsupportedValue: Named.userName and user_name have the same key, "user_name". Give one of \
        them a key in keyMapping, or use another key style.
        """
    )
    #expect(try Named().jsonString() == #"{"id":0,"userName":"a","user_name":"b"}"#)
  }

  @Test func areNoneIfOneIsntWritten() throws {
    var chosen = options(.snakeCase)
    chosen.properties = ["id", "userName"]
    #expect(try Named().jsonString(options: chosen) == #"{"id":0,"user_name":"a"}"#)
    #expect(
      try Unexported().jsonString(options: options(.kebabCase)) == #"{"id":0,"user-name":"a"}"#
    )
  }

  @Test func areNotTheKeysOfKeyMapping() throws {
    let meant = Meant()
    meant.imageURL = "x"
    #expect(try meant.jsonString(options: options(.snakeCase)) == #"{"image":"x","thumb":1}"#)
    #expect(
      try Apart().jsonString(options: options(.snakeCase))
        == #"{"id":0,"login":"b","user_name":"a"}"#
    )
  }

  @Test func areErrorsWithKeysInKeyMapping() throws {
    expectClash(Mapped(), options(.snakeCase), ["place", "homeTown"])
    #expect(try Mapped().jsonString() == #"{"homeTown":"Bern","home_town":"Chur"}"#)
    #expect(
      Mapped.declarationProblems() == [
        "Mapped.place and homeTown have the same key in exports with the key style snakeCase, which"
          + " throw. Give one of them a key in keyMapping."
      ]
    )
  }

  @Test func areErrorsInWrittenIdentities() throws {
    var references = options(.snakeCase)
    references.references = .identities
    let holder = PairHolder()
    let pair = Pair()
    (pair.partID, pair.part_id, holder.pair) = (3, 4, pair)
    expectClash(holder, references, ["partID", "part_id"])
    references.keyStyle = .property
    #expect(try holder.jsonString(options: references) == #"{"pair":{"partID":3,"part_id":4}}"#)
  }

  @Test func areErrorsInSchemas() {
    final class Styled: Named {
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.keyStyle = .snakeCase
        return options
      }
    }
    for form: SchemaForm in [.open, .strict] {
      let error = #expect(throws: ModelError.self) { try Styled.jsonSchema(form) }
      #expect(error?.code == .unsupportedValue)
    }
  }

  @Test func areDeclarationProblems() {
    #expect(
      Outer.declarationProblems() == [
        "Named.userName and user_name have the same key in exports with the key style snakeCase,"
          + " camelCase, pascalCase, kebabCase, which throw. Give one of them a key in keyMapping."
      ]
    )
    #expect(Meant.declarationProblems() == [])
  }
}
