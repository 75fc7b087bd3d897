import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Models of other libraries, and what becomes of them: these classes are part of the tests.
struct MigrationTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

  static let names = [
    "HandyJSONModels", "ObjectMapperModels", "SmartCodableModels", "KakaJSONModels",
    "CodableModels", "SwiftyJSONModels",
  ]

  static func before(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: directory.appending(path: "Documents/Migrations/\(name).before")))
  }

  private static func migration() throws -> Migration {
    Migration(try names.map { ("\($0).swift", try before($0)) }, movesCodable: true)
  }

  @Test func theClassesOfTheTestsAreWhatTheToolWrites() throws {
    let migration = try Self.migration()
    var results = migration.results().map { ($0.path, String(decoding: $0.new, as: UTF8.self)) }
    results.append(("AppModel.swift", try #require(migration.baseFile())))
    #expect(results.count == Self.names.count + 1)
    for (path, text) in results {
      let file = Self.directory.appending(path: "Migrated/\(path)")
      #expect(try text == String(contentsOf: file, encoding: .utf8), "\(path)")
    }
  }

  @Test func aSecondRunChangesNothing() throws {
    let migration = try Self.migration()
    var files = migration.results().map { (path: $0.path, bytes: $0.new) }
    files.append(("AppModel.swift", Array(try #require(migration.baseFile()).utf8)))
    let second = Migration(files, movesCodable: true)
    #expect(second.results().isEmpty)
    #expect(second.baseFile() == nil)
    #expect(second.report.looks.isEmpty)
  }

  @Test func noDeclarationOfTheClassesIsAMistake() {
    let types: [ModelObject.Type] = [
      ShopAnswer<Pet>.self, PetList.self, PetList.NextPage.self, Pet.self, Dog.self, PetOwner.self,
      Film.self, CrewMember.self, Shape.self, Circle.self, Square.self, Account.self,
      PriceList.self, Cage.self, Plugin.self, Layouts.self, Prefs.self, BaseOrder.self,
      ShopOrder.self, OrderPage.self,
      Vessel.self, Ferry.self, Deck.self, Sailor.self, Forecast.self, ForecastDay.self,
      ForecastDay.Unit.self, Sensor.self, Track.self, Segment.self,
    ]
    for type in types { #expect(type.declarationProblems() == [], "\(type)") }
    for type in [OrderLine.self, Artist.self, Part.self] as [any ModelStruct.Type] {
      #expect(type.declarationProblems() == [], "\(type)")
    }
  }

  // MARK: - Values

  @Test func modelsOfHandyJSONGetTheirValues() throws {
    let text = #"""
      {"code": 3, "data": {"id": "7", "pet_name": "Tom", "kind": "cat", "born": "06.05.2014",
       "weight": "4.5", "isChipped": 1, "secret": "x", "tags": ["b", "a"], "bought_at": 1400000000,
       "owner": {"person": {"firstName": "Lisa", "phone": 555}}}}
      """#
    let answer = try ShopAnswer<Pet>(json: text)
    let pet = try #require(answer.data)
    #expect(answer.code == 3)
    #expect(pet.petId == 7)
    #expect(pet.name == "Tom")
    #expect(pet.kind == .cat)
    #expect(pet.weight == 4.5)
    #expect(pet.isChipped)
    #expect(pet.secret == "none")
    #expect(pet.tags == ["a", "b"])
    #expect(pet.bought == Date(timeIntervalSince1970: 1_400_000_000))
    #expect(pet.owner?.greeting("Hello") == "Hello Lisa")
    #expect(pet.owner?.phone == "555")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let day = calendar.dateComponents([.year, .month, .day, .hour], from: try #require(pet.born))
    #expect([day.year, day.month, day.day, day.hour] == [2014, 5, 6, 0])
    #expect(try Pet(json: #"{"name": "Tim", "isChipped": 0}"#).name == "Tim")
    let export = try pet.dictionaryRepresentation()
    #expect(export["id"] as? Int == 7)
    #expect(export["isChipped"] as? Int == 1)
    #expect(export["born"] as? String == "06.05.2014")
    #expect(export["secret"] == nil)
  }

  @Test func callsOfHandyJSONGiveWhatTheyGave() throws {
    let text = #"{"data": {"id": 1, "pets": [{"id": 2}, {"id": 3}]}}"#
    let (first, second, list) = pets(in: text, ["id": 4])
    #expect(first?.petId == 1)
    #expect(second?.petId == 4)
    #expect(list?.map { $0?.petId } == [2, 3])
    #expect(pets(in: "no", nil) == (nil, nil, nil) as (Pet?, Pet?, [Pet?]?))
    #expect(makeOwner().firstName == "Lisa")
    let dog = try Dog(
      json: #"{"id": 1, "tags": ["b", "a"], "skills": {"tricks": ["sit", "roll"]}}"#
    )
    #expect(dog.petId == 1)
    #expect(dog.tags == ["a", "b"])
    #expect(dog.tricks == ["roll", "sit"])
    #expect(Dog(tricks: ["sit"]).tricks == ["sit"])
  }

  @Test func modelsOfObjectMapperGetTheirValues() throws {
    let film = try Film(json: Self.film)
    #expect(film.id == 550)
    #expect(film.title == "Club")
    #expect(film.posterPath == "/p.jpg")
    #expect(film.voteAverage == 8.5)
    #expect(film.firstActor == "Ed")
    #expect(film.dottedKey == "dots")
    #expect(film.budget == 63)
    #expect(film.isWatched)
    #expect(film.crew.map(\.fullName) == ["Jim"])
    #expect(film.crew[0].joined == Date(timeIntervalSince1970: 86400))
    #expect(film.crew[0].website == URL(string: "https://example.com/a"))
    #expect(film.rating == .r)
    let export = try film.dictionaryRepresentation()
    #expect(export["release_date"] as? String == "1999/10/15")
    #expect(export["budget"] as? String == "63")
    #expect(export["vote_average"] as? Double == 8.5)
    #expect(export["a.b"] as? String == "dots")
    #expect(export["isWatched"] == nil)
    #expect(film == (try Film(json: #"{"id": 550}"#)))
    #expect(try Film(json: #"{"id": 550}"#).isWatched == false)
  }

  static let film = #"""
    {"id": 550, "title": "Club", "release_date": "1999/10/15", "images": {"poster": "/p.jpg"},
     "vote_average": 8.5, "actors": [{"name": "Ed"}, {"name": "Bo"}], "a.b": "dots",
     "budget": "63", "isWatched": false, "rating": "r",
     "crew": [{"full_name": "Jim", "joined": 86400, "website": "https://example.com/a"}]}
    """#

  @Test func callsOfObjectMapperGiveWhatTheyGave() throws {
    #expect(films("[\(Self.film)]", ["id": 7]).map(\.id) == [550, 7])
    #expect(films("no", nil).isEmpty)
    #expect((made(Self.film) as Film?)?.id == 550)
    let circle = try #require(shape(["type": "circle", "area": 3.5, "radius": 1.5]) as? Circle)
    #expect(circle.area == 3.5 && circle.radius == 1.5)
    #expect(shape(["type": "square", "side": 2]) is Square)
    #expect(shape(["type": "line"]).map { type(of: $0) } == Shape.self)
    let account = try account(["id": 1, "profile": ["name": "Shan"], "created_at": 60])
    #expect(account.id == 1 && account.name == "Shan" && account.email == nil && account.score == 0)
    #expect(account.created == Date(timeIntervalSince1970: 60))
    #expect(throws: ModelError.self) { _ = try Account(dictionary: ["id": 1]) }
  }

  @Test func modelsOfSmartCodableGetTheirValues() throws {
    let text = #"""
      {"data": {"total": "2", "orders": [
        {"order_id": "7", "created_at": "2024/04/07", "status": "lost", "price": 1250,
         "address": {"city": "Shanghai"}, "image": "a.png", "extra": {"a": 1}, "isSelected": true,
         "lines": [{"pos": 2, "article_name": "Tea", "note": "x"}, {"pos": 1}]},
        {"id": 8}]}}
      """#
    let (page, order, lines) = orders(Data(text.utf8), ["order_id": 9, "city": "Bern"])
    #expect(page?.total == 2)
    let first = try #require(page?.orders.first)
    #expect(first.id == 7)
    #expect(first.status == .unknown)
    #expect(first.price == 12.5)
    #expect(first.city == "Shanghai")
    #expect(first.image == URL(string: "https://example.com/a.png"))
    // What a transform makes nothing of is mapped without it; a prefix isn't written twice.
    let other = try ShopOrder(json: #"{"code": 7, "image": "https://example.com/b.png"}"#)
    #expect(other.code == "7" && other.image == URL(string: "https://example.com/b.png"))
    #expect(try ShopOrder(json: #"{"code": " x "}"#).code == "x")
    #expect(first.extra["a"] as? Int == 1)
    #expect(!first.isSelected)
    #expect(first.lines.map(\.position) == [1, 2])
    #expect(first.lines.map(\.articleName) == [nil, "Tea"])
    #expect(first.lines.map(\.note) == ["none", "none"])
    #expect(page?.orders.last?.id == 8)
    #expect(order?.id == 9 && order?.city == "")
    #expect(lines.map(\.position) == [1, 2])
    #expect(try #require(exported(lines[0]))["pos"] as? Int == 1)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let day = calendar.dateComponents(
      [.year, .month, .day, .hour],
      from: try #require(first.createdAt)
    )
    #expect([day.year, day.month, day.day, day.hour] == [2024, 4, 7, 0])
    let export = try first.dictionaryRepresentation()
    #expect(export["price"] as? Double == 1250)
    #expect(export["address"] as? [String: String] == ["city": "Shanghai"])
  }

  @Test func modelsOfKakaJSONGetTheirValues() throws {
    let text = #"""
      {"imo": "9074729", "owner": {"flags": ["CH", "IT"]}, "launched": "1400000000",
       "surveyed": "2020/05/06", "kind": "ferry", "decks": [{"name": "A", "laneMeters": "12.5"}],
       "crew": {"captain": {"nickName": "Jo", "age": 50}}, "passengers": 7, "capacity": 7}
      """#
    let (first, second, decks) = ferry(text, ["id": 5], [["name": "B"]])
    let ship = try #require(first)
    #expect(ship.vesselId == 9_074_729)
    #expect(ship.flag == "CH")
    #expect(ship.launched == Date(timeIntervalSince1970: 1_400_000_000))
    #expect(ship.kind == .ferry)
    #expect(ship.decks.map(\.laneMeters) == [12.5])
    #expect(ship.captain?.nickName == "Jo")
    #expect(ship.isFull)
    #expect(second.vesselId == 5)
    #expect(decks.map(\.name) == ["B"])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let surveyed = try #require(ship.surveyed)
    let day = calendar.dateComponents([.year, .month, .day, .hour], from: surveyed)
    #expect([day.year, day.month, day.day, day.hour] == [2020, 5, 6, 0])
    let export = try ship.dictionaryRepresentation()
    #expect(export["launched"] as? Double == 1_400_000_000)
    #expect(export["surveyed"] as? Int == Int(surveyed.timeIntervalSince1970))
    #expect(ferry("no", [:], "no").0 == nil)
    let sailor = try Sailor(json: #"{"nickName": "Jo", "age": 50}"#)
    let (deck, object, list) = exported(ship.decks[0], [sailor])
    #expect(deck.contains(#""lane_meters":12.5"#))
    #expect(object["lane_meters"] as? Double == 12.5)
    #expect(list.contains(#""years":50"#))
    take(Data(#"{"kind": "tug"}"#.utf8), ship)
    #expect(ship.kind == .tug)
    #expect(ship.vesselId == 9_074_729)
  }

  @Test func codableTypesGetTheirValues() throws {
    let day = #"""
      {"temperature": {"min": 3.5}, "icon": "https://example.com/a", "headline": "Rain",
       "station": 7, "unit": {"name": "C"}, "seen": true}
      """#
    let text = #"""
      [{"id": 1, "city_name": "Bern", "weather": "rainy", "issued": 1400000000000,
        "daily.list": [\#(day)], "isSaved": true}]
      """#
    let first = try #require(forecasts(Data(text.utf8)).first)
    #expect(first.cityName == "Bern")
    #expect(first.weather == .rainy)
    #expect(first.issuedAt == Date(timeIntervalSince1970: 1_400_000_000))
    #expect(!first.isSaved)
    let forecast = try #require(first.days.first)
    #expect(forecast.low == 3.5 && forecast.high == 40)
    #expect(forecast.icon == URL(string: "https://example.com/a"))
    #expect(forecast.title == "Rain" && forecast.note == "none" && forecast.station == "S7")
    #expect(forecast.unit.name == "C" && !forecast.seen && forecast.tags == [])
    let hail = text.dropFirst().dropLast().replacing("rainy", with: "hail")
    #expect(try Forecast(json: hail).weather == .unknown)
    // A key without a value is still an error.
    #expect(self.day(#"{"temperature": {"min": 3.5}}"#) == nil)
    let export = try forecast.dictionaryRepresentation()
    #expect(Set(export.keys) == ["temperature", "tags", "headline", "unit"])
    #expect(export["temperature"] as? [String: Double] == ["min": 3.5, "max": 40])
    let sensor = try Sensor(json: #"{"code": "x", "reading": 5, "owner": "Jo"}"#)
    #expect(sensor.code.text == "x" && sensor.reading == 5 && Sensor().owner == "nobody")
    let decoded: Forecast = try decoded(Data(text.dropFirst().dropLast().utf8))
    #expect(decoded == first)
  }

  private func day(_ text: String) -> ForecastDay? {
    ToolTests.day(Data(text.utf8))
  }

  @Test func whatDidNotCompileWorks() throws {
    let text = #"{"name": "A", "prices": ["1.5", "x", "2"], "byDay": {"mon": "3", "tue": "x"}}"#
    let lists = priceLists("[\(text)]", [["name": "B"]])
    #expect(lists.map(\.name) == ["A", "B"])
    #expect(lists[0].prices == [1.5, 2] && lists[0].byDay == ["mon": 3])
    let export = try lists[0].dictionaryRepresentation()
    #expect(export["prices"] as? [String] == ["1.5", "2"])
    #expect(export["byDay"] as? [String: String] == ["mon": "3"])
    #expect(PriceList(name: "a b").name == "ab" && priceList(["name": "C"])?.name == "C")
    let owner: PetOwner? = fetched(PetOwner.self, #"{"data": {"phone": "5"}}"#)
    #expect(owner == PetOwner(firstName: "Jo", phone: "5"))
    #expect(owner?.hashValue == PetOwner(firstName: "Jo", phone: "5").hashValue)
    #expect(made(Cage.self) is Cage)
    #expect(Layouts().names == ["none"] && Layouts(names: ["a"]).names == ["a"])
    let plugin = try Plugin(json: #"{"id": "a", "state": {"updated": {}}}"#)
    #expect(plugin == (try Plugin(json: #"{"id": "a", "state": {"updated": {}}}"#)))
  }

  @Test func aDefaultInsideOfATransformCountsWithoutTheKey() throws {
    for json in ["{}", #"{"page": null, "title": null, "max_items": null, "names": null}"#] {
      let prefs = try Prefs(json: json)
      #expect(prefs.page == 1 && prefs.title == "None" && prefs.limit == 20 && prefs.names == ["x"])
    }
    let prefs = try Prefs(
      json: #"{"page": -5, "title": "tea time", "max_items": 3, "names": ["a"]}"#
    )
    #expect(prefs.page == 1 && prefs.title == "Tea Time" && prefs.limit == 6)
    #expect(prefs.names == ["A"])
  }

  @Test func modelsOfSwiftyJSONGetTheirValues() {
    let text = #"""
      {"track_id": "7", "title": "A", "info": {"subtitle": "B", "plays": "3"},
       "artist": {"name": "Jo", "links": {"web": "w"}}, "guests": [{}, {"name": "Al"}],
       "tags": ["x", 1], "cover": "https://example.com/a", "kind": "speech", "released": 86400,
       "genres": [{"name": "jazz"}], "extra": {"a": 1}, "isPlaying": true, "length": "61", "encore": {}, "added": "172800",
       "chapters": [{"chapter_title": "One", "parts": [{"number": 1}, {"name": "none"}]}]}
      """#
    let found = track(Data(text.utf8))
    #expect(found.id == 7 && found.title == "A" && found.subtitle == "B" && found.plays == 3)
    #expect(found.artist?.name == "Jo" && found.artist?.url == "w")
    #expect(found.guests.map(\.name) == ["nobody", "Al"])
    #expect(
      found.tags == ["x", "1", "long"] && found.encore?.name == "nobody" && found.kind == .speech
        && found.firstGenre == "jazz"
    )
    #expect(found.cover == URL(string: "https://example.com/a"))
    #expect(found.released == Date(timeIntervalSince1970: 86400))
    #expect(found.added == Date(timeIntervalSince1970: 172800))
    #expect(found.extra["a"] as? Int == 1 && !found.isPlaying)
    #expect(found.chapters.map(\.title) == ["One"])
    #expect(found.chapters[0].parts?.map(\.number) == [1])
    #expect(track(Data("no".utf8)).id == 0)
    #expect(part(["number": 5])?.number == 5)
    #expect(part(["name": "x"]) == nil)
    let plain = listener(#"{"full_name": "Al", "home_phone": "5", "new_password": "x"}"#)
    #expect(plain.name == "Al" && plain.homePhone == "5" && plain.password == "x")
    let split = listener(#"{"home_phone": {"prefix": "41"}}"#)
    #expect(split.phone?.prefix == 41 && split.homePhone == nil)
  }

  @Test func codableTypesStayUnlessTheyAreAskedFor() throws {
    let bytes = try Self.before("CodableModels")
    let migration = Migration([("a.swift", bytes)])
    #expect(migration.results().isEmpty)
    #expect(migration.report.looks.isEmpty)
  }
}
