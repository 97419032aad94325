import FoundationEssentials

/// Where a program keeps its state, its secrets and their key.
package enum StorePlace: Hashable, Sendable {
  /// In memory, gone with the process.
  case memory
  /// In files of these folders.
  case files(BaseFolders)

  /// The place that the person chose, or the usual one.
  ///
  /// - Parameters:
  ///   - app: the program's name.
  ///   - option: the value of `--store`: a folder, or `:memory:`. Goes before `<APP>_STORE`.
  ///   - environment: the variables of the process.
  package init(
    app: String, option: String? = nil,
    environment: [String: String] = BaseFolders.environment
  ) {
    switch option ?? environment[StorePlace.variable(of: app)] {
    case ":memory:"?: self = .memory
    case let path? where !path.isEmpty:
      self = .files(BaseFolders(folder: StorePlace.absolute(path)))
    default: self = .files(BaseFolders(app: app, environment: environment))
    }
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
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
