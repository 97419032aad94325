/// A search that was stopped: the commands of every state, from which it is resumed.
///
/// States are not stored. Resuming takes the commands again, so it costs about as much as the states
/// found so far, and works in another process with other fingerprints.
public struct ExplorationCheckpoint: Hashable, Sendable {
  struct Origin: Hashable, Sendable {
    let parent: UInt32
    let ordinal: UInt32
  }

  let machine: String
  let seed: UInt64
  /// The first state that is not expanded.
  let expanded: Int
  let transitions: Int
  let deadEnds: Int
  let origins: [Origin]
  let edges: TransitionList?

  /// The number of states found so far.
  public var states: Int { origins.count }
}

/// A checkpoint that cannot be read, or is of another machine.
public struct CheckpointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, and what to do.
  public let description: String
}

extension ExplorationCheckpoint {
  private static let mark: UInt64 = 0x5759_4C43_4B50_5431

  /// The checkpoint as bytes for a file.
  public var bytes: [UInt8] {
    var words: [UInt64] = [Self.mark, seed, UInt64(expanded), UInt64(transitions)]
    words += [UInt64(deadEnds), UInt64(origins.count), UInt64(machine.utf8.count)]
    words += machine.utf8.map(UInt64.init)
    words += origins.map { UInt64($0.parent) << 32 | UInt64($0.ordinal) }
    if let edges {
      words += [UInt64(edges.starts.count), UInt64(edges.targets.count)]
      words += zip(edges.starts, edges.counts).map { UInt64($0) << 32 | UInt64($1) }
      words += edges.targets.map(UInt64.init)
    }
    return words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
  }

  /// Reads the bytes of a checkpoint.
  ///
  /// - Throws: ``CheckpointError`` when they are damaged or not a checkpoint.
  public init(bytes: [UInt8]) throws {
    var reader = try WordReader(bytes)
    guard try reader.next() == Self.mark else { throw WordReader.damaged }
    seed = try reader.next()
    expanded = try reader.count()
    transitions = try reader.count()
    deadEnds = try reader.count()
    let (states, name) = (try reader.count(), try reader.count())
    machine = String(
      decoding: try reader.take(name).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    origins = try reader.take(states).map {
      Origin(parent: UInt32($0 >> 32), ordinal: UInt32(truncatingIfNeeded: $0))
    }
    guard !reader.isAtEnd else {
      edges = nil
      return
    }
    let (starts, targets) = (try reader.count(), try reader.count())
    let pairs = try reader.take(starts)
    edges = TransitionList(
      starts: pairs.map { UInt32($0 >> 32) }, counts: pairs.map { UInt32(truncatingIfNeeded: $0) },
      targets: try reader.take(targets).map { UInt32(truncatingIfNeeded: $0) })
  }
}

/// Reads words of eight bytes, and refuses what is too short.
private struct WordReader {
  static let damaged = CheckpointError(
    description: "The file is not a checkpoint of an exploration, or is damaged. Start again.")

  private let words: [UInt64]
  private var position = 0

  init(_ bytes: [UInt8]) throws {
    guard bytes.count % 8 == 0 else { throw Self.damaged }
    words = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
  }

  var isAtEnd: Bool { position == words.count }

  mutating func next() throws -> UInt64 {
    guard position < words.count else { throw Self.damaged }
    defer { position += 1 }
    return words[position]
  }

  mutating func count() throws -> Int {
    guard let count = Int(exactly: try next()), count < 1 << 40 else { throw Self.damaged }
    return count
  }

  mutating func take(_ count: Int) throws -> ArraySlice<UInt64> {
    guard count <= words.count - position else { throw Self.damaged }
    defer { position += count }
    return words[position..<position + count]
  }
}
