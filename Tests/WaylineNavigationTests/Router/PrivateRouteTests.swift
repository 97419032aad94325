import Testing

@testable import WaylineNavigation

private struct Desk {
  struct Number: Hashable, Sendable { let value: Int }
  enum Place: Hashable, Sendable { case book(Number) }
}

@Suite("Places of private types")
struct PrivateRouteTests {
  @Test("The text of a place has no address, so it is the same in each process")
  func text() {
    let text = Route(Desk.Place.book(Desk.Number(value: 2))).description
    #expect(text.hasPrefix("book(") && text.hasSuffix("Desk.Number(value: 2))"))
    #expect(!text.contains("unknown context"), "\(text)")
  }
}
