/// The text of a session as its reader gets it: frames, the lines they answer, and the prompt. Pure.
///
/// Every driver has one. Frames and lines go in, and text comes out; it alone decides when a prompt is
/// printed, what ends its line, and how a question is asked that came up by itself.
///
///     var conversation = Conversation(options)
///     conversation.add(frame)
///     conversation.ask(session.question, isWithinAnswer: false)
///     output.write(conversation.text)
struct Conversation {
  /// The state of the prompt.
  private enum Prompt {
    /// The next line that is wanted needs one.
    case due
    /// The next line of a text is typed below the prompt of its first one.
    case continued
    /// Nothing was printed after it.
    case shown
    /// Nothing but frames for programs was printed after it, one of which asks a question.
    case overtaken
  }

  /// Prints the frames.
  let renderer: any Renderer
  private let showsPrompt: Bool
  private let echoes: Bool
  private var prompt = Prompt.due
  /// The text to be written.
  private(set) var text = ""

  /// A conversation that has not begun.
  init(_ options: SceneConfiguration) {
    renderer = options.renderer
    (showsPrompt, echoes) = (options.showsPrompt || options.echoes, options.echoes)
  }

  /// True if the last thing that was printed for a reader is the prompt.
  var isPrompted: Bool { prompt == .shown || prompt == .overtaken }

  /// True if a line that is wanted now is to be asked for.
  var needsPrompt: Bool { prompt != .shown }

  /// Adds the text before everything else.
  mutating func greet(program: String) { text += renderer.greeting(program: program) }

  /// Adds a text that is no frame.
  mutating func add(_ more: String) { text += more }

  /// Empties the text, which was written.
  ///
  /// - Parameter keepsCapacity: whether its memory stays for the next text. Otherwise it is given back: a
  ///   program may have very many conversations, most of which wait.
  mutating func removeText(keepingCapacity keepsCapacity: Bool = false) {
    if keepsCapacity { text.removeAll(keepingCapacity: true) } else { text = "" }
  }
}

// MARK: - Frames

extension Conversation {
  /// Adds a frame.
  mutating func add(_ frame: Frame) {
    if let marked = prepare(for: frame) { render(marked) } else { render(frame) }
  }

  /// Adds the text of a frame that was prepared.
  mutating func render(_ frame: Frame) { renderer.render(frame, into: &text) }

  /// Adds what comes before a frame: the end of the prompt's line, and the line that it answers.
  ///
  /// Where prompts end answers, the frame is marked instead, and a question is asked by itself.
  /// - Parameter end: the end of the prompt's line.
  /// - Returns: The marked frame; nil where it is printed as it is, which needs no copy.
  mutating func prepare(for frame: Frame, end: LineEnd = .newLine) -> Frame? {
    let isMarked = isPrompted && !renderer.repeatsPrompt
    if !isMarked {
      leavePrompt(end)
    } else if frame.question != nil {
      prompt = .overtaken
    }
    if echoes { text += renderer.echo(frame) }
    guard isMarked, !frame.isUnasked else { return nil }
    var marked = frame
    marked.isUnasked = true
    return marked
  }

  /// Ends the line of the prompt, which is printed again below what follows.
  mutating func leavePrompt(_ end: LineEnd = .newLine) {
    if isPrompted {
      switch end {
      case .newLine: text += renderer.promptEnd
      case .erased: text += Self.erasure
      case .edited: break
      }
    }
    prompt = .due
  }

  /// Takes the row of the prompt away.
  private static let erasure = "\r\u{1B}[K"

  /// True if what is printed next takes the row of the prompt.
  var replacesPrompt: Bool { text.hasPrefix(Self.erasure) }

  /// The end of the prompt's line when something is printed below it.
  enum LineEnd {
    /// It stays, with what was typed.
    case newLine
    /// It is taken away: nothing was typed, and the terminal can do that.
    case erased
    /// An editor of lines ends it.
    case edited
  }
}

// MARK: - Lines

extension Conversation {
  /// Begins the answer of a line, which has ended that of the prompt.
  mutating func takeLine() { prompt = .due }

  /// Ends the answer of a line.
  ///
  /// - Parameter isWithinAnswer: whether it was a line of a text that has more.
  mutating func endAnswer(isWithinAnswer: Bool) {
    if isWithinAnswer, text.isEmpty, prompt == .due { prompt = .continued }
  }

  /// Adds the prompt, unless it is the last thing that was printed.
  mutating func ask(_ question: LineQuestion?, isWithinAnswer: Bool) {
    guard showsPrompt, needsPrompt else { return }
    // A text that was given up prints no frame, and has no more lines.
    if prompt != .continued || !isWithinAnswer || !renderer.repeatsPrompt {
      text += renderer.prompt(question, isAsync: prompt == .overtaken)
    }
    prompt = .shown
  }

  /// Notes that an editor of lines has printed the prompt.
  mutating func noteEditedPrompt() { prompt = .shown }
}
