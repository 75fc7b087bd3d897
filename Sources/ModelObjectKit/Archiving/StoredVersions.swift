/// The last versions of the objects in a store file.
///
/// An object has a place in the store, which another one may have after it is removed. A frame tells
/// the places of its objects, and those of objects that it only names.
final class StoredVersions {
  /// The numbers of the last versions, in the order of their places, without those of removed objects.
  let objects: [(place: Int, number: Int)]
  /// For each number, that of the last version; one of no object if the place is empty.
  ///
  /// An object that doesn't know of a removal still holds the removed one.
  private let last: [Int]

  init(_ documents: [StoredDocument]) throws {
    // The objects that are and were in the store, by their indices.
    var latest: [Int] = []
    var present: [Int: Int] = [:]
    var versions: [(number: Int, object: Int?)] = []
    for document in documents {
      for table in document.tables {
        versions += table.places.enumerated().map { (table.first + $0, present[$1]) }
      }
      for number in document.removed.map(document.number) {
        guard let table = document.tables.table(of: number), !table.places.isEmpty else {
          throw ModelError(.invalidArchive, message: "damaged")
        }
        present[table.places[number - table.first]] = nil
      }
      for (index, number) in document.objects.map(document.number).enumerated() {
        guard document.tables.table(of: number)?.places.isEmpty == true else {
          throw ModelError(.invalidArchive, message: "damaged")
        }
        let place = document.places.isEmpty ? index : document.places[index]
        let object = present[place] ?? latest.count
        present[place] = object
        if object < latest.count { latest[object] = number } else { latest.append(number) }
        versions.append((number, object))
      }
    }
    var last = Array(0..<(documents.last?.numbers.upperBound ?? 0))
    for (number, object) in versions { last[number] = object.map { latest[$0] } ?? .max }
    self.last = last
    objects = present.inOrder(by: \.key).map { ($0.key, latest[$0.value]) }
  }

  func last(of number: Int) -> Int { last.indices.contains(number) ? last[number] : number }
}
