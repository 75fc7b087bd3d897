/// The last versions of the objects in a store file.
///
/// An object has a place in the store. A frame names the places of its objects, and those of objects
/// that it only refers to or that were removed.
struct StoredVersions {
  /// The numbers of the last versions, in the order of their places.
  let objects: [(place: Int, number: Int)]
  /// For each number, that of the last version; nil for a place that is empty.
  private var last: [Int?]

  init(_ documents: [StoredDocument]) throws {
    var places: [(number: Int, place: Int)] = []
    var latest: [Int: Int] = [:]
    for document in documents {
      for removed in document.removed {
        guard let table = document.table(of: removed), let places = table.places else {
          throw Self.damaged
        }
        latest[places[removed - table.first]] = nil
      }
      for (index, number) in document.objects.enumerated() {
        let place = document.places?[index] ?? index
        guard document.numbers.contains(number), document.table(of: number)?.places == nil else {
          throw Self.damaged
        }
        latest[place] = number
        places.append((number, place))
      }
      for table in document.tables {
        for (row, place) in (table.places ?? []).enumerated() {
          places.append((table.first + row, place))
        }
      }
    }
    last = (0..<(documents.last?.numbers.upperBound ?? 0)).map { $0 }
    for (number, place) in places { last[number] = latest[place] }
    objects = latest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number of the last version of an object; one of no object if there is none.
  func last(of number: Int) -> Int {
    last.indices.contains(number) ? last[number] ?? .max : number
  }

  private static var damaged: ModelError { ModelError(.invalidArchive, message: "damaged") }
}
