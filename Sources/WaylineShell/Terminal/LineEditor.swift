import CSystem
import Glibc

/// Edits lines at a terminal with libedit: arrow keys, earlier lines, completion.
///
/// The library is loaded when the first line is read, and only if the machine has it. It asks this
/// object for each character, and this object asks its owner, whose loop goes on meanwhile.
@MainActor
package final class LineEditor {
  /// The next character; nil ends the line's reading without a line.
  var nextCharacter: () -> Unicode.Scalar? = { nil }
  /// What can follow a beginning: whole lines.
  var completions: (String) -> [String] = { _ in [] }
  /// Prints lines below the one that is typed.
  var list: ([String]) -> Void = { _ in }

  private let program: String
  private let input: Int32
  private let output: Int32
  private var editor: OpaquePointer?
  private var isMissing = false
  private var remembered = 0
  /// Whether a line is being read.
  private(set) var isReading = false

  /// An editor of lines typed on one descriptor and shown on another, which are one terminal.
  package init(program: String, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    (self.program, self.input, self.output) = (program, input, output)
  }

  /// Whether there is a library; loads it.
  var isAvailable: Bool {
    if editor == nil, !isMissing { open() }
    return editor != nil
  }

  private func open() {
    let calls = wayline_editor_calls(next: next, complete: complete, cluster: cluster)
    // The editor is never closed: it lives as long as the program's terminal session.
    let context = Unmanaged.passRetained(self).toOpaque()
    editor = wayline_editor_open(program, input, output, calls, context)
    isMissing = editor == nil
    if isMissing { Unmanaged<LineEditor>.fromOpaque(context).release() }
  }

  /// Reads a line; nil at the end of the input, or when the owner has ended it.
  func read(prompt: String, history: (any HistoryStore)?) -> String? {
    guard let editor else { return nil }
    if let history { remember(history, editor) }
    isReading = true
    let isGuarding = wayline_crash_guard_arm(input)
    defer {
      if isGuarding { wayline_crash_guard_disarm() }
      isReading = false
    }
    guard let line = wayline_editor_read(editor, prompt) else { return nil }
    defer { free(line) }
    let text = String(cString: line)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func remember(_ history: any HistoryStore, _ editor: OpaquePointer) {
    let count = history.total - remembered
    guard count > 0 else { return }
    for line in history.lines.suffix(count) { wayline_editor_remember(editor, line) }
    remembered = history.total
  }

  /// Whether something has been typed on the line that is being read.
  var hasText: Bool { editor.map(wayline_editor_has_text) ?? false }

  /// Prints the prompt and what has been typed again, at the beginning of a line.
  func refresh() {
    if let editor, isReading { wayline_editor_refresh(editor) }
  }

  /// Takes the present size of the terminal, and prints the line again.
  func resize() {
    if let editor, isReading { wayline_editor_resize(editor) }
  }

  /// Gives the terminal back while the program is stopped, and takes it again.
  func setEditing(_ isOn: Bool) {
    if let editor, isReading { wayline_editor_prepare(editor, isOn) }
  }
}

extension LineEditor {
  /// What completes a beginning; nil when the choices were listed instead.
  fileprivate func completion(of beginning: String) -> String? {
    let found = completions(beginning)
    guard let first = found.first else { return "" }
    let common = found.dropFirst().reduce(first[...]) { $0.commonPrefix(with: $1) }
    if common.count > beginning.count || found.count == 1 {
      return String(common.dropFirst(beginning.count))
    }
    list(found)
    return nil
  }
}

extension Substring {
  fileprivate func commonPrefix(with other: String) -> Substring {
    let count = zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.count
    return prefix(count)
  }
}

/// NB: libedit calls these from ``LineEditor/read(prompt:history:)``, so on the main thread.
private func next(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return -1 }
  nonisolated(unsafe) let owner = context  // Stays on this thread.
  return MainActor.assumeIsolated {
    let editor = Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
    return editor.nextCharacter().map { Int32(bitPattern: $0.value) } ?? -1
  }
}

private func complete(
  _ context: UnsafeMutableRawPointer?, _ beginning: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let context, let beginning else { return strdup("") }
  let start = String(cString: beginning)
  nonisolated(unsafe) let owner = context  // Stays on this thread.
  let found = MainActor.assumeIsolated {
    Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue().completion(of: start)
  }
  return found.flatMap { strdup($0) }
}

/// The size in scalars of the first or the last character; far from both ends it does not matter
/// what else stands on the line.
private func cluster(_ scalars: UnsafePointer<Int32>?, _ count: Int, _ isLast: Bool) -> Int32 {
  let row = UnsafeBufferPointer(start: scalars, count: count)
  let near = isLast ? row.suffix(256) : row.prefix(256)
  var text = String.UnicodeScalarView()
  for value in near { text.append(Unicode.Scalar(UInt32(bitPattern: value)) ?? "\u{FFFD}") }
  let character = isLast ? String(text).last : String(text).first
  return Int32(character?.unicodeScalars.count ?? 1)
}
