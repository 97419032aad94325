import CWaylineFaults

/// An operation on the files of a store that fails, and the way it fails.
struct FaultPlan {
  enum Operation: String {
    case write, sync, truncate, open, delete
    /// A call of the system, SQLite's or our own, that makes, moves or deletes a file or a folder.
    case call
    /// A read of the system, SQLite's or our own, which reports an error of the disk.
    case read
  }

  enum Action: String {
    /// The process ends in the middle of it.
    case kill
    /// It reports an error after half of the work.
    case fail
    /// It reports that there is no space.
    case full
    /// It and every later one report that there is no space.
    case fill
    /// The power goes in the middle of it: nothing is left that was not synchronised.
    case cut
    /// The power goes in the middle of it: about half is left of what was not synchronised.
    case tear
  }

  let operation: Operation
  /// Counted from 1, over all files.
  let number: Int
  let action: Action

  /// Reads `write 3 kill`; never goes wrong if the words are no plan.
  init(_ words: [String]) {
    operation = words.first.flatMap(Operation.init) ?? .write
    number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    action = words.count > 2 ? Action(rawValue: words[2]) ?? .fail : .fail
  }
}

extension FaultPlan {
  /// True if the fault is a power failure.
  var losesPower: Bool { action == .cut || action == .tear }

  /// Has the operation go wrong from now on, in a store in `folder`.
  func install(in folder: String) {
    switch operation {
    case .call: wayline_faults_plan(folder, Int32(number), fault)
    case .read: wayline_faults_plan_reads(folder, Int32(number), fault)
    default: FaultySystem.install(self)
    }
  }

  /// True if the fault has happened.
  static var hasFailed: Bool { FaultySystem.hasFailed || wayline_faults_hit() != 0 }

  private var fault: wayline_fault {
    switch action {
    case .kill: WAYLINE_FAULT_KILL
    case .fail: WAYLINE_FAULT_FAIL
    case .full: WAYLINE_FAULT_FULL
    case .fill: WAYLINE_FAULT_FILL
    // NB: calls that make, move or delete are not lost, so the power goes as the process does.
    case .cut, .tear: WAYLINE_FAULT_KILL
    }
  }
}
