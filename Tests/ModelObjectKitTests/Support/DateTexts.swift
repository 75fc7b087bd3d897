import Foundation

@testable import ModelObjectKit

/// The seconds since 2001 of a date in text; without a zone in GMT.
func seconds(
  of text: String,
  as format: DateOptions.Format = .automatic,
  in timeZone: TimeZone? = nil
) -> Double? {
  var dates = DateOptions()
  dates.format = format
  dates.timeZone = timeZone ?? .gmt
  return ByteView.with(text) { DateText.read($0, dates) }?.timeIntervalSinceReferenceDate
}

/// The text for a date a number of seconds from 2001.
func text(
  of seconds: Double,
  as format: DateOptions.Format = .iso8601,
  in timeZone: TimeZone = .gmt
) -> String? {
  DateText.write(
    Date(timeIntervalSinceReferenceDate: seconds),
    format: format,
    timeZone: timeZone
  )
}

/// A zone that changes its clocks, by the rules of some country.
func zone(_ identifier: String) -> TimeZone {
  guard let zone = TimeZone(identifier: identifier) else { preconditionFailure(identifier) }
  return zone
}

/// A zone that never does.
func zone(hours: Double) -> TimeZone {
  guard let zone = TimeZone(secondsFromGMT: Int(hours * 3_600)) else {
    preconditionFailure("\(hours)")
  }
  return zone
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
