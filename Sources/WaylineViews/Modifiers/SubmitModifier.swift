import WaylineGraph

/// Which fields a submit action follows. Source: SwiftUI's `SubmitTriggers`.
public struct SubmitTriggers: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: Int

  /// The members whose bits are set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Text fields and secure fields.
  public static let text = SubmitTriggers(rawValue: 1)
  /// The field of `.searchable`.
  public static let search = SubmitTriggers(rawValue: 2)
}

/// What happens when a field below has received its value.
struct SubmitAction {
  private let action: @MainActor (SubmitTriggers) -> Void

  init(_ action: @escaping @MainActor (SubmitTriggers) -> Void) {
    self.action = action
  }

  @MainActor
  func run(_ trigger: SubmitTriggers) { action(trigger) }
}

private enum SubmitKey: EnvironmentKey {
  static var defaultValue: SubmitAction? { nil }
}

extension EnvironmentValues {
  /// What happens when a field below has received its value.
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  /// Does something after a field below has received its value, inner actions first.
  nonisolated public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    EnvironmentWriter(self) { values in
      let outer = values.submit
      values.submit = SubmitAction { trigger in
        if triggers.contains(trigger) { action() }
        outer?.run(trigger)
      }
    }
  }
}
