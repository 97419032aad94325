import WaylineGraph
import WaylineViews

/// A stack that is shown: the destinations declared in it, and the bodies that show its screens.
@MainActor
final class StackHost {
  /// The stack.
  let id: NavigationState.StackID
  /// Where it is shown; nil for the scene's own.
  let parent: NavigationContext?
  /// The array of the program that holds the routes, if there is one.
  var path: StackPath?

  private weak var router: Router?
  /// The stack around this one, whose coordinators serve here too.
  private weak var outer: StackHost?
  /// What the array was told last, or told last.
  var mirrored: [Route] = []
  private let screens = Source()
  private var destinations: [ObjectIdentifier: [Destination]] = [:]

  /// What shows the routes of one type.
  struct Destination {
    /// The name of the type.
    let typeName: String
    /// The modifier that declared it.
    let token: ObjectIdentifier
    /// What the screens read, and what changes when the modifier is described anew.
    let source: Source
    /// Whether the stacks inside can use it too.
    let isInherited: Bool
    var make: @MainActor (Route) -> AnyView?
  }

  /// The stack of the scene itself.
  init(sceneOf router: Router) {
    (id, parent, self.router) = (.scene, nil, router)
    router.scene.add(self)
  }

  /// A stack in a screen or a tab.
  init(in place: NavigationPlace, isBound: Bool) {
    router = place.router
    outer = place.host
    parent = place.context
    let ordinal = place.router.scene.nextStackOrdinal(in: place.context)
    id = place.router.mount {
      $0.mountStack(in: place.context, ordinal: ordinal, isBound: isBound)
    }
    self.ordinal = ordinal
    place.router.scene.add(self)
  }

  /// Its position among the stacks of the same parent.
  private(set) var ordinal = 0

  deinit {
    // A node lets go of what it keeps on the main actor only.
    MainActor.assumeIsolated { [id, weak router] in router?.unmount(stack: id) }
  }
}

extension StackHost {
  /// The screens from one to the next that stands in front, and that one.
  ///
  /// Called in a body, it makes the body run again when the stack has changed.
  func segment(from start: NavigationEntry.ID?) -> (segment: Segment?, next: NavigationEntry?) {
    screens.didRead()
    return Segment.find(from: start, in: router?.stored.trail(of: id))
  }

  /// The stack's screens are not the same any more.
  func changed() {
    screens.didChange()
  }

  /// The place of what stands in a screen of the stack.
  ///
  /// Taken from here and not from the environment: a stack may hold very many screens.
  func place(of entry: NavigationEntry) -> NavigationPlace? {
    guard let router else { return nil }
    return NavigationPlace(
      router: router, host: self, context: .entry(entry.id), entry: entry.id,
      isRoot: entry.presentation == .root)
  }

  /// What a screen shows.
  func content(of entry: NavigationEntry) -> AnyView {
    if entry.isBound {
      return router?.scene.presenter(of: entry)?.content(of: entry.id) ?? AnyView(EmptyView())
    }
    guard let route = entry.route else { return AnyView(EmptyView()) }
    if let destination = destination(of: ObjectIdentifier(route.type)) {
      destination.source.didRead()
      if let made = destination.make(route) { return made }
    }
    if let coordinator = (route.value as? any CoordinatedValue)?.coordinator {
      return AnyView(CoordinatorView(coordinator: coordinator))
    }
    return AnyView(Text("The screen of '\(route)' is not declared any more."))
  }

  private func destination(of type: ObjectIdentifier) -> Destination? {
    destinations[type]?.first ?? outer?.inheritedDestination(of: type)
  }

  private func inheritedDestination(of type: ObjectIdentifier) -> Destination? {
    destinations[type]?.first(where: \.isInherited) ?? outer?.inheritedDestination(of: type)
  }
}

extension StackHost {
  /// Declares what shows the routes of a type; of several modifiers the first one counts.
  func declare<Value: Hashable & Sendable>(
    _ type: Value.Type, by token: AnyObject, isInherited: Bool,
    make: @escaping @MainActor (Value) -> AnyView
  ) {
    let show: @MainActor (Route) -> AnyView? = { $0.view(of: Value.self, make) }
    let id = ObjectIdentifier(token)
    if let index = destinations[ObjectIdentifier(type)]?.firstIndex(where: { $0.token == id }) {
      destinations[ObjectIdentifier(type)]?[index].make = show
      if let source = destinations[ObjectIdentifier(type)]?[index].source {
        router?.graph?.enqueueEffect { source.didChange() }
      }
    } else {
      let destination = Destination(
        typeName: RouteTypes.name(of: type), token: id, source: Source(), isInherited: isInherited,
        make: show)
      destinations[ObjectIdentifier(type), default: []].append(destination)
      router?.scene.types.insert(type)
    }
  }

  /// The modifier that declared a type has left.
  func withdraw(_ type: Any.Type, by token: ObjectIdentifier) {
    destinations[ObjectIdentifier(type)]?.removeAll { $0.token == token }
  }

  /// Whether the routes of a type were given a screen in the stack, or in one around it.
  func declares(_ type: ObjectIdentifier) -> Bool { destination(of: type) != nil }

  /// The names of the types that were given a screen in the stack, or for it in one around it.
  var shownTypes: [String] {
    let own = destinations.values.compactMap(\.first)
    return Set((own + (outer?.inheritedDestinations ?? [])).map(\.typeName)).sorted()
  }

  private var inheritedDestinations: [Destination] {
    destinations.values.compactMap { $0.first(where: \.isInherited) }
      + (outer?.inheritedDestinations ?? [])
  }

  /// Whether the stack can show a route.
  func accepts(_ route: Route) -> Bool {
    if let path, !path.accepts(route) { return false }
    if destination(of: ObjectIdentifier(route.type)) != nil { return true }
    return id != .scene && route.value is any CoordinatedValue
  }
}

extension Route {
  /// The view of the value, if it has the type asked for.
  // NB: without the optional of a value whose layout is not known here.
  @MainActor
  fileprivate func view<Value: Hashable & Sendable>(
    of type: Value.Type, _ make: @MainActor (Value) -> AnyView
  ) -> AnyView? {
    withValue(as: type) { make($0) }
  }
}
