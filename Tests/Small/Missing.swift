// What is missing without the trait doesn't compile, and the messages say what to use. `.ci/small`
// compares them.
import Foundation
import ModelObjectKit

class Part: ModelObject {
  var id = 0
}

func read(_ file: FileHandle, _ coder: NSCoder) throws {
  // expected-error@+1 {{'init(_:at:options:maximumElementSize:)' is unavailable: use init(descriptor:), or the trait Foundation}}
  let reader = ModelReader<Part>(file, at: "parts")
  // expected-error@+1 {{'init(_:at:options:maximumElementSize:)' is unavailable: use init(descriptor:), or the trait Foundation}}
  _ = ModelReader<Part>(.standardInput)
  // expected-error@+1 {{'progress' is unavailable: use bytesRead and totalBytes, or the trait Foundation}}
  let progress = reader.progress
  // expected-error@+1 {{value of type 'NeedsTheTraitFoundation' has no member 'cancel'}}
  reader.progress.cancel()
  // expected-error@+1 {{value of type 'NSCoder' has no member 'decodeModel'}}
  _ = try coder.decodeModel(of: Part.self, forKey: "part")
}

func write(_ file: FileHandle, _ coder: NSCoder) throws {
  // expected-error@+1 {{'init(_:as:options:)' is unavailable: use init(descriptor:), or the trait Foundation}}
  _ = ModelWriter(file, as: .array)
  // expected-error@+1 {{'init(_:as:options:)' is unavailable: use init(descriptor:), or the trait Foundation}}
  _ = ModelWriter(.standardOutput)
  // expected-error@+1 {{extraneous argument label 'model:' in call}}
  try coder.encode(model: Part(), forKey: "part")
}
