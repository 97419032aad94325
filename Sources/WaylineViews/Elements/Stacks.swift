/// Views below each other.
///
/// ```swift
/// VStack {
///   Text("Emma")
///   Text("1815")
/// }
/// ```
///
/// Spacing and alignment have no meaning in lines. Source: SwiftUI's `VStack`.
public struct VStack<Content: View> {
  private let content: Content

  /// Puts views below each other.
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension VStack: View {
  /// The content of the view.
  public var body: some View { Column(content) }
}

/// Views below each other; the rows of data are made when they are first printed.
///
/// ```swift
/// LazyVStack { ForEach(titles, id: \.self) { Text($0) } }
/// ```
///
/// On a screen that is covered from the start, such as one below the place that was opened, or in a
/// tab that was never selected, a `ForEach` in it has no rows before the screen is shown; at a terminal
/// that prints by pages, it makes them as the pages need them. Declare destinations and results
/// outside of the rows. Source: SwiftUI's `LazyVStack`.
public struct LazyVStack<Content: View> {
  private let content: Content

  /// Puts views below each other.
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension LazyVStack: View {
  /// The content of the view.
  public var body: some View { LazyColumn(content) }
}

/// Views beside each other on one line.
///
/// ```swift
/// HStack {
///   Text("Emma")
///   Text("1815")
/// }
/// ```
///
/// If a child has several lines, all are printed below each other. Source: SwiftUI's `HStack`.
public struct HStack<Content: View> {
  private let content: Content

  /// Puts views beside each other.
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension HStack: View {
  /// The content of the view.
  public var body: some View { Row(content) }
}

/// Views beside each other on one line; those of data are made when they are first printed.
///
/// ```swift
/// LazyHStack { ForEach(titles, id: \.self) { Text($0) } }
/// ```
///
/// It is to ``HStack`` what ``LazyVStack`` is to ``VStack``. Source: SwiftUI's `LazyHStack`.
public struct LazyHStack<Content: View> {
  private let content: Content

  /// Puts views beside each other.
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension LazyHStack: View {
  /// The content of the view.
  public var body: some View { LazyColumn(Row(content)) }
}

/// A part of a screen that a terminal scrolls by itself.
///
/// ```swift
/// ScrollView { Text("Emma") }
/// ```
///
/// Source: SwiftUI's `ScrollView`.
public struct ScrollView<Content: View> {
  private let content: Content

  /// Shows its content.
  nonisolated public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension ScrollView: View {
  /// The content of the view.
  public var body: some View { Column(content) }
}

/// Accepted for SwiftUI, without effect: lines begin at the left.
public enum HorizontalAlignment: Hashable, Sendable {
  case leading, center, trailing
}

/// Accepted for SwiftUI, without effect: lines have one height.
public enum VerticalAlignment: Hashable, Sendable {
  case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// Space between views, which lines do not have.
///
/// ```swift
/// HStack {
///   Text("Emma")
///   Spacer()
///   Text("1815")
/// }
/// ```
public struct Spacer {
  nonisolated public init(minLength: Double? = nil) {}
}

extension Spacer: View {
  /// Something that is there and has no lines.
  public var body: some View { Color.clear }
}

/// A line between views.
///
/// ```swift
/// Text("Emma")
/// Divider()
/// Text("1815")
/// ```
public struct Divider {
  nonisolated public init() {}
}

extension Divider: View {
  /// The content of the view.
  public var body: some View { Text(verbatim: "---") }
}
