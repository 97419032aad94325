import Wayline

/// The modifiers of texts, meaning and content.
extension Sample {
  static let texts = [
    Sample("bold") { $0.boldSample },
    Sample("italic") { $0.italicSample },
    Sample("underline") { $0.underlineSample },
    Sample("foregroundStyle") { $0.foregroundStyleSample },
    Sample("foregroundColor") { $0.foregroundColorSample },
    Sample("badge") { $0.badgeSample },
    Sample("accessibilityLabel") { $0.accessibilityLabelSample },
    Sample("accessibilityHint", "Lend") { $0.accessibilityHintSample },
    Sample("accessibilityValue") { $0.accessibilityValueSample },
    Sample("help", "Lend") { $0.helpSample },
    Sample("navigationTitle") { $0.navigationTitleSample },
    Sample("redacted") { $0.redactedSample },
    Sample("privacySensitive") { $0.privacySensitiveSample },
    Sample("invalidatableContent") { $0.invalidatableContentSample },
    Sample("unredacted") { $0.unredactedSample },
    Sample("hidden") { $0.hiddenSample },
    Sample("overlay") { $0.overlaySample },
    Sample("defaultScrollAnchor") { $0.defaultScrollAnchorSample },
    Sample("safeAreaInset") { $0.safeAreaInsetSample },
    Sample("inspector") { $0.inspectorSample },
    Sample("toolbar") { $0.toolbarSample },
    Sample("tag") { $0.tagSample },
    Sample("tabItem") { $0.tabItemSample },
    Sample("id", "Lend", "Next") { $0.idSample },
    Sample("equatable") { $0.equatableSample },
    Sample("modifier") { $0.modifierSample },
  ]
}

extension SampleDesk {
  fileprivate var boldSample: some View {
    Text("Due today").bold()
  }

  fileprivate var italicSample: some View {
    Text("Due today").italic()
  }

  fileprivate var underlineSample: some View {
    Text("Due today").underline()
  }

  fileprivate var foregroundStyleSample: some View {
    Text("Due today").foregroundStyle(.red)
  }

  fileprivate var foregroundColorSample: some View {
    Text("Due today").foregroundColor(.red)
  }

  fileprivate var badgeSample: some View {
    Text("Reserved").badge(2)
  }

  fileprivate var accessibilityLabelSample: some View {
    Button("+") { copies += 1 }.accessibilityLabel("Add a copy")
  }

  fileprivate var accessibilityHintSample: some View {
    Button("Lend") { copies -= 1 }.disabled(true).accessibilityHint("No copy is left.")
  }

  fileprivate var accessibilityValueSample: some View {
    Stepper("Rating", value: $copies).accessibilityValue("\(copies) of 5 stars")
  }

  fileprivate var helpSample: some View {
    Button("Lend") { copies -= 1 }.disabled(true).help("No copy is left.")
  }

  fileprivate var navigationTitleSample: some View {
    NavigationStack { Text("2 books").navigationTitle("Desk") }
  }

  fileprivate var redactedSample: some View {
    LabeledContent("Fees", value: "12.50").redacted(reason: .placeholder)
  }

  fileprivate var privacySensitiveSample: some View {
    Group {
      Text("Ada")
      LabeledContent("Fees", value: "12.50").privacySensitive()
    }
    .redacted(reason: .privacy)
  }

  fileprivate var invalidatableContentSample: some View {
    Text("2 books").invalidatableContent().redacted(reason: .invalidated)
  }

  fileprivate var unredactedSample: some View {
    Group {
      Text("Ada").unredacted()
      Text("12.50")
    }
    .redacted(reason: .placeholder)
  }

  @ViewBuilder fileprivate var hiddenSample: some View {
    Text("Emma")
    Text("Draft").hidden()
  }

  fileprivate var overlaySample: some View {
    Text("Emma").overlay { Text("Lent") }
  }

  fileprivate var defaultScrollAnchorSample: some View {
    List(["Emma", "Persuasion"], id: \.self) { Text($0) }.defaultScrollAnchor(.bottom)
  }

  fileprivate var safeAreaInsetSample: some View {
    Text("Emma").safeAreaInset(edge: .bottom) { Text("1 book") }
  }

  fileprivate var inspectorSample: some View {
    Text("Emma").inspector(isPresented: .constant(true)) { Text("Shelf 3") }
  }

  fileprivate var toolbarSample: some View {
    Text("Emma").toolbar { Button("Lend") { copies -= 1 } }
  }

  fileprivate var tagSample: some View {
    Picker("Copies", selection: $copies) {
      Text("One").tag(1)
      Text("Two").tag(2)
    }
  }

  fileprivate var tabItemSample: some View {
    TabView { Text("2 books").tabItem { Text("Books") } }
  }

  @ViewBuilder fileprivate var idSample: some View {
    LentBooks().id(copies)
    Button("Next") { copies += 1 }
  }

  fileprivate var equatableSample: some View {
    Sign(text: "Open").equatable()
  }

  fileprivate var modifierSample: some View {
    Text("Emma").modifier(Framed())
  }
}

/// A view with a state of its own.
private struct LentBooks: View {
  @State private var count = 0

  var body: some View {
    Text("Books lent: \(count)")
    Button("Lend") { count += 1 }
  }
}

private struct Sign: View, Equatable {
  let text: String

  var body: some View { Text(text) }
}

private struct Framed: ViewModifier {
  func body(content: Content) -> some View {
    Divider()
    content
    Divider()
  }
}
