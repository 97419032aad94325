import WaylineSystem

/// The place of a program's state, its secrets and their key.
package enum StorePlace: Hashable, Sendable {
  /// In memory; lost with the process.
  case memory
  /// In files of these folders.
  case files(BaseFolders)
  /// In a PostgreSQL server with this address; the key of the secrets and the typed lines in these folders.
  case server(String, BaseFolders)

  /// The place that the user chose, or the usual one.
  ///
  /// - Parameters:
  ///   - app: the program's name.
  ///   - option: the value of `--store`: a folder, `:memory:`, or an address that begins with `postgres:`. Goes
  ///     before `<APP>_STORE`.
  ///   - environment: the variables of the process.
  package init(
    app: String, option: String? = nil,
    environment: [String: String] = BaseFolders.environment
  ) {
    switch option ?? environment[StorePlace.variable(of: app)] {
    case ":memory:"?: self = .memory
    case let address? where StorePlace.isServer(address):
      self = .server(address, BaseFolders(app: app, environment: environment))
    case let path? where !path.isEmpty:
      self = .files(BaseFolders(folder: StorePlace.absolute(path)))
    default: self = .files(BaseFolders(app: app, environment: environment))
    }
  }

  /// True for the address of a server; a folder of such a name is `./postgres:…`.
  private static func isServer(_ text: String) -> Bool {
    text.hasPrefix("postgres:") || text.hasPrefix("postgresql://")
  }

  /// The variable that chooses the place of a program: `LENDING_DESK_STORE` for `lending-desk`.
  package static func variable(of app: String) -> String {
    variable(of: app, "STORE")
  }

  /// A variable of a program by its ending: `LENDING_DESK_PASSPHRASE`.
  package static func variable(of app: String, _ ending: String) -> String {
    let letters = app.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return "\(String(letters).uppercased())_\(ending)"
  }

  /// The path from the root, so that changing the working folder changes nothing.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(CurrentProcess.workingFolder)/\(path)"
  }
}

/// The folders of a program for this user.
///
/// Follows the XDG Base Directory Specification, which says that a relative value in a variable is
/// ignored. State (what is open, settings, history) and data (secrets) are apart, so a copied data
/// folder does not carry the key that opens it. They are created only in folders of this user or of root.
package struct BaseFolders: Hashable, Sendable {
  /// `$XDG_STATE_HOME/<app>`, by default `~/.local/state/<app>`.
  package let state: PrivateFolder
  /// `$XDG_DATA_HOME/<app>`, by default `~/.local/share/<app>`.
  package let data: PrivateFolder

  /// The folders of a program, from the variables of its environment.
  ///
  /// - Parameter app: the program's name, used as a folder name.
  package init(app: String, environment: [String: String] = BaseFolders.environment) {
    let home = Self.home(environment)
    func base(_ variable: String, _ usual: String) -> PrivateFolder {
      let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return PrivateFolder("\(given ?? "\(home)/\(usual)")/\(app)", inOwn: true)
    }
    state = base("XDG_STATE_HOME", ".local/state")
    data = base("XDG_DATA_HOME", ".local/share")
  }

  /// The home folder of the person.
  package static func home(_ environment: [String: String] = BaseFolders.environment) -> String {
    environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? CurrentProcess.homeFolder ?? "/"
  }

  /// The same folder for everything: what `--store PATH` names.
  package init(folder path: String) {
    state = PrivateFolder(path)
    data = PrivateFolder(path)
  }

  /// The variables of this process.
  package static var environment: [String: String] { CurrentProcess.environment }
}
