import Foundation
import Testing
import WaylineGraph
import WaylineViews

@Suite("A source of random numbers")
struct RandomSourceTests {
  @Test("The numbers of a seed are those of SplitMix64")
  func sequence() {
    let source = RandomSource(seed: 1_234_567)
    // Source: the reference implementation, prng.di.unimi.it/splitmix64.c.
    let known: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(known.map { _ in source.next() } == known)
    #expect(RandomSource(seed: .max).next() == RandomSource(seed: .max).next())
  }

  @Test("A copy draws from the same sequence, and draws with the functions of the standard library")
  func copies() {
    let (source, twin) = (RandomSource(seed: 5), RandomSource(seed: 5))
    let copy = source
    #expect(copy.next() == twin.next())
    let rolled = source.draw { Int.random(in: 1...6, using: &$0) }
    #expect(rolled == twin.draw { Int.random(in: 1...6, using: &$0) })
    #expect(
      copy.draw { (1...9).shuffled(using: &$0) } == twin.draw { (1...9).shuffled(using: &$0) })
    #expect(source.next() == twin.next())
  }

  @Test("Numbers begin again after a count, which is at least one", arguments: [1, 2, 7, 0, -3])
  func rounds(count: Int) {
    let source = RandomSource(seed: 9, repeatingAfter: count)
    let length = max(count, 1)
    let numbers = (0..<3 * length).map { _ in source.next() }
    #expect(Array(numbers[..<length]) == Array(numbers[length..<2 * length]))
    #expect(Array(numbers[..<length]) == Array(numbers[(2 * length)...]))
    #expect(Set(numbers).count == length)
  }

  @Test(
    "UUIDs are of version 4, and differ", arguments: [RandomSource.system, RandomSource(seed: 3)])
  func identifiers(source: RandomSource) {
    var identifiers: Set<UUID> = []
    for _ in 0..<2_000 {
      let text = Array(source.uuid().uuidString)
      #expect(text[14] == "4" && "89AB".contains(text[19]))
      identifiers.insert(UUID(uuidString: String(text)) ?? UUID())
    }
    #expect(identifiers.count == 2_000)
  }

  @Test("The system is the source of a program, and does not repeat itself")
  func system() {
    let source = EnvironmentValues().randomSource
    #expect((source.next(), source.next()) != (source.next(), source.next()))
  }
}
