import Glibc

extension SceneTerminal {
  /// Lets the person change a text in the editor of their choice, and returns what came of it.
  ///
  /// The editor is `$VISUAL`, else `$EDITOR`, else `vi`. The text lies meanwhile in a file that only
  /// the person can read, and that is removed. A line end that the editor adds at the end of the text
  /// is taken away again.
  ///
  /// - Parameters:
  ///   - text: what the editor begins with.
  ///   - suffix: the end of the file's name, which tells the editor what it is.
  /// - Throws: ``ShellFailure`` when there is no terminal, when the editor does not end with status 0,
  ///   and when there is no file or it holds no text.
  public func edit(_ text: String, suffix: String = ".txt") throws -> String {
    guard isAvailable else { return try suspend { text } }
    let draft = try DraftFile(text, suffix: suffix)
    defer { draft.remove() }
    let command = Self.editor
    // The shell between survives a ^C that the editor answers.
    let words = ["-c", "trap : INT QUIT; \(command) \"$1\"", "sh", draft.path]
    let status = try run("/bin/sh", words)
    guard status == 0 else {
      throw ShellFailure("'\(command)' ended with status \(status). The text is as it was.")
    }
    return try draft.read(adding: text)
  }

  /// What stands in the environment, words and all, as every program does it.
  private static var editor: String {
    let names = ["VISUAL", "EDITOR"]
    let found = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }
    return found.first { !$0.isEmpty } ?? "vi"
  }
}

/// A text in a private file while it is edited.
private struct DraftFile {
  let path: String
  /// The longest text that is taken back, in bytes.
  private static let limit = 16 << 20

  init(_ text: String, suffix: String) throws {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/draft-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw Self.failure("made", path) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw Self.failure("written", path) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  func remove() {
    unlink(path)
  }

  /// The text now, without a line end that was added to the one before.
  func read(adding former: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure("read", path) }
    defer { close(descriptor) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while bytes.count <= Self.limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else { throw Self.failure("read", path) }
      bytes += chunk[..<count]
    }
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellFailure("What was edited is no text of at most \(Self.limit) bytes.")
    }
    return text.hasSuffix("\n") && !former.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private static func failure(_ deed: String, _ path: String) -> ShellFailure {
    ShellFailure("The file '\(path)' could not be \(deed): \(String(cString: strerror(errno))).")
  }
}
