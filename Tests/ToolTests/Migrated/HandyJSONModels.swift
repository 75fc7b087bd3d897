// swift-format-ignore-file
import Foundation
import ModelObjectKit

/// What the shop answers.
class ShopAnswer<Body: ModelObject>: AppModel {
  var code = 0
  var data: Body?
}

enum PetKind: String {
  case cat, dog
}

class PetList: AppModel {
  var total: Int = 0
  var pets: [Pet] = []
  var next: NextPage?

  class NextPage: AppModel {
    var page = 0
    var pageSize = 20
  }

  func append(_ pet: Pet) {
    pets.append(pet)
    total += 1
  }

  override func isEqual(to other: ModelObject) -> Bool {
    guard let second = other as? PetList else { return false }
    let first = self
    return first.total == second.total && first.pets == second.pets
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(total)
    hasher.combine(pets)
  }
}

/// A pet.
class Pet: AppModel {
  var petId = 0
  var name: String!
  var kind: PetKind?
  var born: Date?
  var weight: Double = 0.0
  var isChipped = false
  var owner: PetOwner?
  var secret: String = "none"
  var tags = [String]()
  var bought: Date?
  var checkups: [Int: String] = [:]

  convenience init(name: String) {
    self.init()
    self.name = name
  }

  override class var keyMapping: [String: JSONKey] {
    [
      "petId": "id",
      "name": ["pet_name", "name"],
      "bought": "bought_at",
      "owner": "owner.person",
    ]
  }

  override class var ignoredProperties: Set<String> { ["secret"] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "born": .custom("dd.MM.yyyy"),
      "bought": .secondsSince1970,
    ]
  }

  override class var transforms: [String: PropertyTransform] {
    [
      "isChipped": PropertyTransform(TransformOf<Bool, Int>(
        fromJSON: { $0.map { $0 == 1 } },
        toJSON: { $0.map { $0 ? 1 : 0 } }
      )),
    ]
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    tags.sort()
  }

  // The server has its own name for it.
}

class Dog: Pet {
  var tricks: [String] = []

  convenience init(tricks: [String]) {
    self.init()
    self.tricks = tricks
  }

  override class var keyMapping: [String: JSONKey] { ["tricks": "skills.tricks"] }

  override func didMap(_ dictionary: [String: Any]) throws {
    try super.didMap(dictionary)
    tricks.sort()
  }
}

class PetOwner: AppModel {
  var firstName: String?
  var phone = ""

  func greeting(_ other: String) -> String { "\(other) \(firstName ?? "nobody")" }

  convenience init(firstName: String?, phone: String) {
    self.init()
    self.firstName = firstName
    self.phone = phone
  }

  override func isEqual(to other: ModelObject) -> Bool {
    guard let second = other as? PetOwner else { return false }
    let first = self
    return first.phone == second.phone
  }

  override func hash(into own: inout Hasher) {
    own.combine(phone)
  }
}

func makeOwner() -> PetOwner { PetOwner(firstName: "Lisa", phone: "5") }

func pets(in text: String, _ data: [String: Any]?) -> (Pet?, Pet?, [Pet?]?) {
  let first = try? Pet(json: text, at: "data")
  let second = data.flatMap({ try? Pet(dictionary: $0) })
  return (first, second, [Pet].deserialize(from: text, designatedPath: "data.pets"))
}

func same<Model: ModelObject>(_ model: Model) -> String {
  (try? model.jsonString()) ?? ""
}

typealias Animal = ModelObject

final class Cage: AppModel {
  var size = 0
  weak var keeper: AnyObject?
}

func fetched<Model: ModelObject>(_ type: Model.Type, _ text: String) -> Model? {
  type.deserialize(from: text, designatedPath: "data")
}

func made(_ type: ModelObject.Type) -> ModelObject { type.init() }
