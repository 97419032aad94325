import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

/// A kind of field, of which each runs a submit action.
private enum Field: CaseIterable {
  case text, number, format, secure, search
}

/// A way in which a program follows a change.
private enum Following: CaseIterable {
  case onChange, onReceive, didSet, setter, input, later
}

private final class Model: ObservableObject {
  @Published var text = "10"
  var followsByItself = false
  var copy = "10" {
    didSet { if followsByItself { derived = "<\(copy)>" } }
  }
  var derived = "<10>"
}

/// A field, and a value that follows from its text in some way.
private struct Form: View {
  let field: Field
  let following: Following
  let submitted: Ledger<String>
  @StateObject private var model = Model()
  @State private var text = "10"
  @State private var middle = "10"
  @State private var derived = "<10>"

  var body: some View {
    switch following {
    case .onChange: fieldView($text).onChange(of: text) { derived = "<\(text)>" }
    case .onReceive: fieldView($model.text).onReceive(model.$text) { derived = "<\($0)>" }
    case .didSet: fieldView($model.copy).onAppear { model.followsByItself = true }
    case .setter:
      fieldView(
        Binding {
          text
        } set: {
          text = $0
          derived = "<\($0)>"
        })
    case .input: Inner(derived: "<\(text)>", submitted: submitted) { fieldView($text) }
    case .later:
      fieldView($text).onChange(of: text) { middle = text }
        .onChange(of: middle) { derived = "<\(middle)>" }
    }
  }

  @ViewBuilder private func fieldView(_ text: Binding<String>) -> some View {
    let number = Binding {
      Int(text.wrappedValue) ?? 0
    } set: {
      text.wrappedValue = "\($0)"
    }
    switch field {
    case .text: TextField("Field", text: text).onSubmit(submit)
    case .number: TextField("Field", value: number).onSubmit(submit)
    case .format:
      TextField("Field", value: number, format: IntegerFormatStyle<Int>(locale: Self.english))
        .onSubmit(submit)
    case .secure: SecureField("Field", text: text).onSubmit(submit)
    case .search: Text("Results").searchable(text: text).onSubmit(of: .search, submit)
    }
  }

  private static let english = Locale(identifier: "en_US")

  private func submit() {
    switch following {
    case .didSet: submitted.note(model.derived)
    case .input: break
    default: submitted.note(derived)
    }
  }
}

/// A view whose submit action uses a value that it was given.
private struct Inner<Content: View>: View {
  let derived: String
  let submitted: Ledger<String>
  @ViewBuilder let content: () -> Content

  var body: some View { content().onSubmit(of: [.text, .search]) { submitted.note(derived) } }
}

@Suite("Submitting")
@MainActor
struct SubmitTests {
  @Test(
    "The change and all that follows from it are complete when a field is submitted",
    arguments: Field.allCases)
  fileprivate func complete(field: Field) {
    for following in Following.allCases {
      let submitted = Ledger<String>()
      let hosting = Hosting { Form(field: field, following: following, submitted: submitted) }
      for typed in ["42", "7", "7"] {
        #expect(hosting.send(.value(typed), to: field == .search ? "Search" : "Field") == .done)
      }
      #expect(submitted.entries == ["<42>", "<7>", "<7>"], "\(following)")
    }
  }

  @Test("A text that onChange shortens is submitted as it is then, and can be cleared")
  func limited() {
    struct Limited: View {
      let submitted: Ledger<String>
      @State private var text = ""
      var body: some View {
        TextField("Code", text: $text)
          .onChange(of: text) { text = String(text.prefix(5)) }
          .onSubmit {
            submitted.note(text)
            text = ""
          }
      }
    }
    let submitted = Ledger<String>()
    let mistakes = misuses {
      let hosting = Hosting { Limited(submitted: submitted) }
      hosting.type("1 abcdefghij")
      hosting.type("1 klmnopqrst")
      #expect(hosting.screen == ["[1] Code: (empty)"])
    }
    #expect(submitted.entries == ["abcde", "klmno"] && mistakes.isEmpty)
  }

  @Test("A value that is refused is not submitted")
  func refused() {
    let submitted = Ledger<String>()
    let hosting = Hosting { Form(field: .number, following: .onChange, submitted: submitted) }
    hosting.type("1 many")
    #expect(submitted.entries.isEmpty)
  }

  @Test("A field that its change removes is submitted, with the action that it had")
  func removed() {
    struct Vanishing: View {
      let submitted: Ledger<String>
      @State private var text = ""
      var body: some View {
        if text.isEmpty { TextField("Code", text: $text).onSubmit { submitted.note(text) } }
      }
    }
    let submitted = Ledger<String>()
    let hosting = Hosting { Vanishing(submitted: submitted) }
    hosting.type("1 abc")
    #expect(submitted.entries == ["abc"] && hosting.screen.isEmpty)
  }

  @Test("The end of an edit comes after the change and all that follows from it")
  func edits() {
    struct Editing: View {
      let events: Ledger<String>
      @State private var copies = 1
      @State private var share = 0.5
      var body: some View {
        Stepper("Copies", value: $copies) { events.note($0 ? "begin" : "end") }
          .onChange(of: copies) { events.note("change") }
        Slider(value: $share) {
          Text("Share")
        } onEditingChanged: {
          events.note($0 ? "begin" : "end")
        }
        .onChange(of: share) { events.note("change") }
      }
    }
    let events = Ledger<String>()
    let hosting = Hosting { Editing(events: events) }
    for line in ["1 +", "2 -"] {
      hosting.type(line)
      #expect(events.take() == ["begin", "change", "end"])
    }
    hosting.type("1 many")
    #expect(events.take() == ["begin", "end"])
  }
}
