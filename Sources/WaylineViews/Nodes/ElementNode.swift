/// The part of an element that every kind has: what it shows, and what happens on input.
struct ElementView<Label: View> {
  let element: Element
  let label: Label
  let action: @MainActor (ElementInput) -> ElementReply

  nonisolated init(
    _ element: Element, label: Label, action: @escaping @MainActor (ElementInput) -> ElementReply
  ) {
    self.element = element
    self.label = label
    self.action = action
  }
}

extension ElementView: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ElementNode {
    let node = ElementNode(view.element, action: view.action, in: context)
    node.label = Label.makeNode(view.label, in: context.below(node))
    return node
  }

  static func update(_ node: ElementNode, to view: Self) {
    node.update(view.element, action: view.action)
    if let label = node.label { Label.updateNode(label, to: view.label) }
  }
}

/// The node of an element: one line, with a number when the page is put together.
class ElementNode: ViewNode, Actionable {
  final var label: ViewNode?
  private(set) final var element: Element
  private var action: @MainActor (ElementInput) -> ElementReply

  init(
    _ element: Element, action: @escaping @MainActor (ElementInput) -> ElementReply,
    in context: NodeContext
  ) {
    self.element = element.madeSafe
    self.action = action
    super.init(in: context)
    self.element.id = ElementID(context.host.nextOrder())
    context.host.add(self, as: self.element.id)
  }

  override var childNodes: [ViewNode] { label.map { [$0] } ?? [] }
  override var name: String { element.kind.rawValue }

  func update(_ element: Element, action: @escaping @MainActor (ElementInput) -> ElementReply) {
    self.action = action
    var element = element.madeSafe
    element.id = self.element.id
    guard element != self.element else { return }
    self.element = element
    linesChanged()
  }

  override func makeFragment() -> Fragment {
    Fragment([Line([.element(0)])], elements: [shown])
  }

  /// The element as the page has it: with the text of its label, where nothing else gives one.
  var shown: Element {
    var shown = element
    if shown.label.isEmpty { shown.describe(by: label?.fragment.text ?? "") }
    return shown
  }

  final func perform(_ input: ElementInput) -> ElementReply {
    guard element.isEnabled else { return .disabled(reason: element.help) }
    let reply = act(on: input)
    guard case .needsValue("", let isSecret, let isMultiline) = reply else { return reply }
    return .needsValue(prompt: shown.question, isSecret: isSecret, isMultiline: isMultiline)
  }

  /// Called with the input while the element is enabled.
  func act(on input: ElementInput) -> ElementReply { action(input) }

  override func end() {
    super.end()
    context.host.removeElement(element.id)
  }
}

extension Element {
  /// An element as a view describes it, before a node gives it an identity.
  nonisolated init(_ kind: Kind, in values: ElementEnvironment, label: String = "") {
    self.init(id: ElementID(0), kind: kind, label: values.label ?? label)
    isEnabled = values.isEnabled
    help = values.help
    shortcut = values.shortcut
  }
}
