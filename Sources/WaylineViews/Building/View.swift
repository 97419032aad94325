import WaylineGraph

/// A part of a screen, described by a value.
///
/// Conform a struct and give it a `body` made of other views. The value is created again whenever
/// its parent's body runs; values that persist are stored in dynamic properties such as `@State`.
/// Source: SwiftUI's `View`.
///
/// ```swift
/// struct WelcomeView: View {
///   var body: some View { Text("Welcome to the lending desk.") }
/// }
/// ```
@preconcurrency
@MainActor
public protocol View {
  associatedtype Body: View
  /// The content of the view.
  @ViewBuilder var body: Body { get }

  /// Creates the node of the view in the tree; a program never implements this.
  static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode

  /// Updates a node that ``_makeNode(_:in:)`` created; a program never implements this.
  static func _updateNode(_ node: ViewNode, to view: Self)
}

extension View {
  /// Creates the node of the view in the tree.
  public static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    BodyNode(view, in: context)
  }

  /// Updates the node to a new value of the view.
  public static func _updateNode(_ node: ViewNode, to view: Self) {
    // A node is updated by the type that made it: see `_makeNode`.
    unsafeDowncast(node, to: BodyNode<Self>.self).update(to: view)
  }
}

extension Never: View {
  /// Never evaluated: there is no value of this type.
  public var body: Never { self }
}

extension View {
  // NB: the underscore is SwiftUI's.
  /// Prints why the body that calls it runs: `CounterView: _count changed.`
  ///
  /// `@self` is the value that the parent passed, `@identity` the first run, and `@dependencies`
  /// anything else: an object, or a value of the environment or of another view. Outside a body it
  /// prints nothing. Source: SwiftUI's debugging aid of this name.
  public static func _printChanges() {
    if let text = BodyChanges.text(of: Self.self) { print(text) }
  }
}

/// The reason of the running body, in SwiftUI's form.
@MainActor
enum BodyChanges {
  static func text(of type: any Any.Type) -> String? {
    guard let node = Evaluation.node, let owner = node.owner as? any EvaluatingNode else {
      return nil
    }
    let states = node.states(owner.plan)
    let changed =
      switch node.lastCause {
      case .first: ["@self", "@identity"] + states.map { "_\($0.name)" }
      case .input: ["@self"]
      case .source(let source):
        [states.first { $0.source == source }.map { "_\($0.name)" } ?? "@dependencies"]
      case .observation, .property: ["@dependencies"]
      }
    return "\(type): \(changed.joined(separator: ", ")) changed."
  }
}

/// A view that makes its own node instead of having a body.
package protocol PrimitiveView: View where Body == Never {
  associatedtype PrimitiveNode: ViewNode
  static func make(_ view: Self, in context: NodeContext) -> PrimitiveNode
  static func update(_ node: PrimitiveNode, to view: Self)
}

extension PrimitiveView {
  /// Never evaluated: the view makes its own node.
  public var body: Never { preconditionFailure("\(Self.self) has a node, not a body.") }

  /// Creates the node of the view in the tree.
  public static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    make(view, in: context)
  }

  /// Updates the node to a new value of the view.
  public static func _updateNode(_ node: ViewNode, to view: Self) {
    // A node is updated by the type that made it: see `_makeNode`.
    update(unsafeDowncast(node, to: PrimitiveNode.self), to: view)
  }
}

/// Offers a view for a test host to show.
///
/// ```swift
/// struct Sign_Previews: PreviewProvider {
///   static var previews: some View { Sign(text: "Open") }
/// }
/// ```
@preconcurrency
@MainActor
public protocol PreviewProvider {
  associatedtype Previews: View
  /// The view of the preview.
  @ViewBuilder static var previews: Previews { get }
}
