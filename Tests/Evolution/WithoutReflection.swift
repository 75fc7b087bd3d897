// Built without reflection metadata, or without the names in it, which the library must notice and name.

import ModelObjectKit

final class Unseen: ModelObject {
  var name = ""
}

@main
enum WithoutReflection {
  static func main() throws {
    print(try Unseen(json: #"{"name": "a"}"#).name)
  }
}
