import Testing
import Wayline
import WaylineStorage
import WaylineTesting

@Suite("A scene of an older version")
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
    ProgramStores(at: StorePlace(app: "tour", option: tour.store.path)).state
  }

  @Test(
    "What can be read is back, the rest is kept byte for byte, and the report says so once (19)")
  func salvage() throws {
    try store.set(saved, for: "main/place", in: "navigation")

    let first = try tour.run(["--scene", "main", "--echo"], "where\nquit\n")
    let second = try tour.run(["--scene", "main", "--echo"], "quit\n")

    #expect(first.lines.first == "Tour › Settings")
    let report = first.lines.filter { $0.contains("restored") }
    #expect(
      report == [
        "1 saved screen was restored, 2 were not: a 'TourRoute' could not be read (there is no case "
          + "'statistics'). What was not restored has been kept."
      ])
    #expect(first.lines.contains("tour settings"))
    #expect(second.lines.first == "Tour › Settings")
    #expect(!second.output.contains("restored"))
    #expect(try store.value(String.self, for: "main/quarantine", in: "navigation") == saved)
  }
}
