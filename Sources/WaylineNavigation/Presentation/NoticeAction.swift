import WaylineGraph
import WaylineViews

/// Prints one line on whatever screen is shown, such as the outcome of work that ends elsewhere.
///
/// ```swift
/// struct OrderView: View {
///   @Environment(\.notice) private var notice
///   let order: @Sendable () async -> Void
///
///   var body: some View {
///     Button("Order Emma") {
///       Task {
///         await order()
///         notice("Emma has arrived.", link: DeskRoute.book(id: 42))
///       }
///     }
///   }
/// }
/// ```
///
/// A line with a link has the number that opens its place, after those of the screen:
///
///     [7] Emma has arrived.
///
/// Views, tasks, coordinators, guards and commands call it, on any thread; from another thread, lines come in the
/// order of the calls. A line of the answer to a typed line is printed with it. Any other is printed at once, and at
/// a terminal at most every two seconds, together with the changes of the screen: of those that come meanwhile the
/// last three are printed, and the number of the others. The end of the session prints what still waits; what comes
/// after it is discarded. With `--json` the line is a `message`, which is `async` if no line has asked for it.
///
/// The number stands for the place until something else is printed under it, also on another screen; the last ten are
/// retained. It opens the place as its link does, and guards are asked. The text itself can be typed instead. A notice
/// belongs to no screen: it is not printed again, saved or explored, and a body that posts one posts it in each run.
public struct NoticeAction: Sendable {
  private let showMessage: MessageAction

  fileprivate init(_ showMessage: MessageAction) { self.showMessage = showMessage }

  /// Prints a line.
  ///
  /// - Parameter text: the text, on one line: line breaks and control characters are made visible. An empty text is
  ///   a mistake, which is reported.
  public func callAsFunction(_ text: String) { post(text, nil) }

  /// Prints a line with the number that opens a place.
  ///
  /// - Parameters:
  ///   - text: the text, on one line: line breaks and control characters are made visible. An empty text is a
  ///     mistake, which is reported.
  ///   - link: the place. One that no screen shows is refused when it is opened.
  public func callAsFunction(_ text: String, link: some NavigationValue) {
    post(text, Route(link))
  }

  private func post(_ text: String, _ link: Route?) {
    guard !text.isEmpty else {
      return Misuse.report("A notice has no text. Nothing was printed.")
    }
    showMessage(text, link: link)
  }
}

extension EnvironmentValues {
  /// Prints one line on whatever screen is shown; outside of a scene it does nothing.
  public var notice: NoticeAction { NoticeAction(showMessage) }
}
