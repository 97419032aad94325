import Testing
import WaylineGraph

@testable import WaylineViews

/// Tells that it was freed.
private final class Probe {
  let name: String
  let ledger: Ledger<Int>

  init(_ name: String, _ ledger: Ledger<Int>) {
    (self.name, self.ledger) = (name, ledger)
  }

  deinit { ledger.note(name) }
}

/// Told of changes, and kept by the test as long as it likes.
private final class Outside: ObservableObject {
  @Published var count = 0
}

private enum ProbeKey: EnvironmentKey {
  static var defaultValue: Probe? { nil }
}

extension EnvironmentValues {
  fileprivate var probe: Probe? {
    get { self[ProbeKey.self] }
    set { self[ProbeKey.self] = newValue }
  }
}

private final class Model: ObservableObject {
  let probe: Probe
  init(_ probe: Probe) { self.probe = probe }
}

private struct Reader: View {
  @Environment(\.probe) private var probe
  @ObservedObject var outside: Outside
  var body: some View { Text("\(outside.count) \(probe == nil)") }
}

/// Holds one probe in each thing that a tree can keep.
private struct Holder: View {
  @State private var state: Probe
  @StateObject private var object: Model
  let closure: Probe
  let outside: Outside

  init(_ name: String, _ ledger: Ledger<Int>, _ outside: Outside) {
    let (state, closure) = (Probe("\(name) state", ledger), Probe("\(name) closure", ledger))
    _state = State(initialValue: state)
    _object = StateObject(wrappedValue: Model(Probe("\(name) object", ledger)))
    (self.closure, self.outside) = (closure, outside)
  }

  var body: some View {
    let _ = (state, object)
    Button("use") { [closure] in _ = closure.name }
      .onAppear { [closure] in _ = closure.name }
      .onChange(of: outside.count) { [closure] in _ = closure.name }
      .task { [closure] in _ = closure.name }
    Reader(outside: outside).environment(\.probe, Probe("environment", closure.ledger))
  }
}

private let parts = ["environment", "h closure", "h object", "h state"]

@Suite("What a tree keeps alive")
@MainActor
struct LifetimeTests {
  @Test("A branch that leaves frees its states, objects, closures and environment")
  func branch() {
    let (ledger, outside, shown) = (Ledger<Int>(), Outside(), Ledger<Bool>())
    let hosting = Hosting {
      Showing(true, shown) { if $0 { Holder("h", ledger, outside) } }
    }
    #expect(ledger.entries == [])
    hosting.show(false, shown)
    #expect(ledger.entries.sorted() == parts)
    #expect(hosting.host.checkInvariants() == [])
  }

  @Test("Another id frees what the one before kept")
  func otherID() {
    let (ledger, outside, shown) = (Ledger<Int>(), Outside(), Ledger<Int>())
    let hosting = Hosting {
      Showing(0, shown) { Holder($0 == 0 ? "h" : "i", ledger, outside).id($0) }
    }
    hosting.show(1, shown)
    #expect(ledger.entries.sorted() == parts)
  }

  @Test("A layer that is popped frees what it kept")
  func layer() {
    let (ledger, outside, shown) = (Ledger<Int>(), Outside(), Ledger<[Int]>())
    let hosting = Hosting {
      Showing([1, 2], shown) {
        Layers($0, id: \.self) { if $0 == 2 { Holder("h", ledger, outside) } }
      }
    }
    hosting.show([1], shown)
    #expect(ledger.entries.sorted() == parts)
  }

  @Test("A host that ends frees everything, though a binding is still held")
  func host() {
    let (ledger, outside) = (Ledger<Int>(), Outside())
    let hosting = Hosting { Holder("h", ledger, outside) }
    hosting.host.end()
    #expect(ledger.entries.sorted() == parts)
    hosting.perform { outside.count += 1 }
    #expect(hosting.lines == [])
  }

  @Test("No view of a part that left stays, though an object that it read does")
  func nodes() throws {
    let (outside, shown) = (Outside(), Ledger<Bool>())
    let hosting = Hosting { Showing(true, shown) { if $0 { Reader(outside: outside) } } }
    weak let view = hosting.host.reader
    weak let node = hosting.host.reader?.evaluation
    #expect(view != nil && node != nil)
    hosting.show(false, shown)
    #expect(view == nil && node?.isEnded != false)
  }

  @Test("A host that goes without being ended ends its views; a late write is ignored")
  func dropped() {
    let notes = Ledger<Int>()
    var hosting: Hosting? = Hosting {
      Cell(1, notes).onDisappear { notes.note("disappear") }
    }
    let graph = hosting?.host.graph
    hosting = nil
    graph?.perform { notes.binding?.wrappedValue = 2 }
    #expect(notes.entries == ["1", "disappear"])
  }

  @Test("A row that leaves ends its states")
  func rows() {
    let (ledger, outside, shown) = (Ledger<Int>(), Outside(), Ledger<[String]>())
    let hosting = Hosting {
      Showing(["h", "i"], shown) { names in
        ForEach(names, id: \.self) { Holder($0, ledger, outside) }
      }
    }
    hosting.show(["i"], shown)
    #expect(ledger.entries.filter { $0.hasPrefix("h ") }.sorted() == Array(parts.dropFirst()))
    #expect(!ledger.entries.contains("i state"))
  }
}

extension ViewHost {
  /// The first node of a `Reader`.
  fileprivate var reader: (any EvaluatingNode)? {
    func find(_ node: ViewNode) -> (any EvaluatingNode)? {
      if let found = node as? any EvaluatingNode, found.nodeName == "Reader" { return found }
      return node.childNodes.lazy.compactMap(find).first
    }
    return root.flatMap(find)
  }
}
