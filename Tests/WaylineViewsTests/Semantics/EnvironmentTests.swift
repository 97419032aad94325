import Testing
import WaylineGraph

@testable import WaylineViews

private enum ShelfKey: EnvironmentKey {
  static var defaultValue: String { "none" }
}

private enum RowKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

private enum OtherKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

extension EnvironmentValues {
  fileprivate var shelf: String {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }

  fileprivate var row: Int {
    get { self[RowKey.self] }
    set { self[RowKey.self] = newValue }
  }

  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }

  fileprivate var isFull: Bool { row > 9 }
}

private struct ShelfReader: View {
  @Environment(\.shelf) private var shelf
  let notes: Ledger<Int>
  var body: some View {
    notes.note("shelf \(shelf)")
    return Text(shelf)
  }
}

private struct RowReader: View {
  @Environment(\.row) private var row
  var body: some View { Text("\(row)") }
}

private struct FullReader: View {
  @Environment(\.isFull) private var isFull
  let notes: Ledger<Int>
  var body: some View {
    notes.note("full \(isFull)")
    return Text("\(isFull)")
  }
}

private struct AllReader: View {
  @Environment(\.self) private var environment
  let notes: Ledger<Int>
  var body: some View {
    notes.note("all \(environment.shelf)")
    return Text(environment.shelf)
  }
}

/// Gives a row and a shelf to what is below, and changes both.
private struct Room<Content: View>: View {
  @State private var shelf = "a"
  @State private var row = 1
  let content: Content

  var body: some View {
    Button("shelf") { shelf += "a" }
    Button("row") { row += 5 }
    content.environment(\.shelf, shelf).environment(\.row, row)
  }
}

@Suite("Environment")
@MainActor
struct EnvironmentTests {
  @Test("A value reaches the views below and no others; the nearest ancestor wins (41)")
  func nearest() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      ShelfReader(notes: notes)
      Group {
        ShelfReader(notes: notes)
        ShelfReader(notes: notes).environment(\.shelf, "inner")
      }
      .environment(\.shelf, "outer")
    }
    #expect(hosting.lines == ["none", "outer", "inner"])
  }

  @Test("A reader runs only when the value at its key path differs (42)")
  func otherKey() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Room(content: ShelfReader(notes: notes)) }
    hosting.press("row")
    #expect(notes.take() == ["shelf a"])
    hosting.press("shelf")
    #expect(notes.take() == ["shelf aa"])
  }

  @Test("A value computed from a key runs its reader only when the result differs (42)")
  func computed() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Room(content: FullReader(notes: notes)) }
    hosting.press("row")
    hosting.press("row")
    #expect(notes.entries == ["full false", "full true"])
  }

  @Test("With all values, only a key that the body used runs it (43)")
  func wholeEnvironment() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Room(content: AllReader(notes: notes)) }
    hosting.press("row")
    #expect(notes.take() == ["all a"])
    hosting.press("shelf")
    #expect(notes.take() == ["all aa"])
  }

  @Test("Another key path in the updated view changes the value in the same update (44)")
  func otherKeyPath() {
    struct Reader: View {
      @Environment var value: Int
      init(_ keyPath: KeyPath<EnvironmentValues, Int>) { _value = Environment(keyPath) }
      var body: some View { Text("\(value)") }
    }
    struct Chooser: View {
      @State private var isRow = true
      var body: some View {
        Button("choose") { isRow = false }
        Reader(isRow ? \.row : \.shelf.count).environment(\.row, 7)
      }
    }
    let hosting = Hosting { Chooser() }
    #expect(hosting.lines.last == "7")
    hosting.press("choose")
    #expect(hosting.lines.last == "4")
  }

  @Test("Read before the view is shown it has its default, which is reported (45)")
  func uninstalled() {
    let environment = Environment(\.shelf)
    var value = ""
    let reported = misuses { value = environment.wrappedValue }
    #expect(value == "none")
    #expect(
      reported == [
        "An environment value of type String was read before its view was shown; it has its "
          + "default. Read it from body or from an action of the view."
      ])
  }

  @Test("A value that an ancestor transforms follows the one above it")
  func transformed() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Room(content: ShelfReader(notes: notes).transformEnvironment(\.shelf) { $0 += "!" })
    }
    hosting.press("shelf")
    #expect(hosting.lines.last == "aa!")
  }

  @Test("A transform that changes to another key restores the first one")
  func transformedKey() {
    let notes = Ledger<Bool>()
    let hosting = Hosting {
      Showing(false, notes) { isOther in
        Group {
          ShelfReader(notes: Ledger())
          RowReader()
        }
        .transformEnvironment(isOther ? \.row : \.other) { $0 += 7 }
      }
    }
    #expect(hosting.lines == ["none", "0"])
    hosting.show(true, notes)
    #expect(hosting.lines == ["none", "7"])
    hosting.show(false, notes)
    #expect(hosting.lines == ["none", "0"])
  }

  @Test("Its description lists every given value, the nearest first")
  func description() {
    var values = EnvironmentValues()
    #expect(values.description == "[]")
    values.row = 1
    values.shelf = "a"
    values.row = 2
    #expect(
      values.description
        == "[EnvironmentPropertyKey<RowKey> = 2, EnvironmentPropertyKey<ShelfKey> = a, "
        + "EnvironmentPropertyKey<RowKey> = 1]")
  }

  @Test("Of 1,000 readers of other keys none runs")
  func manyReaders() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Room(
        content: Group {
          ForEach(0..<1000) { _ in ShelfReader(notes: notes) }
          FullReader(notes: notes)
        })
    }
    _ = notes.take()
    hosting.press("row")
    hosting.press("row")
    #expect(notes.entries == ["full true"])
  }
}
