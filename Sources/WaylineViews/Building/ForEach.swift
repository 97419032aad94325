import Observation
import WaylineGraph

/// A view for each element of a collection; state follows the element's identity.
///
/// ```swift
/// ForEach(titles, id: \.self) { Text($0) }
/// ```
///
/// Identities must be unique: a second element with the same one is reported as a mistake and
/// retains its state by position. Source: SwiftUI's `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: DynamicViewContent {
  /// The elements.
  public let data: Data
  let rows: Rows
  let isConstant: Bool
  /// Moves rows, given their positions and the position before which they go; nil where none move.
  var move: ((RangeSet<Int>, Int) -> Void)?

  /// The identity of an element.
  package var id: (Data.Element) -> ID { rows.id }
  /// The view of an element at a position.
  package var content: (Data.Element, _ place: Int) -> Content { rows.content }

  // NB: an object, because each view around a view stores it.
  /// The closures that make rows, compiled where the types are known.
  @usableFromInline
  final class Rows {
    let id: (Data.Element) -> ID
    /// The content of one element, whose position is the number of those before it.
    let content: (Data.Element, _ place: Int) -> Content
    /// The first elements, up to a number of them, with their identities.
    let frame: (Data, _ limit: Int) -> Frame
    /// The contents of all elements; an observer records what each row reads of observable objects.
    let contents: (Frame, Observer?) -> [Content]
    /// True if two lists of identities are equal.
    let isSame: ([ID], [ID]) -> Bool
    /// The rows that stay, leave and enter from one list of identities to another.
    let changes: ([ID], [ID], _ hadRepeats: Bool) -> RowChanges

    @usableFromInline
    nonisolated init(
      id: @escaping (Data.Element) -> ID,
      content: @escaping (Data.Element, _ place: Int) -> Content,
      frame: @escaping (Data, _ limit: Int) -> Frame,
      contents: @escaping (Frame, Observer?) -> [Content],
      isSame: @escaping ([ID], [ID]) -> Bool,
      changes: @escaping ([ID], [ID], _ hadRepeats: Bool) -> RowChanges
    ) {
      (self.id, self.content) = (id, content)
      self.frame = frame
      self.contents = contents
      self.isSame = isSame
      self.changes = changes
    }
  }

  // NB: an object, because the layout of a tuple of these types would be looked up in each turn.
  /// Elements with their identities, and the number of those that follow them.
  @usableFromInline
  final class Frame {
    @usableFromInline let elements: [Data.Element]
    let ids: [ID]
    let rest: Int

    @usableFromInline
    nonisolated init(_ elements: [Data.Element], ids: [ID], rest: Int) {
      (self.elements, self.ids, self.rest) = (elements, ids, rest)
    }
  }

  /// Registers the reads of observable objects by a row under the number of the row.
  @usableFromInline
  struct Observer {
    /// Called first in the observed closure, if it exists.
    @usableFromInline let begin: (() -> Void)?
    /// Creates the closure that a change of something read by a row calls.
    @usableFromInline let registration: (Int) -> @Sendable () -> Void

    init(_ observer: Node.PartObserver) {
      (begin, registration) = (observer.begin, observer.registration)
    }

    @inlinable
    func observe(_ row: Int, _ content: () -> Content) -> Content {
      guard let begin else {
        return withObservationTracking(content, onChange: registration(row))
      }
      return withObservationTracking(
        {
          begin()
          return content()
        }, onChange: registration(row))
    }
  }

  @usableFromInline
  nonisolated init(
    data: Data, isConstant: Bool, rows: Rows
  ) {
    self.data = data
    self.isConstant = isConstant
    self.rows = rows
  }

  @inlinable
  nonisolated init(
    data: Data, id: @escaping (Data.Element) -> ID, isConstant: Bool = false,
    content: @escaping (Data.Element) -> Content
  ) {
    let placed = { (element: Data.Element, _: Int) in content(element) }
    self.init(data: data, id: id, isConstant: isConstant, content: placed) { frame, observer in
      var contents: [Content] = []
      contents.reserveCapacity(frame.elements.count)
      guard let observer else {
        for element in frame.elements { contents.append(content(element)) }
        return contents
      }
      for element in frame.elements {
        contents.append(observer.observe(contents.count) { content(element) })
      }
      return contents
    }
  }

  /// Elements whose views know their positions.
  nonisolated init(
    data: Data, id: @escaping (Data.Element) -> ID, isConstant: Bool,
    content: @escaping (Data.Element, _ place: Int) -> Content
  ) {
    self.init(data: data, id: id, isConstant: isConstant, content: content) { frame, observer in
      frame.elements.enumerated().map { place, element in
        guard let observer else { return content(element, place) }
        return observer.observe(place) { content(element, place) }
      }
    }
  }

  @inlinable
  nonisolated init(
    data: Data, id: @escaping (Data.Element) -> ID, isConstant: Bool,
    content: @escaping (Data.Element, _ place: Int) -> Content,
    contents: @escaping (Frame, Observer?) -> [Content]
  ) {
    let rows = Rows(
      id: id,
      content: content,
      frame: { data, limit in
        let rest = max(0, data.count - limit)
        let elements = rest == 0 ? Array(data) : Array(data.prefix(limit))
        return Frame(elements, ids: elements.map(id), rest: rest)
      },
      contents: contents,
      isSame: { $0 == $1 },
      changes: { RowChanges(from: $0, to: $1, hadRepeats: $2) })
    self.init(data: data, isConstant: isConstant, rows: rows)
  }
}

/// A view made of a collection.
///
/// ```swift
/// ForEach(titles, id: \.self) { Text($0) }.onDelete { titles.remove(atOffsets: $0) }
/// ```
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
    // NB: the compiler takes a binding for such data, too, since bindings have identities.
    self.init(
      data: data, id: { $0.id },
      content: Self.hasBindings ? { content(Self.following($0)) } : content)
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
    self.init(
      data: data, id: { $0.wrappedValue[keyPath: id] },
      content: { content(Self.following($0) { $0[keyPath: id] }) })
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
    self.init(
      data: data, id: { $0.wrappedValue.id },
      content: { content(Self.following($0) { $0.id }) })
  }

  /// True if the elements are bindings to elements that have identities.
  @usableFromInline
  nonisolated static var hasBindings: Bool { Data.Element.self is any IdentifiedBinding.Type }

  /// The binding of a row, which follows its element when others leave.
  @usableFromInline
  nonisolated static func following(_ element: Data.Element) -> Data.Element {
    (element as? any IdentifiedBinding)?.followingElement as? Data.Element ?? element
  }

  /// The binding of a row, which follows its element when others leave.
  @usableFromInline
  nonisolated static func following<Element>(
    _ element: Binding<Element>, _ id: @escaping (Element) -> ID
  ) -> Binding<Element> {
    element.following(id)
  }
}

extension ForEach: View, PrimitiveView where Content: View {
  // NB: inlined, where the metadata of the type is at hand; elsewhere it is looked up.
  /// Creates the node of the view.
  @inline(__always)
  package static func make(_ view: Self, in context: NodeContext) -> ForEachNode<Data, ID, Content>
  {
    ForEachNode(view, in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: ForEachNode<Data, ID, Content>, to view: Self) {
    node.update(to: view)
  }
}
