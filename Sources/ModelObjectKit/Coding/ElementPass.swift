/// A pass over the elements of a container that are decoded one by one.
///
/// At first the decoder's errors are passed on to it: some decoders then try the same element in
/// another way. If the decoder gives up, the container is decoded again: elements that were decoded
/// are not made twice, and elements that do not fit are left out.
final class ElementPass {
  private let coder: ValueCoder
  private(set) var values: [Any] = []
  /// For each element that was decoded the number of its value, or nil if it was left out: by the
  /// element's place, or by its key, as the order of keys may differ the next time.
  private var outcomes: [String: Int?] = [:]
  fileprivate var place = 0
  private let hasNames: Bool
  fileprivate(set) var isLenient: Bool

  init(_ coder: ValueCoder, hasNames: Bool) {
    self.coder = coder
    self.hasNames = hasNames
    isLenient = !coder.holdsModels
  }

  /// Decodes an element, unless it was decoded before; the number of its value, or nil if it is
  /// left out.
  func take(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Int? {
    let name = hasNames ? decoder.codingPath.last?.stringValue : String(place)
    let known = name.flatMap { outcomes[$0] }
    let index = if let known { known } else { try index(decoder, decoding) }
    place += 1
    if let name { outcomes.updateValue(index, forKey: name) }
    return index
  }

  private func index(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Int? {
    func step() -> PathStep {
      let last = decoder.codingPath.last
      return hasNames ? .key(last?.stringValue ?? "") : last?.step ?? .index(place)
    }
    let steps = decoding.mapping.notes.steps
    defer { decoding.mapping.notes.steps = steps }
    decoding.mapping.notes.enter([step()])
    decoding.tableInput = .foreign(UnreadableValue())
    if coder.isOwnCodable || coder.shape.contents.holdsModels {
      decoding.notedDepth = decoder.codingPath.count
    }
    do {
      values.append(try coder.decodeElement(decoder, decoding, isLenient: isLenient))
      return values.count - 1
    } catch {
      guard isLenient || error is Misfit else { throw error }
      let misfit = error as? Misfit ?? .mismatch
      if misfit.isFatal { throw misfit }
      decoding.mapping.note(misfit, decoding.tableInput, coder.shape)
      return nil
    }
  }
}

extension DecodingPlace {
  /// Decodes a container whose values the pass keeps; nil if there is no such container.
  ///
  /// The elements of the result are the numbers of their values, nil for those left out.
  func collect<Container: Decodable>(
    _ type: Container.Type,
    _ pass: ElementPass
  ) throws(Misfit) -> Container? {
    let outer = decoding.notedDepth
    defer { decoding.notedDepth = outer }
    return try decoding.atNextLevel { () throws(Misfit) in
      while true {
        do {
          pass.place = 0
          return try decoding.visiting({ try pass.take($0, decoding) }) {
            try decode(Container.self)
          }
        } catch {
          if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
          guard !pass.isLenient else { return nil }
          pass.isLenient = true
        }
      }
    }
  }
}
