import Testing
import WaylineSystem

@testable import WaylineQuestions

/// The machine of a question as it would be written without any care for speed: an array of letters, the place
/// of the cursor, and the labels sorted again for each key.
private struct Model {
  let labels: [String]
  let isSeveral: Bool
  let firstMarker: Int?
  var letters: [Character] = []
  var cursor = 0
  var marked: Int?
  var chosen: Set<Int>

  init(_ labels: [String], isSeveral: Bool, firstMarker: Int?, chosen: Set<Int>) {
    (self.labels, self.isSeveral) = (labels, isSeveral)
    (self.firstMarker, marked, self.chosen) = (firstMarker, firstMarker, chosen)
  }

  var text: String { String(letters) }

  /// 0 for the whole, 1 for a beginning, 2 for a part, 3 for letters in order, 4 for none.
  private func rank(_ label: String) -> Int {
    let (label, text) = (Array(label.lowercased()), Array(text.lowercased()))
    if text.isEmpty || label == text { return 0 }
    if label.starts(with: text) { return 1 }
    if label.indices.contains(where: { label[$0...].starts(with: text) }) { return 2 }
    var next = 0
    for letter in label where next < text.count && text[next] == letter { next += 1 }
    return next == text.count ? 3 : 4
  }

  /// The positions of the labels that are shown.
  var matches: [Int] {
    labels.indices.map { (rank(labels[$0]), $0) }.filter { $0.0 < 4 }.sorted { $0 < $1 }.map(\.1)
  }

  private mutating func change(_ new: [Character], _ place: Int) {
    let differs = new != letters
    (letters, cursor) = (new, place)
    guard differs, !labels.isEmpty else { return }
    marked = letters.isEmpty ? firstMarker : matches.isEmpty ? nil : 0
  }

  private mutating func toggle(_ label: Int) {
    chosen.formSymmetricDifference([label])
    (letters, cursor, marked) = ([], 0, label)
  }

  /// The label that a digit stands for.
  func label(_ key: QuestionKey) -> Int? {
    guard case .character(let digit) = key, let number = digit.wholeNumberValue, letters.isEmpty,
      !firstIsConfirmation, labels.count < 10, labels.allSatisfy({ $0.allSatisfy(\.isLetter) }),
      (1...max(labels.count, 1)).contains(number), !labels.isEmpty
    else { return nil }
    return number - 1
  }

  private var firstIsConfirmation: Bool { labels.first == "yes" }

  /// The step of a key.
  func step(_ key: QuestionKey) -> QuestionMachine.Step {
    if key == .escape, letters.isEmpty { return .leaves }
    if !isSeveral, let label = label(key) { return .answers(.choice(label)) }
    return .continues
  }

  mutating func take(_ key: QuestionKey) {
    let count = matches.count
    if let label = label(key) {
      if isSeveral { toggle(label) }
      return
    }
    switch key {
    case .character(" ") where isSeveral:
      if let marked { toggle(matches[marked]) }
    case .character(let letter):
      change(letters[..<cursor] + [letter] + letters[cursor...], cursor + 1)
    case .backspace:
      if cursor > 0 { change(Array(letters[..<(cursor - 1)]) + letters[cursor...], cursor - 1) }
    case .key(.delete):
      if cursor < letters.count {
        change(Array(letters[..<cursor]) + letters[(cursor + 1)...], cursor)
      }
    case .deleteBefore: change(Array(letters[cursor...]), 0)
    case .deleteBehind: change(Array(letters[..<cursor]), cursor)
    case .escape: change([], 0)
    case .key(.left): cursor = max(cursor - 1, 0)
    case .key(.right): cursor = min(cursor + 1, letters.count)
    case .key(.home): if labels.isEmpty { cursor = 0 } else if count > 0 { marked = 0 }
    case .key(.end):
      if labels.isEmpty { cursor = letters.count } else if count > 0 { marked = count - 1 }
    case .key(.down) where count > 0: marked = marked.map { ($0 + 1) % count } ?? 0
    case .key(.up) where count > 0: marked = marked.map { ($0 + count - 1) % count } ?? count - 1
    case .key(.pageDown) where count > 0: marked = min((marked ?? 0) + 8, count - 1)
    case .key(.pageUp) where count > 0: marked = max((marked ?? 0) - 8, 0)
    default: break
    }
  }
}

@Suite("The machine of a question")
struct MachineTests {
  private static let labels = [
    "web", "Web API", "cobweb", "wide elb", "api", "blank", "a b", "ab", "b a", "aab", "aba", "bab",
  ]
  private static let keys: [QuestionKey] =
    "abwe A130".map { .character($0) } + [
      .backspace, .deleteBefore, .deleteBehind, .escape, .key(.left), .key(.right), .key(.home),
      .key(.end), .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.delete),
    ]

  private static let forms: [QuestionForm] = [
    QuestionForm("Name", .text(default: "site")),
    QuestionForm("Template", .choice(labels, marked: nil)),
    QuestionForm("Template", .choice(labels, marked: 4)),
    QuestionForm("Parts", .choices(labels, chosen: [1, 3])),
    QuestionForm("Sure?", .confirmation(default: nil)),
    QuestionForm("Sure?", .confirmation(default: false)),
    QuestionForm("Template", .choice(Array(words.prefix(9)), marked: 2)),
    QuestionForm("Parts", .choices(Array(words.prefix(2)), chosen: [1])),
    QuestionForm("Parts", .choices(words, chosen: [1])),
    QuestionForm("Level", .choice(["a", "b1"], marked: nil)),
  ]
  private static let words = ["web", "aa", "be", "ab", "ba", "wa", "awe", "ew", "bb", "we"]

  private static func model(of form: QuestionForm) -> Model {
    switch form.kind {
    case .choice(let labels, let marked):
      Model(labels, isSeveral: false, firstMarker: marked ?? 0, chosen: [])
    case .choices(let labels, let chosen):
      Model(labels, isSeveral: true, firstMarker: 0, chosen: chosen)
    case .confirmation(let answer):
      Model(
        ["yes", "no"], isSeveral: false, firstMarker: answer.map { $0 ? 0 : 1 }, chosen: [])
    default: Model([], isSeveral: false, firstMarker: nil, chosen: [])
    }
  }

  @Test(
    "After any keys it is in the state of the model", arguments: 0..<10, [1, 2, 3, 4] as [UInt64])
  func walks(form: Int, seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    let form = Self.forms[form]
    for _ in 0..<60 {
      var (machine, model) = (QuestionMachine(form), Self.model(of: form))
      var pressed: [QuestionKey] = []
      for _ in 0..<25 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let key = Self.keys[Int((random >> 33) % UInt64(Self.keys.count))]
        pressed.append(key)
        #expect(machine.take(key) == model.step(key), "\(pressed)")
        model.take(key)
        #expect(machine.typed.text == model.text, "\(pressed)")
        #expect(machine.typed.before.count == model.cursor, "\(pressed)")
        #expect(machine.matches == (model.labels.isEmpty ? [] : model.matches), "\(pressed)")
        #expect(machine.marker == model.marked, "\(pressed)")
        #expect(machine.chosen == model.chosen, "\(pressed)")
        let shown = machine.lines(columns: 24, rows: 24)
        #expect(shown.lines.count <= 10 && shown.lines.allSatisfy { DisplayWidth.of($0) < 24 })
        if let marker = machine.marker {
          let mark = shown.lines.dropFirst().filter { $0.hasPrefix(">") }
          let label = form.labels[machine.matches[marker]]
          #expect(mark.count == 1 && mark[0].hasSuffix(label), "\(shown.lines)")
        }
      }
    }
  }

  /// The step after the last of some keys.
  private func step(_ kind: QuestionForm.Kind, _ keys: [QuestionKey]) -> QuestionMachine.Step? {
    var machine = QuestionMachine(QuestionForm("Question", kind))
    return keys.map { machine.take($0) }.last
  }

  @Test("Enter answers with the text, or with the default where nothing was typed")
  func text() {
    #expect(step(.text(default: nil), [.enter]) == .answers(.text("")))
    #expect(step(.text(default: "site"), [.enter]) == .answers(.text("site")))
    #expect(step(.text(default: "site"), [.tab, .backspace, .enter]) == .answers(.text("sit")))
    #expect(step(.text(default: "a"), [.character("b"), .enter]) == .answers(.text("b")))
    #expect(step(.text(default: nil), [.paste("a b\n"), .enter]) == .answers(.text("a b")))
    #expect(step(.text(default: "a"), [.paste("b\nc\n"), .enter]) == .answers(.text("a")))
  }

  @Test("A pasted text has no control characters in the answer")
  func pasted() {
    let step = step(.text(default: nil), [.paste("a\tb\u{1B}[31mc\u{9B}"), .enter])
    #expect(step == .answers(.text("a b\u{FFFD}[31mc\u{FFFD}")))
  }

  @Test("Enter answers with the marked label, and with nothing where none is marked")
  func choice() {
    let kind = QuestionForm.Kind.choice(["api", "blank", "web"], marked: 2)
    #expect(step(kind, [.enter]) == .answers(.choice(2)))
    #expect(step(kind, [.character("b"), .enter]) == .answers(.choice(1)))
    #expect(step(kind, [.character("b"), .tab, .enter]) == .answers(.choice(1)))
    #expect(step(kind, [.character("x"), .enter]) == .continues)
    #expect(step(kind, [.key(.down), .enter]) == .answers(.choice(0)))
    #expect(step(.confirmation(default: nil), [.enter]) == .continues)
    #expect(
      step(.confirmation(default: nil), [.character("Y"), .enter]) == .answers(.confirmation(true)))
    #expect(step(.confirmation(default: false), [.enter]) == .answers(.confirmation(false)))
  }

  @Test("Enter keeps what there is where nothing is marked and the question allows it")
  func kept() {
    let form = QuestionForm("Question", .choice(["api", "web"], marked: nil))
    for (keys, step): ([QuestionKey], QuestionMachine.Step) in [
      ([.enter], .keeps), ([.key(.down), .enter], .answers(.choice(0))),
      ([.character("w"), .enter], .answers(.choice(1))), ([.character("x"), .enter], .continues),
      ([.character("w"), .backspace, .enter], .keeps),
    ] {
      var machine = QuestionMachine(form, keepsUnmarked: true)
      #expect(keys.map { machine.take($0) }.last == step, "\(keys)")
    }
  }

  @Test("Space chooses one of several, also one that a filter has found, which it clears")
  func choices() {
    let kind = QuestionForm.Kind.choices(["tests", "docs", "licence"], chosen: [1])
    #expect(step(kind, [.enter]) == .answers(.choices([1])))
    #expect(step(kind, [.character(" "), .enter]) == .answers(.choices([0, 1])))
    #expect(
      step(kind, [.character("l"), .character(" "), .character("t"), .character(" "), .enter])
        == .answers(.choices([0, 1, 2])))
    #expect(
      step(kind, [.character("l"), .character(" "), .character(" "), .enter])
        == .answers(.choices([1])))
    #expect(step(kind, [.key(.down), .character(" "), .enter]) == .answers(.choices([])))
    #expect(step(kind, [.character("l"), .enter]) == .answers(.choices([2])))
    #expect(step(kind, [.character("d"), .enter]) == .answers(.choices([1])))
    #expect(
      step(kind, [.character(" "), .character("l"), .enter]) == .answers(.choices([0, 1, 2])))
    #expect(step(kind, [.character("x"), .enter]) == .continues)
  }

  @Test(
    "A digit takes a label or chooses it, of at most nine without digits, where nothing is typed")
  func digits() {
    let labels = ["api", "blank", "web"]
    let one = QuestionForm.Kind.choice(labels, marked: nil)
    #expect(step(one, [.character("3")]) == .answers(.choice(2)))
    #expect(step(one, [.character("a"), .backspace, .character("1")]) == .answers(.choice(0)))
    for digit: Character in ["0", "4", "٣"] {
      #expect(step(one, [.character(digit)]) == .continues)
    }
    #expect(step(one, [.character("b"), .character("1")]) == .continues)
    let several = QuestionForm.Kind.choices(labels, chosen: [1])
    #expect(
      step(several, [.character("3"), .character("2"), .enter]) == .answers(.choices([2])))
    #expect(step(.choice(labels + ["v2"], marked: nil), [.character("3")]) == .continues)
    let many = (0..<10).map { String(repeating: "a", count: $0 + 1) }
    #expect(step(.choice(many, marked: nil), [.character("3")]) == .continues)
    #expect(step(.choice(many.dropLast(), marked: nil), [.character("9")]) == .answers(.choice(8)))
    #expect(step(.confirmation(default: true), [.character("2")]) == .continues)
    var machine = QuestionMachine(QuestionForm("Question", one), takesDigits: false)
    #expect(machine.take(.character("3")) == .continues)
  }

  private static let labelSets = [
    ["api", "blank", "web"], ["Web", "web", "cobweb", "we"], ["tests", "docs", "a, b", "<x"],
    ["Volume 1", "Volume 2", "Volume 12", "2 volumes"], ["caf\u{E9}", "cafe", "雪の日"],
    (0..<12).map { String(repeating: "a", count: $0 + 1) },
  ]

  private static let kinds: [QuestionForm.Kind] =
    labelSets.flatMap { labels -> [QuestionForm.Kind] in
      [
        .choice(labels, marked: nil), .choice(labels, marked: 2), .choices(labels, chosen: []),
        .choices(labels, chosen: [1, 2]),
      ]
    } + [
      .confirmation(default: nil), .confirmation(default: true), .confirmation(default: false),
    ]

  @Test(
    "What a line answers, the same text answers by keys, for one choice, for several, and for yes and no",
    arguments: kinds)
  func bothForms(kind: QuestionForm.Kind) throws {
    let form = QuestionForm("Question", kind)
    let parts = form.labels.flatMap { label in
      (1...label.count).flatMap { [String(label.prefix($0)), label.prefix($0).uppercased()] }
    }
    let lists = form.labels.flatMap { first in form.labels.map { "\($0), \(first)" } }
    let texts = ["", "true", "false", "y", "YES", "no", "x", "12"] + parts + lists
    var answers = 0
    for text in texts {
      guard let answer = try? form.read(text) else { continue }
      var machine = QuestionMachine(form)
      // A digit of several choices is a key, as the blank is; and a number filters labels with digits.
      if text.first?.isNumber == true {
        let isNumber = text.allSatisfy { $0.isNumber || $0 == " " }
        if machine.takesDigits ? form.allowsSeveral : isNumber { continue }
      }
      let keys = text.contains(" ") ? [.paste(text)] : text.map(QuestionKey.character)
      let steps = (keys + [.enter]).map { machine.take($0) }
      #expect(steps.first { $0 != .continues } == .answers(answer), "\(text)")
      answers += 1
    }
    #expect(answers > 5)
  }

  @Test("Of a date the arrows and the page keys are steps, and other keys change the text")
  func dates() {
    let form = QuestionForm("Due", .text(default: "2026-11-18"))
    let moves: [(TerminalKey, QuestionMachine.Step)] = [
      (.up, .moves(1, months: false)), (.down, .moves(-1, months: false)),
      (.pageUp, .moves(1, months: true)), (.pageDown, .moves(-1, months: true)),
    ]
    for (key, step) in moves {
      var machine = QuestionMachine(form, takesDates: true)
      #expect(machine.take(.key(key)) == step)
      machine.replace("2026-11-19")
      #expect(machine.take(.enter) == .answers(.text("2026-11-19")))
    }
    for (keys, answer): ([QuestionKey], String) in [
      ([], "2026-11-18"), ([.character("x")], "x"), ([.backspace, .character("9")], "2026-11-19"),
      ([.key(.home), .key(.delete), .character("3")], "3026-11-18"),
      ([.key(.left), .backspace], "2026-11-8"), ([.deleteWord, .character("x")], "x"),
    ] {
      var machine = QuestionMachine(form, takesDates: true)
      for key in keys { #expect(machine.take(key) == .continues) }
      #expect(machine.take(.enter) == .answers(.text(answer)), "\(keys)")
    }
    var machine = QuestionMachine(form, allowsBack: true, takesDates: true)
    let shown = machine.lines(columns: 130, rows: 24).lines
    #expect(
      shown == [
        "Due: (2026-11-18)",
        "  Up and Down move a day, PageUp and PageDown a month, Enter takes, Esc leaves, "
          + "Shift-Tab goes back, Tab completes",
      ])
    #expect(machine.take(.key(.backTab)) == .goesBack)
  }

  @Test("^C, ^D and Esc leave a question, but not with text in it that Esc clears")
  func leaving() {
    let kind = QuestionForm.Kind.text(default: "site")
    #expect(step(kind, [.escape]) == .leaves)
    #expect(step(kind, [.character("a"), .escape]) == .continues)
    #expect(step(kind, [.character("a"), .escape, .escape]) == .leaves)
    #expect(step(kind, [.character("a"), .interrupt]) == .leaves)
    #expect(step(kind, [.endOfInput]) == .ends)
    #expect(step(kind, [.character("a"), .endOfInput]) == .continues)
    #expect(step(kind, [.stop]) == .stops)
  }

  @Test(
    "Shift-Tab, and < with Enter, go back where there is a question before, and else do nothing")
  func back() {
    for kind: QuestionForm.Kind in [
      .text(default: "site"), .choice(["a", "<b"], marked: nil), .choices(["a"], chosen: []),
      .confirmation(default: true),
    ] {
      for keys: [QuestionKey] in [[.key(.backTab)], [.character("<"), .enter]] {
        var machine = QuestionMachine(QuestionForm("Question", kind), allowsBack: true)
        #expect(keys.map { machine.take($0) }.last == .goesBack)
        #expect(step(kind, keys) != .goesBack)
      }
    }
  }
}

@Suite("The lines of a question")
struct QuestionLinesTests {
  private func lines(
    _ kind: QuestionForm.Kind, _ keys: [QuestionKey] = [], columns: Int = 40, rows: Int = 24
  ) -> [String] {
    var machine = QuestionMachine(QuestionForm("Template", kind))
    for key in keys { _ = machine.take(key) }
    return machine.lines(columns: columns, rows: rows).lines
  }

  @Test("Show the labels with the marker, and those that the typed text finds")
  func labels() {
    let kind = QuestionForm.Kind.choice(["api", "web"], marked: 1)
    let keys = "  Type to filter, Enter or a digit tak…"
    #expect(lines(kind) == ["Template: ", "  1 api", "> 2 web", keys])
    #expect(lines(kind, [.character("w")]) == ["Template: w", "> 2 web", keys])
    #expect(lines(kind, [.character("x")]) == ["Template: x", "  no match", keys])
    #expect(
      lines(.choice(["api 2", "web"], marked: 1), columns: 80) == [
        "Template: ", "  api 2", "> web",
        "  Type to filter, Enter takes, Esc leaves, Tab completes",
      ])
    let several = QuestionForm.Kind.choices(["api", "web"], chosen: [1])
    #expect(
      lines(several, columns: 80)
        == [
          "Template: ", "> 1 [ ] api", "  2 [x] web",
          "  Space or a digit chooses, Enter takes, Esc leaves, Tab completes",
        ])
    #expect(
      lines(several, [.character("a")], columns: 80).last
        == "  Space or a digit chooses, Enter takes only api, Esc leaves, Tab completes")
    #expect(
      lines(several, [.character(" "), .character("a")], columns: 80).last
        == "  Space or a digit chooses, Enter takes 2 choices, Esc leaves, Tab completes")
    #expect(lines(.confirmation(default: true)).last == "  Enter takes, Esc leaves, Tab complet…")
  }

  @Test("Show a part of a long list around the marker, in at most ten lines, and say which")
  func window() {
    let kind = QuestionForm.Kind.choice((1...40).map(String.init), marked: nil)
    let keys = "   Type to filter, Enter takes, Esc leaves, Tab completes"
    let wide = { lines(kind, $0, columns: 80) }
    #expect(wide([]).count == 10 && wide([]).last == "  1 to 8 of 40" + keys)
    #expect(wide([.key(.end)]).last == "  33 to 40 of 40" + keys)
    #expect(wide([.key(.end)]).dropLast().last == "> 40")
    #expect(
      lines(kind, rows: 4) == [
        "Template: ", "> 1", "  2", "  1 to 2 of 40   Type to filter, Enter…",
      ])
  }

  @Test("Underline the letters that the typed text matches, and dim the keys")
  func styles() {
    var machine = QuestionMachine(
      QuestionForm("Template", .choice(["a web", "wide elb", "Web"], marked: nil)))
    for key in "web" { _ = machine.take(.character(key)) }
    let shown = machine.lines(columns: 24, rows: 24).styled.map { $0.text(hasStyles: true) }
    #expect(
      shown == [
        "Template: web", "> 3 \u{1B}[4mWeb\u{1B}[0m", "  1 a \u{1B}[4mweb\u{1B}[0m",
        "  2 \u{1B}[4mw\u{1B}[0mid\u{1B}[4me\u{1B}[0m el\u{1B}[4mb\u{1B}[0m",
        "\u{1B}[2m  Type to filter, Ente…\u{1B}[0m",
      ], "\(shown)")
  }

  @Test("Show control characters of the program's and the user's texts as what they are")
  func safe() {
    var machine = QuestionMachine(
      QuestionForm("Te\u{1B}[2Jmplate", .choice(["a\u{1B}[A", "b\nc"], marked: nil)))
    _ = machine.take(.paste("\u{1B}]0;x"))
    let shown = machine.lines(columns: 60, rows: 24).lines.joined(separator: "|")
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 })
  }
}

@Suite("The keys of a terminal")
struct KeyReaderTests {
  private func keys(_ bytes: String) -> [QuestionKey] {
    var reader = KeyReader()
    return bytes.utf8.compactMap { reader.take($0) }
  }

  @Test("Are read from bytes that come one by one")
  func keys() {
    #expect(
      keys("aé雪\r\u{7F}") == [
        .character("a"), .character("é"), .character("雪"), .enter, .backspace,
      ])
    #expect(
      keys("\u{1B}[A\u{1B}OB\u{1B}[5~x") == [
        .key(.up), .key(.down), .key(.pageUp), .character("x"),
      ])
    #expect(keys("\u{3}\u{4}\u{1A}\u{C}") == [.interrupt, .endOfInput, .stop, .redraw])
    #expect(keys("\u{1B}[200~a\nb\u{1B}[201~c") == [.paste("a\nb"), .character("c")])
    #expect(keys("\u{1B}[99~\u{1B}[?1;2cx") == [.character("x")])
  }

  @Test("Include Esc, which is an escape alone")
  func escape() {
    var reader = KeyReader()
    #expect(reader.take(0x1B) == nil && reader.mayBeEscape)
    #expect(reader.takeEscape() == .escape && !reader.mayBeEscape)
    #expect(reader.take(0x61) == .character("a"))
  }
}

@Suite("A line that answers a question")
struct ReadLineTests {
  private func read(_ kind: QuestionForm.Kind, _ line: String) -> QuestionAnswer? {
    try? QuestionForm("Question", kind).read(line)
  }

  @Test("Is a label in any case, its number, or the beginning of one label only")
  func choice() {
    let kind = QuestionForm.Kind.choice(["api", "Web", "web", "blank", "10"], marked: nil)
    for (line, index): (String, Int?) in [
      ("api", 0), ("API", 0), ("Web", 1), ("web", 2), ("WEB", nil), ("4", 3), ("bl", 3), ("10", 4),
      ("we", nil), ("x", nil), ("", nil), ("0", nil), ("6", nil), ("-1", nil), (" api ", 0),
    ] {
      #expect(read(kind, line) == index.map(QuestionAnswer.choice), "\(line)")
    }
  }

  @Test("Names several labels with commas, or none with two quotes")
  func choices() {
    let kind = QuestionForm.Kind.choices(["tests", "docs", "a, b"], chosen: [1])
    for (line, indices): (String, [Int]?) in [
      ("", [1]), ("\"\"", []), ("docs,tests", [0, 1]), ("1, 2", [0, 1]), ("a, b", [2]), ("x", nil),
      ("docs, x", nil),
    ] {
      #expect(read(kind, line) == indices.map(QuestionAnswer.choices), "\(line)")
    }
  }

  @Test("Is yes or no, or empty where there is a default")
  func confirmation() {
    for (line, answer): (String, Bool?) in [
      ("y", true), ("YES", true), ("true", true), ("n", false), ("No", false), ("false", false),
      ("", nil), ("maybe", nil), ("yess", nil), ("1", nil),
    ] {
      #expect(
        read(.confirmation(default: nil), line) == answer.map(QuestionAnswer.confirmation),
        "\(line)")
    }
    #expect(read(.confirmation(default: false), "") == .confirmation(false))
  }

  @Test("Is a text, or the empty text with two quotes where there is a default")
  func text() {
    #expect(read(.text(default: "a"), "") == .text("a"))
    #expect(read(.text(default: "a"), "\"\"") == .text(""))
    #expect(read(.text(default: nil), "") == .text(""))
  }
}
