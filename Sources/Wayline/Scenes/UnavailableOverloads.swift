#if SwiftUINames
  // A form of WindowGroup that can mean nothing in a terminal; see the scenes.

  extension WindowGroup {
    /// Unavailable: a terminal shows one window; use a NavigationStack.
    @available(*, unavailable, message: "a terminal shows one window; use a NavigationStack")
    nonisolated public init<Value>(
      for type: Value.Type, @ViewBuilder content: (Binding<Value?>) -> Content
    ) { fatalError() }
  }
#endif
