import Observation
import Synchronization

/// A value that a node stores for one of its properties, taken for a snapshot.
package struct CapturedState {
  /// The position of the property in the plan of the node's subject.
  package let slot: Int
  /// The value; a reference where the state is an object.
  package let value: Any
}

/// The content of a state or an object, to learn which one a snapshot did not bring back.
package struct StoredContent: Hashable {
  /// The name of its type, and of the view that stores it.
  package let name: String
  /// A hash of its content.
  package let hash: UInt64
}

/// The nodes of a graph that store states or objects, which are found without a search.
@MainActor
package final class StoringNodes {
  /// A node and the hash of its place in the tree, which never changes.
  private struct Entry {
    let node: Node
    var way: UInt64?
  }

  private var entries: [Entry] = []

  /// Creates a collection without nodes.
  package init() {}

  /// Adds a node.
  package func insert(_ node: Node) { entries.append(Entry(node: node)) }

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
  /// True if it stores a state or an object.
  package var isStoring: Bool {
    slots.contains { $0 is NodeSlot || $0 is any ObservableObject }
  }

  /// The states that the node stores at present, in the order of the properties.
  package var capturedStates: [CapturedState] {
    slots.enumerated().compactMap { index, slot in
      guard let value = (slot as? NodeSlot)?.captured ?? slot as? any ObservableObject else {
        return nil
      }
      return CapturedState(slot: index, value: value)
    }
  }

  /// Writes captured states back, as if an action of the program wrote them.
  package func restore(_ states: [CapturedState]) {
    for state in states where state.slot < slots.count {
      let slot = slots[state.slot]
      if let slot = slot as? NodeSlot {
        slot.restore(state.value)
      } else if let slot, slot !== state.value as AnyObject,
        type(of: slot) == type(of: state.value as AnyObject)
      {
        // A screen that is made again has made an object of its own.
        slots[state.slot] = state.value as AnyObject
        invalidate()
      }
    }
  }

  /// Runs the body again if it may have read an `@Observable` object.
  package func invalidateAsReader() {
    if objectReads.contains(.recorded) { invalidate(.body, because: .observation) }
  }

  /// The states and objects that the node stores: the type of each with its view, and its content.
  package var storedContents: [StoredContent] {
    slots.compactMap { slot in
      guard let slot, let value = (slot as? NodeSlot)?.captured ?? slot as? any ObservableObject
      else { return nil }
      var hasher = ContentHasher()
      hasher.combine(value as Any)
      let owner = owner.map { " in \($0.nodeName)" } ?? ""
      return StoredContent(name: "\(type(of: value))\(owner)", hash: hasher.finalize())
    }
  }

  /// The slots of the states and objects that the node stores, with a hash of the content of each.
  package var storedHashes: [(slot: Int, hash: UInt64)] {
    slots.enumerated().compactMap { index, slot in
      guard let slot, let value = (slot as? NodeSlot)?.captured ?? slot as? any ObservableObject
      else { return nil }
      var hasher = ContentHasher()
      hasher.combine(value as Any)
      return (index, hasher.finalize())
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
  }
}

/// Hashes values by their content: objects by their fields, so that two equal runs agree.
///
/// Closures, and whatever lies deeper than eight objects, are not hashed.
package struct ContentHasher {
  private var hasher = Hasher()
  /// The objects that were met, by their order.
  private var seen: [ObjectIdentifier: Int] = [:]
  static let depthLimit = 8

  /// Creates a hasher of nothing.
  package init() {}

  /// The hash of all that was combined.
  package func finalize() -> UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }

  /// Adds a value that needs no look into its fields.
  package mutating func combine(plain value: some Hashable) { hasher.combine(value) }

  /// Adds a value by its content.
  package mutating func combine<Value>(_ value: Value) {
    if let hashable = value as? any Hashable, PlainTypes.contains(Value.self) {
      return add(hashable)
    }
    walk(value, depth: 0)
  }

  private mutating func add(_ value: some Hashable) { hasher.combine(value) }

  private mutating func walk(_ value: Any, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let text = value as? String { return hasher.combine(text) }
    if let hashable = value as? any Hashable, PlainTypes.contains(type(of: value)) {
      return add(hashable)
    }
    // An address differs from run to run.
    if MemoryTypes.contains(type(of: value)) { return hasher.combine("\(type(of: value))") }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { return walk(object: value as AnyObject, mirror, depth) }
    // The mirror of a value such as `Data` has the address of its bytes.
    if let value = value as? any (Encodable & Hashable), mirror.displayStyle == .struct {
      return add(value)
    }
    if mirror.children.isEmpty {
      if let hashable = value as? any Hashable { return add(hashable) }
      hasher.combine("\(type(of: value))")
      return hasher.combine(EnumCases.nameOfCase(of: value))
    }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      // The order of their elements is not part of their content.
      var sum: UInt64 = 0
      for child in mirror.children {
        var inner = ContentHasher()
        inner.seen = seen
        inner.walk(child.value, depth: depth + 1)
        sum &+= inner.finalize()
      }
      return hasher.combine(sum)
    }
    if mirror.displayStyle == .enum { hasher.combine(mirror.children.first?.label) }
    hasher.combine(mirror.children.count)
    for child in mirror.children { walk(child.value, depth: depth + 1) }
  }

  private mutating func walk(object: AnyObject, _ mirror: Mirror, _ depth: Int) {
    // Which of several equal objects it is, is content as well.
    if let number = seen[ObjectIdentifier(object)] { return hasher.combine(number) }
    seen[ObjectIdentifier(object)] = seen.count
    // Who observes an object is not part of what it holds.
    if object is Source || object is ObservableObjectPublisher { return }
    var part: Mirror? = mirror
    while let present = part {
      for child in present.children where child.label != "_$observationRegistrar" {
        // Who observes a property is not part of it, and a store has the values of its own.
        if let field = child.value as? any PublishedField {
          if let value = field.content { walk(value, depth: depth + 1) }
        } else {
          walk(child.value, depth: depth + 1)
        }
      }
      part = present.superclassMirror
    }
  }
}

/// Collections of plain values: their own hash is one of their content.
enum PlainTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// True for a type without references, for a string, and for a collection of such values.
  static func contains(_ type: any Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let isPlain: Bool
    if type == String.self {
      isPlain = true
    } else if let collection = type as? any PlainCollection.Type {
      isPlain = collection.elements.allSatisfy(contains)
    } else {
      isPlain = isTrivial(type)
    }
    known.withLock { $0[id] = isPlain }
    return isPlain
  }

  private static func isTrivial<Value>(_ type: Value.Type) -> Bool {
    _isPOD(Value.self) && !MemoryTypes.contains(Value.self)
  }
}

/// A standard collection, by the types of its elements.
protocol PlainCollection {
  static var elements: [any Any.Type] { get }
}

extension Optional: PlainCollection {
  static var elements: [any Any.Type] { [Wrapped.self] }
}

extension Array: PlainCollection {
  static var elements: [any Any.Type] { [Element.self] }
}

extension Set: PlainCollection {
  static var elements: [any Any.Type] { [Element.self] }
}

extension Dictionary: PlainCollection {
  static var elements: [any Any.Type] { [Key.self, Value.self] }
}
