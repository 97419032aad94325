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
    object("hello") { json in
      json.field("version", Self.version)
      json.field("app", program)
    }
  }

  /// Adds an object for each part of a frame.
  package func render(_ frame: Frame, into text: inout String) {
    let isAsync = frame.isUnasked
    for transition in frame.transitions { text += render(transition, isAsync) }
    for flow in frame.flows { text += render(flow, isAsync) }
    for message in frame.printedMessages { text += render(message, isAsync) }
    if let screen = frame.screen { text += render(screen, frame.page, isAsync) }
    if let status = frame.ending { text += render(status) }
  }

  /// The end of an answer: `ready`, or `ask` with the open question.
  package func prompt(_ question: Question?, isAsync: Bool) -> String {
    question.map { render($0, isAsync) } ?? object("ready", isAsync) { _ in }
  }

  /// No: each line has one end of its answer, and objects that no line caused are marked.
  package var repeatsPrompt: Bool { false }

  /// Nothing: an object ends its line.
  package var promptEnd: String { "" }

  /// Nothing: the program that sent the line knows it.
  package func echo(_ frame: Frame) -> String { "" }
}

// MARK: - Objects

extension JSONRenderer {
  /// An object on a line; one that no line caused is marked, so that it never ends an answer.
  private func object(
    _ type: String, _ isAsync: Bool = false, _ content: (inout JSONText) -> Void
  ) -> String {
    var json = JSONText()
    json.object(nil) { json in
      json.field("type", type)
      if isAsync { json.field("async", true) }
      content(&json)
    }
    return json.text + "\n"
  }

  private func render(_ transition: Transition, _ isAsync: Bool) -> String {
    object("transition", isAsync) { json in
      json.field("outcome", transition.outcome)
      json.field("cause", transition.cause)
      if let from = transition.from { json.field("from", from) } else { json.null("from") }
      if let to = transition.to { json.field("to", to) } else { json.null("to") }
    }
  }

  private func render(_ flow: FlowReport, _ isAsync: Bool) -> String {
    object("result", isAsync) { json in
      if let name = flow.name { json.field("flow", name) } else { json.null("flow") }
      if let place = flow.place { json.field("place", place) } else { json.null("place") }
      json.field("ending", flow.ending)
      if let value = flow.json { json.field("value", encoded: value) }
    }
  }

  private func render(_ message: Message, _ isAsync: Bool) -> String {
    object("message", isAsync) { json in
      json.field("kind", message.kind.rawValue)
      json.field("text", message.text)
    }
  }

  private func render(_ question: Question, _ isAsync: Bool) -> String {
    object("ask", isAsync) { json in
      json.field("prompt", question.prompt)
      if let present = question.present, !question.isSecret { json.field("value", present) }
      if !question.choices.isEmpty { json.strings("choices", question.choices) }
      json.field("secret", question.isSecret)
      json.field("multiline", question.isMultiline)
    }
  }

  private func render(_ status: ShellStatus) -> String {
    object("bye") { json in
      json.field("status", Int(status.rawValue))
    }
  }

  private func render(_ screen: Screen, _ page: ScreenPage?, _ isAsync: Bool) -> String {
    let screen = screen.withoutSecretLengths
    return object("screen", isAsync) { json in
      render(screen.layer, into: &json)
      json.field("place", Place.line(screen.titles) ?? "")
      if let url = screen.url { json.field("url", url) } else { json.null("url") }
      json.strings("titles", screen.titles)
      json.strings(
        "lines",
        (page?.lines ?? Array(screen.lines.indices)).map { PlainRenderer.line($0, of: screen) })
      elements(of: screen, into: &json)
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
      for (element, number) in zip(screen.elements, screen.numbers) {
        json.object { render(element, number, into: &$0) }
      }
    }
  }

  private func render(_ element: Element, _ number: Int?, into json: inout JSONText) {
    if let number { json.field("number", number) } else { json.null("number") }
    json.field("kind", element.kind.rawValue)
    json.field("label", element.label)
    json.field("value", element.value)
    if !element.choices.isEmpty { json.strings("choices", element.choices) }
    json.field("enabled", element.isEnabled)
  }
}
