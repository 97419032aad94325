import Testing
import Wayline
import WaylineTesting

/// The samples in the documentation of declarations of the testing kit.
private enum DeclarationSamples {
  struct Turnstile: StateMachine {
    enum State { case locked, unlocked }
    enum Action { case coin, push }
    var initialStates: [State] { [.locked] }
    func actions(in state: State) -> [Action] { [.coin, .push] }
    func step(_ action: Action, from state: State) -> [State] {
      action == .coin ? [.unlocked] : [.locked]
    }
  }

  struct DeskView: View {
    @AppStorage("isLent") private var isLent = false
    @State private var member = ""

    var body: some View {
      TextField("Member", text: $member)
      Button(isLent ? "Return" : "Lend") { isLent.toggle() }
    }
  }

  struct BannerView: View {
    @State private var isShown = false
    @Environment(\.clock) private var clock

    var body: some View {
      if isShown {
        Text("Saved.").task {
          try? await clock.sleep(for: .seconds(3))
          isShown = false
        }
      }
      Button("Save") { isShown = true }
    }
  }

  struct TillView: View {
    @AppStorage(\.copies) private var copies
    @State private var isPaid = false
    @State private var isOpen = true

    var body: some View {
      Toggle("Open", isOn: $isOpen)
      Text(isPaid ? "Paid" : "Open")
      Button("Sell") { copies -= 1 }.disabled(copies == 0)
      Button("Pay") { isPaid = true }.disabled(isPaid)
    }
  }

  struct TillApp: App {
    var body: some Scene {
      WindowGroup { TillView() }.explorable { plan in
        plan.step("A sale takes one copy", where: { _, command, _ in command == "Sell" }) {
          before, _, after in after.stored(\.copies) == before.stored(\.copies) - 1
        }
        let hasPaid = plan.remember(false) { hasPaid, _, command, _ in
          if command == "Pay" { hasPaid = true }
        }
        plan.never("Payment is offered twice") { $0[hasPaid] && $0.labels.contains("Pay") }
      }
    }
  }

  struct DeskApp: App {
    static let desk = AppOption("desk", operand: "NAME", default: "ground", summary: "Use a desk.")
    static let options = AppOptions(desk)

    static func hosted() -> TestHost {
      var options = OptionValues()
      options[DeskApp.desk] = "upper"
      let host = TestHost(of: DeskApp.self, options: options)
      return host
    }

    var body: some Scene {
      WindowGroup { DeskView() }.explorable { plan in
        plan.values(["Ann", "Bob"], for: "Member")
        plan.sometimes("A book can be returned") { $0.labels.contains("Return") }
        plan.never("A lent book is on the shelf") {
          $0.lines.contains("Lent") && $0.place == "Shelf"
        }
      }
    }
  }
}

extension AppStorageKeys {
  fileprivate var copies: AppStorageKey<Int> { AppStorageKey("copies", defaultValue: 2) }
}

@Suite("The samples of the testing kit")
@MainActor
struct DeclarationSampleTests {
  private typealias Turnstile = DeclarationSamples.Turnstile
  private typealias DeskView = DeclarationSamples.DeskView
  private typealias BannerView = DeclarationSamples.BannerView
  private typealias TillView = DeclarationSamples.TillView

  @Test("A machine is searched")
  func machine() {
    let report = Explorer(Turnstile())
      .sometimes("A coin opens it") { $0 == .unlocked }
      .leadsTo("It locks again", from: { $0 == .unlocked }, to: { $0 == .locked })
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A machine is searched in one line")
  func line() {
    let report = Explorer(Turnstile()).sometimes("A coin opens it") { $0 == .unlocked }.run()
    #expect(report.isSound, "\(report)")
  }

  @Test("Each user types a passcode of her own")
  func users() async {
    struct DoorView: View {
      @State private var member = "Ann"
      @State private var passcode = ""

      var body: some View {
        Text("Member: \(member)")
        Button("Change") { (member, passcode) = (member == "Ann" ? "Bob" : "Ann", "") }
        TextField("Passcode", text: $passcode)
      }
    }
    let report = await Explorer { DoorView() }
      .values(["1111"], for: "Passcode", where: { $0.lines.contains("Member: Ann") })
      .values(["2222"], for: "Passcode", where: { $0.lines.contains("Member: Bob") })
      .run()
    #expect(report.isSound && report.states == 4, "\(report)")
  }

  @Test("A program is searched")
  func program() async {
    let report = await Explorer { DeskView() }
      .values(["Ann", "Bob"], for: "Member")
      .sometimes("A book can be returned") { $0.labels.contains("Return") }
      .budget(states: 5_000, time: .seconds(20))
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("Each step of a program is asked about")
  func steps() async {
    let report = await Explorer { TillView() }
      .step("A sale takes one copy", where: { _, command, _ in command == "Sell" }) {
        before, _, after in after.stored(\.copies) == before.stored(\.copies) - 1
      }
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A value of the past is remembered")
  func past() async {
    var explorer = Explorer { TillView() }
    let hasPaid = explorer.remember(false) { hasPaid, _, command, _ in
      if command == "Pay" { hasPaid = true }
    }
    let report = await explorer.never("Payment is offered twice") {
      $0[hasPaid] && $0.labels.contains("Pay")
    }.run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A search is resumed from its checkpoint")
  func resumed() async throws {
    let explorer = Explorer { DeskView() }.values(["Ann"], for: "Member")
    let part = await explorer.budget(states: 3).run()
    let saved = try JSONEncoder().encode(part.programCheckpoint)
    let read = try JSONDecoder().decode(ProgramCheckpoint.self, from: saved)
    let report = try await explorer.run(resuming: read)
    #expect(report.isSound, "\(report)")
  }

  @Test("Time passes when the test lets it")
  func time() async {
    let host = TestHost { BannerView() }
    host.press("Save")
    for _ in 0..<1_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
    host.clock.advance(by: .seconds(3))
    await host.settle()
    #expect(host.lines == ["[1] Save"])
    await host.end()
  }

  @Test("A host shows what was pressed")
  func host() async {
    let host = TestHost { ShelfView() }
    host.press("Lend")
    #expect(host.lines == ["Copies: 1", "[1] Lend"])
    await host.end()
  }

  @Test("A store fails at its second write")
  func fault() async throws {
    let store = FaultyStore(faults: StoreFault(.write, 2, .fails(.full(store: "state"))))
    let host = TestHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) {
      DeskView()
    }
    host.press("Lend")
    #expect(host.lines.contains("[2] Return"))
    host.press("Return")
    #expect(host.lines.contains("[2] Return"))
    #expect(try store.value(Bool.self, for: "isLent") == true)
    await host.end()
  }
}
