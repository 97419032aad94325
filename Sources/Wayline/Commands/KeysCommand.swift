import WaylineSecrets
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// `keys`: what is kept under which name, without the values.
  var keys: ShellCommand {
    ShellCommand("keys", summary: "List the names and kinds of stored values.") { call in
      let state = stores.state
      var lines = try stateKeys().map { key in
        let kind = (try? state.storedValue(for: key))?.map { "\($0.kind)" }
        return "\(key): \(kind ?? "unreadable")"
      }
      if let secrets = madeSecrets {
        lines += try told { try secrets.storedKeys(in: nil) }.map { "\($0): secret" }
      }
      return .lines(lines.isEmpty ? ["Nothing is kept yet."] : lines)
    }
  }
}
