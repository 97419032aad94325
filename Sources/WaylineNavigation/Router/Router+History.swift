extension Router {
  /// Redoes the last `back`, until something else happens.
  @discardableResult
  public func forward() -> NavigationHandle {
    recall(\.ahead, as: .forward)
  }

  /// Returns to where the scene was before the last navigation, whatever it was.
  @discardableResult
  public func undo() -> NavigationHandle {
    recall(\.past, as: .undo)
  }

  /// Takes the last `undo` back.
  @discardableResult
  public func redo() -> NavigationHandle {
    recall(\.future, as: .redo)
  }

  /// Whether `forward` leads anywhere.
  public var canGoForward: Bool { !history.ahead.isEmpty }

  /// Whether `undo` leads anywhere.
  public var canUndo: Bool { !history.past.isEmpty }

  /// Whether `redo` leads anywhere.
  public var canRedo: Bool { !history.future.isEmpty }

  /// Makes the last state of a direction the present one, passing over those that lead nowhere.
  ///
  /// What a binding showed comes back only through its binding, so a step that did nothing else
  /// cannot be recalled once the binding has forgotten it.
  private func recall(
    _ direction: KeyPath<NavigationHistory, [NavigationState]>, as record: Record
  ) -> NavigationHandle {
    submit(record) { [unowned self] state in
      while let past = history[keyPath: direction].last {
        let next = state.recalling(past.without(flows.over, above: state)) {
          self.scene.canReopen($0)
        }
        if !NavigationChange(from: state, to: next).isEmpty {
          state = next
          return .completed
        }
        history.forgetLast(of: direction)
      }
      return .nothingToPop
    }
  }
}
