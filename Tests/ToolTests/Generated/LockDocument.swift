import Foundation
import ModelObjectKit

/// From lock.json.
///
/// Read it with `try LockDocument(json: data)`.
class LockDocument: ModelObject {
  var name = ""
  var version = ""
  var lockfileVersion = 0
  var requires = false
  var packages: [String: Package] = [:]

  class Package: ModelObject {
    var name: String?
    var version = ""
    var license: String?
    var workspaces: [String]?
    var dependencies: [String: String]?
    var devDependencies: [String: String]?
    var bin: [String: String]?
    var resolved: URL?
    var integrity: String?
    var engines: [String: String]?
    var peerDependencies: [String: String]?
    var peerDependenciesMeta: [String: PeerDependenciesMeta]?
    var dev: Bool?
    var funding: Funding?
    var os: [String]?
    var deprecated: String?
  }

  class PeerDependenciesMeta: ModelObject {
    var optional = false
  }

  class Funding: ModelObject {
    var type = ""
    var url: URL?
  }
}
