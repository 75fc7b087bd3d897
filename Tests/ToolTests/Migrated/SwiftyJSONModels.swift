// swift-format-ignore-file
import Foundation
import ModelObjectKit

enum TrackKind: String {
  case song, speech
}

/// A track of an album.
class Track: AppModel {
  var id: Int = 0
  var title: String = ""
  var subtitle: String?
  var artist: Artist?
  var guests: [Artist] = []
  var tags: [String] = []
  var cover: URL?
  var kind: TrackKind = .song
  var released: Date?
  var added: Date?
  var length: String = ""
  var plays: Int? = 0
  var firstGenre: String?
  var extra: [String: Any] = [:]
  var isPlaying = false
  var encore: Artist?
  var chapters: [Segment] = []

  override class var keyMapping: [String: JSONKey] {
    [
      "id": "track_id",
      "subtitle": "info.subtitle",
      "plays": "info.plays",
      "firstGenre": "genres[0].name",
    ]
  }

  override class var ignoredProperties: Set<String> { ["isPlaying"] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "released": .secondsSince1970,
      "added": .secondsSince1970,
    ]
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    let seconds = Self.convert(dictionary["length"], to: Int.self) ?? 0
    if seconds > 60 {
      tags.append("long")
    }
  }

  // TODO(migrate): not understood in init(json:)
  // length = "\(info["seconds"].intValue)s"
  // The id of the service.
}

struct Artist: ModelStruct {
  var name: String = "nobody"
  var url: String?

  static var keyMapping: [String: JSONKey] { ["url": "links.web"] }
}

final class Segment: AppModel {
  private struct SerializationKeys {
    static let title = "chapter_title"
    static let parts = "parts"
  }

  var title: String?
  var parts: [Part]?

  override class var keyMapping: [String: JSONKey] { ["title": "chapter_title"] }
}

struct Part: ModelStruct {
  var number: Int = 0
  var name = ""

  static var requiredProperties: Set<String> { ["number"] }
}

/// Read by one library and written by another.
class Listener: AppModel {
  var name: String?
  var homePhone: String?
  var phone: PhoneNumber?
  var password: String?

  override class var keyMapping: [String: JSONKey] {
    [
      "name": "full_name",
      "homePhone": "home_phone",
      "phone": "home_phone",
      "password": "new_password",
    ]
  }
}

class PhoneNumber: AppModel {
  var prefix: Int?
}

func listener(_ text: String) -> Listener {
  (try? Listener(json: text)) ?? Listener()
}

func track(_ data: Data) -> Track {
  (try? Track(json: data)) ?? Track()
}

func part(_ dictionary: [String: Any]) -> Part? {
  try? Part(dictionary: dictionary)
}
