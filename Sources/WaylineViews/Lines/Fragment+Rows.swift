/// A row of a list, a picker or a line.
struct FragmentRow {
  /// What it shows; never without lines.
  var fragment: Fragment
  /// What it stands for in a selection.
  let tag: AnyHashable?
}

extension Fragment {
  /// Its rows in order; what is without lines is none.
  ///
  /// - Complexity: O(rows).
  var rows: [FragmentRow] {
    var rows: [FragmentRow] = []
    appendRows(to: &rows, tag: nil)
    return rows
  }

  private func appendRows(to rows: inout [FragmentRow], tag outer: AnyHashable?) {
    guard lineCount > 0 else { return }
    let tag = tag ?? outer
    guard role == .rows else { return rows.append(FragmentRow(fragment: self, tag: tag)) }
    let first = rows.count
    for part in parts { part.appendRows(to: &rows, tag: tag) }
    if !style.isPlain {
      for index in first..<rows.count {
        rows[index].fragment = rows[index].fragment.wrapped(style: style)
      }
    }
    if isSetOff { rows[first].fragment = rows[first].fragment.wrapped(isSetOff: true) }
  }

  private func wrapped(isSetOff: Bool = false, style: TextStyle = TextStyle()) -> Fragment {
    Fragment(parts: [self], role: .row, isSetOff: isSetOff, style: style)
  }

  /// The same lines as one row, whatever is in it.
  var asOneRow: Fragment {
    guard role == .rows else { return self }
    guard !isSetOff, style.isPlain, tag == nil else { return wrapped() }
    return Fragment(parts: parts, size: size)
  }
}

extension Fragment {
  /// Fragments as the rows of a list: single actions are their rows, labels are aligned.
  ///
  /// - Complexity: O(rows).
  static func listed(_ rows: [Fragment]) -> [Fragment] { aligned(rows.map(\.asListRow)) }

  /// The fragment as a row: with one action in it, the whole text is that action's label.
  private var asListRow: Fragment {
    guard elementCount == 1, var element = soleElement, element.isAction, !isBare else {
      return self
    }
    element.label = text
    let row = Fragment(element)
    return isSetOff ? row.wrapped(isSetOff: true) : row
  }

  /// Whether it shows the one element and nothing else.
  private var isBare: Bool {
    parts.isEmpty
      ? lines.count == 1 && lines[0].spans.count == 1 : parts.count == 1 && parts[0].isBare
  }
}

extension Element {
  /// Whether it does something, and holds nothing.
  var isAction: Bool { kind == .button || kind == .link }
}
