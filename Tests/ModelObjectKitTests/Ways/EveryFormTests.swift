import Foundation
import ModelObjectKit
import Testing

/// Each operation takes each form of input, for an object, a list and a dictionary of models, and does
/// the same with it; or there is a reason why not.
struct EveryFormTests {
  @Test(arguments: Operation.allCases, Holder.allCases)
  fileprivate func doesTheSameOrIsMissingForAReason(_ operation: Operation, _ holder: Holder) throws
  {
    let expected = try result(operation, holder, .text)
    for form in Form.allCases {
      let reason = reason(operation, holder, form)
      let result = try result(operation, holder, form)
      #expect((result == nil) == (reason != nil), "\(operation) \(holder) \(form)")
      if let result { #expect(result == expected, "\(operation) \(holder) \(form)") }
    }
  }

  /// Why an operation doesn't take a form; nil if it does.
  private func reason(_ operation: Operation, _ holder: Holder, _ form: Form) -> String? {
    switch (operation, holder) {
    case (.merge, .list), (.merge, .dictionary), (.storeMerge, .list), (.storeMerge, .dictionary):
      return "each object has a base of its own"
    case (.storeUpdate, .list), (.storeUpdate, .dictionary), (.explainUpdate, .list),
      (.explainUpdate, .dictionary):
      return "a store updates its objects by an upsert"
    default: break
    }
    switch form {
    case .text, .data: return nil
    case .tree: return nil
    case .dictionaries:
      if holder != .list { return "it is a list" }
      return operation == .storeExplain ? "an array is the same" : nil
    case .partial:
      if holder == .dictionary { return "a text that grows is an object of known keys, or a list" }
      return operation == .make || operation == .update ? nil : "its end hasn't arrived"
    case .decoder: return operation == .make ? nil : "Codable makes values, and nothing else"
    }
  }
}

private enum Operation: CaseIterable {
  case make, update, explain, merge, upsert, storeUpdate, storeExplain, explainUpdate, storeMerge
}

private enum Holder: CaseIterable { case object, list, dictionary }

private enum Form: CaseIterable { case text, data, tree, dictionaries, partial, decoder }

private class Card: ModelObject {
  var id = 0
  var name = ""
  var note = "none"
  override class var identity: Set<String> { ["id"] }
}

private var object: [String: Any] { ["id": 7, "name": "Kim", "note": []] }
private let text = #"{"id": 7, "name": "Kim", "note": []}"#
private var list: [Any] { [object, 1] }
private let listText = "[\(text), 1]"
private var byKey: [String: Any] { ["a": object, "b": 1] }
private let byKeyText = #"{"a": \#(text), "b": 1}"#

/// What an operation makes of the input in a form; nil if it doesn't take it.
private func result(_ operation: Operation, _ holder: Holder, _ form: Form) throws -> String? {
  switch holder {
  case .object: try objectResult(operation, form)
  case .list: try listResult(operation, form)
  case .dictionary: try dictionaryResult(operation, form)
  }
}

private func words(_ models: some Sequence<Card>) -> String {
  models.map { "\($0.id) \($0.name) \($0.note)" }.joined(separator: ", ")
}

private func words(_ changes: ModelChanges<Card>) -> String {
  [changes.inserted, changes.updated, changes.unchanged, changes.removed].map(words)
    .joined(separator: "; ")
}

private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

private func filled() throws -> ModelStore {
  let store = ModelStore()
  try store.upsert([Card].self, json: #"[{"id": 7, "name": "old", "note": "kept"}, {"id": 8}]"#)
  return store
}

private func objectResult(_ operation: Operation, _ form: Form) throws -> String? {
  let card = try Card(json: #"{"id": 7, "name": "old", "note": "kept"}"#)
  let store = try filled()
  let filed = try #require(store[Card.self, 7])
  let (data, base) = (Data(text.utf8), card.copy())
  let filedBase = filed.copy()
  switch (operation, form) {
  case (.make, .text): return words([try Card(json: text)])
  case (.make, .data): return words([try Card(json: data)])
  case (.make, .tree): return words([try Card(dictionary: object)])
  case (.make, .partial): return words([try Card(partialJSON: text)])
  case (.make, .decoder): return words([try decoded(Card.self, text)])
  case (.update, .text): try card.update(json: text)
  case (.update, .data): try card.update(json: data)
  case (.update, .tree): try card.update(dictionary: object)
  case (.update, .partial): try card.update(partialJSON: text)
  case (.explain, .text): return "\(try Card.explain(json: text))"
  case (.explain, .data): return "\(try Card.explain(json: data))"
  case (.explain, .tree): return "\(try Card.explain(dictionary: object))"
  case (.merge, .text): try card.merge(json: text, since: base)
  case (.merge, .data): try card.merge(json: data, since: base)
  case (.merge, .tree): try card.merge(dictionary: object, since: base)
  case (.upsert, .text): return words([try store.upsert(Card.self, json: text)])
  case (.upsert, .data): return words([try store.upsert(Card.self, json: data)])
  case (.upsert, .tree): return words([try store.upsert(Card.self, dictionary: object)])
  case (.storeUpdate, .text): try store.update(filed, json: text)
  case (.storeUpdate, .data): try store.update(filed, json: data)
  case (.storeUpdate, .tree): try store.update(filed, dictionary: object)
  case (.storeExplain, .text): return "\(try store.explain(Card.self, json: text))"
  case (.storeExplain, .data): return "\(try store.explain(Card.self, json: data))"
  case (.storeExplain, .tree): return "\(try store.explain(Card.self, dictionary: object))"
  case (.explainUpdate, .text): return "\(try store.explain(filed, json: text)) \(words([filed]))"
  case (.explainUpdate, .data): return "\(try store.explain(filed, json: data)) \(words([filed]))"
  case (.explainUpdate, .tree):
    return "\(try store.explain(filed, dictionary: object)) \(words([filed]))"
  case (.storeMerge, .text): try store.merge(filed, json: text, since: filedBase)
  case (.storeMerge, .data): try store.merge(filed, json: data, since: filedBase)
  case (.storeMerge, .tree): try store.merge(filed, dictionary: object, since: filedBase)
  default: return nil
  }
  return words([card, filed])
}

private func listResult(_ operation: Operation, _ form: Form) throws -> String? {
  var cards = [try Card(json: #"{"id": 7, "name": "old", "note": "kept"}"#), Card()]
  let store = try filled()
  let data = Data(listText.utf8)
  let dictionaries = list.compactMap { $0 as? [String: Any] }
  switch (operation, form) {
  case (.make, .text): return words(try [Card](json: listText))
  case (.make, .data): return words(try [Card](json: data))
  case (.make, .tree): return words(try [Card](array: list))
  case (.make, .dictionaries): return words(try [Card](dictionaries: dictionaries))
  case (.make, .partial): return words(try [Card](partialJSON: listText))
  case (.make, .decoder): return words(try decoded([Card].self, "[\(text)]"))
  case (.update, .text): return words(try cards.update(json: listText))
  case (.update, .data): return words(try cards.update(json: data))
  case (.update, .tree): return words(try cards.update(array: list))
  case (.update, .dictionaries): return words(try cards.update(dictionaries: dictionaries))
  case (.update, .partial): return words(try cards.update(partialJSON: listText))
  case (.explain, .text): return "\(try [Card].explain(json: "[\(text)]"))"
  case (.explain, .data): return "\(try [Card].explain(json: Data("[\(text)]".utf8)))"
  case (.explain, .tree): return "\(try [Card].explain(array: [object]))"
  case (.explain, .dictionaries): return "\(try [Card].explain(dictionaries: dictionaries))"
  case (.upsert, .text): return words(try store.upsert([Card].self, json: listText).changes)
  case (.upsert, .data): return words(try store.upsert([Card].self, json: data).changes)
  case (.upsert, .tree): return words(try store.upsert([Card].self, array: list).changes)
  case (.upsert, .dictionaries):
    return words(try store.upsert([Card].self, dictionaries: dictionaries).changes)
  case (.storeExplain, .text): return "\(try store.explain([Card].self, json: listText))"
  case (.storeExplain, .data): return "\(try store.explain([Card].self, json: data))"
  case (.storeExplain, .tree): return "\(try store.explain([Card].self, array: list))"
  default: return nil
  }
}

private func dictionaryResult(_ operation: Operation, _ form: Form) throws -> String? {
  var cards = ["a": try Card(json: #"{"id": 7, "name": "old"}"#), "c": Card()]
  let store = try filled()
  let data = Data(byKeyText.utf8)
  switch (operation, form) {
  case (.make, .text): return words(try [String: Card](json: byKeyText).values)
  case (.make, .data): return words(try [String: Card](json: data).values)
  case (.make, .tree): return words(try [String: Card](dictionary: byKey).values)
  case (.make, .decoder): return words(try decoded([String: Card].self, #"{"a": \#(text)}"#).values)
  case (.update, .text): return words(try cards.update(json: byKeyText))
  case (.update, .data): return words(try cards.update(json: data))
  case (.update, .tree): return words(try cards.update(dictionary: byKey))
  case (.explain, .text): return "\(try [String: Card].explain(json: byKeyText))"
  case (.explain, .data): return "\(try [String: Card].explain(json: data))"
  case (.explain, .tree): return "\(try [String: Card].explain(dictionary: byKey))"
  case (.upsert, .text):
    return words(try store.upsert([String: Card].self, json: byKeyText).changes)
  case (.upsert, .data): return words(try store.upsert([String: Card].self, json: data).changes)
  case (.upsert, .tree):
    return words(try store.upsert([String: Card].self, dictionary: byKey).changes)
  case (.storeExplain, .text): return "\(try store.explain([String: Card].self, json: byKeyText))"
  case (.storeExplain, .data): return "\(try store.explain([String: Card].self, json: data))"
  case (.storeExplain, .tree):
    return "\(try store.explain([String: Card].self, dictionary: byKey))"
  default: return nil
  }
}
