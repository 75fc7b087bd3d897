import ModelObjectEssentials

/// The description of a value of a custom type; the name of the type if there is a date in the value
/// that isn't a number, as Foundation's description of it stops the program.
func shownText(of value: Any) -> String {
  canBeDescribed(value) ? String(describing: value) : String(describing: type(of: value))
}

/// Whether the parts that a description shows have one; those of objects aren't shown.
private func canBeDescribed(_ value: Any) -> Bool {
  switch value {
  case is String, is any Numeric: return true
  case let date as Date: return !date.timeIntervalSinceReferenceDate.isNaN
  default:
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .class || mirror.children.allSatisfy { canBeDescribed($0.value) }
  }
}
