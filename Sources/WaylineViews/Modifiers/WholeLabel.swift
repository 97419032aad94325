import WaylineGraph

extension View {
  /// Makes the elements below want their number or their whole label, as a destructive button does.
  ///
  /// For actions that are not to be started by mistake:
  ///
  ///     Button("Deploy now") { deploy() }.requiresWholeLabel()
  ///
  /// The beginning of the label then presses nothing:
  ///
  ///     > d
  ///     Type 'Deploy now' or 2.
  ///
  /// - Parameter isRequired: whether it has an effect; what an ancestor requires cannot be taken back.
  nonisolated public func requiresWholeLabel(_ isRequired: Bool = true) -> some View {
    Described(self, by: .requiresWholeLabel(isRequired))
  }
}

extension Page {
  /// True if the beginning of its label, or a number that was typed before it was printed, does not
  /// activate an element.
  ///
  /// This holds for destructive buttons, for elements whose view requires it, and for the default action
  /// of a confirmation.
  package func requiresWholeLabel(_ index: Int) -> Bool {
    elements[index].requiresWholeLabel || index == confirmingElement
  }

  /// The default action of a confirmation: of an alert or a dialog, or of a screen with a button that
  /// cancels.
  ///
  /// It is the button with the shortcut of default actions; without one, the first button of an alert
  /// or a dialog that does not cancel.
  private var confirmingElement: Int? {
    let isAlert = if case .alert = layer { true } else { false }
    guard isAlert || elements.contains(where: { $0.role == .cancel }) else { return nil }
    let buttons = elements.indices.filter {
      elements[$0].kind == .button && elements[$0].role != .cancel
    }
    return buttons.first { elements[$0].isDefaultAction } ?? (isAlert ? buttons.first : nil)
  }
}
