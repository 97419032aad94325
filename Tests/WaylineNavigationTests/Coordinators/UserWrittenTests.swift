import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

// Everything here is written by a user, with the same names and shapes as the library's own.

private protocol NavigationValue: Hashable {}

@MainActor
private protocol Coordinator {
  associatedtype Destination: View
  @ViewBuilder func start() -> Destination
}

private struct NavigationPath<N: NavigationValue>: Hashable {
  let id: N
  let coordinator: any Coordinator
  static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@propertyWrapper
private struct Navigation<N: NavigationValue>: DynamicProperty {
  @State var value: NavigationPath<N>?
  var wrappedValue: NavigationPath<N>? {
    get { value }
    nonmutating set { value = newValue }
  }
  var projectedValue: Binding<NavigationPath<N>?> {
    Binding {
      wrappedValue
    } set: {
      newValue in
      wrappedValue = newValue
    }
  }
}

extension View {
  fileprivate func navigationDestination<N: NavigationValue>(
    path: Binding<NavigationPath<N>?>
  ) -> some View {
    modifier(NavigationViewModifier(path: path))
  }
}

private struct NavigationViewModifier<N: NavigationValue>: ViewModifier {
  @Binding var path: NavigationPath<N>?
  func body(content: Content) -> some View {
    content.navigationDestination(item: $path) { value in AnyView(screen(of: value.coordinator)) }
  }

  private func screen(of coordinator: some Coordinator) -> AnyView { AnyView(coordinator.start()) }
}

private enum ContentViewNavigation: NavigationValue { case firstView, secondView }

private struct FirstView: View {
  @State var n = 0
  var body: some View { Button("First \(n)") { n += 1 } }
}

private struct FirstViewCoordinator: Coordinator {
  func start() -> some View { FirstView() }
}

private struct SecondViewCoordinator: Coordinator {
  func start() -> some View {
    VStack {
      Text("Second")
      FirstView()
    }
  }
}

private struct ContentView: View {
  @Navigation<ContentViewNavigation> var navigation: NavigationPath?
  var body: some View {
    NavigationStack {
      VStack {
        Button(
          action: { navigation = .init(id: .firstView, coordinator: FirstViewCoordinator()) },
          label: { Text("FirstView") })
        Button(
          action: { navigation = .init(id: .secondView, coordinator: SecondViewCoordinator()) },
          label: { Text("SecondView") })
      }
      .navigationDestination(path: $navigation)
    }
  }
}

@Suite("Navigation written by a user")
@MainActor
struct UserWrittenTests {
  @Test("A wrapper, a coordinator and a modifier of the user work as the library's own")
  func works() {
    let desk = Hosting { ContentView() }
    #expect(desk.lines == ["[1] FirstView", "[2] SecondView"])
    desk.press("SecondView")
    desk.press("First 0")
    #expect(desk.lines == ["Second", "[1] First 1"])

    desk.router.back()
    #expect(desk.lines == ["[1] FirstView", "[2] SecondView"])

    desk.press("FirstView")
    #expect(desk.lines == ["[1] First 0"])
  }
}
