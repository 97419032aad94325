import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Notices and the numbers that open their places")
@MainActor
struct NoticesTests {
  enum Place: NavigationValue {
    case result(Int)
  }

  /// A page that has as many buttons as its model says.
  private struct RunsPage: View {
    @ObservedObject var model: Model
    @Environment(\.notice) private var notice

    var body: some View {
      let _ = model.take(notice)
      ForEach(1..<(model.count + 1), id: \.self) { number in
        Button("run \(number)") { model.pressed.append(number) }
      }
    }
  }

  private final class Model: ObservableObject {
    @Published var count: Int
    var notice: NoticeAction?
    var pressed: [Int] = []

    init(_ count: Int) { self.count = count }

    func take(_ notice: NoticeAction) { self.notice = notice }
    func post(_ text: String) { notice?(text) }
    func post(_ text: String, result: Int) { notice?(text, link: Place.result(result)) }
  }

  private let interval = Interval()
  private let navigator = NotingNavigator()

  private func desk(
    _ model: Model, _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> Desk {
    let desk = Desk(RunsPage(model: model), navigator: navigator) { [interval] in
      ($0.printsUnasked, $0.printsOnlyChanges, $0.isScript) = (true, true, false)
      $0.sleep = { _ in await interval.sleep() }
      configure(&$0)
    }
    _ = desk.printed()
    return desk
  }

  private var opened: [NavigationVerb] { navigator.asked.filter(\.isOpening) }

  @Test(
    "At a terminal the first notice is printed at once, and the last three of the others together",
    arguments: [0, 1, 3, 4, 5, 1_000])
  func interval(count: Int) async {
    let model = Model(2)
    let desk = desk(model)
    model.post("Ready.")
    #expect(desk.printed() == "Ready.\n")
    for number in 0..<count { model.post("Run \(number) is done.") }
    #expect(desk.printed() == "")
    await interval.end()
    let last = (0..<count).suffix(3).map { "Run \($0) is done.\n" }.joined()
    let left =
      count == 4
      ? "1 earlier notice is not shown.\n"
      : "\(count == 1_000 ? "997" : "\(count - 3)") earlier notices are not shown.\n"
    #expect(desk.printed() == (count > 3 ? left : "") + last)
    await interval.end()
    #expect(desk.printed() == "")
  }

  @Test("A notice that waits already is printed once")
  func equal() async {
    let model = Model(2)
    let desk = desk(model)
    for text in ["Ready.", "A.", "B.", "A.", "A."] { model.post(text) }
    await interval.end()
    #expect(desk.printed() == "Ready.\nA.\nB.\n")
  }

  @Test("Notices and changes of the screen share their times")
  func changes() async {
    let model = Model(1)
    let desk = desk(model)
    model.count = 2
    desk.session.catchUp()
    #expect(desk.printed() == "[2] run 2\n")
    model.post("Ready.", result: 1)
    model.count = 3
    desk.session.catchUp()
    #expect(desk.printed() == "")
    await interval.end()
    #expect(desk.printed() == "[4] Ready.\n[3] run 3\n")
    model.count = 1
    desk.session.catchUp()
    #expect(desk.printed() == "")
    _ = desk.answer("4")
    #expect(opened == [.openPlace(Route(Place.result(1)))])
  }

  @Test("Away from a terminal every notice is printed at once")
  func unlimited() {
    let model = Model(2)
    let desk = desk(model) { ($0.printsUnasked, $0.printsOnlyChanges) = (false, false) }
    for number in 1...5 { model.post("Run \(number) is done.") }
    #expect(desk.printed() == (1...5).map { "Run \($0) is done.\n" }.joined())
  }

  @Test("What waits is printed with the next answer, marked for programs, and at the end")
  func waiting() {
    let model = Model(2)
    let desk = desk(model) { $0.printsLinks = true }
    for text in ["Ready.", "A."] { model.post(text) }
    model.post("B.", result: 2)
    #expect(desk.answer("where").hasPrefix("A.\n[3] B.\n/book/42\n"))
    var json = ""
    if let frame = desk.frames.last { JSONRenderer().render(frame, into: &json) }
    let lines = json.split(separator: "\n")
    #expect(
      lines.map { $0.contains("\"async\":true") } == [true, true]
        + lines.dropFirst(2).map { _ in false })
    #expect(json.contains("\"number\":3,\"url\":\"/book/42\""))
    model.post("C.")
    model.post("D.", result: 4)
    desk.session.receive(.endOfInput)
    #expect(desk.printed() == "C.\nD.\n")
    model.post("Late.")
    #expect(desk.printed() == "")
  }

  @Test("A number stands for its place until something else is printed under it")
  func numbers() {
    let model = Model(2)
    let desk = desk(model)
    model.post("One.", result: 1)
    #expect(desk.printed() == "[3] One.\n")
    #expect(desk.answer("show") == "[1] run 1\n[2] run 2\n")
    #expect(desk.answer("3", "[3]", "one.") == "")
    #expect(desk.answer("one").hasPrefix("'one' is neither a command nor a label here."))
    #expect(opened.count == 3)
    #expect(desk.answer("3 now") == "'One.' takes no value.\n")
    model.count = 4
    #expect(desk.answer("3").contains("There is no 3") == false)
    #expect(opened.count == 4)
    _ = desk.answer("show", "3")
    #expect(opened.count == 4 && model.pressed == [3])
    #expect(desk.answer("9").contains("There is no 9"))
  }

  @Test("The last ten places are retained, with numbers that are used again")
  func many() {
    let model = Model(2)
    let desk = desk(model) { ($0.printsUnasked, $0.printsOnlyChanges) = (false, false) }
    for number in 1...12 { model.post("Run \(number).", result: number) }
    let numbers = Array(3...12) + [3, 4]
    #expect(
      desk.printed()
        == zip(numbers, 1...12).map { "[\($0)] Run \($1).\n" }.joined())
    _ = desk.answer("3", "5", "12")
    #expect(opened == [11, 3, 10].map { .openPlace(Route(Place.result($0))) })
  }

  @Test(
    "A number that was typed before the notice was printed does not open it",
    arguments: [false, true])
  func typedAhead(isEdited: Bool) {
    let model = Model(2)
    let desk = desk(model)
    desk.session.noteTyping(isAhead: false)
    desk.session.isTyping = { isEdited }
    model.post("One.", result: 1)
    desk.session.noteTyping(isAhead: !isEdited)
    #expect(desk.answer("3").contains("There is no 3"))
    #expect(opened == [])
    desk.session.isTyping = { false }
    desk.session.noteTyping(isAhead: false)
    _ = desk.answer("3")
    #expect(opened.count == 1)
  }

  @Test("A text is one line of harmless characters, and cannot pose as the shell")
  func texts() {
    let model = Model(2)
    let desk = desk(model) { ($0.printsUnasked, $0.printsOnlyChanges) = (false, false) }
    for text in ["a\nb", "\u{1B}[31mred\r", "[1] run 9", "> quit", "Sheet: x", " ", "\u{202E}x"] {
      model.post(text)
    }
    #expect(
      desk.printed() == "a␤b\n␛[31mred␍\n [1] run 9\n > quit\n Sheet: x\n<U+0020>\n<U+202E>x\n")
    model.post("[1] run 9", result: 1)
    #expect(desk.printed() == "[3] [1] run 9\n")
  }

  @Test("A notice that wraps continues below its text, and its number has the style of a number")
  func wrapped() {
    let model = Model(2)
    let desk = desk(model) { $0.columns = { 17 } }
    model.post("Run 12 is done at last.", result: 12)
    #expect(desk.printed() == "[3] Run 12 is\n    done at last.\n")
    let frame = desk.frames.last ?? Frame()
    #expect(
      PlainRenderer(style: .ansi).text(of: frame)
        == "\u{1B}[36m[3]\u{1B}[0m Run 12 is\n    done at last.\n")
  }

  @Test("A log has a notice of no line among the messages that may come at another time")
  func log() {
    var steps: [LogStep] = []
    let model = Model(2)
    let desk = desk(model) {
      ($0.printsUnasked, $0.printsOnlyChanges) = (false, false)
      $0.follower = SessionFollower { steps.append($0) }
    }
    _ = desk.answer("show")
    model.post("One.", result: 1)
    _ = desk.answer("show")
    #expect(steps.map(\.late) == [nil, ["One."]])
    #expect(steps.allSatisfy { $0.messages == [] })
  }
}
