import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineSystem

extension StoreCommands {
  /// Prints the values as JSON, or writes them to a new file that only this user can read.
  func export(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    if words.first == "secrets" {
      return try await exportSecrets(to: Array(words.dropFirst()), call)
    }
    guard words.count <= 1 else { throw Self.misused("store export", "[FILE]", words) }
    guard try exists(stores.state.hub.name) else { throw ShellFailure("Nothing is stored yet.") }
    let (data, count) = try reporting {
      try stores.state.export(areSecrets: nil, progress: progress("Exporting", call))
    }
    guard let path = words.first, path != "-" else {
      return .lines(
        JSONLines.printable(data).split(separator: "\n").map(String.init))
    }
    try write(data, path)
    return .lines([
      "Exported \(counted(count, "value")) to '\(path)', without secrets. "
        + "To export those: store export secrets FILE"
    ])
  }

  /// Writes the secrets to a new file without encryption; never to the output.
  private func exportSecrets(to words: [String], _ call: ShellCall) async throws -> ShellReply {
    let secrets = try secrets()
    guard words.count == 1, let path = words.first else {
      if words.count > 1 { throw Self.misused("store export secrets", "FILE", words) }
      throw ShellFailure("Usage: store export secrets FILE. Secrets are never printed.")
    }
    guard try existingSecrets() != nil else { throw ShellFailure("No secrets are stored yet.") }
    try await openIfLocked(secrets, call)
    do {
      let (data, count) = try secrets.export(
        areSecrets: true, progress: progress("Exporting", call))
      try write(data, path)
      return .lines([
        "Exported \(counted(count, "secret")) to '\(path)', unencrypted. "
          + "Delete the file when you no longer need it."
      ])
    } catch {
      throw failure(for: error)
    }
  }

  /// Reports the progress of a copy, which does not run on the main actor.
  private func progress(_ title: String, _ call: ShellCall) -> ExportProgress {
    { done, total in
      Task { @MainActor in call.report(title, value: Double(done), total: Double(total)) }
    }
  }

  /// Creates a private file; refused if it already exists.
  private func write(_ data: Data, _ path: String) throws(ShellFailure) {
    do {
      guard try PrivateFile(path).create(data) else {
        throw ShellFailure("'\(path)' already exists. Choose another name.", status: .cannotCreate)
      }
    } catch StoreError.system(_, _, let code) {
      // A new file is written beside it first, under a name that means nothing to a person.
      throw ShellFailure(
        "'\(path)' could not be written: \(ErrorCode(rawValue: code)).", status: .cannotCreate)
    } catch {
      throw failure(for: error)
    }
  }

  /// Imports the values of an exported file, all or none; secrets go to the secrets.
  func importValues(from words: [String], _ call: ShellCall) async throws -> ShellReply {
    guard words.count == 1, let path = words.first else {
      throw Self.misused("store import", "FILE", words)
    }
    let data = try read(path)
    do {
      let export = try Export(data)
      if export.holdsSecrets { return try await importSecrets(export, path, call) }
      let count = try stores.state.importValues(
        of: export, progress: progress("Importing", call))
      return .lines(["Imported \(counted(count, "value")) from '\(path)'."])
    } catch is DecodingError {
      throw ShellFailure(
        "'\(path)' is not a file of 'store export'. Nothing was changed.",
        status: .unreadableData)
    } catch {
      throw failure(for: error)
    }
  }

  /// The usage of a command of a file, and for several words the one word to type that has them all.
  private static func misused(
    _ command: String, _ operand: String, _ words: [String]
  ) -> ShellFailure {
    let usage = "Usage: \(command) \(operand)"
    guard words.count > 1 else { return ShellFailure(usage) }
    let name = ShellWord.quote(words.joined(separator: " "))
    return ShellFailure("\(usage). For a name with blanks, type: \(command) \(name)")
  }

  private func read(_ path: String) throws(ShellFailure) -> Data {
    do {
      return Data(try PlainFile(path).read(limit: Export.limit))
    } catch StoreError.system(_, _, let code) {
      throw ShellFailure(
        "'\(path)' could not be read: \(ErrorCode(rawValue: code)).", status: .unreadableData)
    } catch {
      throw ShellFailure("\(error)", status: .unreadableData)
    }
  }

  private func importSecrets(
    _ export: Export, _ path: String, _ call: ShellCall
  ) async throws -> ShellReply {
    let secrets = try secrets()
    if try existingSecrets() != nil { try await openIfLocked(secrets, call) }
    let count = try secrets.importValues(
      of: export, progress: progress("Importing", call))
    return .lines([
      "Imported \(counted(count, "secret")) from '\(path)'. "
        + "The file still contains unencrypted secrets; delete it."
    ])
  }
}

/// JSON as lines that every output prints unchanged.
enum JSONLines {
  /// Returns the same JSON in ASCII: other characters become `\u` escapes, so none is replaced.
  static func printable(_ json: Data) -> String {
    var text = ""
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if unit == 0x0A || (0x20..<0x7F).contains(unit) {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        text += JSONString.unicodeEscape(unit)
      }
    }
    return text
  }
}
