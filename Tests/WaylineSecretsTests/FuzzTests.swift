import Testing
import WaylineStorage
import WaylineTestScale

@testable import WaylineSecrets

@Suite("Random bytes") struct FuzzTests {
  @Test("Bytes that begin as a header and continue at random never open and never trap")
  func headers() throws {
    var random = Dice(seed: 1815)
    for _ in 0..<5000 {
      let kept = Int.random(in: 0...VaultHeaderTests.both.count, using: &random)
      let added = Int.random(in: 1...200, using: &random)
      let bytes =
        VaultHeaderTests.both.prefix(kept)
        + (0..<added).map { _ in .random(in: 0...255, using: &random) }

      #expect(throws: SecretError.self) {
        let header = try VaultHeader(Array(bytes))
        return try header.open(header.slots[0], with: secure(SlotKeys.keyFile))
      }
    }
  }

  @Test("Bytes that begin as a record and continue at random never open and never trap")
  func records() throws {
    var random = Dice(seed: 1906)
    let key = try DataKey.sample()
    for _ in 0..<5000 {
      let kept = Int.random(in: 0...SealedRecordTests.frozen.count, using: &random)
      let added = Int.random(in: 1...100, using: &random)
      let bytes =
        SealedRecordTests.frozen.prefix(kept)
        + (0..<added).map { _ in .random(in: 0...255, using: &random) }

      #expect(throws: SecretError.self) { try key.open(Array(bytes), as: .login) }
    }
  }
}
