import FoundationEssentials
import Wayline
import WaylineStorage
import WaylineSystem

/// The end of a worker of a shared search that made no report.
struct ExploreEnding: Error {
  let sentence: String
  let status: ShellStatus

  /// Creates an end.
  init(_ sentence: String, _ status: ShellStatus) {
    (self.sentence, self.status) = (sentence, status)
  }

  /// The end as a worker process leaves it: the number of the status, and the sentence.
  var text: String { "\(status.rawValue) \(sentence)" }

  /// Reads what a worker process left.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let status = Int32(parts[0]) else { return nil }
    self.init(String(parts[1]), ShellStatus(rawValue: status))
  }
}

extension ExploreCommand {
  /// Searches with all workers that name the server.
  func share(
    _ options: ExploreOptions, _ worker: ExploreWorker, at address: String
  ) async throws {
    do {
      let states = try ProgramStores.sharedStates(at: address, of: program.name)
      let shared = await SharedSearch(
        explorer(options, worker), in: states, version: Self.version, identity: worker.identity,
        isAlone: worker.isAlone, alone: { try await search(options, worker) }, onTurn: worker.rest)
      switch try await shared.run() {
      case .report(let report): try worker.finish(report)
      case .reported(let text, isEarlier: true):
        try worker.finish(try ExplorationReport(shardFile: text))
      case .reported(_, isEarlier: false):
        throw ExploreEnding(
          "Another worker has written the report of '\(states.name)'. The same line prints it.",
          .success)
      case .stopped(let open):
        let left = ExplorationReport.counted(open, "state")
        throw ExploreEnding(
          "Stopped with \(left) left at this depth. The same line continues the exploration.",
          worker.isStopped() ? .interrupted : .busy)
      }
    } catch let problem as ExploreProblem {
      throw ExploreEnding(problem.description, problem.status)
    } catch let error as StoreError {
      guard case .unreachable(let store, let reason) = error else {
        throw ExploreEnding("\(error)", error.status)
      }
      throw ExploreEnding(
        "'\(store)' is not reachable (\(reason)). What is explored is saved: the same line continues.",
        error.status)
    }
  }

  /// The version of the program: a hash of its file, the same on each host with this file.
  private static var version: String {
    var hasher = Hasher()
    guard let file = try? FileDescriptor.open("/proc/self/exe", for: .reading) else { return "" }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
    defer { buffer.deallocate() }
    while let count = try? file.read(into: buffer), count > 0 {
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}
