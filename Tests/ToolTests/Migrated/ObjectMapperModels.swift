// swift-format-ignore-file
import Foundation
import ModelObjectKit

class Film: AppModel {
  var id: Int?
  var title = ""
  var releaseDate: Date?
  var posterPath: String?
  var voteAverage: Double?
  var firstActor: String?
  var dottedKey: String?
  var budget: Int = 0
  var isWatched = false
  var crew: [CrewMember] = []
  var rating: FilmRating = .unrated

  override class var keyMapping: [String: JSONKey] {
    [
      "releaseDate": "release_date",
      "posterPath": "images.poster",
      "voteAverage": "vote_average",
      "firstActor": "actors[0].name",
      "dottedKey": #"a\.b"#,
    ]
  }

  override class var ignoredProperties: Set<String> { ["isWatched"] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "releaseDate": .custom("yyyy/MM/dd"),
    ]
  }

  override class var transforms: [String: PropertyTransform] {
    [
      "budget": PropertyTransform(TransformOf<Int, String>(
        fromJSON: { $0.flatMap { Int($0) } },
        toJSON: { $0.map { String($0) } }
      )),
    ]
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    if releaseDate != nil { isWatched = true }
  }

  override func isEqual(to other: ModelObject) -> Bool {
    guard let rhs = other as? Film else { return false }
    let lhs = self
    return lhs.id == rhs.id
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }

  // Watched films have a date.
}

enum FilmRating: String {
  case g, r, unrated
}

class CrewMember: AppModel {
  var fullName: String?
  var joined: Date?
  var website: URL?

  convenience init(fullName: String) {
    self.init()
    self.fullName = fullName
  }

  override class var keyMapping: [String: JSONKey] { ["fullName": "full_name"] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "joined": .secondsSince1970,
    ]
  }
}

class Shape: AppModel {
  var area = 0.0

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    if let type: String = convert(dictionary["type"], to: String.self) {
      switch type {
      case "circle": return Circle.self
      case "square": return Square.self
      default: return nil
      }
    }
    return nil
  }
}

class Circle: Shape {
  var radius = 0.0
}

class Square: Shape {
  var side = 0.0
}

class Account: AppModel {
  var id: Int = 0
  var name: String = ""
  var email: String?
  var score: Double = 0
  var created: Date = Date(timeIntervalSince1970: 0)

  override class var keyMapping: [String: JSONKey] {
    [
      "name": "profile.name",
      "created": "created_at",
    ]
  }

  override class var requiredProperties: Set<String> { ["id", "name", "created"] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "created": .secondsSince1970,
    ]
  }
}

func films(_ text: String, _ object: Any?) -> [Film] {
  let all = (try? [Film](json: text)) ?? []
  guard let film = (object as? [String: Any]).flatMap({ try? Film(dictionary: $0) }) else { return all }
  return all + [film]
}

func account(_ json: [String: Any]) throws -> Account {
  try Account(dictionary: json)
}

func shape(_ json: [String: Any]) -> Shape? {
  try? Shape(dictionary: json)
}

func made<Model: ModelObject>(_ text: String) -> Model? {
  try? Model(json: text)
}

var decimals: TransformOf<Decimal, String> {
  TransformOf(fromJSON: { $0.flatMap { Decimal(string: $0) } }, toJSON: { $0?.description })
}

class PriceList: AppModel {
  var name: String = ""
  var prices: [Decimal] = []
  var byDay: [String: Decimal]?

  convenience init(name: String) {
    let trimmed = name.filter { !$0.isWhitespace }
    self.init()
    self.name = trimmed
  }

  override class var transforms: [String: PropertyTransform] {
    [
      "prices": PropertyTransform(elements: decimals),
      "byDay": PropertyTransform(elements: decimals),
    ]
  }
}

func priceLists(_ text: String, _ list: [[String: Any]]) -> [PriceList] {
  let first = (try? [PriceList](json: text)) ?? []
  return first + ((try? [PriceList](array: list)) ?? [])
}

func priceList(_ object: [String: Any]) -> PriceList? { try? PriceList.init(dictionary: object) }
