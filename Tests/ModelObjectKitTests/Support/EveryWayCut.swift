import ModelObjectKit
import Testing

/// Maps each beginning of a text, from the value's on, to new objects and to one that grows, at the
/// root and inside others.
///
/// `arrived` makes the value of what has arrived of its JSON, or nil if the property keeps its own;
/// by default, it does until all of it is there.
func expectEveryCut<S: Subject>(
  of subject: S.Type,
  _ json: String,
  _ whole: S.Value,
  arrived: ((Substring) -> S.Value?)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var examiner = CutExaminer<S>(json: json) { part in
    arrived.map { $0(part) } ?? (part.count == json.count ? whole : nil)
  }
  examiner.examine(Probe<S>.self, .plain, S.options)
  examiner.examine(HookedProbe<S>.self, .hooked, S.options)
  examiner.examine(AccessedProbe<S>.self, .accessed, S.options)
  examiner.examine(OwnProbe<S>.self, .own, nil)
  guard let first = examiner.differences.first else { return }
  let others = examiner.differences.dropFirst().prefix(10).map { "\n  \($0)" }.joined()
  Issue.record(
    "\(first); so do \(examiner.differences.count - 1) others\(others)",
    sourceLocation: sourceLocation
  )
}

private struct CutExaminer<S: Subject> {
  let json: String
  let arrived: (Substring) -> S.Value?
  private(set) var differences: [String] = []

  init(json: String, arrived: @escaping (Substring) -> S.Value?) {
    (self.json, self.arrived) = (json, arrived)
  }

  mutating func examine<P: Probe<S>>(
    _ probe: P.Type,
    _ kind: ProbeKind,
    _ options: MappingOptions?
  ) {
    let object = #"{"value": \#(json)}"#
    examine(object, "at the root, \(kind.rawValue)", options) { (root: P) in root }
    // Of the classes, only that of the root gives its options.
    guard let options else { return }
    func examineInside<H: ProbeHolder>(_ holder: H.Type, _ place: String) where H.Held == P {
      examine(H.around(object), "\(place), \(kind.rawValue)", options) { (root: H) in
        root.held
      }
    }
    examineInside(InProperty<P>.self, "in a property")
    examineInside(InHookedProperty<P>.self, "in a hooked class")
    examineInside(InList<P>.self, "in a list")
    examineInside(InDictionary<P>.self, "in a dictionary")
    examineInside(InMappedArray<P>.self, "by arrayMapping")
    examineInside(InPath<P>.self, "at a path")
    examineInside(InFiled<P>.self, "in a class with an identity")
  }

  private mutating func examine<Root: ModelObject, P: Probe<S>>(
    _ text: String,
    _ name: String,
    _ options: MappingOptions?,
    held: (Root) -> P?
  ) {
    // The last of several: the others are complete.
    guard let whole = text.ranges(of: json).last else { return }
    let growing = Root()
    for end in text[whole.lowerBound...].indices + [text.endIndex] {
      let beginning = String(text[..<end])
      let expected = arrived(text[whole.lowerBound..<min(end, whole.upperBound)]) ?? S.initial
      do {
        let made = try Root(partialJSON: beginning, options: options)
        try growing.update(partialJSON: beginning, options: options)
        for (root, way) in [(made, "a new object"), (growing, "a growing object")] {
          let found = held(root)?.value
          if found == expected { continue }
          let value = found.map { "\($0)" } ?? "no object"
          differences.append("\(way) of \(beginning), \(name): \(value), not \(expected)")
        }
      } catch {
        differences.append("\(beginning), \(name): \(error)")
      }
    }
  }
}
