import ModelObjectKit
import Observation
import Testing

// What the rest of a module on the main actor is to the members of its models: these are
// nonisolated in the body of the class, and on the main actor in an extension.

private final class Sounds {
  static let shared = Sounds()
  var played: [String] = []

  func play(_ name: String) { played.append(name) }
}

nonisolated private enum Tone: String {
  case low, high
  var isLow: Bool { self == .low }
}

private protocol Ringing {
  var words: String { get }
}

private class Alarm: ModelObject {
  var sound = ""
  var tone = Tone.high
  var isLow: Bool { tone.isLow }
  @MainActor func test() { Sounds.shared.play("test") }
}

extension Alarm {
  func ring() { Sounds.shared.play(sound) }
  var soundsPlayed: Int { Sounds.shared.played.count }
}

extension Alarm: Ringing {
  var words: String { "\(sound) of \(soundsPlayed)" }
}

@Observable private class Bell: ModelObject {
  var sound = "" {
    didSet {
      let sound = sound
      MainActor.assumeIsolated { Sounds.shared.play(sound) }
    }
  }
  override class var accessors: [String: PropertyAccessor] { ["sound": .init(\Bell.sound)] }
  override func awake() {
    let sound = sound
    MainActor.assumeIsolated { Sounds.shared.play("awake with \(sound)") }
  }
}

@Suite(.serialized) struct MembersOfModels {
  init() { Sounds.shared.played = [] }

  @Test func useTheModuleInAnExtension() throws {
    let alarm = try Alarm(json: #"{"sound": "gong", "tone": "low"}"#)
    alarm.ring()
    alarm.test()
    #expect(Sounds.shared.played == ["gong", "test"])
    #expect(alarm.isLow && (alarm as any Ringing).words == "gong of 2")
  }

  @Test func useTheModuleFromHooksAndObservers() throws {
    let bell = try Bell(json: #"{"sound": "ding"}"#)
    bell.sound = "dong"
    #expect(Sounds.shared.played == ["ding", "awake with ding", "dong"])
  }

  @Test func areUsedWhereModelsAreMadeElsewhere() async throws {
    let alarm = try await made()
    alarm.ring()
    #expect(Sounds.shared.played == ["far"])
  }
}

@concurrent private func made() async throws -> sending Alarm {
  let alarm = try Alarm(json: #"{"sound": "far", "tone": "low"}"#)
  alarm.sound = alarm.isLow ? alarm.sound : ""
  return alarm
}
