import Foundation
import Testing

/// Limits the size of the files that this process writes.
func limitFiles(to size: Int) throws {
  var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: .max)
  #if canImport(Darwin)
  let resource = RLIMIT_FSIZE
  #else
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  getrlimit(resource, &limit)
  limit.rlim_cur = rlim_t(size)
  try #require(setrlimit(resource, &limit) == 0)
}
