extension [Int] {
  /// The number of the line that has an offset, if these are the starts of all lines but the first.
  func line(at offset: Int) -> Int { firstPlace { $0 > offset } + 1 }
}

extension Array {
  /// The place of the first element that is so, by halving: all those after it have to be so, too.
  func firstPlace(_ isSo: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
