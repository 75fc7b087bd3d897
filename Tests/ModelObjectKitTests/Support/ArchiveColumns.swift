// What tests change in the property list of an archive.

extension [String: Any] {
  mutating func classes(_ change: (inout [[String: Any]]) -> Void) {
    var classes = self["classes"] as? [[String: Any]] ?? []
    change(&classes)
    self["classes"] = classes
  }

  mutating func columns(_ change: (inout [String: Any]) -> Void) {
    classes { classes in
      var columns = classes[0]["columns"] as? [String: Any] ?? [:]
      change(&columns)
      classes[0]["columns"] = columns
    }
  }
}
