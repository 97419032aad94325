import WaylineGraph

extension Router {
  /// Opens the place that a URL or a path names, with the parents it declares below it.
  ///
  /// The common beginning of the present stack stays, what covers it ends, and all of it is one
  /// picture. A link that cannot be read changes nothing and answers `.notFound`.
  @discardableResult
  public func open(_ url: String) -> NavigationHandle {
    do {
      return open(try DeepLink(url: url))
    } catch {
      return refuse(error)
    }
  }

  /// Opens the place that words name: the arguments of a program, or of a command.
  @discardableResult
  public func open(words: [String]) -> NavigationHandle {
    open(DeepLink(words: words))
  }

  /// Opens the place that a link names.
  @discardableResult
  public func open(_ link: DeepLink) -> NavigationHandle {
    do {
      return open(place: try route(of: link))
    } catch {
      return refuse(error, form: form(of: link))
    }
  }

  /// The place that a link names among the declared route types; the first that reads it counts.
  ///
  /// - Throws: The problem of the type whose word it begins with, or the name that is nearest.
  package func route(of link: DeepLink) throws(LinkError) -> Route {
    var problem: LinkError?
    for type in linkTypes {
      do throws(LinkError) {
        return try Self.read(link, as: type)
      } catch {
        let isMeant = LinkShape.firstWords(of: type).contains(link.words.first ?? "")
        if isMeant { problem = problem ?? error }
      }
    }
    if let problem { throw problem }
    guard let word = link.words.first else { throw LinkError.missing(label: "place") }
    throw LinkError.unknownName(part: word, nearest: nearest(to: word, among: linkWords))
  }

  /// The words that a link of this scene may begin with, for completion and help.
  package var linkWords: [String] { linkTypes.flatMap { LinkShape.firstWords(of: $0) } }

  /// What a person may type to open a place, such as `book <id>`, for help.
  package var linkPatterns: [String] { linkTypes.flatMap { LinkPattern.all(of: $0) } }

  private var linkTypes: [any NavigationValue.Type] {
    scene.types.all.compactMap { $0 as? any NavigationValue.Type }
  }

  private static func read<Value: NavigationValue>(
    _ link: DeepLink, as type: Value.Type
  ) throws(LinkError) -> Route {
    Route(try link.value(of: type))
  }

  /// What stands for the whole of a place that a link begins, such as `book <id>`.
  private func form(of link: DeepLink) -> String? {
    guard let word = link.words.first else { return nil }
    let type = linkTypes.first { LinkShape.firstWords(of: $0).contains(word) }
    return type.map { LinkPattern.completing(link.words, of: $0) }
  }

  private func refuse(_ error: LinkError, form: String? = nil) -> NavigationHandle {
    var problem = error.notFound
    if case .missing = error, let form {
      problem = NotFound(
        part: problem.part, explanation: problem.explanation + " The form is '\(form)'.")
    }
    return submit(.nothing) { _ in .notFound(nearest: problem) }
  }
}

extension Router {
  private func open(place: Route) -> NavigationHandle {
    let routes = place.parents + [place]
    return submit { [unowned self] state in
      let stack = stackForLink(to: place, in: state)
      for route in routes {
        if let refusal = refusal(of: route, on: stack) { return refusal }
      }
      return state.arrive(at: routes, on: stack)
    }
  }

  /// The stack in which a link opens: one that no sheet or cover holds, and rather a visible one.
  func stackForLink(to place: Route, in state: NavigationState) -> NavigationState.StackID {
    let showing = state.stacks.map(\.id).filter { scene.stack($0)?.accepts(place) == true }
    let visible = Set(state.visibleStacks)
    let free = showing.filter { !state.isInModal($0) }
    return free.first(where: visible.contains) ?? free.first
      ?? showing.first(where: visible.contains) ?? showing.first ?? state.activeStack
  }
}

extension Route {
  /// The places that this one declares below itself, the lowest first.
  ///
  /// A route that is its own ancestor stops the climb, and is told as a mistake.
  var parents: [Route] {
    var parents: [Route] = []
    var next = (value as? any PlacedValue)?.parent
    while let parent = next {
      let route = Route(parent)
      guard route != self, !parents.contains(route) else {
        Misuse.report("'\(route)' is declared as its own parent; the links to it end there.")
        break
      }
      parents.append(route)
      next = (parent as? any PlacedValue)?.parent
    }
    return parents.reversed()
  }
}

extension NavigationState {
  /// Whether a stack is shown by something that stands in front.
  func isInModal(_ stack: StackID) -> Bool {
    guard let index = index(of: stack), let parent = stacks[index].parent else { return false }
    return isInModal(parent)
  }

  private func isInModal(_ context: NavigationContext) -> Bool {
    switch context {
    case .tab(let id, _):
      return tabs.first { $0.id == id }.map { isInModal($0.parent) } ?? false
    case .entry(let entry):
      guard let index = stackIndex(holding: entry) else { return false }
      let below = stacks[index].trail.drop { $0.id != entry }
      return below.contains { $0.presentation.isModal } || isInModal(stacks[index].id)
    }
  }

  /// Makes a stack visible, and these the places above its root.
  mutating func arrive(at routes: [Route], on stack: StackID) -> NavigationOutcome {
    let before = self
    if let index = index(of: stack) { reveal(index) }
    _ = step(.set(routes, on: stack))
    while visibleStacks.contains(stack), activeStack != stack, endModalAbove(stack) {}
    return self == before ? .duplicate : .completed
  }

  /// Ends the outermost sheet or cover in the stacks that a stack's top screen shows.
  private mutating func endModalAbove(_ stack: StackID) -> Bool {
    for index in chain.drop(while: { stacks[$0].id != stack }) {
      let modal = stacks[index].trail.reversed().first { $0.presentation.isModal }
      if let modal { return step(.end(modal.id)) == .completed }
    }
    return false
  }
}
