extension [Int] {
  /// The number of the line that has an offset, if these are the starts of all lines but the first.
  func line(at offset: Int) -> Int {
    // How many starts there are up to the offset, by halving.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}
