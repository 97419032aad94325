import WaylineViews

/// Prints one JSON object a line, with the numbers and the order of the plain screen.
///
///     {"type":"hello","version":2,"app":"desk"}
///     {"type":"screen","layer":"root","place":"Lending desk","titles":["Lending desk"],…}
///     {"type":"bye","status":0}
///
/// Neither the value of a secret nor its length is ever in it.
package struct JSONRenderer: Renderer {
  /// The version of the protocol. It grows when a field changes its meaning or is removed.
  package static let version = 2

  /// A renderer of protocol version ``version``.
  package init() {}

  /// `hello`, with the version of the protocol.
  package func greeting(program: String) -> String {
    text { json in
      object("hello", into: &json) { json in
        json.field("version", Self.version)
        json.field("app", program)
      }
    }
  }

  /// Adds an object for each part of a frame.
  package func render(_ frame: Frame, into text: inout String) {
    let isAsync = frame.isUnasked
    text += self.text { json in
      for transition in frame.transitions { render(transition, isAsync, into: &json) }
      for flow in frame.flows { render(flow, isAsync, into: &json) }
      for message in frame.printedMessages where !message.isForPeople {
        render(message, isAsync, into: &json)
      }
      for part in frame.progress?.parts ?? [] { render(part, into: &json) }
      if let value = frame.value { render(value, isAsync, into: &json) }
      if let screen = frame.screen {
        if let page = frame.page {
          render(page, of: screen, isAsync, into: &json)
        } else if let earlier = frame.earlier {
          render(from: earlier, to: screen, isAsync, into: &json)
        } else {
          render(screen, isAsync, into: &json)
        }
      }
      if let status = frame.ending { render(status, into: &json) }
    }
  }

  /// The end of an answer: `ready`, or `ask` with the open question.
  package func prompt(_ question: LineQuestion?, isAsync: Bool) -> String {
    guard question != nil || isAsync else { return Self.ready }
    return text { json in
      if let question {
        render(question, isAsync, into: &json)
      } else {
        object("ready", isAsync, into: &json) { _ in }
      }
    }
  }

  /// The end of most answers.
  private static let ready = "{\"type\":\"ready\"}\n"

  /// No: each line has one end of its answer, and objects that no line caused are marked.
  package var repeatsPrompt: Bool { false }

  /// Yes: each is an object.
  package var printsProgress: Bool { true }

  /// Nothing: an object ends its line.
  package var promptEnd: String { "" }

  /// Nothing: the program that sent the line knows it.
  package func echo(_ frame: Frame) -> String { "" }
}

// MARK: - Objects

extension JSONRenderer {
  private func text(_ content: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    content(&json)
    return json.text
  }

  /// An object on a line; one that no line caused is marked, so that it never ends an answer.
  private func object(
    _ type: StaticString, _ isAsync: Bool = false, into json: inout JSONText,
    _ content: (inout JSONText) -> Void
  ) {
    json.object { json in
      json.field("type", type)
      if isAsync { json.field("async", true) }
      content(&json)
    }
    json.endLine()
  }

  private func render(_ transition: Transition, _ isAsync: Bool, into json: inout JSONText) {
    object("transition", isAsync, into: &json) { json in
      json.field("outcome", transition.outcome)
      json.field("cause", transition.cause)
      if let from = transition.from { json.field("from", from) } else { json.null("from") }
      if let to = transition.to { json.field("to", to) } else { json.null("to") }
    }
  }

  private func render(_ flow: FlowReport, _ isAsync: Bool, into json: inout JSONText) {
    object("result", isAsync, into: &json) { json in
      if let name = flow.name { json.field("flow", name) } else { json.null("flow") }
      if let place = flow.place { json.field("place", place) } else { json.null("place") }
      json.field("ending", flow.ending)
      if let value = flow.json { json.field("value", encoded: value) }
    }
  }

  private func render(_ message: Message, _ isAsync: Bool, into json: inout JSONText) {
    object("message", isAsync || message.isUnasked, into: &json) { json in
      json.field("kind", message.kind.rawValue)
      json.field("code", message.code.rawValue)
      json.field("text", message.text)
      guard let link = message.link else { return }
      if let number = link.number { json.field("number", number) }
      if let url = link.url { json.field("url", url) }
    }
  }

  private func render(_ part: ProgressReport.Part, into json: inout JSONText) {
    object("progress", true, into: &json) { json in
      json.field("title", part.title)
      json.field("value", part.value)
      json.field("total", part.total)
    }
  }

  private func render(_ value: CommandValue, _ isAsync: Bool, into json: inout JSONText) {
    object("value", isAsync, into: &json) { json in
      json.field("command", value.command)
      json.field("value", encoded: value.json)
    }
  }

  private func render(_ question: LineQuestion, _ isAsync: Bool, into json: inout JSONText) {
    object("ask", isAsync, into: &json) { json in
      json.field("prompt", question.prompt)
      if let present = question.present, !question.isSecret { json.field("value", present) }
      if !question.choices.isEmpty { json.strings("choices", question.choices) }
      json.field("secret", question.isSecret)
      json.field("multiline", question.isMultiline)
    }
  }

  private func render(_ status: ShellStatus, into json: inout JSONText) {
    object("bye", into: &json) { json in
      json.field("status", Int(status.rawValue))
    }
  }

  /// The lines that `/text` has found: a client takes every `screen` for the present one, and whole.
  private func render(
    _ page: ScreenPage, of screen: Screen, _ isAsync: Bool, into json: inout JSONText
  ) {
    let screen = screen.withoutSecretLengths
    for index in page.lines {
      render(.note(PlainRenderer.line(index, of: screen), .foundLine), isAsync, into: &json)
    }
  }

  private func render(_ screen: Screen, _ isAsync: Bool, into json: inout JSONText) {
    let screen = screen.withoutSecretLengths
    object("screen", isAsync, into: &json) { json in
      render(screen.layer, into: &json)
      json.field("place", Place.line(screen.titles) ?? "")
      if let url = screen.url { json.field("url", url) } else { json.null("url") }
      json.strings("titles", screen.titles)
      json.array("lines") { json in
        for index in screen.lines.indices {
          json.string(PlainRenderer.line(index, of: screen))
        }
      }
      elements(of: screen, into: &json)
    }
  }

  /// The changes of the lines and elements of a screen of the same place.
  private func render(
    from old: Screen, to new: Screen, _ isAsync: Bool, into json: inout JSONText
  ) {
    let screens = [old.withoutSecretLengths, new.withoutSecretLengths]
    let lines = screens.map { screen in
      screen.lines.indices.map { PlainRenderer.line($0, of: screen) }
    }
    let elements = screens.map { screen in
      screen.elements.indices.map { index in
        var json = JSONText()
        json.object { render(index, of: screen, into: &$0) }
        return json.text
      }
    }
    object("changes", isAsync, into: &json) { json in
      changes("lines", from: lines[0], to: lines[1], into: &json) { $0.string($1) }
      changes("elements", from: elements[0], to: elements[1], into: &json) { $0.encoded($1) }
    }
  }

  private func changes(
    _ key: StaticString, from old: [String], to new: [String], into json: inout JSONText,
    _ add: (inout JSONText, String) -> Void
  ) {
    json.array(key) { json in
      for change in Replacement.all(from: old, to: new) {
        json.object { json in
          json.field("start", change.start)
          json.field("removed", change.removed)
          json.array("added") { json in for text in new[change.added] { add(&json, text) } }
        }
      }
    }
  }

  private func render(_ layer: Page.Layer, into json: inout JSONText) {
    switch layer {
    case .root: json.field("layer", "root")
    case .sheet(let title): layerFields("sheet", title, into: &json)
    case .cover(let title): layerFields("cover", title, into: &json)
    case .alert(let title, let message):
      layerFields("alert", title, into: &json)
      json.field("message", message)
    }
  }

  private func layerFields(_ kind: String, _ title: String, into json: inout JSONText) {
    json.field("layer", kind)
    json.field("title", title)
  }

  private func elements(of screen: Screen, into json: inout JSONText) {
    json.array("elements") { json in
      for index in screen.elements.indices {
        json.object { render(index, of: screen, into: &$0) }
      }
    }
  }

  private func render(_ index: Int, of screen: Screen, into json: inout JSONText) {
    let element = screen.elements[index]
    json.field("number", screen.number(of: index))
    json.field("kind", element.kind.rawValue)
    json.field("label", element.label)
    json.field("value", element.value)
    if !element.choices.isEmpty { json.strings("choices", element.choices) }
    json.field("enabled", element.isEnabled)
  }
}
