/// What stands in a file of Objective-C, outside of everything else.
enum ObjectiveCItem {
  case interface(ObjectiveCPart)
  case implementation(ObjectiveCPart)
  case enumeration(ObjectiveCEnumeration)
  /// `typedef NSInteger Name;`
  case alias(name: String, type: Range<Int>, token: Int)
  /// `#pragma mark`, and its text.
  case mark(String, token: Int)
  /// What has no counterpart, and what it is.
  case other(String, token: Int)
}

/// `@interface` or `@implementation`: of a class, a class extension or a category.
struct ObjectiveCPart {
  let name: String
  /// The name of a category, empty for a class extension; nil for a class.
  var category: String?
  var superclass: String?
  /// The token that it begins with.
  let token: Int
  /// The token of `@end`.
  var end = 0
  var properties: [ObjectiveCProperty] = []
  /// Those that have a body.
  var methods: [ObjectiveCMethod] = []
  /// Marks, by the token that they stand at.
  var marks: [(text: String, token: Int)] = []
  /// Words that stand alone in an implementation: macros.
  var macros: [(text: String, token: Int)] = []
  /// Instance variables and whatever else stands in it.
  var others: [(text: String, token: Int)] = []
}

struct ObjectiveCMethod {
  let selector: String
  let isStatic: Bool
  /// From `-` or `+` to the last brace.
  let tokens: Range<Int>
  /// The brace that opens its body.
  let body: Int
}

struct ObjectiveCProperty {
  let name: String
  /// nil if the type isn't understood.
  let type: ObjectiveCType?
  /// Such as `nonatomic`, `readonly` and `getter=isOn`.
  let attributes: [String]
  let tokens: Range<Int>
  /// Whether a pointer isn't null unless that is said.
  let isInNonnull: Bool

  func has(_ attribute: String) -> Bool { attributes.contains(attribute) }

  var getter: String? {
    attributes.first { $0.hasPrefix("getter=") }.map { String($0.dropFirst("getter=".count)) }
  }
}

struct ObjectiveCEnumeration {
  struct Case {
    let name: String
    /// The tokens of its value.
    let value: Range<Int>?
    let token: Int
  }

  let name: String
  let rawType: String
  let isOptions: Bool
  let token: Int
  let end: Int
  var cases: [Case] = []
}
