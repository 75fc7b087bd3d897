import Foundation
import ModelObjectKit

/// One input of the fuzzer: a letter for the class, one for the options, then JSON text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard count > 2 else { return 0 }
  let options = FuzzedOptions.all[Int(bytes[1]) % FuzzedOptions.all.count]
  TapeCheck(json: Data(bytes[2...])).run()
  // `@` is the first one.
  let letter = (Int(bytes[0]) + 192) % 256
  FuzzedClass.all[letter % FuzzedClass.all.count].check(Data(bytes[2...]), options)
  return 0
}

extension FuzzedOptions {
  static let all: [FuzzedOptions] = [
    FuzzedOptions(options: nil, isUsual: true),
    FuzzedOptions(options: .lenient, isUsual: true),
    made { $0.maximumDepth = 3 },
    made { $0.unknownKeys = .fail },
    made { $0.missingKeys = .fail },
    made { $0.dates.conversion = .date },
    made { $0.dates.conversion = .timeInterval },
    made { $0.dates.conversion = .string },
    made { $0.dates.format = .iso8601 },
    made { $0.dates.format = .dateOnly },
    made { $0.dates.format = .dotNetJSON },
    made { $0.dates.format = .dotNetSimple },
    made { $0.dates.format = .dotNetWithTimeZone },
    made { $0.dates.format = .secondsSince1970 },
    made { $0.dates.format = .millisecondsSince1970 },
    made { $0.dates.format = .secondsSince2001 },
    made { $0.dates.format = .custom("EEE, dd MMM yyyy 'at' HH:mm:ss.SSS xxx") },
    made { $0.dates.timeZone = TimeZone(secondsFromGMT: -12_345) ?? .gmt },
  ]
}

/// A class that must give what another one gives.
struct Twin: Sendable {
  let name: String
  let make: @Sendable (Data, MappingOptions?) throws -> Item

  init<Model: Item>(_ type: Model.Type) {
    name = "\(type)"
    make = { try Model(json: $0, options: $1) }
  }
}

/// A class, and what may be asked of its mappings.
struct FuzzedClass: Sendable {
  let check: @Sendable (Data, FuzzedOptions) -> Void

  /// The known facts about a class.
  ///
  /// `twins` have hooks that change nothing. What is mapped onto a class that `isWhole` is exported
  /// under keys that it is read from. A class that `rejects` has hooks that throw; one that
  /// `isDirect` has no hooks that change anything.
  private init<Model: Item>(
    _ type: Model.Type,
    twins: [Twin] = [],
    isWhole: Bool = true,
    rejects: Bool = false,
    isDirect: Bool = true
  ) {
    check = { json, options in
      let check = JSONCheck<Model>(
        json: json,
        options: options,
        twins: twins,
        isWhole: isWhole,
        rejects: rejects,
        isDirect: isDirect
      )
      check.run()
    }
  }

  static let all: [FuzzedClass] = [
    FuzzedClass(
      Everything.self,
      twins: [Twin(HookedEverything.self), Twin(WholeEverything.self)]
    ),
    FuzzedClass(Containers.self, twins: [Twin(HookedContainers.self)]),
    FuzzedClass(Exact.self, twins: [Twin(HookedExact.self)]),
    FuzzedClass(Mapped.self, twins: [Twin(HookedMapped.self)]),
    FuzzedClass(Shape.self),
    FuzzedClass(Picky.self, twins: [Twin(HookedPicky.self)], rejects: true),
    FuzzedClass(Redirecting.self, rejects: true, isDirect: false),
    FuzzedClass(Listed.self, isWhole: false),
    FuzzedClass(
      Crates.self,
      twins: [Twin(HookedCrates.self), Twin(WholeCrates.self)],
      rejects: true
    ),
    FuzzedClass(Crated.self),
  ]
}

/// The inputs with which the fuzzing begins.
func seeds() -> [Data] {
  let letters = FuzzedClass.all.indices.map { UInt8(64 + $0) }
  let documents = JSONSeeds.documents.enumerated().flatMap { index, document in
    // Letters, so that an input can be typed.
    letters.map { Data([$0, UInt8(64 + index % 2)]) + Data(document.utf8) }
  }
  return documents + JSONSeeds.findings.map { Data($0.utf8) }
}
