import Observation
import Testing
import WaylineGraph
import WaylineTestScale

@testable import WaylineViews

/// The numbers that decide what is shown, each read by itself.
@Observable
private final class Knob {
  var number = 0
}

@MainActor
private final class World {
  let knobs = (0..<12).map { _ in Knob() }
  func number(_ knob: Int) -> Int { knobs[knob].number }
}

/// A label in every form: plain, styled, of several lines, empty, harmful, and another view.
private struct Caption: View {
  let world: World
  let knob: Int

  var body: some View {
    switch world.number(knob) {
    case 0...4: text(world.number(knob + 1))
    case 5: EmptyView()
    case 6: Text("left \(knob)").badge(world.number(knob + 1))
    case 7:
      HStack {
        Text("left")
        text(world.number(knob + 1))
      }
    case 8: Button("inner \(world.number(knob + 1))") {}
    case 9: text(world.number(knob + 1)).hidden()
    default:
      Group {
        Text("above")
        text(world.number(knob + 1))
      }
    }
  }

  private func text(_ number: Int) -> Text {
    switch number % 7 {
    case 0: Text("plain \(knob)")
    case 1: Text("plain \(knob)").bold()
    case 2: Text("two\nlines")
    case 3: Text("")
    case 4: Text("har\u{1B}[2Jm\u{7}ful")
    case 5: Text("one ") + Text("other").italic()
    default: Text("[3] posing")
    }
  }
}

/// Elements of which much is said now and then.
private struct Fields: View {
  let world: World
  let knob: Int

  var body: some View {
    let number = world.number(knob)
    Group {
      Button(action: {}) { Caption(world: world, knob: knob + 1) }
        .accessibilityLabel(number % 4 == 3 ? "reported\u{1B} \(number)" : "reported")
      Toggle(isOn: .constant(number % 2 == 0)) { Caption(world: world, knob: knob + 1) }
      TextField("Name\u{7}", text: .constant(number % 3 == 0 ? "" : "value\n\(number)"))
        .help(number % 3 == 1 ? "help\u{1B}" : "help")
      Stepper("Copies: \(number)", value: .constant(number), in: 0...(20 + number))
      Picker("Pick", selection: .constant(number % 3)) {
        ForEach(0..<3) { Text("row \($0) \(world.number(knob + 2))").tag($0) }
      }
      Button("aloft") {}.keyboardShortcut(number % 2 == 0 ? "a" : "b")
    }
    .disabled(number % 5 == 4)
  }
}

/// Containers, some of whose parts are covered, late or never read.
private struct Root: View {
  let world: World

  var body: some View {
    Presented(
      base: base, layer: world.number(0) % 3 == 0 ? .sheet("S") : nil,
      id: AnyHashable(world.number(0) / 6)
    ) {
      Section {
        Caption(world: world, knob: 1)
      } header: {
        Caption(world: world, knob: 3)
      }
    }
  }

  private var base: some View {
    Layers(Array(0..<(2 + world.number(5) % 3)), id: \.self, selection: world.number(6) % 2) {
      layer($0)
    }
  }

  @ViewBuilder
  private func layer(_ layer: Int) -> some View {
    switch layer {
    case 0: Fields(world: world, knob: 7)
    case 1:
      LazyVStack {
        ForEach(0..<(world.number(8) % 5), id: \.self) { row in
          LabeledContent {
            Caption(world: world, knob: 1 + row)
          } label: {
            Text(row == 2 ? "long \(world.number(9))" : "l")
          }
        }
      }
    default:
      List {
        Caption(world: world, knob: 2)
        Fields(world: world, knob: 3)
      }
    }
  }
}

extension Page {
  /// The page without the names of the elements, which no two trees have in common.
  fileprivate var anonymous: Page {
    var page = self
    for index in page.elements.indices { page.elements[index].id = ElementID(0) }
    return page
  }
}

@Suite("Random lines")
@MainActor
struct RandomLinesTests {
  @Test(
    "Labels, fields and covered parts show what they would show anew",
    arguments: 0..<(8 * Scale.factor))
  func pages(seed: Int) {
    var chance = Dice(seed: UInt64(seed))
    let world = World()
    let hosting = Hosting { Root(world: world) }
    for step in 0..<100 {
      hosting.perform {
        for _ in 0...chance.below(3) { world.knobs[chance.below(12)].number = chance.below(11) }
      }
      // A page that is not requested makes nothing known.
      if chance.below(3) == 0 { continue }
      let fresh = Hosting { Root(world: world) }
      let (shown, expected) = (hosting.host.page().anonymous, fresh.host.page().anonymous)
      #expect(shown == expected && shown.hashValue == expected.hashValue, "\(seed), \(step)")
      fresh.host.end()
      if step % 10 == 0 { #expect(hosting.host.checkInvariants() == [], "\(seed), \(step)") }
    }
  }
}
