/// The lists that are tried in place of a list of commands, and the shortest one that still fails.
///
/// Every second half is left out first, then quarters and so on down to single commands, then every span of
/// commands that follow each other, then every two commands. So no one command, no span and no two
/// commands can be left out of the last list. Source: delta debugging, A. Zeller and R. Hildebrandt.
struct Shortening<Command> {
  /// The shortest list so far.
  private(set) var best: [Command]
  private var pass: Pass
  private var position = 0
  private var hasShortened = false

  private enum Pass {
    /// Parts of a size that lie beside each other.
    case parts(Int)
    /// Spans of a length, which overlap.
    case spans(Int)
    /// A command with each one behind its neighbour: neighbours are a span.
    case pairs(Int)
  }

  init(_ commands: [Command]) {
    best = commands
    pass = .parts(max(1, commands.count / 2))
  }

  /// The next shorter list to try; nil when there is none left.
  mutating func next() -> [Command]? {
    while true {
      switch pass {
      case .parts(let size):
        if position < best.count {
          position += size
          return leavingOut(position - size..<min(position, best.count))
        }
        position = 0
        if size > 1 { pass = .parts(size / 2) } else if !hasShortened { pass = .spans(best.count) }
        hasShortened = false
      case .spans(let length):
        if length > 1, position + length <= best.count {
          position += 1
          return leavingOut(position - 1..<position - 1 + length)
        }
        position = 0
        pass = length > 1 ? .spans(length - 1) : .pairs(0)
      case .pairs(let first):
        guard first + 2 < best.count else { return nil }
        position = max(position + 1, first + 2)
        if position < best.count {
          var rest = best
          rest.remove(at: position)
          rest.remove(at: first)
          return rest
        }
        position = 0
        pass = .pairs(first + 1)
      }
    }
  }

  /// Takes the list that was tried last, or a beginning of it, in place of the best one.
  mutating func accept(_ shorter: [Command]) {
    best = shorter
    if case .parts(let size) = pass {
      position -= size
      hasShortened = size == 1
    } else {
      (pass, position) = (.parts(1), 0)
    }
  }

  private func leavingOut(_ span: Range<Int>) -> [Command] {
    var rest = best
    rest.removeSubrange(span)
    return rest
  }
}
