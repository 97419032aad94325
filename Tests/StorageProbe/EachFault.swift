import CWaylineFaults
import FoundationEssentials
import Glibc

/// Every fault of an operation, each in a process of its own that is forked from this one.
///
/// Forking takes a small part of the time that starting a program takes. This process opens no store
/// and has one thread, so a child begins as a new process does.
struct EachFault {
  let folder: String
  let role: Role
  let operation: FaultPlan.Operation

  /// The number of operations after which a role is taken to have no end.
  private static let limit = 400
  /// The status of a child that has carried out fewer operations.
  private static let unreached: Int32 = 4

  func run() throws {
    for action in operation.actions {
      for number in 1... {
        guard number <= Self.limit else { throw EndlessRole() }
        say("= \(action) \(number)")
        let status = try play(action, number)
        say("=> \(status == Self.unreached ? 0 : status)")
        if status == Self.unreached { break }
      }
    }
  }

  /// Plays the role in a child process, and returns its status.
  private func play(_ action: FaultPlan.Action, _ number: Int) throws -> Int32 {
    let place = "\(folder)/\(action)-\(number)"
    let template = "\(folder)/template"
    if FileManager.default.fileExists(atPath: template) {
      try FileManager.default.copyItem(atPath: template, toPath: place)
    }
    let child = wayline_fork()
    if child == 0 {
      do {
        try role.play(in: place, [operation.rawValue, "\(number)", action.rawValue])
        exit(FaultPlan.hasFailed ? 0 : Self.unreached)
      } catch {
        say("error \(error)")
        exit(1)
      }
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

private struct EndlessRole: Error {}

extension FaultPlan.Operation {
  /// The faults of the operation. A file that is made, moved or deleted is not lost in a power cut.
  fileprivate var actions: [FaultPlan.Action] {
    switch self {
    // Ending before a read is ending after the write before it.
    case .read: [.fail, .fill]
    case .call: [.kill, .fail, .full, .fill]
    default: [.kill, .fail, .full, .fill, .cut, .tear]
    }
  }
}
