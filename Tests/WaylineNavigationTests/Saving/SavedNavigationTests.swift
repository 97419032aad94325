import Testing
import WaylineTestScale

@testable import WaylineNavigation

@Suite("Saved navigation")
struct SavedNavigationTests {
  private func desk(_ routes: [any NavigationValue]) -> NavigationState {
    var state = NavigationState()
    _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    for route in routes { state.step(.push(Route(route))) }
    return state
  }

  private func text(of state: NavigationState) -> String {
    var writer = SceneWriter()
    return writer.write(state).whole
  }

  /// Restores into a scene that shows one stack and declares the given types.
  private func restore(
    _ text: String, types: RouteTypes = RouteTypes([DeskRoute.self])
  ) -> (state: NavigationState, report: RestorationReport) {
    var state = desk([])
    var restoration = SceneRestorer(Array(text.utf8))
    while restoration.advance(
      &state, reader: RouteReader(types: types), accepts: { _, _ in .restored })
    {}
    return (state, restoration.finish(in: state))
  }

  private let saved = """
    wayline navigation 1
    stack\t0\t0
    stack\t1\t0
    push\t2\tDeskRoute\t0\t{"catalog":{}}
    push\t2\tDeskRoute\t0\t{"book":{"id":42}}
    sheet\t2\tDeskRoute\t0\t{"member":{"name":"Ada"}}

    """

  @Test("A scene is saved one line a screen")
  func text() {
    var state = desk([DeskRoute.catalog, DeskRoute.book(id: 42)])
    state.step(.present(Route(DeskRoute.member(name: "Ada")), as: .sheet))

    #expect(text(of: state) == saved)
  }

  @Test("The report of a refused place counts the screens above it, and no others (19)")
  func otherStacks() {
    var report = RestorationReport()
    report.dropped = [
      .init(typeName: "Ledger", reason: .blocked(by: "It is closed!"), bytes: [], place: "ledger"),
      .init(typeName: "Page", reason: .below, bytes: []),
      .init(typeName: "Member", reason: .unknownType(nearest: nil), bytes: []),
      .init(typeName: "Loan", reason: .below, bytes: []),
    ]

    #expect(
      report.description
        == "'ledger' was not reopened: It is closed! The screen above it was not reopened either. "
        + "2 other saved screens were not restored: there is no route type 'Member'. "
        + "The whole saved session was stored under 'quarantine'.")

    report.dropped = [report.dropped[0], report.dropped[2]]
    #expect(
      report.description
        == "'ledger' was not reopened: It is closed! "
        + "1 other saved screen was not restored: there is no route type 'Member'. "
        + "The whole saved session was stored under 'quarantine'.")
  }

  @Test("A scene with nothing but its first screen has no saved screens")
  @MainActor func firstScreen() {
    #expect(Router(withoutScreens: ()).save() == SavedNavigation.firstScreen)
  }

  @Test("Restoring what was saved gives the same scene", arguments: 0..<30)
  func roundTrip(seed: UInt64) {
    var dice = Dice(seed: seed)
    var state = desk([])
    for number in 0..<8 {
      let isChild = state.stacks.count < 5 && Bool.random(using: &dice)
      if isChild { _ = state.mountStack(in: .entry(state.top.id), ordinal: 0) }
      state.step(.push(Route(DeskRoute.book(id: number))))
    }

    let text = self.text(of: state)
    let (read, damaged) = SavedNavigation.read(Array(text.utf8))

    #expect(damaged == nil)
    #expect(read.readCount == text.utf8.count)
  }

  @Test("Everything that can be read is restored, and the report says so (19)")
  func complete() {
    let (state, report) = restore(saved)

    #expect(state.routes.count == 3)
    #expect(state.top.presentation == .sheet)
    #expect(report.isComplete)
    #expect(report.kept == state.routes)
    #expect(report.description == "")
    #expect(text(of: state) == saved)
  }

  @Test("The longest readable beginning is restored, the rest is stored byte for byte (19)")
  func salvage() {
    let broken = saved.replacingFirst(#"{"book":{"id":42}}"#, with: #"{"book":{"id":"x"}}"#)

    let (state, report) = restore(broken)

    #expect(state.routes == [Route(DeskRoute.catalog)])
    #expect(report.dropped.map(\.typeName) == ["DeskRoute", "DeskRoute"])
    #expect(report.dropped.last?.reason == .below)
    #expect(
      String(decoding: report.quarantine, as: UTF8.self)
        == broken.split(separator: "\n").suffix(2).map { "\($0)\n" }.joined())
  }

  @Test("A missing route type is named, with the nearest (19)")
  func unknownType() {
    let (state, report) = restore(
      saved.replacingFirst("DeskRoute\t0\t{\"book", with: "DeskRute\t0\t{\"book"))

    #expect(state.routes == [Route(DeskRoute.catalog)])
    #expect(report.dropped.first?.reason == .unknownType(nearest: "DeskRoute"))
    #expect(
      report.description
        == "1 saved screen was restored, 2 were not: there is no route type 'DeskRute' (the nearest "
        + "is 'DeskRoute'). The whole saved session was stored under 'quarantine'.")
  }

  @Test("A file cut off in the middle keeps its whole lines (19)", arguments: [1, 20, 60])
  func cutOff(bytes: Int) {
    let whole = Array(saved.utf8)
    let (read, damaged) = SavedNavigation.read(Array(whole.dropLast(bytes)))

    #expect(damaged?.reason == .damagedLine)
    #expect(whole.prefix(read.readCount) + (damaged?.bytes ?? []) == whole.dropLast(bytes))
  }

  @Test("Any bytes are read without a crash, and none is lost (19)", arguments: 0..<100)
  func noise(seed: UInt64) {
    var dice = Dice(seed: seed)
    var bytes = Array(saved.utf8)
    for _ in 0..<3 {
      bytes[Int.random(in: 0..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice)
    }

    let (read, damaged) = SavedNavigation.read(bytes)

    if damaged?.reason == .damagedLine {
      #expect(bytes.suffix(damaged?.bytes.count ?? 0) == (damaged?.bytes ?? [])[...])
    } else if damaged == nil {
      #expect(read.readCount == bytes.count)
    }
  }

  @Test("A file of another format is quarantined as a whole (19)")
  func otherForm() {
    let (state, report) = restore("wayline navigation 99\nfuture")

    #expect(state.depth == 0)
    #expect(report.dropped.map(\.reason) == [.unknownForm])
    #expect(report.quarantine == Array("wayline navigation 99\nfuture".utf8))
  }

  @Test("A renamed case and a renamed type are found by their aliases (19)")
  func aliases() {
    enum Shelf: NavigationValue, LinkNamed {
      case volume(id: Int)
      static var linkNames: LinkNames {
        LinkNames(aliases: ["book": "volume"], formerTypeNames: ["DeskRoute"])
      }
    }

    let (state, report) = restore(
      "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\npush\t2\tDeskRoute\t0\t{\"book\":{\"id\":42}}\n",
      types: RouteTypes([Shelf.self]))

    #expect(state.routes == [Route(Shelf.volume(id: 42))])
    #expect(report.migrated == state.routes)
  }

  @Test("A renamed case of an enum inside a route is found by its alias, wherever it stands (19)")
  func innerAliases() {
    enum Shelf: Hashable, Codable, Sendable, LinkNamed {
      case volume(id: Int)
      case map
      static var linkNames: LinkNames { LinkNames(aliases: ["book": "volume", "chart": "map"]) }
    }
    enum Room: NavigationValue { case shelves([Shelf], door: Shelf?) }
    let head = "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\npush\t2\tRoom\t0\t"

    let (state, report) = restore(
      head + #"{"shelves":{"_0":[{"book":{"id":1}},{"map":{}}],"door":{"chart":{}}}}"# + "\n",
      types: RouteTypes([Room.self]))
    let (_, unknown) = restore(
      head + #"{"shelves":{"_0":[{"mop":{}}]}}"# + "\n", types: RouteTypes([Room.self]))

    #expect(state.routes == [Route(Room.shelves([.volume(id: 1), .map], door: .map))])
    #expect(report.migrated == state.routes)
    #expect(
      unknown.dropped.first?.reason
        == .undecodable(why: "there is no case 'mop'; the nearest is 'map'"))
  }

  @Test("A circle of aliases ends, and is reported")
  func aliasCircle() {
    enum Shelf: NavigationValue, LinkNamed {
      case volume
      static var linkNames: LinkNames { LinkNames(aliases: ["book": "tome", "tome": "book"]) }
    }

    let (_, report) = restore(
      "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\npush\t2\tShelf\t0\t{\"book\":{}}\n",
      types: RouteTypes([Shelf.self]))

    #expect(report.dropped.first?.reason == .undecodable(why: "there is no case 'book'"))
  }

  @Test("A route of an older version is migrated, of a newer one kept aside (19)")
  func versions() {
    struct Place: VersionedValue {
      var shelf: Int
      static let version = 2
      static func migrate(_ json: String, from version: Int) -> String? {
        version == 1 ? #"{"shelf":\#(json)}"# : nil
      }
    }
    let head = "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\n"
    let types = RouteTypes([Place.self])

    #expect(
      restore(head + "push\t2\tPlace\t1\t7\n", types: types).report.migrated == [
        Route(Place(shelf: 7))
      ])
    #expect(
      restore(head + "push\t2\tPlace\t0\t7\n", types: types).report.dropped.first?.reason
        == .noMigration(from: 0))
    #expect(
      restore(head + "push\t2\tPlace\t3\t7\n", types: types).report.dropped.first?.reason
        == .newerVersion(3))
  }

  @Test("The screen of a binding is not saved, nor those above it (19)")
  func bound() {
    var state = desk([DeskRoute.catalog])
    let owner = state.makeOwner()
    state.step(.show(owner, Route(DeskRoute.book(id: 1)), as: .push, in: state.activeStack))
    state.step(.push(Route(DeskRoute.member(name: "Ada"))))

    #expect(!text(of: state).contains("book"))
    #expect(!text(of: state).contains("Ada"))
  }

  @Test("A stack that never appears leaves its screens in the report (19)")
  func noStack() {
    let (_, report) = restore(
      "wayline navigation 1\nstack\t0\t0\nstack\t1\t5\npush\t2\tDeskRoute\t0\t{\"catalog\":{}}\n")

    #expect(report.dropped.map(\.reason) == [.noStack])
    #expect(report.kept == [])
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }

  private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
