/// A text in a private file while the user's editor changes it.
///
/// The editor is `$VISUAL`, else `$EDITOR`, else `vi`. Whoever has the terminal runs ``shell`` with the
/// words ``editing``, and reads the text afterwards.
package struct DraftFile {
  /// A reason why there is no edited text.
  package struct Failure: Error, Hashable {
    /// The sentence for a person.
    package let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }

  private let path: String
  /// The longest text that is taken back, in bytes.
  private static let limit = 16 << 20

  /// Writes a text to a new file that only the user can read.
  ///
  /// - Parameters:
  ///   - text: the text that the editor begins with.
  ///   - suffix: the end of the file's name, by which the editor knows the kind of text.
  package init(_ text: String, suffix: String) throws(Failure) {
    let folder = CurrentProcess.variable("TMPDIR") ?? "/tmp"
    do throws(SystemError) {
      let draft = try FileSystem.makeTemporaryFile(in: folder, named: "draft", suffix: suffix)
      path = draft.path
      do {
        try draft.file.writeAll(text)
      } catch {
        remove()
        throw error
      }
    } catch {
      throw Self.failure("written", "\(folder)/draft", error)
    }
  }

  /// Removes the file.
  package func remove() {
    try? FileSystem.remove(path)
  }

  /// The program that runs the editor, and survives a ^C that the editor answers.
  package static let shell = "/bin/sh"

  /// The words after the name of ``shell``.
  package var editing: [String] {
    ["-c", "trap : INT QUIT; \(Self.editor) \"$1\"", "sh", path]
  }

  /// The text now, without a line end that the editor has added to the one before.
  ///
  /// - Parameters:
  ///   - former: the text before.
  ///   - status: the exit status of ``shell``.
  package func read(adding former: String, status: Int32) throws(Failure) -> String {
    // The status of a shell that finds no such program.
    if status == 127 { throw Failure("The editor '\(Self.editor)' was not found.") }
    guard status == 0 else {
      throw Failure("'\(Self.editor)' ended with status \(status). The text was not changed.")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor.open(path, for: .reading).readAll(limit: Self.limit)
    } catch {
      throw Self.failure("read", path, error)
    }
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        "The edited file is not UTF-8 text of at most \(Self.limit) bytes. The text was not changed."
      )
    }
    return text.hasSuffix("\n") && !former.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The command in the environment, arguments and all, as every program reads it.
  private static var editor: String {
    let found = ["VISUAL", "EDITOR"].lazy.compactMap(CurrentProcess.variable)
    return found.first { !$0.isEmpty } ?? "vi"
  }

  private static func failure(_ verb: String, _ path: String, _ error: SystemError) -> Failure {
    Failure("The file '\(path)' could not be \(verb): \(error.code).")
  }
}
