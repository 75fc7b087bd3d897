import Foundation
import ModelObjectKit

/// Checks a census of some inputs against those of each.
struct CensusCheck<Model: Item> {
  let options: MappingOptions?
  /// The objects of a new model that were certainly mapped; all of their classes if `isExact`.
  var objects: (Model) -> [Item] = { [$0] }
  var isExact = false

  private func counted(_ census: MappingCensus) -> MappingOptions {
    var options = ToldIssues().options(options)
    (options.issueHandler, options.census) = (nil, census)
    return options
  }

  func check(_ texts: [Data]) {
    let string = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    let (all, sum, other) = (MappingCensus(), MappingCensus(), MappingCensus())
    let (together, merged) = (
      MappingCensus(countsUnknownKeysTogether: true),
      MappingCensus(countsUnknownKeysTogether: true)
    )
    var models: [Model] = []
    var censuses: [MappingCensus] = []
    for text in texts {
      let (census, told) = (MappingCensus(), ToldIssues())
      var options = counted(census)
      options.issueHandler = told.options(nil).issueHandler
      // What is counted of a root that is rejected isn't promised.
      guard let model = try? Model(json: text, options: options),
        (try? Model(json: text, options: counted(all))) != nil,
        (try? Model(json: text, options: counted(together))) != nil
      else { return }
      models.append(model)
      censuses.append(census)
      if told.issues.count < 100 { check(census, told.issues, string) }
      sum.merge(census)
      merged.merge(census)
    }
    for census in censuses.reversed() { other.merge(census) }
    expect(sum, all, "the sum of", string)
    expect(other, all, "the sum in another order of", string)
    expect(merged, together, "unknown keys together in", string)
    check(all, together, string)
    checkObjects(all, models, string)
    checkStored(all, string)
  }

  private func show(_ census: MappingCensus) -> String {
    let objects = census.objectCounts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let entries = census.entries.map {
      "\($0.typeName) \($0.key) \($0.kind.rawValue) \($0.found ?? "") \($0.count)"
    }
    return (objects + entries).joined(separator: "\n")
  }

  private func expect(
    _ census: MappingCensus,
    _ expected: MappingCensus,
    _ what: String,
    _ text: String
  ) {
    let (census, expected) = (show(census), show(expected))
    guard census == expected else {
      found("\(what) some texts counts otherwise", text, difference(expected, census))
    }
  }

  /// A census counts each issue that the handler gets, and unknown keys in replaced values as well.
  private func check(_ census: MappingCensus, _ issues: [ModelError.Issue], _ text: String) {
    let kinds = [
      "unknownRawValue": "typeMismatch", "mismatch": "typeMismatch", "null": "unexpectedNull",
    ]
    var counts: [String: Int] = [:]
    for entry in census.entries where entry.kind != .missingKey {
      let kind = entry.kind.rawValue
      counts["\(entry.typeName) \(kinds[kind] ?? kind)", default: 0] += entry.count
    }
    var expected: [String: Int] = [:]
    for issue in issues where issue.kind != .missingKey {
      expected["\(issue.typeName) \(issue.kind)", default: 0] += 1
    }
    let areCounted = counts.allSatisfy { line, count in
      let told = expected[line, default: 0]
      // An unknown tag that is kept isn't an issue.
      let mayBeMore = [" unknownKey", " unknownTag"].contains { line.hasSuffix($0) }
      return mayBeMore ? count >= told : count == told
    }
    guard areCounted, expected.keys.allSatisfy({ counts[$0] != nil }) else {
      found("a census counts other issues", text, "\(census)", "\(counts)", "\(expected)")
    }
  }

  /// A census that counts unknown keys together differs from one that doesn't in these alone.
  private func check(_ census: MappingCensus, _ together: MappingCensus, _ text: String) {
    func unknown(_ census: MappingCensus) -> [String: Int] {
      let entries = census.entries.filter { $0.kind == .unknownKey }
      return Dictionary(entries.map { ($0.typeName, $0.count) }, uniquingKeysWith: +)
    }
    func others(_ census: MappingCensus) -> [MappingCensus.Entry] {
      census.entries.filter { $0.kind != .unknownKey }
    }
    guard unknown(census) == unknown(together), others(census) == others(together),
      together.entries.allSatisfy({
        $0.kind != .unknownKey || $0.key == "unknown keys of \($0.typeName)"
      })
    else { found("unknown keys together are others", text, "\(census)", "\(together)") }
  }

  private func checkObjects(_ census: MappingCensus, _ models: [Model], _ text: String) {
    let names = models.flatMap(objects).map { ("\(type(of: $0))", 1) }
    for (name, count) in Dictionary(names, uniquingKeysWith: +) {
      let counted = census.objectCounts[name, default: 0]
      guard isExact ? counted == count : counted >= count else {
        found("\(counted) instead of \(count) \(name) are counted", text, "\(census)")
      }
    }
  }

  private func checkStored(_ census: MappingCensus, _ text: String) {
    do {
      let stored = try JSONEncoder().encode(census.entries)
      let opened = MappingCensus(
        try JSONDecoder().decode([MappingCensus.Entry].self, from: stored)
      )
      guard opened.entries == census.entries, census.difference(from: opened).isEmpty,
        MappingCensus().difference(from: opened).isEmpty,
        census.difference(from: MappingCensus()) == census.entries
      else { found("a stored census is another one", text, "\(census)") }
    } catch {
      found("a census can't be stored", text, "\(error)")
    }
  }
}
