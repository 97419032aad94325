import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("Commands for stored data")
@MainActor
struct StoreCommandsTests {
  @Test("The names that no launch verb can have are those of the commands")
  func names() {
    let commands = StoreCommands(stores: .inMemory(), isAttended: false).all
    #expect(commands.map(\.name) == StoreCommands.names)
  }
}
