import WaylineGraph

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
