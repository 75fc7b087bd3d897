import Foundation
import ModelObjectKit

/// Checks that a text makes of a struct what it makes of a class with the same properties.
struct StructCheck {
  let json: Data
  let options: FuzzedOptions

  private var text: String { String(decoding: json, as: UTF8.self) }

  func run() {
    for options in [options.options, options.strict] {
      compare("a struct") {
        shown(try Crated(json: json, options: options))
      } _: {
        exported(try Crate(json: json, options: options))
      }
      compare("an array of structs") {
        try [Crated](json: json, options: options).map { shown($0) }.joined(separator: "\n")
      } _: {
        try [Crate](json: json, options: options).map(exported).joined(separator: "\n")
      }
      compare("an update of a struct") {
        let model = Crated()
        try model.update(json: json, options: options)
        try model.update(json: json, options: options)
        return shown(model)
      } _: {
        var value = Crate()
        try value.update(json: json, options: options)
        try value.update(json: json, options: options)
        return exported(value)
      }
    }
    explain()
    if let value = try? Crate(json: json, options: options.options) { check(value) }
  }

  private func compare(_ what: String, _ model: () throws -> String, _ value: () throws -> String) {
    let first = account(text, tellsValues: true, model).joined(separator: "\n")
      .replacing("Crated", with: "Crate")
    let second = account(text, tellsValues: true, value).joined(separator: "\n")
    guard first == second else {
      found("\(what) differs from a class", text, difference(first, second))
    }
  }

  private func explain() {
    compare("the report of a struct") {
      report(try Crated.explain(json: json, options: options.options))
    } _: {
      report(try Crate.explain(json: json, options: options.options))
    }
  }

  private func report(_ report: MappingReport) -> String {
    let lines = report.matches.map { "\($0.property) \($0.key) \($0.value)" }
    return (lines + report.unmapped.map(\.property) + report.issues.map(\.description))
      .joined(separator: "\n")
  }

  private func exported(_ value: Crate) -> String {
    do {
      return comparable(try value.jsonString(options: ExportOptions(sortedKeys: true)))
    } catch {
      found("a struct can't be exported", "\(error)", text)
    }
  }

  /// An archive and a patch give the value back.
  private func check(_ value: Crate) {
    do {
      let again = try Crate(archive: value.archivedData())
      guard exported(again) == exported(value) else {
        found(
          "an archived struct comes back different",
          difference(exported(value), exported(again))
        )
      }
      let before = Crate()
      let patch = try value.jsonString(changesSince: before)
      guard ReferenceReader.read(patch.utf8) != nil else { found("a patch is no JSON", patch) }
      guard options.isUsual else { return }
      var updated = before
      try updated.update(json: patch)
      guard exported(updated) == exported(value) else {
        found("a patch gives another struct", patch, difference(exported(value), exported(updated)))
      }
    } catch {
      found("a struct doesn't come back", "\(error)", text)
    }
  }
}
