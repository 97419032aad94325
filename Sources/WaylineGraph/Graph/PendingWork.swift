/// The running work of a scene: `wait` and a host's `settle()` wait for it.
///
/// Work that awaits an answer of the user is not pending: nothing but the user can end it. It is pending
/// again as soon as the answer has come. Background work, such as a refresh that never ends, is never pending.
@MainActor
package final class PendingWork {
  /// A registered piece of work; it ends once.
  package struct Token: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// A point in the course of the scene, to find the work that has begun after it.
  package struct Mark: Hashable, Sendable {
    fileprivate let number: Int

    /// The beginning of the scene.
    package static let start = Mark(number: 0)
  }

  /// The kinds of work.
  package enum Kind: Hashable, Sendable {
    /// A task of a view, or one that an action has started.
    case task
    /// A navigation whose guard has not decided.
    case navigation
    /// A task that belongs to no answer, and that nothing waits for.
    case background
  }

  private struct Item {
    let name: Name
    let kind: Kind
    /// The point at which it began, or was answered last.
    var start: Int
    /// The answers of the user that it awaits.
    var awaited = 0

    var isPending: Bool { awaited == 0 && kind != .background }
  }

  /// The running work of one name; an object, so that the name is looked up when a piece begins, and not again.
  private final class Name {
    let text: String
    /// The pieces that are pending.
    var pending = 0
    /// The pieces that await the user.
    var awaiting = 0
    /// The pieces that belong to no answer.
    var background = 0

    var isRunning: Bool { pending + awaiting + background > 0 }

    init(_ text: String) { self.text = text }
  }

  /// The number of names that are remembered after their work has ended.
  private static let rememberedNames = 100

  private var items: [Token: Item] = [:]
  /// The work that the user has answered, by the points at which it continued.
  private var continued: [Int: Token] = [:]
  /// The names of running work, and those that are remembered.
  private var names: [String: Name] = [:]
  private var pendingCount = 0
  private var backgroundCount = 0
  /// The number of tasks of views that were cancelled and have not ended.
  package private(set) var cancelledTasks = 0
  private var last = 0
  /// The names whose work has ended, the oldest first.
  private var ended: [Name] = []
  private var lastAction = 0
  // NB: as in the graph, what other modules cannot see is accessed without a check at run time.
  private var currentLine: Int?
  /// A token that no task has inherited; see ``StartedTasks``.
  var spareToken: StartedTasks.Token?
  /// Called when the last piece of pending work has ended, or awaits the user.
  package var onIdle: (() -> Void)?
  /// Called when a piece of pending work has ended, or awaits the user.
  package var onEnd: (() -> Void)?
  /// Called when a task of an action begins to await the user, and when the answer has come.
  package var onAwait: ((_ action: Int, _ isAwaiting: Bool) -> Void)?

  /// Creates an empty register of work.
  package init() {}
}

// MARK: - Registration

extension PendingWork {
  /// Registers a piece of work.
  ///
  /// - Complexity: O(1), as everything that is done for each piece of work.
  package func begin(_ name: String, as kind: Kind = .task) -> Token {
    last += 1
    let token = Token(number: last)
    let name = known(name)
    items[token] = Item(name: name, kind: kind, start: last)
    if kind == .background {
      name.background += 1
      backgroundCount += 1
    } else {
      count(name, 1, 0)
    }
    return token
  }

  private func known(_ text: String) -> Name {
    if let name = names[text] { return name }
    let name = Name(text)
    names[text] = name
    return name
  }

  /// Removes a finished piece of work; a second call does nothing.
  package func end(_ token: Token) {
    guard let item = items.removeValue(forKey: token) else { return }
    guard item.kind != .background else {
      item.name.background -= 1
      backgroundCount -= 1
      return remember(item.name)
    }
    if item.start != token.number { continued[item.start] = nil }
    if item.awaited == 0 { count(item.name, -1, 0) } else { count(item.name, 0, -1) }
    remember(item.name)
    if item.awaited == 0 { didEnd() }
  }

  /// Records that a task was cancelled, and that it ends when it has cleaned up.
  package func beginCleanup() { cancelledTasks += 1 }

  /// Records that a cancelled task has ended.
  package func endCleanup() { cancelledTasks -= 1 }

  /// The number of the line whose code runs now; nil outside of lines.
  package var line: Int? { currentLine }

  /// Records that the code of a line runs from now on; nil for code outside of lines.
  package func beginLine(_ number: Int?) { currentLine = number }

  /// A number for an action of the program.
  func nextAction() -> Int {
    lastAction += 1
    return lastAction
  }

  /// Records that a piece of work awaits an answer of the user.
  package func suspend(_ token: Token) {
    guard let item = items[token] else { return }
    items[token]?.awaited += 1
    guard item.awaited == 0 else { return }
    count(item.name, -1, 1)
    didEnd()
  }

  /// Records that an answer of the user has come: the work continues as a part of what the answer causes.
  package func resume(_ token: Token) {
    guard let item = items[token], item.awaited > 0 else { return }
    last += 1
    continued[item.start] = nil
    continued[last] = token
    items[token]?.awaited -= 1
    items[token]?.start = last
    if item.awaited == 1 { count(item.name, 1, -1) }
  }

  private func count(_ name: Name, _ pending: Int, _ awaiting: Int) {
    pendingCount += pending
    name.pending += pending
    name.awaiting += awaiting
  }

  private func didEnd() {
    onEnd?()
    if pendingCount == 0 { onIdle?() }
  }

  /// Remembers a name without running work, and forgets the oldest ones.
  private func remember(_ name: Name) {
    if name.isRunning || ended.last === name { return }
    if ended.count == 2 * Self.rememberedNames {
      let forgotten = ended.prefix(Self.rememberedNames)
      ended.removeFirst(Self.rememberedNames)
      for name in forgotten where !name.isRunning && !ended.contains(where: { $0 === name }) {
        names[name.text] = nil
      }
    }
    ended.append(name)
  }
}

// MARK: - Queries

extension PendingWork {
  /// True if no work is pending.
  package var isEmpty: Bool { pendingCount == 0 }

  /// The names of the pending work, in the order in which it began.
  ///
  /// - Complexity: O(n log n) in the pieces of work.
  package var descriptions: [String] {
    items.filter(\.value.isPending).sorted {
      $0.key.number < $1.key.number
    }
    .map(\.value.name.text)
  }

  /// The names of the background work, sorted.
  package var backgroundNames: [String] {
    names.values.filter { $0.background > 0 }.map(\.text).sorted()
  }

  /// True if background work is running.
  package var hasBackground: Bool { backgroundCount > 0 }

  /// True if all running work of a name is background work.
  package func isBackground(_ name: String) -> Bool {
    names[name].map { $0.background > 0 && $0.pending + $0.awaiting == 0 } ?? false
  }

  /// The present point in the course of the scene.
  package var mark: Mark { Mark(number: last) }

  /// The pending work that has begun, or was answered, after a point.
  ///
  /// - Complexity: O(what has begun after it).
  package func work(after mark: Mark, of kind: Kind? = nil) -> [Token] {
    guard mark.number < last else { return [] }
    var work: [Token] = []
    for start in mark.number + 1...last {
      let answered = continued.isEmpty ? nil : continued[start]
      let token = answered ?? Token(number: start)
      guard let item = items[token], item.start == start, item.isPending else { continue }
      if kind == nil || item.kind == kind { work.append(token) }
    }
    return work
  }

  /// True if a piece of work has not ended, and does not await the user.
  package func isPending(_ token: Token) -> Bool {
    items[token].map(\.isPending) ?? false
  }

  /// True if work of a name is pending.
  package func isPending(_ name: String) -> Bool { names[name].map { $0.pending > 0 } ?? false }

  /// True if work of a name awaits an answer of the user.
  package func isAwaitingUser(_ name: String) -> Bool {
    names[name].map { $0.awaiting > 0 } ?? false
  }

  /// The name that was typed: of running work, or of work that has ended recently; nil without one.
  ///
  /// It is found in any case, and with single blanks for several.
  package func name(typed: String) -> String? {
    if names[typed]?.isRunning == true { return typed }
    let plain = Self.plain(typed).lowercased()
    let known = names.values.filter(\.isRunning) + ended.reversed()
    return known.first { $0.text == typed || Self.plain($0.text).lowercased() == plain }?.text
  }

  /// A name on one line, with single blanks.
  static func plain(_ name: String) -> String {
    if isPlain(name, without: []) { return name }
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A label in the name of a task: without quotes, which the line that names it would need.
  static func unquoted(_ label: String) -> String {
    if isPlain(label, without: quotes) { return label }
    return plain(label.filter { $0.asciiValue.map { !quotes.contains($0) } ?? true })
  }

  private static let quotes: [UInt8] = [0x22, 0x27, 0x5C]

  /// True if a text is ASCII with single blanks between its words, and without some characters.
  ///
  /// Most names are, and each task has one.
  private static func isPlain(_ text: String, without characters: [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var before = UInt8(ascii: " ")
      for byte in bytes {
        guard byte < 0x80, byte > 0x20 || byte == 0x20 && before != 0x20 else { return false }
        if characters.contains(byte) { return false }
        before = byte
      }
      return before != 0x20
    }
  }
}
