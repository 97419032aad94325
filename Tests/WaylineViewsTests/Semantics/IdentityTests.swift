import Testing
import WaylineGraph

@testable import WaylineViews

/// Counts in a state of its own, so a lost identity shows.
private struct Counter: View {
  @State private var count = 0
  let name: String
  var body: some View { Button("\(name) \(count)") { count += 1 } }
}

/// Shows content for a value that counts up.
private struct Stepper<Content: View>: View {
  @State private var step = 0
  @ViewBuilder let content: (Int) -> Content

  var body: some View {
    Button("step") { step += 1 }
    content(step)
  }
}

/// Shows content for a list that a test exchanges.
private struct Shelf<Content: View>: View {
  @State private var books: [String]
  let notes: Ledger<[String]>
  let content: ([String]) -> Content

  init(
    _ books: [String], _ notes: Ledger<[String]>,
    @ViewBuilder content: @escaping ([String]) -> Content
  ) {
    _books = State(initialValue: books)
    self.notes = notes
    self.content = content
  }

  var body: some View {
    notes.binding = $books
    return content(books)
  }
}

@Suite("Identity")
@MainActor
struct IdentityTests {
  @Test("The branches of an if have identities of their own; leaving one ends its state (46)")
  func branches() {
    let hosting = Hosting {
      Stepper { step in
        if step == 1 { Counter(name: "odd") } else { Counter(name: "even") }
      }
    }
    hosting.press("even 0")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] odd 0")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] even 0")
  }

  @Test("Several cases have an identity each, also where they show the same type (46)")
  func cases() {
    let hosting = Hosting {
      Stepper { step in
        switch step {
        case 0: Counter(name: "a")
        case 1: Counter(name: "b")
        default: Counter(name: "c")
        }
      }
    }
    for name in ["a", "b", "c"] {
      #expect(hosting.lines.last == "[2] \(name) 0")
      hosting.press("\(name) 0")
      hosting.press("step")
    }
    #expect(hosting.lines.last == "[2] c 1")
  }

  @Test("An if without else loses its state when its content is removed and shown again (47)")
  func optional() {
    let hosting = Hosting { Stepper { step in if step != 1 { Counter(name: "a") } } }
    hosting.press("a 0")
    hosting.press("step")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] a 0")
  }

  @Test("A view of hidden type retains its state until the type changes (48)")
  func anyView() {
    struct Other: View { var body: some View { Counter(name: "other") } }
    let hosting = Hosting {
      Stepper { step in
        step == 2 ? AnyView(Other()) : AnyView(AnyView(Counter(name: "\(step)")))
      }
    }
    hosting.press("0 0")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] 1 1")
    hosting.press("step")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] 3 0")
  }

  @Test("A value that is not a view cannot be wrapped in AnyView")
  func anyValue() {
    #expect(AnyView(_fromValue: Text("book")) != nil)
    #expect(AnyView(_fromValue: 42) == nil)
  }

  @Test("Another id resets everything below: it disappears, then appears (49)")
  func otherID() {
    let hosting = Hosting {
      Stepper { step in
        VStack { Counter(name: "a").onAppear {}.onDisappear {} }.id(step / 2)
      }
    }
    hosting.press("a 0")
    hosting.press("step")
    #expect(hosting.lines.last == "[2] a 1")
    #expect(hosting.events == [])
    hosting.press("step")
    #expect(hosting.lines.last == "[2] a 0")
    #expect(hosting.events.map { $0.prefix(while: { $0 != " " }) } == ["disappear", "appear"])
  }

  @Test("State follows the element through insertion, removal and moves (50)")
  func forEach() {
    let notes = Ledger<[String]>()
    let hosting = Hosting {
      Shelf(["a", "b", "c"], notes) { books in
        ForEach(books, id: \.self) { Counter(name: $0) }
      }
    }
    hosting.press("b 0")
    hosting.perform { notes.binding?.wrappedValue = ["x", "c", "b", "a"] }
    #expect(hosting.lines == ["[1] x 0", "[2] c 0", "[3] b 1", "[4] a 0"])
    hosting.perform { notes.binding?.wrappedValue = ["b"] }
    hosting.perform { notes.binding?.wrappedValue = ["a", "b"] }
    #expect(hosting.lines == ["[1] a 0", "[2] b 1"])
  }

  @Test("Elements with the same id are reported; each has a row (51)")
  func repeatedIDs() {
    let notes = Ledger<[String]>()
    let hosting = Hosting {
      Shelf([], notes) { ForEach($0, id: \.self) { Counter(name: $0) } }
    }
    let reported = misuses {
      hosting.perform { notes.binding?.wrappedValue = ["a", "b", "a"] }
    }
    #expect(hosting.lines == ["[1] a 0", "[2] b 0", "[3] a 0"])
    #expect(
      reported == [
        "The id 'a' occurs more than once in a ForEach of String; the rows after the first keep "
          + "their state by position. Give each element an id of its own."
      ])
  }

  @Test("A constant range retains its first rows, with updated content; a change is reported (52)")
  func constantRange() {
    let hosting = Hosting {
      Stepper { step in ForEach(0..<(2 + step / 2)) { Text("\($0) of \(step)") } }
    }
    let reported = misuses {
      hosting.press("step")
      #expect(hosting.lines == ["[1] step", "0 of 1", "1 of 1"])
      hosting.press("step")
    }
    #expect(hosting.lines == ["[1] step", "0 of 2", "1 of 2"])
    #expect(
      reported == [
        "A ForEach over a constant range was given another range; it keeps the first one. Use "
          + "ForEach(_:id:content:) for a range that changes."
      ])
  }
}
