/// Objects that are looked for, such as those of a new archive, in the order of finding them.
struct FoundObjects: ~Copyable {
  private var objects: [any Model] = []
  /// The numbers of objects by their addresses, with linear probing; negative where there is none.
  private var places = ReusedBuffer<Int32>()
  private static let smallest = 64

  /// Makes room for some objects, and as many parts.
  init(expecting count: Int = 0) {
    objects.reserveCapacity(2 * count)
    var size = Self.smallest
    while size * 2 < count * 3 { size *= 2 }
    places.replaceAll(by: -1, count: size)
  }

  var count: Int { objects.count }
  subscript(number: Int) -> any Model { objects[number] }

  /// The number of an object, which is added if it is new.
  ///
  /// After two billion objects no more are added: each has the number of another one.
  mutating func number(of object: any Model) -> (number: Int, isNew: Bool) {
    var place = place(of: object)
    while case let number = Int(places[place]), number >= 0 {
      if objects[number] === object { return (number, false) }
      place = (place + 1) & (places.count - 1)
    }
    let number = objects.count
    guard let short = Int32(exactly: number) else { return (0, false) }
    places[place] = short
    objects.append(object)
    if objects.count * 3 > places.count * 2 { grow() }
    return (number, true)
  }

  mutating func removeAll() {
    guard count > 0 else { return }
    guard places.count == Self.smallest else { return self = FoundObjects() }
    objects.removeAll(keepingCapacity: true)
    places.replaceAll(by: -1, count: Self.smallest)
  }

  private func place(of object: any Model) -> Int {
    // The lowest bits of all addresses are equal, and those of neighbors differ little.
    let address = UInt(bitPattern: ObjectIdentifier(object))
    let hash = (address >> 4).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: hash.low >> 20 ^ hash.high) & (places.count - 1)
  }

  private mutating func grow() {
    places.replaceAll(by: -1, count: places.count * 2)
    for number in objects.indices {
      var place = place(of: objects[number])
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(truncatingIfNeeded: number)
    }
  }
}
