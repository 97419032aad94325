import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The callbacks of an edited line, all on the thread that reads it.
@MainActor
package protocol LineEditingOwner: AnyObject {
  /// The next character that was typed; nil ends the line.
  func nextCharacter() -> Unicode.Scalar?
  /// The text that completes a beginning, empty for none; nil when choices were printed instead.
  func completion(of beginning: String) -> String?
  /// The text that ``LineEditing/insertion`` stands for; nil if the user has typed that character.
  func takeInsertion() -> String?
}

/// Line editing by libedit, which is loaded when the program runs, and only if the machine has it.
///
/// The library lives as long as the program, and so does an editor that was opened.
@MainActor
package struct LineEditing {
  private let editor: OpaquePointer

  /// The character that inserts a text at once, which is shown once instead of key by key.
  package static let insertion = Unicode.Scalar(UInt8(wayline_insertion))

  /// Loads the library; nil if the machine has none, or no UTF-8.
  package init?(program: String, input: Int32, output: Int32, owner: any LineEditingOwner) {
    let calls = wayline_editor_calls(
      next: next, complete: complete, insertion: insertedText, cluster: cluster)
    let box = Unmanaged.passRetained(OwnerBox(owner))
    guard let editor = wayline_editor_open(program, input, output, calls, box.toOpaque()) else {
      box.release()
      return nil
    }
    self.editor = editor
  }

  /// Reads a line without its end; nil at the end of the input, or when the owner has ended it.
  package func read(prompt: String) -> String? {
    guard let line = wayline_editor_read(editor, prompt) else { return nil }
    defer { free(line) }
    let text = String(cString: line)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Adds a line to those that the arrow keys bring back.
  package func remember(_ line: String) { wayline_editor_remember(editor, line) }

  /// Takes what the library has printed since the last call, and is on the terminal only when the owner
  /// writes it. A library before 2013 writes to the terminal itself.
  package func takePrinted<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text: UnsafePointer<CChar>?
    let count = wayline_editor_take_printed(editor, &text)
    return body(UnsafeRawBufferPointer(start: text, count: count))
  }

  /// True if something has been typed on the line that is being read.
  package var hasText: Bool { wayline_editor_has_text(editor) }

  /// Prints the prompt and the typed text again, at the beginning of a line.
  package func refresh() { wayline_editor_refresh(editor) }

  /// Reads the size of the terminal again, and prints the line again.
  package func resize() { wayline_editor_resize(editor) }

  /// Gives the terminal the settings for editing, or takes them away.
  package func setEditing(_ isOn: Bool) { wayline_editor_prepare(editor, isOn) }
}

/// Keeps the owner for the C library, which has room for one pointer.
@MainActor
private final class OwnerBox {
  unowned let owner: any LineEditingOwner

  init(_ owner: any LineEditingOwner) {
    self.owner = owner
  }

  static func owner(_ context: UnsafeMutableRawPointer) -> any LineEditingOwner {
    Unmanaged<OwnerBox>.fromOpaque(context).takeUnretainedValue().owner
  }
}

/// NB: libedit calls these four from ``LineEditing/read(prompt:)``, so on the main thread.
private func next(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return -1 }
  nonisolated(unsafe) let owner = context  // Stays on this thread.
  return MainActor.assumeIsolated {
    OwnerBox.owner(owner).nextCharacter().map { Int32(bitPattern: $0.value) } ?? -1
  }
}

private func complete(
  _ context: UnsafeMutableRawPointer?, _ beginning: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let context, let beginning else { return strdup("") }
  let start = String(cString: beginning)
  nonisolated(unsafe) let owner = context  // Stays on this thread.
  let found = MainActor.assumeIsolated { OwnerBox.owner(owner).completion(of: start) }
  return found.flatMap { strdup($0) }
}

private func insertedText(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  guard let context else { return nil }
  nonisolated(unsafe) let owner = context  // Stays on this thread.
  return MainActor.assumeIsolated { OwnerBox.owner(owner).takeInsertion() }.flatMap { strdup($0) }
}

/// The size in scalars of the first or the last character. A character is taken to have fewer than
/// 256 scalars, so that the cost does not grow with the line.
private func cluster(_ scalars: UnsafePointer<Int32>?, _ count: Int, _ isLast: Bool) -> Int32 {
  let row = UnsafeBufferPointer(start: scalars, count: count)
  let near = isLast ? row.suffix(256) : row.prefix(256)
  var text = String.UnicodeScalarView()
  for value in near { text.append(Unicode.Scalar(UInt32(bitPattern: value)) ?? "\u{FFFD}") }
  let character = isLast ? String(text).last : String(text).first
  return Int32(character?.unicodeScalars.count ?? 1)
}
