import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A place that makes its own screen, so that a stack shows it although nothing declares its type.
private enum OrderRoute: CoordinatedValue, PresentedValue {
  case new
  case step(Int)

  @MainActor var coordinator: any Coordinator { OrderCoordinator(route: self) }
}

private struct OrderCoordinator: Coordinator {
  let route: OrderRoute

  @ViewBuilder func start() -> some View {
    if case .step(let number) = route {
      Text("Step \(number)")
    } else {
      NavigationStack {
        Text("Order").coordinators(for: OrderRoute.self) { $0.coordinator }
      }
    }
  }
}

/// A place whose screen declares the steps of an order.
private enum ShopRoute: NavigationValue { case shop }

private struct ShopView: View {
  var body: some View {
    NavigationStack {
      Text("Shop").coordinators(for: OrderRoute.self) { $0.coordinator }
    }
  }
}

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: ShopRoute.self) { _ in ShopView() }
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .onResult(of: .borrower) { _ in }
    }
    .guarding(DeskRoute.self) { _ in .redirect(to: OrderRoute.step(1)) }
  }
}

@Suite("Places whose type nothing declares")
@MainActor
struct UndeclaredPlaceTests {
  private let desk = Hosting { DeskView() }

  private func sentence(_ place: String) -> String {
    "The screen of '\(place)' is open, but no view below it declares OrderRoute: a saved session "
      + "cannot restore it. Declare it with .coordinators(for: OrderRoute.self) on the "
      + "NavigationStack."
  }

  @Test(
    "A screen that a saved session cannot restore is reported when it is shown (19)",
    arguments: [
      { $0.present(OrderRoute.step(1)) },
      { $0.present(OrderRoute.step(1), as: .cover) },
      { $0.present(OrderRoute.step(1), for: .borrower) },
      { $0.push(OrderRoute.step(1)) },
      { $0.set([OrderRoute.step(1)]) },
      { $0.open(OrderRoute.step(1)) },
      { $0.navigate { $0.present(OrderRoute.step(1)) } },
      { $0.push(DeskRoute.catalog) },
    ] as [@MainActor @Sendable (Router) -> NavigationHandle])
  func reported(_ verb: @MainActor (Router) -> NavigationHandle) {
    let (handle, sentences) = withReports { verb(desk.router) }

    #expect(handle.outcome?.isSuccess == true)
    #expect(desk.lines == ["Step 1"])
    #expect(sentences == [sentence("step(1)")])
    let second = Hosting { DeskView() }
    #expect(
      second.router.restore(Array(desk.router.save().utf8)).dropped.map(\.typeName)
        == ["OrderRoute"])
  }

  @Test("A type that only its own screen declares is reported (19)")
  func ownScreen() {
    #expect(withReports { desk.router.present(OrderRoute.new) }.sentences == [sentence("new")])
  }

  @Test("A type is reported once (19)")
  func once() {
    let sentences = withReports {
      desk.router.present(OrderRoute.step(1))
      desk.router.dismiss()
      desk.router.present(OrderRoute.step(2))
    }.sentences

    #expect(sentences == [sentence("step(1)")])
  }

  @Test("A type that a view below its screen declares is not reported, even in one update (19)")
  func declared() {
    let sentences = withReports {
      desk.router.push(ShopRoute.shop)
      desk.router.push(OrderRoute.step(1))
    }.sentences

    #expect(desk.lines == ["Step 1"])
    #expect(sentences.isEmpty)
  }

  @Test("A flow that code awaits ends with the process: its type needs no declaration (14)")
  func awaited() async {
    let journal = Journal()
    let handler: @Sendable (String) -> Void = { journal.note($0) }
    let desk = desk
    let flow = Misuse.withHandler(handler) {
      Task { @MainActor in
        await desk.router.present(OrderRoute.step(1), returning: String.self)
      }
    }
    while desk.lines.first != "Step 1" { await Task.yield() }
    Misuse.withHandler(handler) { _ = desk.router.push(OrderRoute.step(2)) }
    desk.router.popToRoot()

    #expect(await flow.value == .cancelled)
    #expect(journal.lines.isEmpty)
  }
}
