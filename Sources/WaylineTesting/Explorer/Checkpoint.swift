import FoundationEssentials

/// A search that was stopped: the commands of every state, from which it is resumed.
///
/// States are not stored. Resuming takes the commands again, so it costs about as much as the states
/// found so far, and works in another process with other fingerprints.
public struct ExplorationCheckpoint: Hashable, Sendable {
  /// The step that first led to a state.
  struct Origin: Hashable, Sendable {
    let parent: UInt32
    let ordinal: UInt32
  }

  struct Content: Hashable, Sendable, Codable {
    let machine: String
    let seed: UInt64
    /// The first state that is not expanded.
    let expanded: Int
    let transitions: Int
    let deadEnds: Int
    let origins: [Origin]
    let edges: TransitionList?
  }

  let content: Content

  /// The number of states found so far.
  public var states: Int { content.origins.count }

  init(_ content: Content) { self.content = content }

  /// The checkpoint as bytes for a file.
  public var bytes: [UInt8] { (try? JSONEncoder().encode(content)).map(Array.init) ?? [] }

  /// Reads the bytes of a checkpoint.
  ///
  /// - Throws: ``CheckpointError`` when they are damaged or not a checkpoint.
  public init(bytes: [UInt8]) throws {
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw CheckpointError(
        description: "The file is not a checkpoint of an exploration, or is damaged. Start again.")
    }
  }
}

/// One number for each state, of which there are many.
extension ExplorationCheckpoint.Origin: Codable {
  init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(UInt64.self)
    self.init(parent: UInt32(word >> 32), ordinal: UInt32(truncatingIfNeeded: word))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(UInt64(parent) << 32 | UInt64(ordinal))
  }
}

/// A checkpoint that cannot be read, or is of another machine.
public struct CheckpointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, and what to do.
  public let description: String
}
