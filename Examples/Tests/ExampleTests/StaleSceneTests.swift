import TestThreads
import Testing
import Wayline
import WaylineTesting

@Suite("A scene of an older version", .waitsForPrograms)
struct StaleSceneTests {
  private let tour = Built("tour")

  /// Saved when the settings were called preferences, and when there were statistics.
  private let saved = """
    wayline navigation 1
    stack\t0\t0
    stack\t1\t0
    push\t2\tTourRoute\t0\t{"preferences":{}}
    push\t2\tTourRoute\t0\t{"statistics":{"year":2024}}
    push\t2\tTourRoute\t0\t{"login":{}}

    """

  private var store: any PersistentStore {
    SQLiteStore("\(tour.store.path)/state.sqlite3")
  }

  @Test(
    "Readable screens are restored, the rest is stored byte for byte and reported once (19)")
  func salvage() throws {
    try store.set(saved, for: "main/place", in: "navigation")

    try tour.play(
      "main",
      """
      \(settings)
      \(report)
      > where
      Tour › Settings
      /settings
      tour settings
      > quit
      """)
    #expect(try store.value(String.self, for: "main/quarantine", in: "navigation") == saved)
    try tour.play(
      "main",
      """
      \(settings)
      > back
      Tour
      [1] Log in
      [2] Two views
      [3] Settings
      [4] In step
      [5] Feed
      [6] Desk
      [7] Map
      > quit
      """)
  }

  private let settings = """
    Tour › Settings
    [1] Welcome at the next start: off
    [2] Note of this scene: (nothing noted)

    Profile
    No name yet.
    [3] Edit the profile

    One key, shown twice
    Books lent, says the upper desk: 0.
    [4] Lend at the upper desk
    Books lent, says the lower desk: 0.
    [5] Lend at the lower desk
    """

  private let report =
    "1 saved screen was restored, 2 were not: a 'TourRoute' could not be read (there is no case "
    + "'statistics'). The whole saved session was stored under 'quarantine'."
}
