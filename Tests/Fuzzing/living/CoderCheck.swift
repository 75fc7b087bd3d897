import Foundation
import ModelObjectKit

/// Checks that a coder takes a model out and in, and reads what text says.
struct CoderCheck<Model: Living> {
  let options: FuzzedOptions

  /// What an encoder writes a decoder reads as an equal model.
  func checkRoundTrip(_ model: Model) {
    // Foundation's coders have no more digits than a `Double`, and write 1.0 as 1.
    guard let tree = ReferenceReader.read(shown(model).utf8)?.tree, !tree.isChangedByFoundation,
      tree.json == tree.withSwiftNumbers.json
    else { return }
    do {
      let data = try JSONEncoder().encode(model)
      let again = try JSONDecoder().decode(Model.self, from: data)
      guard type(of: again) == type(of: model), again == model, shown(again) == shown(model) else {
        found(
          "a coder gives something else",
          String(decoding: data, as: UTF8.self),
          difference("\(model)", "\(again)")
        )
      }
    } catch {
      found("a coder can't read what it has written", "\(error)", "\(model)")
    }
  }

  /// A decoder that is given the options reads what a text says.
  func checkText(_ document: Document) {
    // What coders write for dictionaries with such keys is read by them alone. The text "null" is
    // three bytes in base64, and a decoder that was asked for bytes gives them.
    guard let plain = document.plain, !document.tree.hasKey(where: { $0.contains("uit") }),
      !document.tree.hasText(where: { $0.lowercased() == "null" })
    else { return }
    // Decoders don't resolve references.
    guard
      options.options?.references != .preserved
        || !document.tree.hasKey(where: { $0.hasPrefix("$") })
    else { return }
    let life = Life<Model>(options: options.options)
    let text = life.transcript(of: [plain])
    let coder = life.transcript(of: [plain], .coder)
    let areErrors = text.first?.hasPrefix("!") == true && coder.first?.hasPrefix("!") == true
    guard text == coder || areErrors else {
      found(
        "a decoder reads something else",
        String(decoding: plain, as: UTF8.self),
        difference(text.joined(separator: "\n"), coder.joined(separator: "\n"))
      )
    }
  }
}
