/// A method that compares its parameter with names, and returns something for each.
///
/// `if ([name isEqualToString:@"tags"]) return YES;`, `return [@[@"tags"] containsObject:name];`
struct ObjectiveCConditions {
  private var cases: [(names: [String], value: Range<Int>)] = []
  private var otherwise: Range<Int>?
  private let reader: ObjectiveCValueReader

  init?(_ method: ObjectiveCMethod, _ reader: ObjectiveCValueReader) {
    self.reader = reader
    let file = reader.file
    guard file[method.body].text == "{", let close = file.partner(method.body) else { return nil }
    var lists: [String: [String]] = [:]
    var index = method.body + 1
    while index < close {
      switch file[index].text {
      case "else", ";": index += 1
      case "if":
        let end = file.after(index + 1)
        guard let names = names(in: index + 1..<end, lists) else { return nil }
        var start = end
        let isBlock = file[start].text == "{"
        if isBlock { start += 1 }
        guard file[start].text == "return", let stop = file.find(";", in: start..<close) else {
          return nil
        }
        cases.append((names, start + 1..<stop))
        index = isBlock ? file.after(end) : stop + 1
      case "return":
        guard let stop = file.find(";", in: index..<close) else { return nil }
        if let names = names(in: index + 1..<stop, lists) {
          cases.append((names, 0..<0))
        } else {
          otherwise = index + 1..<stop
        }
        index = close
      default:
        guard let stop = file.find(";", in: index..<close),
          let sign = file.find("=", in: index..<stop),
          case .list(let list)? = reader.value(sign + 1..<stop)
        else { return nil }
        lists[file[sign - 1].text] = list.compactMap(\.text)
        index = stop + 1
      }
    }
  }

  /// The names in a comparison, or several.
  private func names(in range: Range<Int>, _ lists: [String: [String]]) -> [String]? {
    let file = reader.file
    var names: [String] = []
    var isFound = false
    var index = range.lowerBound
    while index < range.upperBound {
      let text = file[index].text
      if text == "!" { return nil }
      // A superclass speaks for its own properties.
      if text == "super", file[index - 1].text == "[" { isFound = true }
      if text == "isEqualToString" || text == "isEqual", file[index + 1].text == ":" {
        isFound = true
        guard let name = file[index + 2].value ?? file[index - 1].value else {
          return nil
        }
        names.append(name)
      }
      if text == "containsObject" {
        isFound = true
        if let list = lists[file[index - 1].text] {
          names += list
        } else if file[index - 1].text == "]", let open = file.partner(index - 1),
          case .list(let list)? = reader.value(open..<index)
        {
          names += list.compactMap(\.text)
        } else {
          return nil
        }
      }
      index += 1
    }
    return isFound ? names : nil
  }

  /// The names for which the method returns this value.
  func names(of value: String) -> [String] {
    cases.flatMap { names, range in
      let text = range.isEmpty ? "YES" : reader.file.text(range)
      return Self.isSame(text, value) ? names : []
    }
  }

  func isElse(_ value: String) -> Bool {
    otherwise.map { Self.isSame(reader.file.text($0), value) } ?? false
  }

  private static func isSame(_ text: String, _ value: String) -> Bool {
    let values = ["YES": ["YES", "true", "TRUE", "1"], "NO": ["NO", "false", "FALSE", "0"]]
    return values[value]?.contains(text) ?? false
  }

  /// The class for each name.
  var classes: [String: String] {
    var classes: [String: String] = [:]
    for (names, range) in cases {
      guard let type = reader.value(range)?.className else { continue }
      for name in names { classes[name] = type }
    }
    return classes
  }
}
