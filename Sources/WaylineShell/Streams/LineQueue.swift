/// The lines of an input that comes whether it is wanted or not, up to a limit. Pure.
///
/// Bytes go in by ``append(_:)``, items come out of ``next()`` in the order of the input. Lines that
/// come while too many wait are counted and let go, and the count takes their place.
struct LineQueue: Sendable {
  /// What comes next.
  enum Item: Hashable, Sendable {
    /// A line.
    case line(InputLine)
    /// This many lines that were let go.
    case refused(Int)
  }

  private let limits: StreamLimits
  private var buffer: LineBuffer
  private var items: [Item] = []
  private var first = 0
  private(set) var isFinished = false

  init(limits: StreamLimits) {
    self.limits = limits
    buffer = LineBuffer(limit: limits.lineBytes)
  }

  /// Whether nothing waits.
  var isEmpty: Bool { first == items.count }

  /// Takes what has arrived. What comes after the end is passed over.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard !isFinished else { return }
    buffer.append(bytes)
    collect()
  }

  /// Nothing more will come. A last line without its end counts only if `takesUnended`.
  /// Returns whether there was one that does not.
  mutating func finish(takingUnended takesUnended: Bool) -> Bool {
    guard !isFinished else { return false }
    isFinished = true
    buffer.finish()
    guard !takesUnended else {
      collect()
      return false
    }
    return buffer.next() != nil
  }

  /// The next item; nil when none waits.
  mutating func next() -> Item? {
    guard first < items.count else { return nil }
    defer {
      first += 1
      if first == items.count { (items, first) = ([], 0) }
    }
    return items[first]
  }

  /// Lets go of everything that waits.
  mutating func removeAll() {
    (items, first) = ([], 0)
  }

  private mutating func collect() {
    while let line = buffer.next() {
      if items.count - first < limits.waitingLines {
        items.append(.line(line))
      } else if case .refused(let count)? = items.last {
        items[items.count - 1] = .refused(count + 1)
      } else {
        items.append(.refused(1))
      }
    }
  }
}

extension LineQueue.Item {
  /// What is told about the item; nil when nothing is wrong with it.
  func notice(_ limits: StreamLimits) -> String? {
    switch self {
    case .line(let line): line.notice
    case .refused(1):
      "A line was refused: \(limits.waitingLines) were waiting already. Read the answers first."
    case .refused(let count):
      "\(count) lines were refused: \(limits.waitingLines) were waiting already. "
        + "Read the answers first."
    }
  }
}
