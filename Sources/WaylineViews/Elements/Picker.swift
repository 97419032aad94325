import WaylineGraph

/// A choice of one value among several.
///
/// The options are the views of its content that have a `.tag`; in a `ForEach` the identity is the
/// tag. Prints `[6] Theme: dark (light, dark, auto)`; `6 light` and `6 1` choose. Where a name contains a
/// number, only names choose: `5` of 5, 10 and 20 minutes. A word that names no option is refused and
/// changes nothing. Source: SwiftUI's `Picker`.
///
/// ```swift
/// Picker("Theme", selection: $theme) {
///   ForEach(Theme.allCases, id: \.self) { Text($0.rawValue) }
/// }
/// ```
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
  @Binding private var selection: SelectionValue
  private let label: Label
  private let content: Content

  /// A picker with a label made of views.
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    _selection = selection
    self.label = label()
    self.content = content()
  }

  /// A picker with a view as its label.
  nonisolated public init(
    selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker: View {
  /// The content of the view.
  public var body: some View {
    let binding = $selection
    let choice = TagSelection(
      chosen: [AnyHashable(selection)],
      value: { ($0.base as? SelectionValue).map { AnyHashable($0) } },
      choose: { if let value = $0.first?.base as? SelectionValue { binding.wrappedValue = value } },
      allowsNone: false)
    ChoiceView(
      Element(.choice), selection: choice, label: label, content: content)
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

/// A choice among the tagged rows of its content.
///
/// Pickers fold their rows into one line; a list also shows the rows that cannot be chosen or that
/// that can be used.
struct ChoiceView<Label: View, Content: View> {
  let element: Element
  let selection: TagSelection
  let showsRows: Bool
  let label: Label
  let content: Content

  nonisolated init(
    _ element: Element, selection: TagSelection, showsRows: Bool = false, label: Label,
    content: Content
  ) {
    self.element = element
    self.selection = selection
    self.showsRows = showsRows
    self.label = label
    self.content = content
  }
}

/// The chosen values, and the function that changes them.
struct TagSelection {
  /// The chosen values, also those that no option stands for.
  let chosen: Set<AnyHashable>
  /// The value that a tag stands for; nil if the selection has values of another type.
  ///
  /// NB: a value and the optional of it can be tags of the same option, and are not equal.
  let value: (AnyHashable) -> AnyHashable?
  /// Makes these values the chosen ones.
  let choose: (Set<AnyHashable>) -> Void
  /// True if nothing may be chosen.
  let allowsNone: Bool
  /// True if several values may be chosen.
  var allowsSeveral = false
}

extension Hashable {
  /// The tags that stand for the value of a selection: its own, and for an optional that of its content.
  package var fittingTags: Set<AnyHashable> {
    // NB: the tags of `2` and `Optional(2)` are equal, those of other values and their optionals are not.
    let content = (self as? any OptionalTag)?.contentTag
    return Set([AnyHashable(self)] + (content.map { [$0] } ?? []))
  }
}

/// An optional that may be the value of a selection.
private protocol OptionalTag {
  var contentTag: AnyHashable? { get }
}

extension Optional: OptionalTag where Wrapped: Hashable {
  fileprivate var contentTag: AnyHashable? { map { AnyHashable($0) } }
}

extension ChoiceView: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ChoiceNode {
    let node = ChoiceNode(view.element, selection: view.selection, in: context)
    node.showsRows = view.showsRows
    node.label = Label._makeNode(view.label, in: context.below(node).redacted(by: nil))
    // The options of a picker are no values; the rows of a list are.
    let rows = context.below(
      node, offersChoices: true, rowPlace: view.showsRows ? .list : .outside)
    node.content = Content._makeNode(
      view.content, in: rows.redacted(by: view.showsRows ? context.redaction : nil))
    return node
  }

  static func update(_ node: ChoiceNode, to view: Self) {
    node.update(view.element, selection: view.selection)
    if let label = node.label { Label._updateNode(label, to: view.label) }
    if let content = node.content { Content._updateNode(content, to: view.content) }
  }
}

/// The node of a choice: one line, with the options that the rows below make.
final class ChoiceNode: ElementNode {
  var content: ViewNode?
  var showsRows = false
  private var selection: TagSelection

  init(_ element: Element, selection: TagSelection, in context: NodeContext) {
    self.selection = selection
    super.init(element, in: context)
  }

  override var childNodes: [ViewNode] { super.childNodes + (content.map { [$0] } ?? []) }

  func update(_ element: Element, selection: TagSelection) {
    let isSame = self.selection.chosen == selection.chosen
    self.selection = selection
    if !isSame { linesChanged() }
    update(element)
  }

  override var labelled: Element { labelled(with: options(in: rows)) }

  override var elementValue: ElementValue? {
    ElementValue(
      read: { [weak self] in self?.selection.chosen },
      write: { [weak self] in self?.choose($0) })
  }

  private func labelled(with options: [Option]) -> Element {
    let chosen = options.filter { selection.chosen.contains($0.value) }.map(\.name)
    var shown = super.labelled
    shown.choices = options.map(\.text)
    shown.allowsSeveral = selection.allowsSeveral
    if shown.value.isEmpty {
      shown.value = chosen.isEmpty ? "none" : chosen.joined(separator: ", ")
    }
    return shown
  }

  override func makeFragment() -> Fragment {
    let rows = rows
    let options = options(in: rows)
    let line = Fragment(redacted(labelled(with: options)))
    guard showsRows else { return line }
    // Below the headings of sections the options are shown, too: a heading of nothing means nothing.
    let hasSections = rows.contains(where: \.fragment.isSpaced)
    let others = rows.filter { row in
      hasSections || row.fragment.elementCount > 0
        || row.tag.map { selection.value($0) == nil } ?? true
    }
    let shown = Fragment.listed(others.map(\.fragment))
    return Fragment(parts: options.isEmpty ? shown : [line] + shown, role: .row)
  }

  override func act(on input: ElementInput) -> ElementReply {
    let options = options(in: rows)
    guard case .value(let typed) = input else {
      var request = ValueRequest(present: labelled(with: options).value)
      request.chosen = Set(
        options.indices.filter { selection.chosen.contains(options[$0].value) })
      return .needsValue(request)
    }
    if typed.isEmpty, selection.allowsNone {
      choose(selection.chosen.subtracting(options.map(\.value)))
      sayHidden(among: options)
      return .done
    }
    let choices = choices(for: typed, among: options)
    switch find(typed, in: choices, options.map(\.value)) {
    case .success(let values):
      choose(values)
      if selection.allowsSeveral, !choices.isChange(typed) { sayHidden(among: options) }
      return .done
    case .failure(let refusal): return .refused(refusal.sentence)
    }
  }

  private func choose(_ values: Set<AnyHashable>) {
    if values != selection.chosen { selection.choose(values) }
  }

  /// The names that a typed text is looked up in: those of the options, or else their texts with the badges.
  private func choices(for typed: String, among options: [Option]) -> Choices {
    let names = Choices(names: options.map(\.name))
    let texts = Choices(names: options.map(\.text))
    let values = options.map(\.value)
    guard case .failure = find(typed, in: names, values),
      case .success = find(typed, in: texts, values)
    else { return names }
    return texts
  }

  private func find(
    _ typed: String, in choices: Choices, _ values: [AnyHashable]
  ) -> Result<Set<AnyHashable>, Choices.Refusal> {
    selection.allowsSeveral
      ? choices.selection(typed, of: values, changing: selection.chosen)
      : choices.find(typed).map { [values[$0]] }
  }

  /// Says that values stay chosen which are none of the options: rows that a search hides, that are not
  /// loaded, or that cannot be selected.
  private func sayHidden(among options: [Option]) {
    let count = selection.chosen.subtracting(options.map(\.value)).count
    guard count > 0 else { return }
    context.environment.values.showMessage(
      count == 1
        ? "1 chosen row is not among these choices, and stays chosen."
        : "\(count) chosen rows are not among these choices, and stay chosen.")
  }

  private var rows: [FragmentRow] { content?.fragment.rows ?? [] }

  private typealias Option = (value: AnyHashable, name: String, text: String)

  private func options(in rows: [FragmentRow]) -> [Option] {
    rows.compactMap { row in
      guard let tag = row.tag, let value = selection.value(tag) else { return nil }
      return (value, row.fragment.optionName, row.fragment.optionText)
    }
  }
}

/// A view with the value that it represents in a selection.
package struct Tagged<Content: View> {
  /// The view.
  package let content: Content
  /// The value that the tag stands for.
  package let tag: AnyHashable

  nonisolated init(_ content: Content, tag: AnyHashable) {
    self.content = content
    self.tag = tag
  }
}

extension Tagged: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> TagNode {
    let node = TagNode(view.tag, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: TagNode, to view: Self) {
    node.update(to: view.tag)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a tagged view.
package final class TagNode: ShapingNode {
  private var tag: AnyHashable

  init(_ tag: AnyHashable, in context: NodeContext) {
    self.tag = tag
    super.init(in: context)
  }

  func update(to tag: AnyHashable) {
    guard tag != self.tag else { return }
    self.tag = tag
    linesChanged()
  }

  override func makeFragment() -> Fragment {
    let fragment = childFragment
    return context.offersChoices ? Fragment(parts: [fragment], tag: tag) : fragment
  }
}

extension View {
  /// Sets the value that the view represents in a picker, a list with a selection, or tabs.
  ///
  /// A tag of a type also fits a selection of the optional of that type.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    Tagged(self, tag: AnyHashable(tag))
  }
}
