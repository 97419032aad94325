import WaylineGraph

/// A driver of a session whose bytes the caller reads and writes: it waits for nothing itself.
///
/// Bytes come in by ``receive(_:)``, and each call of ``step()`` carries out one line. What is to be
/// written waits in a buffer; while that is full no line is carried out, and what changes without
/// a request is left out and printed as a whole later.
@MainActor
package final class StreamDriver {
  /// Called after an update that no call caused: there may be something to write, or lines may be
  /// wanted again.
  package var onProgress: () -> Void = {}

  let session: Session
  private var queue: LineQueue
  private var output = OutputBuffer()
  private var conversation: Conversation
  package private(set) var hasBegun = false
  /// True if others have been looked at since the last line.
  private var hasAttended = false
  /// A screen left out because nothing read the output, and the number of messages left out.
  private var leftOut: (screen: Bool, messages: Int) = (false, 0)
  private let reference = BackReference<StreamDriver>()

  /// A driver of a session that has not started.
  package init(session: Session) {
    self.session = session
    conversation = Conversation(session.options)
    queue = LineQueue(limits: session.options.limits)
    reference.object = self
    session.onFrame = { [reference] in reference.object?.add($0) }
    session.onProgress = { [reference] in reference.object?.progress() }
  }

  /// Isolated, so that no closure of the session reads the reference meanwhile.
  isolated deinit {
    reference.object = nil
  }
}

// MARK: - Input

extension StreamDriver {
  /// Prints the first screen, or what the words that were given ask for.
  package func begin(program: String) {
    guard !hasBegun else { return }
    hasBegun = true
    conversation.greet(program: program)
    session.start()
    settle()
  }

  /// True if bytes should be read: nothing waits to be carried out, and the output is not full.
  package var wantsInput: Bool {
    hasBegun && session.ending == nil && queue.isEmpty && !queue.isFinished && !isFull
  }

  /// True if ``step()`` would do something.
  package var canStep: Bool {
    guard hasBegun, !isFull else { return false }
    return session.wantsInput ? !queue.isEmpty || queue.isFinished : canCancel
  }

  /// True if something runs that the next line cancels.
  private var canCancel: Bool {
    guard session.options.readsJSON, session.ending == nil, case .line(let line)? = queue.peek()
    else {
      return false
    }
    return line.isCancellation
  }

  /// Takes bytes that were read. Nothing is carried out yet.
  package func receive(_ bytes: some Sequence<UInt8>) {
    queue.append(bytes)
  }

  /// There is nothing more to read.
  package func endInput() {
    guard queue.finish(takingUnended: session.options.takesUnendedLine) else { return }
    let sentence = "The input ended within a line, which was not run."
    session.receive(.unreadable, after: .problem(sentence, .lineUnended))
  }

  /// Carries out one line, if one waits and is wanted. Returns whether it did.
  @discardableResult
  package func step() -> Bool {
    guard canStep else { return false }
    conversation.takeLine()
    hasAttended = false
    if let item = queue.next() {
      take(item)
    } else {
      session.receive(.endOfInput)
    }
    conversation.endAnswer(isWithinAnswer: session.isWithinAnswer)
    settle()
    return true
  }

  /// Ends the session without its input; what it prints last waits to be written.
  package func end(_ event: SessionMachine.Event, after message: Message? = nil) {
    if let message { session.receive(event, after: message) } else { session.receive(event) }
    settle()
  }

  private func take(_ item: LineQueue.Item) {
    switch item {
    case .line(let line): session.receive(line, asJSON: session.options.readsJSON)
    case .refused(let count):
      session.receive(
        .unreadable, after: .problem(session.options.limits.refusal(of: count), .linesRefused))
    }
  }
}

// MARK: - Output

extension StreamDriver {
  /// The number of bytes that wait to be written.
  package var waitingBytes: Int { output.count }

  /// True if the session has ended and its output was written.
  package var isOver: Bool { session.ending != nil && output.count == 0 }

  private var isFull: Bool { output.count >= session.options.limits.outputBytes }

  /// Takes what waits to be written.
  package func takeOutput() -> [UInt8] {
    // The caller takes what there is now.
    session.endPatience()
    session.printChanges()
    let bytes = output.takeAll()
    catchUp()
    return bytes
  }

  /// Hands what waits to a closure that returns how much of it was written.
  package func drain(_ write: (UnsafeRawBufferPointer) throws -> Int) rethrows {
    guard output.count > 0 else { return }
    try output.drain(write)
    catchUp()
  }

  private func add(_ frame: Frame) {
    if isFull, frame.isUnasked, frame.ending == nil, frame.question == nil {
      return leaveOut(frame)
    }
    if frame.isStreamed, output.count >= Self.longestAnswer { return leaveOut(frame) }
    guard !frame.isEmpty || frame.line != nil else { return }
    conversation.add(frame)
    if frame.isStreamed { progress() }
  }

  /// The bytes of an answer beyond which nothing is added that its command prints: it may never end.
  private static let longestAnswer = 1 << 24

  private func leaveOut(_ frame: Frame) {
    if frame.screen != nil { leftOut.screen = true }
    leftOut.messages += frame.messages.count
  }

  /// Reports what was left out while nothing read the output.
  private func catchUp() {
    guard !isFull, leftOut != (false, 0), session.ending == nil else { return }
    let (screen, messages) = leftOut
    leftOut = (false, 0)
    if messages > 0 {
      let noun = messages == 1 ? "1 message was" : "\(messages) messages were"
      session.report(
        .problem("\(noun) left out while the output was not read.", .messagesLeftOut))
    }
    if screen { session.showUnasked() }
    settle()
  }

  private func progress() {
    settle()
    onProgress()
  }

  /// Puts the prompt at the end if a line is wanted, and everything into the buffer.
  private func settle() {
    guard hasBegun else { return }
    if session.wantsInput, !hasAttended {
      hasAttended = true
      session.attend()
    }
    if session.wantsInput {
      conversation.ask(session.question, isWithinAnswer: session.isWithinAnswer)
    } else if session.ending != nil {
      conversation.leavePrompt()
    }
    output.append(conversation.text)
    conversation.removeText()
    if session.ending != nil { queue.removeAll() }
  }
}
