import Wayline
import WaylineTestScale
import WaylineTesting

/// A small program of a common kind, with and without a bug.
struct AppPair: Sendable, CustomStringConvertible {
  let name: String
  let property: String
  let commands: [String]
  /// Explores the program, with the bug or without it.
  let explorer: @MainActor @Sendable (_ isBroken: Bool) -> Explorer<Screens>

  var description: String { name }

  static let all: [AppPair] = [
    AppPair(
      name: "a reset that leaves a setting", property: "A reset leaves nothing",
      commands: ["Sound", "Reset"]
    ) { isBroken in
      Explorer { ResetSettings(isBroken: isBroken) }.never("A reset leaves nothing") {
        $0.lines.contains("Everything is reset.") && $0.lines.contains("Changed")
      }
    },
    AppPair(
      name: "a cart whose discount outlives its books", property: "A total is never negative",
      commands: ["Add", "Use a coupon", "Remove"]
    ) { isBroken in
      Explorer { Cart(isBroken: isBroken) }
        .never("A total is never negative") { $0.lines.contains { $0.hasPrefix("Total: -") } }
    },
    AppPair(
      name: "a wizard that keeps a seat of another day", property: "A seat is of its day",
      commands: [
        "Day: Sunday", "Next", "Seat: balcony", "Change the day", "Day: Monday", "Next", "Next",
      ]
    ) { isBroken in
      // The places are those of a `@State`, which a new process begins without.
      Explorer { SeatWizard(isBroken: isBroken) }.without(.restoresPlace)
        .never("A seat is of its day") { $0.lines.contains("Monday, balcony") }
    },
    AppPair(
      name: "a search whose old answer wins", property: "Results are those of the query",
      commands: ["Query: Ann", "wait", "Query: Bob", "wait", "wait 1", "wait 1"]
    ) { isBroken in
      Explorer { DebouncedSearch(isBroken: isBroken) }
        .values(["Ann", "Bob"], for: "Query")
        .always("Results are those of the query", where: { $0.pending.isEmpty }) {
          !$0.lines.contains("Results of Ann for Bob")
            && !$0.lines.contains("Results of Bob for Ann")
        }
    },
    AppPair(
      name: "a badge that counts what was read", property: "A badge counts the unread",
      commands: ["Tab: Inbox", "Read all", "Tab: Home"]
    ) { isBroken in
      Explorer { BadgedTabs(isBroken: isBroken) }
        .never("A badge counts the unread") {
          $0.lines.contains("All is read.") && $0.lines.contains("New messages: 2")
        }
    },
    AppPair(
      name: "an account that is shown after its login", property: "An account needs a login",
      commands: ["Log in", "Account", "wait", "wait 30"]
    ) { isBroken in
      Explorer { ExpiringLogin(isBroken: isBroken) }.without(.restoresPlace)
        .never("An account needs a login") {
          $0.lines.contains("Balance: 12") && $0.lines.contains("Logged out")
        }
    },
    AppPair(
      name: "an undo that restores another order", property: "undo-redo",
      commands: ["Remove Emma", "undo", "redo", "undo"]
    ) { isBroken in Explorer { OrderedList(isBroken: isBroken) } },
    AppPair(
      name: "a form that opens with the shelf of the last one", property: "A form opens empty",
      commands: ["New book", "Choose a shelf", "Top", "Save", "New book"]
    ) { isBroken in
      Explorer { SheetOverSheet(isBroken: isBroken) }
        .never("A form opens empty") { $0.lines.contains("A shelf that nobody chose") }
    },
    AppPair(
      name: "a page that is loaded twice", property: "No book is listed twice",
      commands: ["More", "More", "wait"]
    ) { isBroken in
      Explorer { PagedList(isBroken: isBroken) }
        .never("No book is listed twice") { $0.lines.contains("1, 2, 3, 3") }
    },
    AppPair(
      name: "an error that stays after the retry", property: "An error is about the last try",
      commands: ["Load", "Retry", "wait"]
    ) { isBroken in
      Explorer { RetriedLoad(isBroken: isBroken) }
        .never("An error is about the last try") {
          $0.lines.contains("3 books") && $0.lines.contains("No connection.")
        }
    },
    AppPair(
      name: "a detail of a book that was deleted", property: "A detail is of a book",
      commands: ["Emma", "Delete"]
    ) { isBroken in
      Explorer { DeletedDetail(isBroken: isBroken) }.without(.restoresPlace)
        .never("A detail is of a book") { $0.lines.contains("No such book") }
    },
    AppPair(
      name: "two quantities of one name, the second of which changes a third",
      property: "Copies are those of their book",
      commands: ["1 +", "2 +", "2 -"]
    ) { isBroken in
      Explorer { TwoQuantities(isBroken: isBroken) }.without(.uniqueLabels)
        .never("Copies are those of their book") { $0.lines.contains("Emma 1, Ulysses 0, third 1") }
    },
  ]
}

extension Planted {
  static let apps = AppPair.all.map { pair in
    Planted(pair.name, pair.property, pair.commands, depth: 8, states: 120 * Scale.factor) {
      pair.explorer(true)
    }
  }
}

private struct ResetSettings: View {
  let isBroken: Bool
  @AppStorage("sound") private var sound = true
  @AppStorage("size") private var size = "small"
  @State private var message = ""

  var body: some View {
    Toggle("Sound", isOn: $sound)
    Picker("Size", selection: $size) {
      Text("small").tag("small")
      Text("large").tag("large")
    }
    Button("Reset") {
      size = "small"
      if !isBroken { sound = true }
      message = "Everything is reset."
    }
    if !sound || size != "small" { Text("Changed") }
    Text(message)
      .onChange(of: size) { message = "" }
      .onChange(of: sound) { message = "" }
  }
}

private struct Cart: View {
  let isBroken: Bool
  @State private var books = 0
  @State private var hasCoupon = false

  var body: some View {
    Text("Total: \(books * 10 - (hasCoupon ? 5 : 0))")
    Button("Add") { books += 1 }.disabled(books == 2)
    Button("Remove") {
      books -= 1
      if books == 0, !isBroken { hasCoupon = false }
    }
    .disabled(books == 0)
    Button("Use a coupon") { hasCoupon = true }.disabled(books == 0 || hasCoupon)
  }
}

private struct SeatWizard: View {
  enum Step: NavigationValue, CaseIterable { case seat, summary }
  let isBroken: Bool
  @State private var day = "Monday"
  @State private var seat = "stalls"
  @State private var path: [Step] = []

  var body: some View {
    NavigationStack(path: $path) {
      Picker("Day", selection: $day) {
        Text("Monday").tag("Monday")
        Text("Sunday").tag("Sunday")
      }
      .onChange(of: day) { if !isBroken { seat = "stalls" } }
      Button("Next") { path.append(.seat) }
        .navigationDestination(for: Step.self) { step in
          if step == .seat {
            Picker("Seat", selection: $seat) {
              Text("stalls").tag("stalls")
              if day == "Sunday" { Text("balcony").tag("balcony") }
            }
            Button("Next") { path.append(.summary) }
            Button("Change the day") { path = [] }
          } else {
            Text("\(day), \(seat)")
          }
        }
    }
  }
}

private struct DebouncedSearch: View {
  let isBroken: Bool
  @State private var query = ""
  @State private var results = ""
  @Environment(\.clock) private var clock

  var body: some View {
    TextField("Query", text: $query)
    Text(results.isEmpty ? "No results" : "Results of \(results) for \(query)")
      .task(id: query) {
        guard !query.isEmpty else { return }
        let asked = query
        if isBroken {
          Task {
            try? await clock.sleep(for: .seconds(asked == "Ann" ? 2 : 1))
            results = asked
          }
        } else {
          do { try await clock.sleep(for: .seconds(1)) } catch { return }
          results = asked
        }
      }
  }
}

private struct BadgedTabs: View {
  let isBroken: Bool
  @State private var unread = 2
  @State private var isRead = false

  var body: some View {
    TabView {
      VStack {
        Text("New messages: \(unread)")
        if isRead { Text("All is read.") }
      }
      .tabItem { Text("Home") }
      Button("Read all") {
        isRead = true
        if !isBroken { unread = 0 }
      }
      .tabItem { Text("Inbox") }
    }
  }
}

private struct ExpiringLogin: View {
  enum Place: NavigationValue { case account }
  let isBroken: Bool
  @State private var isKnown = false
  @State private var path: [Place] = []
  @Environment(\.clock) private var clock

  var body: some View {
    NavigationStack(path: $path) {
      Button("Log in") {
        isKnown = true
        Task {
          try await clock.sleep(for: .seconds(30))
          isKnown = false
          if !isBroken { path = [] }
        }
      }
      .disabled(isKnown)
      Button("Account") { path = [.account] }.disabled(!isKnown)
        .navigationDestination(for: Place.self) { _ in
          Text("Balance: 12")
          Text(isKnown ? "Logged in" : "Logged out")
        }
    }
  }
}

private struct OrderedList: View {
  let isBroken: Bool
  @State private var books = ["Emma", "Ulysses"]
  @State private var undone = 0
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Text(books.joined(separator: ", "))
    Button("Remove Emma") { remove() }.disabled(!books.contains("Emma"))
    Button("Start again") { books = ["Emma", "Ulysses"] }.disabled(books.count == 2)
  }

  private func remove() {
    let before = books
    books.removeAll { $0 == "Emma" }
    undoManager?.registerUndo("Remove Emma") { bringBack(before) }
  }

  private func bringBack(_ before: [String]) {
    books = before
    undoManager?.registerUndo {
      books.removeAll { $0 == "Emma" }
      undoManager?.registerUndo { bringBack(isBroken ? before.reversed() : before) }
    }
  }
}

private struct SheetOverSheet: View {
  let isBroken: Bool
  @State private var isEditing = false
  @State private var isChoosing = false
  @State private var shelf: String?
  @State private var isAsked = false

  var body: some View {
    Button("New book") {
      (isEditing, isAsked) = (true, false)
      if !isBroken { shelf = nil }
    }
    .sheet(isPresented: $isEditing) {
      if shelf != nil { Text(isAsked ? "A shelf is chosen" : "A shelf that nobody chose") }
      Button("Choose a shelf") { (isChoosing, isAsked) = (true, true) }
      Button("Save") { isEditing = false }
        .sheet(isPresented: $isChoosing) {
          Button("Top") { (shelf, isChoosing) = ("top", false) }
          Button("Discard") { (isEditing, isChoosing) = (false, false) }
        }
    }
  }
}

private struct PagedList: View {
  let isBroken: Bool
  @State private var books = [1, 2]
  @State private var isLoading = false

  var body: some View {
    Text(books.map { "\($0)" }.joined(separator: ", "))
    Button("More") {
      isLoading = true
      Task {
        await Task.yield()
        books.append(3)
        isLoading = false
      }
    }
    .disabled(isLoading && !isBroken || books.count > 2)
    Button("Refresh") { books = [1, 2] }.disabled(books.count == 2)
  }
}

private struct RetriedLoad: View {
  let isBroken: Bool
  @State private var tries = 0
  @State private var error = ""
  @State private var books = 0
  @State private var isLoading = false

  var body: some View {
    if books > 0 { Text("\(books) books") }
    if !error.isEmpty { Text(error) }
    Button(tries == 0 ? "Load" : "Retry") {
      tries = min(2, tries + 1)
      let number = tries
      isLoading = true
      Task {
        await Task.yield()
        isLoading = false
        if number == 1 {
          error = "No connection."
        } else {
          books = 3
          if !isBroken { error = "" }
        }
      }
    }
    .disabled(books > 0 || isLoading && !isBroken)
    Button("Forget") { (tries, error, books) = (0, "", 0) }.disabled(books == 0)
  }
}

private struct DeletedDetail: View {
  enum Place: NavigationValue { case book(name: String) }
  let isBroken: Bool
  @State private var books = ["Emma", "Ulysses"]
  @State private var path: [Place] = []

  var body: some View {
    NavigationStack(path: $path) {
      ForEach(books, id: \.self) { NavigationLink($0, value: Place.book(name: $0)) }
      Button("Restock") { books = ["Emma", "Ulysses"] }
        .navigationDestination(for: Place.self) { place in
          switch place {
          case .book(let name):
            Text(books.contains(name) ? name : "No such book")
            Button("Delete") {
              books.removeAll { $0 == name }
              if !isBroken { path = [] }
            }
            .disabled(!books.contains(name))
          }
        }
    }
  }
}

private struct TwoQuantities: View {
  let isBroken: Bool
  @State private var emma = 0
  @State private var ulysses = 0
  @State private var third = 0

  var body: some View {
    Text("Emma \(emma), Ulysses \(ulysses), third \(third)")
    Stepper("Copies", value: $emma, in: 0...1)
    Stepper("Copies", value: $ulysses, in: 0...1)
      .onChange(of: ulysses) { if isBroken, emma == 1, ulysses == 0 { third = 1 } }
  }
}
