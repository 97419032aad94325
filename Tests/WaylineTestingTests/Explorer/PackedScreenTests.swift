import Testing
import Wayline

@testable import WaylineTesting

private enum Spot: String, NavigationValue, CaseIterable { case yard, shed }

/// A screen with every kind of element, work that waits, and a screen above it.
private struct Corners: View {
  @Environment(\.clock) private var clock
  @Environment(\.notice) private var notice
  @State private var isLit = false
  @State private var size = "Small"
  @State private var name = "e\u{301}"
  @State private var count = 0

  var body: some View {
    NavigationStack {
      VStack {
        Text("Café")
        Text("Cafe\u{301}")
        Toggle("Lamp", isOn: $isLit)
        Picker("Size", selection: $size) {
          ForEach(["Small", "Large"], id: \.self) { Text($0).tag($0) }
        }
        TextField("Name", text: $name)
        Button("Never") {}.disabled(true)
        Button(count == 0 ? "Start" : "Started") {
          count = 1
          notice("It has started")
        }
        .task(id: count) {
          guard count == 1, (try? await clock.sleep(for: .seconds(3))) != nil else { return }
          count = 2
        }
        NavigationLink("Yard", value: Spot.yard)
      }
      .navigationDestination(for: Spot.self) { Text($0.rawValue).navigationTitle($0.rawValue) }
    }
  }
}

@Suite("Screens of states whose commands were taken")
@MainActor
struct PackedScreenTests {
  /// All texts of a screen, by their bytes.
  private func bytes(of screen: ExploredScreen) -> [[UInt8]] {
    let elements = screen.elements.flatMap { [$0.label, $0.value, $0.text, $0.kind] + $0.choices }
    return
      (screen.lines + screen.labels + [screen.place, screen.url ?? "-", screen.shape]
      + screen.pending + screen.ready + screen.endless + screen.guardAnswers + screen.messages
      + elements).map { Array($0.utf8) }
  }

  @Test("Have all that they had before, to the byte")
  func packing() async {
    let explorer = Explorer { Corners() }.without(Law.allCases)
    let (probe, parts) = (ProgramProbe(explorer.begun.subject), ScreenParts())
    var screens = [probe.screen]
    for command in [
      "Lamp", "Size: Large", "Name: \u{e9}", "Start", "wait", "wait 3", "Yard", "quit",
    ] {
      _ = await probe.take(command, on: screens[screens.count - 1])
      screens.append(probe.screen)
    }
    #expect(
      screens.contains { $0.messages == ["It has started"] } && screens.contains(where: \.hasEnded))
    #expect(screens.contains(where: \.hasWork) && screens.contains { !$0.isFirst })
    // Twice, so that every part is known before.
    for screen in screens + screens {
      let packed = parts.pack(screen)
      #expect(packed.screen == screen && bytes(of: packed.screen) == bytes(of: screen))
      let flags = packed.flags
      #expect(flags.contains(.isFirst) == screen.isFirst)
      #expect(flags.contains(.hasEnded) == screen.hasEnded)
      #expect(flags.contains(.hasWork) == screen.hasWork)
      #expect(packed.screen.kind == screen.kind && packed.screen.cause == screen.cause)
    }
    probe.scene.end()
  }
}
