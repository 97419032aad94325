import Observation

/// A value that a node stores for one of its properties, taken for a snapshot.
package struct CapturedState {
  /// The position of the property in the plan of the node's subject.
  package let slot: Int
  /// The value; a reference where the state is an object.
  package let value: Any
  /// The object, if the property stores it without a storage around it: a parent or an ancestor has it as well.
  fileprivate let object: AnyObject?
}

/// The content of a state or an object, to learn which one a snapshot did not bring back.
package struct StoredContent: Hashable {
  /// The name of its type, and of the view that stores it.
  package let name: String
  /// A hash of its content.
  package let hash: UInt64
}

/// The nodes of a graph that store states or objects, or have read `@Observable` ones, which are found
/// without a search.
@MainActor
package final class StoringNodes {
  /// A node and the hash of its place in the tree, which never changes.
  private struct Entry {
    let node: Node
    var way: UInt64?
  }

  private var entries: [Entry] = []
  private var readers: [Node] = []

  /// Creates a collection without nodes.
  package init() {}

  /// Adds a node.
  package func insert(_ node: Node) { entries.append(Entry(node: node)) }

  /// Adds a node that has read an `@Observable` object.
  package func insert(reader node: Node) { readers.append(node) }

  /// Runs the bodies again that have read an `@Observable` object, and drops the nodes that have ended.
  ///
  /// - Complexity: O(nodes that have read one).
  package func invalidateReaders() {
    readers.removeAll(where: \.isEnded)
    for node in readers { node.invalidateAsReader() }
  }

  /// Calls a closure with each node and its place, and drops the nodes that have ended.
  ///
  /// - Complexity: O(nodes with storage).
  package func forEach(placedBy way: (Node) -> UInt64, _ body: (UInt64, Node) -> Void) {
    entries.removeAll { $0.node.isEnded }
    for index in entries.indices {
      let place = entries[index].way ?? way(entries[index].node)
      entries[index].way = place
      body(place, entries[index].node)
    }
  }
}

extension Node {
  /// True if it has read an `@Observable` object.
  package var isReader: Bool { objectReads.contains(.recorded) }

  /// True if its subject may have a state, or an object that announces its changes.
  package var isStoring: Bool { owner?.isStoring ?? false }

  /// The states that the node stores at present, in the order of the properties.
  package var capturedStates: [CapturedState] {
    slots.enumerated().compactMap { index, slot in
      if let value = (slot as? NodeSlot)?.captured {
        return CapturedState(slot: index, value: value, object: nil)
      }
      guard let object = slot as? any ObservableObject else { return nil }
      return CapturedState(slot: index, value: object, object: object)
    }
  }

  /// Writes captured states back, as if an action of the program wrote them.
  package func restore(_ states: [CapturedState]) {
    for state in states where state.slot < slots.count {
      guard let slot = slots[state.slot] else { continue }
      guard let object = state.object else {
        (slot as? NodeSlot)?.restore(state.value)
        continue
      }
      guard slot !== object, type(of: slot) == type(of: object) else { continue }
      // A screen that is made again has made an object of its own.
      slots[state.slot] = object
      invalidate()
    }
  }

  /// Runs the body again if it may have read an `@Observable` object.
  fileprivate func invalidateAsReader() {
    if isReader { invalidate(.body, because: .observation) }
  }

  /// The states and objects that the node stores: the type of each with its view, and its content.
  package var storedContents: [StoredContent] {
    let owner = owner.map { " in \($0.nodeName)" } ?? ""
    var contents = hashedSlots.map { StoredContent(name: "\($0.type)\(owner)", hash: $0.hash) }
    self.owner?.forEachHeldObject { _, object in
      contents.append(
        StoredContent(name: "\(type(of: object))\(owner)", hash: ContentHasher.hash(of: object)))
    }
    return contents
  }

  /// The slots of the states and objects that the node stores, with a hash of the content of each.
  package var storedHashes: [(slot: Int, hash: UInt64)] {
    hashedSlots.map { ($0.slot, $0.hash) }
  }

  private var hashedSlots: [(slot: Int, type: Any.Type, hash: UInt64)] {
    slots.enumerated().compactMap { index, slot in
      guard let slot, let value = (slot as? NodeSlot)?.captured ?? slot as? any ObservableObject
      else { return nil }
      return (index, type(of: value), ContentHasher.hash(of: value))
    }
  }

  /// The objects that announce their changes and that the node stores, with the name of their type and view.
  package var storedObjects: [(object: AnyObject, name: String)] {
    slots.compactMap { slot in
      guard let slot, let value = (slot as? NodeSlot)?.captured ?? slot as? any ObservableObject,
        value is any ObservableObject || value is any Observable, type(of: value) is AnyObject.Type
      else { return nil }
      let owner = owner.map { " in \($0.nodeName)" } ?? ""
      return (value as AnyObject, "\(type(of: value))\(owner)")
    }
  }

  /// Feeds the states and objects that the node stores to a hasher, by their content.
  package func hashStates(into hasher: inout ContentHasher) {
    for slot in slots {
      if let slot = slot as? NodeSlot {
        slot.hash(into: &hasher)
      } else if let object = slot as? any ObservableObject {
        hasher.combine(object)
      }
    }
    owner?.forEachHeldObject { hasher.combine($1) }
  }
}
