import Foundation

/// The text of one user, split where users differ: at the login (also in the many URLs), the id and
/// the counts.
struct UserTemplate {
  private enum Slot: Character {
    case login = "\u{1}"
    case id = "\u{2}"
    case count = "\u{3}"
  }

  private enum Piece {
    case text(String)
    case slot(Slot)
  }

  private var pieces: [Piece] = []

  init(_ user: Data) throws {
    let sample = try JSONDecoder().decode(Peer.User.self, from: user)
    let marked = Self.minified(String(decoding: user, as: UTF8.self))
      .replacing(sample.login, with: String(Slot.login.rawValue))
      .replacing("\(sample.id)", with: String(Slot.id.rawValue))
      .replacing(#/("(?:public_repos|public_gists|followers|following)":)\d+/#) { match in
        "\(match.1)\(Slot.count.rawValue)"
      }
    var text = ""
    for character in marked {
      if let slot = Slot(rawValue: character) {
        pieces += [.text(text), .slot(slot)]
        text = ""
      } else {
        text.append(character)
      }
    }
    pieces.append(.text(text))
  }

  /// The minified text of a user that only depends on the number.
  func text(number: Int) -> String {
    var random = Generator(seed: UInt64(number))
    let login = Self.login(&random)
    let id = Int.random(in: 1...99_999_999, using: &random)
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .slot(.login): result += login
      case .slot(.id): result += String(id)
      case .slot(.count): result += String(Self.count(&random))
      }
    }
    return result
  }

  private static func login(_ random: inout Generator) -> String {
    let starts = ["amber", "birch", "cedar", "delta", "fern", "granite", "harbour", "iris"]
    let ends = ["-labs", "smith", "works", "-and-co", "", "field", "77", "-studio"]
    let number = Int.random(in: 0...999, using: &random)
    let start = starts[Int.random(in: 0..<starts.count, using: &random)]
    return start + ends[Int.random(in: 0..<ends.count, using: &random)] + String(number)
  }

  /// Mostly small, sometimes large, like counts.
  private static func count(_ random: inout Generator) -> Int {
    let digits = Int.random(in: 0...5, using: &random)
    let limit = [1, 10, 100, 1_000, 10_000, 1_000_000][digits]
    return Int.random(in: 0..<limit, using: &random)
  }

  /// JSON text without the white space between its tokens.
  private static func minified(_ json: String) -> String {
    var result = ""
    var isInText = false
    var isEscaped = false
    for character in json {
      if isInText || !character.isWhitespace {
        result.append(character)
      }
      if character == "\"", !isEscaped {
        isInText.toggle()
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return result
  }
}

/// SplitMix64: a short generator with the same numbers everywhere.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
