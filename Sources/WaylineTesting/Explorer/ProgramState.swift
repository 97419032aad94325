import Wayline

extension ProgramSearch {
  /// A state on the way: the commands to it, and all that is compared and reported.
  struct State {
    private var back: WayBack
    private var shown: ShownScreen
    /// The fingerprint, with that of where unfinished tasks lead if it is compared.
    let key: UInt64
    /// The fingerprint of the program alone, without what the plan remembers.
    let scene: UInt64
    /// A hash of the states of its views.
    let views: UInt64
    let commands: [String]
    /// True if the plan leaves out other commands that the screen offers: where these lead is not known.
    let isPartial: Bool
    /// True if it was found by another process, and not by this one.
    var isRecorded = false
    let depth: Int

    init(
      point: ProgramProbe.Point, key: UInt64, scene: UInt64, screen: ExploredScreen, views: UInt64,
      commands: [String], isPartial: Bool
    ) {
      (back, depth) = (.kept(WayBack.Kept(point)), point.commands.count)
      (self.key, self.scene, shown, self.views) = (key, scene, .whole(screen), views)
      (self.commands, self.isPartial) = (commands, isPartial)
    }

    /// The screen; see ``release(as:_:)``.
    var screen: ExploredScreen {
      get { shown.screen }
      set { shown = .whole(newValue) }
    }

    /// True if nothing is pushed and nothing is presented.
    var isFirst: Bool { shown.has(.isFirst) }
    /// True if the program has ended.
    var hasEnded: Bool { shown.has(.hasEnded) }
    /// True if some task or guard is not finished.
    var hasWork: Bool { shown.has(.hasWork) }
    /// True if not all steps of an unfinished task are compared.
    var hasEndlessWork: Bool { shown.has(.hasEndlessWork) }

    /// The way back to it: without a snapshot, settings and surroundings once its commands were taken.
    var point: ProgramProbe.Point {
      get { back.point }
      set { back = .kept(WayBack.Kept(newValue)) }
    }

    /// Keeps of the way back no more than the last step, if its commands can be told from the first steps to states, and
    /// the numbers of the parts of the screen.
    mutating func release(as number: Int, _ ways: FirstWays, _ parts: ScreenParts) {
      back.release(as: number, ways)
      if case .whole(let screen) = shown { shown = .packed(parts.pack(screen)) }
    }

    /// What follows besides the states after its commands.
    var unknown: [UInt32] { isPartial ? [TransitionList.new] : [] }

    /// True if all commands to it begin with a word.
    func commands(areOnly word: String) -> Bool { point.commands.allSatisfy { $0.hasPrefix(word) } }
  }
}

/// The screen of a state: whole as long as its commands are taken.
private enum ShownScreen {
  case whole(ExploredScreen)
  case packed(PackedScreen)

  var screen: ExploredScreen {
    switch self {
    case .whole(let screen): screen
    case .packed(let packed): packed.screen
    }
  }

  /// True if a question about the screen has the answer yes.
  func has(_ flag: PackedScreen.Flags) -> Bool {
    switch self {
    case .whole(let screen): PackedScreen.Flags(screen).contains(flag)
    case .packed(let packed): packed.flags.contains(flag)
    }
  }
}

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
