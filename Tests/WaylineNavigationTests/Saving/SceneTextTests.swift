import Testing

@testable import WaylineNavigation

@Suite("Saving what has changed")
struct SceneTextTests {
  private func deep(_ depth: Int) -> NavigationState {
    var state = NavigationState()
    _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    for number in 0..<depth { state.step(.push(Route(DeskRoute.book(id: number)))) }
    return state
  }

  @Test("After a push the new screen is written and no other (19)", arguments: [10, 1_000])
  func push(depth: Int) {
    var (state, text) = (deep(depth), SceneWriter())
    _ = text.write(state)
    let before = text.written

    state.step(.push(Route(DeskRoute.catalog)))
    let scene = text.write(state)

    #expect(text.written == before + 1)
    #expect(scene.text.split(separator: "\n").count <= 3 + StackLines.pageSize + depth / 32)
    #expect(scene.whole.split(separator: "\n").count == depth + 4)
  }

  @Test("A push leaves the pages of a deep stack as they are (19)")
  func pages() {
    var (state, text) = (deep(1_000), SceneWriter())
    let before = text.write(state)

    state.step(.push(Route(DeskRoute.catalog)))
    let after = text.write(state)

    #expect(before.pages.count == 31)
    #expect(after.pages == before.pages)
  }

  @Test("A page whose screens have changed gets another number")
  func changedPage() {
    var (state, text) = (deep(64), SceneWriter())
    let before = text.write(state).pages.map(\.number)

    state.step(.pop(3))
    for _ in 0..<3 { state.step(.push(Route(DeskRoute.member(name: "Ada")))) }
    state.step(.push(Route(DeskRoute.catalog)))
    for number in 0..<2 { state.step(.push(Route(DeskRoute.book(id: number)))) }
    let after = text.write(state).pages.map(\.number)

    #expect(after.count == 2)
    #expect(after[0] == before[0])
    #expect(!before.contains(after[1]))
  }

  @Test("Retained pages are those of a save from the beginning", arguments: 0..<40)
  func sameAsWhole(seed: UInt64) {
    var (walk, text) = (Walk(seed: seed), SceneWriter())
    for number in 0..<70 where seed % 2 == 0 {
      walk.state.step(.push(Route(DeskRoute.book(id: number))))
    }
    for step in 0..<120 {
      _ = walk.state.step(walk.next())
      if step % 7 == 0 { walk.state.awaitResult("borrower", onTopOf: walk.state.activeStack) }
      guard step % 3 == 0 else { continue }

      var fresh = SceneWriter()
      let scene = text.write(walk.state)
      #expect(scene.whole == fresh.write(walk.state).whole)
      #expect(SavedNavigation.read(Array(scene.whole.utf8)).damaged == nil)
    }
  }

  @Test("A name or a request that comes later is written too")
  func marks() {
    var (state, text) = (deep(40), SceneWriter())
    _ = text.write(state)

    state.step(.pop(38))
    state.awaitResult("borrower", onTopOf: state.activeStack)
    state.step(.push(Route(DeskRoute.catalog)))

    #expect(text.write(state).whole.contains("result\t3\tborrower"))
  }

  @Test("A missing page leaves its line, which ends the readable part")
  func missingPage() {
    var text = SceneWriter()
    let scene = text.write(deep(70))

    let found = SavedScene.whole(scene.text) { $0 == 1 ? scene.pages[0].text : nil }
    let (read, damaged) = SavedNavigation.read(Array(found.utf8))

    #expect(read.scene.root.stacks.first?.entries.count == 32)
    #expect(
      damaged.map { String(decoding: $0.bytes, as: UTF8.self) }?.hasPrefix("page\t2\n") == true)
  }
}
