#if Foundation
import Foundation
import ModelObjectKit
import Testing

/// Models in archives of `NSCoder`.
struct ModelsInCodersTests {
  @Test func modelsComeBackFromACoder() throws {
    let tune = CodedTune()
    tune.title = "Air"
    tune.next = CodedTune()
    tune.next?.next = tune
    defer { tune.next = nil }
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    try archiver.encode(model: tune, forKey: "tune")
    try archiver.encode(model: nil, forKey: "none")
    archiver.encode(7, forKey: "number")
    archiver.finishEncoding()

    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let again = try #require(try unarchiver.decodeModel(of: CodedTune.self, forKey: "tune"))
    defer { again.next = nil }
    #expect(again.title == "Air")
    #expect(again.next?.next === again)
    #expect(try unarchiver.decodeModel(of: CodedTune.self, forKey: "none") == nil)
    #expect(unarchiver.decodeInteger(forKey: "number") == 7)
  }

  @Test(arguments: ["text", "list", "number", "flag", "fraction"])
  func otherValuesAreErrors(key: String) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("a" as NSString, forKey: "text")
    archiver.encode(["a"] as NSArray, forKey: "list")
    archiver.encode(7, forKey: "number")
    archiver.encode(true, forKey: "flag")
    archiver.encode(0.5, forKey: "fraction")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    // With its default, Foundation ends the program.
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    #expect(throws: (any Error).self) {
      try unarchiver.decodeModel(of: CodedTune.self, forKey: key)
    }
  }

  @Test func aSubclassNeedsItsName() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    try archiver.encode(model: CodedJig(), forKey: "tune")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let tune = try unarchiver.decodeModel(
      of: CodedTune.self,
      subclasses: [CodedJig.self],
      forKey: "tune"
    )
    #expect(tune is CodedJig)
  }

  @Test func otherModelsAreErrors() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    try archiver.encode(model: CodedTune(), forKey: "tune")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let error = #expect(throws: ModelError.self) {
      try unarchiver.decodeModel(of: CodedJig.self, forKey: "tune")
    }
    let words =
      "an object of class ModelObjectKitTests.CodedTune is not allowed where"
      + " ModelObjectKitTests.CodedJig is declared. If that class was renamed, list"
      + " \"ModelObjectKitTests.CodedTune\" in CodedJig.formerArchiveNames."
    #expect(error?.description == "unknownClass: \(words)")
  }
}

private class CodedTune: ModelObject {
  var title = ""
  var next: CodedTune?
}

private class CodedJig: CodedTune {}
#endif
