import WaylineGraph
import WaylineSystem

/// A title with an icon, of which lines show the title.
///
/// ```swift
/// Label("Reserved", systemImage: "bookmark")
/// ```
///
/// Source: SwiftUI's `Label`.
public struct Label<Title: View, Icon: View> {
  private let title: Title

  /// A label made of views; the icon is not shown.
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
  }
}

extension Label: View {
  /// The content of the view.
  public var body: some View { title }
}

extension Label where Title == Text, Icon == EmptyView {
  /// A label with a text; the name of the icon is not shown.
  nonisolated public init<Name: StringProtocol>(_ title: Name, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { EmptyView() })
  }

  /// A label with a text; the name of the icon is not shown.
  nonisolated public init<Name: StringProtocol>(_ title: Name, image name: String) {
    self.init(title: { Text(title) }, icon: { EmptyView() })
  }
}

/// A view whose title can be read without showing it.
package protocol TitledLabel {
  /// The words of the title; nil where it is not a text.
  var titleWords: String? { get }
}

extension Label: TitledLabel {
  /// The words of the title; nil where it is not a text.
  package var titleWords: String? { (title as? Text)?.plain }
}

// Lines have no images: the name of an icon is accepted, and not shown.

extension Button where Label == Text {
  /// A button with a text as its label; the name of the icon is not shown.
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// A button with a role and a text as its label; the name of the icon is not shown.
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

/// A view with a label before it.
///
/// ```swift
/// LabeledContent("Author", value: "L. P. Hartley")
/// ```
///
/// Prints `Author: L. P. Hartley`; in a list or a form, labels of adjacent rows are
/// filled to one width. Content of several lines follows below its label. Source: SwiftUI's
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
  /// The content of the view.
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

/// A label, a colon and the labelled content.
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
      // The label names what is hidden.
      Label._makeNode(view.label, in: below.redacted(by: nil)),
      Content._makeNode(view.content, in: below),
    ])
    return node
  }

  static func update(_ node: LabeledNode, to view: Self) {
    Label._updateNode(node.children[0], to: view.label)
    Content._updateNode(node.children[1], to: view.content)
  }
}

/// The node of labelled content.
final class LabeledNode: GroupNode {
  var isAligned = false
  override var showsParts: Bool { false }

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
