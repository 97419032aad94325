/// A view with a label before it.
///
/// Prints `Author: L. P. Hartley`; in a list or a form, labels that stand below each other are
/// filled to one width. Content of several lines stands below its label. Source: SwiftUI's
/// `LabeledContent`.
///
/// ```
/// Author:    L. P. Hartley
/// Published: 1953
/// ```
public struct LabeledContent<Label: View, Content: View> {
  private let label: Label
  private let content: Content

  /// Content with a label made of views.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }
}

extension LabeledContent: View {
  /// What the view consists of.
  public var body: some View { Labeled(label: label, content: content, isAligned: true) }
}

extension LabeledContent where Label == Text {
  /// Content with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A text with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: StringProtocol>(
    _ title: Title, value: Value
  ) {
    self.init(content: { Text(value) }, label: { Text(title) })
  }
}

/// A label, a colon and what it is the label of.
struct Labeled<Label: View, Content: View> {
  let label: Label
  let content: Content
  let isAligned: Bool

  nonisolated init(label: Label, content: Content, isAligned: Bool = false) {
    self.label = label
    self.content = content
    self.isAligned = isAligned
  }
}

extension Labeled: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> LabeledNode {
    let node = LabeledNode(in: context)
    let below = context.below(node)
    node.isAligned = view.isAligned
    node.replaceChildren([
      Label.makeNode(view.label, in: below), Content.makeNode(view.content, in: below),
    ])
    return node
  }

  static func update(_ node: LabeledNode, to view: Self) {
    Label.updateNode(node.children[0], to: view.label)
    Content.updateNode(node.children[1], to: view.content)
  }
}

/// The node of labelled content.
final class LabeledNode: GroupNode {
  var isAligned = false

  override func makeFragment() -> Fragment {
    let (label, content) = (children[0].fragment, children[1].fragment)
    guard label.elementCount == 0, label.lineCount == 1 else {
      return Fragment(parts: [label, content], role: .row)
    }
    var head = label.flattened.lines[0].spans
    if !label.text.hasSuffix(":") { head.append(.text(":", TextStyle())) }
    return content.lineCount == 1
      ? line(head, content.flattened)
      : Fragment(parts: [Fragment([Line(head)]), content], role: .row)
  }

  private func line(_ head: [Line.Span], _ content: Page) -> Fragment {
    let width = DisplayWidth.of(Page.text(of: head))
    let line = Line(head + [.text(" ", TextStyle())] + content.lines[0].spans)
    let label = isAligned ? LeadingLabel(spanCount: head.count, width: width) : nil
    return Fragment([line], elements: content.elements, leadingLabel: label)
  }
}
