import Testing
import WaylineGraph

@testable import WaylineViews

/// Shows content for a value that a test exchanges.
struct Showing<Value, Content: View>: View {
  @State private var value: Value
  let notes: Ledger<Value>
  let content: (Value) -> Content

  init(
    _ value: Value, _ notes: Ledger<Value>, @ViewBuilder content: @escaping (Value) -> Content
  ) {
    _value = State(initialValue: value)
    self.notes = notes
    self.content = content
  }

  var body: some View {
    notes.binding = $value
    return content(value)
  }
}

extension Hosting {
  /// Exchanges the value of a `Showing`.
  func show<Value>(_ value: Value, _ notes: Ledger<Value>) {
    perform { notes.binding?.wrappedValue = value }
  }
}

@Suite("Appearing")
@MainActor
struct AppearanceTests {
  @Test("It appears once, after the update that brought it, and not when bodies run again (53)")
  func once() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(0, notes) { value in
        let _ = notes.note("body \(value)")
        Text("\(value)").onAppear { notes.note("appear") }
      }
    }
    hosting.show(1, notes)
    #expect(notes.entries == ["body 0", "appear", "body 1"])
  }

  @Test("Appearing and disappearing call the closures of the last body (53)")
  func lastClosure() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(0, notes) { value in
        if value < 2 {
          Text("\(value)").onDisappear { notes.note("disappear \(value)") }
        }
      }
    }
    hosting.show(1, notes)
    hosting.show(2, notes)
    #expect(notes.entries == ["disappear 1"])
  }

  @Test("Several views appear with the first of them and disappear with the last (54)")
  func group() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting {
      Text("above")
      Showing([], notes) { rows in
        ForEach(rows, id: \.self) { Text("\($0)") }
          .onAppear { notes.note("appear") }.onDisappear { notes.note("disappear") }
      }
    }
    #expect(notes.take() == [])
    hosting.show([1, 2], notes)
    hosting.show([2, 3], notes)
    #expect(notes.take() == ["appear"])
    hosting.show([], notes)
    hosting.show([4], notes)
    #expect(notes.take() == ["disappear", "appear"])
  }

  @Test("A group appears with the content that its own views show later (54)")
  func nested() {
    struct Inner: View {
      let isShown: Bool
      var body: some View { if isShown { Text("inner") } }
    }
    let notes = Ledger<Bool>()
    let hosting = Hosting {
      Text("above")
      Showing(false, notes) { isShown in
        Group {
          Inner(isShown: isShown)
          EmptyView()
        }
        .onAppear { notes.note("appear") }.onDisappear { notes.note("disappear") }
      }
    }
    #expect(notes.take() == [])
    hosting.show(true, notes)
    hosting.show(false, notes)
    #expect(notes.entries == ["appear", "disappear"])
  }

  @Test("The last view leaving while another enters is no change for the group (55)")
  func exchanged() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting {
      Showing([1], notes) { rows in
        ForEach(rows, id: \.self) { Text("\($0)") }
          .onAppear { notes.note("appear") }.onDisappear { notes.note("disappear") }
      }
    }
    hosting.show([2], notes)
    #expect(notes.entries == ["appear"])
  }

  @Test("An empty stack is a view, and appears")
  func emptyStack() {
    let notes = Ledger<Int>()
    _ = Hosting { VStack {}.onAppear { notes.note("appear") } }
    #expect(notes.entries == ["appear"])
  }

  @Test("The whole content of a screen appears with it, though it has no lines yet")
  func wholeScreen() {
    let notes = Ledger<Bool>()
    let hosting = Hosting {
      Showing(false, notes) { isShown in
        Group { if isShown { Text("books") } }
          .onAppear { notes.note("appear") }.onDisappear { notes.note("disappear") }
      }
    }
    hosting.show(true, notes)
    hosting.show(false, notes)
    #expect(notes.take() == ["appear"])
    hosting.host.end()
    #expect(notes.take() == ["disappear"])
  }

  @Test("Beside other views one without content does not appear, a colour does")
  func besideOthers() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Color.red.onAppear { notes.note("colour") }
      EmptyView().onAppear { notes.note("empty") }
      AnyView(EmptyView()).onAppear { notes.note("any") }
    }
    #expect(notes.entries == ["colour"])
    #expect(hosting.lines == [])
  }

  @Test("Inner views appear before those around them, otherwise as they were made")
  func insideOut() {
    struct Shelf: View {
      let notes: Ledger<Int>
      var body: some View { Text("shelf").onAppear { notes.note("shelf") } }
    }
    let notes = Ledger<Int>()
    _ = Hosting {
      VStack {
        Text("sign").onAppear { notes.note("sign") }
        Shelf(notes: notes).onAppear { notes.note("around the shelf") }
      }
      .onAppear { notes.note("room") }.onAppear { notes.note("house") }
    }
    #expect(notes.entries == ["sign", "shelf", "around the shelf", "room", "house"])
  }

  @Test("Views that leave disappear before the views that replace them appear")
  func leavesFirst() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Showing(1, notes) { value in
        Text("\(value)").onAppear { notes.note("appear \(value)") }
          .onDisappear { notes.note("disappear \(value)") }.id(value)
      }
    }
    hosting.show(2, notes)
    #expect(notes.entries == ["appear 1", "disappear 1", "appear 2"])
  }

  @Test("Effects run after the update in the order of their causes; writes are allowed (56)")
  func order() {
    let notes = Ledger<Int>()
    var hosting: Hosting?
    let reported = misuses {
      hosting = Hosting {
        Showing(0, notes) { value in
          let _ = notes.note("body \(value)")
          Text("\(value)").onAppear {
            notes.note("first")
            notes.binding?.wrappedValue += 1
          }
          Text("second").onAppear { notes.note("second") }
          if value == 1 { Text("third").onAppear { notes.note("third") } }
        }
      }
    }
    #expect(notes.entries == ["body 0", "first", "second", "body 1", "third"])
    #expect(reported == [])
    #expect(hosting?.lines == ["1", "second", "third"])
  }

  @Test("Its events name the view that it belongs to")
  func events() {
    struct Sign: View {
      let text: String
      var body: some View { Text(text).onDisappear {}.onChange(of: text) {} }
    }
    let notes = Ledger<String>()
    let hosting = Hosting { Showing("a", notes) { if $0 != "" { Sign(text: $0) } } }
    hosting.show("b", notes)
    hosting.show("", notes)
    #expect(hosting.events == ["change Sign", "disappear Sign"])
  }

  @Test("A host that ends lets everything disappear that appeared")
  func hostEnds() {
    let notes = Ledger<Int>()
    let hosting = Hosting {
      Text("a").onAppear { notes.note("appear") }.onDisappear { notes.note("disappear") }
      ForEach(0..<0) { _ in Text("none") }.onDisappear { notes.note("never") }
    }
    hosting.host.end()
    #expect(notes.entries == ["appear", "disappear"])
  }
}

@Suite("Layers")
@MainActor
struct LayerTests {
  private func stack(_ notes: Ledger<[Int]>) -> Hosting {
    Hosting {
      Showing([1], notes) { path in
        Layers(path, id: \.self) { level in
          Cell(level, Ledger<Int>())
            .onAppear { notes.note("appear \(level)") }
            .onDisappear { notes.note("disappear \(level)") }
        }
      }
    }
  }

  @Test("A covered screen stays alive and does not disappear; uncovered it appears again")
  func covered() {
    let notes = Ledger<[Int]>()
    let hosting = stack(notes)
    hosting.show([1, 2], notes)
    #expect(notes.take() == ["appear 1", "appear 2"])
    #expect(hosting.lines == ["2"])
    hosting.show([1], notes)
    #expect(notes.take() == ["disappear 2", "appear 1"])
  }

  @Test("A screen that is created covered appears when it is first uncovered")
  func neverShown() {
    let notes = Ledger<[Int]>()
    let hosting = stack(notes)
    hosting.show([1, 2, 3], notes)
    #expect(notes.take() == ["appear 1", "appear 3"])
    hosting.show([1, 2], notes)
    #expect(notes.take() == ["disappear 3", "appear 2"])
  }

  @Test("A screen that leaves without having been shown does not disappear")
  func leftUnseen() {
    let notes = Ledger<[Int]>()
    let hosting = stack(notes)
    hosting.show([1, 2, 3], notes)
    hosting.show([1], notes)
    #expect(notes.take() == ["appear 1", "appear 3", "disappear 3", "appear 1"])
  }

  @Test("A screen under a modal was never covered, so nothing of it appears again")
  func modal() {
    let ledger = Ledger<Bool>()
    let hosting = Hosting {
      Showing(false, ledger) { isPresented in
        Presented(
          base: Text("desk").onAppear { ledger.note("desk") },
          layer: isPresented ? .sheet("") : nil, id: nil
        ) { Text("sheet").onAppear { ledger.note("sheet") }.onDisappear { ledger.note("gone") } }
      }
    }
    hosting.show(true, ledger)
    #expect(hosting.lines == ["sheet"])
    hosting.show(false, ledger)
    #expect(ledger.entries == ["desk", "sheet", "gone"])
  }
}
