import Foundation
import ModelObjectKit

/// One input of the fuzzer: a letter for the class, one for the options, then JSON texts, one in a
/// line, which reach one object after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLiving(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  OtherProcess.answerIfAsked { data in
    LivingInput(data).map { $0.type.answer($0.documents, $0.options) } ?? ""
  }
  guard let input = LivingInput(Data(UnsafeBufferPointer(start: start, count: count))) else {
    return 0
  }
  input.type.check(input.documents, input.options, input.twin)
  let here = input.type.answer(input.documents, input.options)
  let there = OtherProcess.answer(to: input.data)
  if here != there {
    found("another process has another result", input.string, difference(here, there))
  }
  return 0
}

/// The class, the options and the text of an input.
private struct LivingInput {
  let data: Data
  let type: LivingClass
  let options: FuzzedOptions
  let documents: [Document]
  /// The kind of twins.
  let twin: Int

  /// Nil without a text that is an object.
  init?(_ data: Data) {
    guard data.count > 2 else { return nil }
    self.data = data
    let letters = data.prefix(2).map { Int($0) }
    let options = FuzzedOptions.living[letters[1] % FuzzedOptions.living.count]
    let classes = LivingClass.all
    self.options = options
    // `@` is the first one.
    let letter = (letters[0] + 192) % 256
    type = classes[letter % classes.count]
    twin = (letter / classes.count + 2) % 3
    documents = data.dropFirst(2).split(separator: UInt8(ascii: "\n")).prefix(4).compactMap {
      Document(Data($0), levels: options.limit)
    }
    if documents.isEmpty { return nil }
  }

  var string: String { documents.map(\.string).joined(separator: "\n") }
}

extension FuzzedOptions {
  static let living = plain + plain.map { $0.numbered }

  private static let plain: [FuzzedOptions] = [
    FuzzedOptions(options: nil, isUsual: true),
    FuzzedOptions(options: .lenient, isUsual: true),
    made { $0.arrays = .merge },
    made { $0.unknownKeys = .fail },
    made { $0.maximumDepth = 6 },
    made { $0.dates.conversion = .date },
    made { $0.dates.conversion = .timeInterval },
    made { $0.dates.format = .secondsSince1970 },
  ]

  /// The same for inputs that number their objects.
  private var numbered: FuzzedOptions {
    var options = options ?? .lenient
    options.references = .preserved
    return FuzzedOptions(options: options)
  }
}

/// A class, and what may be asked of it.
struct LivingClass: Sendable {
  let check: @Sendable ([Document], FuzzedOptions, Int) -> Void
  /// What a store makes of dictionaries.
  let answer: @Sendable ([Document], FuzzedOptions) -> String

  private init<Model: Living>(_ type: Model.Type, twins: [LivingTwin]) {
    answer = { documents, options in
      StoreLife<Model>(options: options.options)
        .transcript(of: documents.compactMap(\.plain), .dictionary).joined(separator: "\n")
    }
    check = { LivingCheck<Model>(documents: $0, options: $1, twin: twins[$2]).run() }
  }

  static let all: [LivingClass] = [
    LivingClass(Part.self, twins: LivingTwin.nested(in: Part.self)),
    LivingClass(
      Memo.self,
      twins: [
        LivingTwin(HookedMemo.self, 1), LivingTwin(WholeMemo.self, 2),
        LivingTwin(AccessedMemo.self, 3),
      ]
    ),
    LivingClass(Work.self, twins: LivingTwin.nested(in: Work.self)),
    LivingClass(Film.self, twins: LivingTwin.nested(in: Film.self)),
    LivingClass(Media.self, twins: LivingTwin.nested(in: Media.self)),
    LivingClass(
      Clip.self,
      twins: [
        LivingTwin(HookedClip.self, 1), LivingTwin(WholeClip.self, 2),
        LivingTwin(AccessedClip.self, 3),
      ]
    ),
    LivingClass(Member.self, twins: LivingTwin.nested(in: Member.self)),
    LivingClass(
      Guest.self,
      twins: [
        LivingTwin(HookedGuest.self, 1), LivingTwin(WholeGuest.self, 2),
        LivingTwin(AccessedGuest.self, 3),
      ]
    ),
    LivingClass(Line.self, twins: LivingTwin.nested(in: Line.self)),
    LivingClass(
      Verse.self,
      twins: [
        LivingTwin(HookedVerse.self, 1), LivingTwin(WholeVerse.self, 2),
        LivingTwin(AccessedVerse.self, 3),
      ]
    ),
  ]
}

/// A class that must give what another one gives, if the tags in the text name its kind of twins.
struct LivingTwin: Sendable {
  let name: String
  let kind: Int
  /// What an object goes through, and what a store does.
  let account: @Sendable ([Data], MappingOptions?) -> [String]

  init<Model: Living>(_ type: Model.Type, _ kind: Int) {
    name = "\(type) \(kind)"
    self.kind = kind
    account = {
      Life<Model>(options: $1).transcript(of: $0, tellsValues: true)
        + StoreLife<Model>(options: $1).transcript(of: $0)
    }
  }

  /// The same class, with each kind of twins in it.
  static func nested<Model: Living>(in type: Model.Type) -> [LivingTwin] {
    (1...3).map { LivingTwin(type, $0) }
  }
}

/// The inputs with which the fuzzing begins.
func seeds() -> [Data] {
  let lives = LivingSeeds.lives.enumerated().flatMap { index, life in
    LivingClass.all.indices.flatMap { letter in
      // Letters, so that an input can be typed: the usual options, and others.
      [64, 66 + index % 6].map {
        Data([UInt8(64 + letter + index % 3 * LivingClass.all.count), UInt8($0)]) + Data(life.utf8)
      }
    }
  }
  return lives + LivingSeeds.findings.map { Data($0.utf8) }
}
