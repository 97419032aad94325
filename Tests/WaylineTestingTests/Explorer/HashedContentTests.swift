import Observation
import Testing
import Wayline

@testable import WaylineTesting

/// A place in memory in which a program counts to three, and which no screen shows.
enum Counted: String, CaseIterable, Sendable {
  case structure, array, objectInArray, dictionary, set, payload, existential, deepValue
  case equalByNumber, equalByNumberInObservable, tuple, inherited, modelOfRows
}

/// A part of an order that is equal to every other with its number.
private struct Part: Hashable, Codable {
  let number: Int
  var count = 0

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private indirect enum Nest {
  case count(Int)
  case inside([Nest])

  init(_ count: Int, depth: Int) {
    self = depth == 0 ? .count(count) : .inside([Nest(count, depth: depth - 1)])
  }
}

private enum Stage {
  case none
  case some(number: Int, of: String)
}
private protocol Amount {}
private struct Copies: Amount { let count: Int }
private final class Tin { var count = 0 }
private class Base { var inherited = 0 }

/// An object that announces nothing.
private final class Box: Base {
  var part = Part(number: 1)
  var parts = [Part(number: 1)]
  var tins = [Tin(), Tin()]
  var names: [String: Part] = ["A": Part(number: 1)]
  var set: Set<Int> = []
  var progress = Stage.none
  var amount: any Amount = Copies(count: 0)
  var nest = Nest(0, depth: 12)
  var tuple = (name: "A", count: 0)
}

private final class Order: ObservableObject {
  @Published var parts = [Part(number: 1)]
  var unannounced = 0
}

@Observable private final class Basket { var parts = [Part(number: 1)] }

/// A row that shares its model with others.
private struct OrderRow: View {
  @EnvironmentObject private var order: Order
  var body: some View { Text("\(order.parts.count) parts") }
}

/// Counts where nobody sees it, and shows the count when it is asked.
private struct Silent: View {
  let place: Counted
  @State private var box = Box()
  @StateObject private var order = Order()
  @State private var basket = Basket()
  @State private var shown = 0

  var body: some View {
    Text("Shown: \(shown)")
    Button("Add") { set(min(3, value + 1)) }
    Button("Ask") { shown = value }
    ForEach(0..<2, id: \.self) { _ in OrderRow() }.environmentObject(order)
  }

  private var value: Int {
    switch place {
    case .structure: box.part.count
    case .array: box.parts[0].count
    case .objectInArray: box.tins[1].count
    case .dictionary: box.names["A"]?.count ?? 0
    case .set: box.set.count
    case .payload: if case .some(let number, _) = box.progress { number } else { 0 }
    case .existential: (box.amount as? Copies)?.count ?? 0
    case .deepValue: Self.end(of: box.nest)
    case .equalByNumber: order.parts[0].count
    case .equalByNumberInObservable: basket.parts[0].count
    case .tuple: box.tuple.count
    case .inherited: box.inherited
    case .modelOfRows: order.unannounced
    }
  }

  private func set(_ count: Int) {
    switch place {
    case .structure: box.part.count = count
    case .array: box.parts[0].count = count
    case .objectInArray: box.tins[1].count = count
    case .dictionary: box.names["A"]?.count = count
    case .set: box.set = Set(0..<count)
    case .payload: box.progress = .some(number: count, of: "three")
    case .existential: box.amount = Copies(count: count)
    case .deepValue: box.nest = Nest(count, depth: 12)
    case .equalByNumber: order.parts[0].count = count
    case .equalByNumberInObservable: basket.parts[0].count = count
    case .tuple: box.tuple.count = count
    case .inherited: box.inherited = count
    case .modelOfRows: order.unannounced = count
    }
  }

  private static func end(of nest: Nest) -> Int {
    switch nest {
    case .count(let count): count
    case .inside(let nests): end(of: nests[0])
    }
  }
}

@Suite("States that differ where no screen shows it")
@MainActor
struct HashedContentTests {
  @Test(
    "A count that nothing announces and no comparison sees leads to another state",
    arguments: Counted.allCases)
  func silent(_ place: Counted) async {
    let report = await Explorer { Silent(place: place) }.without(Law.allCases)
      .never("Three is shown") { $0.lines.contains("Shown: 3") }.run()
    #expect(report.violations.map(\.commands) == [["Add", "Add", "Add", "Ask"]], "\(report)")
    // Each count with each count that was shown before it.
    #expect(report.states == 10 && report.isComplete, "\(report)")
  }
}
