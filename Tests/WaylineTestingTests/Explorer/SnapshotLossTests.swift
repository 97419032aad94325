import Testing

@testable import WaylineTesting

@Suite("Limits about snapshots")
struct SnapshotLossTests {
  @Test(
    "A limit quotes at most three commands, the last ones",
    arguments: [
      ([], "the first state depends"),
      (["a"], "the state after 'a' depends"),
      (["a", "b", "c"], "the state after 'a, b, c' depends"),
      (["a", "b", "c", "d"], "the state after 4 commands, the last of them 'b, c, d', depends"),
    ] as [([String], String)])
  func quote(commands: [String], beginning: String) {
    let limits = SnapshotLoss(commands: commands).limits
    #expect(limits.count == 2 && limits[1].hasPrefix(beginning), "\(limits)")
  }

  @Test("A limit names the states that snapshots do not bring back, and then no commands")
  func types() {
    let limits = SnapshotLoss(types: ["Cart in ShopView", "Basket"], commands: ["a"]).limits
    #expect(
      limits == [
        "the program has state that snapshots cannot store (Basket, Cart in ShopView); "
          + "commands were repeated instead."
      ])
  }
}
