/// The label that begins a line: how many spans it takes, and how wide it is.
struct LeadingLabel: Hashable {
  let spanCount: Int
  let width: Int
}

extension Fragment {
  /// The label of the line, also where the line is only set off or coloured.
  private var alignedLabel: LeadingLabel? {
    leadingLabel ?? (parts.count == 1 && lines.isEmpty ? parts[0].alignedLabel : nil)
  }

  /// The rows of a list, with the labels that stand below each other filled to one width.
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
      if index == group.upperBound, !group.isEmpty, !row.isSetOff {
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
        parts: parts.map { $0.filled(to: width) }, role: role, isSetOff: isSetOff, style: style)
    }
    guard label.width < width, var line = lines.first else { return self }
    let blanks = String(repeating: " ", count: width - label.width)
    line.spans.insert(.text(blanks, TextStyle()), at: label.spanCount)
    return Fragment([line], elements: elements)
  }
}
