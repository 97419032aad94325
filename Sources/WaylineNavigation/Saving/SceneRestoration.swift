extension Router {
  /// Returns the saved form of the scene in one piece.
  /// - Complexity: O(screens).
  package func save() -> String { saveInParts().whole }

  /// Returns the saved form of the scene for a store that stores parts.
  ///
  /// - Complexity: O(1) when nothing has changed since the last call; otherwise O(screens that have),
  ///   and one reference for each page.
  package func saveInParts() -> SavedScene { saved.write(stored, unsaved: flows.unsaved) }

  /// True if the top screen is saved: no binding and no path holds it, or one below it.
  package var isTopSaved: Bool { stored.isSaved(stored.top.id, except: flows.unsaved) }

  /// Restores a saved scene, as far as it can be read and the stacks for it appear.
  ///
  /// The restored screens have no history. The report contains everything else, byte for byte.
  @discardableResult
  package func restore(_ bytes: [UInt8]) -> RestorationReport {
    var restorer = SceneRestorer(bytes)
    while advance(&restorer) {}
    let report = restorer.finish(in: stored)
    publish(restorer)
    return report
  }

  /// Restores what can be shown now.
  /// - Returns: Whether there may be more, once that has appeared.
  private func advance(_ restorer: inout SceneRestorer) -> Bool {
    // What is declared grows with the screens that are restored.
    let reader = RouteReader(types: mounted.types)
    var (next, hasProgress) = (restorer, false)
    let round = { [unowned self] (state: inout NavigationState) -> NavigationOutcome in
      hasProgress = next.advance(&state, reader: reader) { verdict(restoring: $0, on: $1) }
      return hasProgress ? .completed : .duplicate
    }
    submit(.transform(round), recording: .nothing, cause: .restoration, isGuarded: false)
    restorer = next
    if hasProgress { return true }
    for request in restorer.takeRequests() { open(request, of: &restorer) }
    return restorer.beginContents()
  }

  /// True while a guard has yet to decide about a saved place: the saved scene stays as it is.
  package var awaitsRestoration: Bool { restorer?.awaitsGuard == true }

  /// Interrupts the flows of undecided places, because another scene is saved in their stead.
  package func abandonRestoration() {
    guard let restorer else { return }
    self.restorer = nil
    deliverInterrupted(restorer.namesAtEnd)
  }

  /// Publishes the report so far, and interrupts the flows that were not restored.
  ///
  /// While a place is undecided it stays saved, and with it the flows, for the next process.
  private func publish(_ restorer: SceneRestorer) {
    let report = restorer.report
    transact { restorationReport = report }
    self.restorer = report.isUndecided ? restorer : nil
    if !report.isUndecided { deliverInterrupted(restorer.interrupted) }
  }

  /// Brings the scene to the places of a snapshot, which may be of another scene of the program.
  ///
  /// No guard is asked and no history is saved. Visits get identities of their own. Screens that a
  /// binding showed come back with the value of the binding, which is restored apart.
  ///
  /// - Returns: The number of screens and tab views that are missing, since what is below them has yet to
  ///   come back.
  @discardableResult
  package func restore(_ snapshot: NavigationState) -> Int {
    let goal = NavigationGoal.transform { state in
      let before = state
      state.align(with: snapshot)
      return state.isEquivalent(to: before) ? .duplicate : .completed
    }
    var known = stored.innerPlaces
    for _ in 0..<Self.restorationRounds {
      let handle = submit(goal, recording: .nothing, cause: .restoration, isGuarded: false)
      // A screen may show a stack of its own, which exists only after the screen does.
      guard handle.outcome == .completed, !stored.innerPlaces.isSubset(of: known) else { break }
      known = stored.innerPlaces
    }
    history.record(.reset, from: stored)
    return snapshot.size - stored.size
  }

  /// Stacks inside stacks to this depth are restored.
  private static var restorationRounds: Int { 8 }

  private func verdict(
    restoring route: Route, on stack: NavigationState.StackID
  ) -> SceneRestorer.Verdict {
    guard mounted.shows(route, on: stack) else { return .refused(.notDeclared) }
    let entry = NavigationEntry(id: .scene, route: route, presentation: .push, owner: .router)
    for guardian in mounted.entering[.scene] {
      switch answer(of: guardian, toEntering: entry) {
      case nil: continue
      case .later: return .requested
      case .now(let decision):
        switch decision.kind {
        case .allow: continue
        case .block(let reason): return .refused(.blocked(by: reason))
        case .undecidable(let reason): return .undecidable(.blocked(by: reason))
        case .redirect: return .requested
        case .confirm: return .refused(.blocked(by: decision.refusal ?? ""))
        }
      }
    }
    return .restored
  }

  /// Opens screens as a navigation: their guard redirects, or takes time to decide.
  ///
  /// A place of a hidden tab is not opened, because the tab would be selected.
  private func open(_ request: SceneRestorer.Request, of restorer: inout SceneRestorer) {
    let stack = request.stack
    guard stored.visibleStacks.contains(stack) else {
      return restorer.drop(request, because: "Open it to continue there.")
    }
    let goal = NavigationGoal.transform { state in
      state.resume(PendingIntent(steps: request.steps, stack: stack), on: stack)
      return .completed
    }
    let handle = submit(goal, recording: .nothing, cause: .restoration)
    guard handle.outcome == nil else { return conclude(request, with: handle, in: &restorer) }
    restorer.postpone(request)
    handle.whenFinished { [weak self, unowned handle] _ in
      self?.concludeLater(request, with: handle)
    }
  }

  /// Takes the screens of a request whose navigation has finished as restored, or drops them.
  private func conclude(
    _ request: SceneRestorer.Request, with handle: NavigationHandle,
    in restorer: inout SceneRestorer
  ) {
    switch handle.outcome ?? .pending {
    case .completed: restorer.take(request, in: stored)
    case .redirected(let place):
      let redirection =
        handle.redirection ?? Redirection(to: place, thenContinuing: false, because: nil)
      let isPostponed = stored.marks.intents.values.contains {
        $0.destination == request.destination
      }
      if isPostponed {
        restorer.postpone(request, by: redirection)
      } else {
        restorer.take(request, redirectedBy: redirection, to: stored)
      }
    case let outcome:
      restorer.drop(request, because: outcome.description, isDecided: !handle.isUndecidable)
    }
  }

  /// Concludes a request whose guard has decided after the restoration, or will not.
  private func concludeLater(
    _ request: SceneRestorer.Request, with handle: NavigationHandle
  ) {
    guard var restorer else { return }
    switch handle.outcome ?? .pending {
    // The scene ends, or stays where it is: the place stays saved for the next process.
    case .interrupted: return
    case .superseded(let route) where route == stored.top.route:
      self.restorer?.leaveUndecided(request)
      return
    default: break
    }
    let losses = restorer.report.dropped.count
    restorer.decide(request)
    conclude(request, with: handle, in: &restorer)
    if case .redirected = handle.outcome { restorer.report.redirection.map { onRedirect?($0) } }
    if restorer.report.dropped.count > losses, let outcome = handle.outcome {
      onLateRefusal?(RestorationReport.refusal(of: request.place, because: "\(outcome)"))
    }
    guard restorer.beginContents() else { return publish(restorer) }
    self.restorer = restorer
    graph?.whenSettled { [weak self] in self?.advanceLater() }
  }

  /// Restores what is inside a screen that a guard has let in later, once the screen has appeared.
  private func advanceLater() {
    guard var restorer, queue.undecided == nil else { return }
    let losses = restorer.report.dropped.count
    if advance(&restorer) {
      self.restorer = restorer
      graph?.whenSettled { [weak self] in self?.advanceLater() }
    } else {
      restorer.finish(in: stored)
      publish(restorer)
    }
    for loss in restorer.report.dropped[losses...] {
      guard case .blocked(let reason) = loss.reason, let place = loss.place else { continue }
      onLateRefusal?(RestorationReport.refusal(of: place, because: reason))
    }
  }
}
