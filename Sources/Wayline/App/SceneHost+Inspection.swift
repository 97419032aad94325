import WaylineGraph
import WaylineShell
import WaylineViews

extension SceneHost {
  /// A value of the first view of a type on any screen, as the view sees it now.
  ///
  /// It may be a state, what a wrapper of the program's own says, or anything else that the view can
  /// compute. Nil where no such view is in the tree. What a wrapper does in its `update()` is done
  /// once more.
  public func value<Subject: View, Value>(of keyPath: KeyPath<Subject, Value>) -> Value? {
    views.value(of: keyPath)
  }

  /// Calls `action` after each update in which a body ran, until the token is released.
  public func onUpdate(_ action: @escaping @MainActor () -> Void) -> ObservationToken {
    views.follow(action)
  }
}

/// What a debug build tells of its tree: `:tree` and `:why`.
@MainActor
final class TreeInspection {
  weak var views: ViewHost?
  private var before = 0
  private var last = 0

  /// Notes that a line has been answered: what runs from now on belongs to the next.
  func mark() {
    #if DEBUG
      guard let updates = views?.graph.updates, updates != last else { return }
      (before, last) = (last, updates)
    #endif
  }

  /// The commands, where this build has them.
  func connect(to options: inout SessionOptions) {
    #if DEBUG
      options.tree = { [weak self] in self?.views?.dump() ?? [] }
      options.why = { [weak self] in self?.reasons ?? [] }
    #endif
  }

  private var reasons: [String] {
    let reasons = views?.reasons(after: before) ?? []
    return reasons.isEmpty ? ["No body has run."] : reasons
  }
}
