import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Answers say what changed")
@MainActor
struct ChangedAnswerTests {
  /// A shelf of books whose lines can change one by one, or all at once.
  private struct ShelfPage: View {
    @State private var books = ["Emma", "Ulysses", "Persuasion", "Middlemarch"]
    @State private var title = ""
    @State private var isOpen = false
    @State private var suffix = ""

    var body: some View {
      TextField("Title", text: $title)
      Button("Order") {}.disabled(title.isEmpty)
      Toggle("Open", isOn: $isOpen)
      Text("The shelf is \(isOpen ? "open" : "closed").")
      ForEach(books, id: \.self) { book in Text("\(book)\(suffix)") }
      Button("Remove the last") { books.removeLast() }
      Button("Mark all") { suffix += "!" }
      Button("Look") {}
    }
  }

  private static func desk(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    let desk = Desk(ShelfPage()) { options in
      (options.isScript, options.answersWithChanges) = (false, true)
      configure(&options)
    }
    _ = desk.printed()
    return desk
  }

  @Test(
    "The lines that changed are printed in reading order, also those whose number is another now",
    arguments: [
      (["3"], "[3] Open: on\nThe shelf is open.\n"),
      (["1 Emma", "1 Ema"], "[1] Title: Ema\n"),
      (["remove the last"], "- Middlemarch\n"),
      (["look"], ""),
      (["show", "look"], ""),
    ])
  func lines(typed: [String], last: String) {
    let desk = Self.desk()
    for line in typed.dropLast() { _ = desk.answer(line) }
    #expect(desk.answer(typed.last ?? "") == last)
  }

  @Test("More than half of the lines is the whole screen, and so is what 'show' prints")
  func many() {
    let desk = Self.desk()
    _ = desk.answer("1 Emma")
    #expect(desk.answer("show").hasPrefix("\n[1] Title: Emma\n[2] Order\n[3] Open: off\nThe shelf"))
    #expect(desk.answer("mark all") == "Emma!\nUlysses!\nPersuasion!\nMiddlemarch!\n")
    let few = Desk(Counting()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    // An empty line stands between two screens, but not above the first one.
    #expect(few.printed().hasPrefix("Count: 0\n"))
    #expect(few.answer("1") == "\nCount: 1\nTwice: 2\n[1] Count\n")
  }

  private struct Counting: View {
    @State private var count = 0
    var body: some View {
      Text("Count: \(count)")
      Text("Twice: \(2 * count)")
      Button("Count") { count += 1 }
    }
  }

  @Test("What can be used now, and what cannot any more, moves no number")
  func numbers() {
    let desk = Self.desk()
    #expect(desk.answer("2") == "'Order' is unavailable.\n")
    #expect(desk.answer("1 Emma") == "[1] Title: Emma\n[2] Order (was unavailable)\n")
    #expect(desk.answer("3") == "[3] Open: on\nThe shelf is open.\n")
    #expect(desk.answer("1 \"\"") == "[1] Title: (empty)\n[2] Order (unavailable)\n")
    #expect(desk.answer("3") == "[3] Open: off\nThe shelf is closed.\n")
  }

  /// A list whose rows come and go between a section and a button.
  private struct TasksPage: View {
    @State private var isOpen = false
    @State private var tasks = ["Call", "Write", "Pay", "Read", "Cook"]
    @State private var done: [String] = []
    @State private var added = 0

    var body: some View {
      Toggle("Details", isOn: $isOpen)
      if isOpen { Button("Urgent") {} }
      ForEach(tasks, id: \.self) { task in
        Button(task) {
          tasks.removeAll { $0 == task }
          done.append(task)
        }
      }
      Button("Add above") {
        added += 1
        tasks.insert("Task \(added)", at: 0)
      }
      Button("Undo") { if let last = done.popLast() { tasks.insert(last, at: 0) } }
      Text("Done: \(done.joined(separator: " "))")
    }
  }

  private static func tasks(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    let desk = Desk(TasksPage()) { options in
      (options.isScript, options.answersWithChanges) = (false, true)
      options.keepsNumbers = true
      configure(&options)
    }
    _ = desk.printed()
    return desk
  }

  @Test(
    "At a terminal what is inserted has the next number, what is removed leaves its number, and no other moves"
  )
  func kept() {
    let desk = Self.tasks()
    #expect(desk.answer("1") == "[1] Details: on\n[9] Urgent\n")
    #expect(desk.answer("3") == "- [3] Write\nDone: Write\n")
    #expect(desk.answer("3") == "'Write' is not on the screen any more. Nothing was done.\n")
    #expect(desk.answer("4") == "- [4] Pay\nDone: Write Pay\n")
    #expect(desk.answer("7") == "[10] Task 1\n")
    #expect(desk.answer("1") == "- [9] Urgent\n[1] Details: off\n")
    // What comes back has its number again.
    #expect(desk.answer("1") == "[1] Details: on\n[9] Urgent\n")
    #expect(desk.answer("11") == "There is no 11 on this screen: the numbers are 1 to 10.\n")
  }

  @Test("'show' numbers all elements by their places again, and so does another screen")
  func renumbered() {
    let desk = Self.tasks()
    _ = desk.answer("1", "3", "show")
    #expect(
      PlainRenderer.lines(of: desk.session.currentScreen()).prefix(4)
        == ["[1] Details: on", "[2] Urgent", "[3] Call", "[4] Pay"])
    #expect(desk.answer("3") == "- [3] Call\nDone: Write Call\n")
  }

  @Test(
    "Without these numbers, as in a script, a number is a place, and moved lines are printed again")
  func places() {
    let desk = Self.tasks { $0.keepsNumbers = false }
    #expect(desk.answer("6") == "- [6] Cook\n[6] Add above\n[7] Undo\nDone: Cook\n")
    #expect(desk.answer("5") == "- [5] Read\n[5] Add above\n[6] Undo\nDone: Cook Read\n")
  }

  @Test(
    "A number that was typed means the element under which it was printed, in any order of changes")
  func model() {
    var generator = RandomNumbers(seed: 11)
    for _ in 0..<40 {
      let desk = Self.tasks()
      var printed: [Int: String] = [:]
      var trail: [String] = []
      func read(_ text: String) {
        for line in text.split(separator: "\n") where line.hasPrefix("[") {
          let parts = line.dropFirst().split(separator: "] ", maxSplits: 1)
          guard let number = Int(parts[0]) else { continue }
          let label = parts[1].prefix { $0 != ":" }.description
          for former in printed.keys where printed[former] == label { printed[former] = nil }
          printed[number] = label
        }
      }
      _ = desk.answer("show")
      read(PlainRenderer.lines(of: desk.session.currentScreen()).joined(separator: "\n"))
      for _ in 0..<25 {
        let number = printed.keys.sorted().randomElement(using: &generator) ?? 1
        let label = printed[number] ?? ""
        let before = PlainRenderer.lines(of: desk.session.currentScreen())
        let line = Int.random(in: 0..<9, using: &generator) == 0 ? "show" : "\(number)"
        trail.append(line)
        let answer = desk.answer(line)
        let after = PlainRenderer.lines(of: desk.session.currentScreen())
        if line == "show" || answer.hasPrefix("\n") { printed = [:] }
        read(answer)
        guard line != "show" else { continue }
        let was = before.contains { $0.hasSuffix("] \(label)") || $0.contains("] \(label): ") }
        if !was {
          #expect(
            answer == "'\(label)' is not on the screen any more. Nothing was done.\n", "\(trail)")
        } else if !["Details", "Urgent", "Add above", "Undo"].contains(label) {
          #expect(after.last?.hasSuffix(label) == true, "\(trail) \(answer)")
          #expect(!after.contains { $0.hasSuffix("] \(label)") }, "\(trail)")
        }
      }
    }
  }

  /// A page of elements with choices, between lines that stay.
  private struct OrderForm: View {
    @State private var shelf = "fiction"
    @State private var copies = 1
    @State private var shelves = ["fiction", "history"]
    @State private var isOpen = false
    @State private var isAsked = false

    var body: some View {
      Picker("Shelf", selection: $shelf) { ForEach(shelves, id: \.self) { Text($0) } }
      Stepper("Copies", value: $copies, in: 1...9)
      DisclosureGroup("Details", isExpanded: $isOpen) {
        Text("For \(copies) readers.")
        Button("Ask") { isAsked.toggle() }
      }
      ForEach(0..<6, id: \.self) { Text("Line \($0)") }
      if !isAsked { Text("Nobody was asked.") }
      Button("Build") { shelves.append("poetry") }
      Button("Hide all") { (isOpen, isAsked) = (false, true) }
    }
  }

  @Test("Choices and a range that were printed before are not repeated, and others are")
  func choices() {
    let desk = Desk(OrderForm()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    #expect(desk.answer("1 history") == "[1] Shelf: history\n")
    #expect(desk.answer("2 3") == "[2] Copies: 3\n")
    #expect(desk.answer("build") == "[1] Shelf: history (fiction, history, poetry)\n")
    let screen = desk.answer("show")
    #expect(
      screen.contains("[1] Shelf: history (fiction, history, poetry)\n[2] Copies: 3 (1 to 9)"))
  }

  @Test("What stood in a section that is closed is not named, and what else is gone is")
  func closed() {
    let desk = Desk(OrderForm()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    let opened = "[3] Details: open\nFor 1 readers.\n[4] Ask\n[5] Build\n[6] Hide all\n"
    let closed = "[3] Details: closed\n[4] Build\n[5] Hide all\n"
    #expect(desk.answer("3") == opened)
    #expect(desk.answer("3") == closed)
    _ = desk.answer("3")
    #expect(desk.answer("hide all") == "- Nobody was asked.\n" + closed)
    let kept = Desk(OrderForm()) {
      ($0.isScript, $0.answersWithChanges, $0.keepsNumbers) = (false, true, true)
    }
    #expect(kept.answer("3") == "[3] Details: open\nFor 1 readers.\n[6] Ask\n")
    #expect(kept.answer("3") == "[3] Details: closed\n")
    _ = kept.answer("3")
    #expect(kept.answer("hide all") == "- Nobody was asked.\n[3] Details: closed\n")
  }

  @Test("What stood in sections inside a section that is closed is not named either")
  func closedAround() {
    struct Sections: View {
      @State private var isOpen = true
      var body: some View {
        DisclosureGroup("Details", isExpanded: $isOpen) {
          Text("For readers.")
          DisclosureGroup("Open", isExpanded: .constant(true)) { Button("Ask") {} }
          DisclosureGroup("Closed", isExpanded: .constant(false)) { Button("Tell") {} }
          Button("Order") {}
        }
        ForEach(0..<9, id: \.self) { Text("Line \($0)") }
      }
    }
    let desk = Desk(Sections()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    #expect(desk.answer("1") == "[1] Details: closed\n")
  }

  @Test("The place is not repeated above a screen that stays, however much of it has changed")
  func place() {
    let desk = Desk(Counting().navigationTitle("Desk")) {
      ($0.isScript, $0.answersWithChanges) = (false, true)
    }
    #expect(desk.printed().hasPrefix("Desk\nCount: 0\n"))
    #expect(desk.answer("1") == "\nCount: 1\nTwice: 2\n[1] Count\n")
    #expect(desk.answer("show") == "\nDesk\nCount: 1\nTwice: 2\n[1] Count\n")
    // A script that does not ask for it gets whole screens.
    #expect(Desk(Counting().navigationTitle("Desk")).answer("1").hasPrefix("Desk\nCount: 1\n"))
  }

  @Test("After a screen that was passed over, the first answer is the whole screen")
  func passedOver() {
    let desk = Self.desk()
    desk.session.passOverScreen()
    #expect(
      desk.answer("3").hasPrefix("\n[1] Title: (empty)\n[2] Order (unavailable)\n[3] Open: on"))
    #expect(desk.answer("3") == "[3] Open: off\nThe shelf is closed.\n")
  }

  @Test("A line that could not be used before says so once, and not on a whole screen")
  func regained() {
    struct OrderPage: View {
      @State private var title = ""
      var body: some View {
        TextField("Title", text: $title)
        ForEach(0..<4, id: \.self) { Text("Line \($0)") }
        Button("Order") {}.disabled(title.isEmpty)
      }
    }
    let desk = Desk(OrderPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    #expect(desk.answer("1 Emma") == "[1] Title: Emma\n[2] Order (was unavailable)\n")
    #expect(desk.answer("1 Ulysses") == "[1] Title: Ulysses\n")
    #expect(desk.answer("show").contains("[2] Order\n"))
    #expect(desk.answer("1 \"\"") == "[1] Title: (empty)\n[2] Order (unavailable)\n")
    // A whole screen, as a script gets it, has no earlier one.
    #expect(Desk(OrderPage()).answer("1 Emma").contains("\n[2] Order\n"))
  }

  @Test("A screen of several pages, and one that another answers for, is printed as before")
  func pages() {
    let paged = Self.desk { $0.window = { WindowSize(columns: 80, rows: 6) } }
    #expect(paged.answer("3").hasPrefix("\n[1] Title: (empty)\n[2] Order"))
    #expect(Desk(ShelfPage()).answer("3").hasPrefix("[1] Title: (empty)\n[2] Order"))
  }

  @Test("The line of a secret is printed also where its length is the same")
  func secret() {
    let desk = Desk(BookPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    _ = desk.answer("3 hunter2")
    #expect(desk.answer("3 hunter3") == "[3] Passcode: (hidden, 7 characters)\n")
    #expect(desk.answer("2") == "[2] Notify me: on\n")
  }

  @Test("A refusal is printed alone")
  func refused() {
    #expect(Self.desk().answer("zzz").hasPrefix("'zzz' is neither"))
    #expect(Self.desk().answer("99").hasPrefix("There is no 99 on this screen"))
  }
}
