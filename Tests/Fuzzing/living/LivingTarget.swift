import Foundation
import ModelObjectKit

/// One input of the fuzzer: a letter for the class, one for the options, then JSON texts, one in a
/// line, which reach one object after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLiving(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard count > 2 else { return 0 }
  let options = FuzzedOptions.living[Int(bytes[1]) % FuzzedOptions.living.count]
  let texts = bytes[2...].split(separator: UInt8(ascii: "\n")).prefix(4).map { Data($0) }
  let classes = LivingClass.all
  let check = classes[Int(bytes[0]) % classes.count].check
  let documents = texts.compactMap { Document($0, levels: options.limit) }
  // The rest of the first letter picks the kind of twins.
  if !documents.isEmpty { check(documents, options, Int(bytes[0]) / classes.count % 3) }
  return 0
}

extension FuzzedOptions {
  static let living: [FuzzedOptions] = [
    FuzzedOptions(options: nil, isUsual: true),
    FuzzedOptions(options: .lenient, isUsual: true),
    made { $0.arrays = .merge },
    made { $0.unknownKeys = .fail },
    made { $0.maximumDepth = 6 },
    made { $0.dates.conversion = .date },
    made { $0.dates.conversion = .timeInterval },
    made { $0.dates.format = .secondsSince1970 },
  ]
}

/// A class, and what may be asked of it.
struct LivingClass: Sendable {
  let check: @Sendable ([Document], FuzzedOptions, Int) -> Void

  private init<Model: Living>(_ type: Model.Type, twins: [LivingTwin]) {
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
        Data([UInt8(64 + letter + index % 3 * 8), UInt8($0)]) + Data(life.utf8)
      }
    }
  }
  return lives + LivingSeeds.findings.map { Data($0.utf8) }
}
