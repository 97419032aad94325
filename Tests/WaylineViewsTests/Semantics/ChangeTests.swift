import Testing
import WaylineGraph

@testable import WaylineViews

@Suite("onChange")
@MainActor
struct ChangeTests {
  @Test("It is not called when the view appears, unless initial: then old and new agree (57)")
  func initial() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)")
          .onChange(of: value) { notes.note("plain \($0) \($1)") }
          .onChange(of: value, initial: true) { notes.note("initial \($0) \($1)") }
      }
    }
    #expect(notes.take() == ["initial 1 1"])
    hosting.show(2, notes)
    #expect(notes.entries.sorted() == ["initial 1 2", "plain 1 2"])
  }

  @Test("With initial it runs with appearing, in the order of the other appear actions (57)")
  func initialOrder() {
    let notes = Ledger<Int>()
    _ = Hosting {
      Text("1").onAppear { notes.note("inner") }
        .onChange(of: 1, initial: true) { notes.note("initial") }
        .onAppear { notes.note("outer") }
    }
    #expect(notes.entries == ["inner", "initial", "outer"])
  }

  @Test("With initial it runs when a covered screen is first shown, and at each uncovering (57)")
  func initialUncovered() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting {
      Showing([1, 2], notes) { path in
        Layers(path, id: \.self) { level in
          Text("\(level)").onChange(of: level, initial: true) { notes.note("initial \(level)") }
        }
      }
    }
    #expect(notes.take() == ["initial 2"])
    hosting.show([1], notes)
    #expect(notes.take() == ["initial 1"])
    hosting.show([1, 3], notes)
    hosting.show([1], notes)
    #expect(notes.take() == ["initial 3", "initial 1"])
  }

  @Test("With initial it does not run on an empty group (57)")
  func initialEmpty() {
    let notes = Ledger<Bool>()
    let hosting = Hosting {
      Showing(false, notes) { isShown in
        VStack {
          Text("above")
          Group { if isShown { Text("shown") } }
            .onChange(of: 1, initial: true) { notes.note("initial") }
        }
      }
    }
    #expect(notes.entries == [])
    hosting.show(true, notes)
    #expect(notes.entries == ["initial"])
  }

  @Test("Without initial it runs on an empty group too, and once on one of several views (57)")
  func changeOfGroup() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(0, notes) { count in
        VStack {
          Text("above")
          Group { ForEach(0..<count, id: \.self) { Text("\($0)") } }
            .onChange(of: count) { notes.note("\($0) \($1)") }
          Group { EmptyView() }.onChange(of: count) { notes.note("empty") }
        }
      }
    }
    #expect(notes.entries == [])
    hosting.show(2, notes)
    #expect(notes.take() == ["0 2", "empty"])
    hosting.show(0, notes)
    #expect(notes.take() == ["2 0", "empty"])
  }

  @Test("With two parameters, and with none, the new body's closure is called (58)")
  func newClosure() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)").onChange(of: value) { notes.note("\($0) \($1) in \(value)") }
        Text("\(value)").onChange(of: value) { notes.note("none in \(value)") }
      }
    }
    hosting.show(2, notes)
    #expect(notes.entries == ["1 2 in 2", "none in 2"])
  }

  @Test("With one parameter the old body's closure gets the new value (58)")
  func oldClosure() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)").onChange(of: value, perform: { notes.note("\($0) in \(value)") })
      }
    }
    hosting.show(2, notes)
    hosting.show(3, notes)
    #expect(notes.entries == ["2 in 1", "3 in 2"])
  }

  @Test("A body that runs with an equal value calls no closure")
  func noChange() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)").onChange(of: value / 10) { notes.note("change") }
      }
    }
    hosting.show(2, notes)
    #expect(notes.entries == [])
  }

  @Test("One that changes its observed value is stopped after two calls, which is reported (59)")
  func circle() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(0, notes) { value in
        Text("\(value)").onChange(of: value) { _, new in
          notes.note("\(new)")
          notes.binding?.wrappedValue = new + 1
        }
      }
    }
    let reported = misuses { hosting.show(1, notes) }
    #expect(notes.take() == ["1", "2"])
    #expect(reported.count == 1)
    #expect(
      reported.first?.hasPrefix("onChange(of: Int) in Showing<Int, ") == true
        && reported.first?.hasSuffix(
          " changed its observed value more than twice in one update; further calls were dropped. "
            + "Write the value only when it really differs.") == true
    )
    hosting.show(9, notes)
    #expect(notes.entries == ["9", "10"])
  }

  @Test("A circle is reported with the view of the program, whatever is between", arguments: 0...3)
  func owner(_ place: Int) {
    let notes = Ledger<Int>()
    let hosting = Hosting { Showing(0, notes) { Circling(value: $0, place: place, notes: notes) } }
    let reported = misuses { hosting.show(1, notes) }
    let names = reported.map { $0.split(separator: " changed")[0] }
    #expect(names == ["onChange(of: Int) in Circling"])
  }

  @Test("With another id the old value is discarded and no closure is called (60)")
  func forgotten() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)").onChange(of: value) { notes.note("change") }.id(value / 2)
      }
    }
    hosting.show(2, notes)
    #expect(notes.entries == [])
    hosting.show(3, notes)
    #expect(notes.entries == ["change"])
  }
}

/// A view with a circle: under a modifier of the library, in one of the program, in a row, in a stack.
private struct Circling: View {
  let value: Int
  let place: Int
  let notes: Ledger<Int>

  var body: some View {
    switch place {
    case 0: circle.navigationTitle(.constant("Circle"))
    case 1: circle.modifier(Framed())
    case 2: ForEach(0..<1) { _ in circle }
    default: GroupBox("Circle") { circle.refreshable {} }
    }
  }

  private var circle: some View {
    Text("\(value)").onChange(of: value) { _, new in notes.binding?.wrappedValue = new + 1 }
  }
}

private struct Framed: ViewModifier {
  func body(content: Content) -> some View {
    Divider()
    content.navigationTitle(.constant("Frame"))
  }
}

@Suite("Update loops")
@MainActor
struct CircleTests {
  @Test("Views that never settle are stopped, and named (63)")
  func cutOff() {
    struct Fidget: View {
      @State private var turn = 0
      var body: some View { Turn(turn: $turn).id(turn) }
    }
    struct Turn: View {
      @Binding var turn: Int
      var body: some View { Text("\(turn)").onAppear { turn += 1 } }
    }
    var hosting: Hosting?
    let reported = misuses { hosting = Hosting { Fidget() } }
    #expect(
      reported == [
        "The update was cut off after 100 rounds: Fidget, Turn keeps changing. Look for an "
          + "onChange or onAppear that writes what it depends on."
      ])
    #expect(hosting?.lines == ["100"])
  }
}
