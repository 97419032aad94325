import Observation
import Testing
import WaylineGraph
import WaylineTestScale

@testable import WaylineViews

// Proof: another thread changes it only while the main one waits.
@Observable
private final class Thing: @unchecked Sendable {
  var number = 0
}

private final class Mode: ObservableObject {
  @Published var number = 0
}

/// The values that all views read, and the choice of values that each reads.
@MainActor
private final class World {
  let things = (0..<4).map { _ in Thing() }
  let mode = Mode()
}

/// Reads while it is connected.
private struct Linked: DynamicProperty {
  let world: World
  let place: Int
  var text = ""

  mutating func update() {
    let mode = world.mode.number + place
    text = mode % 2 == 0 ? "" : "\(world.things[mode % 4].number)"
  }
}

/// Reads in both phases of its turn, in rows, and in a view that comes and goes.
private struct Reads: View {
  @ObservedObject private var mode: Mode
  private var linked: Linked
  let world: World
  let place: Int

  init(_ world: World, _ place: Int) {
    mode = world.mode
    linked = Linked(world: world, place: place)
    (self.world, self.place) = (world, place)
  }

  private func number(_ which: Int) -> Int { world.things[which % 4].number }

  var body: some View {
    let step = mode.number + place
    Text("\(linked.text)|\(step % 3 == 0 ? "" : "\(number(step / 2))")")
    ForEach(0..<(step % 4), id: \.self) { row in
      Text((row + step) % 3 == 0 ? "\(row)" : "\(row) \(number(row))")
    }
    ForEach(rows, id: \.self) { Button("\($0) \(number(1))") {} }
    if number(3) % 2 == 0, place < 2 { Reads(world, place + 2) }
  }

  private var rows: [Int] { Array(0..<(number(2) % 3)) }
}

private struct Root: View {
  let world: World

  var body: some View {
    Button("circulate") { for thing in world.things { thing.number += 1 } }
    ForEach(0..<2) { Reads(world, $0) }
      .onChange(of: world.things[0].number) { _, new in
        world.things[1].number = new % 5
        world.things[1].number = new % 3
      }
  }
}

extension World {
  /// Changes something, in one of the ways in which a program does.
  fileprivate func change(_ hosting: Hosting, _ chance: inout Dice) {
    let (thing, value) = (things[chance.below(4)], chance.below(12))
    switch chance.below(6) {
    case 0: hosting.perform { thing.number = value }
    case 1: thing.number = value
    case 2: onAnotherThread { thing.number = value }
    case 3: hosting.press("circulate")
    case 4: hosting.perform { mode.number = value }
    default:
      hosting.perform {
        thing.number = value
        mode.number += 1
        thing.number = value + 1
      }
    }
    hosting.perform {}
  }
}

@Suite("Random reads of observable objects")
@MainActor
struct RandomReadsTests {
  @Test(
    "However an object was read and changed, no change is lost", arguments: 0..<(10 * Scale.factor))
  func changes(seed: Int) {
    var chance = Dice(seed: UInt64(seed))
    let world = World()
    let hosting = Hosting { Root(world: world) }
    for step in 0..<80 {
      world.change(hosting, &chance)
      let fresh = Hosting { Root(world: world) }
      #expect(hosting.lines == fresh.lines, "seed \(seed), step \(step)")
      fresh.host.end()
    }
    #expect(hosting.host.checkInvariants() == [])
  }
}
