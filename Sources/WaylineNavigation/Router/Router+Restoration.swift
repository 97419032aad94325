extension Router {
  /// What of the scene outlives the process, in one piece.
  /// - Complexity: O(screens).
  package func save() -> String { saveInParts().whole }

  /// What of the scene outlives the process, for a store that keeps parts.
  ///
  /// - Complexity: O(1) when nothing has changed since the last call; otherwise O(screens that have),
  ///   and one reference for each page.
  package func saveInParts() -> SavedScene {
    let passing = flows.passing
    if let saved, saved.state == stored, saved.passing == passing { return saved.scene }
    let scene = text.scene(stored, passing: passing)
    saved = (stored, passing, scene)
    return scene
  }

  /// Brings back what was saved, as far as it can be read and the stacks for it appear.
  ///
  /// The screens come back in one picture, without a past. What does not come back is in the report,
  /// byte for byte.
  @discardableResult
  package func restore(_ bytes: [UInt8]) -> RestorationReport {
    let (saved, damaged) = SavedNavigation.read(bytes)
    var restoration = Restoration(saved, damaged: damaged)
    let reader = RouteReader(types: scene.types)
    var goesOn = true
    while goesOn {
      goesOn = false
      submit(.nothing, cause: .restoration, isUnguarded: true) { [unowned self] state in
        // What is mounted does not change before the screens are made.
        let scene = scene
        goesOn = restoration.advance(&state, reader: reader) { route, stack in
          Self.refusal(restoring: route, on: stack, in: scene)
        }
        return goesOn ? .completed : .duplicate
      }
    }
    let report = restoration.finish(in: stored)
    transact { restorationReport = report }
    deliverInterrupted(restoration.interrupted)
    return report
  }

  private static func refusal(
    restoring route: Route, on stack: NavigationState.StackID, in scene: SceneRecord
  ) -> RestorationReport.Reason? {
    if !scene.stacks.isEmpty, scene.stack(stack)?.accepts(route) != true { return .notDeclared }
    let guards = scene.guards
    guard !guards.isEmpty else { return nil }
    let entry = NavigationEntry(
      id: .scene, route: route, presentation: .push, owner: .router)
    for guardian in guards {
      switch guardian.answer(to: entry) {
      case nil, .now(.allow): continue
      case .now(.block(let reason)): return .blocked(by: reason)
      case .now(.redirectRoute(let other)), .now(.detourRoute(let other)):
        return .blocked(by: "'\(other.spoken)' comes first")
      case .later: return .blocked(by: "a guard could not decide at once")
      }
    }
    return nil
  }
}
