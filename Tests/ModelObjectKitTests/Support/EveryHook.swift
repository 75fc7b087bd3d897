import Foundation

/// Whether every class counts as one that overrides all hooks: the environment variable that
/// `.ci/long hooks` sets.
let everyClassIsHooked = ProcessInfo.processInfo.environment["MODELOBJECT_HOOKS"] == "all"
