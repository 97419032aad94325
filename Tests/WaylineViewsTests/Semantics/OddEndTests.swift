import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

@Observable
private final class Shelf {
  var name = "Austen"
}

/// Keeps a host for those who end it or let go of it.
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
private struct Joint: DynamicProperty {
  @State private var step = 0
  let keeper: Keeper
  let action: @MainActor (Keeper) -> Void

  mutating func update() {
    keeper.binding = $step
    if step > 0 { action(keeper) }
  }
}

private struct Jointed: View {
  private var joint: Joint
  @State private var after = 7
  let shelf: Shelf
  let keeper: Keeper

  init(shelf: Shelf, keeper: Keeper, action: @escaping @MainActor (Keeper) -> Void) {
    joint = Joint(keeper: keeper, action: action)
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

@Suite("Trees that end at odd moments")
@MainActor
struct OddEndTests {
  @Test("A host that goes within a scope of writes still lets its views disappear")
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

  @Test("A body that ends its own tree makes nothing more", arguments: [0, 1])
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
      Jointed(shelf: shelf, keeper: keeper, action: ways[way])
    }
    graph.perform { keeper.binding?.wrappedValue = 1 }
    keeper.host = nil
    graph.perform { shelf.name = "Brontë" }
    #expect(keeper.notes == ["7 Austen", "inner"])
  }

  @Test("A row that ends its own tree makes nothing more", arguments: [0, 1])
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

  @Test("An object that ends the tree when the tree lets go of it")
  func endedInDeinit() {
    let keeper = Keeper()
    keeper.host = ViewHost { Owning(keeper) }
    keeper.end()
    #expect(keeper.host?.page().lines == [])
    keeper.drop()
  }

  @Test("An action that lets go of the host is the last")
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

  @Test("A change is told of a view that left in the same update")
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

  @Test("Of layers with one identity each is shown or ended", arguments: 1...3)
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
