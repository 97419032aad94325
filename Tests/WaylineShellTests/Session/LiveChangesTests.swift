import Dispatch
import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Changes that no line caused")
@MainActor
struct LiveChangesTests {
  /// A list whose rows another process changes.
  private struct Rows: View {
    @ObservedObject var model: Model

    var body: some View {
      Text("Rows")
      ForEach(model.names, id: \.self) { name in
        Button(name) { model.pressed.append(name) }
      }
    }
  }

  private final class Model: ObservableObject {
    @Published var names: [String]
    var pressed: [String] = []

    init(_ count: Int) { names = (1...count).map { "row \($0)" } }
  }

  private let interval = Interval()

  private func desk(_ model: Model, rows: Int? = nil, keepsNumbers: Bool = false) -> Desk {
    desk(Rows(model: model), rows: rows, keepsNumbers: keepsNumbers)
  }

  private func desk(_ view: some View, rows: Int? = nil, keepsNumbers: Bool = false) -> Desk {
    let desk = Desk(view) { [interval] in
      ($0.printsUnasked, $0.printsOnlyChanges, $0.isScript) = (true, true, false)
      $0.sleep = { _ in await interval.sleep() }
      ($0.answersWithChanges, $0.keepsNumbers) = (keepsNumbers, keepsNumbers)
      if let rows { $0.window = { WindowSize(columns: 80, rows: rows) } }
    }
    _ = desk.printed()
    return desk
  }

  /// Changes the rows, and returns what is printed for it.
  private func change(_ desk: Desk, _ change: () -> Void) -> String {
    change()
    desk.session.catchUp()
    return desk.printed()
  }

  @Test("A row that is inserted is one line, and the numbers of the others stay what they were")
  func inserted() async {
    let model = Model(5)
    let desk = desk(model)
    #expect(change(desk) { model.names.insert("new", at: 0) } == "[1] new\n")
    for (number, name) in [(1, "new"), (2, "row 2"), (5, "row 5")] {
      desk.session.receive(.line("\(number)"))
      #expect(model.pressed.last == name)
    }
    _ = desk.answer("show", "2")
    #expect(model.pressed.last == "row 1")
  }

  @Test("At a terminal the numbers of the others stay, and the new row has the next one")
  func kept() async {
    let model = Model(5)
    let desk = desk(model, keepsNumbers: true)
    #expect(change(desk) { model.names.insert("new", at: 0) } == "[6] new\n")
    await interval.end()
    #expect(change(desk) { model.names.remove(at: 2) } == "- [2] row 2\n")
    for (number, name) in [(1, "row 1"), (6, "new"), (5, "row 5")] {
      desk.session.receive(.line("\(number)"))
      #expect(model.pressed.last == name)
    }
    #expect(desk.answer("2") == "'row 2' is not on the screen any more. Nothing was done.\n")
    _ = desk.answer("show", "2")
    #expect(model.pressed.last == "row 1")
  }

  @Test("A row that went is named, and its number presses nothing")
  func removed() {
    let model = Model(5)
    let desk = desk(model)
    #expect(change(desk) { model.names.remove(at: 2) } == "- [3] row 3\n")
    #expect(desk.answer("3") == "'row 3' is not on the screen any more. Nothing was done.\n")
    #expect(model.pressed == [])
    _ = desk.answer("4")
    #expect(model.pressed == ["row 4"])
  }

  @Test("More than three changed lines are counted", arguments: [3, 4, 12])
  func many(count: Int) {
    let model = Model(20)
    let desk = desk(model)
    let printed = change(desk) { model.names += (1...count).map { "new \($0)" } }
    let lines = (1...count).map { "[\(20 + $0)] new \($0)\n" }.joined()
    #expect(printed == (count > 3 ? "\(count) lines changed. Type show to print them.\n" : lines))
  }

  @Test("Changes are printed at most once in an interval, and the last state of it at its end")
  func interval() async {
    let model = Model(3)
    let desk = desk(model)
    #expect(change(desk) { model.names.append("a") } == "[4] a\n")
    #expect(change(desk) { model.names.append("b") } == "")
    #expect(change(desk) { model.names.append("c") } == "")
    await interval.end()
    #expect(desk.printed() == "[5] b\n[6] c\n")
  }

  /// The rows, and work that a line begins.
  private struct Working: View {
    @ObservedObject var model: Model
    let work: Interval
    let outcome: @MainActor () -> Void
    @State private var isWorking = false

    init(model: Model, work: Interval, outcome: @escaping @MainActor () -> Void = {}) {
      (self.model, self.work, self.outcome) = (model, work, outcome)
    }

    var body: some View {
      Rows(model: model)
      Button("Work") { isWorking = true }
      if isWorking {
        Text("Working").task {
          await work.sleep()
          outcome()
        }
      }
    }
  }

  @Test(
    "While work of a line runs, few changed lines are printed alone, and many as the screen",
    arguments: 1...5)
  func working(count: Int) async {
    let (model, work) = (Model(20), Interval())
    let desk = desk(Working(model: model, work: work))
    #expect(desk.answer("Work").contains("Working\n"))
    let printed = change(desk) { model.names += (1...count).map { "new \($0)" } }
    let lines = (1...count).map { "[\(20 + $0)] new \($0)\n" }.joined()
    #expect(count > 3 ? printed.hasPrefix("Rows\n[1] row 1\n") : printed == lines, "\(printed)")
    await work.end()
  }

  @Test("A change after work has ended with nothing to show is not taken for its outcome")
  func afterWork() async {
    let (model, work) = (Model(20), Interval())
    let desk = desk(Working(model: model, work: work))
    _ = desk.answer("Work")
    await work.end()
    #expect(desk.session.host.graph.pending.isEmpty)
    await turns()
    #expect(change(desk) { model.names.append("new") } == "[21] new\n")
  }

  @Test("Work that ends with nothing new on the screen prints nothing, then or at the next change")
  func equalOutcome() async {
    let (model, work) = (Model(20), Interval())
    let desk = desk(Working(model: model, work: work) { model.names = model.names })
    _ = desk.answer("Work")
    await work.end()
    await turns()
    #expect(desk.printed() == "")
    #expect(change(desk) { model.names.append("new") } == "[21] new\n")
  }

  @Test("The outcome of work that ends is printed as the screen, however few lines it changes")
  func outcome() async {
    let model = Model(20)
    let desk = desk(model)
    let pending = desk.session.host.graph.pending
    let work = pending.begin("load")
    // A task that ends in the turn of its last change, in which no other thread takes part.
    model.names.append("loaded")
    pending.end(work)
    await turns()
    #expect(desk.printed().hasPrefix("Rows\n[1] row 1\n"))
  }

  /// Lets the main queue run what it holds.
  private func turns() async {
    for _ in 0..<8 {
      await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
    }
  }

  @Test("A number means what stood there before its line was begun, whatever is printed meanwhile")
  func typing() async {
    let model = Model(3)
    let desk = desk(model)
    desk.session.isTyping = { true }
    #expect(change(desk) { model.names.insert("new", at: 0) } == "[1] new\n")
    await interval.end()
    #expect(change(desk) { model.names[0] = "newer" } == "- [1] new\n[1] newer\n")
    desk.session.receive(.line("1"))
    #expect(model.pressed == ["row 1"])
    desk.session.isTyping = { false }
    _ = desk.printed()
    desk.session.receive(.line("1"))
    #expect(model.pressed == ["row 1", "newer"])
  }

  @Test("A line that is given up leaves no numbers behind")
  func givenUp() {
    let model = Model(3)
    let desk = desk(model)
    desk.session.isTyping = { true }
    #expect(change(desk) { model.names.insert("new", at: 0) } == "[1] new\n")
    desk.session.receive(.interrupt(hadText: true))
    desk.session.isTyping = { false }
    desk.session.receive(.line("1"))
    #expect(model.pressed == ["new"])
  }

  @Test("A change beyond the printed page prints nothing, and the next page continues below it")
  func pages() async {
    let model = Model(100)
    let desk = desk(model, rows: 10)
    #expect(desk.answer("show").contains("[7] row 7\n"))
    #expect(change(desk) { model.names.insert("far", at: 50) } == "")
    await interval.end()
    #expect(change(desk) { model.names.insert("near", at: 0) } == "[1] near\n")
    #expect(desk.answer("more").hasPrefix("[9] row 8\n"))
    _ = desk.answer("9")
    #expect(model.pressed == ["row 8"])
  }

  @Test("A number of a filtered list means its row after a refresh that reprints another page")
  func filtered() async {
    let model = Model(100)
    let desk = desk(model, rows: 10)
    #expect(desk.answer("/row 40").contains("[40] row 40\n"))
    _ = change(desk) { model.names.insert("new", at: 0) }
    _ = desk.answer("40")
    #expect(model.pressed == ["row 40"])
  }

  @Test(
    "Numbers mean the rows that were printed under them, in random orders of all that can happen",
    arguments: [false, true])
  func walk(keepsNumbers: Bool) async {
    var random = RandomNumbers(seed: 7)
    for _ in 0..<20 {
      let model = Model(8)
      let desk = desk(model, keepsNumbers: keepsNumbers)
      var seen = Dictionary(uniqueKeysWithValues: (1...8).map { ($0, "row \($0)") })
      for step in 0..<30 {
        let printed: String
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let place = Int.random(in: 0...model.names.count, using: &random)
          printed = change(desk) { model.names.insert("new \(step)", at: place) }
        case 1 where model.names.count > 1:
          let place = model.names.indices.randomElement(using: &random) ?? 0
          printed = change(desk) { model.names.remove(at: place) }
        case 2: printed = change(desk) { model.names.shuffle(using: &random) }
        default: printed = desk.answer("show")
        }
        await interval.end()
        note(printed + desk.printed(), in: &seen)
        let number = Int.random(in: 1...8, using: &random)
        let before = model.pressed.count
        note(desk.answer("\(number)"), in: &seen)
        let name = seen[number] ?? ""
        let isThere = model.names.contains(name)
        #expect(model.pressed.dropFirst(before) == (isThere ? [name] : []))
      }
    }
  }

  /// Notes the numbers of printed rows; a whole screen has all that there are.
  private func note(_ text: String, in seen: inout [Int: String]) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line == "Rows" || line.isEmpty { seen = [:] }
      guard let row = line.prefixMatch(of: /\[(\d+)\] (.+)/), let number = Int(row.1) else {
        continue
      }
      seen[number] = String(row.2)
    }
  }
}

/// A generator of the same numbers in each run.
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
