/// Leaving the program, which leaves every screen: the order of the questions, and the way to the
/// screen that refuses.
struct Departure {
  private let state: NavigationState

  init(from state: NavigationState) { self.state = state }

  /// The screens in the order in which their leave guards are asked.
  ///
  /// The visible stacks come first, the innermost before those around it, and then the stacks of
  /// hidden tabs and covered screens, the last one mounted first; each from its top down.
  var screens: [NavigationEntry] {
    let visible = state.visibleStacks
    let hidden = state.stacks.map(\.id).filter { !visible.contains($0) }
    return (visible.reversed() + hidden.reversed()).flatMap {
      state.trail(of: $0).map(Array.init) ?? []
    }
  }

  /// The reason of a guard, with the name of its screen and the way there if it is not visible.
  @MainActor
  func refusal(of guardian: GuardRegistration, because reason: String) -> String {
    guard let context = guardian.position?.context else { return reason }
    let way = commands(to: context)
    guard !way.isEmpty else { return reason }
    let name = guardian.screenTitle ?? name(of: context)
    let typed = way.map { "'\($0)'" }.joined(separator: ", then ")
    return "'\(name)' cannot be left: \(reason.asSentence) Type \(typed) to open it."
  }

  /// The question of a guard, with the name of its screen if it is not visible.
  @MainActor
  func question(of guardian: GuardRegistration, _ question: String) -> String {
    guard let context = guardian.position?.context, !commands(to: context).isEmpty else {
      return question
    }
    return "\(guardian.screenTitle ?? name(of: context)): \(question)"
  }

  /// The name of a screen without a title, in the words of its command or its tab.
  private func name(of context: NavigationContext) -> String {
    switch context {
    case .tab(_, let tag): return tag
    case .entry(let entry):
      guard let index = state.stackIndex(holding: entry) else { return "a screen" }
      if let route = state.stacks[index].trail.first(where: { $0.id == entry })?.route {
        return route.spoken
      }
      return state.stacks[index].parent.map(name) ?? "the first screen"
    }
  }

  /// The commands that show a screen or a tab; empty when it is visible.
  private func commands(to context: NavigationContext) -> [String] {
    var (state, commands): (NavigationState, [String]) = (state, [])
    for step in path(to: context) {
      switch step {
      case .entry(let entry):
        var count = 0
        while Self.isCovered(entry, in: state), state.step(.back(1)) == .completed { count += 1 }
        if count > 0 { commands.append(count == 1 ? "back" : "back \(count)") }
      case .tab(let id, let tag):
        if state.step(.select(tag, in: id)) == .completed { commands.append("Tab: \(tag)") }
      }
    }
    return commands
  }

  /// The screens and tabs that contain a screen or a tab, the outermost first, and itself.
  private func path(to context: NavigationContext) -> [NavigationContext] {
    let parent: NavigationContext? =
      switch context {
      case .entry(let entry): state.stackIndex(holding: entry).flatMap { state.stacks[$0].parent }
      case .tab(let id, _): state.tabs.first { $0.id == id }?.parent
      }
    return (parent.map(path) ?? []) + [context]
  }

  /// True if another screen of the same stack is above a screen.
  private static func isCovered(_ entry: NavigationEntry.ID, in state: NavigationState) -> Bool {
    state.stackIndex(holding: entry).map { state.stacks[$0].trail.last.id != entry } ?? false
  }
}
