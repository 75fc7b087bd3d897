import Foundation

/// Checks that take more time than they find: an input gets one of them, as its bytes say.
struct Turns {
  enum Check: CaseIterable {
    case reports, forms, changes
  }

  private let check: Check?

  init(_ documents: [Document]) {
    var random = SeededRandom(for: documents.map(\.text).joined())
    check = Self.areAll ? nil : Check.allCases.randomElement(using: &random)
  }

  func has(_ check: Check) -> Bool { self.check.map { $0 == check } ?? true }

  /// An input that is run again, or made smaller, gets all checks: then the program is given a file.
  private static let areAll = CommandLine.arguments.dropFirst().contains { argument in
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
