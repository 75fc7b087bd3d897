/// The object and the property through which each object of an archive was found, for paths in
/// errors.
struct ObjectTrail: ~Copyable {
  /// The parent of a single root object.
  static let root = -1

  /// The parent of one of several root objects.
  static func root(_ index: Int) -> Int { root - 1 - index }

  /// The object and the property that are being read or written.
  var current = (object: root, property: "")
  /// The parent of each object, and the number of the property's name: an archive has many objects.
  private var steps = ReusedBuffer<(object: Int32, property: Int32)>()
  private var names = [""]
  private var numbers: [String: Int32] = ["": 0]
  /// The number of the name that was last asked for.
  private var lastNumber: Int32 = 0

  /// Adds the origin of an object: the current one.
  mutating func add(_ object: Int) {
    while steps.count <= object { steps.append((Int32(Self.root), 0)) }
    if names[Int(lastNumber)] != current.property { lastNumber = number(of: current.property) }
    steps[object] = (Int32(clamping: current.object), lastNumber)
  }

  private mutating func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(truncatingIfNeeded: names.count)
    numbers[name] = number
    names.append(name)
    return number
  }

  var path: String { path(to: "") }

  /// The path to the current origin, or to a property of the object there, limited to its last 20
  /// steps.
  func path(to property: String) -> String {
    var (origin, path) = (current, property.isEmpty ? "" : PathStep.key(property).joined(to: ""))
    for _ in 0..<20 {
      if !origin.property.isEmpty {
        path = PathStep.key(origin.property).joined(to: path)
      }
      if origin.object < 0 {
        let index = Self.root(origin.object)
        return index < 0 ? path : PathStep.index(index).joined(to: path)
      }
      let step = steps[origin.object]
      origin = (Int(step.object), names[Int(step.property)])
    }
    return "…" + path
  }
}
