import Foundation

#if PublicSymbols
let everyClassIsHooked = true
#else
/// Whether every class is treated as if it overrides all hooks: the environment variable that
/// `.ci/long hooks` sets.
let everyClassIsHooked = ProcessInfo.processInfo.environment["MODELOBJECT_HOOKS"] == "all"
#endif
