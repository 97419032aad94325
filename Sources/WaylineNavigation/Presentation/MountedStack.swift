import WaylineGraph
import WaylineViews

/// A stack that is shown: the destinations declared in it, and the bodies that show its screens.
@MainActor
final class MountedStack {
  /// The identity of the stack in the navigation state.
  let id: NavigationState.StackID
  /// The screen or tab that shows the stack; nil for the scene's own.
  let parent: NavigationContext?
  /// The position among the stacks of the same parent.
  let ordinal: Int
  /// True if no navigation removes the root, because a root shows the stack.
  private let isInRoot: Bool

  private let reference: BackReference<Router>
  private var router: Router? { reference.object }
  /// The stack around this one, whose coordinators apply here too.
  private weak var outer: MountedStack?
  private let screens = Source()
  private var destinations: [ObjectIdentifier: [Destination]] = [:]
  /// Read by screens without a destination; changes when a type is declared or withdrawn.
  private let declarations = Source()
  /// The array of the program that holds the routes, if there is one.
  private var path: StackPath?
  /// The routes last exchanged with the array.
  private var exchanged: [Route] = []

  /// The declared destination of the routes of one type.
  struct Destination {
    let typeName: String
    /// The modifier that declared it.
    let token: ObjectIdentifier
    /// Read by the screens; changes when the modifier has a new closure.
    let source: Source
    /// True if it applies to the stacks inside too.
    let isInherited: Bool
    var make: @MainActor (Route) -> AnyView?
  }

  /// Creates the stack of the scene itself.
  init(sceneOf router: Router) {
    (id, parent, ordinal, isInRoot, reference) = (.scene, nil, 0, true, router.reference)
    router.mounted.add(self)
  }

  /// Creates a stack in a screen or a tab.
  init(in position: NavigationPosition, isBound: Bool) {
    reference = position.router.reference
    outer = position.stack
    parent = position.context
    isInRoot = position.isRoot
    let ordinal = position.router.mounted.nextStackOrdinal(in: position.context)
    self.ordinal = ordinal
    id = position.router.mount {
      $0.mountStack(in: position.context, ordinal: ordinal, isBound: isBound)
    }
    position.router.mounted.add(self)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [id, parent, reference] in
      reference.object?.mounted.remove(id, in: parent)
      reference.object?.mount { $0.unmountStack(id) }
    }
  }
}

// MARK: - Screens

extension MountedStack {
  /// The entries from the root or a modal to the one below the next modal, and that modal.
  ///
  /// A body that calls it runs again when the stack has changed.
  func segment(from start: NavigationEntry.ID?) -> (segment: Segment?, next: NavigationEntry?) {
    screens.didRead()
    return Segment.find(from: start, in: router?.shownTrail(of: id))
  }

  /// Marks the bodies that show the screens as stale.
  func didChange() { screens.didChange() }

  /// The position of a presented modal among those of the scene; nil while something covers it.
  func position(ofModal entry: NavigationEntry.ID) -> Int? {
    router?.stored.presentedModals.firstIndex(of: entry)
  }

  /// The position of the views in a screen of the stack.
  ///
  /// Not taken from the environment, because a stack may hold very many screens.
  func position(of entry: NavigationEntry) -> NavigationPosition? {
    guard let router else { return nil }
    return NavigationPosition(
      router: router, stack: self, context: .entry(entry.id), entry: entry.id,
      isRoot: entry.presentation == .root && isInRoot)
  }

  /// The view of a screen.
  func content(of entry: NavigationEntry) -> AnyView {
    if entry.isBound {
      if let presenter = router?.mounted.presenter(of: entry) {
        return presenter.content(of: entry.id)
      }
      // The view of the binding may return with a screen below, and marks the stack then.
      screens.didRead()
      return AnyView(EmptyView())
    }
    guard let route = entry.route else { return AnyView(EmptyView()) }
    if let destination = destination(of: ObjectIdentifier(route.type)) {
      destination.source.didRead()
      if let made = destination.make(route) { return made }
    }
    readDeclarations()
    if let coordinator = (route.value as? any CoordinatedValue)?.coordinator {
      return AnyView(CoordinatorView(coordinator: coordinator))
    }
    reportIfUndeclared(route)
    return AnyView(Text("The screen of '\(route)' is not declared any more."))
  }

  /// Reports a screen that no modifier declares, unless one does by the end of the update.
  ///
  /// A screen that returns together with its stack is made before the stack's root has declared it.
  private func reportIfUndeclared(_ route: Route) {
    router?.graph?.enqueueEffect { [weak self] in
      guard let self, destination(of: ObjectIdentifier(route.type)) == nil else { return }
      Misuse.report(
        "The screen of '\(route)' is open, but nothing declares \(route.typeName) any more. Keep "
          + "its .navigationDestination(for:) as long as such a screen can be open.")
    }
  }
}

// MARK: - Destinations

extension MountedStack {
  /// Declares the screens of the routes of a type; the first of several modifiers applies.
  func declare<Value: Hashable & Sendable>(
    _ type: Value.Type, by token: AnyObject, isInherited: Bool,
    make: @escaping @MainActor (Value) -> AnyView
  ) {
    let show: @MainActor (Route) -> AnyView? = { $0.view(of: Value.self, make) }
    let (type, id) = (type as any (Hashable & Sendable).Type, ObjectIdentifier(token))
    let key = ObjectIdentifier(type)
    if let index = destinations[key]?.firstIndex(where: { $0.token == id }) {
      destinations[key]?[index].make = show
      if let source = destinations[key]?[index].source {
        router?.graph?.enqueueEffect { source.didChange() }
      }
    } else {
      let destination = Destination(
        typeName: RouteTypes.name(of: type), token: id, source: Source(), isInherited: isInherited,
        make: show)
      destinations[key, default: []].append(destination)
      router?.mounted.declare(type)
      router?.graph?.enqueueEffect { [declarations] in declarations.didChange() }
    }
  }

  /// Removes the declaration of a modifier that has left the tree of views.
  func withdraw(_ type: Any.Type, by token: ObjectIdentifier) {
    let key = ObjectIdentifier(type)
    guard let index = destinations[key]?.firstIndex(where: { $0.token == token }),
      let removed = destinations[key]?.remove(at: index)
    else { return }
    router?.graph?.enqueueEffect { removed.source.didChange() }
  }

  /// True if the stack can show a route.
  func accepts(_ route: Route) -> Bool {
    if let path, !path.accepts(route) { return false }
    if declares(ObjectIdentifier(route.type)) { return true }
    return id != .scene && route.value is any CoordinatedValue
  }

  /// True if a destination for the routes of a type is declared in the stack, or for it outside.
  func declares(_ type: ObjectIdentifier) -> Bool {
    destinations[type]?.isEmpty == false || outer?.inheritedDestination(of: type) != nil
  }

  /// The names of the types with a destination in the stack, or for it in one around it.
  var shownTypes: [String] {
    let own = destinations.values.compactMap(\.first)
    return Set((own + (outer?.inheritedDestinations ?? [])).map(\.typeName)).sorted()
  }

  private func destination(of type: ObjectIdentifier) -> Destination? {
    destinations[type]?.first ?? outer?.inheritedDestination(of: type)
  }

  private func inheritedDestination(of type: ObjectIdentifier) -> Destination? {
    destinations[type]?.first(where: \.isInherited) ?? outer?.inheritedDestination(of: type)
  }

  private var inheritedDestinations: [Destination] {
    destinations.values.compactMap { $0.first(where: \.isInherited) }
      + (outer?.inheritedDestinations ?? [])
  }

  private func readDeclarations() {
    declarations.didRead()
    outer?.readDeclarations()
  }
}

extension Route {
  // NB: without the optional of a value whose layout is not known here.
  /// The view of the value, if it has the given type.
  @MainActor
  fileprivate func view<Value: Hashable & Sendable>(
    of type: Value.Type, _ make: @MainActor (Value) -> AnyView
  ) -> AnyView? {
    withValue(as: type) { make($0) }
  }
}

// MARK: - The array of a path

extension MountedStack: BoundView {
  /// Called by each body run of a stack with a path.
  func follow(_ path: StackPath, in router: Router) {
    self.path = path
    let requested = path.read()
    guard requested != exchanged else { return }
    exchanged = requested
    router.noteChange(of: .path(id))
  }

  var requestedChange: BoundChange? {
    guard path != nil, exchanged != places, let router else { return nil }
    let (id, wanted, opened) = (id, exchanged, router.joined.unshown)
    return BoundChange(
      source: .path(id), context: parent ?? .entry(.scene),
      end: { $0.end(outside: wanted, on: id, keeping: opened) },
      open: { $0.open(wanted, on: id, keeping: opened) })
  }

  /// - Complexity: O(1) for a stack without an array; the entries are not computed then.
  func writeBack() {
    guard let path, case let places = places, places != exchanged, path.read() == exchanged else {
      return
    }
    exchanged = places
    path.write(places)
  }

  /// The places that the array is to hold.
  private var places: [Route] {
    let entries = router?.stored.entries(of: id) ?? []
    return entries.compactMap { $0.isBound ? nil : $0.route }
  }
}

/// A path of the program, with its type erased.
struct StackPath {
  let read: () -> [Route]
  let write: ([Route]) -> Void
  /// The type of its places; nil for places of any type.
  private let type: (any (Hashable & Sendable).Type)?

  init<Data>(_ path: Binding<Data>)
  where Data: RangeReplaceableCollection, Data.Element: Hashable & Sendable {
    type = Data.Element.self
    read = { path.wrappedValue.map { Route($0) } }
    write = { routes in
      path.wrappedValue = Data(routes.compactMap { $0.value(as: Data.Element.self) })
    }
  }

  init(_ path: Binding<NavigationPath<AnyPlaces>>) {
    type = nil
    read = { path.wrappedValue.value.routes }
    write = { path.wrappedValue.value.routes = $0 }
  }

  /// True if the path can hold a route.
  func accepts(_ route: Route) -> Bool { type.map { $0 == route.type } ?? true }
}
