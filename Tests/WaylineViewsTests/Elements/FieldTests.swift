import FoundationEssentials
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Fields: View {
  @State private var name = ""
  @State private var copies = 3
  @State private var price: Double?
  var body: some View {
    TextField("Name:", text: $name, prompt: Text("who borrows"))
    TextField("Copies", value: $copies)
    TextField("Price", value: $price)
  }
}

@Suite("TextField")
@MainActor
struct TextFieldTests {
  let hosting = Hosting { Fields() }

  @Test("Prints the value, the prompt while empty, and no colon twice")
  func printed() {
    #expect(
      hosting.screen == ["[1] Name: (who borrows)", "[2] Copies: 3", "[3] Price: (empty)"])
  }

  @Test("Takes the rest of the line, and an empty value")
  func set() {
    hosting.type("1 Ann Lee")
    #expect(hosting.screen[0] == "[1] Name: Ann Lee")
    hosting.type("1 \"\"")
    #expect(hosting.screen[0] == "[1] Name: (who borrows)")
  }

  @Test("Asks for the value when only the number is typed")
  func asked() {
    let prompt = ElementReply.needsValue(
      ValueRequest(prompt: "Name"))
    #expect(hosting.type("1") == prompt)
  }

  @Test("A value is read from the text, and an optional one is nil while empty")
  func values() {
    hosting.type("2 12")
    hosting.type("3 1.5")
    #expect(hosting.screen[1...] == ["[2] Copies: 12", "[3] Price: 1.5"])
    #expect(hosting.type("3 \"\"") == .done)
    #expect(hosting.screen[2] == "[3] Price: (empty)")
  }

  @Test("Blanks around a value mean nothing, and in a text they stay")
  func blanks() {
    hosting.type("2  12 ")
    hosting.type("3  1.5")
    hosting.type("1  Ann ")
    #expect(hosting.screen == ["[1] Name:  Ann ", "[2] Copies: 12", "[3] Price: 1.5"])
    #expect(hosting.type("3   ") == .done)
  }

  @Test(
    "A text that cannot be read is refused and changes nothing",
    arguments: [
      ("2 many", "'many' is not a whole number; nothing was changed."),
      ("2 \"\"", "Type a whole number."),
      ("3 free", "'free' is not a number; nothing was changed."),
      ("3 inf", "'inf' is not a number; nothing was changed."),
      ("3 nan", "'nan' is not a number; nothing was changed."),
      ("3 1e400", "'1e400' is not a number; nothing was changed."),
      ("2 1\u{1B}", "'1␛' is not a whole number; nothing was changed."),
    ])
  func refused(line: String, sentence: String) {
    let before = hosting.screen
    #expect(hosting.type(line) == .refused(sentence))
    #expect(hosting.screen == before)
  }

  @Test("Each kind of value has its own message")
  func sentences() {
    #expect(ReadableType.refusal(of: "x", as: Bool.self).contains("neither true nor false"))
    #expect(ReadableType.refusal(of: "xy", as: Character.self).contains("not one character"))
    #expect(ReadableType.refusal(of: "300", as: UInt8.self).contains("is not in 0 to 255"))
    #expect(ReadableType.refusal(of: "-", as: Int.self).contains("is not a whole number"))
    #expect(ReadableType.refusal(of: "", as: Bool.self) == "Type true or false.")
    #expect(ReadableType.refusal(of: "", as: Character.self) == "Type one character.")
  }
}

private struct Notes: View {
  @State private var note = ""
  @State private var passcode = ""
  var body: some View {
    TextEditor(text: $note).accessibilityLabel("Note")
    SecureField("Passcode", text: $passcode)
    TextEditor(text: .constant("a"))
  }
}

@Suite("TextEditor and SecureField")
@MainActor
struct EditorTests {
  let hosting = Hosting { Notes() }

  @Test("An editor prints its number of lines, with its label")
  func printed() {
    #expect(
      hosting.screen == ["[1] Note: (empty)", "[2] Passcode: (empty)", "[3] Text: 1 line"])
    hosting.type("1 a\nb\nc\n")
    #expect(hosting.screen[0] == "[1] Note: 3 lines")
  }

  @Test("An editor asks for several lines")
  func asked() {
    let prompt = ElementReply.needsValue(ValueRequest(prompt: "Note", isMultiline: true))
    #expect(hosting.type("1") == prompt)
  }

  @Test(
    "A secure field prints its length, asks without echo, and does not say the length again")
  func secret() {
    hosting.type("2 sesame")
    #expect(hosting.screen[1] == "[2] Passcode: (hidden, 6 characters)")
    let request = ValueRequest(prompt: "Passcode", present: "hidden", isSecret: true)
    #expect(hosting.type("2") == .needsValue(request))
  }
}

/// Shows an amount of cents as euros and reads it back.
private struct Euros: ParseableFormatStyle {
  struct Strategy: ParseStrategy {
    func parse(_ value: String) throws -> Int {
      let parts = value.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2, (0..<100).contains(parts[1]) else { throw Unreadable() }
      return parts[0] * 100 + parts[1]
    }
  }

  struct Unreadable: Error {}

  var parseStrategy: Strategy { Strategy() }

  func format(_ value: Int) -> String {
    "\(value / 100)." + (value % 100 < 10 ? "0" : "") + "\(value % 100)"
  }
}

private struct Fees: View {
  @State private var fee = 105
  @State private var deposit: Int?
  var body: some View {
    TextField("Fee", value: $fee, format: Euros())
    TextField("Deposit", value: $deposit, format: Euros(), prompt: Text("euros"))
    Text("\(fee), \(deposit ?? -1)")
  }
}

@Suite("TextField of a value with cases")
@MainActor
struct CaseFieldTests {
  @Test("A text that is no case is refused with the cases, at most ten")
  func refused() {
    let hosting = Hosting { ShelfFields() }
    #expect(
      hosting.type("1 attic")
        == .refused("'attic' is not one of fiction, travel; nothing was changed."))
    #expect(
      hosting.type("2 12")
        == .refused("'12' is not one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …; nothing was changed."))
    hosting.type("1 travel")
    #expect(hosting.screen == ["[1] Shelf: travel", "[2] Floor: 0"])
  }
}

private enum NamedShelf: String, CaseIterable, LosslessStringConvertible {
  case fiction, travel
  init?(_ description: String) { self.init(rawValue: description) }
  var description: String { rawValue }
}

private struct Floor: Equatable, CaseIterable, LosslessStringConvertible {
  let number: Int
  static var allCases: [Floor] { (0..<12).compactMap { Floor("\($0)") } }
  init?(_ description: String) {
    guard let number = Int(description), number < 12 else { return nil }
    self.number = number
  }
  var description: String { "\(number)" }
}

private struct ShelfFields: View {
  @State private var shelf = NamedShelf.fiction
  @State private var floor = Floor.allCases[0]

  var body: some View {
    TextField("Shelf", value: $shelf)
    TextField("Floor", value: $floor)
  }
}

@Suite("TextField with a format")
@MainActor
struct FormatTests {
  let hosting = Hosting { Fees() }

  @Test("Shows the value as the format does, and reads what is typed")
  func read() {
    hosting.type("1 3.20")
    hosting.type("2 10.00")
    #expect(hosting.screen == ["[1] Fee: 3.20", "[2] Deposit: 10.00", "320, 1000"])
  }

  @Test("Refuses what the format cannot read, and changes nothing")
  func refused() {
    let sentence = "'3' cannot be read as Int; nothing was changed."
    #expect(hosting.type("1 3") == .refused(sentence))
    #expect(hosting.screen[0] == "[1] Fee: 1.05")
  }

  @Test("A value that may be nil is nil while the field is empty")
  func empty() {
    hosting.type("2 1.00")
    hosting.type("2 \"\"")
    #expect(hosting.screen[1...] == ["[2] Deposit: (euros)", "105, -1"])
  }

  @Test("A text and labelled content show a value as a format does")
  func shown() {
    let hosting = Hosting {
      Text(105, format: Euros())
      Text("Fee: \(7, format: Euros())")
      LabeledContent("Fee", value: 320, format: Euros())
    }
    #expect(hosting.screen == ["1.05", "Fee: 0.07", "Fee: 3.20"])
  }
}
