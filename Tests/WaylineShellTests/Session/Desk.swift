import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

/// The lending desk's page of one book, with an element of each kind a session treats differently.
struct BookPage: View {
  /// True if the passcode is a secret, so that refused lines are not repeated.
  var isPrivate = true
  @State private var member = ""
  @State private var isNotified = false
  @State private var code = ""
  @State private var isLent = false

  var body: some View {
    Text(isLent ? "Lent to \(member)." : "On the shelf.")
    TextField("Member", text: $member)
    Toggle("Notify me", isOn: $isNotified)
    if isPrivate {
      SecureField("Passcode", text: $code)
    } else {
      TextField("Passcode", text: $code)
    }
    if !isLent { Button("Lend") { isLent = true } }
    Button("Delete") {}.disabled(true)
  }

  /// The page as it is printed at the start, whether the passcode is a secret or not.
  static let firstScreen = """
    On the shelf.
    [1] Member: (empty)
    [2] Notify me: off
    [3] Passcode: (empty)
    [4] Lend
    [5] Delete (unavailable)

    """
}

/// A page with a text of several lines.
struct NotePage: View {
  @State private var note = ""

  var body: some View {
    TextEditor(text: $note).accessibilityLabel("Note")
  }
}

/// A session over a page, and all that it printed.
@MainActor
final class Desk {
  let session: Session
  private(set) var frames: [Frame] = []
  private var rendered = ""

  convenience init<Page: View>(
    _ page: Page, navigator: (any Navigator)? = nil, arguments: [String] = [],
    _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) {
    self.init(host: ViewHost { page }, navigator: navigator, arguments: arguments, configure)
  }

  init(
    host: ViewHost, navigator: (any Navigator)?, arguments: [String] = [],
    _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) {
    var options = SceneConfiguration(program: "desk")
    // Other tests may keep the main actor for longer than any 'wait'.
    options.sleep = { _ in try await Task.sleep(for: .seconds(600)) }
    configure(&options)
    session = Session(host: host, navigator: navigator, options: options)
    session.onFrame = { [weak self] in self?.add($0) }
    session.start(arguments: arguments)
  }

  convenience init() {
    self.init(BookPage(isPrivate: false))
  }

  private func add(_ frame: Frame) {
    frames.append(frame)
    PlainRenderer().render(frame, into: &rendered)
  }

  /// Everything printed since it was last asked.
  func printed() -> String {
    defer { rendered = "" }
    return rendered
  }

  /// The output that answers these lines.
  func answer(_ lines: String...) -> String {
    _ = printed()
    for line in lines { session.receive(.line(line)) }
    return printed()
  }

  /// Lets everything run until the session wants a line again; bounded.
  func untilReady() async {
    for _ in 0..<10_000 where !session.wantsInput && session.ending == nil { await Task.yield() }
  }
}

/// A navigator that notes what it is asked.
@MainActor
final class NotingNavigator: Navigator {
  var placeReport = PlaceReport(url: "/book/42", words: ["book", "The Go-Between"])
  var placeURL: String? { placeReport.url }
  func url(of place: Route) -> String? { placeURL }
  var places = ["book id"]
  func place(meantBy words: [String]) -> PlaceSuggestion? { nil }
  var tabNames: [String] { [] }
  var asked: [NavigationVerb] = []
  var clock = NavigationClock()
  var (undoTime, redoTime): (Int?, Int?) = (nil, nil)
  var undoneChange: NavigationChange?
  let topVisit = NavigationState().top.id
  var endings: [Ending] = []
  var answer = NavigationAnswer.accepted()
  var observer: (@MainActor (Transition) -> Void)?
  var flowObserver: (@MainActor (FlowReport) -> Void)?

  func perform(_ verb: NavigationVerb) -> NavigationAnswer {
    asked.append(verb)
    return answer
  }

  var onAlert: ((AlertChange) -> Void)?
  var onQuestion: ((String, @escaping @MainActor (Bool) -> Void) -> Bool)?
  var onRequest: ((NavigationHandle) -> Bool)?
  func answer(to handle: NavigationHandle) -> NavigationAnswer { .accepted() }
  func isOpen(_ visit: AnyHashable) -> Bool { true }
  func isShown(_ change: AlertChange) -> Bool? { nil }
  func show(_ isShown: Bool, _ change: AlertChange) -> Bool { false }

  func observe(_ observer: @escaping @MainActor (Transition) -> Void) {
    self.observer = observer
  }

  func observeLateRefusals(_ observer: @escaping @MainActor (String) -> Void) {}
  func observeRedirects(_ observer: @escaping @MainActor (String) -> Void) {}

  func observeFlows(_ observer: @escaping @MainActor (FlowReport) -> Void) {
    flowObserver = observer
  }

  func end(_ ending: Ending) {
    endings.append(ending)
  }
}
