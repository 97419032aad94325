/// What names one element of a page as long as it lives.
package struct ElementID: Hashable, Sendable {
  package var number: Int
  package init(_ number: Int) { self.number = number }
}

package enum Color: Hashable, Sendable { case red, green, blue, yellow, orange, purple, gray }

package struct TextStyle: Hashable, Sendable {
  package var isBold = false
  package var isItalic = false
  package var isUnderlined = false
  package var color: Color?
  package init() {}
}

package enum Span: Hashable, Sendable {
  case text(String, TextStyle)
  case element(Int)
}

package struct Line: Hashable, Sendable {
  package var spans: [Span]
  package init(spans: [Span]) { self.spans = spans }
}

package enum Layer: Hashable, Sendable {
  case root
  case sheet(String)
  case cover(String)
  case alert(String, String)
}

package struct Element: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case button, link, toggle, text, secret, editor, choice, number, tab, disclosure
  }
  package var id: ElementID
  package var kind: Kind
  package var label: String
  package var value: String
  package var placeholder = ""
  package var choices: [String] = []
  package var isEnabled = true
  package var help: String?
  package var shortcut: String?
  package var range: String?

  package init(id: ElementID, kind: Kind, label: String, value: String = "") {
    (self.id, self.kind, self.label, self.value) = (id, kind, label, value)
  }

  package var displayText: String {
    kind == .button || kind == .link ? label : "\(label): \(value)"
  }
}

package struct Page: Hashable, Sendable {
  package var layer: Layer
  package var titles: [String]
  package var lines: [Line]
  package var elements: [Element]
  package init(layer: Layer, titles: [String], lines: [Line], elements: [Element]) {
    (self.layer, self.titles, self.lines, self.elements) = (layer, titles, lines, elements)
  }
}

package enum ElementInput: Hashable, Sendable {
  case activate
  case value(String)
}

package enum ElementReply: Hashable, Sendable {
  case done
  case gone
  case disabled(reason: String?)
  case refused(String)
  case needsValue(prompt: String, isSecret: Bool, isMultiline: Bool)
}
