import Testing

@testable import WaylineShell

@Suite("Conversation")
struct ConversationTests {
  private func conversation(
    json: Bool = false, _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> Conversation {
    var options = SceneConfiguration(program: "desk")
    options.showsPrompt = true
    if json { options.renderer = JSONRenderer() }
    configure(&options)
    return Conversation(options)
  }

  private let note = Frame(messages: [.note("The desk closes.", .notice)])

  private func question(isMultiline: Bool = false) -> Frame {
    var frame = Frame()
    frame.question = LineQuestion(prompt: "Note", isMultiline: isMultiline)
    return frame
  }

  @Test("A prompt is printed once, and again below what comes between")
  func promptOnce() {
    var conversation = conversation()
    for _ in 1...3 { conversation.ask(nil, isWithinAnswer: false) }
    #expect(conversation.text == "> ")
    conversation.add(note)
    conversation.ask(nil, isWithinAnswer: false)
    #expect(conversation.text == "> \nThe desk closes.\n> ")
  }

  @Test(
    "The line of a prompt ends once: by a new line, by an editor of lines, or by taking it away",
    arguments: [("\n", Conversation.LineEnd.newLine), ("", .edited), ("\r\u{1B}[K", .erased)])
  func lineEnd(text: String, end: Conversation.LineEnd) {
    var conversation = conversation()
    conversation.ask(nil, isWithinAnswer: false)
    conversation.removeText()
    for _ in 1...2 { conversation.leavePrompt(end) }
    #expect(conversation.text == text)
  }

  @Test("A line that is taken ends the line of its prompt")
  func taken() {
    var conversation = conversation()
    conversation.ask(nil, isWithinAnswer: false)
    conversation.takeLine()
    conversation.add(note)
    #expect(conversation.text == "> The desk closes.\n")
  }

  @Test("The lines of a text are typed below one prompt, which comes again after a frame")
  func textBelowPrompt() {
    var conversation = conversation()
    let asked = question(isMultiline: true).question
    conversation.ask(asked, isWithinAnswer: false)
    let prompt = conversation.text
    for _ in 1...3 {
      conversation.takeLine()
      conversation.removeText()
      conversation.endAnswer(isWithinAnswer: true)
      conversation.ask(asked, isWithinAnswer: true)
      #expect(conversation.text == "")
    }
    conversation.add(note)
    conversation.ask(asked, isWithinAnswer: true)
    #expect(conversation.text == "\nThe desk closes.\n\(prompt)")
  }

  @Test("A text that was given up below its prompt leaves the prompt of the next command due")
  func givenUp() {
    var conversation = conversation()
    conversation.ask(question(isMultiline: true).question, isWithinAnswer: false)
    conversation.takeLine()
    conversation.removeText()
    conversation.endAnswer(isWithinAnswer: true)
    conversation.ask(nil, isWithinAnswer: false)
    #expect(conversation.text == "> ")
  }

  @Test("Where prompts end answers, what comes later is marked, and only a question is asked again")
  func markedAfterPrompt() {
    var conversation = conversation(json: true)
    conversation.ask(nil, isWithinAnswer: false)
    conversation.removeText()
    conversation.add(note)
    conversation.ask(nil, isWithinAnswer: false)
    #expect(conversation.text.contains(#""async":true"#))
    #expect(!conversation.text.contains(#""type":"ready""#))
    conversation.removeText()
    conversation.add(question())
    conversation.ask(question().question, isWithinAnswer: false)
    let asks = conversation.text.split(separator: "\n").filter { $0.contains(#""type":"ask""#) }
    #expect(asks.count == 1 && asks[0].contains(#""async":true"#), "\(conversation.text)")
  }

  @Test("Without prompts nothing but frames is printed, whatever order they come in")
  func silent() {
    var conversation = conversation { $0.showsPrompt = false }
    for _ in 1...2 {
      conversation.ask(nil, isWithinAnswer: false)
      conversation.add(note)
      conversation.takeLine()
      conversation.endAnswer(isWithinAnswer: false)
      conversation.leavePrompt()
    }
    #expect(conversation.text == "The desk closes.\nThe desk closes.\n")
    #expect(!conversation.isPrompted)
  }

  /// A step of a walk.
  private enum Step: CaseIterable {
    case take, note, question, ask, leave, endText
  }

  @Test("After any steps, a wanted line is asked for, and never twice in a row", arguments: 0..<6)
  func anySteps(first: Int) {
    let count = Step.allCases.count
    for number in 0..<(count * count * count * count) {
      var conversation = conversation()
      var (rest, lastIsPrompt) = (number, false)
      for position in 0..<5 {
        let step = Step.allCases[position == 0 ? first : rest % count]
        if position > 0 { rest /= count }
        conversation.removeText()
        switch step {
        case .take: conversation.takeLine()
        case .note: conversation.add(note)
        case .question: conversation.add(question())
        case .ask: conversation.ask(nil, isWithinAnswer: false)
        case .leave: conversation.leavePrompt()
        case .endText: conversation.endAnswer(isWithinAnswer: true)
        }
        if step == .ask { #expect(conversation.text == (lastIsPrompt ? "" : "> ")) }
        lastIsPrompt = conversation.isPrompted
        #expect(lastIsPrompt == !conversation.needsPrompt)
      }
    }
  }
}
