import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

@MainActor
private final class Log {
  var entries: [String] = []
  func outerGone() { n("a gone") }
  func innerGone() { n("b gone") }
  func n(_ entry: String) { entries.append(entry) }
}

private struct LevelKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  fileprivate var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

private struct Level: View {
  @Environment(\.level) private var level
  var body: some View { Text("level \(level)") }
}

private struct Book: Identifiable, Hashable {
  var id: Int
  var name: String
}

@Observable
@MainActor
private final class Shelf {
  var items = [Book(id: 1, name: "A"), Book(id: 2, name: "B")]
  var opt: Book? = Book(id: 3, name: "C")
}

private struct Count: View {
  let name: String
  @State private var n = 0
  var body: some View { Button("\(name) \(n)") { n += 1 } }
}

/// Code as it is written for SwiftUI, in scenes.
@Suite("The semantics of SwiftUI in scenes")
@MainActor
struct SwiftUISemanticsTests {
  @Test("A sheet in a stack has the environment around its modifier")
  func sheetEnv() {
    struct V: View {
      @State var on = false
      var body: some View {
        NavigationStack {
          Button("open") { on = true }
            .sheet(isPresented: $on) { Level() }
            .environment(\.level, 5)
        }
      }
    }
    let host = TestHost { V() }
    host.press("open")
    #expect(host.lines == ["Sheet:", "level 5"])
  }

  @Test("A sheet has the environment outside of its modifier, not that inside")
  func sheetEnvInside() {
    struct V: View {
      @State var on = false
      var body: some View {
        VStack {
          Button("open") { on = true }
            .environment(\.level, 7)
            .sheet(isPresented: $on) { Level() }
        }.environment(\.level, 5)
      }
    }
    let host = TestHost { V() }
    host.press("open")
    #expect(host.lines == ["Sheet:", "level 5"])
  }

  @Test("A value of the environment changes in an open sheet")
  func sheetEnvFollows() {
    struct V: View {
      @State var on = false
      @State var k = 1
      var body: some View {
        VStack {
          Button("open") { on = true }
            .sheet(isPresented: $on) {
              Level()
              Button("inc") { k += 1 }
            }
        }.environment(\.level, k)
      }
    }
    let host = TestHost { V() }
    host.press("open")
    host.press("inc")
    #expect(host.lines == ["Sheet:", "level 2", "[1] inc"])
  }

  @Test("An object around a sheet is observed in it")
  func envObjectInSheet() {
    final class O: ObservableObject { @Published var n = 1 }
    struct C: View {
      @EnvironmentObject var o: O
      var body: some View { Button("n \(o.n)") { o.n += 1 } }
    }
    struct V: View {
      @StateObject var o = O()
      @State var on = false
      var body: some View {
        Button("open \(o.n)") { on = true }.sheet(isPresented: $on) { C() }.environmentObject(o)
      }
    }
    let host = TestHost { V() }
    host.press("open 1")
    host.press("n 1")
    #expect(host.lines == ["Sheet:", "[1] n 2"])
  }

  @Test("A sheet follows its item; an item with another identity is another sheet")
  func sheetItemReplaced() {
    struct V: View {
      let log: Log
      @State var item: Book? = nil
      var body: some View {
        Button("open") { item = Book(id: 1, name: "A") }
          .sheet(item: $item) { b in
            Text(b.name)
            Count(name: "c")
            Button("rename") { item?.name = "AA" }
            Button("other") { item = Book(id: 2, name: "B") }
          }
      }
    }
    let log = Log()
    let host = TestHost { V(log: log) }
    host.press("open")
    host.press("c 0")
    host.press("rename")
    #expect(host.lines == ["Sheet:", "AA", "[1] c 1", "[2] rename", "[3] other"])
    host.press("other")
    #expect(host.lines == ["Sheet:", "B", "[1] c 0", "[2] rename", "[3] other"])
  }

  @Test("A screen of an item with another identity begins anew")
  func destItemReplaced() {
    struct V: View {
      @State var item: Book? = nil
      var body: some View {
        NavigationStack {
          Button("open") { item = Book(id: 1, name: "A") }
            .navigationDestination(item: $item) { b in
              Text(b.name)
              Count(name: "c")
              Button("other") { item = Book(id: 2, name: "B") }
            }
        }
      }
    }
    let host = TestHost { V() }
    host.press("open")
    host.press("c 0")
    host.press("other")
    #expect(host.lines == ["B", "[1] c 0", "[2] other"])
    host.back()
    #expect(host.lines == ["[1] open"])
  }

  @Test("Ending the outer of two sheets ends the inner one first")
  func nestedSheets() {
    struct V: View {
      let log: Log
      @State var a = false
      @State var b = false
      var body: some View {
        Button("open") { a = true }.sheet(isPresented: $a, onDismiss: log.outerGone) {
          Button("more") { b = true }.sheet(isPresented: $b, onDismiss: log.innerGone) {
            Button("all") { a = false }
          }
        }
      }
    }
    let log = Log()
    let host = TestHost { V(log: log) }
    host.press("open")
    host.press("more")
    host.press("all")
    #expect(host.lines == ["[1] open"])
    #expect(log.entries == ["b gone", "a gone"])
    host.press("open")
    #expect(host.lines == ["Sheet:", "[1] more"])
  }

  @Test("An action of an alert in a sheet ends the sheet with the alert")
  func alertInSheet() {
    struct V: View {
      @State var a = false
      @State var b = false
      var body: some View {
        Button("open") { a = true }.sheet(isPresented: $a) {
          Button("ask") { b = true }.alert("t", isPresented: $b) {
            Button("close all") { a = false }
          }
        }
      }
    }
    let host = TestHost { V() }
    host.press("open")
    host.press("ask")
    host.press("close all")
    #expect(host.lines == ["[1] open"])
    host.press("open")
    #expect(host.lines == ["Sheet:", "[1] ask"])
  }

  @Test("An action of an alert presents another alert")
  func swapAlerts() {
    struct V: View {
      @State var a = false
      @State var b = false
      var body: some View {
        Button("go") { a = true }.alert("A", isPresented: $a) { Button("next") { b = true } }
        Text("x").alert("B", isPresented: $b) { Button("done") {} }
      }
    }
    let host = TestHost { V() }
    host.press("go")
    host.press("next")
    #expect(host.lines == ["Alert: B", "[1] done"])
    host.press("done")
    #expect(host.lines == ["[1] go", "x"])
  }

  @Test("An action of an alert presents a sheet")
  func alertToSheet() {
    struct V: View {
      @State var a = false
      @State var b = false
      var body: some View {
        Button("go") { a = true }.alert("A", isPresented: $a) { Button("next") { b = true } }.sheet(
          isPresented: $b
        ) { Text("sheet") }
      }
    }
    let host = TestHost { V() }
    host.press("go")
    host.press("next")
    #expect(host.lines == ["Sheet:", "sheet"])
    host.send("dismiss")
    #expect(host.lines == ["[1] go"])
  }

  @Test("An action of an alert opens a place")
  func routerInAlertAction() {
    struct V: View {
      @Environment(\.router) var router
      @State var a = false
      var body: some View {
        NavigationStack {
          Button("go") { a = true }.alert("A", isPresented: $a) {
            Button("next") { router.push(3) }
            Button("sheet") { router.present(4) }
          }
          .navigationDestination(for: Int.self) { Text("at \($0)") }
        }
      }
    }
    let host = TestHost { V() }
    host.press("go")
    host.press("next")
    #expect(host.lines == ["at 3"])
    host.back()
    #expect(host.lines == ["[1] go"])
    host.press("go")
    host.press("sheet")
    #expect(host.lines == ["Sheet:", "at 4"])
  }

  @Test("A pushed screen follows the state of the view that declares it")
  func destinationFollowsParent() {
    struct V: View {
      @State var n = 0
      var body: some View {
        NavigationStack {
          NavigationLink("go") {
            Text("n \(n)")
            Button("inc") { n += 1 }
          }
        }
      }
    }
    let host = TestHost { V() }
    host.press("go")
    host.press("inc")
    #expect(host.lines == ["n 1", "[1] inc"])
  }

  @Test("A change of an object inside an object is not announced by the outer one")
  func nestedObjects() {
    final class J: ObservableObject { @Published var n = 0 }
    final class O: ObservableObject { @Published var i = J() }
    struct V: View {
      @StateObject var o = O()
      var body: some View { Button("n \(o.i.n)") { o.i.n += 1 } }
    }
    let host = TestHost { V() }
    host.press("n 0")
    #expect(host.lines == ["[1] n 0"])
  }

  @Test("Elements and optionals of an observable object are bound")
  func bindableElements() {
    struct V: View {
      @Bindable var m: Shelf
      var body: some View {
        ForEach($m.items) { $b in TextField("name \(b.id)", text: $b.name) }
        if let o = Binding($m.opt) { TextField("opt", text: o.name) }
        Text(m.items.map(\.name).joined() + (m.opt?.name ?? "-"))
      }
    }
    let host = TestHost { V(m: Shelf()) }
    host.type("X", into: "name 2")
    host.type("Y", into: "opt")
    #expect(host.lines.last == "AXY")
  }

  @Test("A binding to a value of an optional keeps the last one in an action that clears it")
  func optionalBindingAfterNil() {
    struct C: View {
      let log: Log
      @Binding var b: Int
      let clear: () -> Void
      var body: some View {
        Button("clear \(b)") {
          clear()
          log.n("\(b)")
        }
      }
    }
    struct V: View {
      let log: Log
      @State var o: Int? = 4
      var body: some View {
        if let x = Binding($o) { C(log: log, b: x, clear: { o = nil }) } else { Text("none") }
      }
    }
    let log = Log()
    let host = TestHost { V(log: log) }
    host.press("clear 4")
    #expect(host.lines == ["none"])
    #expect(log.entries == ["4"])
  }

  @Test("The content of a modifier that is shown twice has two states")
  func contentTwice() {
    struct M: ViewModifier {
      func body(content: Content) -> some View {
        content
        content
      }
    }
    let host = TestHost { Count(name: "c").modifier(M()) }
    host.send("1")
    #expect(host.lines == ["[1] c 1", "[2] c 0"])
  }

  @Test("The content of a modifier in another branch is another view")
  func contentBranch() {
    struct M: ViewModifier {
      let on: Bool
      func body(content: Content) -> some View { if on { content.bold() } else { content } }
    }
    struct V: View {
      @State var on = false
      var body: some View {
        Count(name: "c").modifier(M(on: on))
        Button("flip") { on.toggle() }
      }
    }
    let host = TestHost { V() }
    host.press("c 0")
    host.press("flip")
    #expect(host.lines == ["[1] c 0", "[2] flip"])
  }

  @Test("A view in an if let retains its state while the value changes")
  func ifLetKeepsState() {
    struct V: View {
      @State var x: Int? = 1
      var body: some View {
        if let x { Count(name: "c\(x)") }
        Button("inc") { x = (x ?? 0) + 1 }
      }
    }
    let host = TestHost { V() }
    host.press("c1 0")
    host.press("inc")
    #expect(host.lines == ["[1] c2 1", "[2] inc"])
  }

  @Test("Rows of rows retain their states when the outer rows move")
  func nestedForEach() {
    struct V: View {
      @State var rows = [1, 2]
      var body: some View {
        ForEach(rows, id: \.self) { r in ForEach(0..<2) { c in Count(name: "\(r)\(c)") } }
        Button("turn") { rows.reverse() }
      }
    }
    let host = TestHost { V() }
    host.press("10 0")
    host.press("turn")
    #expect(host.lines == ["[1] 20 0", "[2] 21 0", "[3] 10 1", "[4] 11 0", "[5] turn"])
  }
}
