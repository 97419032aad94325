import Wayline

/// All that a report needs to know about an expanded state, which another process has found out.
struct SharedRecord: Hashable, Codable {
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
enum SharedEffect: Hashable, Codable {
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
struct SharedLaws: Hashable, Codable {
  /// True if the program has ended.
  var hasEnded = false
  /// The effects of the laws of each state.
  @Sparse var ofState: [SharedEffect] = []
  /// The kind of the screen and of its views; empty if no law depends on it.
  var kind = ""
  /// The effects of the laws that are checked once for each kind, and in a sample.
  var ofKind: Checked?
  /// The effects of a restart in the second state of a kind.
  var ofRestart: [SharedEffect]?

  /// The laws of a kind.
  struct Checked: Hashable, Codable {
    var effects: [SharedEffect]
    /// True if the program can be left; nil if that is not known.
    var quits: Bool?
  }
}

/// A command that was taken in a state.
struct SharedStep: Hashable, Codable {
  /// The fingerprint of the state that follows.
  var target: UInt64
  /// The reason if the line was refused.
  var refusal: String?
  /// The messages that it has printed.
  @Sparse var messages: [String]
  /// The effects of the command itself.
  @Sparse var findings: [SharedEffect] = []
  /// The effects of the properties of steps.
  @Sparse var ofSteps: [SharedEffect] = []
  /// The effects of the properties of screens, if the state that follows was known.
  @Sparse var ofMessages: [SharedEffect] = []
  /// The state that follows, if no earlier command of the worker has led to it.
  var arrival: SharedArrival?
}

/// A state that a command leads to for the first time.
struct SharedArrival: Hashable, Codable {
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
  @Sparse var findings: [LawFinding]
  /// The effects of the laws about the way back.
  @Sparse var ofWayBack: [SharedEffect] = []
  /// The checks of an edit; nil if the command has registered none.
  var edit: Edit?
  /// The checks of refused writes; nil if the command has written nothing.
  var refusals: Once?

  /// A place, by the hash of the stack up to it.
  struct Place: Hashable, Codable {
    var hash: UInt64
    /// Nil for a root.
    var name: String?
    @Sparse var findings: [LawFinding] = []
  }

  /// Effects of a check that is made once for a command on a kind of screen.
  struct Once: Hashable, Codable {
    /// Nil if the worker has made it in an earlier state.
    var effects: [SharedEffect]?
  }

  /// The effects of `undo` after an edit.
  struct Edit: Hashable, Codable {
    var undo = Once()
    /// The effects of the properties that are asked about the screen after it.
    @Sparse var asked: [SharedEffect] = []
  }
}

/// What a search learns on its way, in whichever state.
struct SharedSurprises: Hashable, Codable {
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

  private let read: (_ from: Int, _ count: Int) throws -> [(key: UInt64, record: Data)]
  private var first = 0
  private var page: [(key: UInt64, record: Data)] = []
  /// The reason why records could not be read.
  private(set) var failure: (any Error)?

  /// Creates records that a closure reads.
  init(_ read: @escaping (_ from: Int, _ count: Int) throws -> [(key: UInt64, record: Data)]) {
    self.read = read
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
    return found.key == key ? try? JSONDecoder().decode(SharedRecord.self, from: found.record) : nil
  }
}

/// A list that a record leaves out where it is empty: most are.
@propertyWrapper
struct Sparse<Element: Hashable & Codable>: Hashable, Codable {
  var wrappedValue: [Element]
}

extension KeyedEncodingContainer {
  /// Writes a list unless it is empty.
  mutating func encode<Element>(_ list: Sparse<Element>, forKey key: Key) throws {
    if !list.wrappedValue.isEmpty { try encode(list.wrappedValue, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Reads a list that is not there where it was empty.
  func decode<Element>(
    _ type: Sparse<Element>.Type, forKey key: Key
  ) throws -> Sparse<Element> {
    Sparse(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
  }
}

/// Texts that are one text in a record: a screen has hundreds, and each one of its own takes longer.
struct PackedTexts: Hashable, Codable {
  let texts: [String]

  /// Creates a list of texts.
  init(_ texts: [String]) { self.texts = texts }

  /// Reads the lengths in UTF-8 and the texts.
  init(from decoder: any Decoder) throws {
    let packed = try decoder.singleValueContainer().decode(String.self).utf8
    let end = packed.firstIndex(of: UInt8(ascii: "|")) ?? packed.startIndex
    var rest = end < packed.endIndex ? packed[packed.index(after: end)...] : packed[end...]
    texts = packed[..<end].split(separator: UInt8(ascii: " ")).map { length in
      let text = rest.prefix(Int(Substring(length)) ?? 0)
      rest = rest[text.endIndex...]
      return String(Substring(text))
    }
  }

  /// Writes the lengths in UTF-8 and the texts.
  func encode(to encoder: any Encoder) throws {
    var packed = texts.map { "\($0.utf8.count)" }.joined(separator: " ") + "|"
    for text in texts { packed += text }
    var container = encoder.singleValueContainer()
    try container.encode(packed)
  }
}
