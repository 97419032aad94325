import FoundationEssentials
import Testing
import WaylineTestScale

@testable import WaylineNavigation

/// A route with every shape that a link knows.
enum Shapes: NavigationValue {
  enum Size: String, Codable, CaseIterable, Sendable {
    case small, large
    case huge = "-"
  }
  enum Level: Int, Codable, CaseIterable, Sendable {
    case low = -1
    case high = 1
  }
  enum Order: Hashable, Codable, Sendable {
    case by(field: String, up: Bool)
    case none
  }
  struct Span: Hashable, Codable, Sendable { var from: Int8, to: UInt64?, note: String? }

  case plain
  case print(Size)
  case level(Level, Level?)
  case numbers(Int, Int32, UInt16, Double, Float)
  case maybe(x: Int?, y: String?, z: Bool?)
  case nested(Order, Order?)
  case span(Span, Span?)
  case tags([String])
  case grid([[Int]], [Int?])
  case orders([Order], Set<Int>)
  case days(Date, UUID)
  case links(URL?, Data, Decimal)
  case deep(last: [String]?, first: [Span])
}

@Suite("Link round trips")
struct RoundTripTests {
  @Test("Writing and reading a link gives the same place (17)", arguments: 0..<60)
  func identity(seed: UInt64) throws {
    var shapes = ShapeDice(dice: Dice(seed: seed))

    for _ in 0..<(40 * Scale.factor) {
      let route = shapes.next()
      let link = try DeepLink(route)

      #expect(try DeepLink(url: link.url).value(of: Shapes.self) == route, "\(link.url)")
      #expect(try DeepLink(command: link.command).value(of: Shapes.self) == route)
    }
  }

  @Test("A nil at the end of a link is left out, and is a dash in other positions (17)")
  func nils() throws {
    #expect(try DeepLink(Shapes.maybe(x: 1, y: nil, z: nil)).url == "/maybe/1")
    #expect(try DeepLink(Shapes.maybe(x: nil, y: nil, z: true)).url == "/maybe/-/-/true")
    #expect(try DeepLink(Shapes.tags(["a b", "c,d"])).url == "/tags/a%20b,c%252Cd")
    #expect(try DeepLink(Shapes.grid([[1, 2], []], [nil])).command == "grid 1%2C2,%2C %2D")
  }

  @Test("A date is written as people write it (17)")
  func dates() throws {
    let route = Shapes.days(
      Date(timeIntervalSince1970: 1_700_000_000), try #require(UUID(uuidString: uuid)))

    #expect(try DeepLink(route).url == "/days/2023-11-14T22:13:20Z/\(uuid)")
  }

  private let uuid = "6F1F0B0E-7A0B-4B6F-8C7B-0A4B8B0F1E2D"
}

/// Makes random shapes.
private struct ShapeDice {
  var dice: Dice

  mutating func next() -> Shapes {
    switch number(13) {
    case 0: .plain
    case 1: .print(pick(Shapes.Size.allCases))
    case 2: .level(pick(Shapes.Level.allCases), maybe { $0.pick(Shapes.Level.allCases) })
    case 3: .numbers(integer(), integer(), integer(), double(), Float(double()))
    case 4: .maybe(x: maybe { $0.integer() }, y: maybe { $0.text() }, z: maybe { $0.flag() })
    case 5: .nested(order(), maybe { $0.order() })
    case 6: .span(span(), maybe { $0.span() })
    case 7: .tags(list { $0.text() })
    case 8: .grid(list { $0.list { $0.integer() } }, list { $0.maybe { $0.integer() } })
    case 9: .orders(list { $0.order() }, Set(list { $0.integer() as Int }))
    case 10: .days(Date(timeIntervalSinceReferenceDate: seconds()), UUID())
    case 11: .links(maybe { _ in URL(string: "https://a.example/b?c=d") }, Data(bytes()), decimal())
    default: .deep(last: maybe { $0.list { $0.text() } }, first: list { $0.span() })
    }
  }

  mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }
  mutating func flag() -> Bool { number(2) == 0 }
  mutating func pick<Element>(_ all: [Element]) -> Element { all[number(all.count)] }
  mutating func maybe<Value>(_ make: (inout Self) -> Value?) -> Value? {
    flag() ? make(&self) : nil
  }
  mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<number(4)).map { _ in make(&self) }
  }
  mutating func integer<Number: FixedWidthInteger>() -> Number {
    flag() ? Number.random(in: .min ... .max, using: &dice) : pick([.min, .max, 0, 1])
  }
  mutating func double() -> Double {
    pick([
      0, -0.5, 1e300, .infinity, .leastNonzeroMagnitude, Double.random(in: -1...1, using: &dice),
    ])
  }
  mutating func seconds() -> Double {
    pick([0, 0.25, -1e10, Double(number(1_000_000_000)), Double.random(in: 0...1e9, using: &dice)])
  }
  mutating func bytes() -> [UInt8] { list { $0.integer() } }
  mutating func decimal() -> Decimal {
    Decimal(string: pick(["0", "-12.50", "1e20", "0.0001"])) ?? 0
  }
  mutating func text() -> String {
    let marks = [
      "-", "@", ",", "%", "/", " ", "'", "\"", "\\", ".", "a", "Z", "é", "\n", "👩‍👧", "\u{301}",
    ]
    return list { $0.pick(marks) }.joined()
  }
  mutating func order() -> Shapes.Order { flag() ? .none : .by(field: text(), up: flag()) }
  mutating func span() -> Shapes.Span {
    Shapes.Span(from: integer(), to: maybe { $0.integer() }, note: maybe { $0.text() })
  }
}
