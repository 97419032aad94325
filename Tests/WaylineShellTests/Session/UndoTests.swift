import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Undo")
@MainActor
struct UndoTests {
  /// Orders that can be cancelled, and a change without a way back.
  private struct OrdersPage: View {
    @Environment(\.undoManager) private var undoManager
    @State private var orders = ["Emma", "Persuasion"]

    var body: some View {
      Text("Orders: \(orders.isEmpty ? "none" : orders.joined(separator: ", "))")
      Button("Cancel the last order") { set(Array(orders.dropLast()), "Cancel the last order") }
    }

    private func set(_ new: [String], _ name: String) {
      let before = orders
      orders = new
      undoManager?.registerUndo(name) { set(before, name) }
    }
  }

  private let edits = EditHistory()
  private let navigator = NotingNavigator()

  private func desk() -> Desk {
    let manager = UndoManager(of: edits)
    let host = ViewHost(environment: { $0.undoManager = manager }, root: { OrdersPage() })
    return Desk(host: host, navigator: navigator) { [edits] in $0.edits = edits }
  }

  @Test(
    "An edit is named when it is made, reverted by undo and repeated by redo")
  func edit() {
    let desk = desk()
    let made = desk.answer("1")
    #expect(made.hasPrefix("You can undo: Cancel the last order.\nOrders: Emma\n"))
    #expect(
      desk.answer("undo").hasPrefix("Undone: Cancel the last order.\nOrders: Emma, Persuasion\n"))
    #expect(desk.answer("redo").hasPrefix("Redone: Cancel the last order.\nOrders: Emma\n"))
    #expect(navigator.asked.isEmpty)
  }

  @Test(
    "undo follows the order of time over edits and navigations")
  func order() {
    let desk = desk()
    _ = desk.answer("1")
    (navigator.clock.now, navigator.undoTime) = (1, 1)
    _ = desk.answer("1", "undo")
    #expect(edits.undoable?.name == "Cancel the last order")
    #expect(desk.answer("help undo").hasSuffix("You can undo: the last change of screen.\n"))
    #expect(desk.answer("undo") == "Undone: the last change of screen.\n")
    #expect(navigator.asked == [.undo])
    (navigator.clock.now, navigator.undoTime) = (2, nil)
    #expect(desk.answer("undo").contains("Orders: Emma, Persuasion\n"))
    _ = desk.answer("undo")
    #expect(navigator.asked == [.undo, .undo])
    #expect(desk.answer("redo").contains("Orders: Emma\n"))
  }

  @Test("The oldest edits are discarded, so that a long session does not grow")
  func bounded() {
    for number in 0..<3 * EditHistory.limit {
      edits.register("\(number)") {}
      edits.endEdit()
    }
    var count = 0
    while edits.undoable != nil {
      edits.undo()
      count += 1
    }
    #expect((EditHistory.limit...2 * EditHistory.limit).contains(count))
  }

  @Test("Everything that one line registers is one edit")
  func group() {
    var reverted: [Int] = []
    let manager = UndoManager(of: edits)
    manager.registerUndo { reverted.append(1) }
    manager.registerUndo { reverted.append(2) }
    edits.endEdit()
    manager.registerUndo { reverted.append(3) }
    manager.undo()
    #expect(reverted == [3])
    manager.undo()
    #expect(reverted == [3, 2, 1] && !manager.canUndo)
  }
}
