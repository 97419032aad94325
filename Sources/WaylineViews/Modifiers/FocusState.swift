import WaylineGraph

/// The field that has the focus: the one that is asked next, or whose question is open.
///
/// At a terminal, and with `--json`, a field that the program gives the focus is asked as if its number had been
/// typed. While a field is asked, and while its `onSubmit` runs, the value is that of the field. It is nil, or
/// false, when no field of the property has the focus: after an answer that moves it nowhere, and when a
/// question is left. Lines of a script or a pipe name what they mean, so no field is asked there; the value
/// is the same. Source: SwiftUI's `FocusState`.
///
/// ```swift
/// struct MemberForm: View {
///   enum Field { case name, mail }
///   @State private var name = ""
///   @State private var mail = ""
///   @FocusState private var focus: Field?
///   var body: some View {
///     TextField("Name", text: $name).focused($focus, equals: .name).onSubmit { focus = .mail }
///     TextField("Mail", text: $mail).focused($focus, equals: .mail)
///   }
/// }
/// ```
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  @State private var focus: FocusValue<Value>
  private let none: Value

  private init(none: Value) {
    self.none = none
    _focus = State(initialValue: FocusValue(value: none))
  }

  /// A focus of one field, which begins elsewhere.
  public init() where Value == Bool { self.init(none: false) }

  /// A focus of several fields, which begins in none of them.
  public init<Field: Hashable>() where Value == Field? { self.init(none: nil) }

  /// The value of the field that has the focus.
  public var wrappedValue: Value {
    get { focus.value }
    nonmutating set { projectedValue.wrappedValue = newValue }
  }

  /// A binding to the focus.
  public var projectedValue: Binding { Binding(focus: $focus, none: none) }

  /// A binding to the focus of another view.
  @propertyWrapper
  public struct Binding {
    fileprivate let focus: WaylineGraph.Binding<FocusValue<Value>>
    fileprivate let none: Value

    /// The value of the field that has the focus.
    public var wrappedValue: Value {
      get { focus.wrappedValue.value }
      nonmutating set {
        focus.wrappedValue = FocusValue(
          value: newValue, requests: focus.wrappedValue.requests &+ 1)
      }
    }

    /// The binding itself.
    public var projectedValue: Self { self }
  }
}

/// The value of a focus, and the number of times that the program has written it: a field that has the
/// focus can be asked once more.
struct FocusValue<Value: Hashable>: Hashable {
  var value: Value
  var requests = 0
}

extension View {
  /// Binds the focus of the field to a value of a focus state.
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(content: self, binding: binding, value: value)
  }

  /// Binds the focus of the field to a Boolean focus state.
  nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    FocusedView(content: self, binding: condition, value: true)
  }

  /// Gives a field the focus when the view appears, unless another one of the state has it.
  nonisolated public func defaultFocus<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, _ value: Value
  ) -> some View {
    // Proof: called when the view appears, on the main actor.
    nonisolated(unsafe) let (binding, value) = (binding, value)
    return onAppear {
      if binding.wrappedValue == binding.none { binding.wrappedValue = value }
    }
  }
}

/// A field with a binding of its focus.
struct FocusedView<Content: View, Value: Hashable> {
  let content: Content
  let binding: FocusState<Value>.Binding
  let value: Value

  nonisolated init(content: Content, binding: FocusState<Value>.Binding, value: Value) {
    (self.content, self.binding, self.value) = (content, binding, value)
  }
}

extension FocusedView: View {
  var body: some View {
    let focus = binding.focus.wrappedValue
    FocusObserver(
      content: content, request: focus.value == value ? focus.requests : nil,
      take: { hasFocus in
        let present = binding.focus.wrappedValue
        if hasFocus, present.value != value {
          binding.focus.wrappedValue = FocusValue(value: value, requests: present.requests)
        } else if !hasFocus, present.value == value {
          binding.focus.wrappedValue = FocusValue(value: binding.none, requests: present.requests)
        }
      })
  }
}

/// A field that observes whether it has the focus.
struct FocusObserver<Content: View> {
  let content: Content
  /// The number of the request by which the program has given it the focus; nil if it has not.
  let request: Int?
  /// Tells the program that the field has the focus, or has it no more.
  let take: @MainActor (_ hasFocus: Bool) -> Void
}

extension FocusObserver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> FocusNode {
    let node = FocusNode(in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    node.update(view.request, view.take)
    return node
  }

  static func update(_ node: FocusNode, to view: Self) {
    if let child = node.child { Content._updateNode(child, to: view.content) }
    node.update(view.request, view.take)
  }
}

/// The node of a field that observes whether it has the focus.
final class FocusNode: PassNode {
  private var request: Int?
  private var take: (@MainActor (Bool) -> Void)?

  override init(in context: NodeContext) {
    super.init(in: context)
    context.host.focus.observers += 1
  }

  func update(_ request: Int?, _ take: @escaping @MainActor (Bool) -> Void) {
    self.take = take
    guard request != self.request else { return }
    let isFirst = self.request == nil
    self.request = request
    context.host.graph.enqueueEffect { [weak self] in self?.requestFocus(isFirst: isFirst) }
  }

  /// Takes over what the program has written: unless it was told so before.
  private func requestFocus(isFirst: Bool) {
    let host = context.host
    guard let element = field?.element.id else { return }
    let hasFocus = host.focus.element == element
    if request != nil {
      if !isFirst || !hasFocus { host.focus.give(to: element, in: host) }
    } else if hasFocus {
      host.focus.give(to: nil, in: host)
    }
  }

  /// The first field in it, which can be asked for a value.
  var field: ElementNode? { Self.field(in: self) }

  private static func field(in node: ViewNode) -> ElementNode? {
    if let element = node as? ElementNode { return element.element.kind.isField ? element : nil }
    for child in node.childNodes {
      if let field = field(in: child) { return field }
    }
    return nil
  }

  /// Tells the program whether the field has the focus.
  func tell(_ hasFocus: Bool) {
    guard (request != nil) != hasFocus else { return }
    take?(hasFocus)
  }

  override func end() {
    context.host.focus.observers -= 1
    if let id = field?.element.id, context.host.focus.element == id {
      let host = context.host
      host.graph.enqueueEffect { host.focus.give(to: nil, in: host) }
      tell(false)
    }
    super.end()
  }
}

extension Element.Kind {
  /// True if it can be asked for a value.
  var isField: Bool {
    switch self {
    case .text, .secret, .editor, .choice, .number: true
    case .button, .link, .toggle, .tab, .disclosure: false
    }
  }
}

/// The focus of a scene: the field that is asked, or is to be asked next.
@MainActor
final class Focus {
  /// The field that has the focus.
  private(set) var element: ElementID?
  /// The number of times that a field was given the focus.
  private(set) var requests = 0
  /// The number of nodes that observe the focus of a field.
  var observers = 0

  /// Moves the focus to a field, or to none, and tells the program.
  func give(to new: ElementID?, in host: ViewHost) {
    let old = element
    element = new
    requests += 1
    guard old != new else { return }
    let (left, taken) = (Self.observers(of: old, in: host), Self.observers(of: new, in: host))
    for node in left where !taken.contains(where: { $0 === node }) { node.tell(false) }
    for node in taken { node.tell(true) }
  }

  /// The observers around a field, the inner ones first.
  fileprivate static func observers(of element: ElementID?, in host: ViewHost) -> [FocusNode] {
    var nodes: [FocusNode] = []
    var node = element.flatMap { host.elements[$0.number] as? ViewNode }?.context.parent
    while let current = node {
      if let observer = current as? FocusNode { nodes.append(observer) }
      node = current.context.parent
    }
    return nodes
  }
}

extension ViewHost {
  /// The field that the program has given the focus, or that is asked; nil without one.
  package var focusedElement: ElementID? { focus.element }

  /// True if the program observes the focus of a field.
  package func isFocusObserved(_ element: ElementID) -> Bool {
    focus.observers > 0 && !Focus.observers(of: element, in: self).isEmpty
  }

  /// The number of times that the focus has moved, or was given once more.
  package var focusRequests: Int { focus.requests }

  /// Moves the focus to a field that is asked or given a value, or to none, if the program observes any.
  package func moveFocus(to element: ElementID?) {
    guard focus.observers > 0 || element == nil, element != focus.element else { return }
    graph.perform { focus.give(to: element, in: self) }
  }
}
