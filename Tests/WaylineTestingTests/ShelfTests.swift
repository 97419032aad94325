import Testing
import Wayline
import WaylineTesting

struct ShelfView: View {
  @AppStorage("copies") private var copies = 2

  var body: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies -= 1 }
      .disabled(copies == 0)
  }
}

@Suite("The shelf")
@MainActor
struct ShelfTests {
  @Test("A lent copy is not on the shelf, nor after a restart")
  func lend() async {
    let host = TestHost { ShelfView() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Lend")
    #expect(host.lines == ["Copies: 1", "[1] Lend"])

    host.restart()
    #expect(host.lines == ["Copies: 1", "[1] Lend"])
    await host.end()
  }

  @Test("A person sees this")
  func transcript() {
    let transcript = Transcript(
      """
      > Lend
      Copies: 1
      [1] Lend
      > 1
      Copies: 0
      [1] Lend (unavailable)
      """)
    let host = TestHost { ShelfView() }
    let session = transcript.typed.flatMap { ["> \($0)"] + host.send($0) }
    #expect(transcript.differences(from: session).isEmpty)
  }
}
