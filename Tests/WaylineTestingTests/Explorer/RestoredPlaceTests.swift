import Testing
import Wayline

@testable import WaylineTesting

private struct Room: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  let isNamed: Bool

  var description: String { isNamed ? "room(\(number))" : "a room" }
}

private enum Shelf: NavigationValue { case drawer, book }

private struct DrawerCoordinator: Coordinator {
  func start() -> some View {
    NavigationLink("Book", value: Shelf.book).navigationTitle("Drawer")
  }
}

/// A screen that a binding presents with its coordinator, and a link to another above it.
private struct BoundDesk: View {
  @Navigation<Shelf> private var navigation: NavigationPath?

  var body: some View {
    NavigationStack {
      Button("Open") { navigation = .init(id: .drawer, coordinator: DrawerCoordinator()) }
        .navigationTitle("Desk")
        .navigationDestination(path: $navigation)
        .navigationDestination(for: Shelf.self) { _ in Text("Emma") }
    }
  }
}

@Suite("Restored places in words")
@MainActor
struct RestoredPlaceTests {
  private func words(_ new: Room?, _ newURL: String, isNamed: Bool = true) -> String {
    ProcessLaws.restored(
      (newURL, new.map { Route($0) }),
      insteadOf: ("/", Route(Room(number: 2, isNamed: isNamed))))
  }

  @Test("A place above one that a binding presents is listed with what a new process says")
  func aboveBound() async {
    let report = await Explorer { BoundDesk() }.run()
    #expect(report.isSound, "\(report)")
    #expect(
      report.notes.contains {
        $0.contains("a new process says: The program presented") && $0.hasPrefix("Desk › Drawer")
      }, "\(report)")
  }

  @Test("Places that differ in something are told apart by it")
  func words() {
    let (named, plain) = (Room(number: 1, isNamed: true), Room(number: 1, isNamed: false))
    #expect(words(named, "/desk") == "at '/desk' instead of '/'.")
    #expect(
      words(named, "/")
        == "at 'room(1)' instead of 'room(2)'; the link '/' does not distinguish them."
    )
    #expect(
      words(nil, "/")
        == "at the first screen instead of 'room(2)'; the link '/' does not distinguish them.")
    #expect(
      words(plain, "/", isNamed: false)
        == "at another place than 'a room': a value differs that neither its name nor the link '/' shows."
    )
  }
}
