import Foundation

@testable import ModelObjectTool

/// What becomes of one file with models, and what is said of it.
struct Moved {
  let text: String
  let base: String
  let report: MigrationReport

  init(_ source: String) {
    let migration = Migration([("a.swift", Array(source.utf8))], movesCodable: true)
    let new = migration.results().first?.new
    text = new.map { String(decoding: $0, as: UTF8.self) } ?? source
    base = migration.baseFile() ?? ""
    report = migration.report
  }

  /// What has to be looked at, with its line.
  var looks: [String] { report.looks.map { "\($0.place.line): \($0.text)" } }

  /// The lines of what changes without an error and has some words.
  func silent(_ words: String) -> [Int] {
    report.silent.filter { $0.text.contains(words) }.flatMap { $0.places.map(\.line) }
  }
}
