import WaylineSystem

/// An item of a page that the user can activate or change.
package struct Element: Hashable, Sendable {
  /// The kind of an element, as JSON names it.
  package enum Kind: String, Sendable {
    case button, link, toggle, text, secret, editor, choice, number, tab, disclosure
  }

  /// The identity of the element while it is on the screen.
  package var id: ElementID
  /// The label.
  package var label: String
  /// The value, in words; empty for a button and for an empty field.
  package var value: String
  /// The fields that few elements have; nil where all have their usual values.
  package private(set) var uncommon: UncommonFields?
  /// The kind.
  package var kind: Kind
  /// True if the element accepts input.
  package var isEnabled: Bool

  /// An element without a value.
  package init(id: ElementID, kind: Kind, label: String) {
    self.id = id
    self.kind = kind
    self.label = label
    value = ""
    isEnabled = true
  }

  /// The text after the number on the screen.
  package var displayText: String {
    switch kind {
    case .button, .link: value.isEmpty ? label : labelled(value)
    case .text, .secret, .editor: labelled(value.isEmpty ? emptyText : value)
    case .choice, .tab: labelled(value, note: range ?? listedChoices)
    case .number, .disclosure: labelled(value, note: range ?? "")
    case .toggle: labelled(value)
    }
  }

  /// The question for a value: the label and the possible answers.
  var question: String {
    switch kind {
    case .choice, .tab: choices.isEmpty ? label : "\(label) (\(range ?? listedChoices))"
    case .number: range.map { "\(label) (\($0))" } ?? label
    default: label
    }
  }

  private var listedChoices: String { Choices.first(choices).joined(separator: ", ") }

  /// A piece of the text after the number, by what it is.
  package enum Part: Hashable, Sendable {
    case plain, value, chosen
  }

  /// The pieces of ``displayText``: its value, and the options that are chosen now, among the others.
  ///
  /// - Complexity: O(text).
  package var displayParts: [(text: String, part: Part)] {
    guard !value.isEmpty else { return [(displayText, .plain)] }
    let head: [(text: String, part: Part)] = label.isEmpty ? [] : [("\(label): ", .plain)]
    let parts = head + [(value, .value)]
    let isChoice = kind == .choice || kind == .tab
    guard isChoice, range == nil, !choices.isEmpty else {
      let rest = String(displayText.dropFirst(parts.reduce(0) { $0 + $1.text.count }))
      return rest.isEmpty ? parts : parts + [(rest, .plain)]
    }
    return parts + [(" (", .plain)] + listedParts + [(")", .plain)]
  }

  private var listedParts: [(text: String, part: Part)] {
    let chosen = allowsSeveral ? Set(value.split(separator: ", ").map(String.init)) : [value]
    return Choices.first(choices).enumerated().flatMap { index, name in
      (index > 0 ? [(", ", Part.plain)] : []) + [(name, chosen.contains(name) ? .chosen : .plain)]
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
  /// The fields that few elements have, stored apart because elements are copied often.
  package final class UncommonFields: Hashable, Sendable {
    fileprivate let values: Values

    fileprivate struct Values: Hashable, Sendable {
      var placeholder = ""
      var choices: [String] = []
      var help: String?
      var shortcut: String?
      var range: String?
      var allowsSeveral = false
      var isSensitive = false
      var role: ButtonRole?
      var requiresWholeLabel = false
      var isOfRow = false
      var isSearch = false
    }

    fileprivate init(_ values: Values) { self.values = values }

    /// True if the element is marked as one that destroys something.
    package var isMarkedDestructive: Bool { values.role == .destructive && !values.isOfRow }

    package static func == (left: UncommonFields, right: UncommonFields) -> Bool {
      left === right || left.values == right.values
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  private mutating func changeUncommonFields(_ change: (inout UncommonFields.Values) -> Void) {
    var values = uncommon?.values ?? UncommonFields.Values()
    change(&values)
    if values != uncommon?.values {
      uncommon = values == UncommonFields.Values() ? nil : UncommonFields(values)
    }
  }

  /// The prompt of an empty field.
  package var placeholder: String {
    get { uncommon?.values.placeholder ?? "" }
    set { changeUncommonFields { $0.placeholder = newValue } }
  }

  /// The options.
  package var choices: [String] {
    get { uncommon?.values.choices ?? [] }
    set { changeUncommonFields { $0.choices = newValue } }
  }

  /// The help text that `help` prints.
  package var help: String? {
    get { uncommon?.values.help }
    set { changeUncommonFields { $0.help = newValue } }
  }

  /// An extra word that activates it.
  package var shortcut: String? {
    get { uncommon?.values.shortcut }
    set { changeUncommonFields { $0.shortcut = newValue } }
  }

  /// The values a number can take, in words; of a disclosure those that open and close it, where its
  /// number does something else; of a choice examples that are shown instead of all choices.
  package var range: String? {
    get { uncommon?.values.range }
    set { changeUncommonFields { $0.range = newValue } }
  }

  /// True if several of the options can be chosen at once.
  package var allowsSeveral: Bool {
    get { uncommon?.values.allowsSeveral ?? false }
    set { changeUncommonFields { $0.allowsSeveral = newValue } }
  }

  /// True if its value is shown, and must not be stored anywhere.
  package var isSensitive: Bool {
    get { uncommon?.values.isSensitive ?? false }
    set { changeUncommonFields { $0.isSensitive = newValue } }
  }

  /// The purpose of a button, where it has one.
  package var role: ButtonRole? {
    get { uncommon?.values.role }
    set { changeUncommonFields { $0.role = newValue } }
  }

  /// True if the beginning of its label does not activate it: its view says so, or it destroys something.
  package var requiresWholeLabel: Bool {
    get { uncommon.map { $0.values.requiresWholeLabel || $0.values.role == .destructive } ?? false }
    set { changeUncommonFields { $0.requiresWholeLabel = newValue } }
  }

  /// True for the action of a row that has a role: every row has the same one.
  package var isOfRow: Bool {
    get { uncommon?.values.isOfRow ?? false }
    set { changeUncommonFields { $0.isOfRow = newValue } }
  }

  /// True if it destroys something and a screen says so in words: not for each row of a list.
  package var isMarkedDestructive: Bool {
    uncommon?.isMarkedDestructive ?? false
  }

  /// True for the field of a search, which is no part of a form.
  package var isSearch: Bool {
    get { uncommon?.values.isSearch ?? false }
    set { changeUncommonFields { $0.isSearch = newValue } }
  }

  /// True if it is a field of a form, which can be given a value now.
  package var isField: Bool {
    switch kind {
    case .text, .secret, .editor, .choice, .number, .toggle: isEnabled && !isSearch
    case .button, .link, .tab, .disclosure: false
    }
  }

  /// True if its view makes it the default action of the screen.
  package var isDefaultAction: Bool { shortcut == KeyboardShortcut.defaultAction.word }

  /// True if the values that are typed for it must not be stored anywhere, or shown again.
  package var isPrivate: Bool { kind == .secret || isSensitive }
}

extension Element {
  /// True if all that it shows is known to be shown as it is; false where that needs a full check.
  @inline(__always)
  var isSafe: Bool {
    uncommon == nil && (value.isEmpty || SafeText.isPlain(value))
      && (label.isEmpty || SafeText.isPlainLabel(label))
  }

  /// The element with control bytes made visible in all that it shows.
  ///
  /// - Complexity: O(bytes); texts without control bytes stay as they are.
  var madeSafe: Element {
    var safe = self
    safe.label = SafeText.label(of: label)
    safe.value = SafeText.line(of: value)
    guard let uncommon else { return safe }
    var values = uncommon.values
    values.placeholder = SafeText.line(of: values.placeholder)
    values.choices = values.choices.map(SafeText.line)
    values.help = values.help.map(SafeText.line)
    values.shortcut = values.shortcut.map(SafeText.line)
    values.range = values.range.map(SafeText.line)
    safe.changeUncommonFields { $0 = values }
    return safe
  }

  /// Sets the label from a text, without the part that repeats the value: `Copies: 3` is `Copies`.
  mutating func describe(by text: String) {
    let text = SafeText.label(of: text)
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

/// The identity of an element while it is on the screen; never used twice in a scene.
package struct ElementID: Hashable, Sendable {
  let number: Int

  /// The name with a number.
  package init(_ number: Int) {
    self.number = number
  }
}

/// An input to an element.
package enum ElementInput: Hashable, Sendable {
  case activate
  case value(String)
  /// A request for the place of a link, which is reported and not opened; others do nothing.
  case locate
}

/// The result of an input.
package enum ElementReply: Hashable, Sendable {
  case done
  case gone
  case disabled(reason: String?)
  /// Refused, with the whole sentence to show.
  case refused(String)
  /// It needs a value; the next line is taken for it.
  case needsValue(ValueRequest)
}

/// A request of an element for its value.
package struct ValueRequest: Hashable, Sendable {
  /// The text printed before the value; empty until the element's label is known.
  package var prompt: String
  /// The present value as it can be typed; of a secret only that there is one.
  package var present: String
  /// True if the value is typed without echo and never stored.
  package var isSecret: Bool
  /// True if the value may be several lines.
  package var isMultiline: Bool
  /// The positions of the chosen choices, where the element has any; empty where the value is hidden.
  package var chosen: Set<Int> = []
  /// The rule of a date, which keys can change; nil for other values.
  package var date: DateEntry?

  /// A request for one line of text.
  nonisolated package init(
    prompt: String = "", present: String = "", isSecret: Bool = false, isMultiline: Bool = false
  ) {
    (self.prompt, self.present) = (prompt, present)
    (self.isSecret, self.isMultiline) = (isSecret, isMultiline)
  }
}

/// A node that handles input.
@MainActor
protocol Actionable: AnyObject {
  func perform(_ input: ElementInput) -> ElementReply
}
