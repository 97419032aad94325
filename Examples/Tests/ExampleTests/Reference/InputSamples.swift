import Wayline

/// The modifiers of input, effects, the environment and stores.
extension Sample {
  static let inputs = [
    Sample("searchable", "1 emma") { $0.searchableSample },
    Sample("searchScopes") { $0.searchScopesSample },
    Sample("searchSuggestions") { $0.searchSuggestionsSample },
    Sample("searchCompletion", "emma") { $0.searchCompletionSample },
    Sample("selectionDisabled") { $0.selectionDisabledSample },
    Sample("disabled") { $0.disabledSample },
    Sample("onSubmit", "1 Grace") { $0.onSubmitSample },
    Sample("submitScope", "1 Grace") { $0.submitScopeSample },
    Sample("focused", "1 Grace") { $0.focusedSample },
    Sample("defaultFocus") { $0.defaultFocusSample },
    Sample("swipeActions") { $0.swipeActionsSample },
    Sample("contextMenu") { $0.contextMenuSample },
    Sample("onDelete", "1") { $0.onDeleteSample },
    Sample("onMove", "Move: The Leopard up") { $0.onMoveSample },
    Sample("moveDisabled", "Move: Emma down") { $0.moveDisabledSample },
    Sample("keyboardShortcut", "l") { $0.keyboardShortcutSample },
    Sample("requiresWholeLabel", "l") { $0.requiresWholeLabelSample },
    Sample("shellCommand", "lend") { $0.shellCommandSample },
    Sample("refreshable", "Refresh", "show") { $0.refreshableSample },
    Sample("onAppear") { $0.onAppearSample },
    Sample("onDisappear", "Close") { $0.onDisappearSample },
    Sample("onChange", "+") { $0.onChangeSample },
    Sample("onReceive") { $0.onReceiveSample },
    Sample("task") { $0.taskSample },
    Sample("environment") { $0.environmentSample },
    Sample("environmentObject") { $0.environmentObjectSample },
    Sample("transformEnvironment") { $0.transformEnvironmentSample },
    Sample("defaultAppStorage") { $0.defaultAppStorageSample },
    Sample("defaultKeychain") { $0.defaultKeychainSample },
  ]
}

extension SampleDesk {
  fileprivate var searchableSample: some View {
    List(found, id: \.self) { Text($0) }.searchable(text: $search)
  }

  fileprivate var searchScopesSample: some View {
    Text("Emma").searchable(text: $search).searchScopes($shelf) {
      Text("Fiction").tag("Fiction")
      Text("History").tag("History")
    }
  }

  fileprivate var searchSuggestionsSample: some View {
    Text("Emma").searchable(text: $search).searchSuggestions { Text("Try a title.") }
  }

  fileprivate var searchCompletionSample: some View {
    Text("2 books").searchable(text: $search).searchSuggestions {
      Text("emma").searchCompletion("emma")
    }
  }

  fileprivate var selectionDisabledSample: some View {
    Picker("Shelf", selection: $shelf) {
      Text("Fiction").tag("Fiction")
      Text("History").tag("History").selectionDisabled()
    }
  }

  fileprivate var disabledSample: some View {
    Button("Lend") { copies -= 1 }.disabled(true)
  }

  @ViewBuilder fileprivate var onSubmitSample: some View {
    TextField("Member", text: $member).onSubmit { message = "Welcome, \(member)." }
    Text(message)
  }

  @ViewBuilder fileprivate var submitScopeSample: some View {
    TextField("Member", text: $member).submitScope().onSubmit { message = "Welcome, \(member)." }
    Text(message)
  }

  @ViewBuilder fileprivate var focusedSample: some View {
    TextField("Member", text: $member).focused($isFocused).onSubmit {
      message = isFocused ? "For the member." : ""
    }
    Text(message)
  }

  @ViewBuilder fileprivate var defaultFocusSample: some View {
    TextField("Member", text: $member).focused($isFocused).defaultFocus($isFocused, true)
    Text(isFocused ? "Asked next." : "")
  }

  @ViewBuilder fileprivate var swipeActionsSample: some View {
    Text("Emma").swipeActions { Button("Lend") { copies -= 1 } }
  }

  fileprivate var contextMenuSample: some View {
    Text("Emma").contextMenu { Button("Lend") { copies -= 1 } }
  }

  fileprivate var onDeleteSample: some View {
    ForEach(titles, id: \.self) { Text($0) }.onDelete { titles.remove(atOffsets: $0) }
  }

  fileprivate var onMoveSample: some View {
    ForEach(titles, id: \.self) { Text($0) }.onMove {
      titles.move(fromOffsets: $0, toOffset: $1)
    }
  }

  fileprivate var moveDisabledSample: some View {
    ForEach(titles, id: \.self) { Text($0).moveDisabled($0 == "Emma") }.onMove {
      titles.move(fromOffsets: $0, toOffset: $1)
    }
  }

  @ViewBuilder fileprivate var keyboardShortcutSample: some View {
    Button("Lend") { message = "Lent." }.keyboardShortcut("l")
    Text(message)
  }

  fileprivate var requiresWholeLabelSample: some View {
    Button("Lend now") { copies -= 1 }.requiresWholeLabel()
  }

  fileprivate var shellCommandSample: some View {
    Text("Emma").shellCommand(ShellCommand("lend", summary: "Lend it.") { _ in .lines(["Lent."]) })
  }

  fileprivate var refreshableSample: some View {
    Text(message).refreshable { message = "1 book is lent." }
  }

  fileprivate var onAppearSample: some View {
    Text(message).onAppear { message = "The desk is open." }
  }

  @ViewBuilder fileprivate var onDisappearSample: some View {
    if notifies { Text("Notices are on.").onDisappear { message = "Notices are off." } }
    Text(message)
    Button("Close") { notifies = false }
  }

  @ViewBuilder fileprivate var onChangeSample: some View {
    Button("+") { copies += 1 }
    Text(message).onChange(of: copies) { message = "\($0) became \($1)." }
  }

  fileprivate var onReceiveSample: some View {
    Text(message).onReceive(LibraryHours.opening) { message = "Open from \($0)." }
  }

  fileprivate var taskSample: some View {
    Text(message).task { message = await Catalog.size() }
  }

  fileprivate var environmentSample: some View {
    Button("Lend") { copies -= 1 }.environment(\.isEnabled, false)
  }

  fileprivate var environmentObjectSample: some View {
    OpeningSign().environmentObject(LibraryHours())
  }

  fileprivate var transformEnvironmentSample: some View {
    Button("Lend") { copies -= 1 }.transformEnvironment(\.isEnabled) { $0 = false }
  }

  fileprivate var defaultAppStorageSample: some View {
    LentBooks().defaultAppStorage(MemoryStore())
  }

  fileprivate var defaultKeychainSample: some View {
    StoredCard().defaultKeychain(MemoryKeychain())
  }
}

private final class LibraryHours: ObservableObject {
  static let opening = CurrentValueSubject<Int, Never>(9)

  @Published var opening = 9
}

private enum Catalog {
  static func size() async -> String { "2 books" }
}

private struct OpeningSign: View {
  @EnvironmentObject private var hours: LibraryHours

  var body: some View { Text("Open from \(hours.opening).") }
}

private struct LentBooks: View {
  @AppStorage("lent") private var count = 0

  var body: some View { Text("Books lent: \(count)") }
}

private struct StoredCard: View {
  @KeychainStorage(key: "card") private var card: String?

  var body: some View { Text(card == nil ? "No card is stored." : "A card is stored.") }
}
