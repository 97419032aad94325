import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Completion at the prompt")
@MainActor
struct CompletionTests {
  private func desk() -> Desk {
    let navigator = NotingNavigator()
    navigator.places = ["settings", "book <id>"]
    let lend = ShellCommand("lend", usage: "lend [all|one]", summary: "Lend a book.") { _ in .done }
    return Desk(BookPage(isPrivate: false), navigator: navigator) {
      $0.commands = [lend]
      $0.placeValues = { words, beginning in
        let books = [("42", "The Go-Between"), ("43", "Emma"), ("a b", "Two words")]
        return words == ["book"] ? books.filter { $0.0.hasPrefix(beginning) } : []
      }
    }
  }

  private func offers(_ beginning: String) -> [String] {
    Completion.list(desk().session.completions(of: beginning))
  }

  @Test("Labels, commands and places are offered, with the meanings of commands beside them")
  func offered() {
    #expect(offers("le") == ["Lend", "lend  Lend a book."])
    #expect(offers("lend ") == ["lend all", "lend one"])
    #expect(offers("help len") == ["help lend  Lend a book."])
    #expect(offers("\"Me") == ["\"Member\""])
    #expect(offers("") == [] && offers("zebra") == [])
  }

  @Test("A place is offered up to its first value, with its form beside it")
  func places() {
    #expect(offers("open s") == ["open settings"])
    #expect(offers("open b") == ["open book   book <id>"])
    #expect(offers("open book x") == [] && offers("open settings 4") == [])
  }

  @Test("The values of a place are offered, with their meanings beside them")
  func values() {
    #expect(offers("open book 4") == ["open book 42  The Go-Between", "open book 43  Emma"])
    #expect(
      offers("open book ") == [
        "open book 42     The Go-Between", "open book 43     Emma", "open book 'a b'  Two words",
      ])
  }
}
