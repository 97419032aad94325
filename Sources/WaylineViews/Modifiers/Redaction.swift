import WaylineGraph

/// The reasons to hide values.
///
/// Source: SwiftUI's `RedactionReasons`.
public struct RedactionReasons: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: Int

  /// The members whose bits are set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The values are not known yet; all of them are shown as `…`.
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// The values must not be seen; those that are privacy-sensitive are shown as `(hidden)`.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// The values are out of date; those that are marked as such are shown as `…`.
  public static let invalidated = RedactionReasons(rawValue: 4)
}

/// The redaction of the views below.
private struct RedactionSettings: Equatable {
  var reasons: RedactionReasons = []
  var isPrivate = false
  var isInvalidatable = false

  /// The text in place of a value; nil where values are shown.
  var mark: String? {
    if isPrivate, reasons.contains(.privacy) { return "(hidden)" }
    if reasons.contains(.placeholder) { return "…" }
    return isInvalidatable && reasons.contains(.invalidated) ? "…" : nil
  }
}

private enum RedactionKey: EnvironmentKey {
  static var defaultValue: RedactionSettings { RedactionSettings() }
}

extension EnvironmentValues {
  fileprivate var redaction: RedactionSettings {
    get { self[RedactionKey.self] }
    set { self[RedactionKey.self] = newValue }
  }

  /// The reasons to hide values of the views below; none at first.
  public var redactionReasons: RedactionReasons {
    get { redaction.reasons }
    set { redaction.reasons = newValue }
  }
}

extension View {
  /// Adds a reason to hide values below: `…` for a placeholder, `(hidden)` for a private value.
  ///
  /// Texts, values of elements, badges, the titles of screens and the labels of buttons are hidden;
  /// the label of an element with a value stays. A hidden value is nowhere: not on the screen, in
  /// JSON, logs, transcripts or dumps. A field whose text is hidden is typed without echo.
  nonisolated public func redacted(reason: RedactionReasons) -> some View {
    Redacted(self) { $0.redaction.reasons.formUnion(reason) }
  }

  /// Shows the values below, for whatever reason others are hidden.
  nonisolated public func unredacted() -> some View {
    Redacted(self) { $0.redaction.reasons = [] }
  }

  /// Marks the values below as private: `redacted(reason: .privacy)` hides them, dumps always do.
  ///
  /// A value that is typed for an element below, as in a field whose text can be seen, is kept out of the
  /// history, of logs and of `--record`, as that of a `SecureField` is.
  nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View {
    Redacted(self) { $0.redaction.isPrivate = sensitive }
  }

  /// Marks the values below as ones that `redacted(reason: .invalidated)` hides.
  nonisolated public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
    Redacted(self) { $0.redaction.isInvalidatable = invalidatable }
  }

  /// Sets the reasons to hide values below.
  nonisolated public func environment(
    _ keyPath: WritableKeyPath<EnvironmentValues, RedactionReasons>, _ value: RedactionReasons
  ) -> some View {
    Redacted(self) { $0[keyPath: keyPath] = value }
  }

  /// Changes the reasons to hide values below.
  nonisolated public func transformEnvironment(
    _ keyPath: WritableKeyPath<EnvironmentValues, RedactionReasons>,
    transform: @escaping (inout RedactionReasons) -> Void
  ) -> some View {
    Redacted(self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A view whose values may be hidden.
struct Redacted<Content: View> {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  nonisolated init(_ content: Content, change: @escaping (inout EnvironmentValues) -> Void) {
    self.content = content
    self.change = change
  }
}

extension Redacted: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> RedactionNode {
    let node = RedactionNode(in: context, change: view.change)
    node.child = Content._makeNode(view.content, in: node.inner)
    return node
  }

  static func update(_ node: RedactionNode, to view: Self) {
    node.scope.update(view.change)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view whose values may be hidden: follows the settings of its environment.
final class RedactionNode: EnvironmentNode, NodeOwner {
  private let redaction = Redaction()
  private var graphNode: Node?

  override init(in context: NodeContext, change: @escaping (inout EnvironmentValues) -> Void) {
    super.init(in: context, change: change)
    graphNode = context.below(self, environment: scope).makeGraphNode()
    graphNode?.begin(for: self, isDue: false)
    takeTurn()
  }

  /// The place of its content.
  var inner: NodeContext { context.below(self, environment: scope).redacted(by: redaction) }

  var nodeName: String { "redaction" }

  func takeTurn() {
    graphNode?.evaluate(
      (), plan: .none, body: { _ in scope.values.redaction }, then: { follow($0) })
  }

  private func follow(_ settings: RedactionSettings) {
    let isSame = redaction.isPrivate == settings.isPrivate && redaction.mark == settings.mark
    guard !isSame else { return }
    (redaction.isPrivate, redaction.mark) = (settings.isPrivate, settings.mark)
    // The fragments below were made of the values, or of the mark.
    child?.forgetLines()
    linesChanged()
    // A modal below is a page of its own.
    context.host.linesChanged()
  }

  override func end() {
    super.end()
    graphNode?.end()
  }
}

/// The redaction of a part of the tree, shared by the nodes in it.
@MainActor
final class Redaction {
  /// The text in place of each value; nil while they are shown.
  var mark: String?
  /// True if dumps hide the values, whether or not the screen does.
  var isPrivate = false

  /// True if dumps hide the values.
  var isHidden: Bool { isPrivate || mark != nil }
}

extension Element.Kind {
  /// True if a privacy-sensitive element has a value that is typed.
  fileprivate var hasPrivateValue: Bool {
    ![.button, .link, .tab, .disclosure, .secret].contains(self)
  }
}

extension ElementNode {
  /// The part of the element that a redaction hides.
  final var hiddenText: String { element.isAction ? labelled.label : labelled.value }

  /// The element without its value where that is hidden, and without its label if it has no value.
  final func redacted(_ element: consuming Element) -> Element {
    guard let redaction = context.redaction, redaction.isHidden else { return element }
    var redacted = element
    redacted.isSensitive = redaction.isPrivate && redacted.kind.hasPrivateValue
    guard let mark = redaction.mark else { return redacted }
    switch redacted.kind {
    case .button, .link: redacted.label = mark
    // NB: the session neither repeats nor stores what is typed into a secret field.
    case .text, .secret, .editor: (redacted.kind, redacted.value) = (.secret, mark)
    case .toggle, .choice, .number: redacted.value = mark
    case .tab, .disclosure: break
    }
    return redacted
  }

  /// The reply without the hidden value.
  final func redacted(_ reply: ElementReply) -> ElementReply {
    guard context.redaction?.mark != nil else { return reply }
    switch reply {
    case .needsValue(var request):
      (request.present, request.chosen) = ("", [])
      if shown.kind == .secret { request.isSecret = true }
      return .needsValue(request)
    case .refused(let sentence) where !hiddenText.isEmpty && sentence.contains(hiddenText):
      return .refused("This value is not accepted here.")
    default: return reply
    }
  }
}
