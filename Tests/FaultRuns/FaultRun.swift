import WaylineTesting

/// A run of the storage probe in which one operation on the files of a store goes wrong.
///
/// The probe makes one process for each fault by forking, in a copy of the same folder, so hundreds of
/// faults take a second or two.
package struct FaultRun: Hashable, Sendable {
  /// The folder of this run alone.
  package let folder: String
  /// The kind of operation that goes wrong: `write`, `sync`, `truncate`, `open`, `delete`, `call` or
  /// `read`.
  package let operation: String
  /// The outcome of the operation: `fail`, `full`, `fill`, or the end of the process: `kill`, `cut`, `tear`.
  package let action: String
  /// The number of the operation, counted from 1 over all files.
  package let number: Int
  /// The lines that the process has printed: a line for each acknowledged step.
  package private(set) var lines: [String] = []
  /// The exit status; 128 and the signal's number if a signal ended the process.
  package private(set) var status: Int32 = -1

  /// The operations that can go wrong.
  package static let operations = ["write", "sync", "truncate", "open", "delete", "call", "read"]

  /// Runs a role once for each fault of an operation, until none is left.
  ///
  /// - Parameter folder: contains the folder `template`, of which each run changes a copy of its own.
  package static func all(
    of role: String, operation: String, in folder: String
  ) throws -> [FaultRun] {
    let run = try Program.built("WaylineStorageProbe").run(
      ["faults", folder, role, operation], limit: 300)
    var runs: [FaultRun] = []
    for line in run.lines {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "=" where words.count == 3:
        let place = "\(folder)/\(words[1])-\(words[2])"
        runs.append(
          FaultRun(
            folder: place, operation: operation, action: words[1], number: Int(words[2]) ?? 0))
      case "=>" where words.count == 2 && !runs.isEmpty:
        runs[runs.count - 1].status = Int32(words[1]) ?? -1
      default:
        if !runs.isEmpty { runs[runs.count - 1].lines.append(line) }
      }
    }
    guard run.status == 0, !runs.isEmpty else {
      throw ProbeFailure(description: "\(role) \(operation): \(run.output) \(run.errors)")
    }
    return runs
  }

  /// True if the process took the fault, or its lack, as it should.
  package var endedAsPlanned: Bool {
    let isKilled = ["kill", "cut", "tear"].contains(action) && lines.last != "unreached"
    return status == (isKilled ? 137 : 0)
  }
}

extension FaultRun: CustomStringConvertible {
  /// The fault, and the lines of the process.
  package var description: String {
    "\(operation) \(number) \(action) -> \(status): \(lines.joined(separator: ", "))"
  }
}

/// The probe itself did not work.
private struct ProbeFailure: Error, CustomStringConvertible {
  let description: String
}
