import WaylineGraph

/// What is mounted in a scene: its stacks, its tab views, and the bindings that show screens.
///
/// Everything here is held weakly: it lives as long as the view that declared it.
@MainActor
struct SceneRecord {
  /// The stacks that are shown somewhere, by their numbers.
  private(set) var stacks: [Int: Weak<StackHost>] = [:]
  /// Every type that was declared, for links and saved scenes.
  var types = RouteTypes()

  private var owners: [PresentationOwner: Weak<BoundPresenter>] = [:]
  private var tabs: [NavigationState.TabsID: Weak<TabsHost>] = [:]
  private var coordinators: [Weak<CoordinatorJoint>] = []
  private var guardians: [Weak<GuardJoint>] = []
  private var results: [Weak<ResultJoint>] = []
  private var moments: [Weak<MomentPresenter>] = []

  nonisolated init() {}
}

extension SceneRecord {
  /// The mounted stack of this name.
  func stack(_ id: NavigationState.StackID) -> StackHost? { stacks[id.number]?.object }

  /// The mounted stack that is this object.
  func host(_ id: ObjectIdentifier) -> StackHost? {
    stacks.values.lazy.compactMap(\.object).first { ObjectIdentifier($0) == id }
  }

  /// The first position that no stack has among those of a parent.
  func nextStackOrdinal(in parent: NavigationContext) -> Int {
    let taken = stacks.values.compactMap(\.object).filter { $0.parent == parent }.map(\.ordinal)
    return (0...taken.count).first { !taken.contains($0) } ?? 0
  }

  mutating func add(_ host: StackHost) { stacks[host.id.number] = Weak(host) }
  mutating func remove(_ stack: NavigationState.StackID) { stacks[stack.number] = nil }
}

extension SceneRecord {
  /// The binding behind a screen.
  func presenter(of entry: NavigationEntry) -> BoundPresenter? {
    guard case .binding(let owner) = entry.owner else { return nil }
    return owners[owner]?.object
  }

  /// The binding that is this object.
  func presenter(_ id: ObjectIdentifier) -> BoundPresenter? {
    owners.values.lazy.compactMap(\.object).first { ObjectIdentifier($0) == id }
  }

  /// Whether what a binding showed can be shown by it again.
  func canReopen(_ entry: NavigationEntry) -> Bool {
    presenter(of: entry)?.canReopen(entry.id) ?? false
  }

  /// There is nothing ahead any more, so no binding needs to know what it showed.
  func forgetValues() {
    for owner in owners.values { owner.object?.forgetValue() }
  }

  mutating func add(_ presenter: BoundPresenter) { owners[presenter.owner] = Weak(presenter) }
  mutating func remove(_ owner: PresentationOwner) { owners[owner] = nil }
}

extension SceneRecord {
  /// The first position that no tab view has among those of a parent.
  func nextTabsOrdinal(in parent: NavigationContext) -> Int {
    let taken = tabs.values.compactMap(\.object).filter { $0.parent == parent }.map(\.ordinal)
    return (0...taken.count).first { !taken.contains($0) } ?? 0
  }

  /// Some tab view shows another tab.
  func tabsDidChange() {
    for host in tabs.values { host.object?.changed() }
  }

  mutating func add(_ host: TabsHost, as id: NavigationState.TabsID) { tabs[id] = Weak(host) }
  mutating func remove(_ tabs: NavigationState.TabsID) { self.tabs[tabs] = nil }
}

extension SceneRecord {
  /// The coordinators that take actions, in the order of the visits; of one visit the inner first.
  func coordinators(of visits: [NavigationEntry.ID]) -> [any FlowCoordinator] {
    visits.flatMap { visit in
      coordinators.reversed().compactMap(\.object).filter { $0.entry == visit }.compactMap(\.flow)
    }
  }

  mutating func add(_ coordinator: CoordinatorJoint) {
    coordinators.removeAll { $0.object == nil }
    coordinators.append(Weak(coordinator))
  }
}

extension SceneRecord {
  /// The guards, those of outer views first.
  var guards: [GuardJoint] { guardians.compactMap(\.object) }

  mutating func add(_ guardian: GuardJoint) {
    guardians.removeAll { $0.object == nil }
    guardians.append(Weak(guardian))
  }
}

extension SceneRecord {
  /// Who waits for the result of a name: the nearest of the visits counts, else whoever is there.
  func result(of name: String, below visits: [NavigationEntry.ID]) -> ResultJoint? {
    let named = results.compactMap(\.object).filter { $0.name == name }
    for visit in visits {
      if let near = named.last(where: { $0.entry == visit }) { return near }
    }
    return named.last
  }

  mutating func add(_ result: ResultJoint) {
    results.removeAll { $0.object == nil }
    results.append(Weak(result))
  }
}

extension SceneRecord {
  /// The alert or dialog in front.
  var moment: MomentPresenter? { moments.last { $0.object != nil }?.object }

  mutating func add(_ moment: MomentPresenter) {
    moments.removeAll { $0.object == nil || $0.object === moment }
    moments.append(Weak(moment))
  }

  mutating func remove(_ moment: MomentPresenter) {
    moments.removeAll { $0.object == nil || $0.object === moment }
  }
}

/// A reference that does not keep its object.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
