import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Session")
@MainActor
struct SessionTests {
  @Test("The first screen is printed at the start")
  func start() {
    #expect(Desk().printed() == BookPage.firstScreen)
  }

  @Test("A command that changes the screen prints it, another prints nothing")
  func changed() {
    let desk = Desk()
    #expect(desk.answer("2").contains("[2] Notify me: on\n"))
    #expect(desk.answer("2 on") == "")
    #expect(desk.answer("") == "")
    #expect(desk.answer("show").contains("[2] Notify me: on\n"))
  }

  @Test("A number without a value asks for it, and the next line is the value")
  func asking() {
    let desk = Desk()
    #expect(desk.answer("1") == "")
    #expect(desk.session.question?.prompt == "Member")
    #expect(desk.answer("back").contains("[1] Member: back\n"))
    #expect(desk.session.question == nil)
  }

  @Test("The value of a secret is in no line that is stored or shown")
  func secret() {
    let history = MemoryHistory()
    let desk = Desk(BookPage()) { $0.history = history }
    _ = desk.answer("3 hunter2", "Passcode: hunter2", "3", "hunter2")
    #expect(history.lines == ["3"])
    let lines = desk.frames.compactMap(\.line)
    #expect(lines == ["Passcode: ********", "Passcode: ********", "3", "********"])
    #expect(!String(describing: desk.frames).contains("hunter2"))
  }

  @Test("A line that is not accepted says so, changes nothing and counts")
  func refused() {
    let desk = Desk()
    #expect(desk.answer("9") == "There is no 9 on this screen: the numbers are 1 to 5.\n")
    #expect(desk.answer("5") == "'Delete' is unavailable.\n")
    #expect(desk.answer("2 maybe") == "'maybe' is neither on nor off. Type on or off.\n")
    #expect(desk.answer("delete") == "'Delete' is unavailable.\n")
    #expect(desk.session.status == .notAccepted)
  }

  @Test("An element that no longer exists is reported with the present screen, and nothing happens")
  func gone() throws {
    let desk = Desk()
    let before = try #require(desk.session.shown)
    _ = desk.answer("4")
    (desk.session.shown, desk.session.shownRevision) = (before, -1)
    let printed = desk.answer("4")
    #expect(printed.hasPrefix("'Lend' is not on the screen any more. Nothing was done.\n"))
    #expect(printed.contains("Lent to ."))
  }

  @Test("The line that a frame answers is in it, accepted or not")
  func lines() {
    let desk = Desk()
    _ = desk.answer("2", "9")
    #expect(desk.frames.map(\.line) == [nil, "2", "9"])
    #expect(desk.frames.map(\.status) == [nil, nil, .notAccepted])
  }

  @Test("Leaving and the end of input end it in the last frame")
  func endings() {
    let (left, ended) = (Desk(), Desk())
    _ = left.answer("quit", "show")
    ended.session.receive(.endOfInput)
    #expect(left.frames.last?.ending == .success && left.session.ending == .left)
    #expect(ended.frames.last?.ending == .success && ended.session.ending == .endOfInput)
  }

  @Test("Help lists elements, commands, those of the program, and places")
  func help() {
    let command = ShellCommand("lend", usage: "lend member", summary: "Lends.") { _ in .done }
    let desk = Desk(BookPage(isPrivate: false), navigator: NotingNavigator()) {
      $0.commands = [command]
    }
    let printed = desk.answer("help")
    #expect(
      printed.hasPrefix(
        "Type a number or a label to use an item. To set a value: `1 text` or `Member: text`.\n"))
    #expect(printed.contains("  back [n]        Go back one screen, or n.\n"))
    #expect(printed.contains("Commands of this program:\n  lend member  Lends.\n"))
    #expect(printed.hasSuffix("Places to open:\n  open book id\n"))
    #expect(desk.answer("help lend") == "lend member: Lends.\n")
    #expect(desk.answer("help led") == "There is no command 'led'. Did you mean 'help lend'?\n")
  }

  @Test("A long form in the help does not push the other summaries to the right")
  func longForm() {
    let usage = "lend member [from DATE] [to DATE] [remark]"
    let desk = Desk(BookPage()) {
      $0.commands = [
        ShellCommand("lend", usage: usage, summary: "Lends.") { _ in .done },
        ShellCommand("return", summary: "Takes it back.") { _ in .done },
      ]
    }
    #expect(desk.answer("help").hasSuffix("  \(usage)  Lends.\n  return  Takes it back.\n"))
  }

  @Test("Help shows how to type an element whose label alone is a command")
  func helpWithDetours() {
    let command = ShellCommand("lend", usage: "lend [member]", summary: "Lends.") { _ in .done }
    let desk = Desk(
      Group {
        Button("Lend") {}
        Button("Home") {}
        Button("1") {}
        Button("Back") {}.disabled(true)
        Button("3 sisters") {}
        TextField("Name", text: .constant(""))
        Button("6 towns") {}
      }
    ) { $0.commands = [command] }
    let lines = desk.answer("help").split(separator: "\n").filter { $0.hasPrefix("  [") }
    #expect(
      lines == [
        "  [1] Lend: type 1 or \"Lend\" in quotes; without quotes it is a command.",
        "  [2] Home: type 2 or \"Home\" in quotes; without quotes it is a command.",
        "  [3] 1: type 3 or \"1\" in quotes; without quotes it is another element.",
        "  [7] 6 towns: type 7 or \"6 towns\" in quotes; without quotes it is another element.",
      ])
  }

  @Test("A label that begins with a number is typed as it is, unless the number takes the rest")
  func numberedLabels() {
    let desk = Desk(NumberedPage())
    #expect(desk.answer("1 sister").hasPrefix("Chosen: 1 sister\n"))
    #expect(desk.answer("7 samurai").hasPrefix("Chosen: 7 samurai\n"))
    #expect(desk.answer("1 brother") == "'1 sister' takes no value.\n")
    #expect(desk.answer("3 towns").contains("[3] Name: towns\n"))
  }

  private struct NumberedPage: View {
    @State private var chosen = "none"
    @State private var name = ""

    var body: some View {
      Text("Chosen: \(chosen)")
      ForEach(["1 sister", "7 samurai"], id: \.self) { title in Button(title) { chosen = title } }
      TextField("Name", text: $name)
      Button("3 towns") { chosen = "3 towns" }
    }
  }
}

@Suite("Session and navigation")
@MainActor
struct SessionNavigationTests {
  @Test(
    "Each word asks the navigator for its verb",
    arguments: [
      ("back", .back(1)), ("back 2", .back(2)), ("forward", .forward), ("home", .home),
      ("dismiss", .dismiss), ("undo", .undo), ("redo", .redo),
      ("open book 42", .open(["book", "42"])), ("quit", .leave),
    ] as [(String, NavigationVerb)])
  func verbs(line: String, verb: NavigationVerb) {
    let navigator = NotingNavigator()
    _ = Desk(BookPage(), navigator: navigator).answer(line)
    #expect(navigator.asked == [verb])
  }

  @Test("A refusal of the navigator is printed and counts; leaving does not end then")
  func refused() {
    let navigator = NotingNavigator()
    navigator.answer = .refused("Members only.")
    let desk = Desk(BookPage(), navigator: navigator)
    #expect(desk.answer("home", "quit") == "Members only.\nMembers only.\n")
    #expect(desk.session.ending == nil && desk.session.status == .notAccepted)
  }

  @Test("A slow guard is awaited, and its decision is printed")
  func undecided() async {
    let navigator = NotingNavigator()
    navigator.answer = .undecided { .refused("Unsaved changes.") }
    let desk = Desk(BookPage(), navigator: navigator)
    #expect(desk.answer("quit") == "" && desk.session.wantsInput)
    _ = desk.answer("wait")
    await desk.untilReady()
    #expect(desk.frames.flatMap(\.messages) == [.problem("Unsaved changes.", .navigationRefused)])
  }

  @Test("The place is printed with its titles, its link, and the words that open it")
  func place() {
    let navigator = NotingNavigator()
    navigator.placeReport.notice = "Opening it shows the book without the search."
    let desk = Desk(BookPage().navigationTitle("Desk"), navigator: navigator)
    let lines = "Desk\n/book/42\ndesk book 'The Go-Between'\n"
    #expect(desk.answer("where") == lines + "Opening it shows the book without the search.\n")
  }

  @Test("Arguments are a command or a place")
  func arguments() {
    let navigator = NotingNavigator()
    for words in [["book", "The Go-Between"], ["back", "2"], []] {
      _ = Desk(BookPage(), navigator: navigator, arguments: words)
    }
    #expect(navigator.asked == [.open(["book", "The Go-Between"]), .back(2)])
  }

  @Test(
    "Words of the command line reach a command as they are, without quotes of a shell",
    arguments: [
      ["My entry"], ["it's"], ["a\"b"], ["$(id)"], [" lead"], ["#h"], ["Zoë"], ["the", "leopard"],
      [],
    ])
  func commandWords(words: [String]) {
    var calls: [ShellCall] = []
    let get = ShellCommand("get", usage: "get NAME", summary: "") { call in
      calls.append(call)
      return .done
    }
    _ = Desk(BookPage(), arguments: ["Get"] + words) { $0.commands = [get] }
    #expect(calls.map(\.words) == [words])
    #expect(calls.map(\.text) == [words.joined(separator: " ")])
  }

  @Test("A place is printed once, a script's command prints what it answers, and both set numbers")
  func argumentScreens() {
    let place = Desk(BookPage(), navigator: NotingNavigator(), arguments: ["book"])
    let command = Desk(BookPage(), navigator: NotingNavigator(), arguments: ["where"])
    #expect(place.frames.count == 1 && place.frames[0].screen != nil && place.frames[0].line == nil)
    #expect(command.printed() == "/book/42\ndesk book 'The Go-Between'\n")
    #expect(command.answer("2").contains("[2] Notify me: on\n"))
  }

  @Test("For a place that does not exist a person gets the first screen; a script ends with 2")
  func unknownArguments() {
    let navigator = NotingNavigator()
    navigator.answer = .unknown(NotFound(part: "bok", explanation: "No such book."))
    let person = Desk(BookPage(), navigator: navigator, arguments: ["bok"]) { $0.isScript = false }
    let script = Desk(BookPage(), navigator: navigator, arguments: ["bok"])
    #expect(person.printed().hasPrefix("No such book.\nOn the shelf.\n"))
    #expect(person.session.status == .success && person.session.wantsInput)
    #expect(script.printed() == "No such book.\n")
    #expect(script.session.status == .usage && script.session.ending == .left)
  }

  @Test("For a place that a guard blocks a person gets the first screen; a script ends with 1")
  func blockedArguments() {
    let navigator = NotingNavigator()
    navigator.answer = .refused("Members only.")
    let person = Desk(BookPage(), navigator: navigator, arguments: ["book"]) { $0.isScript = false }
    let script = Desk(BookPage(), navigator: navigator, arguments: ["book"])
    #expect(person.printed().hasPrefix("Members only.\nOn the shelf.\n"))
    #expect(person.session.status == .success && person.session.wantsInput)
    #expect(script.printed() == "Members only.\n")
    #expect(script.session.status == .notAccepted && script.session.ending == .left)
  }

  @Test("The navigator hears how the session ended, once")
  func ended() {
    let navigator = NotingNavigator()
    let desk = Desk(BookPage(), navigator: navigator)
    desk.session.receive(.endOfInput)
    desk.session.receive(.killed(.terminate))
    #expect(navigator.endings == [.endOfInput])
  }

  @Test("A program without places does not advise to look at their list")
  func noDeclaredPlaces() {
    let navigator = NotingNavigator()
    navigator.places = []
    navigator.answer = .unknown(
      NotFound(part: "x", kind: "place"), part: "x", isLost: true)
    let desk = Desk(BookPage(isPrivate: false), navigator: navigator)
    #expect(
      desk.answer("open x") == "There is no place 'x'. This program has no places to go to.\n")
  }

  @Test("Without a navigator there are no places, and quit still leaves")
  func noNavigator() {
    let desk = Desk()
    #expect(desk.answer("back") == "This program has no places to go to.\n")
    _ = desk.answer("exit")
    #expect(desk.session.ending == .left)
  }

  @Test(
    "Where it is asked for, each line of a problem begins with the number of its line; others do not"
  )
  func numberedProblems() {
    let desk = Desk(BookPage(isPrivate: false)) { $0.numbersProblems = true }
    #expect(
      desk.answer("# a", "9") == "line 2: There is no 9 on this screen: the numbers are 1 to 5.\n")
    let page = Desk(
      VStack {
        Button("Lend") {}
        Button("Left") {}
      }
    ) { $0.numbersProblems = true }
    #expect(
      page.answer("Le", "/Le") == """
        line 1: 'Le' could be one of these. Type the number:
        line 1:   [1] Lend
        line 1:   [2] Left
        2 of 2 lines contain 'Le'.
        [1] Lend
        [2] Left

        """)
    // A problem before the first line has none.
    page.session.report(.problem("Not stored.", .valueNotStored))
    let start = Desk(BookPage()) { $0.numbersProblems = true }
    _ = start.printed()
    start.session.report(.problem("Not stored.", .valueNotStored))
    #expect(start.printed() == "Not stored.\n")
  }
}
