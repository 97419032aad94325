import Synchronization
import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private struct Inner: View {
  var body: some View {
    NavigationStack {
      Text("Inner")
        .navigationDestination(for: DeskRoute.self) { Text("Inner \($0)") }
    }
  }
}

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { route in
          if case .catalog = route { Inner() } else { Text("\(route)") }
        }
    }
  }
}

/// A place that counts how often it is written.
private struct Counted: NavigationValue {
  static let encoded = Mutex(0)
  let number: Int

  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    Self.encoded.withLock { $0 += 1 }
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

@Suite("Restored scenes")
@MainActor
struct RestoredSceneTests {
  @Test("A scene comes back with the stacks inside its screens (19)")
  func nested() {
    let first = Hosting { DeskView() }
    first.router.push(DeskRoute.catalog)
    first.router.push(DeskRoute.book(id: 42))
    #expect(first.lines == ["Inner book(id: 42)"])

    let second = Hosting { DeskView() }
    let report = second.router.restore(Array(first.router.save().utf8))

    #expect(second.lines == ["Inner book(id: 42)"])
    #expect(report.isComplete)
    #expect(second.router.save() == first.router.save())
    #expect(second.router.canUndo == false)
  }

  @Test("Saving a deep stack after one push encodes only what is new (19)")
  func savingCost() {
    let router = Router(withoutScreens: ())
    for number in 0..<1000 { router.push(Counted(number: number)) }
    _ = router.save()
    #expect(Counted.encoded.withLock { $0 } == 1000)

    router.push(Counted(number: 1000))
    #expect(router.save().split(separator: "\n").count == 1003)
    _ = router.save()

    #expect(Counted.encoded.withLock { $0 } == 1001)
  }

  @Test("A scene that has lost a destination comes back below it (19)")
  func undeclared() {
    struct Gone: NavigationValue {}
    let desk = Hosting { DeskView() }
    let text =
      "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\n"
      + "push\t2\tDeskRoute\t0\t{\"catalog\":{}}\npush\t2\tGone\t0\t{}\n"

    let report = desk.router.restore(Array(text.utf8))

    #expect(desk.lines == ["Inner"])
    #expect(report.dropped.map(\.typeName) == ["Gone"])
  }

  @Test("The report is a value of the router, and a body that reads it runs again (19)")
  func published() {
    struct ReportView: View {
      @Environment(\.router) private var router
      var body: some View {
        Text(router.restorationReport.map { "\($0.dropped.count) lost" } ?? "Nothing restored")
      }
    }
    let desk = Hosting { ReportView() }
    #expect(desk.lines == ["Nothing restored"])

    let report = desk.router.restore(Array("another form".utf8))

    #expect(desk.router.restorationReport == report)
    #expect(desk.lines == ["1 lost"])
  }
}
