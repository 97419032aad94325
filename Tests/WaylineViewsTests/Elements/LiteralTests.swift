import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

// The whole of Foundation is imported here, as many programs do: types that a literal can be, such
// as `AttributedString`, must not take the literals of texts and titles.

@Suite("Literals beside Foundation")
@MainActor
struct LiteralTests {
  @Test("A literal is not copied into a value of another type on its way to a text")
  func constants() {
    // The bytes of a literal are a constant of the program; those of a copy are not.
    let texts = [
      isConstant { Text("A literal of more than sixteen bytes") },
      isConstant { Text("Another one with a comment", comment: "for translators") },
      isConstant { Text(verbatim: "A literal as it is written here") },
    ]
    #expect(texts == [true, true, true])
    #expect(!isConstant { Text(AttributedString("A literal of more than sixteen bytes")) })
  }

  @Test("An interpolated literal is a key: a text inside it retains its style")
  func interpolated() {
    let text = Text("Lent to \(Text("Ann").bold()), \(2) days, \(0.5, specifier: "%.2f")")
    #expect(text.lines[0].spans.count == 3)
    #expect(text.plain == "Lent to Ann, 2 days, 0.50")
  }

  @Test("The literals of titles are strings")
  func titles() {
    #expect(isConstant { title(of: Button("A button with a long enough title") {}) })
    #expect(
      isConstant { title(of: Toggle("A toggle with a long enough title", isOn: .constant(true))) })
    #expect(
      isConstant { title(of: TextField("A field with a long enough title", text: .constant(""))) })
    #expect(isConstant { title(of: Label("A label with a long enough title", systemImage: "")) })
  }

  @Test("Values of Foundation's types are shown as such")
  func values() {
    let attributed = AttributedString("attributed")
    let part = "a part".dropFirst(2)
    let hosting = Hosting {
      Text(attributed)
      Text(part)
      Text(12, format: .number)
      Text("\(12, format: .number) books")
    }
    #expect(hosting.lines == ["attributed", "part", "12", "12 books"])
  }

  /// The first text among the fields of a view.
  private func title(of view: some View) -> Text {
    Mirror(reflecting: view).children.lazy.compactMap { $0.value as? Text }.first ?? Text("")
  }

  /// True if two texts that the same code makes share their bytes.
  private func isConstant(_ make: () -> Text) -> Bool {
    func address(of text: String) -> UnsafePointer<UInt8>? {
      text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }
    let (first, second) = (make().plain, make().plain)
    return first.utf8.count > 15 && address(of: first) == address(of: second)
  }
}
