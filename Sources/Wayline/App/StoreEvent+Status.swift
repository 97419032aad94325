import WaylineShell
import WaylineStorage

extension StoreEvent {
  /// What the event adds to the status that a program tells its parent.
  var status: ShellStatus {
    switch self {
    case .refused(_, let error), .unreadable(_, let error), .problem(let error): error.status
    case .recovered, .quarantined, .vanished: .unreadableData
    case .changedElsewhere: .success
    }
  }

  /// Whether the event is about one command, and is worth telling again after the next.
  var isPassing: Bool {
    if case .refused = self { true } else { false }
  }
}

extension StoreError {
  fileprivate var status: ShellStatus {
    switch self {
    case .busy: .busy
    case .locked, .wrongKey, .keyMissing, .unsafeFile, .readOnly: .noPermission
    case .refused, .kindMismatch, .typeMismatch, .cannotEncode, .tooLarge: .notAccepted
    default: .unreadableData
    }
  }
}
