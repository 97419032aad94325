import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct Loan: Identifiable {
  let id: Int
}

private struct LoanView: View {
  @Environment(\.dismiss) private var dismiss
  let id: Int
  var body: some View {
    Text("Loan \(id)")
    Button("Done") { dismiss() }
    NavigationLink("Book", value: DeskRoute.book(id: id))
  }
}

private struct DeskView: View {
  @State private var loan: Loan?
  @State private var asks = false
  let journal: Journal
  var body: some View {
    NavigationStack {
      VStack {
        Text("Desk")
        Button("Loan 1") { loan = Loan(id: 1) }
        Button("Ask") { asks = true }
      }
      .navigationTitle("Desk")
      .navigationDestination(for: DeskRoute.self) { route in
        Text("\(route)").navigationTitle("\(route)")
      }
      .sheet(item: $loan, onDismiss: { journal.note("dismissed") }) { loan in
        LoanView(id: loan.id).navigationTitle("Loan")
      }
      .alert("Delete?", isPresented: $asks) {
        Button("Delete") { journal.note("deleted") }
        Button("Keep", role: .cancel) {}
      } message: {
        Text("It cannot be undone.")
      }
    }
  }
}

private struct EndingView: View {
  @State private var isOpen = false
  let journal: Journal
  var body: some View {
    Button("Open") { isOpen = true }
      .onChange(of: isOpen) { journal.note("changed to \(isOpen)") }
      .sheet(isPresented: $isOpen, onDismiss: noteEnd) {
        LoanView(id: 1).onDisappear { journal.note("left") }
      }
  }

  private func noteEnd() { journal.note("dismissed") }
}

@Suite("Sheets and alerts")
@MainActor
struct SheetTests {
  private let journal = Journal()

  private func desk() -> Hosting { Hosting { [journal] in DeskView(journal: journal) } }

  @Test("A sheet is presented while its binding holds an item")
  func sheet() {
    let desk = desk()

    desk.press("Loan 1")

    #expect(desk.layer == .sheet("Loan"))
    #expect(desk.lines == ["Loan 1", "[1] Done", "[2] Book"])
    #expect(desk.titles == ["Desk", "Loan"])
  }

  @Test("Ending a sheet from inside calls its owner once (7)")
  func dismiss() {
    let desk = desk()
    desk.press("Loan 1")

    desk.press("Done")

    #expect(desk.layer == .root)
    #expect(desk.lines.first == "Desk")
    #expect(journal.lines == ["dismissed"])
  }

  @Test("The owner of a sheet hears of its end after the views of the sheet and its binding")
  func endOrder() {
    let desk = Hosting { [journal] in EndingView(journal: journal) }
    desk.press("Open")
    desk.press("Done")
    #expect(journal.lines == ["changed to true", "changed to false", "left", "dismissed"])
    desk.press("Open")
    desk.router.back()
    #expect(journal.lines.suffix(3) == ["changed to false", "left", "dismissed"])
  }

  @Test("Going back ends a sheet and writes nil through its binding (15)")
  func back() {
    let desk = desk()
    desk.press("Loan 1")
    desk.router.back()
    #expect(desk.layer == .root)

    desk.press("Loan 1")

    #expect(desk.layer == .sheet("Loan"))
  }

  @Test("redo presents a sheet again whose opening was undone, until another navigation (15)")
  func redo() {
    let desk = desk()
    desk.press("Loan 1")
    desk.router.undo()
    #expect(desk.layer == .root && journal.lines == ["dismissed"])

    #expect(desk.router.redo().outcome == .completed)
    #expect(desk.layer == .sheet("Loan") && desk.lines.first == "Loan 1")
    desk.press("Done")
    #expect(desk.layer == .root)

    desk.press("Loan 1")
    desk.router.undo()
    desk.router.push(DeskRoute.catalog)
    #expect(!desk.router.canRedo && desk.router.redo().outcome == .nothingToPop)
  }

  @Test("A place pushed while a sheet is presented is shown inside it (9)")
  func pushInside() {
    let desk = desk()
    desk.press("Loan 1")
    desk.press("Book")
    #expect(desk.lines == ["book(id: 1)"])
    #expect(desk.layer == .sheet("Loan › book(id: 1)"))

    desk.router.dismiss()

    #expect(desk.layer == .root)
    #expect(desk.router.state.depth == 0)
  }

  @Test("The router presents a declared place, and saves it (19)")
  func presented() {
    let desk = desk()

    #expect(desk.router.present(DeskRoute.book(id: 4), as: .cover).outcome == .completed)

    #expect(desk.layer == .cover("book(id: 4)"))
    #expect(desk.lines == ["book(id: 4)"])
    #expect(desk.router.save().contains("cover\t2\tDeskRoute"))
    desk.router.back()
    #expect(desk.layer == .root)
  }

  @Test("Each choice of an alert ends it")
  func alert() {
    let desk = desk()
    desk.press("Ask")
    #expect(desk.layer == .alert(title: "Delete?", message: ""))
    #expect(desk.lines == ["It cannot be undone.", "[1] Keep", "[2] Delete"])

    desk.press("Delete")

    #expect(desk.layer == .root)
    #expect(journal.lines == ["deleted"])
  }

  @Test("Going back ends an alert without a choice, and nothing else (15)")
  func backFromAlert() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.back()
    desk.press("Ask")

    desk.router.back()

    #expect(desk.layer == .root)
    #expect(desk.router.canGoForward)
    #expect(journal.lines == [])
  }
}
