import Foundation

// What the planted conditions of `.ci/mutants` call: it copies this file into the library.

/// The number of the mutant that this process runs; 0 if it runs none.
private let present = environment["MODELOBJECT_MUTANT"].flatMap { Int($0) } ?? 0
/// The folder that gets an empty file for each mutant that would have changed a condition.
private let record = environment["MODELOBJECT_RECORD"]
private let isRecording = record != nil
private let environment = ProcessInfo.processInfo.environment
/// Which were recorded by this process; threads that write the same byte at once do no harm.
private nonisolated(unsafe) let recorded = {
  let flags = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 100_000)
  unsafe flags.initialize(repeating: false)
  return unsafe flags
}()

/// A condition of the library; the other value if the mutant for that is present.
@inline(never)
func mutant(_ ifFalse: Int, _ ifTrue: Int, _ condition: Bool) -> Bool {
  let number = condition ? ifTrue : ifFalse
  if number == present { return number == 0 ? condition : !condition }
  if isRecording, number > 0, unsafe !recorded[number], let record {
    unsafe recorded[number] = true
    _ = unsafe close(open("\(record)/\(number)", O_CREAT | O_WRONLY, 0o666))
  }
  return condition
}
