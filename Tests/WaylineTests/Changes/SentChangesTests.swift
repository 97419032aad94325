import FoundationEssentials
import Testing

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell

/// The rows that something else changes.
@MainActor @Observable
private final class Rows {
  var texts = ["a", "b", "c", "d"]
  var title = "Rows"
}

private struct RowsView: View {
  let rows: Rows
  @State private var count = 0

  var body: some View {
    VStack {
      Text("\(rows.texts.count) rows")
      ForEach(rows.texts, id: \.self) { text in
        if text.hasPrefix("-") { Text(text) } else { Button("Row \(text)") { count += 1 } }
      }
      Text("Pressed \(count) times")
    }
    .navigationTitle(rows.title)
  }
}

/// A client of the protocol: the screen as it has been sent, whole or by its changes.
private struct Client {
  private(set) var lines: [String] = []
  private(set) var elements: [Sent.Element] = []
  private(set) var types: [String] = []

  struct Sent: Decodable {
    let type: String
    let lines: [Change<String>]
    let elements: [Change<Element>]

    struct Element: Codable, Hashable {
      let number: Int?
      let kind, label, value: String
      let enabled: Bool
    }

    struct Change<Part: Decodable>: Decodable {
      let start, removed: Int?
      let added: [Part]

      /// A whole screen, which takes the place of everything.
      init(all: [Part]) { (start, removed, added) = (nil, nil, all) }
    }

    private enum Key: String, CodingKey { case type, lines, elements }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      type = try fields.decode(String.self, forKey: .type)
      if type == "screen" {
        lines = [try Change(all: fields.decode([String].self, forKey: .lines))]
        elements = [try Change(all: fields.decode([Element].self, forKey: .elements))]
      } else {
        lines = try fields.decodeIfPresent([Change<String>].self, forKey: .lines) ?? []
        elements = try fields.decodeIfPresent([Change<Element>].self, forKey: .elements) ?? []
      }
    }
  }

  /// Takes objects, one a line.
  mutating func take(_ text: String) throws {
    types = []
    for line in text.split(separator: "\n") {
      let sent = try JSONDecoder().decode(Sent.self, from: Data(line.utf8))
      types.append(sent.type)
      for change in sent.lines { Self.carryOut(change, on: &lines) }
      for change in sent.elements { Self.carryOut(change, on: &elements) }
    }
  }

  private static func carryOut<Part>(_ change: Sent.Change<Part>, on parts: inout [Part]) {
    let start = change.start ?? 0
    parts.replaceSubrange(
      start..<start + (change.removed ?? parts.count), with: change.added)
  }
}

@Suite("Changes that are sent to programs")
@MainActor
struct SentChangesTests {
  private let rows = Rows()

  private func session() -> SceneSession {
    var options = SceneOptions()
    options.form = .json
    let session = SceneSession(options) { [rows] in RowsView(rows: rows) }
    session.start()
    return session
  }

  private static let states = [
    ["a", "b", "c", "d"], ["a", "x", "c", "d"], ["x", "b", "c", "y"], ["a", "b", "c", "d", "e"],
    ["b", "c", "d"], ["-a", "b", "c", "d"], [], ["a"], ["d", "c", "b", "a"], ["-a", "-b"],
  ]

  @Test(
    "A client that carries out the changes has the screen, after each change between two screens")
  func differences() throws {
    for first in Self.states {
      for second in Self.states where second != first {
        rows.texts = first
        let session = session()
        var client = Client()
        try client.take(session.takeText())
        session.receive(line: #"{"changes": true}"#)
        try client.take(session.takeText())
        #expect(client.types == ["ready"])
        rows.texts = second
        session.host.session.catchUp()
        let sent = session.takeText()
        try client.take(sent)
        #expect(client.types.first == "changes", "\(first), \(second): \(sent)")
        var whole = Client()
        session.receive(line: "show")
        try whole.take(session.takeText())
        #expect(whole.types.first == "screen")
        #expect(client.lines == whole.lines, "\(first), \(second)")
        #expect(client.elements == whole.elements, "\(first), \(second)")
      }
    }
  }

  @Test("One changed row is sent alone, and nothing else of the screen")
  func oneRow() throws {
    let session = session()
    session.receive(line: #"{"changes": true}"#)
    _ = session.takeText()
    rows.texts[1] = "x"
    session.host.session.catchUp()
    #expect(
      session.takeText().split(separator: "\n").first
        == #"{"type":"changes","async":true,"lines":[{"start":2,"removed":1,"added":["[2] Row x"]}],"elements":[{"start":1,"removed":1,"added":[{"number":2,"kind":"button","label":"Row x","value":"","enabled":true}]}]}"#
    )
  }

  @Test("A client that was sent no screen gets a whole one first")
  func passedOver() throws {
    let session = session()
    session.receive(line: #"{"changes": true}"#)
    session.host.session.passOverScreen()
    _ = session.takeText()
    var client = Client()
    for type in ["screen", "changes"] {
      rows.texts[0] += "x"
      session.host.session.catchUp()
      try client.take(session.takeText())
      #expect(client.types.first == type)
    }
  }

  @Test("Answers, other places, and clients that do not ask get the whole screen")
  func whole() throws {
    let session = session()
    _ = session.takeText()
    var client = Client()
    func types(_ change: () -> Void) throws -> [String] {
      change()
      session.host.session.catchUp()
      try client.take(session.takeText())
      return client.types.filter { $0 != "ready" && $0 != "transition" }
    }
    #expect(try types { rows.texts[0] = "x" } == ["screen"])
    session.receive(line: #"{"changes": true}"#)
    #expect(try types { rows.texts[0] = "y" } == ["changes"])
    #expect(try types { session.receive(line: "Row y") } == ["screen"])
    #expect(try types { rows.title = "Others" } == ["screen"])
    #expect(try types { session.receive(line: "show") } == ["screen"])
    #expect(try types { rows.texts[0] = "z" } == ["changes"])
    #expect(try types { session.receive(line: #"{"changes": false}"#) } == [])
    #expect(try types { rows.texts[0] = "a" } == ["screen"])
    #expect(try types { session.receive(line: #"{"changes": 1}"#) } == ["message"])
    #expect(
      try types { session.receive(line: #"{"changes": true, "command": "show"}"#) } == ["message"])
  }
}
