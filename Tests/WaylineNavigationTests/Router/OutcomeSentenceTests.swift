import Testing
import WaylineNavigation

@Suite("Outcome sentences")
struct OutcomeSentenceTests {
  @Test(
    "Each outcome has a message for the user",
    arguments: [
      (NavigationOutcome.completed, "You are there."),
      (.pending, "A guard has not decided yet."),
      (.duplicate, "This place is already open."),
      (.blocked(by: "Members only."), "Members only."),
      (.redirected(to: Route(DeskRoute.catalog)), "This place leads to 'catalog'."),
      (.redirected(to: Route(DeskRoute.book(id: 42))), "This place leads to 'book 42'."),
      (
        .redirectCycle([Route(DeskRoute.catalog), Route(DeskRoute.book(id: 1))]),
        "This place redirects in a circle: 'catalog' → 'book 1'."
      ),
      (.superseded(by: Route(DeskRoute.catalog)), "A navigation to 'catalog' replaced this one."),
      (.superseded(by: nil), "Another navigation replaced this one."),
      (.interrupted, "The program ended before a guard had decided."),
      (.nothingToPop, "There is nothing to go back to."),
      (
        .notFound(nearest: NotFound(part: "bok", kind: "place", nearest: "book")),
        "There is no place 'bok'. Did you mean 'book'?"
      ),
      (
        .notFound(nearest: LinkError.missing(label: "id").notFound),
        "The value for 'id' is missing."
      ),
      (.unhandled, "No screen handles this."),
      (
        .outsideScene,
        "This was requested outside of a scene, so nothing changed. Use the router of a view that is "
          + "shown through an App."
      ),
    ])
  func sentence(outcome: NavigationOutcome, text: String) {
    #expect(outcome.description == text)
  }
}
