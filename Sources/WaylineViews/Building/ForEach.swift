import WaylineGraph

/// A view for each element of a collection; state follows the element's identity.
///
/// Identities must be unique: a second element with the same one is told as a mistake and keeps
/// its place by position. Source: SwiftUI's `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: DynamicViewContent {
  /// The elements.
  public let data: Data
  /// Makes the contents of all elements; compiled where the types are known.
  let make: (Data) -> Made
  /// An identity that occurs more than once, if there is one; compiled where the type is known.
  let firstRepeated: ([ID]) -> ID?
  let isConstant: Bool

  /// The identities and contents of the elements, in order.
  @usableFromInline
  struct Made {
    @usableFromInline var ids: [ID] = []
    @usableFromInline var contents: [Content] = []

    @inlinable nonisolated init() {}
  }

  @usableFromInline
  nonisolated init(
    data: Data, isConstant: Bool, firstRepeated: @escaping ([ID]) -> ID?,
    make: @escaping (Data) -> Made
  ) {
    self.data = data
    self.isConstant = isConstant
    self.firstRepeated = firstRepeated
    self.make = make
  }

  @inlinable nonisolated init(
    data: Data, id: @escaping (Data.Element) -> ID, isConstant: Bool = false,
    content: @escaping (Data.Element) -> Content
  ) {
    let firstRepeated = { (ids: [ID]) -> ID? in
      var seen = Set<ID>(minimumCapacity: ids.count)
      return ids.first { !seen.insert($0).inserted }
    }
    self.init(data: data, isConstant: isConstant, firstRepeated: firstRepeated) { data in
      var made = Made()
      made.ids.reserveCapacity(data.count)
      made.contents.reserveCapacity(data.count)
      for element in data {
        made.ids.append(id(element))
        made.contents.append(content(element))
      }
      return made
    }
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
  @inlinable nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, id: { $0[keyPath: id] }, content: content)
  }

  /// A view for each element, identified by the element itself.
  @inlinable nonisolated public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, id: { $0.id }, content: content)
  }

  /// A view for each number of a constant range.
  @inlinable nonisolated public init(
    _ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content
  ) where Data == Range<Int>, ID == Int {
    self.init(data: data, id: { $0 }, isConstant: true, content: content)
  }

  /// A view for each element, with a binding to it, identified by a key path.
  @inlinable nonisolated public init<Elements>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
  ) where Data == Binding<Elements>, Elements: MutableCollection & RandomAccessCollection {
    self.init(data: data, id: { $0.wrappedValue[keyPath: id] }, content: content)
  }

  /// A view for each element, with a binding to it, identified by the element itself.
  @inlinable nonisolated public init<Elements>(
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
