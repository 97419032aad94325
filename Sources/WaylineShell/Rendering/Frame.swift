/// What is printed at once, in one write: messages, then the screen, then the prompt.
package struct Frame: Hashable, Sendable {
  /// The line that this answers, as it may be shown: the value of a secret is not in it.
  package var line: String?
  /// Whether that line answered a question.
  package var isAnswer = false
  /// Whether that answer is a text of several lines, typed up to a line with a single dot.
  package var isText = false
  /// Whether that line gave a secret its value.
  package var isSecret = false
  /// What was not accepted, as it counts; nil when all was.
  package var status: ShellStatus?
  /// The navigations that ended, oldest first; told to programs only.
  package var transitions: [Transition] = []
  /// The flows that ended, oldest first; told to programs only.
  package var flows: [FlowReport] = []
  /// The messages, in the order in which they came up.
  package var messages: [Message] = []
  /// The screen, if it is to be printed.
  package var screen: Screen?
  /// The question that the next line answers, in the frame that asks it.
  package var question: Question?
  /// Whether nobody asked for this frame: something changed while the program waited.
  package var isUnasked = false
  /// The status the session ended with, in its last frame.
  package var ending: ShellStatus?

  /// A frame of messages and a screen.
  package init(messages: [Message] = [], screen: Screen? = nil, isUnasked: Bool = false) {
    (self.messages, self.screen, self.isUnasked) = (messages, screen, isUnasked)
  }

  /// Whether it is better written in pieces than put together first.
  package var isLong: Bool { (screen?.lines.count ?? 0) > 1_000 }

  /// Whether there is nothing to print.
  package var isEmpty: Bool {
    messages.isEmpty && transitions.isEmpty && flows.isEmpty && screen == nil && question == nil
      && ending == nil
  }
}
