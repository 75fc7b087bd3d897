import Foundation
import ModelObjectKit

/// One with lists and a URL, too.
private final class Collector: Customer {
  var tags: [String] = []
  var orders: [Int] = []
  var prices: [Double] = []
  var link: URL?

  override class func made(_ number: Int) -> Self {
    let collector = super.made(number)
    collector.tags = (0..<number % 4).map { "tag \((number + $0) % 50)" }
    collector.orders = (0..<number % 6).map { number * 10 + $0 }
    collector.prices = (0..<number % 3).map { Double(number + $0) / 4 }
    collector.link = URL(string: "https://example.com/collectors/\(number)")
    return collector
  }
}

/// One with all kinds of values: 22 properties.
private final class Subscriber: Customer {
  var level = 0
  var rank: Int?
  var parent: Int?
  var rate = 0.0
  var weight = 0.0
  var title = ""
  var login = ""
  var phone: String?
  var note: String?
  var isAdmin = false
  var updated: Date?
  var page: URL?
  var key: UUID?
  var price = Decimal(0)

  override class func made(_ number: Int) -> Self {
    let subscriber = super.made(number)
    (subscriber.level, subscriber.rank) = (number % 7, number % 4 == 0 ? nil : number)
    (subscriber.rate, subscriber.weight) = (Double(number) / 3, 1.5)
    (subscriber.title, subscriber.login) = (["Dr", ""][number % 2], "user\(number)")
    subscriber.phone = number % 2 == 0 ? nil : "0\(number)"
    subscriber.isAdmin = number % 50 == 0
    subscriber.updated = Date(timeIntervalSinceReferenceDate: Double(number) * 1_001)
    subscriber.page = URL(string: "https://example.com/subscribers/\(number)")
    subscriber.key = UUID(uuidString: String(format: "E621E1F8-C36C-495A-93FC-%012X", number))
    subscriber.price = Decimal(number) / 100
    return subscriber
  }
}

/// A store file of some models in a folder of its own, which goes with it.
private final class KeptModels {
  let file: StoreFile
  private let folder: URL

  init<Model: ModelObject>(_ models: [Model]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = try StoreFile(at: folder.appending(path: "store"), classes: [Model.self])
    for model in models { try file.store.insert(model) }
    guard try file.save() == models.count else {
      throw WrongResult(description: "not all of the objects were saved")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

extension Rows {
  /// From objects to an archive and back, against the JSON of the same objects by this package.
  static var archiveBesideJSON: [Row] {
    [1_000, 20_000].flatMap { count in
      besideJSON(count, "customers") { Customer.made($0) }
        + besideJSON(count, "collectors") { Collector.made($0) }
        + besideJSON(count, "subscribers") { Subscriber.made($0) }
    }
  }

  private static func besideJSON<Model: ModelObject>(
    _ count: Int,
    _ what: String,
    _ made: @escaping (Int) -> Model
  ) -> [Row] {
    func prepare() throws -> (models: [Model], archive: Data, json: Data) {
      let models = (0..<count).map(made)
      let (archive, json) = (try models.archivedData(), try models.jsonData())
      guard try [Model](archive: archive) == models, try [Model](json: json) == models else {
        throw WrongResult(description: "an archive or JSON doesn't hold the \(what)")
      }
      return (models, archive, json)
    }
    return [
      Row("archive out: \(count) \(what)", against: "jsonData()") { _ in
        let models = try prepare().models
        return Contest(
          subject: Side(objects: count) { try models.archivedData() },
          peer: Side(objects: count) { try models.jsonData() }
        )
      },
      Row("archive in: \(count) \(what)", against: "init(json:)") { _ in
        let (_, archive, json) = try prepare()
        return Contest(
          subject: Side(objects: count) { try [Model](archive: archive) },
          peer: Side(objects: count) { try [Model](json: json) }
        )
      },
      Row("store file, everything saved: \(count) \(what)", against: "jsonData()") { _ in
        let models = try prepare().models
        let kept = try KeptModels(models)
        return Contest(
          subject: Side(objects: count) { try kept.file.compact() },
          peer: Side(objects: count) { try models.jsonData() }
        )
      },
      Row(
        figure: "size: archive of \(count) \(what)",
        meaning: "bytes over those of the JSON; 0.6 is the aim"
      ) { _ in
        let (_, archive, json) = try prepare()
        return { _ in Figures(ratio: Double(archive.count) / Double(json.count)) }
      },
    ]
  }
}
