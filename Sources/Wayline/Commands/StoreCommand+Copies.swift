import Glibc
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// Prints the values as JSON, or writes them to a new file that only this user can read.
  func export(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    if words.first == "secrets" {
      return try await exportSecrets(to: words.dropFirst().first, call)
    }
    guard isMade(stores.state.hub.name) else { throw ShellFailure("Nothing is kept yet.") }
    let (data, count) = try told { try stores.state.export(areSecrets: nil) }
    guard let path = words.first else {
      return .lines(
        JSONLines.printable(data).split(separator: "\n").map(String.init))
    }
    try write(data, path)
    return .lines([
      "\(counted(count, "value")) written to '\(path)'. Secrets are not among them: "
        + "'store export secrets FILE' writes those."
    ])
  }

  /// Writes the secrets to a new file, as they are without their encryption; never to the output.
  private func exportSecrets(to path: String?, _ call: ShellCall) async throws -> ShellReply {
    let secrets = try secrets()
    guard let path else {
      throw ShellFailure(
        "Name a new file to write the secrets to: store export secrets FILE. They are never printed."
      )
    }
    guard madeSecrets != nil else { throw ShellFailure("There are no secrets yet.") }
    do {
      if try secrets.status().isLocked { try await open(secrets, call) }
      let (data, count) = try secrets.export(areSecrets: true)
      try write(data, path)
      return .lines([
        "\(counted(count, "secret")) written to '\(path)', without encryption: "
          + "whoever can read the file can read them. Delete it when it is not needed any more."
      ])
    } catch {
      throw failure(for: error)
    }
  }

  /// Makes a private file; refused if there is one already.
  private func write(_ data: Data, _ path: String) throws(ShellFailure) {
    do {
      guard try PrivateFile(path).create(data) else {
        throw ShellFailure("'\(path)' already exists. Choose another name.")
      }
    } catch StoreError.system(_, _, let code) {
      // A new file is written beside it first, under a name that means nothing to a person.
      throw ShellFailure("'\(path)' could not be written: \(String(cString: strerror(code))).")
    } catch {
      throw failure(for: error)
    }
  }

  /// Takes the values of an exported file over, all or none; secrets go to the secrets.
  func importValues(from path: String?, _ call: ShellCall) async throws -> ShellReply {
    guard let path else {
      throw ShellFailure("Name the file to take the values from: store import FILE.")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ShellFailure("'\(path)' could not be read.", status: .unreadableData)
    }
    do {
      if try Export.holdsSecrets(data) { return try await importSecrets(data, path, call) }
      let count = try stores.state.importValues(from: data)
      return .lines(["Imported \(counted(count, "value")) from '\(path)'."])
    } catch is DecodingError {
      throw ShellFailure(
        "'\(path)' is no file that 'store export' wrote. Nothing was changed.",
        status: .unreadableData)
    } catch {
      throw failure(for: error)
    }
  }

  private func importSecrets(
    _ data: Data, _ path: String, _ call: ShellCall
  ) async throws -> ShellReply {
    let secrets = try secrets()
    if madeSecrets != nil, try secrets.status().isLocked { try await open(secrets, call) }
    let count = try secrets.importValues(from: data)
    return .lines([
      "Imported and encrypted \(counted(count, "secret")) from '\(path)'. "
        + "The file still contains unencrypted secrets; delete it."
    ])
  }
}

/// JSON as lines that every output prints unchanged.
enum JSONLines {
  /// The same JSON in ASCII: other characters stand as `\u` escapes, so none is made visible instead.
  static func printable(_ json: Data) -> String {
    var text = ""
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if unit == 0x0A || (0x20..<0x7F).contains(unit) {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
