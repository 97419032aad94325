import Foundation
import Testing
import Wayline
import WaylineTesting

private struct Die: View {
  @State private var rolled: Int?
  @Environment(\.randomSource) private var random

  var body: some View {
    Text(rolled.map { "Rolled: \($0)" } ?? "Not rolled")
    Button("Roll") { rolled = random.draw { Int.random(in: 1...6, using: &$0) } }
    Button("Clear") { rolled = nil }
  }
}

/// Orders whose rows have no other identity than a UUID.
private struct Orders: View {
  @State private var orders: [UUID] = []
  @Environment(\.randomSource) private var random

  var body: some View {
    Text("Distinct: \(Set(orders).count == orders.count)")
    Button("New order") { orders.append(random.uuid()) }.disabled(orders.count == 2)
    ForEach(Array(orders.enumerated()), id: \.element) { place, order in
      Button("Cancel \(place)") { orders.removeAll { $0 == order } }
    }
  }
}

/// A number that is drawn for each process and shown nowhere until it is asked for.
private struct Ticket: View {
  @AppStorage("tickets") private var tickets = ""
  @Environment(\.randomSource) private var random

  var body: some View {
    Text("Tickets: \(tickets)")
    Button("Draw") { tickets += "\(random.draw { Int.random(in: 0...9, using: &$0) })" }
      .disabled(tickets.count == 3)
    Button("Tear up") { tickets = "" }
  }
}

@Suite("Random numbers of a test", .serialized)
@MainActor
struct RandomNumberTests {
  private static let rolls: [Int] = {
    let source = RandomSource(seed: 1, repeatingAfter: 4)
    return (0..<4).map { _ in source.draw { Int.random(in: 1...6, using: &$0) } }
  }()

  @Test("Equal commands draw equal numbers, so a search comes back to its states and is complete")
  func complete() async {
    let explorer = Explorer { Die() }.randomNumbers(repeatingAfter: 4)
    let report = await explorer.run()
    #expect(report.isSound && report.isComplete, "\(report)")
    // Nothing rolled, or the last number, after each of four numbers; and the start.
    #expect(report.states == 8, "\(report)")
    let replayed = await explorer.replaying().run()
    #expect(replayed.isSound && replayed.states == 8, "\(replayed)")
  }

  @Test("The commands of a violation that depends on a number are its fewest")
  func violation() async throws {
    let last = try #require(Self.rolls.last)
    let first = try #require(Self.rolls.firstIndex(of: last))
    let report = await Explorer { Die() }.randomNumbers(repeatingAfter: 4)
      .never("A number that nobody expects") { $0.lines.contains("Rolled: \(last)") }
      .run()
    let violation = try #require(report.violations.first, "\(report)")
    #expect(violation.commands == Array(repeating: "Roll", count: first + 1), "\(report)")
    #expect(report.unrepeated.isEmpty, "\(report)")
  }

  @Test("Rows that are known by a UUID are distinct in every state, and UUIDs never begin again")
  func identifiers() async {
    let explorer = Explorer { Orders() }.randomNumbers(repeatingAfter: 1)
      .always("Orders are distinct") { $0.lines.contains("Distinct: true") }
    let report = await explorer.budget(states: 120).run()
    #expect(report.violations.isEmpty && report.unrepeated.isEmpty, "\(report)")
    let limit = report.limits.first { $0.contains(" show ") } ?? ""
    #expect(limit.contains("the count of UUIDs"), "\(report)")
  }

  @Test("A search without an end names the numbers that were drawn, and what to write")
  func growth() async {
    let report = await Explorer { Die() }.without(Law.allCases).budget(states: 300).run()
    let limit = report.limits.first { $0.contains(" show ") } ?? ""
    #expect(limit.contains("the count of random numbers differs most"), "\(report)")
    #expect(limit.contains("randomNumbers(repeatingAfter:)"), "\(report)")
  }

  @Test("Numbers go on after a restart, as those of a next process differ")
  func restarts() async {
    let report = await Explorer { Ticket() }.randomNumbers(repeatingAfter: 3).restarts()
      .sometimes("Three tickets are drawn") {
        let source = RandomSource(seed: 1, repeatingAfter: 3)
        let drawn = (0..<3).map { _ in source.draw { Int.random(in: 0...9, using: &$0) } }
        return $0.lines.contains("Tickets: \(drawn.map(String.init).joined())")
      }
      .run()
    #expect(report.isSound && report.isComplete && report.states == 13, "\(report)")
  }

  @Test("Each host draws the same numbers, and a restarted one goes on")
  func hosts() {
    func rolls(_ host: TestHost) -> [String] {
      (0..<6).map { _ in
        host.press("Roll")
        return host.lines[0]
      }
    }
    let (first, second) = (TestHost { Die() }, TestHost { Die() })
    let shown = rolls(first)
    #expect(shown == rolls(second))
    #expect(Set(shown).count > 1)
    let (whole, restarted) = (rolls(first), second)
    restarted.restart()
    #expect(rolls(restarted) == whole)
  }

  @Test("A test gives a screen numbers of its own")
  func own() {
    let source = RandomSource(seed: 42)
    let expected = source.draw { Int.random(in: 1...6, using: &$0) }
    let host = TestHost { Die().environment(\.randomSource, RandomSource(seed: 42)) }
    host.press("Roll")
    #expect(host.lines.first == "Rolled: \(expected)")
  }
}
