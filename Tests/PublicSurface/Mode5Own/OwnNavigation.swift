import Wayline

// Navigation as a program writes it for itself: the names are the program's, the parts are public.

protocol NavigationValue: Hashable {}

protocol Coordinator {
  associatedtype Destination: View
  @ViewBuilder func start() -> Destination
}

struct NavigationPath<Value: NavigationValue>: Hashable {
  let id: Value
  let coordinator: any Coordinator

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@propertyWrapper
struct Navigation<Value: NavigationValue>: DynamicProperty {
  @State var value: NavigationPath<Value>?

  var wrappedValue: NavigationPath<Value>? {
    get { value }
    nonmutating set { value = newValue }
  }

  var projectedValue: Binding<NavigationPath<Value>?> {
    Binding {
      wrappedValue
    } set: { newValue in
      wrappedValue = newValue
    }
  }
}

struct NavigationViewModifier<Value: NavigationValue>: ViewModifier {
  @Binding var path: NavigationPath<Value>?

  func body(content: Content) -> some View {
    content.navigationDestination(item: $path) { value in AnyView(value.coordinator.start()) }
  }
}

extension View {
  func navigationDestination<Value: NavigationValue>(
    path: Binding<NavigationPath<Value>?>
  ) -> some View {
    modifier(NavigationViewModifier(path: path))
  }
}

enum ContentNavigation: NavigationValue { case first, second }

struct FirstView: View {
  @State var count = 0
  var body: some View { Text("First \(count)") }
}

struct FirstCoordinator: Coordinator {
  func start() -> some View { FirstView() }
}

struct SecondCoordinator: Coordinator {
  func start() -> some View {
    VStack {
      Text("Second")
      FirstView()
    }
  }
}

struct ContentView: View {
  @Navigation<ContentNavigation> var navigation: NavigationPath?

  var body: some View {
    NavigationStack {
      VStack(
        spacing: 40,
        content: {
          Button(
            action: { navigation = .init(id: .first, coordinator: FirstCoordinator()) },
            label: { Text("First view") })
          Button(
            action: { navigation = .init(id: .second, coordinator: SecondCoordinator()) },
            label: { Text("Second view") })
        }
      )
      .navigationDestination(path: $navigation)
    }
  }
}
