import Testing
import Wayline
import WaylineTesting

/// Two tickets, the number of which only a closure knows: no snapshot has it, and no fingerprint.
private struct TicketOffice: View {
  /// True if a receipt is chosen before the first ticket instead of after it.
  let choosesFirst: Bool
  let sell: @MainActor () -> Bool
  @State private var sold = 0
  @State private var isSoldOut = false
  @State private var hasReceipt = false

  var body: some View {
    Text("Sold: \(sold)\(hasReceipt ? ", with a receipt" : "")")
    if isSoldOut { Text("Sold out.") }
    Button("Buy") {
      if sell() { sold += 1 } else if !choosesFirst { isSoldOut = true }
    }
    Toggle("Receipt", isOn: $hasReceipt)
      .disabled(choosesFirst ? sold > 0 : sold == 0)
  }

  /// Explores an office with two tickets in each scene.
  @MainActor
  static func explorer(choosesFirst: Bool) -> Explorer<Screens> {
    Explorer(program: "tickets") { stores, clock in
      var tickets = 2
      let scene = SceneHost(program: "tickets", stores: stores) {
        TicketOffice(choosesFirst: choosesFirst) {
          defer { tickets = max(0, tickets - 1) }
          return tickets > 0
        }
        .environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
  }
}

@Suite("What a search found is taken again from the start", .serialized)
@MainActor
struct ConfirmationTests {
  private static let limit =
    "the program has state that snapshots cannot store; commands were repeated instead."

  private var tickets: Explorer<Screens> {
    TicketOffice.explorer(choosesFirst: false)
      .never("It is sold out before two tickets are sold") {
        $0.lines.contains("Sold out.") && $0.lines[0].contains("1")
      }
  }

  private var receipts: Explorer<Screens> {
    TicketOffice.explorer(choosesFirst: true).without(.deadEnd)
      .sometimes("Two tickets are sold with a receipt") { $0.lines[0] == "Sold: 2, with a receipt" }
  }

  @Test("A wrong snapshot gives no false violation in seven states, and is named")
  func violation() async {
    let report = await tickets.run()
    #expect(report.isSound && report.states == 7, "\(report)")
    #expect(report.limits.contains(Self.limit), "\(report)")
  }

  @Test("A state that a wrong snapshot lost is found, and the goal there is reached")
  func lostState() async {
    let report = await receipts.run()
    #expect(report.isSound && report.states == 6, "\(report)")
    #expect(report.goals.map(\.commands) == [["Receipt", "Buy", "Buy"]], "\(report)")
    #expect(report.limits.contains(Self.limit), "\(report)")
  }

  @Test("A state that a wrong snapshot lost is found also if no property is about it")
  func lostStateAlone() async {
    let report = await TicketOffice.explorer(choosesFirst: true).without(.deadEnd).run()
    #expect(report.states == 6 && report.limits.contains(Self.limit), "\(report)")
  }

  @Test("Random walks report nothing that a wrong snapshot shows")
  func walks() async {
    for seed in UInt64(1)...4 {
      let report = await tickets.random(walks: 12, steps: 6).seed(seed).run()
      #expect(report.isSound, "\(report)")
    }
  }

  @Test("Whoever asks for commands instead of snapshots is not told that snapshots were wrong")
  func replaying() async {
    let report = await Explorer { Banner() }.replaying().run()
    #expect(report.isSound && !report.limits.contains(Self.limit), "\(report)")
  }

  @Test("A broken property that does not happen again is noted, and is no violation")
  func once() async {
    let screens = Screenings()
    let report = await Explorer { FirstScreening(screens: screens) }.replaying()
      .without(Law.allCases)
      .never("It is the first screening") { $0.lines.contains("First screening") }.run()
    #expect(report.isSound, "\(report)")
    #expect(report.notes.contains { $0.contains("'It is the first screening' was found once") })
  }
}

@MainActor
private final class Screenings {
  var count = 0
}

/// The first scene of a process shows another screen than the others.
private struct FirstScreening: View {
  @State private var number: Int

  init(screens: Screenings) {
    screens.count += 1
    _number = State(initialValue: screens.count)
  }

  var body: some View { Text(number == 1 ? "First screening" : "Another screening") }
}
