/// Something on a page that a person can act on.
package struct Element: Hashable, Sendable {
  /// What it is, as JSON names it.
  package enum Kind: String, Sendable {
    case button, link, toggle, text, secret, editor, choice, number, tab, disclosure
  }

  /// Names it while it is on the screen.
  package var id: ElementID
  /// What it is.
  package var kind: Kind
  /// What it is called.
  package var label: String
  /// What it holds, in words; empty for a button, and for an empty field.
  package var value: String
  /// What an empty field asks for.
  package var placeholder: String
  /// What can be chosen.
  package var choices: [String]
  /// Whether a person can act on it.
  package var isEnabled: Bool
  /// What `help` says of it.
  package var help: String?
  /// An extra word that activates it.
  package var shortcut: String?
  /// The values a number can take, in words.
  package var range: String?

  /// An element without a value.
  package init(id: ElementID, kind: Kind, label: String) {
    self.id = id
    self.kind = kind
    self.label = label
    value = ""
    placeholder = ""
    choices = []
    isEnabled = true
  }

  /// What stands after the number on the screen.
  package var displayText: String {
    switch kind {
    case .button, .link: label
    case .text, .secret, .editor: labelled(value.isEmpty ? emptyText : value)
    case .choice, .tab: labelled(value, note: choices.joined(separator: ", "))
    case .number: labelled(value, note: range ?? "")
    case .toggle, .disclosure: labelled(value)
    }
  }

  /// What a person is asked for a value with: the label, and what can be answered.
  var question: String {
    switch kind {
    case .choice, .tab: choices.isEmpty ? label : "\(label) (\(choices.joined(separator: ", ")))"
    case .number: range.map { "\(label) (\($0))" } ?? label
    default: label
    }
  }

  private var emptyText: String { placeholder.isEmpty ? "(empty)" : "(\(placeholder))" }

  private func labelled(_ value: String, note: String = "") -> String {
    let parts = [value, note.isEmpty ? "" : "(\(note))"].filter { !$0.isEmpty }
    let shown = parts.joined(separator: " ")
    return label.isEmpty || shown.isEmpty ? label + shown : "\(label): \(shown)"
  }
}

extension Element {
  /// The element with control bytes made visible in all that it shows.
  ///
  /// - Complexity: O(bytes); texts without control bytes stay as they are.
  var madeSafe: Element {
    var safe = self
    safe.label = SafeText.line(of: label)
    safe.value = SafeText.line(of: value)
    safe.placeholder = SafeText.line(of: placeholder)
    safe.choices = choices.map(SafeText.line)
    safe.help = help.map(SafeText.line)
    safe.shortcut = shortcut.map(SafeText.line)
    safe.range = range.map(SafeText.line)
    return safe
  }

  /// Takes the text of a label, less what the value says already: `Copies: 3` is `Copies`.
  mutating func describe(by text: String) {
    label = text
    guard kind != .button, kind != .link else { return }
    if kind == .number, !value.isEmpty, text.hasSuffix(value) {
      let rest = text.dropLast(value.count)
      if let last = rest.last, ": ".contains(last) { label = String(rest) }
    }
    while let last = label.last, ": ".contains(last) { label.removeLast() }
    if label.isEmpty { label = text }
  }
}

/// Names an element for as long as it is on the screen; never used twice in a scene.
package struct ElementID: Hashable, Sendable {
  let number: Int

  /// The name with a number.
  package init(_ number: Int) {
    self.number = number
  }
}

/// What a person does with an element.
package enum ElementInput: Hashable, Sendable {
  case activate
  case value(String)
}

/// What came of it.
package enum ElementReply: Hashable, Sendable {
  case done
  case gone
  case disabled(reason: String?)
  /// Refused, with the whole sentence to show.
  case refused(String)
  /// It wants a value; the next line is taken for it.
  case needsValue(prompt: String, isSecret: Bool, isMultiline: Bool)
}

/// A node that a person can act on.
@MainActor
protocol Actionable: AnyObject {
  func perform(_ input: ElementInput) -> ElementReply
}
