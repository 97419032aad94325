import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

/// Reports that it was freed.
private final class Probe {
  let name: String
  let ledger: Ledger<Int>

  init(_ name: String, _ ledger: Ledger<Int>) {
    (self.name, self.ledger) = (name, ledger)
  }

  deinit { ledger.note(name) }
}

/// Observes changes, and is retained by the test as long as it likes.
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

@Suite("Lifetimes")
@MainActor
struct LifetimeTests {
  @Test("A branch that leaves releases its states, objects, closures and environment")
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

  @Test("Another id releases the values of the one before")
  func otherID() {
    let (ledger, outside, shown) = (Ledger<Int>(), Outside(), Ledger<Int>())
    let hosting = Hosting {
      Showing(0, shown) { Holder($0 == 0 ? "h" : "i", ledger, outside).id($0) }
    }
    hosting.show(1, shown)
    #expect(ledger.entries.sorted() == parts)
  }

  @Test("A layer that is popped releases its values")
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

  @Test("A host that ends releases everything, though a binding is still retained")
  func host() {
    let (ledger, outside) = (Ledger<Int>(), Outside())
    let hosting = Hosting { Holder("h", ledger, outside) }
    hosting.host.end()
    #expect(ledger.entries.sorted() == parts)
    hosting.perform { outside.count += 1 }
    #expect(hosting.lines == [])
  }

  @Test("No view of a removed part stays alive, though an object that it read does")
  func nodes() throws {
    let (outside, shown) = (Outside(), Ledger<Bool>())
    let hosting = Hosting { Showing(true, shown) { if $0 { Reader(outside: outside) } } }
    weak let view = hosting.host.reader
    weak let node = hosting.host.reader?.graphNode
    #expect(view != nil && node != nil)
    hosting.show(false, shown)
    #expect(view == nil && node?.isEnded != false)
  }

  @Test("A host that is released ends its views; a late write has no effect")
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

@Observable
private final class Shelf {
  var name = "Austen"
}

/// Retains a host for the code that ends or releases it.
@MainActor
private final class Keeper {
  var host: ViewHost?
  var notes: [String] = []
  var binding: Binding<Int>?

  func note(_ entry: String) { notes.append(entry) }

  func end() { host?.end() }

  /// Lets go of the host, which ends it.
  func drop() { host = nil }
}

/// Does something in the second run of its body.
private struct Ending: View {
  @State private var step = 0
  let shelf: Shelf
  let keeper: Keeper
  let action: @MainActor (Keeper) -> Void

  var body: some View {
    keeper.binding = $step
    if step > 0 { action(keeper) }
    keeper.note("\(step) \(shelf.name)")
    return Group {
      if step > 0 { Inner(shelf: shelf, keeper: keeper) } else { Button("first") {} }
    }
    .onAppear { keeper.note("appear") }
    .onDisappear { keeper.note("disappear") }
  }
}

private struct Inner: View {
  let shelf: Shelf
  let keeper: Keeper
  var body: some View {
    keeper.note("inner")
    return Button(shelf.name) {}
  }
}

/// Does something while it is connected for the second time, and has states after it.
private struct Connection: DynamicProperty {
  @State private var step = 0
  let keeper: Keeper
  let action: @MainActor (Keeper) -> Void

  mutating func update() {
    keeper.binding = $step
    if step > 0 { action(keeper) }
  }
}

private struct Connected: View {
  private var connection: Connection
  @State private var after = 7
  let shelf: Shelf
  let keeper: Keeper

  init(shelf: Shelf, keeper: Keeper, action: @escaping @MainActor (Keeper) -> Void) {
    connection = Connection(keeper: keeper, action: action)
    (self.shelf, self.keeper) = (shelf, keeper)
  }

  var body: some View {
    keeper.note("\(after) \(shelf.name)")
    return Inner(shelf: shelf, keeper: keeper)
  }
}

/// Rows of which one does something when it is made again.
private struct EndingRows: View {
  let shelf: Shelf
  let keeper: Keeper
  let action: @MainActor (Keeper) -> Void
  var body: some View {
    ForEach(0..<3) { row in
      let _ = keeper.note("\(row) \(shelf.name)")
      if row == 1, shelf.name != "Austen" {
        let _ = action(keeper)
        Text("last")
      }
      Text(shelf.name)
    }
  }
}

/// An object whose end is the host's.
private final class Owner: ObservableObject {
  let keeper: Keeper
  init(_ keeper: Keeper) { self.keeper = keeper }
  // Proof: the tree of a host ends on the main actor.
  deinit { MainActor.assumeIsolated { [keeper] in keeper.end() } }
}

private struct Owning: View {
  @StateObject private var owner: Owner
  @State private var count = 0

  init(_ keeper: Keeper) { _owner = StateObject(wrappedValue: Owner(keeper)) }

  var body: some View {
    let _ = owner
    Button("\(count)") { count += 1 }
  }
}

private let ways: [@MainActor (Keeper) -> Void] = [{ $0.end() }, { $0.drop() }]

@Suite("Trees that end during an update")
@MainActor
struct NodeTests {
  @Test("A host that is released within a scope of writes still lets its views disappear")
  func droppedInScope() {
    let (keeper, graph) = (Keeper(), Graph())
    keeper.host = ViewHost(graph: graph) {
      Text("desk").onDisappear { keeper.note("disappear") }
    }
    graph.perform { keeper.drop() }
    #expect(keeper.notes == ["disappear"])
  }

  @Test("A host that ends while views appear lets none appear after that", arguments: [0, 1])
  func droppedInAppear(way: Int) {
    let (keeper, graph, shown) = (Keeper(), Graph(), Ledger<Bool>())
    keeper.host = ViewHost(graph: graph) {
      Text("first").onAppear { keeper.note("first") }.onDisappear { keeper.note("first gone") }
      Showing(false, shown) { isShown in
        if isShown {
          Text("last").onAppear { ways[way](keeper) }.onDisappear { keeper.note("last gone") }
          Text("never").onAppear { keeper.note("never") }.onDisappear { keeper.note("never gone") }
        }
      }
    }
    graph.perform { shown.binding?.wrappedValue = true }
    #expect(keeper.notes == ["first", "first gone"])
  }

  @Test("A body that ends its own tree creates nothing more", arguments: [0, 1])
  func endedInBody(way: Int) {
    let (keeper, graph, shelf) = (Keeper(), Graph(), Shelf())
    keeper.host = ViewHost(graph: graph) {
      Ending(shelf: shelf, keeper: keeper, action: ways[way])
    }
    graph.perform { keeper.binding?.wrappedValue = 1 }
    #expect(keeper.notes == ["0 Austen", "appear", "1 Austen", "disappear"])
    keeper.host = nil
    graph.perform { shelf.name = "Brontë" }
    #expect(keeper.notes.count == 4)
  }

  @Test("A property that ends the tree of its view while it is connected", arguments: [0, 1])
  func endedInUpdate(way: Int) {
    let (keeper, graph, shelf) = (Keeper(), Graph(), Shelf())
    keeper.host = ViewHost(graph: graph) {
      Connected(shelf: shelf, keeper: keeper, action: ways[way])
    }
    graph.perform { keeper.binding?.wrappedValue = 1 }
    keeper.host = nil
    graph.perform { shelf.name = "Brontë" }
    #expect(keeper.notes == ["7 Austen", "inner"])
  }

  @Test("A row that ends its own tree creates nothing more", arguments: [0, 1])
  func endedInRow(way: Int) {
    let (keeper, graph, shelf) = (Keeper(), Graph(), Shelf())
    keeper.host = ViewHost(graph: graph) {
      EndingRows(shelf: shelf, keeper: keeper, action: ways[way])
    }
    graph.perform { shelf.name = "Brontë" }
    keeper.host = nil
    graph.perform { shelf.name = "Gaskell" }
    #expect(keeper.notes == ["0 Austen", "1 Austen", "2 Austen", "0 Brontë", "1 Brontë"])
  }

  @Test("An object that ends the tree when the tree releases it")
  func endedInDeinit() {
    let keeper = Keeper()
    keeper.host = ViewHost { Owning(keeper) }
    keeper.end()
    #expect(keeper.host?.page().lines == [])
    keeper.drop()
  }

  @Test("An action that releases the host is the last")
  func droppedInAction() throws {
    let keeper = Keeper()
    keeper.host = ViewHost {
      Button("close") {
        keeper.drop()
        keeper.note("closed")
      }
      .onDisappear { keeper.note("disappear") }
    }
    let id = try #require(keeper.host?.page().elements.first?.id)
    #expect(keeper.host?.perform(.activate, on: id) == .done)
    #expect(keeper.notes == ["closed", "disappear"])
  }

  @Test("A change is reported for a view that left in the same update")
  func leftAfterChange() throws {
    struct Watching: View {
      @Binding var count: Int
      let keeper: Keeper
      var body: some View {
        Text("\(count)").onChange(of: count) { keeper.note("change") }
          .onAppear {}
      }
    }
    struct Outer: View {
      @State private var count = 0
      let keeper: Keeper
      @Binding var shows: Bool
      var body: some View {
        keeper.binding = $count
        return Group { if shows { Watching(count: $count, keeper: keeper) } }
      }
    }
    let (keeper, shown) = (Keeper(), Ledger<Bool>())
    var events: [String] = []
    let host = ViewHost(
      onEvent: { events.append($0) },
      root: {
        Showing(true, shown) { shows in
          Outer(keeper: keeper, shows: .constant(shows))
        }
      })
    events = []
    host.graph.perform {
      keeper.binding?.wrappedValue = 1
      withTransaction(\.disablesAnimations, true) { shown.binding?.wrappedValue = false }
    }
    #expect(keeper.notes == ["change"])
    #expect(events == ["change Watching"])
  }

  @Test("Each of several layers with one identity is shown or ended", arguments: 1...3)
  func repeatedLayers(count: Int) {
    let (ledger, shown) = (Ledger<Int>(), Ledger<[Int]>())
    let hosting = Hosting {
      Showing([1, 1, 2], shown) {
        Layers($0, id: \.self) { number in
          Button("\(number)") {}.onDisappear { ledger.note("\(number)") }
        }
      }
    }
    hosting.show([2, 1, 1], shown)
    #expect(hosting.host.checkInvariants() == [])
    hosting.show(Array(repeating: 1, count: count), shown)
    #expect(hosting.host.checkInvariants() == [])
    #expect(hosting.lines == ["[1] 1"])
    hosting.show([2], shown)
    #expect(hosting.host.checkInvariants() == [])
  }
}
