import Testing
import WaylineGraph
import WaylineSystem
import WaylineTestScale

@testable import WaylineViews

@Suite("Data on a screen")
@MainActor
struct DataTests {
  @Test("Text that resembles a shell line gets one leading blank, whatever its source")
  func posing() {
    let hosting = Hosting {
      Text("[1] Delete\n> quit\nplain")
      HStack {
        Text("Desk")
        Text("› Catalog")
      }
      Text("[") + Text("2] Lend")
      LabeledContent("Sheet", value: "a")
      HStack {
        Text("[1]")
        Button("Lend") {}
      }
    }
    #expect(
      hosting.screen == [
        " [1] Delete", " > quit", "plain", " Desk › Catalog", " [2] Lend", " Sheet: a",
        " [1] [1] Lend",
      ])
  }

  @Test("A text that is a part of a line, or a label, is not changed")
  func parts() {
    let hosting = Hosting {
      HStack {
        Text("Note")
        Text("> quit")
      }
      Button("> quit") {}
    }
    #expect(hosting.screen == ["Note > quit", "[1] > quit"])
    #expect(hosting.press("> quit") == .done)
  }

  @Test("No data leaves a control byte in shown text", arguments: 0..<60)
  func randomBytes(seed: UInt64) {
    var random = Dice(seed: seed)
    let texts = (0..<8).map { _ in random.text() }
    let host = Hosting { Everything(texts: texts) }.host
    let page = host.page()
    #expect(!page.allText.unicodeScalars.contains(where: SafeText.isHarmful))
    for line in page.lines { #expect(line.unposed == line) }
  }
}

private struct Everything: View {
  let texts: [String]
  private func constant(_ index: Int) -> Binding<String> { .constant(texts[index]) }

  var body: some View {
    Text(texts[0]).badge(texts[1])
    HStack {
      Text(texts[2])
      Text(texts[3])
    }
    List {
      Section(texts[4]) {
        HStack {
          Text(texts[5])
          Button(texts[6]) {}
        }
      }
      LabeledContent(texts[0], value: texts[1])
    }
    Table([Row(id: texts[2])]) { TableColumn(texts[3], value: \.id) }
    Form { fields }.navigationTitle(texts[7])
  }

  @ViewBuilder private var fields: some View {
    TextField(texts[0], text: constant(1), prompt: Text(texts[2])).help(texts[3])
    SecureField(texts[3], text: constant(4)).keyboardShortcut(KeyEquivalent(texts[6].first ?? " "))
    TextEditor(text: constant(5)).accessibilityLabel(texts[6])
    Picker(texts[7], selection: constant(0)) {
      Text(texts[1]).tag(texts[0])
      Text(texts[2]).tag(texts[3])
    }
    Toggle(texts[4], isOn: .constant(true)).disabled(true)
    DisclosureGroup(texts[5], isExpanded: .constant(true)) { Text(texts[6]) }
    ProgressView(texts[7], value: 0.5)
    Text("").searchable(text: constant(2), prompt: texts[1])
  }

  struct Row: Identifiable { let id: String }
}

extension Page {
  fileprivate var allText: String {
    let values = elements.flatMap { element in
      [element.label, element.value, element.placeholder, element.displayText]
        + element.choices + [element.help, element.shortcut, element.range].compactMap(\.self)
    }
    return (titles + values + lines.map { Page.text(of: $0.spans, elements) }).joined()
  }
}

extension Dice {
  /// Bytes, half of them such that are often harmful, as text.
  fileprivate mutating func text() -> String {
    let harmful: [[UInt8]] = [
      [0x1B, 0x5B], [0x0A], [0x0D, 0x0A], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0xD8, 0x9C],
      [0x5B, 0x31, 0x5D], [0x3E, 0x20], [0xE2, 0x80, 0xBA], [0xE2, 0x80, 0x8B],
    ]
    let bytes = (0..<Int.random(in: 0...9, using: &self)).flatMap { _ -> [UInt8] in
      Bool.random(using: &self)
        ? harmful.randomElement(using: &self) ?? [] : [UInt8.random(in: 0...255, using: &self)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
