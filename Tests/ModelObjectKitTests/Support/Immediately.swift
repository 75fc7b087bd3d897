/// The result of asynchronous code that waits for nothing: it is run before this returns.
func immediately<Result>(_ body: @escaping () async throws -> Result) throws -> Result {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
  Task(executorPreference: ImmediateExecutor()) {
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
  }
  guard let result else { throw StillWaiting() }
  return try result.get()
}

private struct StillWaiting: Error {}

/// Runs jobs as they come, on the thread that sends them.
private final class ImmediateExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
