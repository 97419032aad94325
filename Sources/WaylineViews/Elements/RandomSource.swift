import Synchronization
import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source of random numbers: the system in a program, a sequence that repeats itself in a test.
///
/// ```swift
/// @Environment(\.randomSource) private var random
/// …
/// Button("Roll") { rolled = random.draw { Int.random(in: 1...6, using: &$0) } }
/// Button("New order") { orders.append(Order(id: random.uuid())) }
/// ```
///
/// A copy of a source draws from the same sequence.
public struct RandomSource: RandomNumberGenerator, Sendable {
  /// The numbers of the system, which nobody can predict.
  public static let system = RandomSource(sequence: nil)

  private let sequence: NumberSequence?

  private init(sequence: NumberSequence?) { self.sequence = sequence }

  /// Creates a source of numbers that a seed decides.
  ///
  /// Who knows some of the numbers can compute the others: passwords and keys are for ``system``.
  ///
  /// - Parameters:
  ///   - seed: the seed; each gives another sequence.
  ///   - count: the numbers after which the sequence begins again; nil for one that does not. Below 1 it is 1.
  ///
  /// Source: the generator SplitMix64 of Steele, Lea and Flood (2014).
  public init(seed: UInt64, repeatingAfter count: Int? = nil) {
    self.init(sequence: NumberSequence(seed: seed, count: count.map { max($0, 1) }))
  }

  /// The next number, each of the 64-bit numbers with the same probability.
  public func next() -> UInt64 {
    guard let sequence else {
      var system = SystemRandomNumberGenerator()
      return system.next()
    }
    return sequence.next()
  }

  /// Draws a value with the functions of the standard library, such as `Int.random(in:using:)` and `shuffled(using:)`.
  public func draw<Value, Failure: Error>(
    _ value: (inout RandomSource) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var source = self
    return try value(&source)
  }

  /// Draws a random UUID, of version 4. Those of a seed differ, also where its numbers begin again.
  ///
  /// Source of the bits of the version and the variant: RFC 9562, section 5.4.
  public func uuid() -> UUID {
    guard let sequence else { return UUID() }
    let (first, second) = sequence.nextIdentifier()
    let high = first & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }

  /// What a source has given so far.
  package struct Position: Hashable, Sendable {
    /// The numbers, less those of full rounds.
    package var numbers = 0
    /// The UUIDs.
    package var identifiers = 0

    /// The beginning.
    package init() {}
  }

  /// What was drawn; that of the system is always the beginning.
  package var position: Position {
    get { sequence?.position ?? Position() }
    nonmutating set { sequence?.position = newValue }
  }
}

/// Numbers that a seed decides.
private final class NumberSequence: Sendable {
  private let seed: UInt64
  private let count: Int?
  private let drawn = Mutex(RandomSource.Position())
  /// Separates the numbers of UUIDs from the others.
  private static let identifiers: UInt64 = 0x5555_5555_5555_5555

  init(seed: UInt64, count: Int?) { (self.seed, self.count) = (seed, count) }

  var position: RandomSource.Position {
    get { drawn.withLock { $0 } }
    set { drawn.withLock { $0 = newValue } }
  }

  func next() -> UInt64 {
    let place = drawn.withLock { drawn in
      defer { drawn.numbers = drawn.numbers + 1 == count ? 0 : drawn.numbers + 1 }
      return drawn.numbers
    }
    return number(place, seed)
  }

  func nextIdentifier() -> (UInt64, UInt64) {
    let place = drawn.withLock { drawn in
      defer { drawn.identifiers += 1 }
      return drawn.identifiers
    }
    let seed = seed ^ Self.identifiers
    return (number(2 * place, seed), number(2 * place + 1, seed))
  }

  private func number(_ place: Int, _ seed: UInt64) -> UInt64 {
    RandomSource.number(at: seed &+ UInt64(place + 1) &* RandomSource.step)
  }
}

extension RandomSource {
  /// The distance between the states of SplitMix64 before two numbers.
  package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The number of SplitMix64 at a state: each is computed from its place alone.
  package static func number(at state: UInt64) -> UInt64 {
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

/// The source behind the environment's `randomSource`.
private struct RandomSourceKey: EnvironmentKey {
  static let defaultValue = RandomSource.system
}

extension EnvironmentValues {
  /// The random numbers of the scene: those of the system in a program, a sequence with a seed in a test.
  ///
  /// A test host and the explorer set a source of their own, so that equal commands draw equal numbers: an exploration
  /// can come back to a state, and a failed test fails again.
  public var randomSource: RandomSource {
    get { self[RandomSourceKey.self] }
    set { self[RandomSourceKey.self] = newValue }
  }
}
