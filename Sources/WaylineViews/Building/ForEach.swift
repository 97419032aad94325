import WaylineGraph

/// A view for each element of a collection; state follows the element's identity.
///
/// Identities must be unique: a second element with the same one is told as a mistake and keeps
/// its place by position. Source: SwiftUI's `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: DynamicViewContent {
  /// The elements.
  public let data: Data
  package let id: (Data.Element) -> ID
  package let content: (Data.Element) -> Content
  let isConstant: Bool

  nonisolated init(
    data: Data, id: @escaping (Data.Element) -> ID, isConstant: Bool = false,
    content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.isConstant = isConstant
    self.content = content
  }
}

/// A view made of a collection.
public protocol DynamicViewContent {
  associatedtype Data: Collection
  /// The elements.
  var data: Data { get }
}

extension ForEach where Content: View {
  /// A view for each element, identified by a key path.
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, id: Self.identity(id), content: content)
  }

  /// Reads the identity; an element that is its own is handed through, without the key path.
  nonisolated private static func identity(
    _ keyPath: KeyPath<Data.Element, ID>
  ) -> (Data.Element) -> ID {
    guard keyPath == \Data.Element.self else { return { $0[keyPath: keyPath] } }
    // The key path leads from a type to itself, so both types are the same.
    return { unsafeBitCast($0, to: ID.self) }
  }

  /// A view for each element, identified by the element itself.
  nonisolated public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, id: \.id, content: content)
  }

  /// A view for each number of a constant range.
  nonisolated public init(
    _ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content
  ) where Data == Range<Int>, ID == Int {
    self.init(data: data, id: { $0 }, isConstant: true, content: content)
  }

  /// A view for each element, with a binding to it, identified by a key path.
  nonisolated public init<Elements>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
  ) where Data == Binding<Elements>, Elements: MutableCollection & RandomAccessCollection {
    self.init(data: data, id: { $0.wrappedValue[keyPath: id] }, content: content)
  }

  /// A view for each element, with a binding to it, identified by the element itself.
  nonisolated public init<Elements>(
    _ data: Binding<Elements>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
  )
  where
    Data == Binding<Elements>, Elements: MutableCollection & RandomAccessCollection,
    Elements.Element: Identifiable, ID == Elements.Element.ID
  {
    self.init(data: data, id: { $0.wrappedValue.id }, content: content)
  }
}

extension ForEach: View, PrimitiveView where Content: View {
  package static func make(_ view: Self, in context: NodeContext) -> ForEachNode<Data, ID, Content>
  {
    ForEachNode(view, in: context)
  }

  package static func update(_ node: ForEachNode<Data, ID, Content>, to view: Self) {
    node.update(to: view)
  }
}
