import Testing
import WaylineTestScale

@testable import WaylineNavigation

/// A renamed place, read by its alias.
private enum Shelf: NavigationValue, LinkNamed {
  case volume(id: Int)
  static var linkNames: LinkNames { LinkNames(aliases: ["book": "volume"]) }
}

@Suite("Routes that are read in rows")
struct RouteQueueTests {
  private let reader = RouteReader(types: RouteTypes([DeskRoute.self, Shelf.self]))

  private func entry(_ json: String, _ type: String = "DeskRoute") -> SavedNavigation.Entry {
    SavedNavigation.Entry(typeName: type, version: 0, json: json, presentation: .push)
  }

  /// The routes that the queue reads until it refuses, and those that are read one by one.
  private func compare(_ entries: [SavedNavigation.Entry]) -> (row: [String], single: [String]) {
    var queue = RouteQueue(entries[...], reader: reader)
    let row = entries.map { _ in spoken { () throws(RouteReader.Refusal) in try queue.next() } }
    let single = entries.map { entry in
      spoken { () throws(RouteReader.Refusal) in try reader.read(entry) }
    }
    return (row, single)
  }

  private func spoken(
    _ read: () throws(RouteReader.Refusal) -> RouteReader.Reading
  ) -> String {
    do throws(RouteReader.Refusal) {
      let reading = try read()
      return "\(reading.route) \(reading.route.json ?? "-") \(reading.isMigrated)"
    } catch {
      return "\(error.reason)"
    }
  }

  /// Lines as they are saved, as they are not, and such that reach into each other.
  private static let lines = [
    #"{"catalog":{}}"#, #"{"book":{"id":42}}"#, #"{"member":{"name":"a}b\"{"}}"#,
    #"{"book":{"id":"x"}}"#, #"{"gone":{}}"#, #"{"catalog":{}},{"catalog":{}}"#,
    #"{"member":{"name":"a"#, #"b"}}"#, "", "7", "[", "]", "{", "}", "null",
    #"{"member":{"name":"a"}}}"#,
    #"{"book":{"id":1},"catalog":{}}"#, #" {"catalog":{}} "#, #"{"catalog":[{}]}"#,
  ]

  @Test("A row gives what its routes give one by one, whatever is damaged (19)", arguments: 0..<40)
  func same(seed: UInt64) {
    var dice = Dice(seed: seed)
    let entries = (0..<30).map { _ in
      let isWhole = Int.random(in: 0..<4, using: &dice) > 0
      let choices = isWhole ? Self.lines.prefix(3) : Self.lines[...]
      return entry(
        choices.randomElement(using: &dice) ?? "",
        ["DeskRoute", "DeskRoute", "DeskRoute", "Shelf"].randomElement(using: &dice) ?? "")
    }

    let (row, single) = compare(entries)

    #expect(row == single)
  }

  @Test("Lines that would make each other whole are refused as each of them is (19)")
  func reachingOver() {
    let entries = [
      #"{"catalog":{}},{"catalog":{}}"#, #"{"member":{"name":"a"#, #"b"}}"#, #"{"catalog":{}}"#,
    ].map { entry($0) }

    let (row, single) = compare(entries)

    #expect(row == single)
    #expect(row.filter { $0.hasPrefix("undecodable") }.count == 3)
  }
}
