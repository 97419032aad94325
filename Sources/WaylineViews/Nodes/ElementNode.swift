import WaylineGraph

/// The common part of all elements: a description, a label and an action.
package struct ElementView<Label> {
  let element: Element
  let label: Label
  let action: @MainActor (ElementInput) -> ElementReply
  let content: ElementContent?

  /// An element that does `action` on input.
  ///
  /// - Parameters:
  ///   - secret: the text behind a secure field, which dumps do not show.
  ///   - value: the value that a command changes, which `undo` restores; nil for an action and for a secret.
  ///   - completion: runs after a value was taken, and all that follows from the new value is complete:
  ///     bodies, `onChange`, `onReceive`. It is that of the last body.
  nonisolated package init(
    _ element: Element, label: Label, secret: (@MainActor () -> String)? = nil,
    value: (() -> ElementValue?)? = nil, completion: (@MainActor () -> Void)? = nil,
    action: @escaping @MainActor (ElementInput) -> ElementReply
  ) {
    self.element = element
    self.label = label
    self.action = action
    let hasContent = secret != nil || value != nil || completion != nil
    content = hasContent ? ElementContent(secret, value, completion) : nil
  }
}

/// The content of an element that takes values; an object, since buttons and links have none.
final class ElementContent {
  /// The text behind a secure field.
  let secret: (@MainActor () -> String)?
  /// The value that a command changes.
  let value: (() -> ElementValue?)?
  /// Runs after a value was taken, and all that follows from it is complete.
  let completion: (@MainActor () -> Void)?

  init(
    _ secret: (@MainActor () -> String)?, _ value: (() -> ElementValue?)?,
    _ completion: (@MainActor () -> Void)?
  ) {
    (self.secret, self.value, self.completion) = (secret, value, completion)
  }
}

extension ElementView: View, PrimitiveView where Label: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> ActingNode {
    let node = ActingNode(view.element, action: view.action, in: context)
    node.content = view.content
    // The label of a value names what is hidden; only the label of an action may be a value.
    node.label = Label._makeNode(
      view.label,
      in: context.below(node).redacted(by: view.element.isAction ? context.redaction : nil))
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: ActingNode, to view: Self) {
    (node.action, node.content) = (view.action, view.content)
    node.update(view.element)
    if let label = node.label { Label._updateNode(label, to: view.label) }
  }
}

/// The node of an element with a closure for its input.
package final class ActingNode: ElementNode {
  var action: @MainActor (ElementInput) -> ElementReply
  var content: ElementContent?

  init(
    _ element: Element, action: @escaping @MainActor (ElementInput) -> ElementReply,
    in context: NodeContext
  ) {
    self.action = action
    super.init(element, in: context)
  }

  override func endChildren() { label?.end() }

  override var elementValue: ElementValue? { content?.value?() }

  override func act(on input: ElementInput) -> ElementReply {
    let reply = action(input)
    // NB: not the present closure: the change may bring another one, with other values.
    if content?.completion != nil, reply == .done, case .value = input {
      context.host.graph.whenSettled { self.content?.completion?() }
    }
    return reply
  }
}

/// The node of an element: one line, with a number when the page is put together.
///
/// It combines the description of its view with the settings of ancestors, and is evaluated again
/// only when one of the two is another.
package class ElementNode: ViewNode, Actionable, NodeOwner {
  // It is set once.
  @exclusivity(unchecked) final var label: ViewNode?
  // Its replacement calls no other code, so accesses do not overlap.
  /// The element as its view and ancestors describe it, made safe.
  @exclusivity(unchecked) private(set) final var element: Element
  /// The description and settings it was made of, where the element does not contain them.
  private var sources: ElementSources?
  private let graphNode: Node

  init(_ element: consuming Element, in context: NodeContext) {
    self.element = element
    graphNode = context.makeGraphNode()
    super.init(in: context)
    let host = context.host
    let id = ElementID(host.nextOrder())
    self.element.id = id
    host.add(self, as: id)
    graphNode.begin(for: self, isDue: false)
    takeTurn()
  }

  override var childNodes: [ViewNode] { label.map { [$0] } ?? [] }
  override var name: String { element.kind.rawValue }

  /// The name in messages.
  package var nodeName: String { element.kind.rawValue }

  /// Reads the settings of ancestors, and runs again when they change.
  package func takeTurn() {
    var settings: ElementSettings?
    guard graphNode.read({ settings = context.environment.values.elementSettings }) else { return }
    // Most elements have no settings, and are what their view describes.
    if settings == nil, sources == nil, element.isSafe { return }
    describe(by: described, in: settings)
  }

  /// Gives the element another description.
  final func update(_ description: Element) {
    guard description != described else { return }
    describe(by: description, in: sources?.settings)
  }

  /// The description given by its view.
  private var described: Element { sources?.description ?? element.with(id: ElementID(0)) }

  private func describe(by description: Element, in settings: ElementSettings?) {
    let set = settings.map { description.with($0.values) } ?? description
    let safe = set.isSafe ? set : set.madeSafe
    let isAll = settings == nil && safe == description
    sources = isAll ? nil : ElementSources(description, settings)
    let element = safe.with(id: self.element.id)
    guard element != self.element else { return }
    self.element = element
    linesChanged()
  }

  override func makeFragment() -> Fragment { Fragment(shown) }

  /// The element as the page has it.
  final var shown: Element { redacted(labelled) }

  /// The element with the text of its label, where nothing else gives one.
  var labelled: Element {
    var shown = element
    if shown.label.isEmpty { shown.describe(by: label?.lineText ?? "") }
    return shown
  }

  final func perform(_ input: ElementInput) -> ElementReply {
    guard element.isEnabled else { return .disabled(reason: element.help) }
    let reply = redacted(act(on: element.kind.isFreeText ? input : input.trimmed))
    guard case .needsValue(var request) = reply, request.prompt.isEmpty else { return reply }
    request.prompt = shown.question
    return .needsValue(request)
  }

  /// The value that a command changes, which `undo` restores; nil without one.
  var elementValue: ElementValue? { nil }

  /// Called with the input while the element is enabled.
  func act(on input: ElementInput) -> ElementReply { .done }

  override func end() {
    super.end()
    graphNode.end()
    context.host.removeElement(element.id)
  }
}

extension Element.Kind {
  /// True if every blank of a value belongs to it.
  fileprivate var isFreeText: Bool { [.text, .secret, .editor].contains(self) }
}

extension ElementInput {
  /// The input without the blanks around its value.
  fileprivate var trimmed: ElementInput {
    if case .value(let value) = self { .value(value.trimmed) } else { self }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var bytes = Substring(String(self)).utf8
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

/// The description of an element by its view and its settings from ancestors.
private final class ElementSources {
  let description: Element
  let settings: ElementSettings?

  init(_ description: Element, _ settings: ElementSettings?) {
    (self.description, self.settings) = (description, settings)
  }
}

extension Element {
  /// An element as a view describes it, before a node gives it an identity.
  nonisolated package init(_ kind: Kind, label: String = "") {
    self.init(id: ElementID(0), kind: kind, label: label)
  }

  fileprivate func with(id: ElementID) -> Element {
    var element = self
    element.id = id
    return element
  }

  /// The element with the settings of ancestors.
  fileprivate func with(_ environment: ElementEnvironment) -> Element {
    var element = self
    if let label = environment.label { element.label = label }
    if let value = environment.value { element.value = value }
    element.isEnabled = isEnabled && environment.isEnabled
    element.help = environment.help ?? help
    element.shortcut = environment.shortcut ?? shortcut
    if environment.requiresWholeLabel { element.requiresWholeLabel = true }
    return element
  }
}

/// The settings that ancestors give the elements below them.
struct ElementEnvironment: Equatable {
  var isEnabled = true
  var label: String?
  var value: String?
  var help: String?
  var shortcut: String?
  var requiresWholeLabel = false
}

/// These settings where an ancestor gave some; an object, since every element reads them.
final class ElementSettings: Equatable {
  let values: ElementEnvironment

  init(_ values: ElementEnvironment) { self.values = values }

  static func == (left: ElementSettings, right: ElementSettings) -> Bool {
    left === right || left.values == right.values
  }
}

private enum ElementSettingsKey: EnvironmentKey {
  static var defaultValue: ElementSettings? { nil }
}

extension EnvironmentValues {
  /// The settings that ancestors give the elements below them; nil where each is the usual one.
  fileprivate var elementSettings: ElementSettings? { self[ElementSettingsKey.self] }

  /// The settings that ancestors give the elements below them.
  var element: ElementEnvironment {
    get { elementSettings?.values ?? ElementEnvironment() }
    set {
      self[ElementSettingsKey.self] =
        newValue == ElementEnvironment() ? nil : ElementSettings(newValue)
    }
  }

  /// True if the elements below accept input.
  public var isEnabled: Bool {
    get { elementSettings?.values.isEnabled ?? true }
    set { element.isEnabled = newValue }
  }
}

extension View {
  // NB: consuming, so that the view is moved and not copied.
  /// Refuses input to the elements below; an ancestor's `disabled(true)` cannot be taken back.
  @inlinable
  nonisolated public consuming func disabled(_ disabled: Bool) -> some View {
    Described(self, by: .disabled(disabled))
  }

  /// Sets the help text, which is also the reason given while the element is disabled.
  @inlinable
  nonisolated public consuming func help(_ text: String) -> some View {
    Described(self, by: .help(text))
  }
}
