import Wayline

/// The modifiers of navigation.
extension Sample {
  static let navigation = [
    Sample("navigationDestination", "Emma") { $0.navigationDestinationSample },
    Sample("coordinators", "Emma") { $0.coordinatorsSample },
    Sample("sheet", "Lend") { $0.sheetSample },
    Sample("fullScreenCover", "Lend") { $0.fullScreenCoverSample },
    Sample("popover", "Lend") { $0.popoverSample },
    Sample("alert", "Delete") { $0.alertSample },
    Sample("confirmationDialog", "Sort") { $0.confirmationDialogSample },
    Sample("guarding", "Emma") { $0.guardingSample },
    Sample("onOpenURL", "open https://library.example/card") { $0.onOpenURLSample },
    Sample("interactiveDismissDisabled", "Lend", "dismiss") { $0.interactiveDismissDisabledSample },
    Sample("onLeave", "quit") { $0.onLeaveSample },
    Sample("onResult", "Lend", "Ada") { $0.onResultSample },
  ]
}

extension SampleDesk {
  fileprivate var navigationDestinationSample: some View {
    NavigationStack {
      NavigationLink("Emma", value: 42).navigationDestination(for: Int.self) { Text("Book \($0)") }
    }
  }

  fileprivate var coordinatorsSample: some View {
    NavigationStack {
      NavigationLink("Emma", value: ShelfRoute.book(id: 42))
        .coordinators(for: ShelfRoute.self) { $0.coordinator }
    }
  }

  fileprivate var sheetSample: some View {
    Button("Lend") { isOpen = true }
      .sheet(isPresented: $isOpen) { Text("To whom?") }
  }

  fileprivate var fullScreenCoverSample: some View {
    Button("Lend") { isOpen = true }
      .fullScreenCover(isPresented: $isOpen) { Text("To whom?") }
  }

  fileprivate var popoverSample: some View {
    Button("Lend") { isOpen = true }
      .popover(isPresented: $isOpen) { Text("To whom?") }
  }

  fileprivate var alertSample: some View {
    Button("Delete") { isOpen = true }
      .alert("Delete Emma?", isPresented: $isOpen) { Button("Keep") {} }
  }

  fileprivate var confirmationDialogSample: some View {
    Button("Sort") { isOpen = true }
      .confirmationDialog("Sort by", isPresented: $isOpen) { Button("Title") {} }
  }

  fileprivate var guardingSample: some View {
    NavigationStack {
      NavigationLink("Emma", value: ShelfRoute.book(id: 42))
        .coordinators(for: ShelfRoute.self) { $0.coordinator }
    }
    .guarding(ShelfRoute.self) { _ in .block("Log in first.") }
  }

  fileprivate var onOpenURLSample: some View {
    Text(message).onOpenURL { message = "Received \($0.path)." }
  }

  fileprivate var interactiveDismissDisabledSample: some View {
    Button("Lend") { isOpen = true }
      .sheet(isPresented: $isOpen) { Text("To whom?").interactiveDismissDisabled() }
  }

  fileprivate var onLeaveSample: some View {
    Text("Emma").onLeave { .block("Save the note first.") }
  }

  fileprivate var onResultSample: some View {
    NavigationStack {
      LendButton()
        .onResult(of: .borrower) { message = "Lent to \($0.value ?? "nobody")." }
        .coordinators(for: ShelfRoute.self) { $0.coordinator }
      Text(message)
    }
  }
}

private enum ShelfRoute: CoordinatedValue {
  case book(id: Int)
  case borrower

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .book(let id): Screen { Text("Book \(id)") }
    case .borrower: Screen { Borrower() }
    }
  }
}

private struct Screen<Content: View>: Coordinator {
  @ViewBuilder let content: @MainActor () -> Content

  func start() -> some View { content() }
}

extension ResultKey where Value == String {
  fileprivate static let borrower = ResultKey("borrower")
}

private struct LendButton: View {
  @Environment(\.router) private var router

  var body: some View {
    Button("Lend") { router.present(ShelfRoute.borrower, as: .sheet, for: .borrower) }
  }
}

private struct Borrower: View {
  @Environment(\.finish) private var finish

  var body: some View { Button("Ada") { finish("Ada") } }
}
