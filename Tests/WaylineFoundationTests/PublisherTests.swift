import Foundation
import Testing
import Wayline
import WaylineFoundation
import WaylineTesting

private struct ClockView: View {
  @State private var ticks = 0
  @State private var isShown = true

  var body: some View {
    Text("Ticks: \(ticks)")
      .onReceive(Timer.publish(every: 60, on: .main, in: .common).autoconnect()) { _ in
        ticks += 1
      }
  }
}

private struct BellView: View {
  let center: NotificationCenter
  @State private var rings = 0

  var body: some View {
    Text("Rings: \(rings)")
      .onReceive(center.publisher(for: Notification.Name("bell"))) { _ in rings += 1 }
  }
}

@Suite("Timers and notifications")
@MainActor
struct PublisherTests {
  @Test("A timer in a view follows the clock of the environment, and nothing waits for it")
  func timer() async {
    let host = TestHost { ClockView() }
    host.onFailure = { Issue.record("\($0)") }
    for tick in 1...3 {
      while host.clock.remaining.isEmpty { await host.run(turns: 1) }
      host.clock.advance(by: .seconds(60))
      // The timer sleeps again when it has sent a date, which the view takes in a later turn.
      while host.clock.remaining.isEmpty { await host.run(turns: 1) }
      await host.settle()
      #expect(host.lines == ["Ticks: \(tick)"])
    }
  }

  @Test("A view receives notifications by their name while it is there")
  func notifications() async {
    let center = NotificationCenter()
    let host = TestHost { BellView(center: center) }
    center.post(name: Notification.Name("bell"), object: nil)
    center.post(name: Notification.Name("door"), object: nil)
    await host.settle()
    #expect(host.lines == ["Rings: 1"])
    await host.end()
    center.post(name: Notification.Name("bell"), object: nil)
  }
}
