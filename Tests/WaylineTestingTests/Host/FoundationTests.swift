import Foundation
import Testing
import Wayline
import WaylineTesting

/// A file that imports all of Foundation, which has a type `Host`.
@Suite("The testing kit beside Foundation")
@MainActor
struct FoundationTests {
  private struct Shelf: View {
    let received: Date
    @State private var copies = 1

    var body: some View {
      Text("Received in \(Calendar(identifier: .gregorian).component(.year, from: received))")
      Text("Copies: \(copies)")
      Button("Add") { copies += 1 }
    }
  }

  @Test("A host drives a view of a file that imports Foundation")
  func host() async {
    let host = TestHost { Shelf(received: Date(timeIntervalSince1970: 86_400 * 200)) }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Add")
    #expect(host.lines == ["Received in 1970", "Copies: 2", "[1] Add"])
    await host.end()
  }

  @Test("Foundation's host and the kit's stay two types")
  func names() {
    #expect(ObjectIdentifier(Foundation.Host.self) != ObjectIdentifier(TestHost.self))
  }
}
