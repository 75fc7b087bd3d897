/// The place of a property that is a list of common values, whose elements an archive takes directly
/// from memory.
enum ListSlot {
  case strings(Slot<[String]>)
  case integers(Slot<[Int]>)
  case doubles(Slot<[Double]>)
  case none

  init(_ stored: StoredProperty) {
    let candidates = [
      Slot<[String]>(stored).map(Self.strings), Slot<[Int]>(stored).map(Self.integers),
      Slot<[Double]>(stored).map(Self.doubles),
    ]
    self = candidates.lazy.compactMap { $0 }.first ?? Self.none
  }
}
