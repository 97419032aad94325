/// Everything that is printed in one write: messages, then the screen, then the prompt.
package struct Frame: Hashable, Sendable {
  /// The line that this answers, without the value of a secret.
  package var line: String?
  /// The input that this answers, where the line does not say it; for logs.
  var input: LoggedInput?
  /// True if the messages are about the form of a line that is read next, such as its bytes.
  var isAboutForm = false
  /// True if that line answered a question.
  var isAnswer = false
  /// True if that answer is a text of several lines, typed up to a line with a single dot.
  package var isText = false
  /// True if that answer was typed as two quotes, which stand for the empty text.
  var isEmptied = false
  /// True if that line gave a secret its value.
  package var isSecret = false
  /// The status of what was not accepted; nil when everything was.
  package var status: ShellStatus?
  /// True if the line names a place that exists, and was refused by a guard.
  var isPlaceRefused = false
  /// The finished navigations, oldest first; printed for programs only.
  package var transitions: [Transition] = []
  /// The finished flows, oldest first; printed for programs only.
  package var flows: [FlowReport] = []
  /// The messages, in the order in which they came up.
  package var messages: [Message] = []
  /// The value that a command returned; printed for programs only.
  @Boxed package var value: CommandValue?
  /// True if a command printed the messages while it runs: they are written at once.
  var isStreamed = false
  /// The screen, if it is to be printed.
  package var screen: Screen?
  /// The screen before, where only the difference is sent; nil where the screen is.
  var earlier: Screen?
  /// The part of the screen that is printed; nil for all of it.
  @Boxed package var page: ScreenPage?
  /// True if the place is printed above the screen; it is not repeated above one that stays.
  var hasPlace = true
  /// True if an empty line stands above the screen, between it and the one before.
  var isApart = false
  /// The hint below a page or a list; nil where nothing is left.
  package var hint: String?
  /// True if the messages are a page, or all that was left of a long text.
  var isPaged = false
  /// The width at which lines wrap, in columns; nil where they do not.
  package var columns: Int?
  /// True if problems are printed elsewhere.
  var hidesProblems = false
  /// The number of the line that printed problems begin with; nil where they do not.
  var problemLine: Int?
  /// The question that the next line answers, in the frame that asks it.
  @Boxed package var question: LineQuestion?
  /// The progress of long work, in a frame of its own; only for terminals and programs.
  @Boxed package var progress: ProgressReport?
  /// True if no line caused the frame: something changed while the program waited.
  var isUnasked = false
  /// The number of the earlier line that has caused the frame; nil for the present one, and for none.
  var cause: Int?
  /// The status the session ended with, in its last frame.
  package var ending: ShellStatus?

  /// An empty frame; inlined, so that it is made in its place.
  @inline(__always) init() {}

  /// A frame of messages and a screen.
  package init(messages: [Message] = [], screen: Screen? = nil, isUnasked: Bool = false) {
    self.init()
    (self.messages, self.screen, self.isUnasked) = (messages, screen, isUnasked)
  }

  /// True if it is better written in pieces than put together first.
  var isLong: Bool { page == nil && (screen?.lines.count ?? 0) > 1_000 }

  /// The messages that are printed with the screen.
  var printedMessages: [Message] {
    hidesProblems ? messages.filter { $0.kind != .problem } : messages
  }

  /// True if a message leads to a place and has not got its number.
  var hasUnnumberedLink: Bool { messages.contains { $0.link?.isPrinted == false } }

  /// True if nothing is printed or logged; inlined, since a call would copy the frame.
  @inline(__always) var isIdle: Bool { isEmpty && line == nil && input == nil }

  /// True if there is nothing to print; inlined, since a call would copy the frame.
  @inline(__always) package var isEmpty: Bool {
    screen == nil && messages.isEmpty && transitions.isEmpty && flows.isEmpty && value == nil
      && question == nil && ending == nil && progress == nil
  }
}

extension Session {
  /// True if the present frame is idle, as ``Frame/isIdle`` says. It is looked at where it stands, which is
  /// done before most lines; the property would copy it.
  var isFrameIdle: Bool {
    frame.screen == nil && frame.messages.isEmpty && frame.transitions.isEmpty
      && frame.flows.isEmpty && frame.value == nil && frame.question == nil && frame.ending == nil
      && frame.progress == nil && frame.line == nil && frame.input == nil
  }
}

/// A text printed beside the screen.
package struct Message: Hashable, Sendable {
  /// The kind of a message.
  package enum Kind: String, Hashable, Sendable {
    /// An answer, or an event.
    case note
    /// The titles of a place, which is printed as above a screen.
    case place
    /// A line that was not accepted, or something that went wrong.
    case problem
  }

  /// The kind of the message.
  package var kind: Kind
  /// The stable name of what it says.
  package var code: MessageCode
  /// The text, of one line or several; control characters are made visible when it is printed.
  package var text: String
  /// True if it says the value of a command to people: programs get the value instead.
  var isForPeople = false

  /// True if it belongs to the way in which a terminal shows an answer: a log does not have it, since a replay
  /// prints as a script does.
  var isOfTerminal = false
  /// True if no line has asked for it, although it may be printed with an answer.
  var isUnasked = false
  /// The place that it leads to; nil for most messages.
  var link: MessageLink?

  private init(_ kind: Kind, _ text: String, _ code: MessageCode) {
    (self.kind, self.text, self.code) = (kind, text, code)
  }

  /// An answer, or an event.
  package static func note(_ text: String, _ code: MessageCode) -> Message {
    Message(.note, text, code)
  }

  /// An answer, or an event, of the shell.
  package static func note(_ message: ShellMessage) -> Message {
    Message(.note, message.description, message.code)
  }

  /// The titles of a place.
  package static func place(_ text: String) -> Message { Message(.place, text, .titles) }

  /// A line that was not accepted, or something that went wrong.
  package static func problem(_ text: String, _ code: MessageCode) -> Message {
    Message(.problem, text, code)
  }

  /// A line that was not accepted, for a reason of the shell.
  package static func problem(_ message: ShellMessage) -> Message {
    Message(.problem, message.description, message.code)
  }
}

/// The value that a command returned, as JSON.
package struct CommandValue: Hashable, Sendable {
  /// The name of the command.
  var command: String
  /// The value as one line of JSON.
  var json: String
}

// MARK: - Renderers

/// Turns frames into the text that is written. Pure; one per session.
package protocol Renderer: Sendable {
  /// The text before everything else.
  func greeting(program: String) -> String
  /// Adds a frame.
  func render(_ frame: Frame, into text: inout String)
  /// Hands on the text of a long frame in pieces.
  func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void)
  /// The text printed before an answer or a command is read.
  ///
  /// An asynchronous one follows a prompt that no line has answered yet.
  func prompt(_ question: LineQuestion?, isAsync: Bool) -> String
  /// True if the prompt is printed again below a frame that no line caused.
  var repeatsPrompt: Bool { get }
  /// The end of a prompt's line when something is printed below it.
  var promptEnd: String { get }
  /// True if letters may have a colour and a weight.
  var hasStyles: Bool { get }
  /// True if reports of progress are frames like others, which nothing redraws.
  var printsProgress: Bool { get }
  /// The line or the text that a frame answers, for a transcript.
  func echo(_ frame: Frame) -> String
}

extension Renderer {
  /// Nothing.
  package func greeting(program: String) -> String { "" }

  /// No: letters have neither.
  package var hasStyles: Bool { false }

  /// Yes: the line that is being typed stays the last one.
  package var repeatsPrompt: Bool { true }

  /// No: the driver draws them.
  package var printsProgress: Bool { false }

  /// The end of the line.
  package var promptEnd: String { "\n" }

  /// Hands on the text of a frame as a whole.
  package func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void) {
    var text = text(of: frame)
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// The text of a frame.
  package func text(of frame: Frame) -> String {
    var text = ""
    render(frame, into: &text)
    return text
  }
}
