import Foundation
import ModelObjectKit
import Testing

/// The library maps keys and values as the documentation says, from every kind of input.
struct TheOracle {
  /// How often each part of the comparison was made, to check that none is empty.
  private struct Counts {
    var values = 0
    var unclear = 0
    var changed = 0
    var issues = 0
    var possible = 0
    var flawless = 0
    var updates = 0
  }

  private enum Way: CaseIterable {
    case text, swift, foundation
  }

  private static func map<Model: OracleModel>(
    _ tree: OracleTree,
    _ way: Way,
    to type: Model.Type,
    options: MappingOptions
  ) throws -> Model {
    switch way {
    case .text: try Model(json: tree.json, options: options)
    case .swift, .foundation:
      try Model(
        dictionary: tree.given(asFoundation: way == .foundation) as? [String: Any] ?? [:],
        options: options
      )
    }
  }

  private static func update(_ model: ModelObject, _ tree: OracleTree, _ way: Way) throws {
    switch way {
    case .text: try model.update(json: Data(tree.json.utf8))
    case .swift, .foundation:
      try model.update(
        dictionary: tree.given(asFoundation: way == .foundation) as? [String: Any] ?? [:]
      )
    }
  }

  /// The class is written at each call: a variable of the base class's metatype would make the base
  /// class.
  private func expectThePredicted<Model: OracleModel>(_ type: Model.Type, seed: UInt64) {
    var documents = OracleDocuments(seed: seed)
    var counts = Counts()
    for _ in 0..<30 * RandomDocuments.rounds {
      let tree = documents.object(for: type)
      let later = documents.object(for: type)
      for way in Way.allCases {
        do {
          try compare(tree, later, way, type, &counts)
        } catch {
          Issue.record("\(tree.json) as \(type) by \(way): \(error)")
        }
      }
    }
    #expect(counts.values > 200 && counts.changed > 50, "\(type): \(counts)")
    #expect(counts.unclear * 10 < counts.values, "\(type): \(counts)")
    #expect(counts.issues > 50 && counts.updates > 40, "\(type): \(counts)")
  }

  private func compare<Model: OracleModel>(
    _ tree: OracleTree,
    _ later: OracleTree,
    _ way: Way,
    _ type: Model.Type,
    _ counts: inout Counts
  ) throws {
    let label = "\(tree.json)\nas \(type) by \(way)"
    guard case .object(let fresh) = Model().held else { return }
    func predict(_ tree: OracleTree, _ values: [OracleValue], isStrict: Bool) -> (
      Oracle, [OracleValue]
    ) {
      var oracle = Oracle(isStrict: isStrict, isText: way == .text)
      guard case .object(let pairs) = way == .text ? tree : tree.shortest else {
        return (oracle, [])
      }
      let result = oracle.map(pairs, onto: type, holding: values, path: "")
      return (oracle, result)
    }

    let (_, expected) = predict(tree, fresh, isStrict: false)
    let model = try Self.map(tree, way, to: type, options: .lenient)
    report(expected, model, label, &counts)
    for (before, after) in zip(fresh, expected) where before != after { counts.changed += 1 }

    let (oracle, _) = predict(tree, fresh, isStrict: true)
    var found: Set<Oracle.Finding> = []
    do {
      _ = try Self.map(tree, way, to: type, options: .strict)
      counts.flawless += 1
    } catch let error as ModelError where error.code == .invalidInput {
      // No more than these are kept.
      if error.issueCount > 100 { return }
      found = Set(error.issues.map { Oracle.Finding(kind: $0.kind, path: $0.path) })
    }
    counts.issues += oracle.certain.count
    counts.possible += oracle.possible.count
    let (lacking, surplus) = oracle.differences(from: found)
    if !lacking.isEmpty || !surplus.isEmpty {
      Issue.record("\(label):\nnot found: \(lacking)\nfound: \(surplus)")
    }

    if expected.contains(where: \.hasUnclear) { return }
    let (_, updated) = predict(later, expected, isStrict: false)
    try Self.update(model, later, way)
    counts.updates += 1
    report(updated, model, "\(label)\nupdated by \(later.json)", &counts)
  }

  private func report(
    _ expected: [OracleValue],
    _ model: some OracleModel,
    _ label: String,
    _ counts: inout Counts
  ) {
    guard case .object(let held) = model.held else { return }
    for (index, property) in Swift.type(of: model).properties.enumerated() {
      counts.values += 1
      if case .unclear = expected[index] { counts.unclear += 1 }
      if expected[index] != held[index] {
        Issue.record("\(property.name) is\n\(held[index])\nnot\n\(expected[index])\n\(label)")
      }
    }
  }

  @Test func knowsScalars() {
    expectThePredicted(KnownScalars.self, seed: 1)
    expectThePredicted(KnownHookedScalars.self, seed: 2)
  }

  @Test func knowsOptionals() { expectThePredicted(KnownOptionals.self, seed: 3) }

  @Test func knowsCollections() {
    expectThePredicted(KnownCollections.self, seed: 4)
    expectThePredicted(KnownHookedCollections.self, seed: 5)
  }

  @Test func knowsKeys() {
    expectThePredicted(KnownNames.self, seed: 6)
    expectThePredicted(KnownExactNames.self, seed: 7)
  }

  @Test func knowsNestedModels() {
    expectThePredicted(KnownNested.self, seed: 8)
    expectThePredicted(KnownHookedNested.self, seed: 9)
    expectThePredicted(KnownWholeNested.self, seed: 10)
  }

  @Test func knowsStructs() {
    expectThePredicted(KnownStructs.self, seed: 17)
    expectThePredicted(KnownExactStructs.self, seed: 18)
    expectThePredicted(KnownHookedStructs.self, seed: 19)
  }

  @Test func knowsUntypedValues() {
    expectThePredicted(KnownUntyped.self, seed: 11)
    expectThePredicted(KnownHookedUntyped.self, seed: 12)
  }

  @Test func knowsListsOfKeysAndPaths() {
    expectThePredicted(KnownListed.self, seed: 13)
    expectThePredicted(KnownHookedListed.self, seed: 14)
    expectThePredicted(KnownExactListed.self, seed: 15)
    expectThePredicted(KnownHookedExactListed.self, seed: 16)
  }
}
