/// What properties are in Swift.
struct ObjectiveCForms {
  struct Form: Equatable {
    /// Without `?`.
    var type: String
    /// nil for a type that has none.
    var initial: String?
    /// Whether the library maps values of the type.
    var isMapped = true
    /// Whether it can be nil in Objective-C.
    var isObject = true
    var modules: Set<String> = []
    /// Whether it has numbers or objects of any type.
    var isUntyped = false
    /// A class that isn't in the files.
    var isUnknown = false
  }

  let base: ObjectiveCBase
  let models: Set<String>

  private static let classes: [String: (type: String, initial: String?)] = [
    "NSString": ("String", "\"\""), "NSMutableString": ("String", "\"\""),
    "NSNumber": ("NSNumber", "0"), "NSDecimalNumber": ("Decimal", "0"), "NSDate": ("Date", nil),
    "NSURL": ("URL", nil), "NSData": ("Data", "Data()"), "NSMutableData": ("Data", "Data()"),
    "NSUUID": ("UUID", nil), "NSLocale": ("Locale", nil), "NSTimeZone": ("TimeZone", nil),
  ]
  private static let unmapped: [String: String] = [
    "NSAttributedString": "NSAttributedString", "NSValue": "NSValue", "NSIndexPath": "IndexPath",
    "NSMutableAttributedString": "NSMutableAttributedString", "NSIndexSet": "IndexSet",
    "NSError": "NSError", "NSPredicate": "NSPredicate", "NSTimer": "Timer", "NSBundle": "Bundle",
    "NSURLRequest": "URLRequest", "NSOperation": "Operation",
    "NSHashTable": "NSHashTable<AnyObject>",
    "NSMapTable": "NSMapTable<AnyObject, AnyObject>", "NSURLSessionTask": "URLSessionTask",
    "NSCache": "NSCache<AnyObject, AnyObject>", "NSDateFormatter": "DateFormatter",
    "NSURLSessionDataTask": "URLSessionDataTask", "NSRegularExpression": "NSRegularExpression",
  ]
  private static let numbers: [String: (type: String, initial: String)] = {
    var numbers: [String: (type: String, initial: String)] = [:]
    func add(_ type: String, initial: String, names: [String]) {
      for name in names { numbers[name] = (type, initial) }
    }
    add("Bool", initial: "false", names: ["BOOL", "bool", "Boolean", "_Bool"])
    add(
      "Int",
      initial: "0",
      names: [
        "NSInteger", "int", "long", "long int", "short", "long long", "long long int", "int32_t",
        "int16_t", "int64_t", "SInt32", "SInt64", "ssize_t", "signed", "time_t", "SInt16",
        "NSComparisonResult",
      ]
    )
    add(
      "UInt",
      initial: "0",
      names: [
        "NSUInteger", "unsigned", "unsigned int", "unsigned long", "unsigned short", "uint",
        "size_t",
        "uint16_t", "uint32_t", "UInt32", "unsigned long int", "UInt16",
      ]
    )
    add(
      "UInt64",
      initial: "0",
      names: ["uint64_t", "unsigned long long", "UInt64", "u_int64_t", "unsigned long long int"]
    )
    add("Int8", initial: "0", names: ["char", "int8_t", "signed char"])
    add("UInt8", initial: "0", names: ["uint8_t", "unsigned char", "Byte", "UInt8"])
    add(
      "Double",
      initial: "0.0",
      names: ["double", "long double", "CLLocationDegrees", "CFTimeInterval"]
    )
    add("TimeInterval", initial: "0.0", names: ["NSTimeInterval"])
    add("Float", initial: "0", names: ["float"])
    add("CGFloat", initial: "0", names: ["CGFloat"])
    return numbers
  }()
  private static let structures: [String: (initial: String, module: String?)] = [
    "CGRect": ("CGRect.zero", nil), "CGSize": ("CGSize.zero", nil),
    "CGPoint": ("CGPoint.zero", nil),
    "NSRange": ("NSRange()", nil), "UIEdgeInsets": ("UIEdgeInsets.zero", "UIKit"),
    "CLLocationCoordinate2D": ("CLLocationCoordinate2D()", "CoreLocation"),
    "CGAffineTransform": ("CGAffineTransform.identity", "UIKit"),
    "UIOffset": ("UIOffset.zero", "UIKit"),
  ]
  private static let frameworks = [
    "UI": "UIKit", "CL": "CoreLocation", "AV": "AVFoundation", "PH": "Photos", "MK": "MapKit",
    "CA": "QuartzCore", "WK": "WebKit", "SK": "StoreKit",
  ]

  /// nil if there is none.
  func form(_ type: ObjectiveCType, element: String?) -> Form? {
    form(type, element: element, depth: 0)
  }

  private func form(_ type: ObjectiveCType, element: String?, depth: Int) -> Form? {
    guard depth < 10 else { return nil }
    if type.isPointer { return object(type, element: element, depth: depth) }
    let name = type.base
    if name == "id" { return Form(type: "Any", initial: nil, isUntyped: true) }
    if let number = Self.numbers[name] {
      return Form(type: number.type, initial: number.initial, isObject: false)
    }
    if let entry = base.enumerations[name] {
      let names = ObjectiveCEnumerationForm(entry.enumeration, base.files[entry.file])
      guard names.cases != nil else { return nil }
      return Form(type: name, initial: names.initial, isObject: false)
    }
    if let structure = Self.structures[name] {
      return Form(
        type: name,
        initial: structure.initial,
        isMapped: false,
        isObject: false,
        modules: Set([structure.module].compactMap(\.self))
      )
    }
    if let alias = base.aliases[name] { return form(alias, element: element, depth: depth + 1) }
    return nil
  }

  private func object(_ type: ObjectiveCType, element: String?, depth: Int) -> Form? {
    let name = type.base
    switch name {
    case "NSArray", "NSMutableArray":
      let inner = inner(type, argument: type.arguments.first, element: element, depth: depth)
      return inner.map { container("[\($0.type)]", initial: "[]", of: $0) }
    case "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
      guard let inner = inner(type, argument: type.arguments.first, element: element, depth: depth)
      else { return nil }
      // Sets of anything don't exist; the order of a set stays in an array.
      let isArray = inner.type == "Any" || name.mentions("Ordered")
      return container(isArray ? "[\(inner.type)]" : "Set<\(inner.type)>", initial: "[]", of: inner)
    case "NSDictionary", "NSMutableDictionary":
      let inner = inner(
        type,
        argument: type.arguments.dropFirst().first,
        element: element,
        depth: depth
      )
      return inner.map { container("[String: \($0.type)]", initial: "[:]", of: $0) }
    case "NSObject": return Form(type: "Any", initial: nil, isUntyped: true)
    default: break
    }
    if models.contains(name) { return Form(type: name, initial: nil) }
    if let known = Self.classes[name] { return Form(type: known.type, initial: known.initial) }
    if let other = Self.unmapped[name] { return Form(type: other, initial: nil, isMapped: false) }
    if base.classes[name] != nil { return Form(type: name, initial: nil, isMapped: false) }
    guard name.first?.isUppercase ?? false, !name.contains(" ") else { return nil }
    if let alias = base.aliases[name], alias.base != name {
      return form(alias, element: element, depth: depth + 1)
    }
    if let module = Self.frameworks[String(name.prefix(2))],
      name.dropFirst(2).first?.isUppercase ?? false
    {
      return Form(type: name, initial: nil, isMapped: false, modules: [module])
    }
    return Form(type: name, initial: nil, isMapped: false, isUnknown: true)
  }

  private func container(_ type: String, initial: String, of inner: Form) -> Form {
    Form(
      type: type,
      initial: initial,
      isMapped: inner.isMapped,
      modules: inner.modules,
      isUntyped: inner.isUntyped,
      isUnknown: inner.isUnknown
    )
  }

  /// The elements of a container: by the mapping, by its generic arguments, or by protocols.
  private func inner(
    _ type: ObjectiveCType,
    argument: ObjectiveCType?,
    element: String?,
    depth: Int
  ) -> Form? {
    let protocols = type.protocols.first { models.contains($0) }
    if let element = element ?? protocols {
      return form(ObjectiveCType(base: element, isPointer: true), element: nil, depth: depth + 1)
    }
    guard let argument else { return Form(type: "Any", initial: nil, isUntyped: true) }
    return form(argument, element: nil, depth: depth + 1)
  }
}
