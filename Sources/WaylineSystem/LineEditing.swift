import CWaylineSystem
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The callbacks of an edited line, all on the main actor.
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
  private let thread: EditingThread
  private let box: OwnerBox
  private let files: [FileIdentity]

  /// The editors so far, which the library does not give up: the next owner at a terminal gets one of them.
  private static var opened: [LineEditing] = []

  /// The character that inserts a text at once, which is shown once instead of key by key.
  package static let insertion = Unicode.Scalar(UInt8(wayline_insertion))

  /// Loads the library; nil if the machine has none, or no UTF-8.
  package init?(program: String, input: Int32, output: Int32, owner: any LineEditingOwner) {
    let files = [input, output].compactMap {
      try? FileDescriptor(borrowing: $0).status().identity
    }
    if let known = Self.renewed(for: files, owner) {
      (editor, thread, box, self.files) = (known.editor, known.thread, known.box, files)
      return
    }
    let box = OwnerBox(owner)
    let calls = wayline_editor_calls(
      next: next, complete: complete, insertion: insertedText, cluster: cluster)
    let thread = EditingThread()
    let context = Unmanaged.passRetained(Callbacks(box, thread))
    guard let editor = wayline_editor_open(program, input, output, calls, context.toOpaque()) else {
      context.release()
      return nil
    }
    (self.editor, self.thread, self.box, self.files) = (editor, thread, box, files)
    Self.opened.append(self)
  }

  /// An editor of the same terminal whose owner has ended, for another owner.
  private static func renewed(
    for files: [FileIdentity], _ owner: any LineEditingOwner
  ) -> LineEditing? {
    let known = opened.first {
      $0.files == files && $0.box.owner == nil && wayline_editor_renew($0.editor)
    }
    known?.box.owner = owner
    return known
  }

  /// Makes it print no escape sequences, as for a screen reader, or those of its terminal.
  package func setPlain(_ isPlain: Bool) { wayline_editor_set_plain(editor, isPlain) }

  /// Gives the editor up, which another owner may take then. The owner calls it before it is released.
  package func release() { box.owner = nil }

  /// Reads a line without its end; nil at the end of the input, or when the owner has ended it.
  package func read(prompt: String) -> String? { Self.read(editor, prompt) }

  nonisolated fileprivate static func read(_ editor: OpaquePointer, _ prompt: String) -> String? {
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

// MARK: - A line on a thread of its own

extension LineEditing {
  /// A request of the library, whose answer continues a line that is read on a thread of its own.
  package enum Request: Sendable {
    /// The next key.
    case key
    /// The completion of a beginning.
    case completion(String)
    /// The text that ``insertion`` stands for.
    case insertion
    /// Nothing: the line is complete, or was ended without one.
    case line(String?)
  }

  /// The answer to a request.
  package enum Reply: Sendable {
    /// A key; nil ends the line.
    case key(Unicode.Scalar?)
    /// A text; nil as the owner's methods return it.
    case text(String?)
  }

  /// Begins to read a line on a thread of its own, and returns what it needs first.
  ///
  /// The thread runs only within this call and ``resume(_:)``, so that the editor is never used by two.
  package func begin(prompt: String) -> Request {
    // Stays with the thread, while the caller waits for it.
    nonisolated(unsafe) let editor = editor
    return thread.begin { Self.read(editor, prompt) }
  }

  /// Answers the present request, and returns the next one.
  package func resume(_ reply: Reply) -> Request { thread.resume(reply) }
}

/// The thread that reads a line, and the caller that waits while it runs: one of both runs at any time.
private final class EditingThread: @unchecked Sendable {
  // Proof: each semaphore hands the two variables over to the other side.
  private var request = LineEditing.Request.line(nil)
  private var reply = LineEditing.Reply.key(nil)
  private let asked = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "wayline.editing")
  /// True while the line is read on the thread.
  private(set) var isReading = false

  func begin(_ read: @escaping @Sendable () -> String?) -> LineEditing.Request {
    isReading = true
    queue.async { [self] in
      request = .line(read())
      isReading = false
      asked.signal()
    }
    asked.wait()
    return request
  }

  func resume(_ reply: LineEditing.Reply) -> LineEditing.Request {
    self.reply = reply
    answered.signal()
    asked.wait()
    return request
  }

  /// Asks the caller, on the thread.
  func ask(_ request: LineEditing.Request) -> LineEditing.Reply {
    self.request = request
    asked.signal()
    answered.wait()
    return reply
  }
}

/// The two sides that can answer the library: its owner, or the thread that hands on what it asks.
private final class Callbacks: Sendable {
  let box: OwnerBox
  private let thread: EditingThread

  init(_ box: OwnerBox, _ thread: EditingThread) {
    (self.box, self.thread) = (box, thread)
  }

  static func of(_ context: UnsafeMutableRawPointer) -> Callbacks {
    Unmanaged<Callbacks>.fromOpaque(context).takeUnretainedValue()
  }

  /// The answer of the caller of a thread; nil if the owner itself reads the line.
  func reply(to request: LineEditing.Request) -> LineEditing.Reply? {
    thread.isReading ? thread.ask(request) : nil
  }
}

/// Keeps the owner for the C library, which has room for one pointer.
@MainActor
private final class OwnerBox {
  // NB: not weak, which would slow down each use of the owner; see `LineEditing.release()`.
  unowned(unsafe) var owner: (any LineEditingOwner)?

  init(_ owner: any LineEditingOwner) {
    self.owner = owner
  }
}

/// NB: libedit calls these four from ``LineEditing/read(prompt:)``, so on the main thread, or on the thread
/// of the line.
private func next(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return -1 }
  let callbacks = Callbacks.of(context)
  if let reply = callbacks.reply(to: .key) {
    guard case .key(let scalar?) = reply else { return -1 }
    return Int32(bitPattern: scalar.value)
  }
  return MainActor.assumeIsolated {
    callbacks.box.owner?.nextCharacter().map { Int32(bitPattern: $0.value) } ?? -1
  }
}

private func complete(
  _ context: UnsafeMutableRawPointer?, _ beginning: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let context, let beginning else { return strdup("") }
  let (callbacks, start) = (Callbacks.of(context), String(cString: beginning))
  if case .text(let found)? = callbacks.reply(to: .completion(start)) {
    return found.flatMap { strdup($0) }
  }
  let found = MainActor.assumeIsolated { () -> String? in
    guard let owner = callbacks.box.owner else { return "" }
    return owner.completion(of: start)
  }
  return found.flatMap { strdup($0) }
}

private func insertedText(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  guard let context else { return nil }
  let callbacks = Callbacks.of(context)
  if case .text(let text)? = callbacks.reply(to: .insertion) { return text.flatMap { strdup($0) } }
  return MainActor.assumeIsolated { callbacks.box.owner?.takeInsertion() }.flatMap { strdup($0) }
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
