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

  @Test("The reason for which a guard refuses undo follows what would have been undone")
  func refused() {
    let desk = desk()
    navigator.undoTime = 1
    navigator.answer = .refused("'Emma' has not been sent. Send it first.")
    #expect(
      desk.answer("undo")
        == "Cannot undo the last change of screen: 'Emma' has not been sent. Send it first.\n")
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
      edits.register("\(number)") { true }
    }
    var count = 0
    while edits.undoable != nil {
      edits.undo()
      count += 1
    }
    #expect((EditHistory.limit...2 * EditHistory.limit).contains(count))
  }

  /// A list that can be hidden, with it its state: one in the view, or in an object that lives on.
  private struct ListPage: View {
    final class Model: ObservableObject {
      @Published var titles = ["Emma"]
    }

    let model: Model
    @State private var isHidden = false

    var body: some View {
      if isHidden { Text("Hidden.") } else { TitlesView(model: model) }
      Button("Hide") { isHidden.toggle() }
    }
  }

  private struct TitlesView: View {
    @Environment(\.undoManager) private var undoManager
    @ObservedObject var model: ListPage.Model
    @StateObject private var own = ListPage.Model()
    @State private var titles = ["Emma"]

    var body: some View {
      Text("Titles: \((titles + own.titles + model.titles).joined(separator: ", "))")
      Button("Clear state") {
        let before = titles
        titles = []
        undoManager?.registerUndo("Clear") { titles = before }
      }
      Button("Clear own object") {
        own.titles = []
        undoManager?.registerUndo("Clear") { own.titles = ["Emma"] }
      }
      Button("Clear released object") {
        own.titles = []
        undoManager?.registerUndo(withTarget: own) { $0.titles = ["Emma"] }
        undoManager?.setActionName("Clear")
      }
      Button("Clear living object") {
        model.titles = []
        undoManager?.registerUndo("Clear") { model.titles = ["Emma"] }
      }
    }
  }

  @Test(
    "An edit is reverted while what it changed exists, and is refused afterwards",
    arguments: [
      ("Clear state", false), ("Clear own object", false), ("Clear released object", false),
      ("Clear living object", true),
    ])
  func discardedState(button: String, livesOn: Bool) {
    let manager = UndoManager(of: edits)
    let model = ListPage.Model()
    let host = ViewHost(
      environment: { $0.undoManager = manager }, root: { ListPage(model: model) })
    let desk = Desk(host: host, navigator: navigator) { [edits] in $0.edits = edits }
    #expect(desk.answer(button, "undo").contains("Undone: Clear.\nTitles: Emma, Emma, Emma\n"))
    let answer = desk.answer(button, "Hide", "undo")
    #expect(answer.contains("Undone: Clear.") == livesOn)
    #expect(answer.contains("'Clear' can no longer be undone.") == !livesOn)
    #expect(model.titles == ["Emma"])
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test("What no line and no action registers is an edit for each call")
  func single() {
    var reverted: [Int] = []
    let manager = UndoManager(of: edits)
    for number in 1...2 { manager.registerUndo { reverted.append(number) } }
    manager.undo()
    #expect(reverted == [2] && manager.canUndo)
  }

  @Test("A name belongs to the edit of the same line, whether it is given before or after it")
  func names() {
    let manager = UndoManager(of: edits)
    edits.inLine { manager.registerUndo("Add") {} }
    edits.inLine {
      manager.setActionName("Double")
      manager.registerUndo {}
    }
    edits.inLine { manager.setActionName("Nothing") }
    edits.inLine {
      manager.registerUndo {}
      manager.setActionName("Halve")
    }
    edits.inLine { manager.registerUndo {} }
    var names: [String] = []
    while let edit = edits.undoable {
      names.append(edit.name)
      manager.undo()
    }
    #expect(names == ["", "Halve", "Double", "Add"])
  }

  @Test(
    "An edit is one unless all that its line has written was refused",
    arguments: [(0, 0), (1, 0), (0, 1), (1, 1)])
  func refusedWrite(made: Int, refused: Int) {
    let graph = Graph()
    let host = ViewHost(graph: graph) { Text("Nothing") }
    edits.connect(to: EditedScene(graph: graph, navigator: nil, elements: TypedElements(host, nil)))
    let manager = UndoManager(of: edits)
    func write(made: Int, refused: Int) {
      graph.perform {
        for _ in 0..<made { Evaluation.noteStoredChange() }
        for _ in 0..<refused { Evaluation.noteRefusedChange() }
      }
    }
    write(made: 3, refused: 2)
    edits.inLine {
      write(made: made, refused: refused)
      manager.registerUndo("Save") {}
    }
    #expect(manager.canUndo == (made > 0 || refused == 0))
  }

  @Test("Everything that one line registers is one edit")
  func group() {
    var reverted: [Int] = []
    let manager = UndoManager(of: edits)
    edits.inLine {
      manager.registerUndo { reverted.append(1) }
      manager.registerUndo { reverted.append(2) }
    }
    manager.registerUndo { reverted.append(3) }
    manager.undo()
    #expect(reverted == [3])
    manager.undo()
    #expect(reverted == [3, 2, 1] && !manager.canUndo)
  }
}
