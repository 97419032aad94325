import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

private enum Theme: String, CaseIterable {
  case light, dark, auto
}

private struct Settings: View {
  @State private var theme = Theme.dark
  @State private var size: Int? = 12
  var body: some View {
    Picker("Theme", selection: $theme) {
      ForEach(Theme.allCases, id: \.self) { Text($0.rawValue) }
    }
    Picker("Size", selection: $size) {
      Text("small").tag(8)
      Text("large").tag(24)
      Text("as it comes").tag(Int?.none)
      Text("not an option")
    }
    Text("Theme is \(theme), size \(size.map { "\($0)" } ?? "free")")
  }
}

@Suite("Picker")
@MainActor
struct PickerTests {
  let hosting = Hosting { Settings() }

  @Test("Prints the choice and the options; a selection without an option is none")
  func printed() {
    #expect(
      hosting.screen == [
        "[1] Theme: dark (light, dark, auto)", "[2] Size: none (small, large, as it comes)",
        "Theme is dark, size 12",
      ])
  }

  @Test(
    "Takes a name in any case, a number, and the unique beginning of a name",
    arguments: ["light", "LIGHT", "1", "li"])
  func chosen(word: String) {
    #expect(hosting.type("1 \(word)") == .done)
    #expect(hosting.screen[0] == "[1] Theme: light (light, dark, auto)")
    #expect(hosting.screen[2] == "Theme is light, size 12")
  }

  @Test("Tags of a type fit a selection of its optional, and nil is a tag too")
  func optionals() {
    hosting.type("2 large")
    #expect(hosting.screen[2] == "Theme is dark, size 24")
    hosting.type("2 as it comes")
    #expect(hosting.screen[1] == "[2] Size: as it comes (small, large, as it comes)")
    #expect(hosting.screen[2] == "Theme is dark, size free")
  }

  @Test("A selection of an optional shows the option whose tag is its value")
  func optionalSelections() {
    let hosting = Hosting { OptionalSelections() }
    #expect(
      hosting.screen == [
        "[1] Tagged: dark (light, dark)", "[2] Rows: dark (light, dark)",
        "[3] Selection: dark (light, dark)", "dark dark dark",
      ])
    hosting.type("1 light")
    hosting.type("2 light")
    hosting.type("3 light")
    #expect(
      hosting.screen == [
        "[1] Tagged: light (light, dark)", "[2] Rows: light (light, dark)",
        "[3] Selection: light (light, dark)", "light light light",
      ])
  }

  @Test("Asks for the choice when only the number is typed")
  func asked() {
    var request = ValueRequest(prompt: "Theme (light, dark, auto)", present: "dark")
    request.chosen = [1]
    #expect(hosting.type("1") == .needsValue(request))
  }

  @Test("Refuses other words with the choices, and changes nothing", arguments: ["blue", "0", "4"])
  func refused(word: String) {
    let reply = hosting.type("1 \(word)")
    #expect(reply == .refused("'\(word)' is not a choice. Choose light, dark or auto."))
    #expect(hosting.screen[2] == "Theme is dark, size 12")
  }

  @Test("An option that is renamed is shown with its new name")
  func renamed() {
    let hosting = Hosting { Renaming() }
    #expect(hosting.screen == ["[1] Size: small (small)", "[2] Rename"])
    hosting.type("2")
    #expect(hosting.screen == ["[1] Size: tiny (tiny)", "[2] Rename"])
  }

  @Test("The options of a picker that has left ignore what they have read")
  func leaving() {
    let names = OptionNames()
    let hosting = Hosting { Leaving(names: names) }
    hosting.perform { names.first = "tiny" }
    #expect(hosting.lines == ["[1] Size: tiny (tiny)", "[2] Leave"])
    hosting.press("Leave")

    let bodies = hosting.bodies { hosting.perform { names.first = "huge" } }

    #expect(bodies.isEmpty)
    #expect(hosting.lines == ["[1] Leave"])
  }
}

@Observable
private final class OptionNames {
  var first = "small"
}

private struct OptionName: View {
  let names: OptionNames
  var body: some View { Text(names.first) }
}

private struct Leaving: View {
  @State private var isThere = true
  let names: OptionNames
  var body: some View {
    if isThere {
      Picker("Size", selection: .constant(1)) { OptionName(names: names).tag(1) }
    }
    Button("Leave") { isThere = false }
  }
}

private struct OptionalSelections: View {
  private enum Shade: String, CaseIterable { case light, dark }
  @State private var tagged: Shade? = .dark
  @State private var row: String? = "dark"
  @State private var chosen: Shade? = .dark
  var body: some View {
    Picker("Tagged", selection: $tagged) {
      ForEach(Shade.allCases, id: \.self) { Text($0.rawValue).tag($0) }
    }
    Picker("Rows", selection: $row) { ForEach(["light", "dark"], id: \.self) { Text($0) } }
    List(selection: $chosen) {
      ForEach(Shade.allCases, id: \.self) { Text($0.rawValue).tag($0 as Shade?) }
    }
    Text("\(tagged?.rawValue ?? "-") \(row ?? "-") \(chosen?.rawValue ?? "-")")
  }
}

private struct Renaming: View {
  @State private var name = "small"
  var body: some View {
    Picker("Size", selection: .constant(1)) { Text(name).tag(1) }
    Button("Rename") { name = "tiny" }
  }
}

@Suite("Choices")
struct ChoicesTests {
  @Test("A word that matches several choices is refused with these choices")
  func ambiguous() {
    let choices = Choices(names: ["light", "lilac", "dark"])
    let refusal = "'li' could be light or lilac. Type more of the name."
    #expect(choices.find("li") == .failure(Choices.Refusal(sentence: refusal)))
  }

  @Test(
    "A part of a name, or its letters in order, is enough where only one choice has it",
    arguments: [("ght", 0), ("lc", 1), ("dk", 2), ("DARK", 2), ("lil", 1)])
  func parts(word: String, index: Int) {
    #expect(Choices(names: ["light", "lilac", "dark"]).find(word) == .success(index))
  }

  @Test("A beginning goes before a part, and a part before letters in order")
  func better() {
    let choices = Choices(names: ["poetry", "history", "story", "sport"])
    #expect(choices.find("his") == .success(1))
    let refusal = "'tory' could be history or story. Type more of the name."
    #expect(choices.find("tory") == .failure(Choices.Refusal(sentence: refusal)))
  }

  @Test("Several are given with commas; one that is not a choice refuses all")
  func several() {
    let choices = Choices(names: ["light", "dark", "auto, by day"])
    #expect(choices.selection("dark, li", of: [0, 1, 2], changing: [2]) == .success([0, 1]))
    let named = choices.selection("auto, by day", of: [0, 1, 2], changing: [9, 0])
    #expect(named == .success([9, 2]))
    let refusal = Choices.Refusal(
      sentence: "'blue' is not a choice. Choose light, dark or auto, by day.")
    #expect(choices.selection("dark, blue", of: [0, 1, 2], changing: []) == .failure(refusal))
  }

  @Test(
    "Names replace a selection, and names with signs change it",
    arguments: [
      ("light", [0]), ("light, light", [0]), ("+light", [0, 1]), ("+dark", [1]), ("-dark", []),
      ("-light", [1]), ("+light, -dark", [0]), ("+ 3", [1, 2]), ("-auto, by day", [1]),
      ("+light,-light", [1]), ("+1, +2, +3", [0, 1, 2]),
    ] as [(String, Set<Int>)])
  func signs(typed: String, chosen: Set<Int>) {
    let choices = Choices(names: ["light", "dark", "auto, by day"])
    #expect(choices.selection(typed, of: [0, 1, 2], changing: [1]) == .success(chosen))
  }

  @Test("A name that begins with a sign is found, and names with and without signs are refused")
  func signedNames() {
    let choices = Choices(names: ["-1", "+1", "1"])
    #expect(choices.selection("-1", of: [0, 1, 2], changing: [1]) == .success([0]))
    #expect(choices.selection("+-1", of: [0, 1, 2], changing: [1]) == .success([0, 1]))
    let mixed =
      "Type names alone to choose these, or a + or - before each name to add or remove it."
    let letters = Choices(names: ["a", "b"])
    #expect(
      letters.selection("a, +b", of: [0, 1], changing: [])
        == .failure(Choices.Refusal(sentence: mixed)))
    #expect(
      letters.selection(",", of: [0, 1], changing: [])
        == .failure(Choices.Refusal(sentence: "',' is not a choice. Choose a or b.")))
  }

  @Test("Blanks around a name mean nothing")
  @MainActor func blanks() {
    let hosting = Hosting { OneOf() }
    for typed in [" emma", "Emma  ", "\t1 "] {
      hosting.send(.value(""), to: "Selection")
      hosting.send(.value(typed), to: "Selection")
      #expect(hosting.screen[1] == "chosen: 7", "\(typed.debugDescription)")
    }
  }

  @Test("Of many choices the first twenty are listed, and a part of a name finds the others")
  func many() {
    let choices = Choices(names: (1...500).map { "Book \($0)" })
    #expect(choices.find("k 499") == .success(498))
    guard case .failure(let refusal) = choices.find("Boo") else { return #expect(Bool(false)) }
    #expect(refusal.sentence.hasSuffix("Book 20 or … 480 more. Type more of the name."))
    var element = Element(id: ElementID(0), kind: .choice, label: "Book")
    element.choices = choices.names
    #expect(element.displayText.hasSuffix("Book 20, … 480 more)"))
  }

  @Test("A name that several choices have is refused with their numbers")
  func repeated() {
    let choices = Choices(names: ["a book", "b", "A book"])
    let refusal = "'a book' names 2 choices. Type one of the numbers 1, 3."
    #expect(choices.find("a book") == .failure(Choices.Refusal(sentence: refusal)))
    #expect(choices.find("3") == .success(2))
  }

  @Test("A name that is a number wins over the place with that number")
  func numericName() {
    #expect(Choices(names: ["3", "2", "1"]).find("1") == .success(2))
  }

  @Test("Names that are numbers, and are repeated, are chosen by their positions in brackets")
  func repeatedNumbers() {
    let choices = Choices(names: ["5", "10", "5"])
    let refusal = "'5' names 2 choices. Type one of the numbers [1], [3]."
    #expect(choices.find("5") == .failure(Choices.Refusal(sentence: refusal)))
    #expect(choices.find("[3]") == .success(2))
    #expect(Choices(names: ["light", "dark"]).find("[2]") == .success(1))
  }

  @Test("A number is a whole number of a name, and of names without a number the position")
  func numbers() {
    let listed = Choices.Refusal(sentence: "'2' is not a choice. Choose 3, 7 or 2026.")
    #expect(Choices(names: ["3", "7", "2026"]).find("2") == .failure(listed))
    let added = Choices(names: ["10", "20", "30"]).selection("+3", of: [0, 1, 2], changing: [0])
    let sentence = "'3' is not a choice. Choose 10, 20 or 30."
    #expect(added == .failure(Choices.Refusal(sentence: sentence)))
    for (names, typed, index) in Self.numberedNames {
      let found = try? Choices(names: names).find(typed).get()
      #expect(found == index, "\(typed) of \(names)")
    }
  }

  private static let numberedNames: [([String], String, Int?)] = [
    (["5 min", "10 min", "15 min"], "5", 0), (["5 min", "10 min", "15 min"], "3", nil),
    (["5 min", "10 min", "15 min"], "1", nil), (["5 min", "10 min"], "10 m", 1),
    (["Room 2", "Room 1"], "1", 1), (["Room 3", "Room 7"], "2", nil),
    (["Book 40", "Book 5"], "Book 4", nil), (["Book 40", "Book 5"], "b5", 1),
    (["-5", "0", "10"], "5", nil), (["-5", "0", "10"], "-5", 0), (["1.5", "2.5"], "5", nil),
    (["1.5", "2.5"], "2.5", 1), (["05", "10"], "5", 0), (["٣", "٥"], "3", nil),
    (["٣", "٥"], "٥", 1), (["A-5", "B-6"], "6", 1), (["9:30", "10:00"], "9", 0),
    (["one", "two"], "2", 1), (["one", "2 of them"], "1", nil), (["one", "two"], "+2", nil),
  ]

  @Test("Whatever names are numbers, a typed number chooses only the option of that number")
  func allNumbers() {
    for first in 0...12 {
      for second in 0...12 where second != first {
        let names = ["\(first)", "\(second) min", "none"]
        for typed in 0...25 {
          let found = try? Choices(names: names).find("\(typed)").get()
          let expected = typed == first ? 0 : typed == second ? 1 : nil
          #expect(found == expected, "\(typed) of \(names)")
        }
      }
    }
  }

  @Test("A picker without options says so")
  func empty() {
    let refusal = Choices.Refusal(sentence: "There is nothing to choose from.")
    #expect(Choices(names: []).find("x") == .failure(refusal))
  }
}

private struct Book: Identifiable {
  let id: Int
  let title: String
}

private let books = [Book(id: 7, title: "Emma"), Book(id: 9, title: "Middlemarch")]

private struct OneOf: View {
  @State private var chosen: Int?
  var body: some View {
    List(books, selection: $chosen) { Text($0.title) }
    Text("chosen: \(chosen.map { "\($0)" } ?? "nothing")")
  }
}

private struct OneOfTable: View {
  @State private var chosen: Int?
  var body: some View {
    Table(books, selection: $chosen) {
      TableColumn("Title", value: \.title)
      TableColumn("Number", value: \.id)
    }
    Text("chosen: \(chosen ?? 0)")
  }
}

private struct AnyOf: View {
  @State private var chosen: Set<String> = ["a"]
  var body: some View {
    List(selection: $chosen) {
      Section("Letters") {
        Text("a").tag("a")
        Text("b").tag("b")
      }
      Button("Clear") { chosen = [] }
    }
  }
}

@Suite("List selection")
@MainActor
struct ListSelectionTests {
  @Test("One row is selected by name or number, and none by an empty value")
  func one() {
    let hosting = Hosting { OneOf() }
    #expect(hosting.screen == ["[1] Selection: none (Emma, Middlemarch)", "chosen: nothing"])
    hosting.type("1 2")
    #expect(hosting.screen[1] == "chosen: 9")
    hosting.type("1 emma")
    #expect(hosting.screen == ["[1] Selection: Emma (Emma, Middlemarch)", "chosen: 7"])
    hosting.type("1 \"\"")
    #expect(hosting.screen[1] == "chosen: nothing")
  }

  @Test("Any rows are selected; rows without a tag follow below")
  func several() {
    let hosting = Hosting { AnyOf() }
    hosting.type("1 a, b")
    #expect(hosting.screen == ["[1] Selection: a, b (a, b)", "", "Letters", "a", "b", "[2] Clear"])
    hosting.type("1 -a")
    #expect(hosting.screen[0] == "[1] Selection: b (a, b)")
    hosting.type("1 a")
    #expect(hosting.screen[0] == "[1] Selection: a (a, b)")
    hosting.type("2")
    #expect(hosting.screen[0] == "[1] Selection: none (a, b)")
  }

  @Test("A title that does not exist is refused")
  func refused() {
    let reply = Hosting { OneOf() }.type("1 Persuasion")
    #expect(reply == .refused("'Persuasion' is not a choice. Choose Emma or Middlemarch."))
  }

  @Test("The rows of a table are selected by their first cells, below it")
  func table() {
    let hosting = Hosting { OneOfTable() }
    hosting.type("1 middle")
    #expect(
      hosting.screen == [
        "Title        Number", "Emma              7", "Middlemarch       9",
        "[1] Selection: Middlemarch (Emma, Middlemarch)", "chosen: 9",
      ])
  }
}
