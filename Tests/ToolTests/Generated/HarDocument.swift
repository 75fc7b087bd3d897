import Foundation
import ModelObjectKit

/// From har.json.
///
/// Read it with `try HarDocument(json: data)`.
class HarDocument: ModelObject {
  var log: Log?

  class Log: ModelObject {
    var version = ""
    var creator: Creator?
    var browser: Creator?
    var pages: [Page] = []
    var entries: [Entry] = []
  }

  class Creator: ModelObject {
    var name = ""
    var version = ""
  }

  class Page: ModelObject {
    var startedDateTime: Date?
    var id = ""
    var title: URL?
    var pageTimings: PageTimings?
  }

  class Entry: ModelObject {
    var pageref = ""
    var startedDateTime: Date?
    var time = 0.0
    var request: Request?
    var response: Response?
    var cache: Cache?
    var timings: Timings?
    var serverIPAddress: String?
    var connection: String?
    var initiator: Initiator?
    var priority: String?

    override class var keyMapping: [String: JSONKey] {
      [
        "initiator": "_initiator",
        "priority": "_priority",
      ]
    }
  }

  class PageTimings: ModelObject {
    var onContentLoad = 0.0
    var onLoad = 0
  }

  class Request: ModelObject {
    var method = ""
    var url: URL?
    var httpVersion = ""
    var cookies: [Cookie] = []
    var headers: [Header] = []
    var queryString: [Header] = []
    var headersSize = 0
    var bodySize = 0
    var postData: PostData?
  }

  class Response: ModelObject {
    var status = 0
    var statusText = ""
    var httpVersion = ""
    var cookies: [Any] = []  // always empty
    var headers: [Header] = []
    var content: Content?
    var redirectURL = ""
    var headersSize = 0
    var bodySize = 0
  }

  class Cache: ModelObject {
    var beforeRequest: Any?  // always null
    var afterRequest: AfterRequest?
  }

  class Timings: ModelObject {
    var blocked: Int?
    var dns = 0
    var connect = 0
    var send = 0.0
    var wait = 0.0
    var receive = 0
    var ssl: Int?
  }

  class Initiator: ModelObject {
    var type = ""
  }

  class Cookie: ModelObject {
    var name = ""
    var value = ""
    var path = ""
    var expires: Any?  // always null
    var httpOnly = false
    var secure = false
  }

  class Header: ModelObject {
    var name = ""
    var value = ""
  }

  class PostData: ModelObject {
    var mimeType = ""
    var params: [Any] = []  // always empty
    var text = ""
  }

  class Content: ModelObject {
    var size = 0
    var compression: Int?
    var mimeType = ""
    var text: String?
  }

  class AfterRequest: ModelObject {
    var expires: Date?
    var lastAccess: Date?
    var eTag = ""
    var hitCount = 0
  }
}
