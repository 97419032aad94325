import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// One write of an action.
private enum Write: Hashable, CustomStringConvertible {
  case open(Slot)
  case close(Slot)
  case replace(Slot)
  case append, clear
  case ask
  case tab
  case push, present

  var description: String {
    switch self {
    case .open(let slot): "open \(slot)"
    case .close(let slot): "close \(slot)"
    case .replace(let slot): "replace \(slot)"
    case .append: "append to the path"
    case .clear: "clear the path"
    case .ask: "ask"
    case .tab: "select B"
    case .push: "push"
    case .present: "present"
    }
  }

  @MainActor func carryOut(in scene: BoundScene) {
    let shelf = scene.shelf
    switch self {
    case .open(let slot): shelf.values[slot] = 1
    case .close(let slot): shelf.values[slot] = nil
    case .replace(let slot): shelf.values[slot] = 2
    case .append: shelf.path.append(.place(3))
    case .clear: shelf.path = []
    case .ask: shelf.asks = true
    case .tab: shelf.tab = "B"
    case .push: scene.router.push(BoundPlace.place(4))
    case .present: scene.router.present(BoundPlace.place(6))
    }
  }

  /// The screens that the write opens.
  var opened: Set<String> {
    switch self {
    case .open(let slot): ["\(slot) 1"]
    case .replace(let slot): ["\(slot) 2"]
    case .append: ["place(3)"]
    case .push: ["place(4)"]
    case .present: ["place(6)"]
    case .close, .clear, .ask, .tab: []
    }
  }

  /// The screens that the write ends, with everything above them.
  var ended: Set<String> {
    switch self {
    case .close(let slot), .replace(let slot): ["\(slot) 1"]
    case .clear: ["place(1)"]
    default: []
    }
  }
}

@Suite("Several writes of one action")
@MainActor
struct JoinedRequestTests {
  /// Opens screens one after the other, writes several bindings in one action, and compares.
  private func problems(
    with slots: [Slot], open: [Slot?], then writes: [Write]
  ) -> [String] {
    let scene = BoundScene(BoundValues(slots))
    let shelf = scene.shelf
    var names: [String] = []
    for slot in open {
      scene.act { if let slot { shelf.values[slot] = 1 } else { shelf.path = [.place(1)] } }
      names.append(slot.map { "\($0) 1" } ?? "place(1)")
    }
    let updates = scene.hosting.updates {
      scene.act { for write in writes { write.carryOut(in: scene) } }
    }

    let ended = writes.reduce(Set<String>()) { $0.union($1.ended) }
    let stay = names.prefix { !ended.contains($0) }
    let opened = writes.reduce(Set<String>()) { $0.union($1.opened) }
    let expected = opened.union(stay)
    var problems = scene.problems()
    if shelf.names != expected { problems.append("\(shelf.names.sorted())") }
    if updates != 1 { problems.append("\(updates) updates") }
    let layer = scene.hosting.layer
    if writes.contains(.ask) != (layer == .alert(title: "Sure?", message: "")) {
      problems.append("\(layer)")
    }
    let first = scene.hosting.content.first ?? ""
    if writes.contains(.tab) {
      if !writes.contains(.ask), first != "tab B" { problems.append("shows \(first)") }
    } else if !opened.isEmpty, !writes.contains(.ask), !opened.contains(first) {
      problems.append("shows \(first)")
    }
    return problems
  }

  private static let others: [Write] = [.append, .ask, .tab, .push, .present]

  @Test(
    "What an action ends is ended, and what it opens is open, in any order of writes (10)",
    arguments: Slot.all)
  func pairs(closed: Slot) {
    // Of two bindings one is on the view of the text, as most are.
    let opening =
      Slot.all.filter { $0 != closed && (closed.view == .same || $0.view == .same) }
      .map { Write.open($0) } + Self.others
    for write in opening {
      var slots = [closed]
      if case .open(let slot) = write { slots.append(slot) }
      for slots in slots.orders {
        for writes in [Write.close(closed), write].orders {
          let problems = problems(with: slots, open: [closed], then: writes)
          if !problems.isEmpty { Issue.record("\(slots): \(writes): \(problems)") }
        }
      }
    }
  }

  @Test("Three writes of one action are joined as two are (10)", arguments: Slot.Kind.allCases)
  func triples(kind: Slot.Kind) {
    let closed = Slot(kind: kind)
    for second in Slot.Kind.allCases where second != kind {
      let above = Slot(kind: second)
      let third = Slot.Kind.allCases.filter { $0 != kind && $0 != second }
      for write in third.map({ Write.open(Slot(kind: $0)) }) + Self.others {
        var slots = [closed, above]
        if case .open(let slot) = write { slots.append(slot) }
        for writes in [Write.close(closed), .close(above), write].orders {
          check(slots, open: [closed, above], writes)
        }
        check(slots, open: [closed, above], [.close(closed), write])
        check(slots, open: [closed, above], [write, .close(above)])
        for writes in [Write.close(closed), .open(above), write].orders {
          check(slots, open: [closed], writes)
        }
        if kind.namesPlace {
          check(slots, open: [closed, above], [.replace(closed), write])
          check(slots, open: [closed], [write, .open(above), .replace(closed)])
        }
      }
    }
  }

  @Test("A path that is cleared, and what else an action opens, are joined (10)")
  func paths() {
    for kind in Slot.Kind.allCases {
      let slot = Slot(kind: kind)
      for write in [Write.open(slot), .push, .present, .ask, .tab] {
        for writes in [Write.clear, write].orders { check([slot], open: [nil], writes) }
      }
      for write in [Write.append, .push, .present, .ask, .tab] {
        for writes in [Write.close(slot), write].orders {
          check([slot], open: [nil, slot], writes)
        }
      }
    }
  }

  private func check(_ slots: [Slot], open: [Slot?], _ writes: [Write]) {
    let problems = problems(with: slots, open: open, then: writes)
    if !problems.isEmpty { Issue.record("\(slots): \(open) \(writes): \(problems)") }
  }

  @Test("The writes of one action are one step for undo (10)")
  func undo() {
    let slot = Slot(kind: .sheet)
    let scene = BoundScene(BoundValues([slot]))
    scene.act { scene.shelf.values[slot] = 1 }
    scene.act {
      scene.router.push(BoundPlace.place(4))
      scene.shelf.values[slot] = nil
    }
    #expect(scene.shelf.names == ["place(4)"])

    scene.act { scene.router.undo() }

    #expect(scene.problems() == [])
    #expect(scene.shelf.names == ["sheet-same 1"])

    scene.act { scene.router.undo() }
    #expect(scene.shelf.names == [])
  }
}

private enum Hall: NavigationValue { case nest }
private enum Corner: NavigationValue { case corner(Int) }

private struct NestedDeclarations: View {
  @Environment(\.router) private var router
  let outcomes: Journal
  var body: some View {
    NavigationStack {
      Button("Both") { push(Corner.corner(1), Corner.corner(2)) }
        .navigationDestination(for: Hall.self) { _ in
          Text("nest").navigationDestination(for: Corner.self) { Text("\($0)") }
        }
      Button("Neither") { push(DeskRoute.catalog, DeskRoute.catalog) }
    }
  }

  private func push(_ second: some NavigationValue, _ third: some NavigationValue) {
    for handle in [router.push(Hall.nest), router.push(second), router.push(third)] {
      handle.whenFinished { outcomes.note($0.isSuccess ? "opened" : "refused") }
    }
  }
}

extension JoinedRequestTests {
  @Test("A verb whose place the screen of a verb before it declares waits for that screen (2)")
  func declaredBefore() {
    let outcomes = Journal()
    let scene = Hosting { NestedDeclarations(outcomes: outcomes) }

    #expect(scene.updates { scene.press("Both") } == 1)

    #expect(scene.lines == ["corner(2)"])
    #expect(scene.router.state.depth == 3)
    #expect(outcomes.lines == ["opened", "opened", "opened"])
  }

  @Test("A verb whose place nothing declares is refused after the screens before it are shown (2)")
  func undeclared() {
    let outcomes = Journal()
    let scene = Hosting { NestedDeclarations(outcomes: outcomes) }

    let (_, sentences) = withReports { scene.press("Neither") }

    #expect(scene.lines == ["nest"])
    #expect(outcomes.lines == ["opened", "refused", "refused"])
    #expect(sentences.count == 2)
  }
}

extension Array {
  /// The elements in every order.
  fileprivate var orders: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index -> [[Element]] in
      var rest = self
      let first = rest.remove(at: index)
      return rest.orders.map { [first] + $0 }
    }
  }
}
