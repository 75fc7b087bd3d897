import Foundation

/// Whether this run is for a machine, which tries more sizes, more random values and more combinations.
///
/// The gate sets `MODELOBJECT_TESTS_LONG`. Without it, every test runs with a part of them.
let runsLongTests = ProcessInfo.processInfo.environment["MODELOBJECT_TESTS_LONG"] != nil

/// A number for a run of long tests, or a smaller one.
func inLongTests(_ number: Int, else smaller: Int) -> Int { runsLongTests ? number : smaller }
