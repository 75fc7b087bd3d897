/// Follows a path through the containers of a decoder, a value at a time.
final class PathWalker {
  private let path: [JSONKey.Step]
  private let isFuzzy: Bool
  private var depth = 0
  private var atEnd: ((DecodingPlace) throws(Misfit) -> Void)?
  private var hasArrived = false
  /// The steps that were taken, as the input spells them.
  private(set) var steps: [PathStep] = []

  init(_ path: [JSONKey.Step], isFuzzy: Bool) {
    self.path = path
    self.isFuzzy = isFuzzy
  }

  /// Calls the body with the place at the end of the path; false where there is none.
  func walk(
    from place: DecodingPlace,
    _ decoding: ModelDecoding,
    _ body: (DecodingPlace) throws(Misfit) -> Void
  ) throws(Misfit) -> Bool {
    let outer = decoding.walk
    decoding.walk = self
    defer { decoding.walk = outer }
    var result: Misfit?
    do {
      try withoutActuallyEscaping(body) { body in
        atEnd = body
        defer { atEnd = nil }
        _ = try decoding.asking { try place.decode(WalkedValue.self) }
      }
    } catch {
      result = error as? Misfit
    }
    if let result { throw result }
    return hasArrived
  }

  /// Takes the next step in a decoder.
  fileprivate func go(on decoder: any Decoder, _ decoding: ModelDecoding) throws {
    guard depth < path.count else {
      return try arrive(at: .element(try decoder.singleValueContainer()))
    }
    let step = path[depth]
    depth += 1
    switch step {
    case .key(let name):
      let container = try decoder.container(keyedBy: AnyKey.self)
      guard let key = key(name, in: container) else { return }
      steps.append(.key(key.stringValue))
      let place = DecodingPlace.keyed(container, key)
      if depth == path.count {
        try arrive(at: place)
      } else {
        _ = try decoding.asking { try place.decode(WalkedValue.self) }
      }
    case .index(let index):
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd, container.currentIndex < index {
        let before = container.currentIndex
        _ = try container.decode(PassedValue.self)
        guard container.currentIndex > before else { return }
      }
      guard !container.isAtEnd else { return }
      steps.append(.index(index))
      _ = try decoding.asking { try container.decode(WalkedValue.self) }
    }
  }

  private func arrive(at place: DecodingPlace) throws(Misfit) {
    hasArrived = true
    try atEnd?(place)
  }

  /// The key for a step: its exact spelling, else the smallest key that matches.
  private func key(_ name: String, in container: KeyedSource) -> AnyKey? {
    if container.contains(AnyKey(name)) { return AnyKey(name) }
    guard isFuzzy else { return nil }
    return WantedKey(name, isFuzzy: true).best(of: container.allKeys, \.stringValue)
  }
}

/// A value on a path.
private struct WalkedValue: Decodable {
  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current, let walk = decoding.walk else {
      throw Misfit.mismatch
    }
    try decoding.inside(decoder) { try walk.go(on: decoder, decoding) }
  }
}

extension ModelDecoding {
  /// Calls the body with the keyed container at a place; false if there is none.
  func visit(
    _ place: DecodingPlace,
    _ body: (KeyedSource) throws(Misfit) -> Void
  ) throws(Misfit) -> Bool {
    var isThere = false
    var misfit: Misfit?
    withoutActuallyEscaping(body) { body in
      visitor = { container in
        isThere = true
        do throws(Misfit) {
          try self.descend()
          defer { self.ascend() }
          try body(container)
        } catch {
          misfit = error
        }
      }
      defer { visitor = nil }
      _ = try? asking { try place.decode(VisitedContainer.self) }
    }
    if let misfit { throw misfit }
    return isThere
  }
}

private struct VisitedContainer: Decodable {
  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current, let visitor = decoding.visitor else {
      throw Misfit.mismatch
    }
    decoding.visitor = nil
    let container = try decoder.container(keyedBy: AnyKey.self)
    decoding.inside(decoder) { visitor(container) }
  }
}

/// A value that is passed over.
private struct PassedValue: Decodable {
  init(from decoder: any Decoder) throws {}
}
