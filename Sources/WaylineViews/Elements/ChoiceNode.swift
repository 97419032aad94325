/// A choice among the tagged rows of its content.
///
/// Pickers fold their rows into one line; a list also shows the rows that cannot be chosen or that
/// a person can act on.
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

/// What is chosen, by tag, and how that is changed.
struct TagSelection {
  /// The tags of what is chosen.
  let chosen: Set<AnyHashable>
  /// Whether a tag is of the type that can be chosen.
  let accepts: (AnyHashable) -> Bool
  /// Chooses a tag, or with nil nothing.
  let choose: (AnyHashable?) -> Void
  /// Whether nothing may be chosen.
  let allowsNone: Bool
}

extension ChoiceView: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ChoiceNode {
    let node = ChoiceNode(view.element, selection: view.selection, in: context)
    node.showsRows = view.showsRows
    node.label = Label.makeNode(view.label, in: context.below(node))
    node.content = Content.makeNode(view.content, in: context.below(node, offersChoices: true))
    return node
  }

  static func update(_ node: ChoiceNode, to view: Self) {
    node.update(view.element, selection: view.selection)
    if let label = node.label { Label.updateNode(label, to: view.label) }
    if let content = node.content { Content.updateNode(content, to: view.content) }
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

  override var shown: Element { shown(with: options(in: rows)) }

  private func shown(with options: [Option]) -> Element {
    let chosen = options.filter { selection.chosen.contains($0.tag) }.map(\.name)
    var shown = super.shown
    shown.choices = options.map(\.name)
    shown.value = chosen.isEmpty ? "none" : chosen.joined(separator: ", ")
    return shown
  }

  override func makeFragment() -> Fragment {
    let rows = rows
    let options = options(in: rows)
    let line = Fragment(shown(with: options))
    guard showsRows else { return line }
    let others = rows.filter { row in
      row.fragment.elementCount > 0 || row.tag.map { !selection.accepts($0) } ?? true
    }
    let shown = Fragment.listed(others.map(\.fragment))
    return Fragment(parts: options.isEmpty ? shown : [line] + shown, role: .row)
  }

  override func act(on input: ElementInput) -> ElementReply {
    let options = options(in: rows)
    let choices = Choices(names: options.map(\.name))
    guard case .value(let typed) = input else {
      return .needsValue(prompt: "", isSecret: false, isMultiline: false)
    }
    if typed.isEmpty, selection.allowsNone {
      selection.choose(nil)
      return .done
    }
    switch choices.find(typed) {
    case .success(let index): selection.choose(options[index].tag)
    case .failure(let refusal): return .refused(refusal.sentence)
    }
    return .done
  }

  private var rows: [FragmentRow] { content?.fragment.rows ?? [] }

  private typealias Option = (tag: AnyHashable, name: String)

  private func options(in rows: [FragmentRow]) -> [Option] {
    rows.compactMap { row in
      guard let tag = row.tag, selection.accepts(tag) else { return nil }
      return (tag, row.fragment.text)
    }
  }
}
