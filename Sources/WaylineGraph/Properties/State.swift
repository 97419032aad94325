/// A value that a view owns; writing it runs the bodies that read it.
///
/// The value belongs to the view's identity: it survives when the parent makes the view anew, and
/// begins again with a new identity (another branch, another `.id`). Writing an equal value does
/// nothing. Writing during a body is dropped and told. Used before the view is shown, the initial
/// value is read and writes are ignored. Source: SwiftUI's `State`.
///
/// ```swift
/// struct CopiesView: View {
///   @State private var copies = 1
///   var body: some View { Button("Copies: \(copies)") { copies += 1 } }
/// }
/// ```
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let initial: Value
  private var location: StateLocation<Value>?

  /// A state that begins with `wrappedValue`.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// A state that begins with `initialValue`.
  public init(initialValue: Value) {
    initial = initialValue
  }

  /// The present value.
  public var wrappedValue: Value {
    // NB: not `location?.get() ?? initial`, which looks up the metadata of an optional.
    get { if let location { location.get() } else { initial } }
    nonmutating set {
      guard let location else { return reportUninstalled() }
      location.set(newValue)
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    guard let location else {
      reportUninstalled()
      return .constant(initial)
    }
    return Binding(location)
  }

  private func reportUninstalled() {
    Misuse.report(
      "A state of type \(Value.self) was used before its view was shown; it keeps its initial "
        + "value. Use it from body or from an action of the view.")
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// A state that begins with nil.
  public init() {
    self.init(wrappedValue: nil)
  }
}

extension State: LinkedProperty {
  /// Joins the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if let kept = slot {
      // The slot of a state holds what this function stored and nothing else.
      location = unsafeDowncast(kept, to: StateLocation<Value>.self)
    } else {
      // A state that a parent passes on leads to the parent's storage from the start.
      let made = location ?? StateLocation(initial, in: node)
      slot = made
      location = made
    }
  }

  /// Whether a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}

// Proof: the location guards its value with a lock; the rest is constant.
extension State: @unchecked Sendable where Value: Sendable {}
