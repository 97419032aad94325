import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

/// A page whose every text is data.
struct DataPage: View {
  let texts: [String]
  @State private var value: String
  @State private var isShown: Bool

  init(_ texts: [String], isModal: Bool) {
    self.texts = texts
    _value = State(wrappedValue: texts[0])
    _isShown = State(wrappedValue: isModal)
  }

  var body: some View {
    Form {
      Text(texts[1])
      HStack {
        Text(texts[2])
        Text(texts[3])
      }
      TextField(texts[4], text: $value, prompt: Text(texts[5]))
      SecureField(texts[6], text: $value)
      TextEditor(text: $value)
      Section(texts[7]) { Button(texts[0]) {}.disabled(texts[1].count.isMultiple(of: 2)) }
      Picker(texts[2], selection: $value) {
        ForEach(texts, id: \.self) { Text($0).tag($0) }
      }
      Toggle(texts[3], isOn: $isShown).help(texts[4])
      LabeledContent(texts[5], value: texts[6])
    }
    .navigationTitle(texts[7])
    .alert(texts[0], isPresented: $isShown) {
      Button(texts[1]) {}
    } message: {
      Text(texts[2])
    }
  }
}

@Suite("Safe output")
@MainActor
struct SafeOutputTests {
  /// The output of a session in one form: its first screen, refusals, messages, questions and help.
  private func printed(_ texts: [String], _ renderer: any Renderer, isModal: Bool) -> String {
    let session = Session(
      host: ViewHost { DataPage(texts, isModal: isModal) },
      options: SceneConfiguration(program: "desk"))
    var text = renderer.greeting(program: texts[0])
    session.onFrame = { frame in
      text += renderer.echo(frame)
      renderer.render(frame, into: &text)
    }
    session.start()
    session.report(.note(texts[1], .notice))
    session.report(.problem(texts[2], .valueNotStored))
    for line in texts + ["1", texts[3], "help", "where"] { session.receive(.line(line)) }
    return text
  }

  @Test(
    "Labels that look the same are the same: blanks are plain, and none is at an end",
    arguments: [
      ("ab", "ab"), ("\u{A0}ab", "ab"), ("ab ", "ab"), (" ab\u{2007}", "ab"),
      ("a\u{202F}b", "a b"), ("a  b", "a  b"), ("\u{2800}", "<U+2800>"),
      ("\u{A0} ", "<U+00A0><U+0020>"),
    ])
  func blanks(text: String, label: String) {
    let session = Session(
      host: ViewHost { Button(text) {} }, options: SceneConfiguration(program: "desk"))
    #expect(PlainRenderer.lines(of: session.currentScreen()) == ["[1] \(label)"])
  }

  @Test("No control byte and no change of direction reaches an output, in any form")
  func controls() {
    var random = RandomTexts(seed: 7)
    for round in 0..<150 {
      let texts = random.next(8)
      for renderer in [PlainRenderer(), PlainRenderer(style: .ansi), JSONRenderer()]
        as [any Renderer]
      {
        let raw = printed(texts, renderer, isModal: round.isMultiple(of: 3))
        let shown = renderer is PlainRenderer ? withoutStyle(raw) : raw
        let bad = shown.split(separator: "\n").filter {
          $0.unicodeScalars.contains(where: RandomTexts.isHarmful)
        }
        #expect(bad.isEmpty, "round \(round): \(bad.first?.debugDescription ?? "")")
      }
    }
  }

  @Test("No line of data can pose as an element, a prompt, a modal or a place")
  func posing() {
    var random = RandomTexts(seed: 11)
    for round in 0..<300 {
      let texts = random.next(8)
      let host = ViewHost { DataPage(texts, isModal: round.isMultiple(of: 2)) }
      let screen = Screen(page: host.page())
      let messages = PlainRenderer().text(of: Frame(messages: texts.map { .note($0, .notice) }))
      for line in messages.split(separator: "\n") { #expect(!poses(line), "\(texts)") }
      for line in screen.lines where !beginsWithElement(line) {
        var page = Page(layer: .root, titles: [])
        (page.lines, page.elements) = ([line], screen.elements)
        let shown = PlainRenderer().text(of: Frame(screen: Screen(page: page)))
        #expect(!poses(shown), "\(texts)")
      }
      if case .root = screen.layer, let place = Place.line(screen.titles) {
        #expect(!poses(place), "\(texts)")
      }
      #expect(Place.lines(of: screen).dropFirst().allSatisfy { !poses($0) })
    }
  }

  /// The text without the codes of colour, which are the only ones that may be there.
  private func withoutStyle(_ text: String) -> String {
    text.replacing((/\u{1B}\[[0-9;]+m/).matchingSemantics(.unicodeScalar), with: "")
  }

  private func beginsWithElement(_ line: Line) -> Bool {
    if case .element? = line.spans.first { true } else { false }
  }

  private func poses(_ line: some StringProtocol) -> Bool {
    let seen = String(String.UnicodeScalarView(line.unicodeScalars.drop(while: isInvisible)))
    return seen.firstMatch(of: /^(\[\d+\]|>|Sheet:|Cover:|Alert:)/) != nil
      || (seen.contains("›") && seen.unicodeScalars.first != " ")
  }

  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    [.format, .nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }
}
