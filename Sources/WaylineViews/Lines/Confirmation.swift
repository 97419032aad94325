// The confirmation: an alert or a dialog with a button that cancels.

extension Page {
  /// True for an alert or a dialog.
  private var isAlert: Bool { if case .alert = layer { true } else { false } }

  /// Lists the button that cancels an alert or a dialog before its other elements, so that nobody destroys
  /// something with the first number.
  ///
  /// Two such buttons, and one that shares its line, stay where they are.
  mutating func listCancellingButtonFirst() {
    guard isAlert, let button = cancellingButton,
      let line = lines.firstIndex(where: { $0.elements == [button] }),
      let first = lines.firstIndex(where: { !$0.elements.isEmpty }), first < line,
      let target = lines[first].elements.min()
    else { return }
    elements.insert(elements.remove(at: button), at: target)
    lines.insert(lines.remove(at: line), at: first)
    for index in first...line {
      lines[index] = lines[index].renumbered { element in
        element == button ? target : target..<button ~= element ? element + 1 : element
      }
    }
  }

  /// The only button that cancels; nil if there is none, or another.
  private var cancellingButton: Int? {
    let found = elements.indices.filter {
      elements[$0].kind == .button && elements[$0].role == .cancel
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The elements that `yes` and `no` mean: those of an alert or a dialog with two buttons, of which one
  /// cancels; nil elsewhere.
  package var answers: (yes: Int, no: Int)? {
    guard isAlert, elements.count == 2, elements.allSatisfy({ $0.kind == .button }),
      let no = cancellingButton
    else { return nil }
    return (1 - no, no)
  }

  /// The enabled element that an empty line activates; nil where it does nothing.
  ///
  /// In an alert or a dialog that destroys something it is the button that cancels. Elsewhere it is the one
  /// that its view makes the default action, unless that destroys something or wants its whole label, and
  /// else the button that cancels an alert or a dialog.
  ///
  /// - Complexity: O(elements).
  package var defaultElement: Int? {
    let cancelling = isAlert ? cancellingButton.flatMap { elements[$0].isEnabled ? $0 : nil } : nil
    if cancelling != nil, elements.contains(where: { $0.role == .destructive }) {
      return cancelling
    }
    return elements.firstIndex {
      $0.isDefaultAction && $0.isEnabled && !$0.requiresWholeLabel
    } ?? cancelling
  }
}

extension Line {
  /// The elements in the line, in order.
  fileprivate var elements: [Int] {
    spans.compactMap { if case .element(let index) = $0 { index } else { nil } }
  }

  /// The line with other positions of its elements.
  fileprivate func renumbered(_ position: (Int) -> Int) -> Line {
    Line(
      spans.map { span in
        if case .element(let index) = span { .element(position(index)) } else { span }
      })
  }
}
