/// The commands that first led to the states of a search: the command of a state is one of those of its parent.
final class FirstWays {
  private let table: StateTable
  /// The commands of each state.
  var lists: [[String]] = []

  init(_ table: StateTable) { self.table = table }

  /// The commands to a state.
  ///
  /// - Complexity: O(depth).
  func commands(to number: Int) -> [String] {
    let path = table.path(to: number)
    return zip(path, path.dropFirst()).map { lists[$0][table.ordinal(of: $1)] }
  }
}

/// The way back to a state of a program.
///
/// A state that waits for its commands to be taken has a snapshot, its settings and the list of commands to it. That list has
/// the length of its depth, so afterwards it is made again from the steps that first led to states.
enum WayBack {
  case kept(Kept)
  case byCommands(FirstWays, number: Int, fingerprint: UInt64)

  /// A point apart from the state, which is small without it.
  final class Kept {
    let point: ProgramProbe.Point

    init(_ point: ProgramProbe.Point) { self.point = point }
  }

  /// The point to which the probe comes back.
  var point: ProgramProbe.Point {
    switch self {
    case .kept(let kept): kept.point
    case .byCommands(let ways, let number, let fingerprint):
      ProgramProbe.Point(
        commands: ways.commands(to: number), fingerprint: fingerprint, settings: [:],
        surroundings: ProgramProbe.Surroundings())
    }
  }

  /// Releases all but the last step; without it the commands are kept.
  ///
  /// A state has other commands than its first steps where an earlier search has found them.
  mutating func release(as number: Int, _ ways: FirstWays) {
    var point = point
    guard ways.commands(to: number) == point.commands else {
      (point.snapshot, point.origin) = (nil, nil)
      self = .kept(Kept(point))
      return
    }
    self = .byCommands(ways, number: number, fingerprint: point.fingerprint)
  }
}
