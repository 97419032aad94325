import Testing

@Suite("The tour at each depth")
@MainActor
struct ScenarioTests {
  @Test(
    "A screen counts its visitors, and begins anew when it is made again", arguments: Depth.allCases
  )
  func visitors(depth: Depth) throws {
    let tour = depth.stage()
    tour.press("Two views")
    tour.press("First view")
    tour.press("Count one more")
    #expect(
      try tour.lines == [
        "Tour › Two views › First view", "Visitors on this screen: 1", "[1] Count one more",
      ])

    tour.back()
    tour.press("First view")
    #expect(try tour.lines.contains("Visitors on this screen: 0"))
  }

  @Test("A screen can close itself", arguments: Depth.allCases)
  func closing(depth: Depth) throws {
    let tour = depth.stage()
    tour.press("Two views")
    tour.press("Second view")
    tour.press("Close")
    #expect(try tour.lines.first == "Tour › Two views")
  }

  @Test(
    "A passcode opens the account above the login, and logging out closes it",
    arguments: Depth.allCases)
  func login(depth: Depth) throws {
    let tour = depth.stage()
    tour.press("Log in")
    tour.type("1234", into: "Passcode")
    tour.press("Log in")
    #expect(try tour.lines.first == "Cover: Account")
    #expect(try tour.lines.last == "[1] Log out")

    tour.press("Log out")
    #expect(
      try tour.lines == ["Tour › Log in", "[1] Passcode: (empty)", "[2] Log in (unavailable)"])
  }

  @Test("Two desks show one key, and the sheet hands its draft back", arguments: Depth.allCases)
  func settings(depth: Depth) throws {
    let tour = depth.stage()
    tour.press("Settings")
    tour.press("Lend at the lower desk")
    tour.press("Edit the profile")
    tour.type("Ann", into: "Name")
    tour.press("Save")
    #expect(try tour.lines.contains("Books lent, says the upper desk: 1."))
    #expect(try tour.lines.contains("Ann, 18"))
  }

  @Test("The feed comes with the tour", arguments: Depth.allCases)
  func feed(depth: Depth) async throws {
    let tour = depth.stage()
    tour.press("Feed")
    await tour.settle()
    #expect(
      try tour.lines.prefix(3) == [
        "Tour › Feed", "The Go-Between is back", "One copy is on the shelf again.",
      ])
  }
}
