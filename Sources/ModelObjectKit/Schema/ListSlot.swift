/// The place of a property that is a list or a dictionary of common values, which an archive takes
/// directly from memory.
enum ListSlot {
  case strings(Slot<[String]>)
  case integers(Slot<[Int]>)
  case doubles(Slot<[Double]>)
  case keyedStrings(Slot<[String: String]>)
  case keyedIntegers(Slot<[String: Int]>)
  case keyedDoubles(Slot<[String: Double]>)
  case none

  init(_ stored: StoredProperty) {
    let candidates = [
      Slot<[String]>(stored).map(Self.strings), Slot<[Int]>(stored).map(Self.integers),
      Slot<[Double]>(stored).map(Self.doubles),
      Slot<[String: String]>(stored).map(Self.keyedStrings),
      Slot<[String: Int]>(stored).map(Self.keyedIntegers),
      Slot<[String: Double]>(stored).map(Self.keyedDoubles),
    ]
    self = candidates.lazy.compactMap { $0 }.first ?? Self.none
  }
}
