/// A line with typed holes for its volatile parts.
struct LinePattern {
  private enum Piece {
    case text(String)
    case hole(Hole)
  }

  private enum Hole: String, CaseIterable {
    case number = "{number}"
    case date = "{date}"
    case text = "{text}"

    func accepts(_ part: Substring) -> Bool {
      switch self {
      case .number: !part.isEmpty && part.allSatisfy(\.isNumber)
      case .date: part.count >= 10 && part.allSatisfy { $0.isNumber || "-:TZ+.".contains($0) }
      case .text: !part.isEmpty
      }
    }
  }

  private let pieces: [Piece]

  init(_ line: String) {
    var pieces: [Piece] = []
    var rest = line[...]
    var text = ""
    while let first = rest.first {
      if let hole = Hole.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
        pieces += [.text(text), .hole(hole)]
        text = ""
        rest = rest.dropFirst(hole.rawValue.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    self.pieces = pieces + [.text(text)]
  }

  /// True if a line is this one, whatever stands in the holes.
  func matches(_ line: String) -> Bool {
    matches(line[...], pieces[...])
  }

  private func matches(_ line: Substring, _ pieces: ArraySlice<Piece>) -> Bool {
    guard let first = pieces.first else { return line.isEmpty }
    let others = pieces.dropFirst()
    switch first {
    case .text(let text):
      return line.hasPrefix(text) && matches(line.dropFirst(text.count), others)
    case .hole(let hole):
      return line.indices.contains { index in
        hole.accepts(line[...index]) && matches(line[line.index(after: index)...], others)
      }
    }
  }
}
