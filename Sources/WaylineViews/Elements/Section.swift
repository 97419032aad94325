import WaylineGraph

/// Views under a heading, set off by a blank line.
///
/// ```swift
/// Section("Books") { Text("The Leopard") }
/// ```
///
/// Source: SwiftUI's `Section`.
public struct Section<Parent: View, Content: View, Footer: View> {
  private let header: Parent
  private let content: Content
  private let footer: Footer
  private let isExpanded: Binding<Bool>?

  nonisolated init(header: Parent, content: Content, footer: Footer, isExpanded: Binding<Bool>?) {
    self.header = header
    self.content = content
    self.footer = footer
    self.isExpanded = isExpanded
  }

  /// A section with a heading and a line below.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) {
    self.init(header: header(), content: content(), footer: footer(), isExpanded: nil)
  }
}

// NB: no view with a body: a change of what is around a section would run that body, and make all views
// of its lines again, which never change.
extension Section: PrimitiveView {
  private static var lines: BranchNode.Branch { .number(2) }

  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    if let isExpanded = view.isExpanded {
      node.show(
        Spaced(
          DisclosureGroup(
            isExpanded: isExpanded, content: { view.content }, label: { view.header })),
        branch: .number(1))
    } else if let shown = node.child(of: lines) {
      update(lines: shown, to: view)
    } else {
      // In a ForEach of sections, the heading of one has its identity, and is no option of a choice.
      node.show(
        Spaced(
          TupleView(Unselectable(view.header.bold()), view.content, Unselectable(view.footer))),
        branch: lines)
    }
  }

  /// Gives the parts of a section that is always open to their nodes.
  @MainActor
  private static func update(lines node: ViewNode, to view: Self) {
    guard let parts = ((node as? SpacedNode)?.child as? GroupNode)?.children, parts.count == 3,
      let heading = (parts[0] as? UnselectableNode)?.child as? StyleNode,
      let header = heading.child, let footer = (parts[2] as? UnselectableNode)?.child
    else { preconditionFailure("The nodes of a section are those that it has made.") }
    Parent._updateNode(header, to: view.header)
    Content._updateNode(parts[1], to: view.content)
    Footer._updateNode(footer, to: view.footer)
  }
}

extension Section where Footer == EmptyView {
  /// A section with a heading.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent
  ) {
    self.init(content: content, header: header) { EmptyView() }
  }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
  /// A section without a heading.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// A section with a text as its heading.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
  }
}

/// Lines that are separated by a blank line from the lines before.
typealias Spaced<Content: View> = Formed<SpacedNode, Content>

/// The node of lines that are set off.
final class SpacedNode: ShapingNode, FormNode {
  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment {
    Fragment(parts: child.map { [$0.fragment] } ?? [], isSpaced: true)
  }
}

extension Section where Parent == EmptyView {
  /// A section without a heading, with a line below.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer
  ) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }

  /// A section without a heading, with a line below.
  nonisolated public init(footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { footer })
  }
}

extension Section {
  /// A section with a heading and a line below.
  nonisolated public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(header: header, content: content(), footer: footer, isExpanded: nil)
  }
}

extension Section where Footer == EmptyView {
  /// A section with a heading.
  nonisolated public init(header: Parent, @ViewBuilder content: () -> Content) {
    self.init(header: header, content: content(), footer: EmptyView(), isExpanded: nil)
  }

  /// A section that its heading opens and closes: `[1] Books: closed`.
  nonisolated public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content,
    @ViewBuilder header: () -> Parent
  ) {
    self.init(
      header: header(), content: content(), footer: EmptyView(), isExpanded: isExpanded)
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// A section that a text, its heading, opens and closes: `[1] Books: closed`.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) {
    self.init(
      header: Text(title), content: content(), footer: EmptyView(), isExpanded: isExpanded)
  }
}

/// Fields and sections below each other.
///
/// ```swift
/// Form { TextField("Member", text: $member) }
/// ```
///
/// Source: SwiftUI's `Form`.
public struct Form<Content: View> {
  private let content: Content

  /// A form of the views of its content.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Form: View {
  /// The content of the view.
  public var body: some View { Rows(content) }
}
