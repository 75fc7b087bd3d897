import Foundation
import ModelObjectKit
import Testing

/// The ways in: how input comes to an object.
enum WayIn: String, CaseIterable {
  case text, data
  /// Parsed by `JSONSerialization`: a tree with `NSNumber` in it.
  case foundation
  /// The same tree made of Swift values only.
  case native
  case decoder
  case row = "a row"
  case statement = "the row of a statement"
  case elementOfText = "an array in text"
  case elementOfTrees = "an array of dictionaries"
  case valueInText = "a dictionary in text"
  case path = "a path"
  case reader = "a file"
  case sequence = "a stream"
  case beginning = "the beginning of a text"
  case growing = "growing text"
  case update, updateFromDictionary = "an update from a dictionary"
  case again = "a second update"
  case upsert = "an upsert"
  case upsertAgain = "a second upsert"

  /// The forms of input for an object.
  static let forms: [WayIn] = [.text, .data, .foundation, .native]
  /// The forms, and a decoder.
  static let formsAndDecoder = forms + [.decoder]
  /// The forms that preserve the digits of numbers.
  static let verbatim: [WayIn] = [.text, .data]
  /// Those that read a value each by code of its own.
  static let ofValues: [WayIn] = [.text, .foundation, .native, .decoder]
  /// Those in which most rules can go wrong, for objects inside others.
  static let nested: [WayIn] = [.text, .native, .decoder, .row, .beginning, .again, .upsertAgain]
  /// Those in which the value of an object that was there before stays if the input doesn't have it.
  static let updates: Set<WayIn> = [.update, .updateFromDictionary, .growing]
  /// Those in which a database has its own values: it makes numbers of other ones.
  static let rows: Set<WayIn> = [.row, .statement]
  /// Those that read what a decoder has read.
  static let decoders = rows.union([.decoder])
  static let exceptRows = Set(allCases).subtracting(rows)
  /// Those in which every key and the digits of numbers are as in the text.
  static let texts = Set(allCases).subtracting(decoders)
    .subtracting([.foundation, .native, .elementOfTrees, .updateFromDictionary])

  /// Whether the object is there before the input.
  var isUpdate: Bool { Self.updates.contains(self) }

  /// Whether it is for objects that a store knows.
  var needsIdentity: Bool { self == .upsert || self == .upsertAgain }

  /// How often it maps the input to the same object.
  var count: Int {
    switch self {
    case .growing: 3
    case .again, .upsertAgain: 2
    default: 1
    }
  }

  /// Maps an input to a root, and finds the object in question in that.
  func map<Root: ModelObject, Held: ModelObject>(
    _ json: String,
    to root: Root.Type,
    _ options: MappingOptions?,
    held: (Root) -> Held?
  ) throws -> MappedModel<Held> {
    let store = ModelStore()
    switch self {
    case .again:
      let model = try Root(json: json, options: options)
      let earlier = held(model)
      try update(model) { try model.update(json: json, options: options) }
      return MappedModel(model: held(model), earlier: earlier)
    case .upsert:
      let model = try store.upsert(Root.self, json: json, options: options)
      return MappedModel(model: held(model), store: store)
    case .upsertAgain:
      let earlier = held(try store.upsert(Root.self, json: json, options: options))
      let model = try store.upsert(Root.self, json: json, options: options)
      return MappedModel(model: held(model), earlier: earlier, store: store)
    default: return MappedModel(model: held(try model(json, Root.self, options)))
    }
  }

  private func model<Root: ModelObject>(
    _ json: String,
    _ root: Root.Type,
    _ options: MappingOptions?
  ) throws -> Root {
    switch self {
    case .text, .again, .upsert, .upsertAgain: return try Root(json: json, options: options)
    case .data: return try Root(json: Data(json.utf8), options: options)
    case .foundation, .native:
      return try Root(dictionary: JSONInput(json, by: self).dictionary(), options: options)
    case .decoder:
      let decoder = JSONDecoder()
      if let options { decoder.userInfo[.mappingOptions] = options }
      return try decoder.decode(Root.self, from: Data(json.utf8))
    case .row, .statement:
      let row = try DatabaseRow(json: json, isCopied: self == .row)
      if let options { row.userInfo[.mappingOptions] = options }
      return try row.decode(Root.self)
    case .elementOfText:
      return try #require(try [Root](json: "[\(json), \(json)]", options: options).last)
    case .elementOfTrees:
      let tree = try JSONInput(json, by: .native).dictionary()
      return try #require(try [Root](dictionaries: [tree], options: options).first)
    case .valueInText:
      return try #require(try [String: Root](json: #"{"b": \#(json)}"#, options: options)["b"])
    case .path: return try Root(json: #"{"a": [{"b": \#(json)}]}"#, at: "a[0].b", options: options)
    case .reader:
      return try withFolder { folder in
        let file = folder.appending(path: "lines.json")
        try Data("\(json)\n".utf8).write(to: file)
        let reader = try ModelReader<Root>(contentsOf: file, options: options)
        return try #require(try reader.next())
      }
    case .sequence:
      let bytes = Array("\(json)\n".utf8)
      let chunks = AsyncStream<ArraySlice<UInt8>> { stream in
        stream.yield(bytes[..<(bytes.count / 2)])
        stream.yield(bytes[(bytes.count / 2)...])
        stream.finish()
      }
      let first = try immediately {
        var models = ModelSequence<Root>(chunks, options: options).makeAsyncIterator()
        return try await models.next()
      }
      return try #require(first)
    case .beginning: return try Root(partialJSON: json, options: options)
    case .growing:
      let (model, bytes) = (Root(), Data(json.utf8))
      for count in [bytes.count / 2, bytes.count - 1, bytes.count] {
        try update(model) {
          try model.update(partialJSON: bytes.prefix(count), options: options)
        }
      }
      return model
    case .update:
      let model = Root()
      try update(model) { try model.update(json: json, options: options) }
      return model
    case .updateFromDictionary:
      let model = Root()
      let tree = try JSONInput(json, by: .native).dictionary()
      try update(model) { try model.update(dictionary: tree, options: options) }
      return model
    }
  }

  /// Calls a closure that updates a model; if it throws, the model has to be as it was.
  private func update(_ model: some ModelObject, _ body: () throws -> Void) throws {
    let former = model.copy()
    do {
      try body()
    } catch {
      guard model == former else { throw Omission("\(error), and the object isn't as it was") }
      throw error
    }
  }
}

/// What a way in has made.
struct MappedModel<Model: ModelObject> {
  let model: Model?
  /// What the same way has made of the same input before.
  var earlier: Model?
  /// The store that knows it.
  var store: ModelStore?
}

/// What a way hasn't done.
struct Omission: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
