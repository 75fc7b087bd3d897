/// The last versions of the objects in a store file.
///
/// An object has a place in the store. A frame tells the places of its objects, and those of objects
/// that it only names.
struct StoredVersions {
  /// The numbers of the last versions, in the order of their places, without those of removed objects.
  let objects: [(place: Int, number: Int)]
  /// For each number, that of the last version; one of no object if the place is empty.
  ///
  /// An object that doesn't know of a removal still holds the removed one.
  private var last: [Int]

  init(_ documents: [StoredDocument]) throws {
    var places: [(number: Int, place: Int)] = []
    var latest: [Int: Int] = [:]
    var removed: Set<Int> = []
    for document in documents {
      for table in document.tables {
        places += table.places.enumerated().map { (table.first + $0, $1) }
      }
      for number in document.removed.map(document.number) {
        guard let table = document.table(of: number), !table.places.isEmpty else {
          throw ModelError(.invalidArchive, message: "damaged")
        }
        removed.insert(table.places[number - table.first])
      }
      for (index, number) in document.objects.map(document.number).enumerated() {
        guard document.table(of: number)?.places.isEmpty == true else {
          throw ModelError(.invalidArchive, message: "damaged")
        }
        let place = document.places.isEmpty ? index : document.places[index]
        latest[place] = number
        removed.remove(place)
        places.append((number, place))
      }
    }
    last = Array(0..<(documents.last?.numbers.upperBound ?? 0))
    for (number, place) in places { last[number] = latest[place] ?? .max }
    objects = latest.filter { !removed.contains($0.key) }.inOrder(by: \.key)
      .map { ($0.key, $0.value) }
  }

  func last(of number: Int) -> Int { last.indices.contains(number) ? last[number] : number }
}
