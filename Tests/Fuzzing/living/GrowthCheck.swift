import Foundation
import ModelObjectKit

/// Checks an object that grows with the text that says it.
struct GrowthCheck<Model: Living> {
  let options: MappingOptions?

  /// After all beginnings of a text an object is what the text makes at once.
  func check(_ document: Document, _ model: Model) {
    // A key that is better than one before it comes too late, and so do a refusal and a number that
    // no type holds, which makes a misfit of the value around it.
    guard !document.tree.hasRivals, !document.tree.hasHugeNumbers, !(model is Member),
      options?.unknownKeys != .fail, !document.namesDefaultIdentity,
      !document.tree.hasObjectsForLimits
    else { return }
    if options?.references == .preserved {
      // So does a reference that other keys precede. One in a list makes an object of an earlier text
      // an element, which an object of the same identity then updates.
      let identities = document.identities
      guard !document.tree.hasLateReferences, Set(identities).count == identities.count else {
        return
      }
    }
    // A merge adds elements without a complete identity every time.
    let isNameless = document.hasNamelessObjects(ofTwoParts: Model.self is Line.Type)
    guard options?.arrays != .merge || !isNameless else { return }
    let grown = type(of: model).init()
    do {
      for cut in cuts(of: document.text) {
        try grown.update(partialJSON: document.text.prefix(cut), options: options)
      }
      try grown.update(partialJSON: document.text, options: options)
    } catch {
      found("an object that grows meets an error", document.string, "\(error)")
    }
    guard grown == model, shown(grown) == shown(model) else {
      found(
        "an object that grew differs",
        document.string,
        difference("\(model)", "\(grown)"),
        difference(shown(model), shown(grown))
      )
    }
  }

  /// All places of a small text, some of a longer one.
  private func cuts(of text: Data) -> [Int] {
    guard text.count > 40 else { return Array(0..<text.count) }
    var random = SeededRandom(for: text)
    return (0..<16).map { _ in Int.random(in: 0..<text.count, using: &random) }.sorted()
  }
}

extension Tree {
  /// Whether keys of one object compete for a property: by their spelling, or as alternatives.
  var hasRivals: Bool {
    switch self {
    case .array(let elements): return elements.contains(where: \.hasRivals)
    case .object(let pairs):
      let names = pairs.map { pair in
        let name = pair.key.lowercased().filter { !"-_ ".contains($0) }
        return name == "title" ? "ext" : name
      }
      return Set(names).count < names.count || pairs.contains { $0.value.hasRivals }
    default: return false
    }
  }

  /// Whether an object in it has its tag twice: the first one selects the class, and the last one is
  /// kept if it selects none.
  var repeatsTags: Bool {
    switch self {
    case .array(let elements): return elements.contains(where: \.repeatsTags)
    case .object(let pairs):
      let tags = pairs.filter { pair in
        ["kind", "type"].contains(pair.key.lowercased().filter { !"-_ ".contains($0) })
      }
      return tags.count > 1 || pairs.contains { $0.value.repeatsTags }
    default: return false
    }
  }

  /// Whether an object in it is a reference, and has another key before that.
  var hasLateReferences: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasLateReferences)
    case .object(let pairs):
      pairs.dropFirst().contains { $0.key == "$ref" }
        || pairs.contains { $0.value.hasLateReferences }
    default: false
    }
  }

  /// Whether an object in it stands for a list of structs that may be refused: the list keeps what it
  /// had while the object was open.
  var hasObjectsForLimits: Bool {
    switch self {
    case .array(let elements): return elements.contains(where: \.hasObjectsForLimits)
    case .object(let pairs):
      return pairs.contains { key, value in
        if case .object = value, key.lowercased().contains("limits") { return true }
        return value.hasObjectsForLimits
      }
    default: return false
    }
  }

  /// Whether a number in it is one that no `Double` holds.
  var hasHugeNumbers: Bool {
    switch self {
    case .number(let text): Double(text).map { !$0.isFinite } ?? true
    case .array(let elements): elements.contains(where: \.hasHugeNumbers)
    case .object(let pairs): pairs.contains { $0.value.hasHugeNumbers }
    default: false
    }
  }

  /// Whether an object in it has a key.
  func hasKey(where isWanted: (String) -> Bool) -> Bool {
    switch self {
    case .array(let elements): elements.contains { $0.hasKey(where: isWanted) }
    case .object(let pairs): pairs.contains { isWanted($0.key) || $0.value.hasKey(where: isWanted) }
    default: false
    }
  }

  /// Whether a text in it is a certain one; keys are none.
  func hasText(where isWanted: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isWanted(text)
    case .array(let elements): elements.contains { $0.hasText(where: isWanted) }
    case .object(let pairs): pairs.contains { $0.value.hasText(where: isWanted) }
    default: false
    }
  }
}
