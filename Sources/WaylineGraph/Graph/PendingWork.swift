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
    let name: String
    let kind: Kind
    /// The point at which it began, or was answered last.
    var start: Int
    /// The answers of the user that it awaits.
    var awaited = 0
  }

  /// The numbers of pending and of waiting pieces of work with one name.
  private struct Count {
    var pending = 0
    var awaiting = 0
  }

  /// The number of names that are remembered after their work has ended.
  private static let rememberedNames = 100

  private var items: [Token: Item] = [:]
  /// The work by the points of its beginning.
  private var starts: [Int: Token] = [:]
  private var counts: [String: Count] = [:]
  /// The background work by its names.
  private var background: [String: Int] = [:]
  private var pendingCount = 0
  /// The number of tasks of views that were cancelled and have not ended.
  package private(set) var cancelledTasks = 0
  private var last = 0
  /// The names of work that has ended, the oldest first.
  private var ended: [String] = []
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
    items[token] = Item(name: name, kind: kind, start: last)
    guard kind != .background else {
      background[name, default: 0] += 1
      return token
    }
    starts[last] = token
    counts[name, default: Count()].pending += 1
    pendingCount += 1
    return token
  }

  /// Removes a finished piece of work; a second call does nothing.
  package func end(_ token: Token) {
    guard let item = items.removeValue(forKey: token) else { return }
    guard item.kind != .background else { return endBackground(item.name) }
    starts[item.start] = nil
    if item.awaited == 0 { count(item.name, -1, 0) } else { count(item.name, 0, -1) }
    if counts[item.name] == nil { remember(item.name) }
    if item.awaited == 0 { didEnd() }
  }

  private func endBackground(_ name: String) {
    let count = background[name, default: 1] - 1
    background[name] = count > 0 ? count : nil
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
    starts[item.start] = nil
    starts[last] = token
    items[token]?.awaited -= 1
    items[token]?.start = last
    if item.awaited == 1 { count(item.name, 1, -1) }
  }

  private func count(_ name: String, _ pending: Int, _ awaiting: Int) {
    pendingCount += pending
    var count = counts[name] ?? Count()
    count.pending += pending
    count.awaiting += awaiting
    counts[name] = count.pending + count.awaiting > 0 ? count : nil
  }

  private func didEnd() {
    onEnd?()
    if pendingCount == 0 { onIdle?() }
  }

  private func remember(_ name: String) {
    if ended.last == name { return }
    if ended.count == 2 * Self.rememberedNames { ended.removeFirst(Self.rememberedNames) }
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
    items.filter { $0.value.awaited == 0 && $0.value.kind != .background }.sorted {
      $0.key.number < $1.key.number
    }
    .map(\.value.name)
  }

  /// The names of the background work, sorted.
  package var backgroundNames: [String] { background.keys.sorted() }

  /// True if background work is running.
  package var hasBackground: Bool { !background.isEmpty }

  /// True if all running work of a name is background work.
  package func isBackground(_ name: String) -> Bool {
    background[name] != nil && counts[name] == nil
  }

  /// The present point in the course of the scene.
  package var mark: Mark { Mark(number: last) }

  /// The pending work that has begun, or was answered, after a point.
  ///
  /// - Complexity: O(what has begun after it).
  package func work(after mark: Mark, of kind: Kind? = nil) -> Set<Token> {
    guard mark.number < last else { return [] }
    return Set((mark.number + 1...last).compactMap { starts[$0] }).filter { token in
      isPending(token) && (kind == nil || items[token]?.kind == kind)
    }
  }

  /// True if a piece of work has not ended, and does not await the user.
  package func isPending(_ token: Token) -> Bool {
    items[token].map { $0.awaited == 0 && $0.kind != .background } ?? false
  }

  /// True if work of a name is pending.
  package func isPending(_ name: String) -> Bool { counts[name].map { $0.pending > 0 } ?? false }

  /// True if work of a name awaits an answer of the user.
  package func isAwaitingUser(_ name: String) -> Bool {
    counts[name].map { $0.awaiting > 0 } ?? false
  }

  /// The name that was typed: of running work, or of work that has ended recently; nil without one.
  ///
  /// It is found in any case, and with single blanks for several.
  package func name(typed: String) -> String? {
    if counts[typed] != nil || background[typed] != nil { return typed }
    let plain = Self.plain(typed).lowercased()
    return (Array(counts.keys) + Array(background.keys) + ended.reversed()).first {
      $0 == typed || Self.plain($0).lowercased() == plain
    }
  }

  /// A name on one line, with single blanks.
  static func plain(_ name: String) -> String {
    var before = UInt8(ascii: " ")
    let isPlain = name.utf8.allSatisfy { byte in
      defer { before = byte }
      return byte < 0x80 && byte > 0x20 || byte == 0x20 && before != 0x20
    }
    if isPlain, before != 0x20 { return name }
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A label in the name of a task: without quotes, which the line that names it would need.
  static func unquoted(_ label: String) -> String {
    let quotes = "'\"\\"
    guard label.utf8.contains(where: quotes.utf8.contains) else { return plain(label) }
    return plain(label.filter { !quotes.contains($0) })
  }
}
