/// The abilities of a terminal that the environment variables allow to use.
package enum TerminalAbilities {
  /// True if the environment allows escape bytes at a terminal, such as those of line editing.
  ///
  /// `NO_COLOR` is about colour only.
  package static func allowsEscapes(_ environment: [String: String]) -> Bool {
    !isAccessible(environment) && allowsEditing(environment)
  }

  /// True if the environment allows to edit lines at a terminal.
  ///
  /// That is also so for a screen reader (`ACCESSIBLE`): people who use one edit lines in their shell daily. They
  /// are edited without escape bytes.
  package static func allowsEditing(_ environment: [String: String]) -> Bool {
    let terminal = environment["TERM"] ?? ""
    return terminal != "dumb" && !terminal.isEmpty
  }

  /// True at a terminal that takes no escape bytes, and whose lines wrap between words.
  package static func wrapsWithoutEscapes(_ environment: [String: String]) -> Bool {
    environment["TERM"] == "dumb" && !isAccessible(environment)
  }

  /// True if a variable has a value that is not empty.
  package static func isSet(_ name: String, _ environment: [String: String]) -> Bool {
    environment[name].map { !$0.isEmpty } ?? false
  }

  /// True if a variable has a value that means yes, such as that of `CI`.
  package static func isOn(_ name: String, _ environment: [String: String]) -> Bool {
    isSet(name, environment) && !["0", "false"].contains(environment[name])
  }

  /// True if `ACCESSIBLE` requests the plainest form, for a screen reader.
  package static func isAccessible(_ environment: [String: String]) -> Bool {
    isSet("ACCESSIBLE", environment) && environment["ACCESSIBLE"] != "0"
  }
}
