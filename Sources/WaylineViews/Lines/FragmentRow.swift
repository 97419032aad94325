/// A row of a list, a picker or a line.
struct FragmentRow {
  /// The lines of the row; never empty.
  var fragment: Fragment
  /// The tag of the row in a selection.
  let tag: AnyHashable?
}

/// The row that a modifier made another one of.
enum RowOrigin {
  /// A note was added at the end of its first line: a badge.
  case noted(Fragment, String)
  /// Actions were added, each with the name of the row in its label.
  case acting(Fragment, [Fragment])
}

extension Fragment {
  /// The row without the actions that modifiers added, and those actions; nil if it has none.
  var rowWithActions: (row: Fragment, actions: [Fragment])? {
    switch origin {
    case .acting(let row, let actions): (row, actions)
    case .noted, nil: sole?.rowWithActions
    }
  }

  /// The text of the row as an option of a choice: without what modifiers added.
  var optionName: String {
    switch origin {
    case .noted(let row, _), .acting(let row, _): row.optionName
    case nil: sole?.optionName ?? text
    }
  }

  /// The name of the row in a line that moves it: without what modifiers added, and without values.
  var rowName: String {
    switch origin {
    case .noted(let row, _), .acting(let row, _): row.rowName
    case nil: sole?.rowName ?? name
    }
  }

  /// The text of the row in a list of options: without actions.
  var optionText: String {
    switch origin {
    case .noted(let row, let note): row.optionText + note
    case .acting(let row, _): row.optionText
    case nil: sole?.optionText ?? text
    }
  }

  /// The only part, where that is all it has.
  private var sole: Fragment? { parts.count == 1 && lines.isEmpty ? parts[0] : nil }
}

extension Fragment {
  /// Its rows in order; a part without lines is not a row.
  ///
  /// - Complexity: O(rows).
  var rows: [FragmentRow] {
    var rows: [FragmentRow] = []
    appendRows(to: &rows, tag: nil)
    return rows
  }

  private func appendRows(to rows: inout [FragmentRow], tag outer: AnyHashable?) {
    guard lineCount > 0 || waitingRows > 0 else { return }
    let tag = tag ?? outer
    guard role == .rows else { return rows.append(FragmentRow(fragment: self, tag: tag)) }
    let first = rows.count
    for part in parts { part.appendRows(to: &rows, tag: tag) }
    if !style.isPlain {
      for index in first..<rows.count {
        rows[index].fragment = rows[index].fragment.wrapped(style: style)
      }
    }
    if isSpaced { rows[first].fragment = rows[first].fragment.wrapped(isSpaced: true) }
  }

  private func wrapped(isSpaced: Bool = false, style: TextStyle = TextStyle()) -> Fragment {
    Fragment(parts: [self], role: .row, isSpaced: isSpaced, style: style)
  }

  /// The same lines as one row, whatever is in it.
  var asOneRow: Fragment {
    guard role == .rows else { return self }
    guard !isSpaced, style.isPlain, !isTagged else { return wrapped() }
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
    return isSpaced ? row.wrapped(isSpaced: true) : row
  }

  /// True if it shows the one element and nothing else.
  private var isBare: Bool {
    parts.isEmpty
      ? lines.count == 1 && lines[0].spans.count == 1 : parts.count == 1 && parts[0].isBare
  }
}

extension Element {
  /// True if it does something, and holds nothing.
  package var isAction: Bool { kind == .button || kind == .link }
}

/// The label at the start of a line: its number of spans and its width.
struct LeadingLabel: Hashable {
  let spanCount: Int
  let width: Int
}

extension Fragment {
  /// The label of the line, also where the line is only set off or coloured.
  private var alignedLabel: LeadingLabel? {
    leadingLabel ?? (parts.count == 1 && lines.isEmpty ? parts[0].alignedLabel : nil)
  }

  /// The rows of a list, with the labels of adjacent rows filled to one width.
  ///
  /// A blank line ends a group, as a row without a label does.
  /// - Complexity: O(rows).
  static func aligned(_ rows: [Fragment]) -> [Fragment] {
    var result = rows
    var group: Range<Int> = 0..<0
    func finish() {
      guard group.count > 1 else { return }
      let width = rows[group].compactMap(\.alignedLabel?.width).max() ?? 0
      for index in group { result[index] = rows[index].filled(to: width) }
    }
    for (index, row) in rows.enumerated() where row.alignedLabel != nil {
      if index == group.upperBound, !group.isEmpty, !row.isSpaced {
        group = group.lowerBound..<index + 1
      } else {
        finish()
        group = index..<index + 1
      }
    }
    finish()
    return result
  }

  private func filled(to width: Int) -> Fragment {
    guard let label = leadingLabel else {
      return Fragment(
        parts: parts.map { $0.filled(to: width) }, role: role, isSpaced: isSpaced, style: style)
    }
    guard label.width < width, var line = lines.first else { return self }
    let blanks = String(repeating: " ", count: width - label.width)
    line.spans.insert(.text(blanks, TextStyle()), at: label.spanCount)
    return Fragment([line], elements: elements)
  }
}
