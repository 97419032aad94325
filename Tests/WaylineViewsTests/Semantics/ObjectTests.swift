import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

@Observable
final class Lending {
  var lent = 0
  var title = "Emma"
}

private final class Desk: ObservableObject {
  @Published var loans = 0
  let name: String
  var onEnd: () -> Void = {}

  init(_ name: String = "desk") {
    self.name = name
  }

  deinit { onEnd() }
}

private struct Owner: View {
  @StateObject private var desk: Desk
  let notes: Ledger<Int>

  init(_ notes: Ledger<Int>, make: @escaping () -> Desk) {
    _desk = StateObject(wrappedValue: make())
    self.notes = notes
  }

  var body: some View {
    notes.note("owner")
    return Button("Loans: \(desk.loans)") { desk.loans += 1 }
  }
}

private struct Library: View {
  @State private var visits = 0
  @State private var isOpen = true
  let notes: Ledger<Int>

  var body: some View {
    Button("visit \(visits)") { visits += 1 }
    Button("close") { isOpen = false }
    if isOpen {
      Owner(notes) {
        notes.note("made")
        let desk = Desk()
        desk.onEnd = { notes.note("ended") }
        return desk
      }
      .id(visits / 2)
    }
  }
}

private struct Watcher: View {
  @ObservedObject var desk: Desk
  let notes: Ledger<Int>

  var body: some View {
    notes.note("\(desk.name) \(desk.loans)")
    return Text("\(desk.loans)")
  }
}

@Suite("StateObject")
@MainActor
struct StateObjectTests {
  @Test("The object is made once for an identity, when the view is first shown (33)")
  func madeOnce() {
    let notes = Ledger<Int>()
    let owner = Owner(notes) {
      notes.note("made")
      return Desk()
    }
    #expect(notes.entries == [])
    let hosting = Hosting { owner }
    hosting.press("Loans: 0")
    #expect(notes.entries == ["made", "owner", "owner"])
    #expect(hosting.lines == ["[1] Loans: 1"])
  }

  @Test("A parent that creates the view again creates no other object; another identity does (33)")
  func newIdentity() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Library(notes: notes) }
    hosting.press("visit 0")
    #expect(notes.take().filter { $0 == "made" }.count == 1)
    hosting.press("visit 1")
    #expect(notes.entries == ["ended", "made", "owner"])
  }

  @Test("The object is released when its view leaves (34)")
  func released() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Library(notes: notes) }
    _ = notes.take()
    hosting.press("close")
    #expect(notes.entries == ["ended"])
  }

  @Test("Used before the view is shown it creates a new object each time, which is reported (35)")
  func uninstalled() {
    let object = StateObject(wrappedValue: Desk())
    var desks: [Desk] = []
    let reported = misuses { desks = [object.wrappedValue, object.wrappedValue] }
    #expect(desks[0] !== desks[1])
    #expect(
      reported.first
        == "A state object of type Desk was used before its view was shown; a new one is made at "
        + "each use. Use it from body or from an action of the view.")
    #expect(reported.count == 2)
  }
}

@Suite("ObservedObject")
@MainActor
struct ObservedObjectTests {
  @Test("A change runs the body after the new value is there (37)")
  func newValue() {
    let (notes, desk) = (Ledger<Int>(), Desk())
    let hosting = Hosting { Watcher(desk: desk, notes: notes) }
    hosting.perform { desk.loans = 1 }
    #expect(notes.entries == ["desk 0", "desk 1"])
    #expect(hosting.lines == ["1"])
  }

  @Test("objectWillChange runs the body of each view with the object, read or not (37)")
  func unread() {
    struct Holder: View {
      @ObservedObject var desk: Desk
      let notes: Ledger<Int>
      var body: some View {
        notes.note("held")
        return Text("held")
      }
    }
    let (notes, desk) = (Ledger<Int>(), Desk())
    let hosting = Hosting { Holder(desk: desk, notes: notes) }
    hosting.perform { desk.objectWillChange.send() }
    #expect(notes.entries == ["held", "held"])
  }

  @Test("The publisher of an object may have another type, which is observed as well (37)")
  func ownPublisher() {
    final class Bell: ObservableObject {
      let objectWillChange = PassthroughSubject<Void, Never>()
      var rings = 0 {
        willSet { objectWillChange.send() }
      }
    }
    struct Ringing: View {
      @StateObject private var bell = Bell()
      let door: Bell
      var body: some View {
        Button("Bell \(bell.rings)") { bell.rings += 1 }
        Ringer(bell: door).environmentObject(door)
      }
    }
    struct Ringer: View {
      @ObservedObject var bell: Bell
      @EnvironmentObject private var same: Bell
      var body: some View { Button("Door \(bell.rings) \(same.rings)") { bell.rings += 1 } }
    }
    var door: Bell? = Bell()
    weak let released = door
    var hosting: Hosting? = Hosting { [door] in Ringing(door: door ?? Bell()) }
    hosting?.press("Bell 0")
    hosting?.press("Door 0 0")
    #expect(hosting?.lines == ["[1] Bell 1", "[2] Door 1 1"])
    (door, hosting) = (nil, nil)
    #expect(released == nil)
  }

  @Test("Another object is observed, the previous one no more (36)")
  func otherObject() {
    struct Switch: View {
      @State private var index = 0
      let desks: [Desk]
      let notes: Ledger<Int>
      var body: some View {
        Button("switch") { index = 1 }
        Watcher(desk: desks[index], notes: notes)
      }
    }
    let (notes, desks) = (Ledger<Int>(), [Desk("a"), Desk("b")])
    let hosting = Hosting { Switch(desks: desks, notes: notes) }
    hosting.press("switch")
    hosting.perform { desks[0].loans = 1 }
    #expect(notes.entries == ["a 0", "b 0"])
    hosting.perform { desks[1].loans = 1 }
    #expect(notes.entries == ["a 0", "b 0", "b 1"])
  }

  @Test(
    "A change during a body is reported, and shown by the next update (38)",
    .timeLimit(.minutes(15)))
  func changeInBody() async {
    struct Eager: View {
      @ObservedObject var desk: Desk
      var body: some View {
        if desk.loans == 0 { desk.loans = 1 }
        return Text("\(desk.loans)")
      }
    }
    let desk = Desk()
    let graph = Graph()
    var host: ViewHost?
    let reported = misuses { host = ViewHost(graph: graph) { Eager(desk: desk) } }
    #expect(
      reported == [
        "An observable object changed while the body of Eager was evaluated; the views that use it "
          + "run again afterwards. Change it from an action, onAppear, onChange or task instead."
      ])
    #expect(graph.updates == 1)
    graph.perform {}
    #expect(graph.updates == 2)
    #expect(host?.page().lines.count == 1)
  }

  @Test("A change on another thread is reported, and shown with its new value (38)")
  func changeOffMain() {
    let (notes, desk) = (Ledger<Int>(), Desk())
    let hosting = Hosting { Watcher(desk: desk, notes: notes) }
    nonisolated(unsafe) let shared = desk  // the main actor waits meanwhile
    nonisolated(unsafe) var reported: [String] = []  // likewise
    onAnotherThread { reported = misuses { shared.loans = 1 } }
    hosting.perform {}
    #expect(hosting.lines == ["1"])
    #expect(
      reported == [
        "An observable object changed outside the main actor, where views may be reading it. Mark "
          + "its class @MainActor, or change it in MainActor.run."
      ])
  }

  @Test("A change on the main actor outside an action is not reported", .timeLimit(.minutes(15)))
  func changeInTask() async {
    let (notes, desk) = (Ledger<Int>(), Desk())
    let hosting = Hosting { Watcher(desk: desk, notes: notes) }
    let updates = hosting.host.graph.updates
    #expect(misuses { desk.loans = 1 } == [])
    await hosting.update(after: updates)
    #expect(notes.entries == ["desk 0", "desk 1"])
  }

  @Test("Its projection makes bindings to the object's properties")
  func projection() {
    struct Form: View {
      @ObservedObject var desk: Desk
      let notes: Ledger<Int>
      var body: some View {
        notes.binding = $desk.loans
        return Text("\(desk.loans)")
      }
    }
    let (notes, desk) = (Ledger<Int>(), Desk())
    let hosting = Hosting { Form(desk: desk, notes: notes) }
    hosting.perform { notes.binding?.wrappedValue = 4 }
    #expect(hosting.lines == ["4"])
  }
}

private struct Borrower: View {
  @EnvironmentObject private var desk: Desk
  var body: some View { Button("Borrow \(desk.loans)") { desk.loans += 1 } }
}

@Suite("EnvironmentObject")
@MainActor
struct EnvironmentObjectTests {
  @Test("It is the nearest object of its type, and its changes run the body")
  func nearest() {
    let (inner, outer) = (Desk("inner"), Desk("outer"))
    let hosting = Hosting { Borrower().environmentObject(inner).environmentObject(outer) }
    hosting.press("Borrow 0")
    #expect(hosting.lines == ["[1] Borrow 1"])
    #expect([inner.loans, outer.loans] == [1, 0])
  }

  @Test("Without one the program stops with a message that names the type (39)")
  func missing() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Hosting { Borrower() } }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "No Desk in the environment: an ancestor of the view must have .environment(object) or "
          + ".environmentObject(object)."))
  }
}
