/// A navigation that every guard allows and that is about to happen, as middleware sees it.
public struct NavigationProposal: Sendable {
  /// Where the scene is.
  public let from: NavigationState
  /// Where it will be.
  public let to: NavigationState
  /// Who asked for it.
  public let cause: NavigationCause

  /// The screens that would end and begin.
  public var change: NavigationChange { NavigationChange(from: from, to: to) }
}

/// What middleware says to a navigation.
public enum NavigationVerdict: Hashable, Sendable {
  /// It may happen.
  case allow
  /// It must not, for this reason, which the person reads.
  case block(String)
}

extension Router {
  /// Looks at every navigation just before it happens, and may stop it, until the token is given back.
  ///
  /// What was added first is asked first; after the first that blocks nobody is asked. A navigation
  /// that is stopped ends as `.blocked(by:)` and changes nothing. Guards have been asked before, so
  /// `to` is where a redirect leads. What comes back from a saved scene is no navigation of a person
  /// or a program, and is put to guards alone.
  ///
  /// ```swift
  /// router.addMiddleware { navigation in
  ///   log(navigation.change.entered)
  ///   return isClosing ? .block("The desk is closing.") : .allow
  /// }
  /// ```
  @discardableResult
  public func addMiddleware(
    _ decide: @escaping @MainActor (NavigationProposal) -> NavigationVerdict
  ) -> Observation {
    let observation = nextObservation()
    middleware[observation.number] = decide
    return observation
  }

  /// Why middleware stops a plan; nil when all of it allows the plan.
  func veto(of plan: NavigationPlan) -> String? {
    guard !middleware.isEmpty, !plan.request.isUnguarded else { return nil }
    let proposal = NavigationProposal(from: plan.from, to: plan.next, cause: plan.request.cause)
    for (_, decide) in middleware.sorted(by: { $0.key < $1.key }) {
      if case .block(let reason) = decide(proposal) { return reason }
    }
    return nil
  }
}
