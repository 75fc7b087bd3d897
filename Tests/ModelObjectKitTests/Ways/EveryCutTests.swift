import Foundation
import ModelObjectKit
import Testing

/// The beginning of a text gives each class the same value, wherever it ends.
@Suite struct EveryCut {
  private enum Dated: Subject {
    static var initial: Date { .distantPast }
    static var options: MappingOptions {
      var options = MappingOptions()
      options.dates.format = .custom("d.M.yyyy")
      return options
    }
  }

  /// Only a string is there before its end.
  @Test func leaves() {
    expectEveryCut(of: Of<String>.self, #""Tea""#, "Tea") { arrived in
      arrived.isEmpty ? nil : arrived.filter { $0 != "\"" }
    }
    expectEveryCut(of: Of<Int>.self, #""123""#, 123)
    expectEveryCut(of: Of<Bool>.self, "true", true)
    expectEveryCut(of: Of<Bool>.self, #""true""#, true)
    expectEveryCut(
      of: Of<Date>.self,
      #""2001-01-02T00:00:00Z""#,
      Date(timeIntervalSinceReferenceDate: 86_400)
    )
    expectEveryCut(of: Dated.self, #""2.1.2001""#, Date(timeIntervalSinceReferenceDate: 86_400))
  }

  @Test func containers() {
    expectEveryCut(of: Of<[String]>.self, #"["a", "b"]"#, ["a", "b"]) { arrived in
      switch arrived.count {
      case 0: nil
      case 1: []
      case 2: [""]
      case 3..<7: ["a"]
      case 7: ["a", ""]
      default: ["a", "b"]
      }
    }
    expectEveryCut(of: Of<[Bool]>.self, "[true, false]", [true, false]) { arrived in
      arrived.isEmpty ? nil : arrived.count < 5 ? [] : arrived.count < 12 ? [true] : [true, false]
    }
  }
}
