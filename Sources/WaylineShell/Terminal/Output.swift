import WaylineSystem

/// The output of the frames: a private copy of a descriptor, one write for each frame.
///
/// A frame above a prompt that another part prints is held back, so that both are one write:
/// each write to a terminal wakes a thread of the system and the program that shows it. Text that the
/// program has printed itself is written out first, so a `print` cannot tear a frame.
/// While the output has no room it waits, and stops waiting when ``isInterrupted`` says so.
package final class Output {
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// True if nothing reads the output any more, or it was given up.
  @exclusivity(unchecked) package private(set) var isClosed = false
  /// The reason why the last frame could not be written; nil when it was.
  package private(set) var error: ErrorCode?
  /// True if the output is a terminal, or was one before it was closed.
  package let isTerminal: Bool
  /// A descriptor that becomes readable when ``isInterrupted`` may have changed; -1 for none.
  var interruption: Int32 = -1
  /// True if the wait for room ends: the program has been asked to end.
  var isInterrupted: () -> Bool = { false }
  /// Takes the text of an editor of lines, which comes after the held one; nil without an editor.
  @exclusivity(unchecked) var editedText: (() -> [UInt8])?
  /// Text that is written before anything else, and at the next ``flush()`` at the latest.
  @exclusivity(unchecked) private var held: [UInt8] = []
  /// The copy, for another program at the terminal.
  let file: FileDescriptor
  /// The same pipe or terminal in a mode of its own, which never waits; else the copy.
  private let writer: FileDescriptor
  private let writesAtOnce: Bool
  private let redirected: Int32?

  /// Creates an output to a copy of `descriptor`.
  ///
  /// - Parameter redirecting: whether text that others write to `descriptor` goes to standard error
  ///   until this output ends.
  package init(descriptor: Int32 = 1, redirecting: Bool = false) {
    let original = FileDescriptor(borrowing: descriptor)
    do throws(SystemError) {
      file = try original.copy()
    } catch {
      file = FileDescriptor(borrowing: -1)
      (isClosed, self.error) = (true, error.code)
    }
    let isUsable = error == nil
    isTerminal = file.isTerminal
    let nonblocking = isUsable ? file.nonblocking() : nil
    writer = nonblocking ?? file
    writesAtOnce = nonblocking != nil || Self.neverWaits(file)
    redirected = redirecting && isUsable ? descriptor : nil
    if redirected != nil { try? FileDescriptor.standardError.replace(descriptor) }
  }

  deinit {
    CurrentProcess.flushStandardOutput()
    if let redirected { try? file.replace(redirected) }
  }

  /// Prepares the descriptors of a program: opens the standard ones that the parent closed, so that no
  /// file gets their numbers, and makes a file that grows too large an error of the write.
  ///
  /// The first thing a program does: before it, a store could become its standard input. It ends the
  /// program with a sentence when too few descriptors are left, because the queues of the system end
  /// it without one.
  package static func openStandardDescriptors() {
    try? CurrentProcess.openStandardDescriptors()
    SignalPipe.ignore(.fileTooLarge)
    guard !CurrentProcess.canOpen(neededDescriptors) else { return }
    FileDescriptor.standardError.complain(
      "At least \(neededDescriptors + 3) open files are needed, and this process can open fewer. "
        + "Raise the limit with 'ulimit -n'.")
    CurrentProcess.exit(ShellStatus.busy.rawValue)
  }

  /// The descriptors of a program with stores, watches, signals and queues.
  private static let neededDescriptors = 21

  /// Writes a text whole, after everything that was printed before.
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes bytes whole, after everything that was printed before.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard !isClosed, !bytes.isEmpty else { return }
    let before = takeHeld()
    CurrentProcess.flushStandardOutput()
    guard !before.isEmpty else { return writeAll(bytes) }
    (before + bytes).withUnsafeBytes(writeAll)
  }

  /// Holds a text for the next write or ``flush()``.
  func hold(_ text: String) {
    if let editedText { held += editedText() }
    held += text.utf8
  }

  /// Writes what is held, and what the editor has printed.
  func flush() {
    let before = takeHeld()
    guard !isClosed, !before.isEmpty else { return }
    CurrentProcess.flushStandardOutput()
    before.withUnsafeBytes(writeAll)
  }

  private func takeHeld() -> [UInt8] {
    guard let editedText else { return [] }
    defer { held = [] }
    let edited = editedText()
    return held.isEmpty ? edited : held + edited
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch writeSome(UnsafeRawBufferPointer(rebasing: rest)) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .nothing where waitForRoom(): break
      case .nothing, .end:
        isClosed = true
        return
      case .failed(let code):
        (isClosed, error) = (true, code)
        return
      }
    }
    error = nil
  }

  private func writeSome(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    writesAtOnce ? writer.write(bytes) : writer.transfer(bytes)
  }

  /// Waits until there is room. Returns false when the output is to be given up.
  private func waitForRoom() -> Bool {
    var list = PollList()
    list.append(writer.number, .writable)
    list.append(interruption)
    while !isInterrupted() {
      if list.wait(), list.isReady(at: 0) { return true }
    }
    return false
  }

  /// True if a write to the file never waits for a reader.
  private static func neverWaits(_ file: FileDescriptor) -> Bool {
    switch (try? file.status())?.kind {
    case .pipe?, .socket?: false
    case .characterDevice?: !file.isTerminal
    default: true
    }
  }
}
