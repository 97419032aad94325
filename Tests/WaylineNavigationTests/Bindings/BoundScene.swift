import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// A place of the scene in this file.
enum BoundPlace: NavigationValue {
  case place(Int)
  case item(String)
}

/// One binding that presents screens: its kind, and the view that has the modifier.
struct Slot: Hashable, CustomStringConvertible {
  enum Kind: String, CaseIterable {
    case sheet, itemSheet, cover, flag, item, wrapper, written
    /// True if the value of the binding names a place, so that guards of arrivals are asked.
    var namesPlace: Bool { [.itemSheet, .item, .wrapper, .written].contains(self) }
  }

  enum View: String, CaseIterable { case parent, same, child, row }

  let kind: Kind
  var view = View.same

  static let all = Kind.allCases.flatMap { kind in View.allCases.map { Slot(kind: kind, view: $0) }
  }
  var description: String { "\(kind)-\(view)" }
}

/// The values of the bindings: a part of the program that outlives its scenes.
@MainActor
final class BoundValues: ObservableObject {
  @Published var values: [Slot: Int] = [:]
  @Published var path: [BoundPlace] = []
  @Published var tab = "A"
  @Published var asks = false
  /// The slots that a program writes.
  let slots: [Slot]
  /// The slots with a modifier; of two on one view the first is the inner one.
  let shown: [Slot]
  let gate: BoundGate
  /// The screens that exist in the present process, by name.
  var screens: [String: Int] = [:]
  /// The number of the present process.
  var process = 0
  /// The values written by the scene, in order.
  var written: [String] = []

  init(_ slots: [Slot], shown: [Slot]? = nil, gate: BoundGate = BoundGate()) {
    (self.slots, self.shown, self.gate) = (slots, shown ?? slots, gate)
  }

  /// The names of the screens that the bindings and the path ask for.
  var names: Set<String> { Set(counts.keys) }

  /// The screens that the bindings and the path ask for, by name.
  var counts: [String: Int] {
    let names = values.map { Self.name($0, $1) } + path.map { "\($0)" }
    return Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }

  static func name(_ slot: Slot, _ value: Int) -> String { "\(slot) \(value)" }

  func value(of slot: Slot) -> Binding<Int?> {
    Binding(
      get: { self.values[slot] },
      set: {
        self.values[slot] = $0
        self.written.append("\(slot) \($0.map { "\($0)" } ?? "nil")")
      })
  }
}

/// A guard that allows, refuses or redirects, at once or when a test answers.
@MainActor
final class BoundGate {
  enum Time: CaseIterable { case none, now, later }
  enum Kind: CaseIterable { case allow, block, redirect }

  var leaving = Time.none
  var entering = Time.none
  var kind = Kind.allow
  private(set) var waiting: [CheckedContinuation<GuardDecision, Never>] = []

  var decision: GuardDecision {
    switch kind {
    case .allow: .allow
    case .block: .block("Refused")
    case .redirect: .redirect(to: BoundPlace.place(5))
    }
  }

  func ask() async -> GuardDecision { await withCheckedContinuation { waiting.append($0) } }

  /// Answers all questions, the latest first.
  func answer() {
    let asked = waiting
    waiting = []
    for question in asked.reversed() { question.resume(returning: decision) }
  }
}

/// Counts a screen for as long as it is in the tree.
@MainActor
private final class Presence: ObservableObject {
  private let name: String
  private let shelf: BoundValues
  private let process: Int

  init(_ name: String, _ shelf: BoundValues) {
    (self.name, self.shelf, process) = (name, shelf, shelf.process)
    shelf.screens[name, default: 0] += 1
  }

  isolated deinit {
    guard process == shelf.process else { return }
    shelf.screens[name, default: 0] -= 1
    if shelf.screens[name] == 0 { shelf.screens[name] = nil }
  }
}

private struct ScreenView: View {
  @StateObject private var presence: Presence
  let name: String
  let gate: BoundGate

  init(_ name: String, _ shelf: BoundValues) {
    _presence = StateObject(wrappedValue: Presence(name, shelf))
    (self.name, gate) = (name, shelf.gate)
  }

  var body: some View {
    let _ = presence
    // NB: a guard that waits must not retain the screen.
    let (text, gate) = (Text(name), gate)
    if name.hasPrefix("place(5)") {
      text
    } else {
      switch gate.leaving {
      case .none: text
      case .now: text.onLeave { gate.decision }
      case .later: text.onLeave { () async -> GuardDecision in await gate.ask() }
      }
    }
  }
}

private struct ScreenCoordinator: Coordinator {
  let name: String
  let shelf: BoundValues
  func start() -> some View { ScreenView(name, shelf) }
}

private struct Item: Identifiable, NavigationValue {
  let slot: String
  let id: Int
}

/// A modifier as a program writes it.
private struct WrittenModifier: ViewModifier {
  @Binding var value: Int?
  let slot: Slot
  let shelf: BoundValues
  func body(content: Content) -> some View {
    let item = Binding<BoundPlace?>(
      get: { value.map { .item("\(slot) \($0)") } }, set: { value = $0?.number })
    content.navigationDestination(item: item) { place in
      if case .item(let name) = place { ScreenView(name, shelf) }
    }
  }
}

extension View {
  @MainActor fileprivate func presenting(_ slot: Slot, _ shelf: BoundValues) -> AnyView {
    let value = shelf.value(of: slot)
    let flag = Binding(
      get: { value.wrappedValue != nil }, set: { value.wrappedValue = $0 ? 1 : nil })
    let place = Binding<BoundPlace?>(
      get: { value.wrappedValue.map { .item(BoundValues.name(slot, $0)) } },
      set: { value.wrappedValue = $0?.number })
    let path = Binding<NavigationPath<BoundPlace>?>(
      get: {
        value.wrappedValue.map {
          let name = BoundValues.name(slot, $0)
          return NavigationPath(
            id: .item(name), coordinator: ScreenCoordinator(name: name, shelf: shelf))
        }
      }, set: { value.wrappedValue = $0?.id.number })
    switch slot.kind {
    case .sheet: return AnyView(sheet(isPresented: flag) { ScreenView("\(slot) 1", shelf) })
    case .cover:
      return AnyView(fullScreenCover(isPresented: flag) { ScreenView("\(slot) 1", shelf) })
    case .flag:
      return AnyView(navigationDestination(isPresented: flag) { ScreenView("\(slot) 1", shelf) })
    case .itemSheet:
      return AnyView(sheet(item: place) { ScreenView($0.name, shelf) })
    case .item:
      return AnyView(navigationDestination(item: place) { ScreenView($0.name, shelf) })
    case .wrapper: return AnyView(navigationDestination(path: path))
    case .written:
      return AnyView(modifier(WrittenModifier(value: value, slot: slot, shelf: shelf)))
    }
  }

  @MainActor fileprivate func presenting(_ view: Slot.View, _ shelf: BoundValues) -> AnyView {
    shelf.shown.filter { $0.view == view }.reduce(AnyView(self)) { $0.presenting($1, shelf) }
  }
}

extension BoundPlace: Identifiable {
  var id: BoundPlace { self }
  fileprivate var name: String { if case .item(let name) = self { name } else { "\(self)" } }
  /// The value of the binding that names the place.
  fileprivate var number: Int? { Int(name.split(separator: " ").last ?? "") }
}

/// Two tabs, of which the first has a stack with a path, and the slots of a shelf in its root.
struct BoundView: View {
  @ObservedObject var shelf: BoundValues

  var body: some View {
    TabView(selection: $shelf.tab) {
      NavigationStack(path: $shelf.path) {
        VStack {
          Text("root").presenting(.same, shelf)
          VStack { Text("child").presenting(.child, shelf) }
          ForEach([1, 2], id: \.self) { row in
            if row == 2 { Text("row").presenting(.row, shelf) } else { Text("other row") }
          }
        }
        .presenting(.parent, shelf)
        .navigationDestination(for: BoundPlace.self) { ScreenView("\($0)", shelf) }
        .alert("Sure?", isPresented: $shelf.asks) { Button("Yes") {} }
      }
      .tag("A").tabItem { Text("A") }
      Text("tab B").tag("B").tabItem { Text("B") }
    }
    .modifier(EnterGuard(gate: shelf.gate))
  }
}

private struct EnterGuard: ViewModifier {
  let gate: BoundGate
  func body(content: Content) -> some View {
    let isGuarded = { (place: BoundPlace) in place == .place(2) || place.name.hasSuffix(" 2") }
    return switch gate.entering {
    case .none: AnyView(content)
    case .now:
      AnyView(content.guarding(BoundPlace.self) { isGuarded($0) ? gate.decision : .allow })
    case .later:
      AnyView(
        content.guarding(BoundPlace.self) { (place: BoundPlace) async -> GuardDecision in
          isGuarded(place) ? await gate.ask() : .allow
        })
    }
  }
}

/// The scene of a shelf, its bindings compared with its screens.
@MainActor
final class BoundScene {
  let shelf: BoundValues
  private(set) var hosting: Hosting
  var router: Router { hosting.router }

  init(_ shelf: BoundValues) {
    self.shelf = shelf
    hosting = Hosting { BoundView(shelf: shelf) }
  }

  /// Runs a closure as the action of the user.
  func act(_ action: () -> Void) { hosting.host.graph.answer(action) }

  /// Returns when no guard is asked.
  func settle() async {
    for _ in 0..<1_000 where router.queue.undecided != nil { await Task.yield() }
  }

  /// Returns when a guard is asked.
  func untilAsked() async {
    for _ in 0..<1_000 where shelf.gate.waiting.isEmpty { await Task.yield() }
  }

  /// Ends the process; another one continues with the values of the program.
  func restart() {
    router.interrupt()
    hosting.host.end()
    // NB: a guard that is still asked retains screens.
    (shelf.process, shelf.screens) = (shelf.process + 1, [:])
    hosting = Hosting { [shelf] in BoundView(shelf: shelf) }
  }

  /// The differences between bindings, state and screens, one sentence each.
  func problems() -> [String] {
    var problems = router.stored.checkInvariants() + hosting.host.checkInvariants()
    if shelf.screens != shelf.counts {
      problems.append("shown \(shelf.screens), bound \(shelf.counts)")
    }
    let bound = router.stored.allEntries.filter(\.isBound).count
    if bound != shelf.values.count { problems.append("\(bound) entries of \(shelf.values)") }
    if router.stored.selectedTabs.first != shelf.tab { problems.append("tab \(shelf.tab)") }
    if !hosting.isPrinted { problems.append("the page was not printed") }
    return problems
  }
}
