import Testing
import WaylineGraph

@testable import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Shelf: Identifiable {
  let id: Int
  let name: String
  var shelves: [Shelf]?
}

private let tree = [
  Shelf(id: 1, name: "Fiction", shelves: [Shelf(id: 2, name: "Poetry", shelves: [])]),
  Shelf(id: 3, name: "Maps"),
]

/// A value with a binding to it, outside of a view.
private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
  var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
}

private struct Fees: View {
  @State private var fee = 0.5
  @State private var level = 4.0
  @State private var due = Date(timeIntervalSince1970: 1_767_261_900)
  private let limit = Date(timeIntervalSince1970: 1_767_261_900 + 86_400)

  var body: some View {
    Slider(value: $fee, in: 0...1) { Text("Fee") }
    Slider(value: $level, in: 0...10, step: 2) {
      Text("Level")
    } minimumValueLabel: {
      Text("low")
    } maximumValueLabel: {
      Text("high")
    }
    DatePicker("Due", selection: $due, in: ...limit)
    DatePicker("Day", selection: $due, displayedComponents: .date)
    DatePicker("Time", selection: $due, displayedComponents: .hourAndMinute)
  }
}

@Suite("Typed fields of numbers and dates")
@MainActor
struct TypedFieldTests {
  private let hosting = Hosting { Fees().environment(\.timeZone, TimeZone(secondsFromGMT: 0)!) }

  @Test("They print their value, and its bounds")
  func printed() {
    #expect(
      hosting.lines == [
        "[1] Fee: 0.5 (0.0 to 1.0)", "[2] Level: 4.0 (0.0 to 10.0) low to high",
        "[3] Due: 2026-01-01 10:05", "[4] Day: 2026-01-01", "[5] Time: 10:05",
      ])
  }

  @Test("A slider takes a number in its bounds and on its steps, and moves by them")
  func slider() {
    hosting.send(.value("0.7"), to: "Fee")
    hosting.send(.value("+"), to: "Level")
    #expect(
      hosting.lines[0...1] == [
        "[1] Fee: 0.7 (0.0 to 1.0)", "[2] Level: 6.0 (0.0 to 10.0) low to high",
      ])
    #expect(hosting.send(.value("3"), to: "Fee") == .refused("3 is not in 0.0 to 1.0."))
    #expect(
      hosting.send(.value("5"), to: "Level")
        == .refused("5 cannot be reached from 0.0 in steps of 2.0."))
    for _ in 0..<2 { hosting.send(.value("+"), to: "Level") }
    #expect(
      hosting.send(.value("+"), to: "Level")
        == .refused("10.0 cannot be increased; the range is 0.0 to 10.0."))
  }

  @Test("A date takes a day, a time or both, and keeps what was not typed")
  func date() {
    hosting.send(.value("2025-12-31"), to: "Day")
    hosting.send(.value("9:30"), to: "Time")
    #expect(hosting.lines[2] == "[3] Due: 2025-12-31 09:30")
    hosting.send(.value("2025-06-01"), to: "Due")
    #expect(hosting.lines[2] == "[3] Due: 2025-06-01 09:30")
  }

  @Test(
    "A text that is not a date, or not in the range, is refused",
    arguments: [
      ("2026-02-30", "'2026-02-30' is not a date. Type it as 2026-01-01 10:05."),
      ("tomorrow", "'tomorrow' is not a date. Type it as 2026-01-01 10:05."),
      ("2026-01-01 25:00", "'2026-01-01 25:00' is not a date. Type it as 2026-01-01 10:05."),
      ("2026-01-05 10:00", "The last date is 2026-01-02 10:05."),
    ])
  func refused(typed: String, sentence: String) {
    #expect(hosting.send(.value(typed), to: "Due") == .refused(sentence))
  }
}

@Suite("Forms of text")
@MainActor
struct TextFormTests {
  @Test("A date is shown as a day, a time, or a distance")
  func dates() throws {
    let now = Date(timeIntervalSince1970: 1_767_261_900)
    let zone = try #require(TimeZone(secondsFromGMT: 3_600))
    func text(_ style: Text.DateStyle, after seconds: Double) -> String {
      Text(now.addingTimeInterval(seconds), style: style, now: now, timeZone: zone).plain
    }
    #expect(text(.date, after: 0) == "2026-01-01" && text(.time, after: 0) == "11:05")
    #expect(text(.relative, after: 12_005) == "3 hours, 20 minutes")
    #expect(text(.relative, after: 86_400) == "1 day")
    #expect(text(.offset, after: -61) == "-1 minute, 1 second")
    #expect(text(.timer, after: 12_005) == "3:20:05" && text(.timer, after: 65) == "1:05")
    #expect(text(.relative, after: 0) == "0 seconds")
  }

  @Test("The time between two dates has the second day only if it is another one")
  func ranges() throws {
    let start = Date(timeIntervalSince1970: 1_767_261_900)
    let zone = try #require(TimeZone(secondsFromGMT: 0))
    func text(_ seconds: Double) -> String {
      Text(start...start.addingTimeInterval(seconds), timeZone: zone).plain
    }
    #expect(text(7_200) == "2026-01-01 10:05 – 12:05")
    #expect(text(86_400) == "2026-01-01 10:05 – 2026-01-02 10:05")
    #expect(Text("due \(start, style: .date)").plain.hasPrefix("due 2026-01-0"))
    #expect(Text("open \(start...start)").plain.hasPrefix("open 2026-01-0"))
  }

  @Test("A number is shown as its specifier says; one that does not fit is a mistake")
  func specifiers() {
    #expect(Text("\(2.5, specifier: "%.2f") \(7, specifier: "%03d")").plain == "2.50 007")
    #expect(Text("\(255, specifier: "%lx") \(1.5, specifier: "%8.1f|")").plain.hasPrefix("ff "))
    #expect(
      Text("\(12.5, specifier: "%.1f%%") \(3, specifier: "about %d books, 100%%")").plain
        == "12.5% about 3 books, 100%")
    let reported = misuses { #expect(Text("\(7, specifier: "%s%n")").plain == "7") }
    #expect(
      reported == [
        "The specifier '%s%n' does not fit an Int. Use one conversion, such as %d for an integer or "
          + "%.2f for a number with a fraction."
      ])
  }

  @Test("An attributed text shows the addresses of its links")
  func attributed() {
    var text = AttributedString("Read Emma ")
    var link = AttributedString("here")
    link.link = URL(string: "https://example.org")
    text.append(link)
    #expect(Text(text).plain == "Read Emma here (https://example.org)")
  }
}

private struct Desk: View {
  @State private var books = ["Emma", "Persuasion"]
  @State private var chosen: String?
  @State private var lent = 0

  var body: some View {
    List {
      ForEach(books, id: \.self) { Text($0) }.onDelete { books.remove(atOffsets: $0) }
    }
    Text("lent \(lent)").swipeActions { Button("Lend") { lent += 1 } }
    Text("row").contextMenu { Button("Open") { lent += 10 } }
    Picker("Shelf", selection: $chosen) {
      Text("Fiction").tag("f")
      Text("Closed").tag("c").selectionDisabled()
    }
    Menu("Sort") {
      Button("By title") {}
    } primaryAction: {
      lent += 100
    }
    Button("Rate") {}.accessibilityValue("4 of 5")
  }
}

private struct Search: View {
  @State private var query = ""
  @State private var scope = 1
  @State private var submits = 0

  var body: some View {
    Results()
      .searchable(text: $query)
      .searchScopes($scope) {
        Text("Titles").tag(1)
        Text("Authors").tag(2)
      }
      .searchSuggestions { Text("Emma").searchCompletion("emma") }
    TextField("Name", text: $query).submitScope().onSubmit { submits += 1 }
    TextField("Other", text: $query).onSubmit { submits += 1 }
    Text("submits \(submits)")
  }
}

private struct Results: View {
  @Environment(\.isSearching) private var isSearching
  @Environment(\.dismissSearch) private var dismissSearch

  var body: some View {
    Text(isSearching ? "searching" : "all")
    Button("Cancel") { dismissSearch() }
  }
}

private struct Counted: View {
  @State private var count = 0
  let name: String

  var body: some View { Button("\(name) \(count)") { count += 1 } }
}

private struct Apart: View {
  @State private var names = ["a", "b"]

  var body: some View {
    Group(
      subviews: Group {
        Text("head")
        ForEach(names, id: \.self) { Counted(name: $0) }
        if names.count > 5 { Text("many") }
      }
    ) { subviews in
      ForEach(subviews) { $0 }
      Text("\(subviews.count) views")
    }
    Button("swap") { names = ["b", "c", "a"] }
  }
}

@Suite("Rows, searches and parts")
@MainActor
struct RowSpellingTests {
  @Test("A tree is rows that open, in a list and outside")
  func outline() {
    let hosting = Hosting { List(tree, children: \.shelves) { Text($0.name) } }
    #expect(hosting.lines == ["[1] Fiction: closed", "Maps"])
    hosting.press("Fiction")
    #expect(hosting.lines == ["[1] Fiction: open", "[2] Poetry: closed", "Maps"])
    let root = Hosting { OutlineGroup(tree[0], children: \.shelves) { Text($0.name) } }
    #expect(root.lines == ["[1] Fiction: closed"])
  }

  @Test("A tree with a selection offers each of its elements, whether or not a row would be open")
  func selectedTree() {
    let chosen = Box<Int?>(nil)
    let hosting = Hosting {
      List(tree, children: \.shelves, selection: chosen.binding) { Text($0.name) }
    }
    #expect(hosting.lines == ["[1] Selection: none (Fiction, Poetry, Maps)"])
    hosting.send(.value("Poetry"), to: "Selection")
    #expect(chosen.value == 2)

    let several = Box<Set<Int>>([1])
    let all = Hosting {
      List(tree, children: \.shelves, selection: several.binding) { Text($0.name) }
    }
    all.send(.value("+maps"), to: "Selection")
    #expect(several.value == [1, 3])
    all.send(.value("maps"), to: "Selection")
    #expect(several.value == [3])
  }

  @Test("A ForEach of subviews makes a view for each view of a content")
  func eachSubview() {
    let hosting = Hosting {
      ForEach(
        subviews: Group {
          Text("one")
          ForEach(["two", "three"], id: \.self) { Text($0) }
        }
      ) { subview in
        HStack {
          Text("-")
          subview
        }
      }
    }
    #expect(hosting.lines == ["- one", "- two", "- three"])
  }

  @Test("Actions of a row follow it, and a deleted row is the one that was named")
  func actions() {
    let hosting = Hosting { Desk() }
    #expect(
      hosting.lines == [
        "[1] Emma Delete", "[2] Persuasion Delete", "[3] lent 0 Lend", "[4] row More: closed",
        "[5] Shelf: none (Fiction)", "[6] Sort: closed (open, closed)", "[7] Rate: 4 of 5",
      ])
    hosting.press("Persuasion Delete")
    hosting.press("lent 0 Lend")
    hosting.press("Sort")
    #expect(hosting.lines[0...1] == ["[1] Emma Delete", "[2] lent 101 Lend"])
    hosting.send(.value("open"), to: "Sort")
    #expect(hosting.lines.contains("[6] By title"))
  }

  @Test("The actions of rows have labels of their own, in a list and outside of one")
  func rowLabels() {
    let hosting = Hosting { Shelf() }
    #expect(
      hosting.lines == [
        "[1] Emma Delete", "[2] Persuasion Delete",
        "[3] Open Emma [4] Open Emma Delete", "[5] Open Persuasion [6] Open Persuasion Delete",
        "[7] Emma More: closed", "[8] Persuasion More: closed",
        "[9] Lend Emma [10] Lend Emma More: closed",
        "[11] Lend Persuasion [12] Lend Persuasion More: closed",
      ])
    hosting.press("Emma More")
    #expect(hosting.lines[4...5] == ["[7] Emma More: open", "[8] Reserve"])
    hosting.press("Emma Delete")
    #expect(
      hosting.lines[0...1] == [
        "[1] Persuasion Delete", "[2] Open Persuasion [3] Open Persuasion Delete",
      ])
  }

  private struct Shelf: View {
    @State private var books = ["Emma", "Persuasion"]

    var body: some View {
      ForEach(books, id: \.self) { Text($0) }.onDelete { books.remove(atOffsets: $0) }
      List {
        ForEach(books, id: \.self) { Button("Open \($0)") {} }
          .onDelete { books.remove(atOffsets: $0) }
      }
      ForEach(books, id: \.self) { Text($0).contextMenu { Button("Reserve") {} } }
      ForEach(books, id: \.self) { Button("Lend \($0)") {}.contextMenu { Button("Reserve") {} } }
    }
  }

  @Test("A search has scopes, suggestions and an end; a submit scope keeps its fields to itself")
  func search() {
    let hosting = Hosting { Search() }
    #expect(
      hosting.lines == [
        "[1] Scope: Titles (Titles, Authors)", "[2] Search: (empty)", "[3] Emma", "all",
        "[4] Cancel", "[5] Name: (empty)", "[6] Other: (empty)", "submits 0",
      ])
    hosting.press("Emma")
    #expect(hosting.lines[1] == "[2] Search: emma" && hosting.lines[3] == "searching")
    hosting.press("Cancel")
    #expect(hosting.lines[3] == "all")
    hosting.send(.value("x"), to: "Name")
    #expect(hosting.lines.last == "submits 0")
    hosting.send(.value("y"), to: "Other")
    #expect(hosting.lines.last == "submits 1")
  }

  @Test("The views of a content are known one by one, and retain their states by identity")
  func subviews() {
    let hosting = Hosting { Apart() }
    #expect(hosting.lines == ["head", "[1] a 0", "[2] b 0", "3 views", "[3] swap"])
    hosting.press("a 0")
    hosting.press("swap")
    #expect(
      hosting.lines == ["head", "[1] b 0", "[2] c 0", "[3] a 1", "4 views", "[4] swap"])
  }

  @Test("A lazy row is printed on one line")
  func lazyRow() {
    let hosting = Hosting {
      LazyHStack {
        Text("one")
        Text("two")
      }
    }
    #expect(hosting.lines == ["one two"])
  }
}
