import WaylineGraph

/// The value that an element shows and changes, without its type: `undo` restores it.
///
/// It is the value of the program's binding, not the text that shows it: a number is restored with all
/// of its decimals.
package struct ElementValue {
  private let read: () -> Any?
  private let assign: (Any) -> Void
  private let areEqual: (Any, Any) -> Bool

  /// The value of a binding.
  nonisolated init<Value>(_ binding: Binding<Value>) {
    read = { binding.wrappedValue }
    assign = { if let value = $0 as? Value { binding.wrappedValue = value } }
    areEqual = { left, right in
      guard let left = left as? Value, let right = right as? Value else { return false }
      return Self.areEqual(left, right)
    }
  }

  /// A value that a pair of functions reads and writes; nil is read when it does not exist any more.
  init<Value: Equatable>(
    read: @escaping () -> Value?, write: @escaping (Value) -> Void
  ) {
    self.read = { read() }
    assign = { if let value = $0 as? Value { write(value) } }
    areEqual = { left, right in
      guard let left = left as? Value, let right = right as? Value else { return false }
      return left == right
    }
  }

  private nonisolated static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func compare<Known: Equatable>(as type: Known.Type) -> Bool {
      left as? Known == right as? Known
    }
    return (Value.self as? any Equatable.Type).map { compare(as: $0) } ?? false
  }
}

extension ElementValue {
  /// The present value; nil when it does not exist any more.
  package var present: Any? { read() }

  /// Writes a value of the same type; another is ignored.
  package func write(_ value: Any) { assign(value) }

  /// True if both values exist and are equal; values of a type that cannot be compared never are.
  package func isSame(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return false }
    return areEqual(left, right)
  }
}

/// A change of a value by one input of the user.
package struct ElementChange {
  /// The element that took the input.
  package var element: ElementID
  /// The value.
  package let value: ElementValue
  /// The value before the input.
  package let before: Any
  /// The value after the input, and all that has followed from it.
  package let after: Any
}

extension ViewHost {
  /// The value of an element that is in the tree; nil if it is not.
  package func value(of element: ElementID) -> ElementValue? {
    (elements[element.number] as? ElementNode)?.elementValue
  }

  /// The elements with a value, in the order of the tree, and their environments.
  ///
  /// - Complexity: O(nodes).
  package var valuedElements: [(element: Element, environment: EnvironmentValues)] {
    nodes.compactMap { node, _ in
      guard let node = node as? ElementNode, node.elementValue != nil else { return nil }
      return (node.shown, node.context.environment.values)
    }
  }

  /// The environment of an element; nil if it is not in the tree.
  package func environment(of element: ElementID) -> EnvironmentValues? {
    (elements[element.number] as? ViewNode)?.context.environment.values
  }
}
