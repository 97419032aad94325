import Testing
import Wayline
import WaylineTesting

@Suite("Restarting a host")
@MainActor
struct HostRestartTests {
  @Test("Values of AppStorage and SceneStorage are restored, those of State are not")
  func stored() {
    let host = TestHost { KeptView() }
    host.press("Lend")
    host.press("Visit")
    host.type("due Friday", into: "Note")
    host.restart()
    #expect(host.lines.prefix(2) == ["Lent: 1, visits: 0", "[1] Note: due Friday"])
  }

  @Test("The scene comes back where it was left")
  func place() {
    let host = TestHost { CatalogView() }
    host.press("Book 42")
    host.restart()
    #expect(host.lines == ["Catalog › Book", "Book 42"])
    host.back()
    #expect(host.lines == ["Catalog", "[1] Book 42"])
  }

  @Test("However often it is restarted without input, the scene comes back where it was left")
  func withoutInput() {
    let host = TestHost { CatalogView() }
    host.press("Book 42")
    for _ in 1...5 {
      host.restart()
      #expect(host.lines == ["Catalog › Book", "Book 42"])
    }
  }

  @Test("It can be driven and restarted again")
  func twice() {
    let host = TestHost { KeptView() }
    for _ in 1...3 {
      host.press("Lend")
      host.restart()
    }
    #expect(host.lines.first == "Lent: 3, visits: 0")
  }

  @Test("Two hosts see each other's values only when they share stores")
  func stores() {
    let stores = SceneStores.inMemory()
    let first = TestHost(stores: stores) { KeptView() }
    first.press("Lend")
    #expect(TestHost(stores: stores) { KeptView() }.lines.first == "Lent: 1, visits: 0")
    #expect(TestHost { KeptView() }.lines.first == "Lent: 0, visits: 0")
  }
}
