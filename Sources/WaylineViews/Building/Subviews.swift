import WaylineGraph

/// One of the views that a `Group(subviews:)` takes apart.
///
/// Source: SwiftUI's `Subview`.
public struct Subview: Identifiable {
  /// The identity of a subview among those of its group.
  public struct ID: Hashable {
    let way: [AnyHashable]
  }

  /// The identity, from its place among the statements and rows of the content.
  public let id: ID
  let content: AnyView
}

extension Subview: View {
  /// The content of the view.
  public var body: some View { content }
}

/// The views of a content, one by one.
///
/// Source: SwiftUI's `SubviewsCollection`.
public struct SubviewsCollection: RandomAccessCollection {
  private let subviews: [Subview]

  /// The views that the statements of a builder make; a view with a body is one.
  @MainActor init(of content: some View) {
    var found: [Subview] = []
    Self.collect(content, [], into: &found)
    subviews = found
  }

  /// The first position.
  public var startIndex: Int { subviews.startIndex }
  /// The position after the last view.
  public var endIndex: Int { subviews.endIndex }
  /// The view at a position.
  public subscript(position: Int) -> Subview { subviews[position] }

  @MainActor
  static func collect(_ content: some View, _ way: [AnyHashable], into found: inout [Subview]) {
    if let source = content as? any SubviewSource { return source.collect(way, into: &found) }
    found.append(Subview(id: Subview.ID(way: way), content: AnyView(content)))
  }
}

extension SubviewsCollection: View {
  /// All of the views.
  public var body: some View { ForEach(subviews) { $0 } }
}

/// A view that stands for several, or for none.
@MainActor
protocol SubviewSource {
  func collect(_ way: [AnyHashable], into found: inout [Subview])
}

extension TupleView: SubviewSource where repeat each Child: View {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    var index = 0
    func collect(_ child: some View) {
      SubviewsCollection.collect(child, way + [index], into: &found)
      index += 1
    }
    repeat collect(each children)
  }
}

extension Group: SubviewSource {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    SubviewsCollection.collect(content, way, into: &found)
  }
}

extension ForEach: SubviewSource where Content: View {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    for (place, element) in data.enumerated() {
      SubviewsCollection.collect(
        content(element, place), way + [AnyHashable(id(element))], into: &found)
    }
  }
}

extension Optional: SubviewSource where Wrapped: View {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    if let self { SubviewsCollection.collect(self, way, into: &found) }
  }
}

extension ConditionalContent: SubviewSource where First: View, Second: View {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    switch branch {
    case .first(let view): SubviewsCollection.collect(view, way + [1], into: &found)
    case .second(let view): SubviewsCollection.collect(view, way + [2], into: &found)
    }
  }
}

extension EmptyView: SubviewSource {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {}
}

extension AnyView: SubviewSource {
  func collect(_ way: [AnyHashable], into found: inout [Subview]) {
    SubviewsCollection.collect(content, way, into: &found)
  }
}

/// The views that a closure makes of the views of a content.
///
/// It is the content of a `Group(subviews:)`.
public struct SubviewsOf<Base: View, Result: View> {
  let base: Base
  let transform: (SubviewsCollection) -> Result
}

extension SubviewsOf: View {
  /// The content of the view.
  public var body: some View { transform(SubviewsCollection(of: base)) }
}

extension ForEach where Data == SubviewsCollection, ID == Subview.ID, Content: View {
  /// A view for each of the views of a content.
  ///
  /// The views are those that a `Group(subviews:)` receives. Source: SwiftUI's
  /// `ForEach(subviews:content:)`.
  @preconcurrency @MainActor public init<Base: View>(
    subviews view: Base, @ViewBuilder content: @escaping (Subview) -> Content
  ) {
    self.init(SubviewsCollection(of: view), content: content)
  }
}

extension Group {
  /// Takes a content apart, and shows what a closure makes of its views.
  ///
  /// The views are those of the statements and rows of the content; a view with a body of its own is
  /// one of them, whatever it shows. Source: SwiftUI's `Group(subviews:transform:)`.
  nonisolated public init<Base: View, Result: View>(
    subviews view: Base, @ViewBuilder transform: @escaping (SubviewsCollection) -> Result
  ) where Content == SubviewsOf<Base, Result> {
    self.init { SubviewsOf(base: view, transform: transform) }
  }
}
