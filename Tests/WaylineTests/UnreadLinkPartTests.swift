import Testing

@testable import Wayline
@testable import WaylineFlows

private enum Place: NavigationValue {
  case book(id: Int)
  case closed
  case moved
}

private struct DeskView: View {
  let receives: Bool
  @State private var received = ""

  var body: some View {
    let desk = NavigationStack {
      Text("Desk \(received)").navigationDestination(for: Place.self) { Text("\($0)") }
    }
    .guarding(Place.self) { place in
      switch place {
      case .book: .allow
      case .closed: .block("The desk is closed.")
      case .moved: .redirect(to: Place.book(id: 7))
      }
    }
    if receives {
      desk.onOpenURL { received = $0.absoluteString }
    } else {
      desk
    }
  }
}

@MainActor
@Suite("Parts of a link that nothing reads")
struct UnreadLinkPartTests {
  nonisolated private static let parts = [
    "?utm_source=mail", "#top", "?a=1&b=2#c", "?", "?next=/closed",
  ]
  private static let beginnings = ["/", "desk://", "https://desk.example/"]

  @Test("They are left aside with a sentence, whatever becomes of the place", arguments: parts)
  func leftAside(part: String) {
    let note = "No screen reads '\(part)' of the link."
    for beginning in Self.beginnings {
      let scene = SceneHost { DeskView(receives: false) }
      scene.takePrinted()
      #expect(scene.send("open \(beginning)book/42\(part)") == [note, "book(id: 42)"])
      #expect(scene.router.link?.url == "/book/42")
      #expect(scene.send("open \(beginning)closed\(part)") == ["The desk is closed."])
      #expect(scene.send("open \(beginning)bok/1\(part)").first?.contains("'bok'") == true)
      #expect(scene.router.link?.url == "/book/42")
      let redirected = scene.send("open \(beginning)moved\(part)")
      #expect(redirected.first?.hasSuffix(note) == true && redirected.last == "book(id: 7)")
    }
  }

  @Test("A view that receives links reads them", arguments: parts)
  func received(part: String) {
    let scene = SceneHost { DeskView(receives: true) }
    scene.takePrinted()
    #expect(scene.send("open /book/42\(part)") == ["Desk /book/42\(part)"])
    #expect(scene.send("open /book/42") == ["book(id: 42)"])
  }

  @Test("A handle has them for the program")
  func handle() {
    let router = Router(declaring: Place.self)
    #expect(router.open("/book/1?copy=2").unreadPart == "?copy=2")
    #expect(router.open("/book/1").unreadPart == nil)
    #expect(router.open(words: ["book", "1"]).unreadPart == nil)
  }
}
