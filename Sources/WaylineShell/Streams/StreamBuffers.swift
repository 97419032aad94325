import WaylineSystem

/// The most input and output that an embedded scene retains.
///
/// Anything beyond is refused with a sentence, or waited for; nothing grows without end.
public struct StreamLimits: Hashable, Sendable {
  /// The longest line, in bytes. A longer one is refused whole.
  public var lineBytes = 1 << 16
  /// The lines that may wait for their turn. Those that come on top are refused.
  public var waitingLines = 10_000
  /// The longest answer of several lines, in bytes. A longer one is refused whole.
  public var answerBytes = 1 << 20
  /// The bytes that may wait to be read. While there are more, no line is carried out.
  ///
  /// The output of one line can exceed it.
  public var outputBytes = 1 << 18
  /// The time in which the last output has to be read after the scene has ended.
  public var farewell = Duration.seconds(5)

  /// Limits for a trusted client.
  public init() {}
}

/// The lines of an input that comes whether it is wanted or not, up to a limit. Pure.
///
/// Bytes go in by ``append(_:)``, items come out of ``next()`` in the order of the input. Lines that
/// come while too many wait are counted and discarded, and the count takes their place.
struct LineQueue: Sendable {
  /// A line, or a number of discarded ones.
  enum Item: Hashable, Sendable {
    /// A line.
    case line(InputLine)
    /// This many lines were discarded.
    case refused(Int)
  }

  /// The lines that may wait.
  private let limit: Int
  private var buffer: LineBuffer
  private var items: [Item] = []
  private var first = 0
  private(set) var isFinished = false

  init(limits: StreamLimits) {
    limit = limits.waitingLines
    buffer = LineBuffer(limit: limits.lineBytes)
  }

  /// True if nothing waits.
  var isEmpty: Bool { first == items.count }

  /// Takes bytes that have arrived. Bytes after the end are ignored.
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
    defer { drop() }
    return items[first]
  }

  /// The next item, which stays; nil when none waits.
  func peek() -> Item? { first < items.count ? items[first] : nil }

  /// Drops the item that was taken. The room of taken items is released while others wait, so that a
  /// queue that is never empty does not grow.
  private mutating func drop() {
    first += 1
    if first == items.count {
      (items, first) = ([], 0)
    } else if first > 64, first > items.count / 2 {
      items.removeSubrange(..<first)
      first = 0
    }
  }

  /// Discards everything that waits.
  mutating func removeAll() {
    (items, first) = ([], 0)
  }

  private mutating func collect() {
    while let line = buffer.next() {
      if items.count - first < limit {
        items.append(.line(line))
      } else if case .refused(let count)? = items.last {
        items[items.count - 1] = .refused(count + 1)
      } else {
        items.append(.refused(1))
      }
    }
  }
}

extension StreamLimits {
  /// The message about lines that were discarded.
  func refusal(of count: Int) -> String {
    let subject = count == 1 ? "A line was" : "\(count) lines were"
    return "\(subject) refused: \(waitingLines) were waiting already. Read the answers first."
  }
}

/// Bytes that wait for a reader. Pure.
struct OutputBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of bytes that wait.
  var count: Int { bytes.count - start }

  /// Adds a text.
  mutating func append(_ text: String) {
    if start == bytes.count { (bytes, start) = ([], 0) }
    bytes.append(contentsOf: text.utf8)
  }

  /// Calls the closure with the waiting bytes, and drops as many as it returns.
  mutating func drain(_ take: (UnsafeRawBufferPointer) throws -> Int) rethrows {
    let taken = try bytes.withUnsafeBytes { all in
      try take(UnsafeRawBufferPointer(rebasing: all[start...]))
    }
    start += taken
    if start == bytes.count {
      (bytes, start) = ([], 0)
    } else if start > bytes.count / 2 {
      // What was read is given back when it is more than what waits, so each byte moves once.
      bytes.removeSubrange(..<start)
      start = 0
    }
  }

  /// Takes everything.
  mutating func takeAll() -> [UInt8] {
    defer { (bytes, start) = ([], 0) }
    return start == 0 ? bytes : Array(bytes[start...])
  }
}
