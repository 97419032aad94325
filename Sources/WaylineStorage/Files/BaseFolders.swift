// NB: `environ` is a variable of C, which is not known to be safe to read; see `environment`.
@preconcurrency import Glibc

/// Where a program of this user keeps what it has to remember.
///
/// Follows the XDG Base Directory Specification; a relative value in a variable is ignored, as it
/// says. State (what is open, settings, history) and data (secrets) are apart, so a copied data
/// folder does not carry the key that opens it.
package struct BaseFolders: Hashable, Sendable {
  /// `$XDG_STATE_HOME/<app>`, by default `~/.local/state/<app>`.
  package let state: PrivateFolder
  /// `$XDG_DATA_HOME/<app>`, by default `~/.local/share/<app>`.
  package let data: PrivateFolder

  /// The folders of a program, from the variables of its environment.
  ///
  /// - Parameter app: the program's name, used as a folder name.
  package init(app: String, environment: [String: String] = BaseFolders.environment) {
    let home = BaseFolders.home(environment)
    func base(_ variable: String, _ usual: String) -> PrivateFolder {
      let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return PrivateFolder("\(given ?? "\(home)/\(usual)")/\(app)")
    }
    state = base("XDG_STATE_HOME", ".local/state")
    data = base("XDG_DATA_HOME", ".local/share")
  }

  /// The same folder for everything: what `--store PATH` names.
  package init(folder path: String) {
    state = PrivateFolder(path)
    data = PrivateFolder(path)
  }

  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return "/" }
    return String(cString: home)
  }

  /// The variables of this process.
  ///
  /// Read from the process itself, which takes a tenth of the time that `ProcessInfo` does and is a
  /// part of every start. Nothing here ever changes the variables.
  package static var environment: [String: String] {
    var variables = [String: String](minimumCapacity: 64)
    // A process that has cleared its variables has no list of them.
    guard UInt(bitPattern: environ) != 0 else { return variables }
    var next = environ
    while let entry = next.pointee {
      next += 1
      guard let sign = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
      let name = UnsafeRawBufferPointer(start: entry, count: sign - entry)
      variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
    }
    return variables
  }
}
