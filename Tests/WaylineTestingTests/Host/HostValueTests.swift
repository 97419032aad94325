import Testing
import Wayline
import WaylineTesting

/// A wrapper of a program's own, which loads a value in a task that is not registered.
@propertyWrapper
private struct Loaded: DynamicProperty {
  @State private var title: String?
  @State private var hasBegun = false

  var wrappedValue: String { title ?? "loading" }

  func update() {
    if hasBegun { return }
    let (title, hasBegun) = ($title, $hasBegun)
    Task { @MainActor in
      if hasBegun.wrappedValue { return }
      hasBegun.wrappedValue = true
      for _ in 1...3 { await Task.yield() }
      title.wrappedValue = "Emma"
    }
  }
}

private struct StockView: View {
  @Loaded var title
  @State var copies = 1
  @AppStorage("lent") var lent = 0

  var isMany: Bool { copies > 2 }

  var body: some View {
    Text(title)
    Text("Copies: \(copies)")
    Button("Add") { copies += 1 }
    Button("Lend") { lent += 1 }
  }
}

@Suite("Values of views in a host", .timeLimit(.minutes(15)))
@MainActor
struct HostValueTests {
  @Test("A state, a stored value and a computed value are returned as the view sees them")
  func values() {
    let host = TestHost { StockView().padding() }
    host.press("Add")
    host.press("Add")
    host.press("Lend")
    #expect(host.value(of: \StockView.copies) == 3)
    #expect(host.value(of: \StockView.isMany) == true)
    #expect(host.value(of: \StockView.lent) == 1)
  }

  @Test("Looking at a value runs no body")
  func quiet() {
    let host = TestHost { StockView() }
    host.clearRecords()
    _ = host.value(of: \StockView.copies)
    #expect(host.lines.count == 4)
    #expect(host.bodies == [])
  }

  @Test("settle waits for a task of a wrapper's own while its steps come")
  func wrapper() async {
    let host = TestHost { StockView() }
    #expect(host.value(of: \StockView.title) == "loading")
    await host.settle()
    #expect(host.value(of: \StockView.title) == "Emma")
    #expect(host.lines.first == "Emma")
  }

  @Test("A view that does not exist is reported")
  func missing() {
    let host = TestHost { Text("Closed") }
    var reported: [String] = []
    host.onFailure = { reported.append($0.message) }
    #expect(host.value(of: \StockView.copies) == nil)
    #expect(reported == ["There is no StockView on any screen."])
  }

  @Test("The values of a view are a sequence, each that differs once, until the host ends")
  func updates() async {
    let host = TestHost { StockView() }
    let values = host.updates(of: \StockView.copies)
    host.press("Add")
    host.press("Lend")
    host.press("Add")
    host.restart()
    await host.settle()
    await host.end()
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [1, 2, 3, 1])
  }

  @Test("The time of wait passes without a clock")
  func time() async {
    let host = TestHost { Text("Waiting").task { await Gate().pass() } }
    host.send("wait 86400")
    host.onFailure = { _ in }
    await host.settle(turns: 20_000)
    #expect(host.send("show").last == "Waiting")
    await host.end()
  }
}
