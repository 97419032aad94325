import Observation
import Testing
import WaylineGraph
import WaylineTestScale

@testable import WaylineViews

/// The source of the numbers of a random view.
private enum Variable: CaseIterable {
  case state, published, observed, inherited
}

/// A random tree.
private indirect enum Spec {
  case number(Variable)
  case counter(Int)
  case sequence([Spec])
  case branch(Variable, Spec, Spec)
  case optional(Variable, Spec)
  case rows(Variable, Spec)
  case identified(Variable, Spec)
  case erased(Variable, Spec)
  case giving(Variable, Spec)
  case many(Variable)
  case described(Variable, Spec)
  case contained(Int, [Spec])
}

extension Spec {
  static func random(_ chance: inout Dice, depth: Int, next: inout Int) -> Spec {
    guard depth > 0 else { return leaf(&chance, &next) }
    let variable = Variable.allCases[chance.below(4)]
    func below(_ chance: inout Dice, _ next: inout Int) -> Spec {
      random(&chance, depth: depth - 1, next: &next)
    }
    switch chance.below(12) {
    case 0: return leaf(&chance, &next)
    case 1: return .branch(variable, below(&chance, &next), below(&chance, &next))
    case 2: return .optional(variable, below(&chance, &next))
    case 3: return .rows(variable, below(&chance, &next))
    case 4: return .identified(variable, below(&chance, &next))
    case 5: return .erased(variable, below(&chance, &next))
    case 6: return .giving(variable, below(&chance, &next))
    case 7: return .contained(chance.below(8), (0..<2).map { _ in below(&chance, &next) })
    case 8: return .many(variable)
    case 9: return .described(variable, below(&chance, &next))
    default: return .sequence((0..<3).map { _ in below(&chance, &next) })
    }
  }

  private static func leaf(_ chance: inout Dice, _ next: inout Int) -> Spec {
    next += 1
    return chance.below(3) == 0 ? .counter(next) : .number(Variable.allCases[chance.below(4)])
  }
}

@Observable
private final class Observed {
  var number = 0
}

private final class Announced: ObservableObject {
  @Published var number = 0
}

/// All that is shown, outside any tree: what a tree holds in states is noted here too.
@MainActor
private final class World {
  let observed = Observed()
  let announced = Announced()
  var state = 0
  var binding: Binding<Int>?
  var counts: [String: Int] = [:]
}

private enum NumberKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

extension EnvironmentValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// Reads a variable and makes content of it.
private struct Reading<Content: View>: View {
  let variable: Variable
  let scene: Scene
  @ViewBuilder let content: (Int) -> Content

  var body: some View {
    switch variable {
    case .state: content(scene.state)
    case .observed: content(scene.world.observed.number)
    case .published: Announcing(announced: scene.world.announced, content: content)
    case .inherited: Inheriting(content: content)
    }
  }
}

private struct Announcing<Content: View>: View {
  @ObservedObject var announced: Announced
  let content: (Int) -> Content
  var body: some View { content(announced.number) }
}

private struct Inheriting<Content: View>: View {
  @Environment(\.number) private var number
  let content: (Int) -> Content
  var body: some View { content(number) }
}

private struct Counter: View {
  @State private var count: Int
  let name: String
  let world: World

  init(_ name: String, _ world: World) {
    _count = State(initialValue: world.counts[name, default: 0])
    (self.name, self.world) = (name, world)
  }

  var body: some View {
    Button("\(name): \(count)") {
      count += 1
      world.counts[name] = count
    }
  }
}

/// The input of every part of a random tree.
private struct Scene {
  let world: World
  @Binding var state: Int
}

private struct SpecView: View {
  let spec: Spec
  let path: String
  let scene: Scene

  var body: some View {
    switch spec {
    case .number(let variable): reading(variable) { Text("\(path) \($0)") }
    case .counter(let number): Counter("\(path).\(number)", scene.world)
    case .sequence(let specs): each(specs)
    case .branch(let variable, let one, let other):
      reading(variable) { if $0 % 2 == 0 { part(one, "a") } else { part(other, "b") } }
    case .optional(let variable, let inner):
      reading(variable) { if $0 % 3 != 0 { part(inner, "o") } }
    case .rows(let variable, let inner):
      reading(variable) { ForEach(rows(of: $0), id: \.self) { part(inner, "r\($0)") } }
    case .identified(let variable, let inner):
      reading(variable) { part(inner, "i").id($0 % 3) }
    case .erased(let variable, let inner): reading(variable) { erased(inner, $0) }
    case .giving(let variable, let inner):
      reading(variable) { part(inner, "g").environment(\.number, $0 / 2) }
    case .many(let variable): ForEach(0..<70) { many(variable, $0) }
    case .described(let variable, let inner):
      reading(variable) { part(inner, "d").disabled($0 % 3 == 0).help("\($0)").bold($0 % 2 == 0) }
    case .contained(let kind, let specs): contained(kind, specs)
    }
  }

  private func reading(
    _ variable: Variable, @ViewBuilder _ content: @escaping (Int) -> some View
  ) -> some View {
    Reading(variable: variable, scene: scene, content: content)
  }

  /// One of many rows: few of them change with the variable.
  @ViewBuilder
  private func many(_ variable: Variable, _ row: Int) -> some View {
    if row % 23 == 0 {
      reading(variable) { if $0 % 4 != 0 { LabeledContent("\(path)\(row)", value: "\($0)") } }
    } else {
      Text("\(path)\(row)")
    }
  }

  private func part(_ spec: Spec, _ name: String) -> AnyView {
    AnyView(SpecView(spec: spec, path: path + name, scene: scene))
  }

  private func rows(of number: Int) -> [Int] {
    (0..<(number % 5)).map { ($0 * 3 + number) % 7 }
  }

  private func erased(_ spec: Spec, _ number: Int) -> AnyView {
    number % 2 == 0 ? part(spec, "e") : AnyView(Group { part(spec, "f") }.onAppear {})
  }

  private func each(_ specs: [Spec]) -> some View {
    ForEach(specs.indices, id: \.self) { part(specs[$0], "\($0)") }
  }

  @ViewBuilder
  private func contained(_ kind: Int, _ specs: [Spec]) -> some View {
    switch kind {
    case 0: List { each(specs) }
    case 1: HStack { each(specs) }
    case 2: Section("\(path) section") { each(specs) }
    case 3: List { Section("\(path) rows") { each(specs) } }
    case 4: List(selection: .constant(Int?.some(1))) { each(specs) }
    case 5: Form { each(specs).badge(2) }
    case 6: LazyVStack { each(specs) }
    default: VStack { each(specs) }
    }
  }
}

private struct Root: View {
  @State private var state: Int
  let spec: Spec
  let world: World

  init(_ spec: Spec, _ world: World) {
    _state = State(initialValue: world.state)
    (self.spec, self.world) = (spec, world)
  }

  var body: some View {
    world.binding = $state
    return SpecView(spec: spec, path: "", scene: Scene(world: world, state: $state))
  }
}

extension World {
  /// Changes something; several things at once now and then.
  fileprivate func write(_ chance: inout Dice) {
    for _ in 0...chance.below(2) {
      let value = chance.below(20)
      switch chance.below(3) {
      case 0: set(value)
      case 1: observed.number = value
      default: announced.number = value
      }
    }
  }

  private func set(_ value: Int) {
    state = value
    binding?.wrappedValue = value
  }
}

extension Hosting {
  fileprivate func pressAny(_ chance: inout Dice) {
    let elements = host.page().elements
    guard !elements.isEmpty else { return }
    _ = host.perform(.activate, on: elements[chance.below(elements.count)].id)
  }
}

@Suite("Random trees")
@MainActor
struct RandomTreeTests {
  @Test(
    "After any writes a page is what a tree made anew shows", arguments: 0..<(40 * Scale.factor))
  func incremental(seed: Int) {
    var (chance, next) = (Dice(seed: UInt64(seed)), 0)
    let spec = Spec.random(&chance, depth: 5, next: &next)
    let world = World()
    let hosting = Hosting { Root(spec, world) }
    for step in 0..<60 {
      if chance.below(3) == 0 {
        hosting.pressAny(&chance)
      } else {
        hosting.perform { world.write(&chance) }
      }
      let binding = world.binding
      let fresh = Hosting { Root(spec, world) }
      world.binding = binding
      #expect(hosting.lines == fresh.lines, "seed \(seed), step \(step)")
      fresh.host.end()
      if step % 10 == 0 { #expect(hosting.host.checkInvariants() == [], "seed \(seed)") }
    }
  }
}
