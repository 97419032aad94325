import WaylineSystem
import WaylineViews

/// Edits lines at a terminal with libedit: arrow keys, earlier lines, completion.
///
/// The library is loaded when the first line is read, and only if the machine has it. It calls this
/// object for each character, and this object calls its owner, whose loop continues meanwhile.
@MainActor
package final class LineEditor {
  /// The next character; nil ends the line's reading without a line.
  var next: () -> Unicode.Scalar? = { nil }
  /// The whole lines that begin with a text.
  var completions: (String) -> [Completion] = { _ in [] }
  /// Prints lines below the one that is typed.
  var list: ([String]) -> Void = { _ in }
  /// The width of the terminal; nil where it is not known.
  var columns: () -> Int? = { nil }
  /// The beginning for which very many lines can be listed, when Tab is pressed again.
  private var manyFor: String?

  private let program: String
  private let input: Int32
  private let output: Int32
  private let isPlain: Bool
  private var editing: LineEditing?
  private var isMissing = false
  private var remembered = 0
  /// True if a line is being read.
  private(set) var isReading = false
  /// A text that is inserted at once.
  private var insertion: String?

  /// Creates an editor of lines typed on one descriptor and shown on another, which are one terminal.
  ///
  /// - Parameter isPlain: whether it prints no escape sequences, as for a screen reader.
  package init(program: String, input: Int32, output: Int32, isPlain: Bool = false) {
    (self.program, self.input, self.output) = (program, input, output)
    self.isPlain = isPlain
  }

  isolated deinit { editing?.release() }

  /// True if there is a library; loads it.
  var isAvailable: Bool {
    if editing == nil, !isMissing {
      editing = LineEditing(program: program, input: input, output: output, owner: self)
      editing?.setPlain(isPlain)
      isMissing = editing == nil
    }
    return editing != nil
  }

  /// Reads a line; nil at the end of the input, or when the owner has ended it.
  func read(prompt: String, history: (any HistoryStore)?) -> String? {
    guard let editing else { return nil }
    if let history { remember(history, editing) }
    isReading = true
    defer { isReading = false }
    return editing.read(prompt: prompt)
  }

  /// The state of a line that is read on a thread of its own.
  enum Progress {
    /// The line needs a key.
    case wantsKey
    /// The line is complete; nil if it was ended without one.
    case line(String?)
  }

  /// Begins a line on a thread of its own, which runs only while this object waits for it.
  func begin(prompt: String, history: (any HistoryStore)?) -> Progress {
    guard let editing else { return .line(nil) }
    if let history { remember(history, editing) }
    isReading = true
    return answer(editing.begin(prompt: prompt), editing)
  }

  /// Continues the line with a key, or ends it.
  func resume(_ key: Unicode.Scalar?) -> Progress {
    guard let editing else { return .line(nil) }
    return answer(editing.resume(.key(key)), editing)
  }

  private func answer(_ request: LineEditing.Request, _ editing: LineEditing) -> Progress {
    var request = request
    while true {
      switch request {
      case .key: return .wantsKey
      case .completion(let beginning): request = editing.resume(.text(completion(of: beginning)))
      case .insertion: request = editing.resume(.text(takeInsertion()))
      case .line(let line):
        isReading = false
        return .line(line)
      }
    }
  }

  private func remember(_ history: any HistoryStore, _ editing: LineEditing) {
    let count = history.total - remembered
    guard count > 0 else { return }
    for line in history.lines.suffix(count) { editing.remember(line) }
    remembered = history.total
  }

  /// Takes what the editor has printed, which its owner writes.
  func takePrinted() -> [UInt8] { editing?.takePrinted { Array($0) } ?? [] }

  /// True if something has been typed on the line that is being read.
  var hasText: Bool { editing?.hasText ?? false }

  /// Prints the prompt and the typed text again, at the beginning of a line.
  func refresh() {
    if isReading { editing?.refresh() }
  }

  /// Reads the size of the terminal again, and prints the line again.
  func resize() {
    if isReading { editing?.resize() }
  }

  /// Gives the terminal back while the program is stopped, and takes it again.
  func setEditing(_ isOn: Bool) {
    if isReading { editing?.setEditing(isOn) }
  }
}

extension LineEditor: LineEditingOwner {
  /// The next character that was typed; nil ends the line.
  package func nextCharacter() -> Unicode.Scalar? { next() }

  /// Returns the character that makes the library insert a text at once.
  ///
  /// Only as long as nothing but plain characters was typed on the line: after a control character the
  /// library may be reading the rest of a key.
  func insert(_ text: String) -> Unicode.Scalar {
    insertion = text
    return LineEditing.insertion
  }

  /// The text that is inserted, once.
  package func takeInsertion() -> String? {
    defer { insertion = nil }
    return insertion
  }

  /// The text that completes a beginning; nil when the choices were listed instead.
  package func completion(of beginning: String) -> String? {
    let found = completions(beginning)
    guard let first = found.first else { return "" }
    let start = beginning.lowercased()
    guard found.allSatisfy({ $0.line.lowercased().hasPrefix(start) }) else {
      // A text that lies within the choices, or only its letters, cannot be continued.
      show(found, for: beginning)
      return nil
    }
    let common = found.dropFirst().reduce(first.line[...]) { $0.commonPrefix(with: $1.line) }
    if common.count > beginning.count || found.count == 1 {
      return String(common.dropFirst(beginning.count))
    }
    show(found, for: beginning)
    return nil
  }

  /// Lists the lines that can be typed; more than a few pages only when Tab is pressed again.
  private func show(_ found: [Completion], for beginning: String) {
    if found.count > Completion.listed, manyFor != beginning {
      manyFor = beginning
      return list([ShellMessage.manyCompletions(found.count).description])
    }
    manyFor = nil
    list(Completion.list(found, columns: columns()))
  }
}

extension Substring {
  fileprivate func commonPrefix(with other: String) -> Substring {
    let count = zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.count
    return prefix(count)
  }
}
