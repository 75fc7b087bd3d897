import Foundation

/// A number for a run of long tests, which the gate asks for, or a smaller one.
func inLongTests(_ number: Int, else smaller: Int) -> Int {
  ProcessInfo.processInfo.environment["MODELOBJECT_TESTS_LONG"] != nil ? number : smaller
}
