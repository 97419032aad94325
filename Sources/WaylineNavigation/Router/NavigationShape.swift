import WaylineGraph

/// The places of a scene without the identities of visits: two visits of one place look the same.
///
/// States can be compared and put into a set by their shape: a sheet opened and closed again leaves
/// the shape of before, whatever numbers the visits had. The description is a line that a reader can
/// follow.
public struct NavigationShape: Hashable, Sendable {
  /// The screens of the scene's own stack.
  let scene: [Screen]

  /// One screen, and what is shown inside it.
  struct Screen: Hashable, Sendable {
    let route: Route?
    let presentation: NavigationEntry.Presentation
    let isBound: Bool
    /// The names of the checkpoints on the screen.
    let checkpoints: [String]
    /// The destinations after a guard's flow, and the name under which its ending is awaited.
    let intent: [Route]
    let resultName: String?
    let content: Content
  }

  /// The stacks and tab views in a screen or a tab, in their order.
  struct Content: Hashable, Sendable {
    let stacks: [[Screen]]
    let tabs: [Tabs]
  }

  /// A tab view, with the content of every tab.
  struct Tabs: Hashable, Sendable {
    let tags: [String]
    let selected: String
    let contents: [Content]
  }
}

// MARK: - The shape of a state

extension NavigationShape {
  init(of state: NavigationState) {
    scene = Self.screens(of: state.stacks[0], in: state)
  }

  private static func screens(
    of stack: NavigationState.Stack, in state: NavigationState
  ) -> [Screen] {
    let marks = state.marks
    return stack.trail.reversed().map { entry in
      Screen(
        route: entry.route, presentation: entry.presentation, isBound: entry.isBound,
        checkpoints: marks.checkpoints.filter { $0.value == entry.id }.map(\.key).sorted(),
        intent: marks.intents[entry.id]?.steps.map(\.route) ?? [],
        resultName: marks.resultNames[entry.id],
        content: content(of: .entry(entry.id), in: state))
    }
  }

  private static func content(
    of context: NavigationContext, in state: NavigationState
  ) -> Content {
    guard state.hasInnerPlaces else {
      return Content(stacks: [], tabs: [])
    }
    let inner = state.stacks.filter { $0.parent == context }.sorted { $0.ordinal < $1.ordinal }
    let views = state.tabs.filter { $0.parent == context }.sorted { $0.ordinal < $1.ordinal }
    return Content(
      stacks: inner.map { screens(of: $0, in: state) },
      tabs: views.map { shown in
        Tabs(
          tags: shown.tags, selected: shown.selected,
          contents: shown.tags.map { content(of: .tab(shown.id, $0), in: state) })
      })
  }
}

// MARK: - The hash of a shape

extension NavigationShape {
  /// A hash of the shape of a state, the same in all processes that hash alike.
  ///
  /// - Complexity: O(stacks + tabs) without checkpoints and intents, once the places below the top of
  ///   each stack were hashed.
  package static func hash(of state: NavigationState) -> UInt64 {
    // Marks count as text: the hash of a route differs from process to process.
    var sum = state.marks.isEmpty ? 0 : hash { $0.combine(plain: state.shape.description) }
    // Each part counts with its position, and not in the order in which the parts were mounted.
    for stack in state.stacks {
      sum &+= hash {
        $0.combine(plain: position(of: stack, in: state))
        $0.combine(plain: stack.trail.placeHash)
      }
    }
    for view in state.tabs {
      sum &+= hash {
        $0.combine(plain: position(of: view, in: state))
        $0.combine(plain: view.selected)
        for tag in view.tags { $0.combine(plain: tag) }
      }
    }
    return sum
  }

  /// True if two states have the same shape, by their hashes.
  package static func isSame(_ left: NavigationState, _ right: NavigationState) -> Bool {
    hash(of: left) == hash(of: right)
  }

  /// Adds the hashes of the visible stacks, and returns the places on those that were not known.
  ///
  /// - Complexity: O(stacks + screens that are on no known stack).
  package static func newRoutes(
    of state: NavigationState, besides known: inout Set<UInt64>
  ) -> [Route] {
    state.chain.flatMap { index -> [Route] in
      var routes: [Route] = []
      var trail: Trail? = state.stacks[index].trail
      while let present = trail, known.insert(present.placeHash).inserted {
        if let route = present.last.route { routes.append(route) }
        trail = present.below
      }
      return routes
    }
  }

  /// The places on the visible stacks from the top of each, by the hash of the stack up to them.
  package static func places(of state: NavigationState) -> [[(hash: UInt64, route: Route?)]] {
    state.chain.map { index in
      var places: [(hash: UInt64, route: Route?)] = []
      var trail: Trail? = state.stacks[index].trail
      while let present = trail {
        places.append((present.placeHash, present.last.route))
        trail = present.below
      }
      return places
    }
  }

  /// A step on the way to a stack, tab view or screen: its position among those in the same place.
  private enum Part: Hashable {
    case stack(Int)
    case tabs(Int)
    case screen(Int)
  }

  private static func position(
    of stack: NavigationState.Stack, in state: NavigationState
  ) -> UInt64 {
    guard let parent = stack.parent else { return 0 }
    let before = state.stacks.count { $0.parent == parent && $0.ordinal < stack.ordinal }
    return hash {
      $0.combine(plain: position(of: parent, in: state))
      $0.combine(plain: Part.stack(before))
    }
  }

  private static func position(of view: NavigationState.Tabs, in state: NavigationState) -> UInt64 {
    let before = state.tabs.count { $0.parent == view.parent && $0.ordinal < view.ordinal }
    return hash {
      $0.combine(plain: position(of: view.parent, in: state))
      $0.combine(plain: Part.tabs(before))
    }
  }

  /// A hash of the way to a screen or to a tab, without the identities of visits.
  private static func position(
    of context: NavigationContext, in state: NavigationState
  ) -> UInt64 {
    switch context {
    case .entry(let id):
      for stack in state.stacks {
        guard let above = stack.trail.enumerated().first(where: { $1.id == id })?.offset else {
          continue
        }
        return hash {
          $0.combine(plain: position(of: stack, in: state))
          $0.combine(plain: Part.screen(stack.trail.count - above))
        }
      }
      return 0
    case .tab(let id, let tag):
      guard let view = state.tabs.first(where: { $0.id == id }) else { return 0 }
      return hash {
        $0.combine(plain: position(of: view, in: state))
        $0.combine(plain: tag)
      }
    }
  }

  private static func hash(_ combine: (inout ContentHasher) -> Void) -> UInt64 {
    var hasher = ContentHasher()
    combine(&hasher)
    return hasher.finalize()
  }
}

extension NavigationShape: CustomStringConvertible {
  /// The screens from the bottom to the top, such as `first screen › catalog › book(id: 42) (sheet)`.
  public var description: String { Self.text(of: scene) }

  private static func text(of screens: [Screen]) -> String {
    screens.map(\.text).joined(separator: " › ")
  }

  fileprivate static func text(of content: Content) -> String {
    let parts =
      content.stacks.map(text)
      + content.tabs.map { tabs in
        zip(tabs.tags, tabs.contents).map { tag, content in
          let inner = text(of: content)
          return (tag == tabs.selected ? "*" : "") + tag + (inner.isEmpty ? "" : ": \(inner)")
        }.joined(separator: " | ")
      }
    return parts.map { "[\($0)]" }.joined(separator: " ")
  }
}

extension NavigationShape.Screen {
  fileprivate var text: String {
    var text = route.map { "\($0)" } ?? (presentation == .root ? "first screen" : "a screen")
    if presentation.isModal { text += " (\(presentation.rawValue))" }
    if !checkpoints.isEmpty { text += " marked \(checkpoints.joined(separator: ", "))" }
    if !intent.isEmpty { text += " then \(intent.map { "\($0)" }.joined(separator: " › "))" }
    if let resultName { text += " for '\(resultName)'" }
    let inner = NavigationShape.text(of: content)
    return inner.isEmpty ? text : "\(text) \(inner)"
  }
}
