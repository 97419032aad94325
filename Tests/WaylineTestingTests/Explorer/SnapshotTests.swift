import FoundationEssentials
import Observation
import Testing
import Wayline

@testable import WaylineTesting

private enum Room: NavigationValue, CaseIterable {
  case hall, attic
}

/// A screen that a binding shows, with a link on it.
private struct BoundScreen: View {
  @State private var isOpen = false
  @State private var count = 0

  var body: some View {
    NavigationStack {
      Button("Open") { isOpen = true }
        .navigationDestination(isPresented: $isOpen) {
          NavigationLink("Attic", value: Room.attic)
        }
        .navigationDestination(for: Room.self) { _ in Stepper("Boxes", value: $count, in: 0...2) }
    }
  }
}

/// An account that can be shown only while somebody is logged in.
private struct Account: View {
  let onBody: (String?) -> Void
  @State private var member: String?

  var body: some View {
    NavigationStack {
      Button(member == nil ? "Log in" : "Log out") { member = member == nil ? "Ann" : nil }
      NavigationLink("Account", value: Room.hall)
        .navigationDestination(for: Room.self) { _ in
          let _ = onBody(member)
          Text("The account of \(member ?? "nobody")")
        }
    }
    .guarding(Room.self) { _ in member == nil ? .block("Log in first.") : .allow }
  }
}

/// A model with published values, a plain one, a task that it starts, and a model inside.
private final class Shelf: ObservableObject {
  final class Counter: ObservableObject {
    @Published var lent = 0
  }

  @Published private(set) var books: [String] = []
  private(set) var loads = 0
  private var task: Task<Void, Never>?
  let counter = Counter()

  nonisolated init() {}

  @MainActor
  func load() {
    guard task == nil else { return }
    task = Task {
      books = ["Emma", "Ulysses"]
      loads += 1
    }
  }

  @MainActor
  func lend() {
    if !books.isEmpty { books.removeLast() }
    counter.lent += 1
    objectWillChange.send()
  }
}

/// A screen that loads its model when it appears.
private struct LoadedShelf: View {
  @StateObject private var shelf = Shelf()

  var body: some View {
    Text(
      "Loaded \(shelf.loads), lent \(shelf.counter.lent): \(shelf.books.joined(separator: ", "))")
    Button("Lend") { shelf.lend() }.disabled(shelf.books.isEmpty)
    NavigationLink("Attic", value: Room.attic)
      .onAppear { shelf.load() }
  }
}

@Observable @MainActor
private final class Desk {
  final class Drawer { var content = "keys" }

  var member = ""
  var isOpen = false
  /// An object that announces nothing is left alone.
  let drawer = Drawer()

  nonisolated init() {}
}

/// A desk whose model is observed, and asked by a screen above it.
private struct ObservedDesk: View {
  @State private var desk = Desk()

  var body: some View {
    Text(desk.isOpen ? "Open for \(desk.member)" : "Closed")
    Button("Ann") { (desk.member, desk.isOpen) = ("Ann", true) }
    Button("Bob") { (desk.member, desk.isOpen) = ("Bob", true) }
    NavigationLink("Attic", value: Room.attic)
      .task {
        await Task.yield()
        if desk.member.isEmpty { desk.member = "nobody" }
      }
  }
}

/// A first screen from which a screen with a model is opened.
private struct Above<Screen: View>: View {
  let screen: @MainActor () -> Screen

  var body: some View {
    NavigationStack {
      NavigationLink("Hall", value: Room.hall)
        .navigationDestination(for: Room.self) { room in
          if room == .hall { screen() } else { Text("Dust") }
        }
    }
  }
}

/// Text that an `onChange` copies.
private struct Copied: View {
  @State private var text = ""
  @State private var copies = 0

  var body: some View {
    Text("Copies: \(copies)")
    TextField("Text", text: $text).onChange(of: text) { copies = min(3, copies + 1) }
  }
}

/// An enum that is not `Hashable` decides what a button does.
private struct Filtered: View {
  private enum Filter {
    case all, open
    case tag(any Error)
  }

  @State private var filter = Filter.all
  @State private var isBroken = false

  var body: some View {
    NavigationStack {
      Text(isBroken ? "Broken" : "Sound")
      NavigationLink("Filter", value: Room.hall)
        .navigationDestination(for: Room.self) { _ in
          Button("All") { filter = .all }
          Button("Only new ones") { filter = .open }
        }
      Button("List") { if case .open = filter { isBroken = true } }
    }
  }
}

/// Two equal objects, of which one is open.
private struct TwoDocuments: View {
  @Observable final class Document { var text = "" }

  @State private var documents = [Document(), Document()]
  @State private var open: Document?
  @State private var isLost = false

  var body: some View {
    Text(isLost ? "Lost" : "Kept")
    Button("First") { open = documents[0] }
    Button("Second") { open = documents[1] }
    Button("Save") { isLost = open === documents[1] }
  }
}

/// A model that owns memory, and a part that refers to it without retaining it.
private final class Owner: ObservableObject {
  final class Part: ObservableObject {
    unowned let owner: Owner
    init(_ owner: Owner) { self.owner = owner }
  }

  @Published var count = 0
  private var memory: UnsafeMutablePointer<Int>?
  private(set) var part: Part?
  private var token: ObservationToken?
  @Published private(set) var seen = 0

  nonisolated init() {}

  deinit { memory?.deallocate() }

  @MainActor
  func open() {
    memory?.deallocate()
    memory = memory == nil ? .allocate(capacity: 1) : nil
    part = part ?? Part(self)
    count = memory == nil ? 0 : 1
  }

  @MainActor
  func follow() {
    token = token == nil ? $count.sink { [weak self] in self?.seen = $0 } : nil
  }

  var text: String { "\(count) \(part?.owner.count ?? -1) \(seen)" }
}

private struct OwnerView: View {
  @StateObject private var owner = Owner()

  var body: some View {
    Text("Owner \(owner.text)")
    Button("Switch") { owner.open() }
    Button("Follow") { owner.follow() }
  }
}

/// A value whose mirror has an address.
private struct Bytes: View {
  @State private var bytes = Data([1, 2, 3])

  var body: some View {
    Text("\(bytes.count) bytes")
    Button("Add") {
      if bytes.count < 40 { bytes.append(contentsOf: [UInt8](repeating: 4, count: 37)) }
    }
    Button("Clear") { bytes = Data([1, 2, 3]) }
  }
}

/// Switches, so that there are many states of one kind.
private struct SevenSwitches: View {
  @State private var isOn = Array(repeating: false, count: 7)

  var body: some View {
    ForEach(isOn.indices, id: \.self) { Toggle("Switch \($0)", isOn: $isOn[$0]) }
  }
}

@Suite("States that a snapshot brings back")
@MainActor
struct SnapshotTests {
  private static let lost = "snapshots cannot store"

  @Test("Screens above one that a binding shows come back")
  func bound() async {
    // A new process does not restore a place above a screen that a binding shows.
    let report = await Explorer { BoundScreen() }.without(.restoresPlace).run()
    #expect(report.isSound && report.states > 5, "\(report)")
    #expect(!report.limits.contains { $0.contains(Self.lost) }, "\(report)")
  }

  @Test("No body sees the values of one state on a screen of another")
  func together() async {
    var strangers = 0
    let report = await Explorer {
      Account { member in strangers += member == nil ? 1 : 0 }
    }.run()
    #expect(report.isSound, "\(report)")
    #expect(strangers == 0)
  }

  @Test("The contents of an ObservableObject come back, and what loads them does not run again")
  func object() async {
    let report = await Explorer { Above { LoadedShelf() } }
      .sometimes("Two are lent") { $0.lines.contains { $0.hasPrefix("Loaded 1, lent 2:") } }
      .budget(depth: 8).run()
    #expect(report.isSound && report.states > 10, "\(report)")
    #expect(!report.limits.contains { $0.contains(Self.lost) }, "\(report)")
  }

  @Test("The contents of an @Observable object come back, with the screens that read it")
  func observable() async {
    let explorer = Explorer { Above { ObservedDesk() } }.recordingGraph().budget(depth: 7)
    let (copied, replayed) = (await explorer.run(), await explorer.replaying().run())
    #expect(copied.isSound && copied.isComplete && copied.states > 4, "\(copied)")
    #expect(!copied.limits.contains { $0.contains(Self.lost) }, "\(copied)")
    #expect(copied.graph == replayed.graph)
  }

  @Test("A change that a snapshot brings back is no change to act on")
  func change() async {
    let explorer = Explorer { Copied() }.recordingGraph()
    let (copied, replayed) = (await explorer.run(), await explorer.replaying().run())
    #expect(!copied.limits.contains { $0.contains(Self.lost) }, "\(copied)")
    #expect(copied.graph == replayed.graph)
  }

  @Test("Cases of an enum are distinguished, also where it is not Hashable")
  func cases() async {
    let report = await Explorer { Filtered() }.never("It breaks") { $0.lines.contains("Broken") }
      .run()
    #expect(
      report.violations.map(\.commands) == [["Filter", "Only new ones", "back", "List"]],
      "\(report)")
  }

  @Test("Equal objects are distinguished")
  func objects() async {
    let report = await Explorer { TwoDocuments() }.never("It is lost") { $0.lines.contains("Lost") }
      .run()
    #expect(report.violations.map(\.commands) == [["Second", "Save"]], "\(report)")
  }

  @Test("What an object owns, such as memory or a subscription, is reached by commands")
  func owned() async {
    let explorer = Explorer { Above { OwnerView() } }.recordingGraph().budget(depth: 6)
    let (copied, replayed) = (await explorer.run(), await explorer.replaying().run())
    #expect(copied.isSound && copied.states > 6, "\(copied)")
    #expect(copied.graph == replayed.graph)
  }

  @Test("A value is hashed by its content, not by the address of its bytes")
  func bytes() async {
    let report = await Explorer { Bytes() }.run()
    #expect(report.isSound && report.isComplete && report.states == 2, "\(report)")
    #expect(!report.limits.contains { $0.contains(Self.lost) }, "\(report)")
  }

  @Test("A program that was ended is at no dead end")
  func ended() async {
    let report = await Explorer { Copied() }.command("quit").run()
    #expect(report.isSound, "\(report)")
  }

  @Test("No law is checked where a program was ended, in no state of a sample either")
  func endedStates() async {
    let report = await Explorer { SevenSwitches() }.command("quit").run()
    #expect(report.isSound && report.isComplete && report.states == 256, "\(report)")
  }
}
