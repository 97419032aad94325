import Wayline

/// All that a report needs to know about an expanded state, which another process has found out.
struct SharedRecord: Hashable {
  /// What the laws say about the state.
  var laws = SharedLaws()
  /// True if the state was another one when its commands were taken again; nil if they were not.
  var isDifferent: Bool?
  /// Its commands with what follows them.
  var steps: [SharedStep] = []
  /// What the worker has learned about tasks and snapshots.
  var surprises: SharedSurprises?
}

/// A change of the report, in the order in which changes happened.
enum SharedEffect: Hashable {
  /// A broken law.
  case law(LawFinding, ExplorationReport.Violation)
  /// A property that a step, a message or an `undo` breaks.
  case property(ExplorationReport.Violation)
  /// A property that a way was about.
  case applied(String)
  /// A goal, and the commands to it.
  case reached(String, [String])
  /// An observation that is no violation.
  case note(String)
}

/// What the laws say about a state before its commands are taken; nil for what was checked in an earlier state.
struct SharedLaws: Hashable {
  /// True if the program has ended.
  var hasEnded = false
  /// The effects of the laws of each state.
  var ofState: [SharedEffect] = []
  /// The kind of the screen and of its views; empty if no law depends on it.
  var kind = ""
  /// The effects of the laws that are checked once for each kind, and in a sample.
  var ofKind: Checked?
  /// The effects of a restart in the second state of a kind.
  var ofRestart: [SharedEffect]?

  /// The laws of a kind.
  struct Checked: Hashable {
    var effects: [SharedEffect]
    /// True if the program can be left; nil if that is not known.
    var quits: Bool?
  }
}

/// A command that was taken in a state.
struct SharedStep: Hashable {
  /// The fingerprint of the state that follows.
  var target: UInt64
  /// The reason if the line was refused.
  var refusal: String?
  /// The messages that it has printed.
  var messages: [String]
  /// The effects of the command itself.
  var findings: [SharedEffect] = []
  /// The effects of the properties of steps.
  var ofSteps: [SharedEffect] = []
  /// The effects of the properties of screens, if the state that follows was known.
  var ofMessages: [SharedEffect] = []
  /// The state that follows, if no earlier command of the worker has led to it.
  var arrival: SharedArrival?
  /// Where the unfinished tasks of the state that follows led when they continued.
  var work: [SharedWait] = []
}

/// A line that let unfinished tasks continue.
struct SharedWait: Hashable {
  let line: String
  /// The fingerprint of the state that followed.
  let target: UInt64
}

/// A state that a command leads to for the first time.
struct SharedArrival: Hashable {
  var fingerprint: UInt64
  var scene: UInt64
  var views: UInt64
  var screen: ExploredScreen.Record
  var commands: [String]
  var isPartial: Bool
  /// The names by which the plan has values for its fields.
  var names: Set<String>
  /// The answers of the properties.
  var answers: Findings
  /// The places on the visible stacks, from the top of each.
  var places: [[Place]]
  /// The places that the screens declare.
  var declared: [String]
  /// The findings about the screen, besides those about its places.
  var findings: [LawFinding]
  /// The effects of the laws about the way back.
  var ofWayBack: [SharedEffect] = []
  /// The checks of an edit; nil if the command has registered none.
  var edit: Edit?
  /// The checks of refused writes; nil if the command has written nothing.
  var refusals: Once?

  /// A place, by the hash of the stack up to it.
  struct Place: Hashable {
    var hash: UInt64
    /// Nil for a root.
    var name: String?
    var findings: [LawFinding] = []
  }

  /// Effects of a check that is made once for a command on a kind of screen.
  struct Once: Hashable {
    /// Nil if the worker has made it in an earlier state.
    var effects: [SharedEffect]?
  }

  /// The effects of `undo` after an edit.
  struct Edit: Hashable {
    var undo = Once()
    /// The effects of the properties that are asked about the screen after it.
    var asked: [SharedEffect] = []
  }
}

/// What a search learns on its way, in whichever state.
struct SharedSurprises: Hashable {
  var waiting: Set<String> = []
  var isBlocked = false
  var hasContinuedInOrder = false
  var hasForeignChange = false
  var commandsBeforeForeignChanges: Set<String> = []
  var loss = SnapshotLoss()
}

/// The records of the states that workers have expanded, read in the order of their numbers.
final class SharedRecords {
  /// The number of records that are read at once.
  static let page = 64

  /// The name of the exploration in messages.
  private let name: String
  private let read: (_ from: Int, _ count: Int) throws -> [(key: UInt64, record: Data?)]
  private var first = 0
  private var page: [(key: UInt64, record: Data?)] = []
  /// The reason why records, or one of them, could not be read.
  private(set) var failure: (any Error)?

  /// Creates the records of an exploration, which a closure reads.
  init(
    of name: String,
    _ read: @escaping (_ from: Int, _ count: Int) throws -> [(key: UInt64, record: Data?)]
  ) {
    (self.name, self.read) = (name, read)
  }

  /// The record of a state; nil if no worker has expanded it.
  func record(of number: Int, key: UInt64) -> SharedRecord? {
    if !(first..<first + page.count).contains(number) {
      do {
        (first, page) = (number, try read(number, Self.page))
      } catch {
        failure = error
      }
    }
    guard failure == nil, (first..<first + page.count).contains(number) else { return nil }
    let found = page[number - first]
    guard found.key == key, let record = found.record else { return nil }
    do throws(SharedRecordProblem) {
      return try SharedRecord(record)
    } catch {
      failure = problem(error, of: number)
      return nil
    }
  }

  private func problem(_ problem: SharedRecordProblem, of number: Int) -> ExploreProblem {
    let reason =
      switch problem {
      case .otherVersion: "was written by another version of the program"
      case .damaged: "is damaged"
      }
    return ExploreProblem(
      "The record of state \(number) of the exploration '\(name)' \(reason). "
        + "Explore again with another name: #NAME at the end of the address.",
      status: .unreadableData)
  }
}
