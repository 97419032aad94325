import Glibc
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// Prints the values as JSON, or writes them to a new file that only this user can read.
  func export(to path: String?) throws -> ShellReply {
    let data = try told { try stores.state.exported() }
    guard let path else {
      return .lines(
        JSONLines.printable(data).split(separator: "\n").map(String.init))
    }
    guard try write(data, path) else {
      throw ShellFailure("'\(path)' is there already. Name a file that is not.")
    }
    let count = try stateKeys().count
    return .lines(["\(counted(count, "value")) written to '\(path)'. Secrets are not among them."])
  }

  private func write(_ data: Data, _ path: String) throws -> Bool {
    do {
      return try PrivateFile(path).create(data)
    } catch {
      // A new file is written beside it first, under a name that means nothing to a person.
      guard case .system(_, _, let code) = error else { throw failure(for: error) }
      throw ShellFailure("'\(path)' could not be written: \(String(cString: strerror(code))).")
    }
  }

  /// Takes the values of an exported file over, all or none.
  func importValues(from path: String?) throws -> ShellReply {
    guard let path else { throw ShellFailure("Name the file to take the values from.") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ShellFailure("'\(path)' could not be read.", status: .unreadableData)
    }
    do {
      let count = try stores.state.importValues(from: data)
      return .lines(["\(counted(count, "value")) taken over from '\(path)'."])
    } catch is DecodingError {
      throw ShellFailure(
        "'\(path)' is no file that 'store export' wrote. Nothing was changed.",
        status: .unreadableData)
    } catch {
      throw failure(for: error)
    }
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
