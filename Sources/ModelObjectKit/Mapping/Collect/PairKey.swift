/// The key of a pair, or the path to a value behind it, whose text is made only if it is named.
///
/// It isn't a closure, as the compiler copies a function for each closure that is passed to it.
enum PairKey {
  case text(String)
  case token(JSONStringToken, in: ByteView)
  /// The steps to a value behind a key.
  indirect case path([PathStep], behind: PairKey)

  var text: String {
    switch self {
    case .text(let text): text
    case .token(let token, let bytes): bytes.text(of: token)
    case .path(let steps, let key): ([.key(key.text)] + steps).path
    }
  }
}
